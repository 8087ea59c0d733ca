//! Octets and the triplets that encode them.
//!
//! A part of a URL represents a sequence of octets (RFC 1738, section 2.2). An octet is
//! written as the US-ASCII character with its code, or as `%` and two hexadecimal digits.
//! `%FF` is an octet that is not a character, so decoding yields bytes, not text.

use std::borrow::Cow;

/// The octet of the triplet that begins a text; `None` if no triplet begins it.
pub fn triplet(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// The octets that a text represents. A `%` that begins no triplet represents itself.
pub fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(units(text).map(|(octet, _)| octet).collect())
}

/// The characters and triplets of a text: the octet of each, and its bytes. A `%` that begins
/// no triplet is a character.
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

/// Appends an octet as a triplet, with digits in upper case.
pub fn push_triplet(text: &mut Vec<u8>, octet: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.extend([b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
}

/// The offset, in bytes, of the first `%` that begins no triplet.
pub fn first_bad_triplet(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'%', text).find(|&offset| triplet(&text[offset..]).is_none())
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
