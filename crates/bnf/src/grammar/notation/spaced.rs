//! The notation of 1993: blanks separate the parts of a production, a single character is a
//! literal, and a word of two characters or more is a name.

use super::super::expression::Span;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::RawExpression;
use super::cursor::TextCursor;
use super::reader::ProductionParser;

fn is_of_a_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_')
}

/// Reads the name of a production. Also returns whether an `=` follows it.
pub(super) fn head<'t>(cursor: &mut TextCursor<'t>) -> Result<(&'t str, Span, bool), SyntaxError> {
    let (name, place) = cursor.defined_name(is_of_a_word)?;
    if name.len() < 2 {
        return Err(SyntaxError { place, kind: SyntaxErrorKind::ShortName });
    }
    match cursor.peek() {
        None | Some(' ' | '\t') => {}
        Some(found) => {
            return cursor.wrong(found.len_utf8(), SyntaxErrorKind::NotOfAName(found));
        }
    }
    let mut body = cursor.clone();
    body.next();
    let sign = ["=", ":=", "::="].into_iter().find(|sign| body.rest().starts_with(sign));
    let has_equals = sign.is_some_and(|sign| {
        body.take(sign.len());
        !matches!(body.next(), None | Some('|'))
    });
    Ok((name, place, has_equals))
}

/// Whether the next character, where an element is expected, is a literal `[`, `]` or `|`: alone
/// between two `|`, or at the end.
pub(super) fn is_alone(cursor: &TextCursor<'_>, found: char, depth: usize) -> bool {
    if !matches!(found, '[' | ']' | '|') {
        return false;
    }
    let mut after = cursor.clone();
    after.take(1);
    match after.next() {
        Some('|') => true,
        Some(_) => false,
        None => found != ']' || depth == 0,
    }
}

/// Reads an element: `[ x ]`, a name or a character.
pub(super) fn element(
    reader: &mut ProductionParser<'_>,
    found: char,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    if found == '[' {
        return reader.optional(depth);
    }
    let cursor = &mut reader.cursor;
    if !found.is_ascii_graphic() {
        return cursor.wrong(found.len_utf8(), SyntaxErrorKind::Unexpected(found));
    }
    let rest = cursor.rest();
    if found.is_ascii_alphabetic() && rest[1..].starts_with(is_of_a_word) {
        return Ok(cursor.name(is_of_a_word));
    }
    Ok(RawExpression::literal(&rest[..1], cursor.take(1)))
}
