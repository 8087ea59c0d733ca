//! How often judges say what.
//!
//! Lines of which all judges say the same are one group, with a count and a few of its
//! lines. Groups of parts of an input add up to those of the whole, whoever counted them:
//! in the order of the parts, where the first lines are kept; in any order, where the
//! smallest are.

mod examples;
mod places;

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use indexmap::IndexMap;

pub use examples::{Example, Examples, KEPT};

use examples::Chosen;
use places::{Place, Places};

use super::{Answer, Blame, Judges, Ruling};

/// How many groups are recalled by where their rulings are kept: each thread has its own.
const MOST_MET: usize = 1 << 16;

/// The counts of a block.
#[derive(Debug, Clone, Default)]
pub struct Part {
    source: Arc<str>,
    /// The number of its first line in it, from 1.
    line: u64,
    lines: u64,
    empty: u64,
    groups: Vec<Counted>,
    /// What is kept of the lines of all groups.
    text: Vec<u8>,
}

/// The lines of a block of which all judges say the same.
#[derive(Debug, Clone)]
struct Counted {
    rulings: Arc<[Ruling]>,
    count: u64,
    /// Those that may be examples, with their places in the text of the part.
    places: Vec<Place>,
}

/// The counts of an input.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Which lines of each group are kept.
    examples: Examples,
    lines: u64,
    empty: u64,
    groups: IndexMap<Arc<[Ruling]>, Group>,
    /// The numbers of the groups that were met in a block: judges say in block after block
    /// the same, and to compare it as a whole takes longer than to judge a line.
    met: HashMap<Said, usize>,
}

/// What judges said, by where it is kept: there it stays as long as this.
#[derive(Debug, Clone)]
struct Said(Arc<[Ruling]>);

impl PartialEq for Said {
    fn eq(&self, other: &Said) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Said {}

impl Hash for Said {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
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
        let mut groups: Vec<(u64, Places)> = Vec::new();
        self.lines(block, |place, answer| {
            if answer.number() >= groups.len() {
                groups.resize_with(answer.number() + 1, Default::default);
            }
            let (count, places) = &mut groups[answer.number()];
            let length = place.len() as u64;
            if places.may_take(examples, lines, length) && answer != Answer::EMPTY {
                places.take(examples, block, lines, place);
            }
            *count += 1;
            lines += 1;
        });
        let counted = Answer::all().zip(groups).filter(|(_, (count, _))| *count > 0);
        let mut counted = counted.peekable();
        let empty = counted.next_if(|(answer, _)| *answer == Answer::EMPTY);
        let empty = empty.map_or(0, |(_, (count, _))| count);
        let mut text = Vec::new();
        let groups = counted.map(|(answer, (count, places))| {
            let rulings = Arc::clone(self.product.answers(answer));
            Counted { rulings, count, places: places.copied(examples, block, &mut text) }
        });
        let groups = groups.collect();
        Part { source: Arc::clone(source), line, lines, empty, groups, text }
    }
}

impl Tally {
    /// Of nothing yet; of each group these examples will be kept.
    pub fn new(examples: Examples) -> Tally {
        let (groups, met) = (IndexMap::new(), HashMap::new());
        Tally { examples, lines: 0, empty: 0, groups, met }
    }

    /// Adds the counts of the block that comes next, of this input or the next one.
    pub fn add(&mut self, block: Part) {
        if self.met.len() > MOST_MET {
            self.met.clear();
        }
        for Counted { rulings, count, places } in block.groups {
            let number = |said: &Said| number_of(&mut self.groups, &said.0);
            let number = *self.met.entry(Said(rulings)).or_insert_with_key(number);
            let group = &mut self.groups[number];
            group.count += count;
            for Place { met, length, head } in places {
                let before = self.lines + met;
                if group.examples.may_take(self.examples, before, length) {
                    let (source, input) = (Arc::clone(&block.source), block.text[head].to_vec());
                    let example = Example { source, line: block.line + met, input, length };
                    group.examples.take(self.examples, before, example);
                }
            }
        }
        self.lines += block.lines;
        self.empty += block.empty;
    }

    /// Adds the counts of the part of the input that comes next.
    pub fn append(&mut self, later: Tally) {
        for (rulings, Group { count, examples }) in later.groups {
            let group = self.groups.entry(rulings).or_default();
            group.count += count;
            group.examples.append(self.examples, self.lines, examples);
        }
        self.lines += later.lines;
        self.empty += later.empty;
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

/// The number of a group, which is there then.
fn number_of(groups: &mut IndexMap<Arc<[Ruling]>, Group>, rulings: &Arc<[Ruling]>) -> usize {
    let entry = groups.entry(Arc::clone(rulings));
    let number = entry.index();
    entry.or_default();
    number
}
