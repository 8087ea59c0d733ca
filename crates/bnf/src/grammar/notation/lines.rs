//! The line structure of `.bnf` files in all notations: productions, each beginning at the start
//! of a line, and annotations that begin with `#`.
//!
//! A line that begins with a blank continues the production above it. So a mistake in one
//! production does not affect the next one, and all mistakes of a file are reported at once.

use std::ops::Range;

use super::super::expression::Span;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::cursor::TextCursor;
use super::reader::ProductionParser;
use super::{ListingItem, Notation};

/// Reads a text in the given notation. Returns its items and its mistakes.
pub(super) fn read(text: &str, notation: Notation) -> (Vec<ListingItem>, Vec<SyntaxError>) {
    let mut reading = ListingLineReader {
        text,
        notation,
        open: PendingProduction::Nothing,
        items: Vec::new(),
        wrong: Vec::new(),
    };
    for line in lines(text) {
        reading.line(line);
    }
    reading.close();
    (reading.items, reading.wrong)
}

/// The lines of a text without their ends, LF or CRLF, and without a byte order mark before the
/// first.
pub(in super::super) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let mark = if next == 0 && line.starts_with(BYTE_ORDER_MARK) { 3 } else { 0 };
        let (start, end) = (next + mark, next + line.len());
        next = end;
        let content =
            line.strip_suffix('\n').map(|content| content.strip_suffix('\r').unwrap_or(content));
        start..end - (line.len() - content.map_or(line.len(), str::len))
    })
}

/// The byte order mark, which some programs write before a text.
pub(in super::super) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The production that a line may continue.
enum PendingProduction {
    /// None.
    Nothing,
    /// One whose mistake is already reported.
    Reported,
    /// One with these lines, the first without what precedes the name, and with this erratum.
    Lines(Vec<Range<usize>>, Option<String>),
}

struct ListingLineReader<'t> {
    text: &'t str,
    notation: Notation,
    open: PendingProduction,
    items: Vec<ListingItem>,
    wrong: Vec<SyntaxError>,
}

impl ListingLineReader<'_> {
    fn line(&mut self, line: Range<usize>) {
        let text = &self.text[line.clone()];
        let inner = text.trim_start_matches([' ', '\t']);
        if let Some(at) = text.find('\r') {
            self.report(line.start + at, 1, SyntaxErrorKind::CarriageReturn);
            if !text.starts_with('#') {
                self.open = PendingProduction::Reported;
            }
        } else if let Some(mark) = text.strip_prefix("#@") {
            self.mark(mark, line.start + 2);
        } else if inner.is_empty()
            || text.starts_with('#')
            || inner.starts_with(self.notation.comment().unwrap_or('\n'))
        {
        } else if inner.len() == text.len() {
            self.begin(line, None);
        } else {
            let start = line.end - inner.len();
            match &mut self.open {
                PendingProduction::Lines(lines, _) => lines.push(line),
                PendingProduction::Reported => {}
                PendingProduction::Nothing => {
                    self.report(start, first_word(inner), SyntaxErrorKind::NothingToGoOnWith);
                    self.open = PendingProduction::Reported;
                }
            }
        }
    }

    /// Reads a line that begins with `#@`, without that.
    fn mark(&mut self, mark: &str, start: usize) {
        let mut words = WordScanner { text: mark, at: 0 };
        let kind = if mark.starts_with([' ', '\t']) { "" } else { words.next().0 };
        let (first, at) = words.next();
        let mut lacks = |at: usize, what| {
            self.report(start + at, first_word(&mark[at..]), SyntaxErrorKind::MarkLacks(what));
        };
        match kind {
            "page" if first.is_empty() || !first.bytes().all(|byte| byte.is_ascii_digit()) => {
                lacks(at, "the number of a page");
            }
            "page" => match (first.parse(), words.next()) {
                (Ok(number), ("", _)) => {
                    self.items.push(ListingItem::Page { number, offset: start })
                }
                (Ok(_), (_, further)) => lacks(further, "nothing after the number"),
                (Err(_), _) => {
                    self.report(start + at, first.len(), SyntaxErrorKind::NumberTooLarge);
                }
            },
            "interpretation" | "erratum" if !is_label(first) => {
                lacks(at, "its number, a capital letter and digits: `E1`");
                if kind == "erratum" {
                    self.close();
                    self.open = PendingProduction::Reported;
                }
            }
            "interpretation" => match (words.next(), words.next()) {
                ((name, _), ("", _)) if !name.is_empty() => {
                    let (label, name) = (first.to_owned(), name.to_owned());
                    self.items.push(ListingItem::Interpretation { label, name });
                }
                ((_, at), ("", _)) => lacks(at, "the name of a production"),
                (_, (_, further)) => lacks(further, "nothing after the name"),
            },
            "erratum" => match words.next() {
                ("", at) => {
                    lacks(at, "a production");
                    self.close();
                    self.open = PendingProduction::Reported;
                }
                (_, at) => {
                    self.begin(start + at..start + mark.len(), Some(first.to_owned()));
                }
            },
            _ => self.report(start - 2, 2 + kind.len(), SyntaxErrorKind::UnknownMark),
        }
    }

    fn begin(&mut self, line: Range<usize>, erratum: Option<String>) {
        self.close();
        self.open = PendingProduction::Lines(vec![line], erratum);
    }

    /// Ends the open production and reads it.
    fn close(&mut self) {
        if let PendingProduction::Lines(lines, erratum) =
            std::mem::replace(&mut self.open, PendingProduction::Nothing)
        {
            let cursor = TextCursor::new(self.text, &lines, self.notation.comment());
            match ProductionParser::new(cursor, self.notation).production(erratum) {
                Ok(production) => self.items.push(ListingItem::Production(production)),
                Err(error) => self.wrong.push(error),
            }
        }
    }

    fn report(&mut self, at: usize, bytes: usize, kind: SyntaxErrorKind) {
        self.wrong.push(SyntaxError { place: Span { start: at, end: at + bytes }, kind });
    }
}

/// Whether a word is a label, such as `E1`.
fn is_label(word: &str) -> bool {
    word.starts_with(|character: char| character.is_ascii_uppercase())
        && word.len() > 1
        && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The length in bytes of the first word.
fn first_word(text: &str) -> usize {
    text.find([' ', '\t']).unwrap_or(text.len())
}

/// The words of a line, each with its offset in bytes.
struct WordScanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> WordScanner<'t> {
    /// The next word and its offset; an empty word at the end.
    fn next(&mut self) -> (&'t str, usize) {
        let rest = self.rest();
        let start = self.text.len() - rest.len();
        let length = first_word(rest);
        self.at = start + length;
        (&rest[..length], start)
    }

    /// The text after the words so far.
    fn rest(&self) -> &'t str {
        self.text[self.at..].trim_start_matches([' ', '\t'])
    }
}
