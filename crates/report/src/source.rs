//! The text of a grammar file in a diagnostic: only the relevant lines, made visible, and only
//! the relevant part of a long line.

use std::io;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Severity};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::WriteColor;
use codespan_reporting::term::{self, Config};

use super::excerpt::{Screen, fill, fill_after};
use urlbnf_bnf::text::{LineIndex, acts, visible};
use urlbnf_bnf::{DocumentInfo, Listing};

/// The maximum length, in bytes, of a line that is shown whole.
const LONGEST: usize = 200;
/// The number of bytes shown on either side of a place in a longer line.
const HALF: usize = 60;
/// The sign for text that was cut.
const CUT: char = '…';

/// The text of a grammar file, of which diagnostics show lines.
#[derive(Clone, Copy)]
pub(super) struct GrammarText<'t> {
    pub name: &'t str,
    pub text: &'t str,
    /// The lines of a text that contains this one at `start`.
    pub lines: &'t LineIndex,
    pub start: usize,
    /// The document that contains the text.
    pub document: Option<&'t DocumentInfo>,
}

/// Shows a diagnostic with the relevant lines of a text that is not in a document.
pub(super) fn emit(
    name: &str,
    text: &str,
    diagnostic: Diagnostic<()>,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let lines = &LineIndex::new(text);
    let text = GrammarText { name, text, lines, start: 0, document: None };
    emit_of(text, diagnostic, screen)
}

/// Shows a diagnostic with the relevant lines of the text.
pub(super) fn emit_of(
    text: GrammarText<'_>,
    mut diagnostic: Diagnostic<()>,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let one_line = |text: &mut String| *text = visible(text.as_bytes());
    one_line(&mut diagnostic.message);
    diagnostic.notes.iter_mut().for_each(one_line);
    // Before a line there are its number, and a bar between two spaces.
    let numbers = text.last_line().to_string().len() + 4;
    let room = screen.columns.map(|columns| columns.saturating_sub(numbers));
    if let Some(room) = room {
        // Continuation lines are indented by one more column than the text.
        let room = room.saturating_sub(1);
        let broken = |note: &mut String| *note = fill(note, room).replace('\n', "\n  ");
        diagnostic.notes.iter_mut().for_each(broken);
    }
    headline(&mut diagnostic, screen.columns);
    let places = diagnostic.labels.iter().map(|label| label.range.clone()).collect();
    let source = DiagnosticSource::new(text, places, room);
    for label in &mut diagnostic.labels {
        one_line(&mut label.message);
        label.range = source.place(label.range.start)..source.place(label.range.end);
    }
    render(&source, &diagnostic, screen.output)
}

/// Writes a diagnostic. Its labels point into the texts of `files`.
pub(super) fn render<'f, F: Files<'f>>(
    files: &'f F,
    diagnostic: &Diagnostic<F::FileId>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    term::emit_to_write_style(output, &Config::default(), files, diagnostic).map_err(|error| {
        match error {
            Error::Io(error) => error,
            other => io::Error::other(other),
        }
    })
}

/// Breaks the headline of a report if it is too long.
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
    let message = fill_after(&report.message, taken, columns.saturating_sub(2));
    report.message = message.replace('\n', "\n  ");
}

/// Shows a diagnostic with the relevant lines of a grammar: those of the source that contains
/// its first label.
pub(super) fn emit_in(
    listing: &Listing,
    mut diagnostic: Diagnostic<()>,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let first = diagnostic.labels.first().map_or(0, |label| label.range.start);
    let (source, text) = listing.source(first);
    let within = source.start..source.start + text.len();
    diagnostic.labels.retain(|label| within.contains(&label.range.start));
    for label in &mut diagnostic.labels {
        label.range = label.range.start - within.start..label.range.end - within.start;
    }
    let document = listing.document.as_ref().filter(|_| source.start == 0);
    let (lines, start) = (listing.lines(), source.start);
    let text = GrammarText { name: &source.name, text, lines, start, document };
    emit_of(text, diagnostic, screen)
}

impl GrammarText<'_> {
    /// The number of the line that contains a byte, and its bytes without its end.
    fn line(&self, at: usize) -> (usize, Range<usize>) {
        let (number, line) = self.lines.line_from(self.start, self.start + at);
        let end = (line.end - self.start).min(self.text.len());
        let start = (line.start - self.start).min(end);
        let (line, after) = self.text.split_at(end);
        let is_return = line[start..].ends_with('\r') && after.starts_with('\n') && end > at;
        (number, start..end - usize::from(is_return))
    }

    /// The number of the last line.
    fn last_line(&self) -> usize {
        self.line(self.text.len().saturating_sub(1)).0
    }

    /// The number of characters in a part.
    fn characters(&self, part: Range<usize>) -> usize {
        self.lines.characters(self.start + part.start..self.start + part.end)
    }
}

