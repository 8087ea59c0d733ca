//! The text of a grammar file, as a diagnostic shows it: the lines that it is about,
//! nothing in them that acts on a terminal, and of a long line only the part that counts.

use std::io;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Severity};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::WriteColor;
use codespan_reporting::term::{self, Config};

use super::excerpt::{fill, fill_behind};
use urlbnf_bnf::text::{acts, visible};
use urlbnf_bnf::{Document, Listing};

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 200;
/// How much of a longer one is shown on either side of a place.
const HALF: usize = 60;
/// What is where text was cut off.
const CUT: char = '…';

/// Shows a diagnostic with the lines of the text that it is about.
pub(super) fn emit(
    name: &str,
    text: &str,
    diagnostic: &Diagnostic<()>,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    emit_of((name, text, None), diagnostic, columns, output)
}

/// The same, of a text that may occur in a document.
pub(super) fn emit_of(
    (name, text, document): (&str, &str, Option<&Document>),
    diagnostic: &Diagnostic<()>,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let mut diagnostic = diagnostic.clone();
    let one_line = |text: &mut String| *text = visible(text.as_bytes());
    one_line(&mut diagnostic.message);
    diagnostic.notes.iter_mut().for_each(one_line);
    // What precedes a line: its number, and the bar between two spaces.
    let numbers = text.lines().count().to_string().len() + 4;
    let room = columns.map(|columns| columns.saturating_sub(numbers));
    if let Some(room) = room {
        // What goes on stands one column further in than a line of the text.
        let room = room.saturating_sub(1);
        let broken = |note: &mut String| *note = fill(note, room).replace('\n', "\n  ");
        diagnostic.notes.iter_mut().for_each(broken);
    }
    headline(&mut diagnostic, columns);
    let places = diagnostic.labels.iter().map(|it| it.range.clone()).collect();
    let source = Source { document, ..Source::new(name, text, places, room) };
    for label in &mut diagnostic.labels {
        one_line(&mut label.message);
        label.range = source.place(label.range.start)..source.place(label.range.end);
    }
    term::emit_to_write_style(output, &Config::default(), &source, &diagnostic).map_err(|error| {
        match error {
            Error::Io(error) => error,
            other => io::Error::other(other),
        }
    })
}

/// Breaks the headline of a report where it is too long.
pub(super) fn headline<F>(report: &mut Diagnostic<F>, columns: Option<usize>) {
    let Some(columns) = columns else { return };
    let severity = match report.severity {
        Severity::Bug => "bug",
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
        Severity::Help => "help",
    };
    let code = report.code.as_ref().map_or(0, |code| code.len() + 2);
    let taken = severity.len() + code + 2;
    let message = fill_behind(&report.message, taken, columns.saturating_sub(2));
    report.message = message.replace('\n', "\n  ");
}

/// Shows a diagnostic with the lines of a grammar that it is about: those of the source in
/// which its first label stands.
pub(super) fn emit_in(
    listing: &Listing,
    mut diagnostic: Diagnostic<()>,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let first = diagnostic.labels.first().map_or(0, |label| label.range.start);
    let (source, text) = listing.source(first);
    let within = source.start..source.start + text.len();
    diagnostic.labels.retain(|label| within.contains(&label.range.start));
    for label in &mut diagnostic.labels {
        label.range = label.range.start - within.start..label.range.end - within.start;
    }
    let document = listing.document.as_ref().filter(|_| source.start == 0);
    emit_of((&source.name, text, document), &diagnostic, columns, output)
}

/// Some lines of a text, each without its end, one below the other.
#[derive(Default)]
struct Source<'d> {
    name: String,
    document: Option<&'d Document>,
    shown: String,
    lines: Vec<Line>,
    /// Places of the text and where they are shown, both rising.
    places: Vec<(usize, usize)>,
}

struct Line {
    /// Its number in the text, from 1.
    number: usize,
    /// Where it begins, in what is shown.
    start: usize,
    /// Where it begins in the text.
    at: usize,
    /// How many characters of it precede what is shown.
    before: usize,
}

