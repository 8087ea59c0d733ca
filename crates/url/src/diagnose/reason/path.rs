//! Reasons for what follows the host.

use super::host::{COMMON, INTERNET};
use super::pair::{Mend, Pair, edit, escape, put_in, remove};
use crate::diagnose::repair::EditKind;
use crate::diagnose::shape::Shape;
use crate::edition::Document;
use crate::quotation::{
    rfc1630, rfc1738, rfc1808, rfc2396, url_00, url_01, url_02, url_03, url_06,
};

pub(super) const PAIRS: &[Pair] = &[
    Pair::new(
        "backslash",
        "the delimiter before and after a host is `/`, not `\\`",
        &[
            url_00::DOUBLE_SLASH,
            url_01::DOUBLE_SLASH,
            url_02::DOUBLE_SLASH,
            url_03::DOUBLE_SLASH,
            rfc1630::SLASH,
            url_06::DOUBLE_SLASH,
            rfc1738::DOUBLE_SLASH,
            rfc1808::PARSE_NET_LOC,
            rfc2396::DOUBLE_SLASH,
        ],
        |it| (it.is_one_of(COMMON) || it.scheme == "file") && stands_for_slash(it),
    )
    .mend(slashes),
    Pair::new(
        "file-slashes",
        "the delimiter of directories is `/`, not `\\`",
        &[rfc1738::FILE_PATH],
        |it| {
            let fails = it.found() == Some(b'\\') || it.path().contains(&b'\\');
            it.scheme == "file" && it.authority.is_some() && fails && !it.fails_in_authority()
        },
    )
    .silent(&[
        Document::Rfc1808,
        Document::Rfc2396,
        Document::Rfc2732,
        Document::Rfc3986,
        Document::Rfc3987,
        Document::Rfc6874,
    ])
    .mend(slashes),
    Pair::new(
        "file-form",
        "`file:` is followed by `//` and a host, which may be empty",
        &[rfc1738::FILE_FORM],
        |it| it.scheme == "file" && it.authority.is_none(),
    )
    .mend(|it| match it.rest().first() {
        Some(b'/') => put_in(it.rest, "//"),
        _ => Mend::Suggested,
    }),
    Pair::new(
        "file-form",
        "`file:` is followed by `//` and a host",
        &[url_06::FILE_FORM],
        |it| it.scheme == "file" && it.authority.is_none(),
    )
    .mend(|it| match it.rest().first() {
        Some(b'/') => put_in(it.rest, "//localhost"),
        _ => Mend::Suggested,
    }),
    Pair::new(
        "double-slash",
        "without `//` there is no host; `urlbnf resolve` reads partial forms",
        &[url_06::DOUBLE_SLASH, rfc1738::DOUBLE_SLASH],
        |it| it.is_one_of(COMMON) && lacks_slashes(it),
    ),
    Pair::new(
        "double-slash",
        "without `//` there is no host; `urlbnf resolve` reads partial forms",
        &[
            url_00::DOUBLE_SLASH,
            url_01::DOUBLE_SLASH,
            url_02::DOUBLE_SLASH,
            url_03::DOUBLE_SLASH,
        ],
        |it| it.is_one_of(INTERNET) && lacks_slashes(it),
    ),
    Pair::new(
        "double-slash",
        "a URL with a scheme must be complete; `urlbnf resolve` reads partial forms",
        &[rfc1630::SCHEME_OMITTED],
        |it| it.is_one_of(INTERNET) && lacks_slashes(it),
    ),
    Pair::new(
        "type-in-path",
        "`;type=` ends a path, which begins with `/`",
        &[rfc1738::FTP_NO_PATH],
        |it| it.scheme == "ftp" && type_in_host(it).is_some(),
    )
    .silent(&[Document::Url06])
    .mend(slash_before_type),
    Pair::new(
        "type-in-path",
        "`;type=` is a suffix of the URL, after a path that begins with `/`",
        &[url_03::FTP_SUFFIXES, rfc1630::FTP_SUFFIXES],
        |it| it.scheme == "ftp" && type_in_host(it).is_some(),
    )
    .mend(slash_before_type),
    Pair::new(
        "no-type",
        "this grammar has no `;type=`: the name tells the format",
        &[url_00::FTP_GUESS, url_01::FTP_GUESS, url_02::FTP_GUESS],
        |it| it.scheme == "ftp" && type_at(it).is_some_and(|at| it.offset >= at),
    )
    .never_mended(),
    Pair::new(
        "type-form",
        "the prose allows a code alone, such as `A`, but the grammar requires a form after it",
        &[url_03::FTP_SPACE, rfc1630::FTP_SPACE],
        |it| it.scheme == "ftp" && matches!(type_code(it), Some(b"A" | b"E")) && it.found().is_none(),
    )
    .never_mended(),
    Pair::new(
        "type-code",
        "a type code is `I`, `A` or `E` with a form, or `L` with a number",
        &[url_03::FTP_SPACE, rfc1630::FTP_SPACE],
        fails_in_type,
    )
    .never_mended(),
    Pair::new(
        "type-code",
        "a type code is `a`, `i` or `d`",
        &[url_06::FTP_TYPECODE, rfc1738::FTP_TYPECODE],
        fails_in_type,
    )
    .never_mended(),
    Pair::new(
        "semicolon-encoded",
        "`;` must be encoded in a name",
        &[url_06::FTP_RESERVED, rfc1738::FTP_RESERVED],
        |it| it.scheme == "ftp" && semicolons(it).next().is_some_and(|at| it.offset > at),
    )
    .mend(|it| escape(it, semicolons(it))),
    Pair::new(
        "slash-before-search",
        "the `/` may be omitted only if there is no search",
        &[url_06::HTTP_SLASH, rfc1738::HTTP_SLASH],
        |it| it.scheme == "http" && fails_behind_host(it) && it.found() == Some(b'?'),
    )
    .mend(|it| put_in(it.offset, "/")),
    Pair::new(
        "database",
        "the name of a database is missing",
        &[url_06::WAIS_NAME, rfc1738::WAIS_NAME],
        |it| it.scheme == "wais" && fails_behind_host(it) && !it.name().is_empty(),
    )
    .never_mended(),
    Pair::new(
        "document-path",
        "the type of a document must be followed by a path",
        &[url_06::WAIS_DOCUMENT, rfc1738::WAIS_DOCUMENT],
        |it| {
            let slashes = it.path().iter().filter(|&&byte| byte == b'/').count();
            it.scheme == "wais" && slashes == 2 && it.found().is_none()
        },
    )
    .never_mended(),
    Pair::new(
        "session",
        "a session has no parts, so nothing follows the host",
        &[
            url_00::SESSION_WHOLE,
            url_01::SESSION_WHOLE,
            url_02::SESSION_WHOLE,
            url_03::SESSION_WHOLE,
            rfc1630::SESSION_WHOLE,
        ],
        |it| it.scheme == "telnet" && fails_behind_host(it) && it.found() == Some(b'/'),
    )
    .mend(|it| match it.path() {
        b"/" => remove(it.offset, b"/"),
        _ => Mend::Never,
    }),
    Pair::new(
        "session",
        "a session has no parts, so nothing follows the host but a slash",
        &[url_06::TELNET_SERVICE, rfc1738::TELNET_SERVICE],
        |it| it.scheme == "telnet" && it.path().starts_with(b"/") && fails_in_path_at(it, 1),
    )
    .never_mended(),
    Pair::new(
        "gopher-default",
        "the prose allows the type to be omitted, but the grammar requires one after the slash",
        &[url_01::GOPHER_DEFAULT, url_02::GOPHER_DEFAULT, rfc1630::GOPHER_DEFAULT],
        lacks_gopher_type,
    )
    .mend(|it| remove(it.input.len() - 1, b"/")),
    Pair::new(
        "gopher-type",
        "the first character of the path is the type, which is missing",
        &[url_00::GOPHER_TYPE, url_03::GOPHER_TYPE],
        lacks_gopher_type,
    )
    .never_mended(),
    Pair::new(
        "gopher-slash",
        "in the prose the selector follows the type directly, but the grammar requires a slash between them",
        &[url_00::GOPHER_SELECTOR],
        |it| it.scheme == "gopher" && it.path().len() > 2 && fails_in_path_at(it, 2),
    )
    .never_mended(),
    Pair::new(
        "gopher-selector",
        "the prose allows a selector to begin with a slash, but the grammar does not",
        &[
            url_01::GOPHER_SELECTOR,
            url_02::GOPHER_SELECTOR,
            url_03::GOPHER_CHARACTERS,
            rfc1630::GOPHER_DATA_SLASH,
        ],
        |it| it.scheme == "gopher" && fails_in_path_at(it, 2) && it.found() == Some(b'/'),
    )
    .never_mended(),
];

