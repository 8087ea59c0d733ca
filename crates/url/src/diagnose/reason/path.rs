//! Reasons for what follows the host.

use super::host::{COMMON, INTERNET};
use super::pattern::{FailurePattern, RepairHint, edit, escape, put_in, reasons, remove};
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::RepairEditKind;

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::BACKSLASH, |it| {
        (it.is_one_of(COMMON) || it.scheme == "file") && stands_for_slash(it)
    })
    .hint(slashes),
    FailurePattern::new(reasons::FILE_SLASHES, |it| {
        let fails = it.found() == Some(b'\\') || it.path().contains(&b'\\');
        it.scheme == "file" && it.authority.is_some() && fails && !it.fails_in_authority()
    })
    .hint(slashes),
    FailurePattern::new(reasons::FILE_FORM, |it| it.scheme == "file" && it.authority.is_none())
        .hint(|it| match it.rest().first() {
            Some(b'/') => put_in(it.rest, "//"),
            _ => RepairHint::Suggested,
        }),
    FailurePattern::new(reasons::FILE_FORM_HOST, |it| {
        it.scheme == "file" && it.authority.is_none()
    })
    .hint(|it| match it.rest().first() {
        Some(b'/') => put_in(it.rest, "//localhost"),
        _ => RepairHint::Suggested,
    }),
    FailurePattern::new(reasons::DOUBLE_SLASH, |it| it.is_one_of(COMMON) && lacks_slashes(it)),
    FailurePattern::new(reasons::DOUBLE_SLASH_DRAFTS, |it| {
        it.is_one_of(INTERNET) && lacks_slashes(it)
    }),
    FailurePattern::new(reasons::DOUBLE_SLASH_RFC1630, |it| {
        it.is_one_of(INTERNET) && lacks_slashes(it)
    }),
    FailurePattern::new(reasons::TYPE_IN_PATH, |it| {
        it.scheme == "ftp" && type_in_host(it).is_some()
    })
    .hint(slash_before_type),
    FailurePattern::new(reasons::TYPE_IN_PATH_SUFFIX, |it| {
        it.scheme == "ftp" && type_in_host(it).is_some()
    })
    .hint(slash_before_type),
    FailurePattern::new(reasons::NO_TYPE, |it| {
        it.scheme == "ftp" && type_at(it).is_some_and(|at| it.offset >= at)
    }),
    FailurePattern::new(reasons::TYPE_FORM, |it| {
        it.scheme == "ftp" && matches!(type_code(it), Some(b"A" | b"E")) && it.found().is_none()
    }),
    FailurePattern::new(reasons::TYPE_CODE_FORM, fails_in_type),
    FailurePattern::new(reasons::TYPE_CODE, fails_in_type),
    FailurePattern::new(reasons::SEMICOLON_ENCODED, |it| {
        it.scheme == "ftp" && semicolons(it).next().is_some_and(|at| it.offset > at)
    })
    .hint(|it| escape(it, semicolons(it))),
    FailurePattern::new(reasons::SLASH_BEFORE_SEARCH, |it| {
        it.scheme == "http" && fails_behind_host(it) && it.found() == Some(b'?')
    })
    .hint(|it| put_in(it.offset, "/")),
    FailurePattern::new(reasons::DATABASE, |it| {
        it.scheme == "wais" && fails_behind_host(it) && !it.name().is_empty()
    }),
    FailurePattern::new(reasons::DOCUMENT_PATH, |it| {
        let slashes = it.path().iter().filter(|&&byte| byte == b'/').count();
        it.scheme == "wais" && slashes == 2 && it.found().is_none()
    }),
    FailurePattern::new(reasons::SESSION, |it| {
        it.scheme == "telnet" && fails_behind_host(it) && it.found() == Some(b'/')
    })
    .hint(|it| match it.path() {
        b"/" => remove(it.offset, b"/"),
        _ => RepairHint::Never,
    }),
    FailurePattern::new(reasons::SESSION_SEMICOLON, |it| {
        it.scheme == "telnet" && it.path().starts_with(b"/") && fails_in_path_at(it, 1)
    }),
    FailurePattern::new(reasons::GOPHER_DEFAULT, lacks_gopher_type)
        .hint(|it| remove(it.input.len() - 1, b"/")),
    FailurePattern::new(reasons::GOPHER_TYPE, lacks_gopher_type),
    FailurePattern::new(reasons::GOPHER_SLASH, |it| {
        it.scheme == "gopher" && it.path().len() > 2 && fails_in_path_at(it, 2)
    }),
    FailurePattern::new(reasons::GOPHER_SELECTOR, |it| {
        it.scheme == "gopher" && fails_in_path_at(it, 2) && it.found() == Some(b'/')
    }),
];

