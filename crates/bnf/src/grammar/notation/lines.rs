//! What every `.bnf` file has, whatever its notation: productions, each begun at
//! the start of a line, and between them our own lines, which begin with `#`.
//!
//! A line that begins with a blank goes on with the production above it. So a
//! mistake in one production keeps nobody from reading the next one, and a file
//! tells all its mistakes at once.

use std::ops::Range;

use super::super::expression::Place;
use super::super::syntax::{SyntaxError, SyntaxErrorKind};
use super::cursor::Cursor;
use super::reader::Reader;
use super::{Item, Notation};

/// Reads a text in the given notation: what it says, and the mistakes in it.
pub(super) fn read(text: &str, notation: Notation) -> (Vec<Item>, Vec<SyntaxError>) {
    let mut reading =
        Reading { text, notation, open: Open::Nothing, items: Vec::new(), wrong: Vec::new() };
    for line in lines(text) {
        reading.line(line);
    }
    reading.close();
    (reading.items, reading.wrong)
}

/// The lines of a text, without their ends, which are LF or CRLF, and without a
/// byte order mark before the first.
pub(in super::super) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let mark = if next == 0 && line.starts_with(BYTE_ORDER_MARK) { 3 } else { 0 };
        let (start, end) = (next + mark, next + line.len());
        next = end;
        let content = line.strip_suffix('\n').map(|it| it.strip_suffix('\r').unwrap_or(it));
        start..end - (line.len() - content.map_or(line.len(), str::len))
    })
}

/// What some programs write before a text.
pub(in super::super) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The production to which a line may still belong.
enum Open {
    /// There is none.
    Nothing,
    /// It was already told what is wrong with it.
    Told,
    /// These are its lines, the first from its name on, and its erratum.
    Lines(Vec<Range<usize>>, Option<String>),
}

struct Reading<'t> {
    text: &'t str,
    notation: Notation,
    open: Open,
    items: Vec<Item>,
    wrong: Vec<SyntaxError>,
}

impl Reading<'_> {
    fn line(&mut self, line: Range<usize>) {
        let text = &self.text[line.clone()];
        let inner = text.trim_start_matches([' ', '\t']);
        if let Some(at) = text.find('\r') {
            self.tell(line.start + at, 1, SyntaxErrorKind::CarriageReturn);
            if !text.starts_with('#') {
                self.open = Open::Told;
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
                Open::Lines(lines, _) => lines.push(line),
                Open::Told => {}
                Open::Nothing => {
                    self.tell(start, first_word(inner), SyntaxErrorKind::NothingToGoOnWith);
                    self.open = Open::Told;
                }
            }
        }
    }

    /// A line of ours that a program reads, without its `#@`.
    fn mark(&mut self, mark: &str, start: usize) {
        let mut words = Words { text: mark, at: 0 };
        let kind = if mark.starts_with([' ', '\t']) { "" } else { words.next().0 };
        let (first, at) = words.next();
        let mut lacks = |at: usize, what| {
            self.tell(start + at, first_word(&mark[at..]), SyntaxErrorKind::MarkLacks(what));
        };
        match kind {
            "page" if first.is_empty() || !first.bytes().all(|it| it.is_ascii_digit()) => {
                lacks(at, "the number of a page");
            }
            "page" => match (first.parse(), words.next()) {
                (Ok(number), ("", _)) => self.items.push(Item::Page { number, offset: start }),
                (Ok(_), (_, further)) => lacks(further, "nothing after the number"),
                (Err(_), _) => {
                    self.tell(start + at, first.len(), SyntaxErrorKind::NumberTooLarge);
                }
            },
            "interpretation" | "erratum" if !is_label(first) => {
                lacks(at, "its number, a capital letter and digits: `E1`");
                if kind == "erratum" {
                    self.close();
                    self.open = Open::Told;
                }
            }
            "interpretation" => match (words.next(), words.next()) {
                ((name, _), ("", _)) if !name.is_empty() => {
                    let (label, name) = (first.to_owned(), name.to_owned());
                    self.items.push(Item::Interpretation { label, name });
                }
                ((_, at), ("", _)) => lacks(at, "the name of a production"),
                (_, (_, further)) => lacks(further, "nothing after the name"),
            },
            "erratum" => match words.next() {
                ("", at) => {
                    lacks(at, "a production");
                    self.close();
                    self.open = Open::Told;
                }
                (_, at) => {
                    self.begin(start + at..start + mark.len(), Some(first.to_owned()));
                }
            },
            _ => self.tell(start - 2, 2 + kind.len(), SyntaxErrorKind::UnknownMark),
        }
    }

    fn begin(&mut self, line: Range<usize>, erratum: Option<String>) {
        self.close();
        self.open = Open::Lines(vec![line], erratum);
    }

    /// Reads the production whose last line is after.
    fn close(&mut self) {
        if let Open::Lines(lines, erratum) = std::mem::replace(&mut self.open, Open::Nothing) {
            let cursor = Cursor::new(self.text, &lines, self.notation.comment());
            match Reader::new(cursor, self.notation).production(erratum) {
                Ok(production) => self.items.push(Item::Production(production)),
                Err(error) => self.wrong.push(error),
            }
        }
    }

    fn tell(&mut self, at: usize, bytes: usize, kind: SyntaxErrorKind) {
        self.wrong.push(SyntaxError { place: Place { start: at, end: at + bytes }, kind });
    }
}

/// `E1`
fn is_label(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_uppercase())
        && word.len() > 1
        && word[1..].bytes().all(|it| it.is_ascii_digit())
}

/// How long the word is with which a text begins.
fn first_word(text: &str) -> usize {
    text.find([' ', '\t']).unwrap_or(text.len())
}

/// The words of a line, each with the byte at which it begins.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    /// The next word; an empty one at the end.
    fn next(&mut self) -> (&'t str, usize) {
        let rest = self.rest();
        let start = self.text.len() - rest.len();
        let length = first_word(rest);
        self.at = start + length;
        (&rest[..length], start)
    }

    /// What is after the words so far.
    fn rest(&self) -> &'t str {
        self.text[self.at..].trim_start_matches([' ', '\t'])
    }
}
