//! The lines that were not judged. They are counted and reported: none is skipped in silence.

use crate::input::{ColumnSelector, LineCounter};
use crate::{CliError, Status};

/// Lines that were not judged.
#[derive(Debug, Clone, Default)]
pub struct UnjudgedLines {
    pub empty: LineCounter,
    /// Lines without the field.
    pub missing: LineCounter,
    /// Whether any line has the field.
    pub has_field: bool,
    /// Lines that end in an open quote.
    pub unclosed: LineCounter,
    pub not_json: LineCounter,
}

impl UnjudgedLines {
    /// Adds the lines of a later part of the input.
    pub fn append(&mut self, later: UnjudgedLines) {
        self.empty.append(later.empty);
        self.missing.append(later.missing);
        self.has_field |= later.has_field;
        self.unclosed.append(later.unclosed);
        self.not_json.append(later.not_json);
    }

    /// Returns a remark on empty lines, for a report that does not count them.
    pub fn empty_lines(&self) -> Option<String> {
        self.empty.remark("is empty", "are empty", "not judged")
    }

    /// Returns the remarks on all but the empty lines.
    pub fn remarks(&self) -> Vec<String> {
        let missing =
            self.missing.remark("does not have the field", "do not have the field", "not judged");
        let missing = missing.filter(|_| self.has_field);
        let unclosed =
            self.unclosed.remark("leaves a quote open", "leave a quote open", "not judged");
        let not_json = self.not_json.remark("is not JSON", "are not JSON", "not judged");
        [missing, unclosed, not_json].into_iter().flatten().collect()
    }

    /// Returns `Trouble` if any line could not be read.
    pub fn status(&self) -> Status {
        if self.unclosed.count() + self.not_json.count() > 0 {
            Status::Trouble
        } else {
            Status::Fine
        }
    }

    /// Returns an error if there are lines but none has the field: likely a mistyped field.
    pub fn no_field(&self, column: ColumnSelector) -> Option<CliError> {
        let (name, line) = self.missing.first().filter(|_| !self.has_field)?;
        Some(CliError::NoField { column, lines: self.missing.count(), name, line })
    }
}
