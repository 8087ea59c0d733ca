//! Reasons for addresses in brackets, from RFC 2732 and later documents.
//!
//! If an address fails, the grammar names one of nine alternatives and a digit that this one
//! does not expect, but readers want to know which rule of addresses is broken. If the brackets
//! are missing, the standard library decides whether the text is an address; it parses
//! addresses independently of this grammar.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::GrammarExplanation;
use super::pattern::{FailurePattern, RepairHint, edit, put_in, reasons, remove};
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::RepairEditKind;

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::ZONE, |shape| {
        shape.found() == Some(b'%') && piece(shape).is_some()
    }),
    FailurePattern::new(reasons::ZONE_DELIMITER, |shape| zone(shape).is_some())
        .hint(|shape| zone(shape).map_or(RepairHint::Never, |at| put_in(at, "25"))),
    FailurePattern::new(reasons::BRACKET_MISSING, |shape| {
        let inside = literal(shape);
        inside.is_some_and(|inside| inside.end == shape.host.end && shape.offset == inside.end)
    })
    .hint(|shape| {
        match literal(shape).filter(|inside| is_address(&shape.input[inside.clone()])) {
            Some(inside) => put_in(inside.end, "]"),
            None => RepairHint::Never,
        }
    }),
    FailurePattern::new(reasons::BRACKET_MISSING_LOGIN, |shape| {
        let authority =
            shape.authority.clone().map(|authority| authority.start).unwrap_or_default();
        let before = shape.input.get(authority..shape.offset).unwrap_or_default();
        shape.found() == Some(b'@') && before.starts_with(b"[") && !before.contains(&b']')
    }),
    FailurePattern::new(reasons::ZONE_EMPTY, |shape| {
        let inside = literal(shape).filter(|inside| inside.end == shape.offset);
        inside.is_some_and(|inside| shape.input[inside].ends_with(b"%25"))
    }),
    FailurePattern::new(reasons::BRACKETS_MISSING, |shape| {
        shape.fails_in_authority() && looks_like_an_address(host(shape))
    })
    .hint(|shape| match is_address(host(shape)) {
        true => RepairHint::Edits(vec![
            edit(shape.host.start, b"", "[", RepairEditKind::PutIn),
            edit(shape.host.end, b"", "]", RepairEditKind::PutIn),
        ]),
        false => RepairHint::Never,
    })
    .with_explanation(|_| {
        Some(GrammarExplanation {
            headline: "an IPv6 address without brackets is no host".to_owned(),
            production: &["host", "ihost"],
            remarks: vec![("IP-literal", "this has the brackets".to_owned())],
        })
    }),
    FailurePattern::new(reasons::TWO_ELISIONS, |shape| {
        let inside = piece(shape).and_then(|_| literal(shape)).unwrap_or_default();
        shape.input[inside].windows(2).filter(|pair| pair == b"::").count() > 1
    }),
    FailurePattern::new(reasons::FOUR_DIGITS, |shape| surplus(shape).is_some()).hint(|shape| {
        match surplus(shape) {
            // Leading zeros have no meaning.
            Some(digits) if shape.input[digits.clone()].iter().all(|&digit| digit == b'0') => {
                remove(digits.start, &shape.input[digits])
            }
            _ => RepairHint::Never,
        }
    }),
    FailurePattern::new(reasons::LEADING_ZERO, |shape| {
        number(shape).is_some_and(|number| shape.input[number].starts_with(b"0"))
    })
    .hint(|shape| match number(shape) {
        // Some programs read such a number as octal, which differs from 8 on.
        Some(number) => match &shape.input[number.clone()] {
            [zeros @ .., b'0'..=b'7'] if zeros.iter().all(|&digit| digit == b'0') => {
                remove(number.start, zeros)
            }
            _ => RepairHint::Never,
        },
        None => RepairHint::Never,
    }),
    FailurePattern::new(reasons::LAST_PIECES, |shape| {
        piece(shape).is_some_and(|piece| is_ipv4(&shape.input[piece]))
    }),
    FailurePattern::new(reasons::FOUR_NUMBERS, |shape| {
        let piece = piece(shape).map(|piece| &shape.input[piece]).unwrap_or_default();
        let of_numbers = piece.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        piece.contains(&b'.') && of_numbers
    }),
    FailurePattern::new(reasons::EIGHT_PIECES, |shape| {
        let inside = literal(shape).filter(|_| piece(shape).is_some());
        inside.is_some_and(|inside| shape.input[inside].iter().all(is_of_an_address))
    }),
    FailurePattern::new(reasons::NO_ADDRESS, |shape| {
        let inside = literal(shape);
        inside.is_some_and(|inside| (inside.start..=inside.end).contains(&shape.offset))
    }),
];

