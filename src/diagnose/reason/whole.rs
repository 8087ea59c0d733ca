//! What the documents say of a scheme, of partial forms, and of characters anywhere.

use super::pair::{Pair, put_in};
use crate::diagnose::repair::BYTE_ORDER_MARK;
use crate::diagnose::shape::Shape;
use crate::edition::Edition;
use crate::quotation::{rfc1630, rfc1738, url_00, url_01, url_02, url_03, url_06};
use crate::registry;

pub(super) const PAIRS: &[Pair] = &[
    Pair::new(
        "fragment",
        "`#` delimits a URL from a fragment, which is no part of it",
        &[url_03::FRAGMENT, rfc1630::HASH, url_06::HASH, rfc1738::HASH],
        |it| it.found() == Some(b'#'),
    ),
    Pair::new(
        "lost-colon",
        "a colon ends the scheme, and here is none",
        &[
            url_00::SCHEME,
            url_01::SCHEME,
            url_02::SCHEME,
            url_03::SCHEME,
            rfc1630::SCHEME,
            url_06::FORM,
            rfc1738::FORM,
        ],
        |it| scheme_without_colon(it).is_some(),
    )
    .mend(|it| put_in(scheme_without_colon(it).unwrap_or_default(), ":")),
    Pair::new(
        "no-scheme",
        "it has no scheme; a partial form is for `urlbnf resolve`",
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
        "reserved-class",
        "{found} is of the class reserved, which stands in no other production",
        &[rfc1630::CLASS_GENERIC],
        is_of_class,
    )
    .only(Edition::Rfc1630Generic)
    .never_mended(),
    Pair::new(
        "reserved-class",
        "{found} is of the class reserved, which stands in no other production",
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
        "not-ascii",
        "an octet that is no US-ASCII character must be encoded",
        &[url_00::ESCAPE_OTHERS, rfc1630::UNSAFE, url_06::PRINTABLE, rfc1738::NO_GRAPHIC],
        |it| {
            let marked = it.input.starts_with(BYTE_ORDER_MARK);
            !marked && it.found().is_some_and(|byte| !byte.is_ascii())
        },
    ),
];

/// Where the name of a scheme that the documents know ends, if `//` follows it at once.
fn scheme_without_colon(shape: &Shape<'_>) -> Option<usize> {
    let end = shape.input.windows(2).position(|window| window == b"//")?;
    let name = std::str::from_utf8(&shape.input[..end]).ok()?;
    registry::find(name).filter(|scheme| scheme.name == name).map(|_| end)
}

/// Whether there is no colon, or a slash before it.
fn is_partial(input: &[u8]) -> bool {
    input.iter().find(|byte| b":/".contains(byte)) != Some(&b':')
}

fn is_of_class(shape: &Shape<'_>) -> bool {
    !shape.fails_in_authority() && shape.found().is_some_and(|byte| b"=;:".contains(&byte))
}
