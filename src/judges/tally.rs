//! How often judges say what.
//!
//! Lines of which all judges say the same are one group, with a count and its
//! first few lines. Groups of parts of an input add up to those of the whole,
//! whoever counted them, as long as the parts are added in order.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Answer, Blame, Judges, Ruling};

/// The most bytes that are kept of an example.
pub const KEPT: usize = 256;

/// The counts of a block.
#[derive(Debug, Clone, Default)]
pub struct Part {
    lines: u64,
    empty: u64,
    groups: Vec<(Arc<[Ruling]>, Group)>,
}

/// The counts of an input.
#[derive(Debug, Clone)]
pub struct Tally {
    /// How many examples are kept of each group.
    examples: usize,
    lines: u64,
    empty: u64,
    groups: HashMap<Arc<[Ruling]>, Group>,
}

#[derive(Debug, Clone, Default)]
struct Group {
    count: u64,
    /// Each with the number of lines before it.
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

impl Judges<'_> {
    /// Judges the lines of a block and counts what is said of them. Of each
    /// group the first lines are kept, as many as `examples`; `line` is the
    /// number of the block's first one in its source, from 1.
    pub fn tally(&mut self, block: &[u8], source: &Arc<str>, line: u64, examples: usize) -> Part {
        let mut lines = 0;
        let mut groups: Vec<Group> = Vec::new();
        self.lines(block, |place, answer| {
            if answer.number() >= groups.len() {
                groups.resize_with(answer.number() + 1, Group::default);
            }
            let group = &mut groups[answer.number()];
            if group.examples.len() < examples && answer != Answer::EMPTY {
                group.examples.push((lines, Example::new(source, line + lines, &block[place])));
            }
            group.count += 1;
            lines += 1;
        });
        let answers = Answer::all();
        let mut counted = answers.zip(groups).filter(|(_, group)| group.count > 0).peekable();
        let empty = counted.next_if(|(answer, _)| *answer == Answer::EMPTY);
        let empty = empty.map_or(0, |(_, group)| group.count);
        let rulings = |answer: Answer| Arc::clone(self.product.answers(answer));
        let groups = counted.map(|(answer, group)| (rulings(answer), group));
        Part { lines, empty, groups: groups.collect() }
    }
}

impl Tally {
    /// Of nothing yet; of each group so many examples will be kept.
    pub fn new(examples: usize) -> Tally {
        Tally { examples, lines: 0, empty: 0, groups: HashMap::new() }
    }

    /// Adds the counts of the block that comes next, of this input or the next one.
    pub fn add(&mut self, block: Part) {
        self.add_groups(block.groups);
        self.lines += block.lines;
        self.empty += block.empty;
    }

    /// Adds the counts of the part of the input that comes next.
    pub fn append(&mut self, later: Tally) {
        self.add_groups(later.groups);
        self.lines += later.lines;
        self.empty += later.empty;
    }

    fn add_groups(&mut self, groups: impl IntoIterator<Item = (Arc<[Ruling]>, Group)>) {
        for (rulings, Group { count, examples }) in groups {
            let group = self.groups.entry(rulings).or_default();
            group.count += count;
            let room = self.examples.saturating_sub(group.examples.len());
            let examples = examples.into_iter().take(room);
            let before = self.lines;
            group.examples.extend(examples.map(|(later, example)| (before + later, example)));
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
                group.examples.push((self.lines, example()));
            }
        }
        self.lines += 1;
    }

    /// Adds empty lines.
    pub fn add_empty(&mut self, count: u64) {
        self.lines += count;
        self.empty += count;
    }

    /// What was said, by any judge, some of it more than once.
    pub fn rulings(&self) -> impl Iterator<Item = &Ruling> {
        self.groups.keys().flat_map(|rulings| &**rulings)
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
        self.rows_by(judge, |ruling| ruling)
    }

    /// The same, for a reader: what is told of the same production is one row.
    pub fn told_rows(&self, judge: usize) -> Vec<Row> {
        self.rows_by(judge, |ruling| Ruling {
            failure: ruling.failure.map(|it| Blame { production: it.told, ..it }),
            ..ruling
        })
    }

    fn rows_by(&self, judge: usize, of: impl Fn(Ruling) -> Ruling) -> Vec<Row> {
        let mut rows: BTreeMap<Ruling, Group> = BTreeMap::new();
        for (rulings, group) in &self.groups {
            let Some(ruling) = rulings.get(judge) else { continue };
            let row = rows.entry(of(*ruling)).or_default();
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
