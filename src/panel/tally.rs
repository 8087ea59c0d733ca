//! How often a panel says what.
//!
//! Lines of which all judges say the same are one group, with a count and its
//! first few lines. Groups of parts of an input add up to those of the whole,
//! whoever counted them, as long as the parts are added in order.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::{Answer, Panel, Ruling};
use crate::verdict::Verdict;

/// The most bytes that are kept of an example.
pub const KEPT: usize = 256;

/// The counts of a block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// Lines, the empty ones included.
    pub lines: u64,
    /// Empty lines, which are not judged.
    pub empty: u64,
    groups: Vec<PartGroup>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct PartGroup {
    rulings: Box<[Ruling]>,
    count: u64,
    /// The first lines: how many lines stand before each, and its bytes in the block.
    first: Vec<(u64, Range<usize>)>,
}

/// The counts of an input.
#[derive(Debug, Clone)]
pub struct Tally {
    /// How many examples are kept of each group.
    examples: usize,
    lines: u64,
    empty: u64,
    groups: HashMap<Box<[Ruling]>, Group>,
    /// How many examples came before.
    met: u64,
}

#[derive(Debug, Clone, Default)]
struct Group {
    count: u64,
    /// Each with its number in the order in which they were met.
    examples: Vec<(u64, Example)>,
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

/// What one judge says of some lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it says.
    pub ruling: Ruling,
    /// Of how many lines.
    pub count: u64,
    /// The first of them.
    pub examples: Vec<Example>,
}

impl Panel<'_> {
    /// Judges the lines of a block and counts what is said of them. Of each
    /// group the places of the first lines are kept, as many as `examples`.
    pub fn tally(&mut self, block: &[u8], examples: usize) -> Part {
        let mut lines = 0;
        let mut counts: Vec<u64> = Vec::new();
        let mut first: Vec<Vec<(u64, Range<usize>)>> = Vec::new();
        self.lines(block, |line, answer| {
            let number = answer.number();
            if number >= counts.len() {
                counts.resize(number + 1, 0);
                first.resize(number + 1, Vec::new());
            }
            counts[number] += 1;
            if counts[number] <= examples as u64 {
                first[number].push((lines, line));
            }
            lines += 1;
        });
        let empty = counts.first().copied().unwrap_or(0);
        let mut groups = Vec::new();
        for (number, (count, first)) in counts.into_iter().zip(first).enumerate() {
            let answer = Answer(number as u32);
            if count > 0 && answer != Answer::EMPTY {
                groups.push(PartGroup { rulings: self.rulings(answer).into(), count, first });
            }
        }
        Part { lines, empty, groups }
    }
}

impl Tally {
    /// Of nothing yet; of each group so many examples will be kept.
    pub fn new(examples: usize) -> Tally {
        Tally { examples, lines: 0, empty: 0, groups: HashMap::new(), met: 0 }
    }

    /// Adds the counts of a block: the next one of an input, or the first of
    /// the next input. `line` is the number of its first line.
    pub fn add(&mut self, part: Part, source: &Arc<str>, line: u64, block: &[u8]) {
        self.lines += part.lines;
        self.empty += part.empty;
        let met = self.met;
        self.met += part.lines;
        for PartGroup { rulings, count, first } in part.groups {
            let group = self.groups.entry(rulings).or_default();
            group.count += count;
            let room = self.examples.saturating_sub(group.examples.len());
            for (before, range) in first.into_iter().take(room) {
                let example = Example::new(source, line + before, &block[range]);
                group.examples.push((met + before, example));
            }
        }
    }

    /// Adds one line: what the judges say of it.
    pub fn add_line(&mut self, rulings: &[Ruling], example: impl FnOnce() -> Example) {
        if !self.groups.contains_key(rulings) {
            self.groups.insert(rulings.into(), Group::default());
        }
        if let Some(group) = self.groups.get_mut(rulings) {
            group.count += 1;
            if group.examples.len() < self.examples {
                group.examples.push((self.met, example()));
            }
        }
        self.lines += 1;
        self.met += 1;
    }

    /// Adds empty lines.
    pub fn add_empty(&mut self, count: u64) {
        self.lines += count;
        self.empty += count;
        self.met += count;
    }

    /// Adds the counts of the part of the input that comes next.
    pub fn append(&mut self, later: Tally) {
        let met = self.met;
        self.lines += later.lines;
        self.empty += later.empty;
        self.met += later.met;
        for (rulings, Group { count, examples }) in later.groups {
            let group = self.groups.entry(rulings).or_default();
            group.count += count;
            let room = self.examples.saturating_sub(group.examples.len());
            let examples = examples.into_iter().take(room);
            group.examples.extend(examples.map(|(before, example)| (met + before, example)));
        }
    }

    /// The verdicts that were given, by any judge, some of them more than once.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.groups.keys().flatten().map(|ruling| ruling.verdict)
    }

    /// How many lines there were, the empty ones included.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// How many lines were empty.
    pub fn empty(&self) -> u64 {
        self.empty
    }

    /// What the judge of a number said: by verdict, the most frequent first.
    pub fn rows(&self, judge: usize) -> Vec<Row> {
        let mut rows: BTreeMap<Ruling, Group> = BTreeMap::new();
        for (rulings, group) in &self.groups {
            let Some(ruling) = rulings.get(judge) else { continue };
            let row = rows.entry(*ruling).or_default();
            row.count += group.count;
            row.examples.extend(group.examples.iter().cloned());
        }
        let mut rows: Vec<Row> = rows
            .into_iter()
            .map(|(ruling, Group { count, mut examples })| {
                examples.sort_by_key(|(met, _)| *met);
                examples.truncate(self.examples);
                let examples = examples.into_iter().map(|(_, example)| example).collect();
                Row { ruling, count, examples }
            })
            .collect();
        rows.sort_by_key(|row| (row.ruling.verdict, std::cmp::Reverse(row.count), row.ruling));
        rows
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
