//! The lines of a group that are kept as examples.
//!
//! For a single report, the first lines are best, since readers look there first. To add up
//! tallies of several machines, the examples must not depend on how the input was divided:
//! these are the smallest lines, by length and then by bytes. The smallest lines of the whole
//! are the smallest of those of the parts.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum number of bytes kept of an example.
pub const KEPT: usize = 256;

/// Which lines of a group are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleSelection {
    /// The first lines, up to this number.
    First(usize),
    /// The shortest distinct lines, up to this number; of equal length, the smallest by bytes.
    Smallest(usize),
}

/// A line, as an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleLine {
    /// The name of the input.
    pub source: Arc<str>,
    /// The number of the line in it, from 1.
    pub line: u64,
    /// The line, or the first [`KEPT`] bytes of it.
    pub input: Vec<u8>,
    /// The length of the whole line in bytes.
    pub length: u64,
}

/// The examples chosen so far.
#[derive(Debug, Clone, Default)]
pub(super) struct ExampleCollector {
    kept: BTreeMap<ExampleRank, ExampleLine>,
    /// If there is no more room, the number of the last example.
    last: Option<u64>,
}

/// The order of examples: by the number of lines before them, or by their length and bytes.
type ExampleRank = (u64, Vec<u8>);

impl ExampleSelection {
    /// The maximum number of examples.
    pub fn most(self) -> usize {
        match self {
            ExampleSelection::First(most) | ExampleSelection::Smallest(most) => most,
        }
    }

    /// The number by which a line after `met` others is ranked first.
    #[inline]
    fn number(self, met: u64, length: u64) -> u64 {
        match self {
            ExampleSelection::First(_) => met,
            ExampleSelection::Smallest(_) => length,
        }
    }

    fn rank(self, met: u64, example: &ExampleLine) -> ExampleRank {
        let bytes = match self {
            ExampleSelection::First(_) => Vec::new(),
            ExampleSelection::Smallest(_) => example.input.clone(),
        };
        (self.number(met, example.length), bytes)
    }
}

impl ExampleCollector {
    /// Whether a line of this length, after `met` others, may be an example.
    #[inline]
    pub fn may_take(&self, examples: ExampleSelection, met: u64, length: u64) -> bool {
        self.last.is_none_or(|last| examples.number(met, length) <= last)
    }

    /// Adds a line with this number in its source, after `met` others, if it is one of the
    /// examples. This is rarely called, so it is kept out of the hot path.
    #[cold]
    pub fn take_line(
        &mut self,
        examples: ExampleSelection,
        met: u64,
        (source, number, line): (&Arc<str>, u64, &[u8]),
    ) {
        // Many lines may be as long as the last example, and are not copied to be compared.
        let head = &line[..line.len().min(KEPT)];
        let is_smaller = |(_, last): (&ExampleRank, &ExampleLine)| *head <= *last.input;
        let is_longest = self.last == Some(line.len() as u64);
        let compared = matches!(examples, ExampleSelection::Smallest(_)) && is_longest;
        if !compared || self.kept.last_key_value().is_some_and(is_smaller) {
            self.take(examples, met, ExampleLine::new(source, number, line));
        }
    }

    /// Adds a line, after `met` others, if it is one of the examples.
    pub fn take(&mut self, examples: ExampleSelection, met: u64, example: ExampleLine) {
        if !self.may_take(examples, met, example.length) {
            return;
        }
        self.kept.insert(examples.rank(met, &example), example);
        if self.kept.len() > examples.most() {
            self.kept.pop_last();
        }
        if self.kept.len() >= examples.most() {
            self.last = Some(self.kept.last_key_value().map_or(0, |((number, _), _)| *number));
        }
    }

    /// Adds the examples of a part of the input that begins after `before` lines.
    pub fn append(&mut self, examples: ExampleSelection, before: u64, later: ExampleCollector) {
        for ((met, _), example) in later.kept {
            self.take(examples, before.saturating_add(met), example);
        }
    }

    /// The examples, in order.
    pub fn all(self) -> Vec<ExampleLine> {
        self.kept.into_values().collect()
    }
}

impl ExampleLine {
    /// Creates an example from a line of an input.
    pub fn new(source: &Arc<str>, line: u64, input: &[u8]) -> ExampleLine {
        let (source, length) = (Arc::clone(source), input.len() as u64);
        let input = input[..input.len().min(KEPT)].to_vec();
        ExampleLine { source, line, input, length }
    }

    /// Appends more of the line.
    pub fn go_on(&mut self, bytes: &[u8]) {
        let room = KEPT - self.input.len().min(KEPT);
        self.input.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.length += bytes.len() as u64;
    }
}
