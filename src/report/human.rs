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
use crate::bnf::{Grammar, Place, ProductionId};
use crate::diagnose::{Code, Diagnostic, Expected, Note, citation, visible};
use crate::verdict::{JudgedBy, Verdict};
use crate::warning::Warned;

/// The widest note; a longer one goes on in the next line.
const WIDEST_NOTE: usize = 100;
/// The longest replacement that is shown.
const LONGEST_REPLACEMENT: usize = 500;

/// Writes what there is to say of an entry, and a blank line. Of one that
/// conforms, and has no notes, that is nothing.
pub fn write(entry: &Entry<'_>, output: &mut dyn WriteColor) -> io::Result<()> {
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
    let Entry { judge, input, .. } = *entry;
    let grammar = judge.grammar();
    let severity = match entry.verdict() {
        Verdict::GenericOnly => Severity::Warning,
        Verdict::Conforms | Verdict::Rejected => Severity::Error,
    };
    let mut labels = vec![
        Label::primary(File::Input, caret..caret + 1).with_message(diagnostic.label(judge, input)),
    ];
    labels.extend(printed_labels(entry, diagnostic));
    let mut notes = Vec::new();
    if !nothing_begins(entry, diagnostic) {
        notes.push(format!("in: {}", diagnostic.chain_text(grammar)));
    }
    if diagnostic.code != Code::EmptyProduction {
        notes.push(format!("expected: {}", diagnostic.expected_text(grammar)));
    }
    notes.push(match nothing_begins(entry, diagnostic) {
        true => citation(judge, chooser(entry)),
        false => diagnostic.citation(judge),
    });
    notes.extend(generic_only(entry));
    notes.extend(entry.examination.notes.iter().map(|note| format!("note: {}", note.text(judge))));
    let mut notes: Vec<String> = notes.iter().map(|note| wrap(note)).collect();
    if let Some(help) = diagnostic.help(judge, input) {
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
        .with_message(diagnostic.message(judge, input))
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

/// That the generic productions take it.
fn generic_only(entry: &Entry<'_>) -> Option<String> {
    let judgement = &entry.examination.judgement;
    let grammar = entry.judge.grammar();
    match (judgement.verdict, judgement.matched, judgement.judged) {
        (Verdict::GenericOnly, Some(matched), Some(judged)) => {
            let (matched, judged) = (grammar.name(matched), grammar.name(judged));
            Some(format!("generic-only: `{matched}` takes it, `{judged}` does not"))
        }
        _ => None,
    }
}

/// Labels in the `.bnf`: the production's name, and what in it waited.
fn printed_labels(entry: &Entry<'_>, diagnostic: &Diagnostic) -> Vec<Label<File>> {
    let judge = entry.judge;
    let grammar = judge.grammar();
    let secondary = |place: Place| Label::secondary(File::Printed, place.range());
    if grammar.production(diagnostic.production).definitions().is_empty() {
        return undefined_labels(grammar, diagnostic);
    }
    let text = match diagnostic.code {
        Code::NotAscii => Some("no production takes a byte outside ASCII".to_owned()),
        Code::BadEscape => Some("an escape is `%` and two hexadecimal digits".to_owned()),
        _ => diagnostic.found_text(judge),
    };
    if nothing_begins(entry, diagnostic) {
        let name = name_place(grammar, chooser(entry), None);
        let text = text.unwrap_or_default();
        return name.map(|place| secondary(place).with_message(text)).into_iter().collect();
    }
    let Some(failing) = diagnostic.failing.first() else {
        return name_place(grammar, diagnostic.production, None)
            .map(secondary)
            .into_iter()
            .collect();
    };
    let name = name_place(grammar, failing.production, failing.places.first().copied());
    let mut labels: Vec<Label<File>> = name.map(secondary).into_iter().collect();
    let waited = failing.expected.iter().zip(&failing.places);
    let production =
        |(expected, _): &(&Expected, &Place)| matches!(expected, Expected::Production(_));
    match text {
        // What the byte is belongs to the class that does not have it, where there is one.
        Some(text) => {
            let place = waited.clone().find(production).or(waited.clone().next());
            labels.extend(place.map(|(_, &place)| secondary(place).with_message(text)));
        }
        None => {
            let mut places: Vec<Place> = waited.map(|(_, &place)| place).collect();
            places.sort();
            places.dedup();
            let text = match (diagnostic.found, places.len()) {
                (None, _) => "the input ends before this",
                (Some(_), 1) => "expected this",
                (Some(_), _) => "expected one of these",
            };
            let last = places.pop();
            labels.extend(places.into_iter().map(secondary));
            labels.extend(last.map(|place| secondary(place).with_message(text)));
        }
    }
    labels
}

/// Whether it fails before any production is chosen: then none of them is to blame.
fn nothing_begins(entry: &Entry<'_>, diagnostic: &Diagnostic) -> bool {
    let by_scheme = entry.judge.judged_by() == JudgedBy::Scheme;
    by_scheme && diagnostic.offset == 0 && diagnostic.code != Code::EmptyProduction
}

/// The production that chooses among the schemes.
fn chooser(entry: &Entry<'_>) -> ProductionId {
    entry.judge.schemes().chain.last().copied().unwrap_or(entry.judge.start())
}

/// Labels for a name that is nowhere defined: where it is used.
fn undefined_labels(grammar: &Grammar, diagnostic: &Diagnostic) -> Vec<Label<File>> {
    let user = diagnostic.chain.iter().rev().nth(1);
    let Some(&user) = user else { return Vec::new() };
    let definitions = grammar.production(user).definitions().iter();
    let uses = definitions.flat_map(|definition| {
        let named = definition.body.references().into_iter();
        named.map(|(id, place)| (definition.name_place, id, place))
    });
    let used = uses.into_iter().find(|(_, id, _)| *id == diagnostic.production);
    let Some((name, _, place)) = used else { return Vec::new() };
    vec![
        Label::secondary(File::Printed, name.range()),
        Label::secondary(File::Printed, place.range()).with_message("defined nowhere"),
    ]
}

/// The name of a production in the `.bnf`, where it has that part.
fn name_place(grammar: &Grammar, production: ProductionId, part: Option<Place>) -> Option<Place> {
    let definitions = grammar.production(production).definitions();
    let has = |place: Place, part: Place| place.start <= part.start && part.end <= place.end;
    let holder = part.and_then(|part| definitions.iter().find(|it| has(it.place, part)));
    holder.or(definitions.first()).map(|definition| definition.name_place)
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
