//! Lines that are left out: they are counted, and the first one is reported.

/// The number of lines, and the place of the first.
#[derive(Debug, Clone, Default)]
pub struct LineCounter {
    count: u64,
    first: Option<(String, u64)>,
}

impl LineCounter {
    pub fn add(&mut self, source: &str, line: u64) {
        self.count += 1;
        self.first.get_or_insert_with(|| (source.to_owned(), line));
    }

    /// Adds the lines of a later part of the input.
    pub fn append(&mut self, later: LineCounter) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the input and the line number of the first line.
    pub fn first(&self) -> Option<(String, u64)> {
        self.first.clone()
    }

    /// Returns a remark on what the lines are, in the singular or the plural, and what was not
    /// done with them. `None` if there are no lines.
    pub fn remark(&self, one: &str, several: &str, left: &str) -> Option<String> {
        let (source, line) = self.first.as_ref()?;
        Some(match self.count {
            1 => format!("one line {one} and was {left}: {source}:{line}"),
            count => format!("{count} lines {several} and were {left}, first {source}:{line}"),
        })
    }
}