/// Whether the input ends after the slash that should begin a gopher path.
fn lacks_gopher_type(shape: &LenientParse<'_>) -> bool {
    shape.scheme == "gopher" && shape.path() == b"/" && shape.found().is_none()
}

/// Whether a `\` is used instead of a slash that begins or ends a host.
pub(super) fn stands_for_slash(shape: &LenientParse<'_>) -> bool {
    let before = shape.authority.is_none() && shape.rest().starts_with(b"\\\\");
    let in_host = shape.authority.is_some() && shape.host.contains(&shape.offset);
    // Before an `@`, it may separate a domain and a user.
    before || in_host && shape.login.is_none() && shape.found() == Some(b'\\')
}

/// Replaces each `\` with a slash, unless the text ends with an escape such as `\n`.
pub(super) fn slashes(shape: &LenientParse<'_>) -> RepairHint {
    if [&b"\\n"[..], b"\\r", b"\\t", b"\\0"].iter().any(|it| shape.input.ends_with(it)) {
        return RepairHint::Never;
    }
    let places = (shape.rest..shape.input.len()).filter(|&at| shape.input[at] == b'\\');
    RepairHint::Edits(places.map(|at| edit(at, b"\\", "/", RepairEditKind::Replace)).collect())
}

/// Whether the failure is where `//` is expected.
fn lacks_slashes(shape: &LenientParse<'_>) -> bool {
    shape.authority.is_none() && shape.offset <= shape.rest + 1
}

/// Whether the failure is where the host and its port end.
fn fails_behind_host(shape: &LenientParse<'_>) -> bool {
    shape.authority.as_ref().is_some_and(|it| it.end == shape.offset)
}

/// Whether the failure is this many bytes after the end of the authority.
fn fails_in_path_at(shape: &LenientParse<'_>, at: usize) -> bool {
    shape.authority.as_ref().is_some_and(|it| it.end + at == shape.offset)
}

/// The offset of the last `;type=`.
fn type_at(shape: &LenientParse<'_>) -> Option<usize> {
    let at = shape.rest().windows(6).rposition(|window| window == b";type=")?;
    Some(shape.rest + at)
}

/// The text after the last `;type=`.
fn type_code<'i>(shape: &LenientParse<'i>) -> Option<&'i [u8]> {
    type_at(shape).map(|at| &shape.input[at + 6..])
}

fn fails_in_type(shape: &LenientParse<'_>) -> bool {
    shape.scheme == "ftp" && type_at(shape).is_some_and(|at| shape.offset >= at + 6)
}

/// The offset of a `;type=` that directly follows a host.
fn type_in_host(shape: &LenientParse<'_>) -> Option<usize> {
    let host = &shape.input[shape.host.clone()];
    let at = host.windows(6).position(|window| window == b";type=")?;
    Some(shape.host.start + at)
}

fn slash_before_type(shape: &LenientParse<'_>) -> RepairHint {
    type_in_host(shape).map_or(RepairHint::Suggested, |at| put_in(at, "/"))
}

/// Every `;` of a path that does not begin a type.
fn semicolons<'s>(shape: &'s LenientParse<'_>) -> impl Iterator<Item = usize> + 's {
    let begin = shape.authority.as_ref().map_or(shape.input.len(), |it| it.end);
    let semicolon = |at: &usize| shape.input[*at] == b';';
    let begins_type = type_at(shape).filter(|at| shape.input.len() > at + 6);
    (begin..shape.input.len()).filter(semicolon).filter(move |at| Some(*at) != begins_type)
}
