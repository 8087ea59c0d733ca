//! Reasons for schemes, partial forms, and characters anywhere.

use super::pair::{Mend, Pair, edit};
use super::reference::begins_no_triplet;
use crate::diagnose::repair::{BYTE_ORDER_MARK, EditKind};
use crate::diagnose::shape::Shape;
use crate::edition::{Document, Edition};
use crate::quotation::{
    rfc1630, rfc1738, rfc2396, rfc3986, url_00, url_01, url_02, url_03, url_06,
};

pub(super) const PAIRS: &[Pair] = &[
    Pair::new(
        "local-path",
        "a path of a file system is not a URL; the form of a file URL is file://<host>/<path>",
        &[url_06::FILE_FORM, rfc1738::FILE_FORM],
        |it| {
            let drive = it.scheme.len() == 1 && matches!(it.rest().first(), Some(b'\\' | b'/'));
            drive || it.input.starts_with(b"\\\\")
        },
    )
    .silent(&[
        Document::Url00,
        Document::Url01,
        Document::Url02,
        Document::Url03,
        Document::Rfc1630,
        Document::Rfc1808,
        Document::Rfc2396,
        Document::Rfc2732,
        Document::Rfc3986,
        Document::Rfc3987,
        Document::Rfc6874,
    ])
    .never_mended(),
    Pair::new(
        "space-around",
        "a space before or after the URL is not part of it",
        &[
            url_00::SPACES,
            rfc1630::EXTRANEOUS,
            url_06::PRINTABLE,
            rfc1738::SPACE,
            rfc2396::SPACE,
            rfc3986::WHITE_SPACE,
        ],
        |it| {
            let (start, end) = within_spaces(it.input);
            start < end
                && (it.offset < start || it.offset >= end)
                && it.found().is_some_and(is_space)
        },
    )
    .silent(&[Document::Rfc1808, Document::Rfc2732, Document::Rfc3987, Document::Rfc6874])
    .mend(|it| {
        let (start, end) = within_spaces(it.input);
        let around = [(0, start), (end, it.input.len())].into_iter().filter(|(from, to)| from < to);
        let edits = around.map(|(from, to)| edit(from, &it.input[from..to], "", EditKind::Remove));
        Mend::Edits(edits.collect())
    }),
    Pair::new(
        "fragment",
        "`#` separates the URL from a fragment, which is not part of it",
        &[url_03::FRAGMENT, rfc1630::HASH, url_06::HASH, rfc1738::HASH],
        |it| it.found() == Some(b'#'),
    ),
    Pair::new(
        "no-scheme",
        "the scheme is missing; `urlbnf resolve` reads partial forms",
        &[
            url_00::SCHEME,
            url_01::SCHEME,
            url_02::SCHEME,
            url_03::SCHEME,
            rfc1630::ABSOLUTE,
            url_06::FORM,
            rfc1738::FORM,
        ],
        |it| !it.input.is_empty() && is_partial(it.input),
    ),
    Pair::new(
        "reserved",
        "{found} is reserved: encoded, it would mean something else",
        &[rfc1630::RESERVED],
        |it| !it.fails_in_authority() && it.found().is_some_and(|byte| b"?*!+".contains(&byte)),
    ),
    Pair::new(
        "first-slash",
        "in this grammar a `path` never begins with a slash",
        &[rfc1630::SLASH],
        |it| {
            let before = &it.input[..it.offset];
            let begins = before.ends_with(b":") || before.ends_with(b"/");
            begins && it.found() == Some(b'/') && !before.iter().any(|byte| b"?#".contains(byte))
        },
    )
    .only(Edition::Rfc1630Generic)
    .never_mended(),
    Pair::new(
        "reserved-class",
        "{found} is in the class `reserved`, which no other production uses",
        &[rfc1630::CLASS_GENERIC],
        is_of_class,
    )
    .only(Edition::Rfc1630Generic)
    .never_mended(),
    Pair::new(
        "reserved-class",
        "{found} is in the class `reserved`, which no other production uses",
        &[rfc1630::CLASS],
        is_of_class,
    )
    .never_mended(),
    Pair::new(
        "reserved",
        "{found} is reserved: encoded, it would mean something else",
        &[url_03::RESERVED],
        |it| is_of_class(it) || !it.fails_in_authority() && it.found() == Some(b'?'),
    )
    .never_mended(),
    Pair::new(
        "percent",
        "a `%` always begins an encoding of an octet",
        &[rfc1630::PERCENT, rfc1738::PERCENT],
        begins_no_triplet,
    ),
    Pair::new(
        "not-ascii",
        "an octet outside US-ASCII must be encoded",
        &[url_00::ESCAPE_OTHERS, rfc1630::UNSAFE, url_06::PRINTABLE, rfc1738::NO_GRAPHIC],
        |it| {
            let marked = it.input.starts_with(BYTE_ORDER_MARK);
            !marked && it.found().is_some_and(|byte| !byte.is_ascii())
        },
    ),
];

/// The range of a string without the white space around it.
fn within_spaces(input: &[u8]) -> (usize, usize) {
    let start = input.iter().position(|&byte| !is_space(byte)).unwrap_or(input.len());
    let end = input.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    (start, end)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether there is no colon, or a slash precedes it.
fn is_partial(input: &[u8]) -> bool {
    input.iter().find(|byte| b":/".contains(byte)) != Some(&b':')
}

fn is_of_class(shape: &Shape<'_>) -> bool {
    !shape.fails_in_authority() && shape.found().is_some_and(|byte| b"=;:".contains(&byte))
}
