//! Lines of which nothing is made: counted, and the first of them told.

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

    /// Adds those of a later part of the input.
    pub fn append(&mut self, later: Lines) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The input and the number of the first.
    pub fn first(&self) -> Option<(String, u64)> {
        self.first.clone()
    }

    /// What one of them is, or several, and what was not done with them; `None` of none.
    pub fn say(&self, one: &str, several: &str, left: &str) -> Option<String> {
        let (source, line) = self.first.as_ref()?;
        Some(match self.count {
            1 => format!("one line {one} and was {left}: {source}:{line}"),
            count => format!("{count} lines {several} and were {left}, first {source}:{line}"),
        })
    }
}