/// Some lines of a text, without their ends.
#[derive(Default)]
struct DiagnosticSource<'d> {
    name: String,
    document: Option<&'d DocumentInfo>,
    shown: String,
    lines: Vec<DiagnosticLine>,
    /// Positions in the text and the positions where they are shown, both increasing.
    places: Vec<(usize, usize)>,
}

struct DiagnosticLine {
    /// Its number in the text, from 1.
    number: usize,
    /// Its offset in the shown text.
    start: usize,
    /// Its offset in the text.
    at: usize,
    /// The number of its characters before the shown part.
    before: usize,
}

impl<'d> DiagnosticSource<'d> {
    fn new(of: GrammarText<'d>, mut places: Vec<Range<usize>>, room: Option<usize>) -> Self {
        places.sort_by_key(|place| (place.start, place.end));
        let (name, document) = (visible(of.name.as_bytes()), of.document);
        let mut source = DiagnosticSource { name, document, ..DiagnosticSource::default() };
        let (text, mut shown) = (of.text, 0);
        for place in places {
            let (number, line) = of.line(place.start);
            let window = window(text, &line, &place, room);
            if window.end <= shown && !source.lines.is_empty() {
                continue;
            }
            if let Some(last) = source.lines.last().map(|line| line.number) {
                match number - last {
                    0 | 1 => {}
                    // A single line between two others is shown, more are omitted.
                    2 => {
                        let (_, between) = of.line(line.start - 1);
                        let start = between.start..between.start;
                        let window = self::window(text, &between, &start, room);
                        source.push(of, last + 1, &between, window);
                    }
                    _ => (0..2).for_each(|_| source.begin(last + 1, 0, 0)),
                }
            }
            let begin = window.start.max(if line.start < shown { shown } else { 0 });
            source.push(of, number, &line, begin..window.end);
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
        self.lines.push(DiagnosticLine { number, start: self.shown.len(), at, before });
    }

    /// Appends a part of a line.
    fn push(
        &mut self,
        of: GrammarText<'_>,
        number: usize,
        line: &Range<usize>,
        part: Range<usize>,
    ) {
        self.begin(number, line.start, of.characters(line.start..part.start));
        if part.start > line.start {
            self.shown.push(CUT);
        }
        for (at, character) in of.text[part.clone()].char_indices() {
            self.places.push((part.start + at, self.shown.len()));
            match character {
                '\t' => self.shown.push(character),
                character if acts(character) => {
                    self.shown += &visible(character.encode_utf8(&mut [0; 4]).as_bytes())
                }
                character => self.shown.push(character),
            }
        }
        self.places.push((part.end, self.shown.len()));
        if part.end < line.end {
            self.shown.push(CUT);
        }
    }

    /// The position where a place of the text is shown; if it is not, the nearest one before it.
    fn place(&self, at: usize) -> usize {
        let before = self.places.partition_point(|&(place, _)| place <= at);
        before.checked_sub(1).map_or(0, |last| self.places[last].1)
    }
}

impl<'a> Files<'a> for DiagnosticSource<'a> {
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
        line.map(|line| line.number)
            .ok_or(Error::LineTooLarge { given: index, max: self.lines.len() })
    }

    fn column_number(&'a self, (): (), index: usize, at: usize) -> Result<usize, Error> {
        let Some(line) = self.lines.get(index) else { return Ok(1) };
        let on_it = |(_, shown): &&(usize, usize)| *shown >= line.start && *shown < at;
        let behind = self.places.partition_point(|(_, shown)| *shown < at);
        let place = self.places.get(behind).map_or(line.at, |&(place, _)| place);
        let moved = self.document.map_or(0, |document| document.shift(line.at, place));
        Ok(line.before + self.places.iter().filter(on_it).count() + 1 + moved)
    }

    fn line_range(&'a self, (): (), index: usize) -> Result<Range<usize>, Error> {
        let start = |index: usize| self.lines.get(index).map(|line| line.start);
        match start(index) {
            Some(begin) => Ok(begin..start(index + 1).unwrap_or(self.shown.len())),
            None => Err(Error::LineTooLarge { given: index, max: self.lines.len() }),
        }
    }
}

/// The part of a line that is shown for a place on it.
fn window(
    text: &str,
    line: &Range<usize>,
    place: &Range<usize>,
    room: Option<usize>,
) -> Range<usize> {
    if line.len() <= room.unwrap_or(LONGEST).min(LONGEST) {
        return line.clone();
    }
    // Leave room for two cut marks, and for a mark after the end.
    let (most, around) = room.map_or((2 * HALF, 2 * HALF), |room| {
        let most = place.len().min(room / 2).min(2 * HALF);
        (most, room.saturating_sub(3 + most).min(2 * HALF))
    });
    // One side gets the room that the other does not need.
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
