//! A cursor in the text of one production, which may span several lines.

use std::ops::Range;

use super::super::expression::Span;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::{RawExpression, RawExpressionKind};

/// The unread rest of a production.
#[derive(Clone)]
pub(super) struct TextCursor<'t> {
    text: &'t str,
    /// The lines after the current one.
    further: &'t [Range<usize>],
    at: usize,
    /// The end of the current line.
    end: usize,
    /// The end of the text that was taken last.
    taken_end: usize,
    comment: Option<char>,
}

impl<'t> TextCursor<'t> {
    /// A cursor at the beginning of the first line.
    pub fn new(text: &'t str, lines: &'t [Range<usize>], comment: Option<char>) -> TextCursor<'t> {
        let (first, further) = match lines.split_first() {
            Some((first, further)) => (first.clone(), further),
            None => (0..0, lines),
        };
        let (at, end) = (first.start, first.end);
        TextCursor { text, further, at, end, taken_end: at, comment }
    }

    /// The rest of the current line.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// The character at the cursor; `None` at the end of the line.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves to the next character that is not a blank or in a comment, on this line or a
    /// further one, and returns it. `None` at the end.
    pub fn next(&mut self) -> Option<char> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            match self.peek() {
                Some(found) if self.comment != Some(found) => return Some(found),
                _ => {
                    let (line, further) = self.further.split_first()?;
                    (self.at, self.end, self.further) = (line.start, line.end, further);
                }
            }
        }
    }

    /// The end of the text that was taken last.
    pub fn taken_end(&self) -> usize {
        self.taken_end
    }

    /// Takes this many bytes of the line.
    pub fn take(&mut self, bytes: usize) -> Span {
        let place = Span { start: self.at, end: self.at + bytes };
        self.at += bytes;
        self.taken_end = self.at;
        place
    }

    /// Takes the characters of the line as long as `is` holds for them.
    pub fn take_while(&mut self, is: impl Fn(char) -> bool) -> (&'t str, Span) {
        let rest = self.rest();
        let length = rest.find(|character| !is(character)).unwrap_or(rest.len());
        (&rest[..length], self.take(length))
    }

    /// Takes a name in a text.
    pub fn name(&mut self, is: impl Fn(char) -> bool) -> RawExpression {
        let (name, place) = self.take_while(is);
        RawExpression { kind: RawExpressionKind::Name(name.to_owned()), place }
    }

    /// Takes a count; `None` if there is no digit.
    pub fn count(&mut self) -> Result<Option<usize>, SyntaxError> {
        let whole = self.clone();
        let (number, _) = self.take_while(|character| character.is_ascii_digit());
        if number.is_empty() {
            return Ok(None);
        }
        // `u32`, so that the limit is the same on every machine.
        match number.parse::<u32>().ok().and_then(|count| usize::try_from(count).ok()) {
            Some(count) => Ok(Some(count)),
            None => whole.wrong(number.len(), SyntaxErrorKind::NumberTooLarge),
        }
    }

    /// Takes a text in quotation marks, and returns it without these. Before it come `sign` bytes, those of
    /// `%s` or `%i`. `not_allowed` is the error for a character that may not stand in it.
    pub fn quoted(
        &mut self,
        sign: usize,
        not_allowed: fn(char) -> SyntaxErrorKind,
    ) -> Result<(&'t str, Span), SyntaxError> {
        let rest = self.rest();
        let inner = &rest[sign + 1..];
        let Some(length) = inner.find('"') else {
            return self.wrong(rest.trim_end_matches([' ', '\t']).len(), SyntaxErrorKind::NoQuote);
        };
        let text = &inner[..length];
        let mut characters = text.char_indices();
        if let Some((at, found)) = characters.find(|(_, found)| !matches!(found, ' '..='~')) {
            self.take(sign + 1 + at);
            return self.wrong(found.len_utf8(), not_allowed(found));
        }
        Ok((text, self.take(sign + length + 2)))
    }

    /// Takes the name of a production that is defined; it begins with a letter.
    pub fn defined_name(
        &mut self,
        is: impl Fn(char) -> bool,
    ) -> Result<(&'t str, Span), SyntaxError> {
        match self.peek() {
            Some('<') => self.wrong(1, SyntaxErrorKind::BracketedName),
            Some(found) if !found.is_ascii_alphabetic() => {
                self.wrong(found.len_utf8(), SyntaxErrorKind::NoName(found))
            }
            _ => Ok(self.take_while(is)),
        }
    }

    /// The place of the next character; at the end, an empty place after what was taken last.
    pub fn here(&mut self) -> Span {
        match self.next() {
            Some(found) => Span { start: self.at, end: self.at + found.len_utf8() },
            None => Span { start: self.taken_end, end: self.taken_end },
        }
    }

    /// A mistake in the next `bytes` bytes.
    pub fn mistake(&self, bytes: usize, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError { place: Span { start: self.at, end: self.at + bytes }, kind }
    }

    /// A mistake in the next `bytes` bytes, as a result.
    pub fn wrong<T>(&self, bytes: usize, kind: SyntaxErrorKind) -> Result<T, SyntaxError> {
        Err(self.mistake(bytes, kind))
    }
}
