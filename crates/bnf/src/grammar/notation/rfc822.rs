//! The notation of RFC 1738: that of RFC 822, but with `|` between alternatives and `[ ]` around
//! optional or repeated elements. RFC 822's `1*3x`, which RFC 2373 uses, is read too.
//!
//! Text that looks like another notation gets an error that names it: ABNF of RFC 5234, BNF with
//! `::=`, and what RFC 822 has but RFC 1738 does not.

use super::super::expression::Span;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::cursor::TextCursor;
use super::reader::ProductionParser;
use super::{RawExpression, RawExpressionKind};

/// A quotation mark, as RFC 822 writes it.
const QUOTE: &str = "<\">";

pub(super) fn is_of_a_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '+')
}

/// Reads the name of a production and its `=`. The flag, for an `=` out of place, is `false`.
pub(super) fn head<'t>(cursor: &mut TextCursor<'t>) -> Result<(&'t str, Span, bool), SyntaxError> {
    let (name, place) = cursor.defined_name(is_of_a_word)?;
    if let Some(found) =
        cursor.peek().filter(|character| !matches!(character, ' ' | '\t' | '=' | ':' | '"'))
    {
        return cursor.wrong(found.len_utf8(), SyntaxErrorKind::NotOfAName(found));
    }
    cursor.next();
    for (sign, kind) in [
        ("=/", SyntaxErrorKind::Incremental),
        ("::=", SyntaxErrorKind::DefinitionSign("::=")),
        (":=", SyntaxErrorKind::DefinitionSign(":=")),
    ] {
        if cursor.rest().starts_with(sign) {
            return cursor.wrong(sign.len(), kind);
        }
    }
    if cursor.next() != Some('=') {
        return Err(SyntaxError { place: cursor.here(), kind: SyntaxErrorKind::NoEquals });
    }
    cursor.take(1);
    Ok((name, place, false))
}

/// Reads an element: a repetition, brackets, a name or a literal.
pub(super) fn element(
    reader: &mut ProductionParser<'_>,
    found: char,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    let cursor = &mut reader.cursor;
    match found {
        '*' | '0'..='9' => repetition(reader, depth),
        '[' => reader.optional(depth),
        '/' => {
            let place = cursor.take(1);
            reader.bare.push(place);
            Ok(RawExpression::literal("/", place))
        }
        _ => operand(reader, found, depth),
    }
}

/// Reads an element that may follow a `*`, except `[ ]`.
fn operand(
    reader: &mut ProductionParser<'_>,
    found: char,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    let cursor = &mut reader.cursor;
    match found {
        '(' => Ok(reader.brackets(')', depth)?.0),
        '"' => literal(cursor),
        '<' if cursor.rest().starts_with(QUOTE) => {
            Ok(RawExpression::literal("\"", cursor.take(QUOTE.len())))
        }
        found if found.is_ascii_alphabetic() => Ok(cursor.name(is_of_a_word)),
        found => Err(stranger(cursor, found)),
    }
}

/// Reads `*x`, `1*x`, `1*3x`, or `*[ x y ]`, where the brackets only group.
fn repetition(
    reader: &mut ProductionParser<'_>,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    let cursor = &mut reader.cursor;
    let whole = cursor.clone();
    let start = cursor.here().start;
    let least = cursor.count()?;
    if cursor.peek() != Some('*') {
        return whole.wrong(cursor.taken_end() - start, SyntaxErrorKind::ExactCount);
    }
    let star = cursor.take(1);
    let (at_least, at_most) = (least.unwrap_or(0), cursor.count()?);
    let begin = Span { start, end: cursor.taken_end() };
    if at_most.is_some_and(|most| most < at_least) {
        return Err(SyntaxError { place: begin, kind: SyntaxErrorKind::NoSuchCount });
    }
    let (body, end) = match cursor.next() {
        None | Some('|' | ')' | ']' | '*') => {
            return Err(SyntaxError { place: star, kind: SyntaxErrorKind::NothingRepeated });
        }
        Some('[') => reader.brackets(']', depth)?,
        Some('(') => reader.brackets(')', depth)?,
        Some(found) => {
            let body = operand(reader, found, depth)?;
            let place = body.place;
            (body, place)
        }
    };
    Ok(RawExpression {
        kind: RawExpressionKind::Repetition(at_least, at_most, Box::new(body)),
        place: begin.to(end),
    })
}

/// Reads a literal: `"ftp://"`.
fn literal(cursor: &mut TextCursor<'_>) -> Result<RawExpression, SyntaxError> {
    let whole = cursor.clone();
    let (text, place) = cursor.quoted(0, SyntaxErrorKind::NotInALiteral)?;
    if text.is_empty() {
        return whole.wrong(2, SyntaxErrorKind::EmptyLiteral);
    }
    Ok(RawExpression::literal(text, place))
}

/// The error for a character that cannot begin an element.
fn stranger(cursor: &TextCursor<'_>, found: char) -> SyntaxError {
    let rest = cursor.rest();
    let (bytes, kind) = match found {
        '%' => {
            let is_of_it = |character: char| {
                character.is_ascii_alphanumeric() || matches!(character, '.' | '-')
            };
            let length =
                rest[1..].find(|character| !is_of_it(character)).map_or(rest.len(), |at| at + 1);
            (length.min(20), SyntaxErrorKind::NumericValue)
        }
        '=' => (1, SyntaxErrorKind::EqualsWithin),
        '<' => (1, SyntaxErrorKind::AngleBracket),
        '#' => (1, SyntaxErrorKind::ListRule),
        '{' | '}' => (1, SyntaxErrorKind::Brace(found)),
        '\'' => (1, SyntaxErrorKind::SingleQuote),
        found => (found.len_utf8(), SyntaxErrorKind::Unexpected(found)),
    };
    cursor.mistake(bytes, kind)
}
