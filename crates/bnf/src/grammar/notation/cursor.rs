//! A place in the text of one production, which may lie on several lines.

use std::ops::Range;

use super::super::expression::Place;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};

/// What is still to be read of a production.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// The lines after the one at which it stands.
    further: &'t [Range<usize>],
    at: usize,
    /// Where the line ends.
    end: usize,
    /// Where what was taken last ends.
    behind: usize,
    comment: Option<char>,
}

impl<'t> Cursor<'t> {
    /// At the beginning of the first of some lines.
    pub fn new(text: &'t str, lines: &'t [Range<usize>], comment: Option<char>) -> Cursor<'t> {
        let (first, further) = match lines.split_first() {
            Some((first, further)) => (first.clone(), further),
            None => (0..0, lines),
        };
        let (at, end) = (first.start, first.end);
        Cursor { text, further, at, end, behind: at, comment }
    }

    /// What is left of the line.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// The character right here, if the line has one left.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next character that is not a blank and in no comment, on this line or a further one;
    /// the cursor is there then.
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

    /// Where what was taken last ends.
    pub fn behind(&self) -> usize {
        self.behind
    }

    /// Goes over so many bytes of the line.
    pub fn take(&mut self, bytes: usize) -> Place {
        let place = Place { start: self.at, end: self.at + bytes };
        self.at += bytes;
        self.behind = self.at;
        place
    }

    /// Goes over the characters of the line, as long as they are such.
    pub fn take_while(&mut self, is: impl Fn(char) -> bool) -> (&'t str, Place) {
        let rest = self.rest();
        let length = rest.find(|it| !is(it)).unwrap_or(rest.len());
        (&rest[..length], self.take(length))
    }

    /// Where the next character stands; at the end, directly after what was taken last.
    pub fn here(&mut self) -> Place {
        match self.next() {
            Some(found) => Place { start: self.at, end: self.at + found.len_utf8() },
            None => Place { start: self.behind, end: self.behind },
        }
    }

    /// A mistake in the next so many bytes.
    pub fn mistake(&self, bytes: usize, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError { place: Place { start: self.at, end: self.at + bytes }, kind }
    }

    /// A mistake in the next so many bytes, as what a reader returns.
    pub fn wrong<T>(&self, bytes: usize, kind: SyntaxErrorKind) -> Result<T, SyntaxError> {
        Err(self.mistake(bytes, kind))
    }
}
