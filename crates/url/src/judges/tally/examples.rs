//! The lines that are kept of a group, as its examples.
//!
//! Who reads a report wants the first lines: they stand where one begins to look. Who adds
//! up the tallies of many machines wants lines that do not depend on how the input was cut:
//! the smallest, by length and then by their bytes. The smallest of all are the smallest of
//! the smallest of each part.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes that are kept of an example.
pub const KEPT: usize = 256;

/// Which lines of a group are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Examples {
    /// So many, those that were met first.
    First(usize),
    /// So many different ones, the shortest; of the same length, the smallest by their bytes.
    Smallest(usize),
}

/// A line, as an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The name of the input.
    pub source: Arc<str>,
    /// The number of the line in it, from 1.
    pub line: u64,
    /// The line, or the first [`KEPT`] bytes of it.
    pub input: Vec<u8>,
    /// How long the line is, in bytes.
    pub length: u64,
}

/// The lines that were kept so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Chosen {
    kept: BTreeMap<Rank, Example>,
    /// Once there is no more room, the number of the last of them.
    last: Option<u64>,
}

/// What makes an example come before another: the number of lines before it, or its length
/// and its bytes.
type Rank = (u64, Vec<u8>);

impl Examples {
    /// How many are kept.
    pub fn most(self) -> usize {
        match self {
            Examples::First(most) | Examples::Smallest(most) => most,
        }
    }

    /// Whether a line of a length may be one of them, after so many others, where the last
    /// one has a number if there is no more room.
    #[inline]
    pub(super) fn may_take(self, last: Option<u64>, met: u64, length: u64) -> bool {
        last.is_none_or(|last| self.number(met, length) <= last)
    }

    /// What counts first of a line, after so many others.
    #[inline]
    pub(super) fn number(self, met: u64, length: u64) -> u64 {
        match self {
            Examples::First(_) => met,
            Examples::Smallest(_) => length,
        }
    }

    fn rank(self, met: u64, example: &Example) -> Rank {
        let bytes = match self {
            Examples::First(_) => Vec::new(),
            Examples::Smallest(_) => example.input.clone(),
        };
        (self.number(met, example.length), bytes)
    }
}

impl Chosen {
    /// Whether a line of a length may be one of them, after so many others.
    pub fn may_take(&self, examples: Examples, met: u64, length: u64) -> bool {
        examples.may_take(self.last, met, length)
    }

    /// Takes a line, after so many others, if it is one of them.
    pub fn take(&mut self, examples: Examples, met: u64, example: Example) {
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

    /// Takes those of a part of the input that begins after so many lines.
    pub fn append(&mut self, examples: Examples, before: u64, later: Chosen) {
        for ((met, _), example) in later.kept {
            self.take(examples, before.saturating_add(met), example);
        }
    }

    /// All of them, in their order.
    pub fn all(self) -> Vec<Example> {
        self.kept.into_values().collect()
    }
}

impl Example {
    /// A line of an input.
    pub fn new(source: &Arc<str>, line: u64, input: &[u8]) -> Example {
        let (source, length) = (Arc::clone(source), input.len() as u64);
        let input = input[..input.len().min(KEPT)].to_vec();
        Example { source, line, input, length }
    }

    /// More of the line.
    pub fn go_on(&mut self, bytes: &[u8]) {
        let room = KEPT - self.input.len().min(KEPT);
        self.input.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.length += bytes.len() as u64;
    }
}
