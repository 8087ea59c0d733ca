//! Where the rules of an ABNF text begin, and what in it is not a rule at all.
//!
//! A rule begins at the indentation of the whole, and its further lines are indented more (RFC
//! 5234, section 3.2). Texts that were cut out of documents are indented as they were there, or
//! here so and there otherwise; but an `=` stands nowhere inside a rule, so a line that begins
//! with a name and `=` begins one wherever it is. What a page has above and below the text is left
//! out. So are the rules of RFC 822's notation found, where they are in a document.

use std::ops::Range;

use super::super::expression::Place;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::abnf::is_of_a_name;
use super::cursor::Cursor;
use super::lines::lines;
use super::reader::Reader;
use super::{Item, Notation, Notice, NoticeKind, Options, Production, rfc822};

/// Reads a text: what it says, and the mistakes in it.
pub(in super::super) fn read(
    text: &str,
    notation: Notation,
    options: Options,
) -> (Vec<Item>, Vec<SyntaxError>) {
    let (items, wrong) = (Vec::new(), Vec::new());
    let (open, least) = (None, usize::MAX);
    let mut reading = Rules { text, notation, options, open, least, items, wrong };
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

/// Reads a rule that is on some lines.
pub(in super::super) fn read_rule(
    text: &str,
    lines: &[Range<usize>],
    notation: Notation,
) -> Result<Production, SyntaxError> {
    let lines = from_its_name(text, lines);
    let cursor = Cursor::new(text, &lines, notation.comment());
    let reader = Reader::new(cursor, notation).with(Options { lists: true });
    match notation {
        Notation::Abnf => reader.rule().map(|(production, _)| production),
        Notation::Spaced | Notation::Rfc822 => reader.production(None),
    }
}

/// `Crocker & Overell            Standards Track                   [Page 12]`, or a form feed.
pub(in super::super) fn is_foot(line: &str) -> bool {
    line.trim_matches([' ', '\t']) == "\u{C}" || page_of_foot(line).is_some()
}

/// The number of the page that ends with a line.
pub(in super::super) fn page_of_foot(line: &str) -> Option<u32> {
    let number = line.trim_end_matches([' ', '\t', '\u{C}']).strip_suffix(']')?;
    let (before, number) = number.rsplit_once("[Page ")?;
    let is_number = number.bytes().all(|it| it.is_ascii_digit());
    // A number too large for a page is still none of the text.
    let page = is_number.then(|| number.parse().unwrap_or(u32::MAX))?;
    (!number.is_empty() && !before.contains(['"', ';', '='])).then_some(page)
}

/// `RFC 5234                          ABNF                      January 2008`
pub(in super::super) fn is_head(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '\u{C}']);
    (line.starts_with("RFC ") || line.starts_with("Internet-Draft")) && !line.contains('=')
}

struct Rules<'t> {
    text: &'t str,
    notation: Notation,
    options: Options,
    /// The lines of the rule that may go on, and how far the first is indented; no
    /// lines, where it was told already what is wrong with it.
    open: Option<(Vec<Range<usize>>, usize)>,
    /// How far the rule is indented that is indented least so far.
    least: usize,
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
        let begins = begins_any(inner, self.notation);
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
                if begins && indent > self.least {
                    let start = line.start + indent;
                    let place = Place { start, end: start + name(inner, self.notation).len() };
                    let notice = Notice { place, kind: NoticeKind::Indented };
                    self.items.push(Item::Notice(notice));
                }
                self.least = self.least.min(indent);
                self.open = Some((vec![line], indent));
            }
        }
    }

    /// Reads the rule whose last line is after.
    fn close(&mut self) {
        let Some((lines, _)) = self.open.take().filter(|(lines, _)| !lines.is_empty()) else {
            return;
        };
        let lines = from_its_name(self.text, &lines);
        let cursor = Cursor::new(self.text, &lines, self.notation.comment());
        let reader = Reader::new(cursor, self.notation).with(self.options);
        let read = match self.notation {
            Notation::Abnf => reader.rule(),
            _ => reader.production(None).map(|production| (production, Vec::new())),
        };
        match read {
            Ok((production, notices)) => {
                self.items.push(Item::Production(production));
                self.items.extend(notices.into_iter().map(Item::Notice));
            }
            Err(error) => self.wrong.push(error),
        }
    }
}

/// The lines of a rule, without what the first is indented by.
fn from_its_name(text: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut lines = lines.to_vec();
    if let Some(first) = lines.first_mut() {
        let inner = text[first.clone()].trim_start_matches([' ', '\t']);
        first.start = first.end - inner.len();
    }
    lines
}

/// Whether a line begins with a name and a sign that defines it, or that does elsewhere.
fn begins_any(line: &str, notation: Notation) -> bool {
    sign(line, notation).is_some_and(|it| ["=", ":=", "::="].iter().any(|all| it.starts_with(all)))
}

/// Whether a line begins with a name and the sign that defines it.
pub(in super::super) fn begins_a_rule(line: &str, notation: Notation) -> bool {
    // What is told to be equal in a program is not a rule.
    sign(line, notation).is_some_and(|it| it.starts_with('=') && !it.starts_with("=="))
}

/// What follows the name with which a line begins.
fn sign(line: &str, notation: Notation) -> Option<&str> {
    let begins = line.starts_with(|it: char| it.is_ascii_alphabetic());
    begins.then(|| line[name(line, notation).len()..].trim_start_matches([' ', '\t']))
}

/// The name with which a line begins.
fn name(line: &str, notation: Notation) -> &str {
    let of_a_name = |it: char| match notation {
        Notation::Rfc822 => rfc822::is_of_a_word(it),
        _ => is_of_a_name(it),
    };
    &line[..line.find(|it| !of_a_name(it)).unwrap_or(line.len())]
}
