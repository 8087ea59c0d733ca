//! Descriptions in words for a terminal, and as records for programs.

pub mod grammar;
pub mod number;
pub mod production;

use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};

use super::excerpt::{Screen, fill, hang, indented, painted, width};
use crate::records::RemarkTextRecord;
use urlbnf_url::remark::{Remark, RemarkKind};

/// The maximum width of a page, in columns.
const COLUMNS: usize = 96;
/// The indent of entries below a heading.
const INDENT: usize = 2;
/// The minimum width of a text after its label; with less, it goes below the label.
const NARROW: usize = 24;

/// Writes the page of a description.
struct DescriptionWriter<'w> {
    columns: usize,
    output: &'w mut dyn WriteColor,
}

impl<'w> DescriptionWriter<'w> {
    /// Creates a writer with the width of its output, if that is known.
    fn new(screen: &'w mut Screen<'_>) -> DescriptionWriter<'w> {
        DescriptionWriter {
            columns: screen.columns.unwrap_or(COLUMNS).min(COLUMNS),
            output: screen.output,
        }
    }

    fn bold(&mut self, text: &str) -> io::Result<()> {
        painted(self.output, ColorSpec::new().set_bold(true), text)
    }

    fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output)?;
        self.bold(&hang(text, self.columns))?;
        writeln!(self.output)
    }

    fn painted(&mut self, ink: Color, text: &str) -> io::Result<()> {
        painted(self.output, ColorSpec::new().set_fg(Some(ink)), text)
    }

    /// Lines as they are, indented.
    fn lines(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| writeln!(self.output, "{:INDENT$}{line}", ""))
    }

    /// A label and its text; the rest of a long text is indented below.
    fn entry(&mut self, label: &str, columns: usize, text: &str) -> io::Result<()> {
        let label = format!("{label}{:1$}", "", columns.saturating_sub(width(label)));
        let room = self.columns.saturating_sub(INDENT + columns + 2);
        if room < NARROW {
            writeln!(self.output, "{:INDENT$}{}", "", label.trim_end())?;
            return self.below(text);
        }
        for (number, line) in fill(text, room).lines().enumerate() {
            let label = if number == 0 { label.clone() } else { " ".repeat(width(&label)) };
            writeln!(self.output, "{:INDENT$}{label}  {line}", "")?;
        }
        Ok(())
    }

    /// A text that does not fit beside its label, indented below it.
    fn below(&mut self, text: &str) -> io::Result<()> {
        write!(self.output, "{}", indented(text, [2 * INDENT; 2], self.columns))
    }

    /// Entries below a heading, if there are any; all labels as wide as the widest.
    fn entries(&mut self, heading: &str, entries: &[(String, String)]) -> io::Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        self.heading(heading)?;
        let columns = entries.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        entries.iter().try_for_each(|(label, text)| self.entry(label, columns, text))
    }

    /// Entries without a heading; one without a text is omitted.
    fn about(&mut self, entries: &[(&str, String)]) -> io::Result<()> {
        let entries = entries.iter().filter(|(_, text)| !text.is_empty());
        let columns = entries.clone().map(|(label, _)| width(label)).max().unwrap_or(0);
        entries.into_iter().try_for_each(|(label, text)| self.entry(label, columns, text))
    }
}

/// The number of a remark, and its text: what is printed, how it is read, and why.
fn remark_entry(remark: &Remark) -> (String, String) {
    let Remark { what, meant, why, .. } = remark;
    let text = match remark.number.kind {
        RemarkKind::Deviation | RemarkKind::Shortcut => format!("{what}: {why}"),
        kind => {
            // If it is read as printed, one `as` is enough.
            let meant = meant.strip_prefix("as ").unwrap_or(meant);
            format!("printed {what}, {} {meant}: {why}", kind.meant())
        }
    };
    (remark.number.to_string(), text)
}

/// The text of a remark as data.
fn remark_text(remark: &Remark) -> RemarkTextRecord {
    RemarkTextRecord { what: remark.what, meant: remark.meant, why: remark.why }
}