/// Whether the input ends after the slash that should begin a gopher path.
fn lacks_gopher_type(shape: &Shape<'_>) -> bool {
    shape.scheme == "gopher" && shape.path() == b"/" && shape.found().is_none()
}

/// Whether a `\` is used instead of a slash that begins or ends a host.
pub(super) fn stands_for_slash(shape: &Shape<'_>) -> bool {
    let before = shape.authority.is_none() && shape.rest().starts_with(b"\\\\");
    let in_host = shape.authority.is_some() && shape.host.contains(&shape.offset);
    // Before an `@`, it may separate a domain and a user.
    before || in_host && shape.login.is_none() && shape.found() == Some(b'\\')
}

/// Replaces each `\` with a slash, unless the text ends with an escape such as `\n`.
pub(super) fn slashes(shape: &Shape<'_>) -> Mend {
    if [&b"\\n"[..], b"\\r", b"\\t", b"\\0"].iter().any(|it| shape.input.ends_with(it)) {
        return Mend::Never;
    }
    let places = (shape.rest..shape.input.len()).filter(|&at| shape.input[at] == b'\\');
    Mend::Edits(places.map(|at| edit(at, b"\\", "/", EditKind::Replace)).collect())
}

/// Whether the failure is where `//` is expected.
fn lacks_slashes(shape: &Shape<'_>) -> bool {
    shape.authority.is_none() && shape.offset <= shape.rest + 1
}

