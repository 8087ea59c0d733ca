//! Octets and the triplets that write them.
//!
//! A part of a URL stands for a sequence of octets (RFC 1738, section 2.2). An
//! octet is written as the US-ASCII character that has its code, or as `%` and
//! two hexadecimal digits. `%FF` is an octet and no character: what is decoded
//! is bytes, never text.

use std::borrow::Cow;

/// The octet of the triplet at the beginning of a text, if there is one.
pub fn triplet(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// The octets that a text stands for. A `%` that begins no triplet stands for itself.
pub fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(units(text).map(|(octet, _)| octet).collect())
}

/// A text by its characters and triplets: the octet of each, and its bytes. A `%` that begins no
/// triplet is a character.
pub fn units(text: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let &byte = rest.first()?;
        let octet = triplet(rest);
        let (unit, behind) = rest.split_at(if octet.is_some() { 3 } else { 1 });
        rest = behind;
        Some((octet.unwrap_or(byte), unit))
    })
}

/// Writes an octet as a triplet, its digits in upper case.
pub fn push_triplet(text: &mut Vec<u8>, octet: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.extend([b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
}

/// Where the first `%` stands that begins no triplet.
pub fn first_bad_triplet(text: &[u8]) -> Option<usize> {
    let percents = text.iter().enumerate().filter(|(_, byte)| **byte == b'%');
    let mut percents = percents.map(|(offset, _)| offset);
    percents.find(|&offset| triplet(&text[offset..]).is_none())
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
