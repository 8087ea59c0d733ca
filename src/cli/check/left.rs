//! What was not judged: counted, and said, so that nothing is skipped in silence.

use std::num::NonZeroUsize;

use crate::error::Error;
use crate::status::Status;

/// Lines that were not judged.
#[derive(Debug, Clone, Default)]
pub struct Left {
    /// Empty lines.
    pub empty: u64,
    /// Lines without the field.
    pub missing: Lines,
    /// Whether some line had it.
    pub has_field: bool,
    /// Lines at whose end a quote is open.
    pub unclosed: Lines,
}

/// How many lines, and where the first is.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    count: u64,
    first: Option<(String, u64)>,
}

impl Lines {
    /// Adds a line.
    pub fn add(&mut self, source: &str, line: u64) {
        self.count += 1;
        self.first.get_or_insert_with(|| (source.to_owned(), line));
    }

    fn append(&mut self, later: Lines) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    fn say(&self, one: &str, several: &str) -> Option<String> {
        let (source, line) = self.first.as_ref()?;
        Some(match self.count {
            1 => format!("one line {one} and was not judged: {source}:{line}"),
            count => {
                format!("{count} lines {several} and were not judged, first {source}:{line}")
            }
        })
    }
}

impl Left {
    /// Adds those of a later part of the input.
    pub fn append(&mut self, later: Left) {
        self.empty += later.empty;
        self.missing.append(later.missing);
        self.has_field |= later.has_field;
        self.unclosed.append(later.unclosed);
    }

    /// What is to be said of them, apart from the empty ones.
    pub fn remarks(&self) -> Vec<String> {
        let missing = self.missing.say("does not have the field", "do not have the field");
        let missing = missing.filter(|_| self.has_field);
        let unclosed = self.unclosed.say("leaves a quote open", "leave a quote open");
        [missing, unclosed].into_iter().flatten().collect()
    }

    /// A line that cannot be read is an input that cannot be read.
    pub fn status(&self) -> Status {
        if self.unclosed.count > 0 { Status::Trouble } else { Status::Fine }
    }

    /// Where there are lines, and not one of them has the field: a slip, and no list
    /// without an objection.
    pub fn no_field(&self, number: NonZeroUsize) -> Option<Error> {
        let (name, line) = self.missing.first.clone().filter(|_| !self.has_field)?;
        Some(Error::NoField { number, lines: self.missing.count, name, line })
    }
}
