//! A report for people: the input, and below it the production as it is printed.
//!
//! Both have their own line numbers. The number of the input line is that in its file, of
//! which only this line is kept. Bytes of the input are never written raw.

use std::io;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic as Report, Label, Severity};
use codespan_reporting::files::{Error, Files, SimpleFile};

use super::ExaminedLine;
use super::excerpt::{Excerpt, Screen, fill, width};
use super::failure_message::FailureMessage;
use super::narrow::{NarrowedText, narrow};
use super::source::{headline, render};
use urlbnf_bnf::failure::chain_text;
use urlbnf_bnf::text::visible;
use urlbnf_url::diagnose::{Diagnostic, Note, citation};
use urlbnf_url::verdict::Verdict;
use urlbnf_url::warning::WarningRecord;

/// The maximum width of a note; a longer one is broken.
const WIDEST_NOTE: usize = 100;
/// The most columns of a line of the grammar, where the output has no width.
const WIDEST_LINE: usize = 2_000;
/// The longest replacement that is shown, in bytes.
pub(super) const LONGEST_REPLACEMENT: usize = 500;

/// Writes the report of an entry, and a blank line. Writes nothing for an entry that conforms
/// and has no notes.
///
/// # Errors
/// If writing to the output fails.
pub fn write(entry: &ExaminedLine<'_>, screen: &mut Screen<'_>) -> io::Result<()> {
    let room = ReportWidths::for_entry(entry, screen.columns);
    let excerpt = Excerpt::new(entry.input, entry.offset(), room.text);
    let report = match &entry.examination.diagnostic {
        Some(diagnostic) => failure(entry, diagnostic, excerpt.caret, room),
        None if entry.examination.notes.is_empty() => return Ok(()),
        None => remark(entry, &excerpt, room),
    };
    emit(entry, &excerpt, report, room, screen)
}

/// Writes a warning about an entry, and a blank line.
///
/// # Errors
/// If writing to the output fails.
pub fn write_warning(
    entry: &ExaminedLine<'_>,
    warned: &WarningRecord,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let room = ReportWidths::for_entry(entry, screen.columns);
    let excerpt = Excerpt::new(entry.input, 0, room.text);
    let whole = Label::primary(ReportFileId::Input, 0..excerpt.text.len());
    let report = Report::warning()
        .with_code(warned.warning.code().name())
        .with_message(&warned.message)
        .with_labels(vec![whole])
        .with_notes(vec![wrap(&warned.basis.to_string(), room)]);
    emit(entry, &excerpt, report, room, screen)
}

/// The widths within which a report is laid out.
#[derive(Debug, Clone, Copy)]
struct ReportWidths {
    /// The width of the output, in columns.
    whole: Option<usize>,
    /// The columns of a line of text, after the line number; `None` if unlimited.
    text: Option<usize>,
    /// The columns of a note.
    note: usize,
}

impl ReportWidths {
    fn for_entry(entry: &ExaminedLine<'_>, columns: Option<usize>) -> ReportWidths {
        // Before a line there are its number, and a bar between two spaces.
        let printed = entry.judge.grammar().listing().text.lines().count();
        let numbers = entry.line.max(printed as u64).to_string().len();
        let text = columns.map(|columns| columns.saturating_sub(numbers + 4));
        // Continuation lines are indented by one more column than the text.
        let note = text.map_or(WIDEST_NOTE, |columns| columns.saturating_sub(1).min(WIDEST_NOTE));
        ReportWidths { whole: columns, text, note }
    }

    /// Whether a label fits after a mark that ends at a column.
    fn has(self, end: usize, label: &str) -> bool {
        self.text.is_none_or(|columns| end + 1 + width(label) <= columns)
    }
}

