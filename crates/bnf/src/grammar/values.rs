//! Converts numeric values to bytes.
//!
//! A value up to FF is an octet, unless the file has code points: then each value is encoded in
//! UTF-8, and a range becomes the byte sequences of its characters. Surrogates are not
//! characters, and UTF-8 cannot encode them.

use regex_syntax::utf8::Utf8Sequences;
use urlbnf_language::CharacterSet;

use super::expression::{Expression, ExpressionKind, Span};

/// Consecutive values; printable ASCII becomes a literal.
pub(super) fn sequence(values: &[u32], code_points: bool, place: Span) -> ExpressionKind {
    let printing =
        |&value: &u32| char::from_u32(value).filter(|character| matches!(character, ' '..='~'));
    if let Some(text) = values.iter().map(printing).collect::<Option<String>>() {
        return ExpressionKind::Literal(text);
    }
    let parts = values
        .iter()
        .map(|&value| Expression { kind: range(value, value, code_points, place), place });
    one_or(parts.collect(), ExpressionKind::Sequence)
}

/// One value of a range.
pub(super) fn range(first: u32, last: u32, code_points: bool, place: Span) -> ExpressionKind {
    let octet = |value: u32| u8::try_from(value).unwrap_or(u8::MAX);
    if !code_points {
        return ExpressionKind::Value(CharacterSet::range(octet(first), octet(last)));
    }
    let (first, last) = (whole(first, SURROGATES.1), whole(last, SURROGATES.0));
    let (Some(first), Some(last)) = (char::from_u32(first), char::from_u32(last)) else {
        return ExpressionKind::Value(CharacterSet::default());
    };
    if first > last {
        return ExpressionKind::Value(CharacterSet::default());
    }
    let sequences = Utf8Sequences::new(first, last).map(|sequence| {
        let bytes = sequence.as_slice().iter().map(|range| {
            let kind = ExpressionKind::Value(CharacterSet::range(range.start, range.end));
            Expression { kind, place }
        });
        Expression { kind: one_or(bytes.collect(), ExpressionKind::Sequence), place }
    });
    one_or(sequences.collect(), ExpressionKind::Choice)
}

/// The last code point before the surrogates and the first one after them.
const SURROGATES: (u32, u32) = (0xD7FF, 0xE000);

/// The value, or `otherwise` if it is a surrogate.
fn whole(value: u32, otherwise: u32) -> u32 {
    if value > SURROGATES.0 && value < SURROGATES.1 { otherwise } else { value }
}

fn one_or(
    mut parts: Vec<Expression>,
    many: fn(Vec<Expression>) -> ExpressionKind,
) -> ExpressionKind {
    match parts.len() {
        1 => parts.remove(0).kind,
        _ => many(parts),
    }
}
