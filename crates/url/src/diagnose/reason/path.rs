//! Reasons for what follows the host.

use super::host::{COMMON, INTERNET};
use super::pattern::{FailurePattern, RepairHint, edit, escape, put_in, reasons, remove};
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::RepairEditKind;

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::BACKSLASH, |shape| {
        (shape.is_one_of(COMMON) || shape.scheme == "file") && stands_for_slash(shape)
    })
    .hint(slashes),
    FailurePattern::new(reasons::FILE_SLASHES, |shape| {
        let fails = shape.found() == Some(b'\\') || shape.path().contains(&b'\\');
        shape.scheme == "file" && shape.authority.is_some() && fails && !shape.fails_in_authority()
    })
    .hint(slashes),
    FailurePattern::new(reasons::FILE_FORM, |shape| {
        shape.scheme == "file" && shape.authority.is_none()
    })
    .hint(|shape| match shape.rest().first() {
        Some(b'/') => put_in(shape.rest, "//"),
        _ => RepairHint::Suggested,
    }),
    FailurePattern::new(reasons::FILE_FORM_HOST, |shape| {
        shape.scheme == "file" && shape.authority.is_none()
    })
    .hint(|shape| match shape.rest().first() {
        Some(b'/') => put_in(shape.rest, "//localhost"),
        _ => RepairHint::Suggested,
    }),
    FailurePattern::new(reasons::DOUBLE_SLASH, |shape| {
        shape.is_one_of(COMMON) && lacks_slashes(shape)
    }),
    FailurePattern::new(reasons::DOUBLE_SLASH_DRAFTS, |shape| {
        shape.is_one_of(INTERNET) && lacks_slashes(shape)
    }),
    FailurePattern::new(reasons::DOUBLE_SLASH_RFC1630, |shape| {
        shape.is_one_of(INTERNET) && lacks_slashes(shape)
    }),
    FailurePattern::new(reasons::TYPE_IN_PATH, |shape| {
        shape.scheme == "ftp" && type_in_host(shape).is_some()
    })
    .hint(slash_before_type),
    FailurePattern::new(reasons::TYPE_IN_PATH_SUFFIX, |shape| {
        shape.scheme == "ftp" && type_in_host(shape).is_some()
    })
    .hint(slash_before_type),
    FailurePattern::new(reasons::NO_TYPE, |shape| {
        shape.scheme == "ftp" && type_at(shape).is_some_and(|at| shape.offset >= at)
    }),
    FailurePattern::new(reasons::TYPE_FORM, |shape| {
        shape.scheme == "ftp"
            && matches!(type_code(shape), Some(b"A" | b"E"))
            && shape.found().is_none()
    }),
    FailurePattern::new(reasons::TYPE_CODE_FORM, fails_in_type),
    FailurePattern::new(reasons::TYPE_CODE, fails_in_type),
    FailurePattern::new(reasons::SEMICOLON_ENCODED, |shape| {
        shape.scheme == "ftp" && semicolons(shape).next().is_some_and(|at| shape.offset > at)
    })
    .hint(|shape| escape(shape, semicolons(shape))),
    FailurePattern::new(reasons::SLASH_BEFORE_SEARCH, |shape| {
        shape.scheme == "http" && fails_behind_host(shape) && shape.found() == Some(b'?')
    })
    .hint(|shape| put_in(shape.offset, "/")),
    FailurePattern::new(reasons::DATABASE, |shape| {
        shape.scheme == "wais" && fails_behind_host(shape) && !shape.name().is_empty()
    }),
    FailurePattern::new(reasons::DOCUMENT_PATH, |shape| {
        let slashes = shape.path().iter().filter(|&&byte| byte == b'/').count();
        shape.scheme == "wais" && slashes == 2 && shape.found().is_none()
    }),
    FailurePattern::new(reasons::SESSION, |shape| {
        shape.scheme == "telnet" && fails_behind_host(shape) && shape.found() == Some(b'/')
    })
    .hint(|shape| match shape.path() {
        b"/" => remove(shape.offset, b"/"),
        _ => RepairHint::Never,
    }),
    FailurePattern::new(reasons::SESSION_SEMICOLON, |shape| {
        shape.scheme == "telnet" && shape.path().starts_with(b"/") && fails_in_path_at(shape, 1)
    }),
    FailurePattern::new(reasons::GOPHER_DEFAULT, lacks_gopher_type)
        .hint(|shape| remove(shape.input.len() - 1, b"/")),
    FailurePattern::new(reasons::GOPHER_TYPE, lacks_gopher_type),
    FailurePattern::new(reasons::GOPHER_SLASH, |shape| {
        shape.scheme == "gopher" && shape.path().len() > 2 && fails_in_path_at(shape, 2)
    }),
    FailurePattern::new(reasons::GOPHER_SELECTOR, |shape| {
        shape.scheme == "gopher" && fails_in_path_at(shape, 2) && shape.found() == Some(b'/')
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
    if [&b"\\n"[..], b"\\r", b"\\t", b"\\0"].iter().any(|ending| shape.input.ends_with(ending)) {
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
    shape.authority.as_ref().is_some_and(|authority| authority.end == shape.offset)
}

/// Whether the failure is this many bytes after the end of the authority.
fn fails_in_path_at(shape: &LenientParse<'_>, at: usize) -> bool {
    shape.authority.as_ref().is_some_and(|authority| authority.end + at == shape.offset)
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
    let begin = shape.authority.as_ref().map_or(shape.input.len(), |authority| authority.end);
    let semicolon = |at: &usize| shape.input[*at] == b';';
    let begins_type = type_at(shape).filter(|at| shape.input.len() > at + 6);
    (begin..shape.input.len()).filter(semicolon).filter(move |at| Some(*at) != begins_type)
}