fn emit(
    entry: &ExaminedLine<'_>,
    excerpt: &Excerpt,
    mut report: Report<ReportFileId>,
    room: ReportWidths,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let listing = entry.judge.grammar().listing();
    headline(&mut report, room.whole);
    let is_printed = |label: &Label<ReportFileId>| label.file_id == ReportFileId::Printed;
    let first =
        report.labels.iter().find(|label| is_printed(label)).map_or(0, |label| label.range.start);
    let (source, text) = listing.source(first);
    let within = source.start..source.start + text.len();
    report.labels.retain(|label| !is_printed(label) || within.contains(&label.range.start));
    for label in report.labels.iter_mut().filter(|label| is_printed(label)) {
        label.range = label.range.start - within.start..label.range.end - within.start;
    }
    let printed = fit(&mut report, text, &excerpt.text, room);
    let files = ReportFiles {
        source: visible(entry.source.as_bytes()),
        line: usize::try_from(entry.line).unwrap_or(usize::MAX).max(1),
        column: entry.column(),
        text: &excerpt.text,
        printed: SimpleFile::new(&source.name, &printed),
    };
    render(&files, &report, screen.output)
}

/// Cuts the printed text to the available room. A label that does not fit after its mark
/// becomes the first note.
fn fit(
    report: &mut Report<ReportFileId>,
    printed: &str,
    input: &str,
    room: ReportWidths,
) -> String {
    let columns = room.text.unwrap_or(WIDEST_LINE);
    let is_printed = |label: &Label<ReportFileId>| label.file_id == ReportFileId::Printed;
    let places: Vec<Range<usize>> = report
        .labels
        .iter()
        .filter(|label| is_printed(label))
        .map(|label| label.range.clone())
        .collect();
    let NarrowedText { text, places } = narrow(printed, &places, columns);
    let mut places = places.into_iter();
    let labels = std::mem::take(&mut report.labels).into_iter();
    report.labels = labels
        .filter_map(|mut label| {
            if is_printed(&label) {
                label.range = places.next()??;
            }
            Some(label)
        })
        .collect();
    let mut moved = Vec::new();
    for label in &mut report.labels {
        let shown = match label.file_id {
            ReportFileId::Input => input,
            ReportFileId::Printed => &text,
        };
        // A label covers only the first byte of a wide character.
        let end = (label.range.end..shown.len()).find(|&at| shown.is_char_boundary(at));
        let before = &shown[..end.unwrap_or(shown.len())];
        let line = before.rsplit('\n').next().unwrap_or(before);
        let past = label.range.end.saturating_sub(shown.len());
        if !room.has(width(line) + past, &label.message) {
            let marked = shown.get(label.range.start..end.unwrap_or(shown.len()));
            moved.push(wrap(&away(&std::mem::take(&mut label.message), marked), room));
        }
    }
    report.notes.splice(0..0, moved);
    text
}

/// The text of a label apart from its mark: it names what is marked.
fn away(label: &str, marked: Option<&str>) -> String {
    match marked {
        None | Some("") => format!("at the end: {label}"),
        Some(marked) if marked.contains('`') || label.contains(&format!("`{marked}`")) => {
            label.to_owned()
        }
        Some(marked) => format!("at `{marked}`: {label}"),
    }
}

/// The report of a string that does not conform.
fn failure(
    entry: &ExaminedLine<'_>,
    diagnostic: &Diagnostic,
    caret: usize,
    room: ReportWidths,
) -> Report<ReportFileId> {
    let ExaminedLine { judge, input, examination, .. } = *entry;
    let finding = FailureMessage::from_diagnostic(judge, input, examination, diagnostic);
    let severity = match entry.verdict() {
        Verdict::GenericOnly => Severity::Warning,
        Verdict::Conforms | Verdict::Rejected | Verdict::Undecided => Severity::Error,
    };
    let mut labels =
        vec![Label::primary(ReportFileId::Input, caret..caret + 1).with_message(finding.label)];
    labels.extend(finding.printed.into_iter().map(|pointer| {
        let label = Label::secondary(ReportFileId::Printed, pointer.place.range());
        label.with_message(pointer.text.unwrap_or_default())
    }));
    let mut notes = Vec::new();
    if !finding.chain.is_empty() {
        notes.push(format!("in: {}", chain_text(judge.grammar(), &finding.chain)));
    }
    notes.extend(finding.expected.map(|expected| format!("expected: {expected}")));
    notes.push(finding.citation);
    notes.extend(
        finding.reason.map(|reason| format!("reason: {}: {}", reason.text, reason.words())),
    );
    notes.extend(finding.generic_only);
    notes.extend(finding.notes.iter().map(|note| format!("note: {note}")));
    let mut notes: Vec<String> = notes.iter().map(|note| wrap(note, room)).collect();
    if let Some(help) = finding.help {
        let replacement = diagnostic.repair.as_ref().map(|repair| repair.replacement.as_str());
        notes.push(
            match replacement.filter(|replacement| replacement.len() <= LONGEST_REPLACEMENT) {
                // A replacement is never broken, so that it can be copied.
                Some(replacement) if help.len() + replacement.len() > room.note => {
                    format!("{}\n  {replacement}", wrap(&format!("help: {help}:"), room))
                }
                Some(replacement) => format!("help: {help}: {replacement}"),
                None => wrap(&format!("help: {help}"), room),
            },
        );
    }
    Report::new(severity)
        .with_code(diagnostic.code.name())
        .with_message(finding.message)
        .with_labels(labels)
        .with_notes(notes)
}

