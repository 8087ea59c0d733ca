//! Decodes files as UTF-8, and finds the places where they are not.

use std::borrow::Cow;

use super::expression::Span;
use super::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::replaced;

/// The replacement for a byte that is not UTF-8.
const NONE: char = '?';

/// The text of a file. Each byte that is not UTF-8 becomes a `?`, so that all others keep their
/// offsets.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    replaced(bytes, NONE)
}

/// The mistakes in the encoding: one for each run of bytes that are not UTF-8.
pub(super) fn mistakes(bytes: &[u8]) -> Vec<SyntaxError> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        let place = Span { start: 0, end: 2 };
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
                place: Span { start, end },
                kind: SyntaxErrorKind::NotUtf8(first),
            }),
        }
    }
    wrong
}
