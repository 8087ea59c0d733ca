//! Counts the rulings of judges.
//!
//! Lines with the same rulings of all judges form a group, with a count and a few examples. The
//! groups of the parts of an input add up to those of the whole: in the order of the parts if
//! the first lines are kept, in any order if the smallest are.

mod examples;

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use indexmap::IndexMap;

pub use examples::{ExampleLine, ExampleSelection, KEPT};

use examples::ExampleCollector;

use super::{Judges, ProductAnswer, Ruling, RulingFailure};

/// How many groups are looked up by the address of their rulings, which differs by thread.
const MOST_MET: usize = 1 << 16;

/// The counts of a block.
#[derive(Debug, Clone, Default)]
pub struct BlockTally {
    lines: u64,
    empty: u64,
    groups: Vec<(Arc<[Ruling]>, RulingsGroup)>,
}

/// The counts of an input.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Which lines of each group are kept.
    examples: ExampleSelection,
    lines: u64,
    empty: u64,
    groups: IndexMap<Arc<[Ruling]>, RulingsGroup>,
    /// The groups of rulings met before, by address. The same rulings come back in every block,
    /// and to compare them by value takes longer than to judge a line.
    met: HashMap<RulingsByAddress, usize>,
}

/// Rulings compared by address. The reference keeps the address valid.
#[derive(Debug, Clone)]
struct RulingsByAddress(Arc<[Ruling]>);

impl PartialEq for RulingsByAddress {
    fn eq(&self, other: &RulingsByAddress) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for RulingsByAddress {}

impl Hash for RulingsByAddress {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// The lines with the same rulings of all judges.
#[derive(Debug, Clone, Default)]
struct RulingsGroup {
    count: u64,
    examples: ExampleCollector,
}

/// The lines with one ruling of one judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingCount {
    /// The ruling.
    pub ruling: Ruling,
    /// The number of lines.
    pub count: u64,
    /// Some of the lines, in order.
    pub examples: Vec<ExampleLine>,
}

impl Judges<'_> {
    /// Judges the lines of a block, counts their rulings, and keeps examples of each group.
    /// `line` is the number of the first line of the block in its source, from 1.
    pub fn tally(
        &mut self,
        block: &[u8],
        source: &Arc<str>,
        line: u64,
        examples: ExampleSelection,
    ) -> BlockTally {
        let mut lines = 0;
        let mut groups: Vec<RulingsGroup> = Vec::new();
        self.lines(block, |place, answer| {
            if answer.number() >= groups.len() {
                groups.resize_with(answer.number() + 1, Default::default);
            }
            let group = &mut groups[answer.number()];
            let length = place.len() as u64;
            if group.examples.may_take(examples, lines, length) && answer != ProductAnswer::EMPTY {
                let number = line + lines;
                group.examples.take_line(examples, lines, (source, number, &block[place]));
            }
            group.count += 1;
            lines += 1;
        });
        let counted = ProductAnswer::all().zip(groups).filter(|(_, group)| group.count > 0);
        let mut counted = counted.peekable();
        let empty = counted.next_if(|(answer, _)| *answer == ProductAnswer::EMPTY);
        let empty = empty.map_or(0, |(_, group)| group.count);
        let rulings = |answer| Arc::clone(self.product.answers(answer));
        let groups = counted.map(|(answer, group)| (rulings(answer), group)).collect();
        BlockTally { lines, empty, groups }
    }
}

impl Tally {
    /// Creates an empty tally.
    pub fn new(examples: ExampleSelection) -> Tally {
        let (groups, met) = (IndexMap::new(), HashMap::new());
        Tally { examples, lines: 0, empty: 0, groups, met }
    }

    /// Adds the counts of the next block, of this input or the next one.
    pub fn add(&mut self, block: BlockTally) {
        if self.met.len() > MOST_MET {
            self.met.clear();
        }
        for (rulings, RulingsGroup { count, examples }) in block.groups {
            let number = |rulings: &RulingsByAddress| number_of(&mut self.groups, &rulings.0);
            let number = *self.met.entry(RulingsByAddress(rulings)).or_insert_with_key(number);
            let group = &mut self.groups[number];
            group.count += count;
            group.examples.append(self.examples, self.lines, examples);
        }
        self.lines += block.lines;
        self.empty += block.empty;
    }

    /// Adds the counts of the next part of the input.
    pub fn append(&mut self, later: Tally) {
        let Tally { lines, empty, groups, .. } = later;
        self.add(BlockTally { lines, empty, groups: groups.into_iter().collect() });
    }

    /// Adds a line with the rulings of the judges.
    pub fn add_line(&mut self, rulings: &[Ruling], example: impl FnOnce() -> ExampleLine) {
        if !self.groups.contains_key(rulings) {
            self.groups.insert(rulings.into(), RulingsGroup::default());
        }
        if let Some(group) = self.groups.get_mut(rulings) {
            group.count += 1;
            // The length of the line is known only to the example.
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

    /// All rulings of all judges, with repetitions.
    pub fn rulings(&self) -> impl Iterator<Item = &Ruling> {
        self.groups.keys().flat_map(|rulings| &**rulings)
    }

    /// The number of lines, including empty ones.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The number of empty lines.
    pub fn empty(&self) -> u64 {
        self.empty
    }

    /// The rulings of the judge with this index, by verdict, the most frequent first.
    pub fn rows(&self, judge: usize) -> Vec<RulingCount> {
        self.rows_by(judge, |ruling| ruling)
    }

    /// Like [`rows`](Tally::rows), with one row for failures that name the same production.
    pub fn rows_by_named_production(&self, judge: usize) -> Vec<RulingCount> {
        self.rows_by(judge, |ruling| Ruling {
            failure: ruling
                .failure
                .map(|failure| RulingFailure { production: failure.named_production, ..failure }),
            ..ruling
        })
    }

    fn rows_by(&self, judge: usize, of: impl Fn(Ruling) -> Ruling) -> Vec<RulingCount> {
        let mut rows: BTreeMap<Ruling, RulingsGroup> = BTreeMap::new();
        for (rulings, group) in &self.groups {
            let Some(ruling) = rulings.get(judge) else { continue };
            let row = rows.entry(of(*ruling)).or_default();
            row.count += group.count;
            row.examples.append(self.examples, 0, group.examples.clone());
        }
        let mut rows: Vec<RulingCount> = rows
            .into_iter()
            .map(|(ruling, RulingsGroup { count, examples })| RulingCount {
                ruling,
                count,
                examples: examples.all(),
            })
            .collect();
        rows.sort_by_key(|row| (row.ruling.verdict, std::cmp::Reverse(row.count), row.ruling));
        rows
    }
}

/// The index of a group, which is added if it is missing.
fn number_of(groups: &mut IndexMap<Arc<[Ruling]>, RulingsGroup>, rulings: &Arc<[Ruling]>) -> usize {
    let entry = groups.entry(Arc::clone(rulings));
    let number = entry.index();
    entry.or_default();
    number
}
