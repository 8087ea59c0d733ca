//! A report for people: the input, and below it the production as it is printed.
//!
//! Both are shown with their own line numbers. The line of the input is that
//! of the file that it came from, though the file itself is long gone: only
//! the line is here. What comes from the input is never written raw.

use std::io;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic as Report, Label, Severity};
use codespan_reporting::files::{Error, Files, SimpleFile};
use codespan_reporting::term::termcolor::WriteColor;
use codespan_reporting::term::{self, Config};

use super::Entry;
use super::excerpt::{Excerpt, fill};
use super::finding::Finding;
use crate::diagnose::{Diagnostic, Note, citation, visible};
use crate::verdict::Verdict;
use crate::warning::Warned;

/// The widest note; a longer one goes on in the next line.
const WIDEST_NOTE: usize = 100;
/// The longest replacement that is shown.
pub(super) const LONGEST_REPLACEMENT: usize = 500;

/// Writes what there is to say of an entry, and a blank line. Of one that
/// conforms, and has no notes, that is nothing.
pub fn write(
    entry: &Entry<'_>,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let excerpt = Excerpt::new(entry.input, entry.offset());
    let report = match &entry.examination.diagnostic {
        Some(diagnostic) => failure(entry, diagnostic, excerpt.caret),
        None if entry.examination.notes.is_empty() => return Ok(()),
        None => remark(entry, &excerpt),
    };
    emit(entry, &excerpt, &report, output)
}

/// Writes a warning about an entry, and a blank line.
pub fn write_warning(
    entry: &Entry<'_>,
    warned: &Warned,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let excerpt = Excerpt::new(entry.input, 0);
    let whole = Label::primary(File::Input, 0..excerpt.text.len());
    let report = Report::warning()
        .with_code(warned.warning.code())
        .with_message(wrap(&warned.message))
        .with_labels(vec![whole])
        .with_notes(vec![warned.citation.to_owned()]);
    emit(entry, &excerpt, &report, output)
}

fn emit(
    entry: &Entry<'_>,
    excerpt: &Excerpt,
    report: &Report<File>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let listing = entry.judge.grammar().listing();
    let files = Shown {
        source: visible(entry.source.as_bytes()),
        line: usize::try_from(entry.line).unwrap_or(usize::MAX).max(1),
        column: entry.column(),
        text: &excerpt.text,
        printed: SimpleFile::new(&listing.name, &listing.text),
    };
    let config = Config::default();
    term::emit_to_write_style(output, &config, &files, report).map_err(|error| match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    })
}

/// The report of a string that does not conform.
fn failure(entry: &Entry<'_>, diagnostic: &Diagnostic, caret: usize) -> Report<File> {
    let Entry { judge, input, examination, .. } = *entry;
    let finding = Finding::of(judge, input, examination, diagnostic);
    let severity = match entry.verdict() {
        Verdict::GenericOnly => Severity::Warning,
        Verdict::Conforms | Verdict::Rejected => Severity::Error,
    };
    let mut labels =
        vec![Label::primary(File::Input, caret..caret + 1).with_message(finding.label)];
    labels.extend(finding.printed.into_iter().map(|pointer| {
        let label = Label::secondary(File::Printed, pointer.place.range());
        label.with_message(pointer.text.unwrap_or_default())
    }));
    let mut notes = Vec::new();
    if !finding.chain.is_empty() {
        notes.push(format!("in: {}", diagnostic.chain_text(judge.grammar())));
    }
    notes.extend(finding.expected.map(|expected| format!("expected: {expected}")));
    notes.push(finding.citation);
    notes.extend(finding.generic_only);
    notes.extend(finding.notes.iter().map(|note| format!("note: {note}")));
    let mut notes: Vec<String> = notes.iter().map(|note| wrap(note)).collect();
    if let Some(help) = finding.help {
        let replacement = diagnostic.repair.as_ref().map(|repair| repair.replacement.as_str());
        notes.push(match replacement.filter(|it| it.len() <= LONGEST_REPLACEMENT) {
            // A replacement is never broken: it is there to be copied.
            Some(replacement) if help.len() + replacement.len() > WIDEST_NOTE => {
                format!("help: {help}:\n  {replacement}")
            }
            Some(replacement) => format!("help: {help}: {replacement}"),
            None => wrap(&format!("help: {help}")),
        });
    }
    Report::new(severity)
        .with_code(diagnostic.code.name())
        .with_message(finding.message)
        .with_labels(labels)
        .with_notes(notes)
}

/// The report of a string that conforms, and of which there is something to say.
fn remark(entry: &Entry<'_>, excerpt: &Excerpt) -> Report<File> {
    let Entry { judge, input, examination, .. } = *entry;
    let lowered = examination.notes.iter().any(|note| matches!(note, Note::SchemeLowered(_)));
    let severity = if lowered { Severity::Warning } else { Severity::Note };
    let mut report = Report::new(severity).with_message(examination.headline(judge, input));
    let scheme = input.iter().position(|&byte| byte == b':').unwrap_or(0);
    let shown = scheme.min(excerpt.text.len());
    let mut notes = examination.notes.iter().map(|note| note.text(judge));
    let label = Label::primary(File::Input, 0..shown);
    report.labels.push(label.with_message(notes.next().unwrap_or_default()));
    let production = examination.judgement.matched.unwrap_or(judge.start());
    report.notes.push(wrap(&citation(judge, production)));
    report.notes.extend(notes.map(|note| wrap(&format!("note: {note}"))));
    report
}

/// A note in lines of a width that can be read.
fn wrap(note: &str) -> String {
    fill(note, WIDEST_NOTE).replace('\n', "\n  ")
}

/// One of the two texts of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum File {
    Input,
    Printed,
}

/// Both texts.
struct Shown<'a> {
    source: String,
    /// The number of the line of the input.
    line: usize,
    column: usize,
    text: &'a str,
    printed: SimpleFile<&'a str, &'a str>,
}

impl<'a> Files<'a> for Shown<'_> {
    type FileId = File;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, file: File) -> Result<&'a str, Error> {
        Ok(match file {
            File::Input => &self.source,
            File::Printed => self.printed.name(),
        })
    }

    fn source(&'a self, file: File) -> Result<&'a str, Error> {
        Ok(match file {
            File::Input => self.text,
            File::Printed => self.printed.source(),
        })
    }

    fn line_index(&'a self, file: File, byte: usize) -> Result<usize, Error> {
        match file {
            File::Input => Ok(0),
            File::Printed => self.printed.line_index((), byte),
        }
    }

    fn line_number(&'a self, file: File, line: usize) -> Result<usize, Error> {
        Ok(match file {
            File::Input => self.line,
            File::Printed => line + 1,
        })
    }

    fn column_number(&'a self, file: File, line: usize, byte: usize) -> Result<usize, Error> {
        match file {
            // The text may be cut at its left.
            File::Input => Ok(self.column),
            File::Printed => self.printed.column_number((), line, byte),
        }
    }

    fn line_range(&'a self, file: File, line: usize) -> Result<Range<usize>, Error> {
        match file {
            File::Input if line == 0 => Ok(0..self.text.len()),
            File::Input => Err(Error::LineTooLarge { given: line, max: 0 }),
            File::Printed => self.printed.line_range((), line),
        }
    }
}