/// Whether the host is written as an IPv6 address, in brackets or without them.
pub(super) fn is_written(shape: &LenientParse<'_>) -> bool {
    match literal(shape) {
        Some(inside) => {
            let inside = &shape.input[inside];
            let address = without_zone(inside);
            address.contains(&b':') && address.iter().all(is_of_an_address)
        }
        None => looks_like_an_address(without_zone(host(shape))),
    }
}

/// An address up to the `%` of a zone.
fn without_zone(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'%').next().unwrap_or_default()
}

fn is_of_an_address(byte: &u8) -> bool {
    byte.is_ascii_hexdigit() || b":.".contains(byte)
}

fn host<'i>(shape: &LenientParse<'i>) -> &'i [u8] {
    &shape.input[shape.host.clone()]
}

/// The text after the `[` of a host, up to `]` or the end of the host.
fn literal(shape: &LenientParse<'_>) -> Option<Range<usize>> {
    let inside = host(shape).strip_prefix(b"[")?;
    let length = inside.iter().position(|&byte| byte == b']').unwrap_or(inside.len());
    let start = shape.host.start + 1;
    Some(start..start + length)
}

/// The piece between two colons of an address in brackets that contains the failure.
fn piece(shape: &LenientParse<'_>) -> Option<Range<usize>> {
    let inside =
        literal(shape).filter(|range| (range.start..=range.end).contains(&shape.offset))?;
    Some(part(shape, inside, b':'))
}

/// The part that surrounds the failure, between two of these bytes.
fn part(shape: &LenientParse<'_>, within: Range<usize>, byte: u8) -> Range<usize> {
    let is = |other: &u8| *other == byte;
    let start = shape.input[within.start..shape.offset].iter().rposition(is);
    let length = shape.input[shape.offset..within.end].iter().position(is);
    let start = start.map_or(within.start, |at| within.start + at + 1);
    start..length.map_or(within.end, |length| shape.offset + length)
}

/// The excess digits of a piece that is too long: the first ones.
fn surplus(shape: &LenientParse<'_>) -> Option<Range<usize>> {
    let piece = piece(shape)?;
    let digits = shape.input[piece.clone()].iter().all(u8::is_ascii_hexdigit);
    (digits && piece.len() > 4).then(|| piece.start..piece.end - 4)
}

/// The number between two dots of a piece that contains the failure.
fn number(shape: &LenientParse<'_>) -> Option<Range<usize>> {
    let piece = piece(shape).filter(|piece| shape.input[piece.clone()].contains(&b'.'))?;
    let number = part(shape, piece, b'.');
    let digits = shape.input[number.clone()].iter().all(u8::is_ascii_digit);
    (digits && number.len() > 1).then_some(number)
}

/// The offset at which `25` is missing after the `%` that should begin a zone.
fn zone(shape: &LenientParse<'_>) -> Option<usize> {
    let inside = literal(shape)?;
    let percent = shape.input[inside.clone()].iter().position(|&byte| byte == b'%')?;
    let behind = inside.start + percent + 1;
    let lacks = !shape.input[behind..].starts_with(b"25");
    (lacks && (behind..behind + 2).contains(&shape.offset)).then_some(behind)
}

fn is_ipv4(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<Ipv4Addr>().is_ok())
}

fn is_ipv6(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

/// An address without the digits that may be its port.
fn without_port(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    text[..text.len() - digits].strip_suffix(b":")
}

/// Whether a text is an address, and not a shorter address followed by a port.
fn is_address(text: &[u8]) -> bool {
    is_ipv6(text) && !without_port(text).is_some_and(is_ipv6)
}

fn looks_like_an_address(text: &[u8]) -> bool {
    is_ipv6(text) || without_port(text).is_some_and(is_ipv6)
}
