//! Finds the rules of an ABNF text, and skips what is not a rule.
//!
//! A rule begins at the indentation of the whole grammar, and its further lines are indented
//! more (RFC 5234, section 3.2). Texts that were copied from documents may be indented in any
//! way. But an `=` never occurs inside a rule, so a line with a name and `=` begins a rule at
//! any indentation. The headers and footers of pages are skipped. In documents, the rules of RFC
//! 822's notation are found in the same way.

use std::ops::Range;

use super::super::expression::Span;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::abnf::is_of_a_name;
use super::cursor::TextCursor;
use super::lines::lines;
use super::reader::ProductionParser;
use super::{
    ListingItem, Notation, NotationExtensions, RawProduction, SyntaxDeviation, SyntaxDeviationKind,
    rfc822,
};

/// Reads a text. Returns its items and its mistakes.
pub(in super::super) fn read(
    text: &str,
    notation: Notation,
    options: NotationExtensions,
) -> (Vec<ListingItem>, Vec<SyntaxError>) {
    let (items, wrong) = (Vec::new(), Vec::new());
    let (open, least) = (None, usize::MAX);
    let mut reading = RuleScanner { text, notation, options, open, least, items, wrong };
    let mut after_a_page = false;
    for line in lines(text) {
        let shown = &text[line.clone()];
        if is_foot(shown) || (after_a_page && is_head(shown)) {
            after_a_page = true;
            continue;
        }
        let blank = shown.trim_matches([' ', '\t', '\u{C}']).is_empty();
        after_a_page &= blank;
        if !blank {
            reading.line(line);
        }
    }
    reading.close();
    (reading.items, reading.wrong)
}

/// Reads the rule on these lines.
pub(in super::super) fn read_rule(
    text: &str,
    lines: &[Range<usize>],
    notation: Notation,
) -> Result<RawProduction, SyntaxError> {
    let lines = from_its_name(text, lines);
    let cursor = TextCursor::new(text, &lines, notation.comment());
    let reader = ProductionParser::new(cursor, notation).with(NotationExtensions { lists: true });
    match notation {
        Notation::Abnf => reader.rule().map(|(production, _)| production),
        Notation::Spaced | Notation::Rfc822 => reader.production(None),
    }
}

/// Whether a line is a page footer, such as
/// `Crocker & Overell       Standards Track       [Page 12]`, or a form feed.
pub(in super::super) fn is_foot(line: &str) -> bool {
    line.trim_matches([' ', '\t']) == "\u{C}" || page_of_foot(line).is_some()
}

/// The number of the page that this footer ends; `None` if it is not a footer.
pub(in super::super) fn page_of_foot(line: &str) -> Option<u32> {
    let number = line.trim_end_matches([' ', '\t', '\u{C}']).strip_suffix(']')?;
    let (before, number) = number.rsplit_once("[Page ")?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    // Even with a number that is too large, the line is a footer.
    let page = is_number.then(|| number.parse().unwrap_or(u32::MAX))?;
    (!number.is_empty() && !before.contains(['"', ';', '='])).then_some(page)
}

/// Whether a line is a page header, such as
/// `RFC 5234               ABNF               January 2008`.
pub(in super::super) fn is_head(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '\u{C}']);
    (line.starts_with("RFC ") || line.starts_with("Internet-Draft")) && !line.contains('=')
}

struct RuleScanner<'t> {
    text: &'t str,
    notation: Notation,
    options: NotationExtensions,
    /// The lines of the rule that may continue, and the indentation of the first. There are no
    /// lines if the rule's mistake is already reported.
    open: Option<(Vec<Range<usize>>, usize)>,
    /// The smallest indentation of a rule so far.
    least: usize,
    items: Vec<ListingItem>,
    wrong: Vec<SyntaxError>,
}

impl RuleScanner<'_> {
    fn line(&mut self, line: Range<usize>) {
        let text = &self.text[line.clone()];
        let inner = text.trim_start_matches([' ', '\t', '\u{C}']);
        let indent = text.len() - inner.len();
        if let Some(at) = text.find('\r') {
            let place = Span { start: line.start + at, end: line.start + at + 1 };
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
                self.wrong.push(SyntaxError { place: Span { start, end }, kind });
                self.open = Some((Vec::new(), 0));
            }
            _ => {
                self.close();
                if begins && indent > self.least {
                    let start = line.start + indent;
                    let place = Span { start, end: start + name(inner, self.notation).len() };
                    let notice = SyntaxDeviation { place, kind: SyntaxDeviationKind::Indented };
                    self.items.push(ListingItem::Notice(notice));
                }
                self.least = self.least.min(indent);
                self.open = Some((vec![line], indent));
            }
        }
    }

    /// Ends the open rule and reads it.
    fn close(&mut self) {
        let Some((lines, _)) = self.open.take().filter(|(lines, _)| !lines.is_empty()) else {
            return;
        };
        let lines = from_its_name(self.text, &lines);
        let cursor = TextCursor::new(self.text, &lines, self.notation.comment());
        let reader = ProductionParser::new(cursor, self.notation).with(self.options);
        let read = match self.notation {
            Notation::Abnf => reader.rule(),
            _ => reader.production(None).map(|production| (production, Vec::new())),
        };
        match read {
            Ok((production, notices)) => {
                self.items.push(ListingItem::Production(production));
                self.items.extend(notices.into_iter().map(ListingItem::Notice));
            }
            Err(error) => self.wrong.push(error),
        }
    }
}

/// The lines of a rule, without the indentation of the first.
fn from_its_name(text: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut lines = lines.to_vec();
    if let Some(first) = lines.first_mut() {
        let inner = text[first.clone()].trim_start_matches([' ', '\t']);
        first.start = first.end - inner.len();
    }
    lines
}

/// Whether a line begins with a name and a definition operator of any notation.
fn begins_any(line: &str, notation: Notation) -> bool {
    sign(line, notation)
        .is_some_and(|rest| ["=", ":=", "::="].iter().any(|all| rest.starts_with(all)))
}

/// Whether a line begins with a name and `=`.
pub(in super::super) fn begins_a_rule(line: &str, notation: Notation) -> bool {
    // A comparison in a program is not a rule.
    sign(line, notation).is_some_and(|rest| rest.starts_with('=') && !rest.starts_with("=="))
}

/// The text after the name with which a line begins; `None` if it begins with no letter.
fn sign(line: &str, notation: Notation) -> Option<&str> {
    let begins = line.starts_with(|character: char| character.is_ascii_alphabetic());
    begins.then(|| line[name(line, notation).len()..].trim_start_matches([' ', '\t']))
}

/// The name with which a line begins.
fn name(line: &str, notation: Notation) -> &str {
    let of_a_name = |character: char| match notation {
        Notation::Rfc822 => rfc822::is_of_a_word(character),
        _ => is_of_a_name(character),
    };
    &line[..line.find(|character| !of_a_name(character)).unwrap_or(line.len())]
}