/// The report of a string that conforms and has notes.
fn remark(entry: &ExaminedLine<'_>, excerpt: &Excerpt, room: ReportWidths) -> Report<ReportFileId> {
    let ExaminedLine { judge, input, examination, .. } = *entry;
    let lowered = examination.notes.iter().any(|note| matches!(note, Note::SchemeLowered(_)));
    let severity = if lowered { Severity::Warning } else { Severity::Note };
    let mut report = Report::new(severity).with_message(examination.headline(judge, input));
    let marked = match examination.notes.first() {
        Some(Note::RegisteredName { host, offset, .. }) => *offset..offset + host.len(),
        _ => 0..input.iter().position(|&byte| byte == b':').unwrap_or(0),
    };
    let end = excerpt.text.len();
    let marked = marked.start.min(end)..marked.end.min(end);
    let mut notes = examination.notes.iter().map(|note| note.text(judge));
    let label = Label::primary(ReportFileId::Input, marked);
    report.labels.push(label.with_message(notes.next().unwrap_or_default()));
    let production = examination.judgement.matched().unwrap_or(judge.start());
    report.notes.push(wrap(&citation(judge, production), room));
    report.notes.extend(notes.map(|note| wrap(&format!("note: {note}"), room)));
    report
}

/// Breaks a note into lines of readable width.
fn wrap(note: &str, room: ReportWidths) -> String {
    fill(note, room.note).replace('\n', "\n  ")
}

/// One of the two texts of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReportFileId {
    Input,
    Printed,
}

/// Both texts.
struct ReportFiles<'a> {
    source: String,
    /// The number of the line of the input.
    line: usize,
    column: usize,
    text: &'a str,
    printed: SimpleFile<&'a str, &'a str>,
}

impl<'a> Files<'a> for ReportFiles<'_> {
    type FileId = ReportFileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, file: ReportFileId) -> Result<&'a str, Error> {
        Ok(match file {
            ReportFileId::Input => &self.source,
            ReportFileId::Printed => self.printed.name(),
        })
    }

    fn source(&'a self, file: ReportFileId) -> Result<&'a str, Error> {
        Ok(match file {
            ReportFileId::Input => self.text,
            ReportFileId::Printed => self.printed.source(),
        })
    }

    fn line_index(&'a self, file: ReportFileId, byte: usize) -> Result<usize, Error> {
        match file {
            ReportFileId::Input => Ok(0),
            ReportFileId::Printed => self.printed.line_index((), byte),
        }
    }

    fn line_number(&'a self, file: ReportFileId, line: usize) -> Result<usize, Error> {
        Ok(match file {
            ReportFileId::Input => self.line,
            ReportFileId::Printed => line + 1,
        })
    }

    fn column_number(
        &'a self,
        file: ReportFileId,
        line: usize,
        byte: usize,
    ) -> Result<usize, Error> {
        match file {
            // The left side of the text may be cut.
            ReportFileId::Input => Ok(self.column),
            ReportFileId::Printed => self.printed.column_number((), line, byte),
        }
    }

    fn line_range(&'a self, file: ReportFileId, line: usize) -> Result<Range<usize>, Error> {
        match file {
            ReportFileId::Input if line == 0 => Ok(0..self.text.len()),
            ReportFileId::Input => Err(Error::LineTooLarge { given: line, max: 0 }),
            ReportFileId::Printed => self.printed.line_range((), line),
        }
    }
}
