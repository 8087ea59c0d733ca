//! One input and several editions: a line for each edition.
//!
//! Six full reports in a row cannot be compared, so here each edition has one line. A check
//! with that edition alone shows the full report.

use std::collections::BTreeSet;
use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec};

use super::ExaminedLine;
use super::excerpt::{Excerpt, Screen, fill, painted, width};
use super::human::LONGEST_REPLACEMENT;
use urlbnf_bnf::text::visible;
use urlbnf_url::{Reading, Verdict};

/// Writes the entries of one line, in the order of their editions, and a blank line.
///
/// # Errors
/// If writing to the output fails.
pub fn write(entries: &[ExaminedLine<'_>], screen: &mut Screen<'_>) -> io::Result<()> {
    let columns = screen.columns;
    let Some(first) = entries.first() else { return Ok(()) };
    let failing = entries.iter().filter(|entry| entry.verdict() != Verdict::Conforms);
    let furthest = failing.map(ExaminedLine::offset).max().unwrap_or(0);
    let source = visible(first.source.as_bytes());
    let place = format_args!("{source}:{}: ", first.line);
    painted(screen.output, ColorSpec::new().set_bold(true), place)?;
    let room = columns
        .map(|columns| columns.saturating_sub(width(&source) + first.line.to_string().len() + 3));
    writeln!(screen.output, "{}", Excerpt::new(first.input, furthest, room).text)?;
    let rows = rows(entries);
    let widest = |text: for<'r> fn(&'r ComparisonRow<'_>) -> &'r str| {
        rows.iter().map(|row| text(row).len()).max().unwrap_or(0)
    };
    let (name, reading) = (widest(|row| row.edition), widest(|row| row.reading));
    let verdict = widest(|row| &row.verdict);
    for row in &rows {
        let before = name + reading + verdict + 9;
        // If a text does not fit after the verdicts, it goes on the line below its own.
        let below =
            columns.filter(|&columns| row.text.is_empty() || before + width(&row.text) > columns);
        let tight = columns.is_some_and(|columns| columns < before);
        let (reading, space) = if tight { (0, "\n      ") } else { (reading, "  ") };
        let verdict = if below.is_some() { 0 } else { verdict };
        write!(screen.output, "   {:name$}  {:reading$}{space}", row.edition, row.reading)?;
        let shown = format_args!("{:verdict$}", row.verdict);
        painted(screen.output, ColorSpec::new().set_fg(Some(row.ink)), shown)?;
        match below {
            Some(columns) => {
                writeln!(screen.output)?;
                for line in fill(&row.text, columns.saturating_sub(6)).lines() {
                    writeln!(screen.output, "      {line}")?;
                }
            }
            None => writeln!(screen.output, "  {}", row.text)?,
        }
    }
    let failing = entries.iter().filter(|entry| entry.examination.diagnostic.is_some());
    let failing: BTreeSet<&str> = failing.map(|entry| entry.judge.name()).collect();
    for (help, editions) in shown_repairs(entries) {
        let help = match editions.len() == failing.len() {
            true => format!("   = help: {help}\n"),
            false => format!("   = help, {}: {help}\n", editions.join(", ")),
        };
        screen.hung(&help)?;
    }
    writeln!(screen.output)
}

/// The repairs, each with the editions that suggest it.
fn shown_repairs<'a>(entries: &[ExaminedLine<'a>]) -> Vec<(String, Vec<&'a str>)> {
    let mut helps: Vec<(String, Vec<&'a str>)> = Vec::new();
    for ExaminedLine { judge, input, examination, .. } in entries {
        let diagnostic = examination.diagnostic.as_ref();
        let repair = diagnostic.and_then(|diagnostic| {
            Some((diagnostic.help(judge, input)?, diagnostic.repair.as_ref()?))
        });
        let Some((help, repair)) = repair else { continue };
        if repair.replacement.len() > LONGEST_REPLACEMENT {
            continue;
        }
        let (help, edition) = (format!("{help}: {}", repair.replacement), judge.name());
        match helps.iter_mut().find(|(known, _)| *known == help) {
            Some((_, editions)) if editions.contains(&edition) => {}
            Some((_, editions)) => editions.push(edition),
            None => helps.push((help, vec![edition])),
        }
    }
    helps
}

struct ComparisonRow<'a> {
    edition: &'a str,
    reading: &'static str,
    verdict: String,
    ink: Color,
    text: String,
}

/// A row for each edition and reading; two readings with the same result share one.
fn rows<'a>(entries: &[ExaminedLine<'a>]) -> Vec<ComparisonRow<'a>> {
    let mut rows: Vec<ComparisonRow<'a>> = Vec::new();
    for entry in entries {
        let row = row(entry);
        match rows.last_mut() {
            Some(last)
                if (last.edition, &last.verdict, &last.text)
                    == (row.edition, &row.verdict, &row.text) =>
            {
                last.reading = if row.reading.is_empty() { "" } else { "both" };
            }
            _ => rows.push(row),
        }
    }
    rows
}

fn row<'a>(entry: &ExaminedLine<'a>) -> ComparisonRow<'a> {
    let verdict = entry.verdict();
    let headline = entry.examination.headline(entry.judge, entry.input);
    let (shown, ink, text) = match (&entry.examination.diagnostic, verdict) {
        (Some(diagnostic), Verdict::GenericOnly) => {
            let shown = format!("{verdict}, column {}", entry.column());
            (shown, Color::Yellow, format!("{headline} [{}]", diagnostic.code))
        }
        (Some(diagnostic), _) => {
            let shown = format!("{verdict}, column {}", entry.column());
            (shown, Color::Red, format!("{headline} [{}]", diagnostic.code))
        }
        (None, _) => {
            let matched = entry.examination.judgement.matched();
            let production = matched.map(|id| format!("as `{}`", entry.judge.grammar().name(id)));
            (verdict.name().to_owned(), Color::Green, production.unwrap_or_default())
        }
    };
    let reading = entry.judge.named_reading().map_or("", Reading::name);
    let edition = entry.judge.name();
    ComparisonRow { edition, reading, verdict: shown, ink, text }
}