/// Whether the failure is where the host and its port end.
fn fails_behind_host(shape: &Shape<'_>) -> bool {
    shape.authority.as_ref().is_some_and(|it| it.end == shape.offset)
}

/// Whether the failure is this many bytes after the end of the authority.
fn fails_in_path_at(shape: &Shape<'_>, at: usize) -> bool {
    shape.authority.as_ref().is_some_and(|it| it.end + at == shape.offset)
}

/// The offset of the last `;type=`.
fn type_at(shape: &Shape<'_>) -> Option<usize> {
    let at = shape.rest().windows(6).rposition(|window| window == b";type=")?;
    Some(shape.rest + at)
}

/// The text after the last `;type=`.
fn type_code<'i>(shape: &Shape<'i>) -> Option<&'i [u8]> {
    type_at(shape).map(|at| &shape.input[at + 6..])
}

fn fails_in_type(shape: &Shape<'_>) -> bool {
    shape.scheme == "ftp" && type_at(shape).is_some_and(|at| shape.offset >= at + 6)
}

/// The offset of a `;type=` that directly follows a host.
fn type_in_host(shape: &Shape<'_>) -> Option<usize> {
    let host = &shape.input[shape.host.clone()];
    let at = host.windows(6).position(|window| window == b";type=")?;
    Some(shape.host.start + at)
}

fn slash_before_type(shape: &Shape<'_>) -> Mend {
    type_in_host(shape).map_or(Mend::Suggested, |at| put_in(at, "/"))
}

/// Every `;` of a path that does not begin a type.
fn semicolons<'s>(shape: &'s Shape<'_>) -> impl Iterator<Item = usize> + 's {
    let begin = shape.authority.as_ref().map_or(shape.input.len(), |it| it.end);
    let semicolon = |at: &usize| shape.input[*at] == b';';
    let begins_type = type_at(shape).filter(|at| shape.input.len() > at + 6);
    (begin..shape.input.len()).filter(semicolon).filter(move |at| Some(*at) != begins_type)
}
