//! ABNF: the notation of RFC 5234 and RFC 7405, which documents use today.
//!
//! Some common extensions are read too: `_` in names, `|` for `/`, and the list rule `#` of RFC
//! 2616 and RFC 9110 if the file asks for it. Numeric values are kept as they are written: their
//! bytes are known only after the whole file was read.

use super::super::expression::Span;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::cursor::TextCursor;
use super::reader::ProductionParser;
use super::{RawExpression, RawExpressionKind, SyntaxDeviation, SyntaxDeviationKind};

/// The deepest nesting of lists. Each list repeats its element when it is expanded.
const MOST_LISTS: usize = 4;

/// The largest value: the last code point of Unicode.
pub(in super::super) const LARGEST: u32 = 0x10_FFFF;

/// The surrogates of UTF-16, which are not characters.
const SURROGATES: std::ops::RangeInclusive<u32> = 0xD800..=0xDFFF;

pub(super) fn is_of_a_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_')
}

/// The beginning of a rule.
pub(super) struct RuleHead<'t> {
    pub name: &'t str,
    pub name_place: Span,
    /// Whether it adds alternatives: `=/`.
    pub adds: bool,
}

/// The name of a rule, and its `=` or `=/`.
pub(super) fn head<'t>(cursor: &mut TextCursor<'t>) -> Result<RuleHead<'t>, SyntaxError> {
    if cursor.next() == Some('#') {
        return cursor.wrong(1, SyntaxErrorKind::HashComment);
    }
    let (name, name_place) = cursor.defined_name(is_of_a_name)?;
    if let Some(found) =
        cursor.peek().filter(|character| !matches!(character, ' ' | '\t' | '=' | ':' | ';'))
    {
        return cursor.wrong(found.len_utf8(), SyntaxErrorKind::NotOfAName(found));
    }
    cursor.next();
    for sign in ["::=", ":="] {
        if cursor.rest().starts_with(sign) {
            return cursor.wrong(sign.len(), SyntaxErrorKind::DefinitionSign(sign));
        }
    }
    if cursor.next() != Some('=') {
        return Err(SyntaxError { place: cursor.here(), kind: SyntaxErrorKind::NoEquals });
    }
    cursor.take(1);
    let adds = cursor.peek() == Some('/');
    if adds {
        cursor.take(1);
    }
    Ok(RuleHead { name, name_place, adds })
}

/// Reads an element, repeated or not.
pub(super) fn element(
    reader: &mut ProductionParser<'_>,
    found: char,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    match found {
        '*' | '#' | '0'..='9' => repetition(reader, depth),
        _ => operand(reader, found, depth),
    }
}

/// The depth of nested lists in a part.
fn lists_in(part: &RawExpression) -> usize {
    let (mut deepest, mut pending) = (0, vec![(part, 0)]);
    while let Some((part, depth)) = pending.pop() {
        let depth = depth + usize::from(matches!(part.kind, RawExpressionKind::List(..)));
        deepest = deepest.max(depth);
        pending.extend(part.parts().iter().map(|child| (child, depth)));
    }
    deepest
}

/// Reads a repetition (`*x`, `1*x`, `2*4x`, `3x`) or a list (`1#x`).
fn repetition(
    reader: &mut ProductionParser<'_>,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    let cursor = &mut reader.cursor;
    let start = cursor.here().start;
    let least = cursor.count()?;
    let (times, list) = match cursor.peek() {
        Some(sign @ ('*' | '#')) => {
            if sign == '#' && !reader.options.lists {
                return cursor.wrong(1, SyntaxErrorKind::ListRule);
            }
            cursor.take(1);
            ((least.unwrap_or(0), cursor.count()?), sign == '#')
        }
        _ => ((least.unwrap_or(0), least), false),
    };
    let taken_end = cursor.taken_end();
    let begin = Span { start, end: cursor.here().start.max(start) };
    if times.1.is_some_and(|most| most < times.0) {
        return Err(SyntaxError { place: begin, kind: SyntaxErrorKind::NoSuchCount });
    }
    let body = match cursor.next() {
        Some('#') if cursor.here().start == taken_end => {
            return cursor.wrong(1, SyntaxErrorKind::ListCount);
        }
        None | Some('/' | '|' | ')' | ']' | '*' | '#' | '0'..='9') => {
            return Err(SyntaxError { place: begin, kind: SyntaxErrorKind::NothingRepeated });
        }
        Some(found) => found,
    };
    if cursor.here().start > taken_end {
        let place = Span { start, end: taken_end };
        reader.notices.push(SyntaxDeviation { place, kind: SyntaxDeviationKind::Blank });
    }
    let body = operand(reader, body, depth)?;
    // The place of a repetition includes the brackets around its body.
    let place = Span { start, end: reader.cursor.taken_end() };
    if list && lists_in(&body) >= MOST_LISTS {
        return Err(SyntaxError { place: begin, kind: SyntaxErrorKind::ListsInLists });
    }
    let body = Box::new(body);
    let kind = match list {
        true => RawExpressionKind::List(times.0, times.1, body),
        false => RawExpressionKind::Repetition(times.0, times.1, body),
    };
    Ok(RawExpression { kind, place })
}

