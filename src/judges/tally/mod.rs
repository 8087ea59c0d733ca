//! How often judges say what.
//!
//! Lines of which all judges say the same are one group, with a count and a few of its
//! lines. Groups of parts of an input add up to those of the whole, whoever counted them:
//! in the order of the parts, where the first lines are kept; in any order, where the
//! smallest are.

mod examples;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

pub use examples::{Example, Examples, KEPT};

use examples::Chosen;

use super::{Answer, Blame, Judges, Ruling};

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
    /// Which lines of each group are kept.
    examples: Examples,
    lines: u64,
    empty: u64,
    groups: HashMap<Arc<[Ruling]>, Group>,
}

#[derive(Debug, Clone, Default)]
struct Group {
    count: u64,
    examples: Chosen,
}

/// What one judge says of some lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it says.
    pub ruling: Ruling,
    /// Of how many lines.
    pub count: u64,
    /// Some of them, in their order.
    pub examples: Vec<Example>,
}

impl Judges<'_> {
    /// Judges the lines of a block and counts what is said of them, and keeps examples of
    /// each group; `line` is the number of the block's first one in its source, from 1.
    pub fn tally(
        &mut self,
        block: &[u8],
        source: &Arc<str>,
        line: u64,
        examples: Examples,
    ) -> Part {
        let mut lines = 0;
        let mut groups: Vec<Group> = Vec::new();
        self.lines(block, |place, answer| {
            if answer.number() >= groups.len() {
                groups.resize_with(answer.number() + 1, Group::default);
            }
            let group = &mut groups[answer.number()];
            if answer != Answer::EMPTY
                && group.examples.may_take(examples, lines, place.len() as u64)
            {
                let example = Example::new(source, line + lines, &block[place]);
                group.examples.take(examples, lines, example);
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
    /// Of nothing yet; of each group these examples will be kept.
    pub fn new(examples: Examples) -> Tally {
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
            group.examples.append(self.examples, self.lines, examples);
        }
    }

    /// Adds one line: what the judges say of it.
    pub fn add_line(&mut self, rulings: &[Ruling], example: impl FnOnce() -> Example) {
        if !self.groups.contains_key(rulings) {
            self.groups.insert(rulings.into(), Group::default());
        }
        if let Some(group) = self.groups.get_mut(rulings) {
            group.count += 1;
            // How long it is, only the example says.
            if group.examples.may_take(self.examples, self.lines, 0) {
                group.examples.take(self.examples, self.lines, example());
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
            row.examples.append(self.examples, 0, group.examples.clone());
        }
        let mut rows: Vec<Row> = rows
            .into_iter()
            .map(|(ruling, Group { count, examples })| Row {
                ruling,
                count,
                examples: examples.all(),
            })
            .collect();
        rows.sort_by_key(|row| (row.ruling.verdict, std::cmp::Reverse(row.count), row.ruling));
        rows
    }
}
