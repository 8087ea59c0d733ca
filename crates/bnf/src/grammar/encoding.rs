//! Bytes as text, each mistake in them at its place.

use std::borrow::Cow;

use super::expression::Place;
use super::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::replaced;

/// What stands for a byte that is in no character.
const NONE: char = '?';

/// The text of a file. A byte that is in no character of UTF-8 is a `?`, so that
/// all others stay at their places.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    replaced(bytes, NONE)
}

/// Where bytes are in no character: a mistake for each run of such.
pub(super) fn mistakes(bytes: &[u8]) -> Vec<SyntaxError> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        let place = Place { start: 0, end: 2 };
        return vec![SyntaxError { place, kind: SyntaxErrorKind::Utf16 }];
    }
    let mut wrong: Vec<SyntaxError> = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        let start = at + chunk.valid().len();
        let end = start + chunk.invalid().len();
        at = end;
        let Some(&first) = chunk.invalid().first() else { continue };
        match wrong.last_mut() {
            Some(before) if before.place.end == start => before.place.end = end,
            _ => wrong.push(SyntaxError {
                place: Place { start, end },
                kind: SyntaxErrorKind::NotUtf8(first),
            }),
        }
    }
    wrong
}