fn operand(
    reader: &mut ProductionParser<'_>,
    found: char,
    depth: usize,
) -> Result<RawExpression, SyntaxError> {
    let cursor = &mut reader.cursor;
    match found {
        // The place of a group includes its brackets.
        '(' => reader.brackets(')', depth).map(|(body, place)| match body.kind {
            RawExpressionKind::Sequence(_) | RawExpressionKind::Choice(_) => {
                RawExpression { kind: body.kind, place }
            }
            _ => body,
        }),
        '[' => reader.optional(depth),
        '"' => literal(cursor, 0, true),
        '%' => value(reader),
        '<' => prose(cursor),
        found if found.is_ascii_alphabetic() => Ok(cursor.name(is_of_a_name)),
        '=' => cursor.wrong(1, SyntaxErrorKind::EqualsWithin),
        '{' | '}' => cursor.wrong(1, SyntaxErrorKind::Brace(found)),
        '\'' => cursor.wrong(1, SyntaxErrorKind::SingleQuote),
        found => cursor.wrong(found.len_utf8(), SyntaxErrorKind::Unexpected(found)),
    }
}

/// Reads `"abc"`. Before it come `sign` bytes, those of `%s` or `%i`.
fn literal(
    cursor: &mut TextCursor<'_>,
    sign: usize,
    any_case: bool,
) -> Result<RawExpression, SyntaxError> {
    let (text, place) = cursor.quoted(sign, SyntaxErrorKind::NotInQuotes)?;
    let kind = match text {
        "" => RawExpressionKind::Empty,
        _ if any_case && text.bytes().any(|byte| byte.is_ascii_alphabetic()) => {
            RawExpressionKind::AnyCase(text.to_owned())
        }
        _ => RawExpressionKind::Literal(text.to_owned()),
    };
    Ok(RawExpression { kind, place })
}

/// Reads a value: `%x41`, `%x41.42`, `%x41-5A`, or `%s"a"` and `%i"a"` of RFC 7405.
fn value(reader: &mut ProductionParser<'_>) -> Result<RawExpression, SyntaxError> {
    let cursor = &mut reader.cursor;
    let rest = cursor.rest();
    let mut characters = rest[1..].chars();
    let radix = match characters.next().map(|character| character.to_ascii_lowercase()) {
        Some('x') => 16,
        Some('d') => 10,
        Some('b') => 2,
        Some(sign @ ('s' | 'i')) if characters.as_str().starts_with('"') => {
            return literal(cursor, 2, sign == 'i');
        }
        Some('s' | 'i') => return cursor.wrong(2, SyntaxErrorKind::NoLiteral),
        found => {
            let length = found.filter(char::is_ascii_alphanumeric).map_or(1, |_| 2);
            return cursor.wrong(length, SyntaxErrorKind::NoValue);
        }
    };
    let whole = cursor.clone();
    let begin = cursor.take(2);
    let mut values = vec![digits(cursor, radix)?];
    let kind = match cursor.peek() {
        Some('-') => {
            cursor.take(1);
            let last = digits(cursor, radix)?;
            let length = cursor.taken_end() - begin.start;
            if last < values[0] {
                return whole.wrong(length, SyntaxErrorKind::NoSuchRange);
            }
            let goes_over = values[0] <= *SURROGATES.end() && last >= *SURROGATES.start();
            let kind = match SURROGATES.contains(&values[0]) && SURROGATES.contains(&last) {
                true => SyntaxDeviationKind::Surrogate,
                false => SyntaxDeviationKind::Surrogates,
            };
            if goes_over {
                reader.notices.push(SyntaxDeviation { place: begin.to(cursor.take(0)), kind });
            }
            RawExpressionKind::Range(values[0], last)
        }
        _ => {
            while cursor.peek() == Some('.') {
                cursor.take(1);
                values.push(digits(cursor, radix)?);
            }
            if values.iter().any(|value| SURROGATES.contains(value)) {
                let (place, kind) = (begin.to(cursor.take(0)), SyntaxDeviationKind::Surrogate);
                reader.notices.push(SyntaxDeviation { place, kind });
            }
            RawExpressionKind::Values(values)
        }
    };
    Ok(RawExpression { kind, place: begin.to(reader.cursor.take(0)) })
}

fn digits(cursor: &mut TextCursor<'_>, radix: u32) -> Result<u32, SyntaxError> {
    let whole = cursor.clone();
    let (digits, _) = cursor.take_while(|character| character.is_digit(radix));
    if digits.is_empty() {
        let length = whole.peek().map_or(0, char::len_utf8);
        return whole.wrong(length, SyntaxErrorKind::NoValue);
    }
    match u32::from_str_radix(digits, radix).ok().filter(|&value| value <= LARGEST) {
        Some(value) => Ok(value),
        None => whole.wrong(digits.len(), SyntaxErrorKind::ValueTooLarge),
    }
}

/// Reads prose: `<what it is, in words>`.
fn prose(cursor: &mut TextCursor<'_>) -> Result<RawExpression, SyntaxError> {
    let rest = cursor.rest();
    let Some(length) = rest.find('>') else {
        return cursor.wrong(rest.trim_end_matches([' ', '\t']).len(), SyntaxErrorKind::NoProseEnd);
    };
    let text = rest[1..length].to_owned();
    Ok(RawExpression { kind: RawExpressionKind::Prose(text), place: cursor.take(length + 1) })
}
