//! Where the rules of an ABNF text begin, and what in it is no rule at all.
//!
//! A rule begins at the indentation of the whole, and its further lines are indented
//! more (RFC 5234, section 3.2). Texts that were cut out of documents are indented as
//! they were there, or here so and there otherwise; but an `=` stands nowhere inside a
//! rule, so a line that begins with a name and `=` begins one wherever it is. What a page
//! has above and below the text is left out.

use std::ops::Range;

use super::super::expression::Place;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::abnf::is_of_a_name;
use super::cursor::Cursor;
use super::lines::lines;
use super::reader::Reader;
use super::{Item, Notation, Options};

/// Reads a text: what it says, and the mistakes in it.
pub(in super::super) fn read(text: &str, options: Options) -> (Vec<Item>, Vec<SyntaxError>) {
    let mut reading = Rules { text, options, open: None, items: Vec::new(), wrong: Vec::new() };
    let mut behind_a_page = false;
    for line in lines(text) {
        let shown = &text[line.clone()];
        if is_foot(shown) || (behind_a_page && is_head(shown)) {
            behind_a_page = true;
            continue;
        }
        let blank = shown.trim_matches([' ', '\t', '\u{C}']).is_empty();
        behind_a_page &= blank;
        if !blank {
            reading.line(line);
        }
    }
    reading.close();
    (reading.items, reading.wrong)
}

/// `Crocker & Overell            Standards Track                   [Page 12]`, or a form feed.
fn is_foot(line: &str) -> bool {
    if line.trim_matches([' ', '\t']) == "\u{C}" {
        return true;
    }
    let number = line.trim_end_matches([' ', '\t', '\u{C}']).strip_suffix(']');
    number.and_then(|it| it.rsplit_once("[Page ")).is_some_and(|(before, number)| {
        !number.is_empty()
            && number.bytes().all(|it| it.is_ascii_digit())
            && !before.contains(['"', ';', '='])
    })
}

/// `RFC 5234                          ABNF                      January 2008`
fn is_head(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '\u{C}']);
    (line.starts_with("RFC ") || line.starts_with("Internet-Draft")) && !line.contains('=')
}

struct Rules<'t> {
    text: &'t str,
    options: Options,
    /// The lines of the rule that may go on, and how far the first is indented; no
    /// lines, where it was told already what is wrong with it.
    open: Option<(Vec<Range<usize>>, usize)>,
    items: Vec<Item>,
    wrong: Vec<SyntaxError>,
}

impl Rules<'_> {
    fn line(&mut self, line: Range<usize>) {
        let text = &self.text[line.clone()];
        let inner = text.trim_start_matches([' ', '\t', '\u{C}']);
        let indent = text.len() - inner.len();
        if let Some(at) = text.find('\r') {
            let place = Place { start: line.start + at, end: line.start + at + 1 };
            self.wrong.push(SyntaxError { place, kind: SyntaxErrorKind::CarriageReturn });
            if !inner.starts_with(';') {
                self.close();
                self.open = Some((Vec::new(), indent));
            }
            return;
        }
        if inner.starts_with(';') {
            return;
        }
        let begins = begins_a_rule(inner);
        match &mut self.open {
            Some((lines, base)) if !begins && indent > *base => {
                if !lines.is_empty() {
                    lines.push(line);
                }
            }
            None if !begins && indent > 0 => {
                let start = line.start + indent;
                let end = start + inner.find([' ', '\t']).unwrap_or(inner.len());
                let kind = SyntaxErrorKind::NothingToGoOnWith;
                self.wrong.push(SyntaxError { place: Place { start, end }, kind });
                self.open = Some((Vec::new(), 0));
            }
            _ => {
                self.close();
                self.open = Some((vec![line], indent));
            }
        }
    }

    /// Reads the rule whose last line is behind.
    fn close(&mut self) {
        let Some((lines, _)) = self.open.take().filter(|(lines, _)| !lines.is_empty()) else {
            return;
        };
        let cursor = Cursor::new(self.text, &lines, Notation::Abnf.comment());
        match Reader::new(cursor, Notation::Abnf).with(self.options).rule() {
            Ok((production, notices)) => {
                self.items.push(Item::Production(production));
                self.items.extend(notices.into_iter().map(Item::Notice));
            }
            Err(error) => self.wrong.push(error),
        }
    }
}

/// Whether a line begins with a name and a sign that defines it.
fn begins_a_rule(line: &str) -> bool {
    let name = line.find(|it| !is_of_a_name(it)).unwrap_or(line.len());
    let behind = line[name..].trim_start_matches([' ', '\t']);
    line.starts_with(|it: char| it.is_ascii_alphabetic())
        && name > 0
        && ["=", ":=", "::="].iter().any(|sign| behind.starts_with(sign))
}
