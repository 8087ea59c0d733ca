//! What was not judged: counted, and said, so that nothing is skipped in silence.

use crate::error::Error;
use crate::input::{Column, Lines};
use crate::status::Status;

/// Lines that were not judged.
#[derive(Debug, Clone, Default)]
pub struct Left {
    /// Empty lines.
    pub empty: Lines,
    /// Lines without the field.
    pub missing: Lines,
    /// Whether some line had it.
    pub has_field: bool,
    /// Lines at whose end a quote is open.
    pub unclosed: Lines,
    /// Lines that are no JSON.
    pub not_json: Lines,
}

impl Left {
    /// Adds those of a later part of the input.
    pub fn append(&mut self, later: Left) {
        self.empty.append(later.empty);
        self.missing.append(later.missing);
        self.has_field |= later.has_field;
        self.unclosed.append(later.unclosed);
        self.not_json.append(later.not_json);
    }

    /// That lines are empty, for a report that does not count them.
    pub fn empty_lines(&self) -> Option<String> {
        self.empty.say("is empty", "are empty", "not judged")
    }

    /// What is to be said of them, apart from the empty ones.
    pub fn remarks(&self) -> Vec<String> {
        let missing =
            self.missing.say("does not have the field", "do not have the field", "not judged");
        let missing = missing.filter(|_| self.has_field);
        let unclosed = self.unclosed.say("leaves a quote open", "leave a quote open", "not judged");
        let not_json = self.not_json.say("is not JSON", "are not JSON", "not judged");
        [missing, unclosed, not_json].into_iter().flatten().collect()
    }

    /// A line that cannot be read is an input that cannot be read.
    pub fn status(&self) -> Status {
        if self.unclosed.count() + self.not_json.count() > 0 {
            Status::Trouble
        } else {
            Status::Fine
        }
    }

    /// Where there are lines, and not one of them has the field: a slip, and no list
    /// without an objection.
    pub fn no_field(&self, column: Column) -> Option<Error> {
        let (name, line) = self.missing.first().filter(|_| !self.has_field)?;
        Some(Error::NoField { column, lines: self.missing.count(), name, line })
    }
}