impl Source<'_> {
    fn new(name: &str, text: &str, mut places: Vec<Range<usize>>, room: Option<usize>) -> Self {
        places.sort_by_key(|it| (it.start, it.end));
        let mut source = Source { name: visible(name.as_bytes()), ..Source::default() };
        let (mut number, mut counted, mut shown) = (1, 0, 0);
        for place in places {
            let line = line_at(text, place.start);
            let window = window(text, &line, &place, room);
            if window.end <= shown && !source.lines.is_empty() {
                continue;
            }
            number += text[counted..line.start.max(counted)].matches('\n').count();
            counted = line.start.max(counted);
            if let Some(last) = source.lines.last().map(|it| it.number) {
                match number - last {
                    0 | 1 => {}
                    // One line between two is shown, more are left out.
                    2 => {
                        let between = line_at(text, line.start - 1);
                        let start = between.start..between.start;
                        source.push(
                            text,
                            last + 1,
                            &between,
                            self::window(text, &between, &start, room),
                        );
                    }
                    _ => (0..2).for_each(|_| source.begin(last + 1, 0, 0)),
                }
            }
            let begin = window.start.max(if line.start < shown { shown } else { 0 });
            source.push(text, number, &line, begin..window.end);
            shown = window.end;
        }
        if source.lines.is_empty() {
            source.begin(1, 0, 0);
        }
        source
    }

    fn begin(&mut self, number: usize, at: usize, before: usize) {
        if !self.lines.is_empty() {
            self.shown.push('\n');
        }
        self.lines.push(Line { number, start: self.shown.len(), at, before });
    }

    /// Shows a part of a line.
    fn push(&mut self, text: &str, number: usize, line: &Range<usize>, part: Range<usize>) {
        self.begin(number, line.start, text[line.start..part.start].chars().count());
        if part.start > line.start {
            self.shown.push(CUT);
        }
        for (at, character) in text[part.clone()].char_indices() {
            self.places.push((part.start + at, self.shown.len()));
            match character {
                '\t' => self.shown.push(character),
                it if acts(it) => self.shown += &visible(it.encode_utf8(&mut [0; 4]).as_bytes()),
                it => self.shown.push(it),
            }
        }
        self.places.push((part.end, self.shown.len()));
        if part.end < line.end {
            self.shown.push(CUT);
        }
    }

    /// Where a place of the text is shown; the nearest one before it, where it is not.
    fn place(&self, at: usize) -> usize {
        let before = self.places.partition_point(|&(place, _)| place <= at);
        before.checked_sub(1).map_or(0, |last| self.places[last].1)
    }
}

impl<'a> Files<'a> for Source<'a> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.shown)
    }

    fn line_index(&'a self, (): (), at: usize) -> Result<usize, Error> {
        Ok(self.lines.partition_point(|line| line.start <= at).saturating_sub(1))
    }

    fn line_number(&'a self, (): (), index: usize) -> Result<usize, Error> {
        let line = self.lines.get(index);
        line.map(|it| it.number).ok_or(Error::LineTooLarge { given: index, max: self.lines.len() })
    }

    fn column_number(&'a self, (): (), index: usize, at: usize) -> Result<usize, Error> {
        let Some(line) = self.lines.get(index) else { return Ok(1) };
        let on_it = |(_, shown): &&(usize, usize)| *shown >= line.start && *shown < at;
        let behind = self.places.partition_point(|(_, shown)| *shown < at);
        let place = self.places.get(behind).map_or(line.at, |&(place, _)| place);
        let moved = self.document.map_or(0, |it| it.shift(line.at, place));
        Ok(line.before + self.places.iter().filter(on_it).count() + 1 + moved)
    }

    fn line_range(&'a self, (): (), index: usize) -> Result<Range<usize>, Error> {
        let start = |index: usize| self.lines.get(index).map(|it| it.start);
        match start(index) {
            Some(begin) => Ok(begin..start(index + 1).unwrap_or(self.shown.len())),
            None => Err(Error::LineTooLarge { given: index, max: self.lines.len() }),
        }
    }
}

/// The line on which a byte stands, without its end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let line = &text[start..end];
    start..end - usize::from(line.ends_with('\r') && text[end..].starts_with('\n') && end > at)
}

/// As much of a line as is shown for a place on it.
fn window(
    text: &str,
    line: &Range<usize>,
    place: &Range<usize>,
    room: Option<usize>,
) -> Range<usize> {
    if line.len() <= room.unwrap_or(LONGEST).min(LONGEST) {
        return line.clone();
    }
    // Beside what is shown stand two cuts, and a mark may follow all.
    let (most, around) = room.map_or((2 * HALF, 2 * HALF), |room| {
        let most = place.len().min(room / 2).min(2 * HALF);
        (most, room.saturating_sub(3 + most).min(2 * HALF))
    });
    // What one side does not need, the other has.
    let (before, after) = (place.start - line.start, line.end.saturating_sub(place.end));
    let left = before.min(around / 2).max(before.min(around.saturating_sub(after)));
    let mut start = place.start - left;
    let mut end = place.end.min(place.start + most).saturating_add(around - left).min(line.end);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
