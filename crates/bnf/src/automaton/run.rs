//! Runs of an automaton over an input, with all positions at once.
//!
//! For each waiting position, a run records where the productions of its chain began, as byte
//! offsets. Of several paths to a position it records the preferred one.

mod offset_rows;
mod unfinished;

use super::{Automaton, Position, PositionEdge};
use crate::grammar::{ProductionId, first_character};
use offset_rows::OffsetRows;
pub use unfinished::UnfinishedProduction;

/// A run of an automaton after some bytes of input.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, AutomatonRun, LanguageSpec};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let automaton = Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
/// let mut run = AutomatonRun::new(&automaton);
/// assert!(run.follow(b"12:3") && !run.may_end());
/// let waits = run.waiting().next().unwrap();
/// let chain: Vec<&str> =
///     automaton.chain(waits.position).iter().map(|&id| grammar.name(id)).collect();
/// assert_eq!((chain, waits.entered), (vec!["time", "minute"], 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct AutomatonRun<'a> {
    automaton: &'a Automaton,
    offset: usize,
    may_end: bool,
    waiting: Vec<RunThread>,
    /// The positions that took the last byte or child.
    arrived: Vec<RunThread>,
    histories: OffsetRows,
    /// A bit for each position: whether this step has added it to `waiting`. All are clear between
    /// steps.
    added: Vec<u64>,
}

/// A waiting position, with the row of the offsets at which its productions were entered.
#[derive(Debug, Clone, Copy)]
struct RunThread {
    position: usize,
    row: usize,
}

/// The configuration of a run, independent of the input that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RunConfiguration {
    positions: Vec<usize>,
    /// The row of each position, one after the other.
    rows: Vec<usize>,
    may_end: bool,
    offset: usize,
}

impl RunConfiguration {
    /// The configuration without the order in which productions were entered. What is left
    /// decides whether a string is accepted.
    pub fn plain(mut self) -> RunConfiguration {
        self.positions.sort_unstable();
        self.rows.fill(0);
        self.offset = 0;
        self
    }

    /// Whether a string of the language ends here.
    pub fn may_end(&self) -> bool {
        self.may_end
    }

    /// The number of values that it holds: the waiting positions, and for each the offsets at
    /// which the productions of its chain were entered.
    pub fn size(&self) -> usize {
        self.positions.len() + self.rows.len()
    }
}

/// A position that waits for the next byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingPosition {
    /// The number of the position.
    pub position: usize,
    /// The byte offset at which the production of the position was entered.
    pub entered: usize,
}

impl<'a> AutomatonRun<'a> {
    /// A run at the beginning of an input.
    pub fn new(automaton: &'a Automaton) -> Self {
        let slot = |edge: &PositionEdge| RunThread { position: edge.target as usize, row: 0 };
        AutomatonRun {
            automaton,
            offset: 0,
            may_end: automaton.accepts_empty,
            waiting: automaton.first.iter().map(slot).collect(),
            arrived: Vec::new(),
            histories: OffsetRows::new(),
            added: vec![0; automaton.positions.len().div_ceil(64)],
        }
    }

    /// Takes a byte. If no string continues with it, returns `false` and changes nothing.
    pub fn step(&mut self, byte: u8) -> bool {
        self.follow_bytes(&[byte])
    }

    /// Takes bytes up to the first with which no string continues. Returns whether it took all.
    ///
    /// In a grammar of code points it takes whole characters only.
    pub fn follow(&mut self, bytes: &[u8]) -> bool {
        if !self.automaton.has_characters() {
            return self.follow_bytes(bytes);
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            let ascii = rest.iter().take_while(|byte| byte.is_ascii()).count();
            let (plain, tail) = rest.split_at(ascii);
            if !self.follow_bytes(plain) {
                return false;
            }
            let length = first_character(tail).map_or(0, char::len_utf8);
            let (character, tail) = tail.split_at(length);
            let before = (length > 0).then(|| self.clone());
            if before.is_none() && !tail.is_empty() || !self.follow_bytes(character) {
                if let Some(before) = before {
                    *self = before;
                }
                return false;
            }
            rest = tail;
        }
        true
    }

    fn follow_bytes(&mut self, bytes: &[u8]) -> bool {
        let Some((&first, rest)) = bytes.split_first() else { return true };
        if !self.arrive(|position| position.characters.contains(first), 1) {
            return false;
        }
        // Of the edges between two bytes, only those to positions that take the second matter.
        let automaton = self.automaton;
        for &byte in rest {
            self.spread(|position| automaton.edges_with(position, byte));
            if self.waiting.is_empty() {
                self.settle();
                return false;
            }
            std::mem::swap(&mut self.waiting, &mut self.arrived);
            self.offset += 1;
        }
        self.settle();
        true
    }

    /// Takes a whole child that is `length` bytes long.
    pub(crate) fn step_child(&mut self, child: ProductionId, length: usize) -> bool {
        let taken = self.arrive(|position| position.child == Some(child), length);
        if taken {
            self.settle();
        }
        taken
    }

    /// Keeps the waiting positions that take what comes next. If there are none, changes nothing
    /// and returns `false`.
    fn arrive(&mut self, takes: impl Fn(&Position) -> bool, length: usize) -> bool {
        let taking =
            self.waiting.iter().filter(|thread| takes(&self.automaton.positions[thread.position]));
        self.arrived.clear();
        self.arrived.extend(taking);
        self.offset += if self.arrived.is_empty() { 0 } else { length };
        !self.arrived.is_empty()
    }

    /// Sets the waiting positions to all that may follow those in `arrived`.
    fn settle(&mut self) {
        let automaton = self.automaton;
        self.spread(|position| automaton.follow[position].iter());
        self.may_end = self.arrived.iter().any(|slot| automaton.last[slot.position]);
    }

    /// Sets the waiting positions to the targets of the given edges of the positions in `arrived`.
    fn spread<'e, E: Iterator<Item = &'e PositionEdge>>(&mut self, edges: impl Fn(usize) -> E) {
        let AutomatonRun { waiting, arrived, histories, added, .. } = self;
        waiting.clear();
        if histories.are_many() {
            histories.tidy(arrived.iter_mut().map(|slot| &mut slot.row));
        }
        // No two edges of one position have the same target.
        let is_alone = arrived.len() == 1;
        for slot in &*arrived {
            let (mut entered, mut last) = (None, 0);
            for edge in edges(slot.position) {
                let position = edge.target as usize;
                if !is_alone {
                    let (word, bit) = (&mut added[position / 64], 1 << (position % 64));
                    if *word & bit != 0 {
                        continue;
                    }
                    *word |= bit;
                }
                let mut row = slot.row;
                if edge.common_depth < edge.target_depth {
                    if entered != Some((edge.common_depth, edge.shared_start_depth)) {
                        entered = Some((edge.common_depth, edge.shared_start_depth));
                        last = histories.enter(slot.row, edge, self.offset);
                    }
                    row = last;
                }
                waiting.push(RunThread { position, row });
            }
        }
        if !is_alone {
            waiting.iter().for_each(|slot| added[slot.position / 64] = 0);
        }
    }

    /// The number of edges from the positions that took the last byte or child: the cost of that
    /// step.
    pub fn edges_followed(&self) -> usize {
        self.arrived.iter().map(|slot| self.automaton.follow[slot.position].len()).sum()
    }

    /// The automaton of this run.
    pub fn automaton(&self) -> &'a Automaton {
        self.automaton
    }

    /// Whether some waiting position is inside an escape.
    pub fn is_in_escape(&self) -> bool {
        self.waiting.iter().any(|slot| self.automaton.positions[slot.position].in_escape)
    }

    /// The number of bytes taken.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether the input so far is a string of the language.
    pub fn may_end(&self) -> bool {
        self.may_end
    }

    /// The positions that wait for the next byte, preferred first.
    pub fn waiting(&self) -> impl Iterator<Item = WaitingPosition> + '_ {
        self.waiting.iter().map(|&RunThread { position, row }| {
            let frame = &self.automaton.frames[self.automaton.positions[position].frame];
            WaitingPosition { position, entered: self.histories.at(row, frame.depth) }
        })
    }

    /// The offset at which a production of a waiting position was entered, by its depth.
    fn entered(&self, slot: usize, depth: usize) -> usize {
        self.histories.at(self.waiting[slot].row, depth)
    }

    /// The configuration, which decides how the run continues. It keeps only the order of the
    /// offsets at which productions were entered, so there are finitely many.
    pub fn configuration(&self) -> RunConfiguration {
        let depth = self.automaton.depth;
        // The productions of a slot, by their depths.
        let open = |slot: usize| {
            let frame = self.automaton.positions[self.waiting[slot].position].frame;
            0..=self.automaton.frames[frame].depth
        };
        let slots = 0..self.waiting.len();
        let mut rows = vec![0; self.waiting.len() * depth];
        let mut entered = Vec::with_capacity(rows.len());
        for slot in slots.clone() {
            for level in open(slot) {
                rows[slot * depth + level] = self.entered(slot, level);
                entered.push(rows[slot * depth + level]);
            }
        }
        entered.sort_unstable();
        entered.dedup();
        for slot in slots {
            for offset in &mut rows[slot * depth..][open(slot)] {
                *offset = entered.partition_point(|other| other < offset);
            }
        }
        let (positions, offset) =
            (self.waiting.iter().map(|thread| thread.position), entered.len());
        RunConfiguration { positions: positions.collect(), rows, may_end: self.may_end, offset }
    }

    /// Replaces the state of this run by a configuration.
    pub fn resume(&mut self, configuration: &RunConfiguration) {
        let depth = self.automaton.depth;
        self.histories.clear();
        let mut row =
            |slot: usize| self.histories.add_row(&configuration.rows[slot * depth..][..depth]);
        let positions = configuration.positions.iter().enumerate();
        let slots = positions.map(|(slot, &position)| RunThread { position, row: row(slot) });
        self.waiting = slots.collect();
        self.may_end = configuration.may_end;
        self.offset = configuration.offset;
    }

    /// Keeps only some of the waiting positions.
    pub fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        self.waiting.retain(|slot| keep(slot.position));
    }
}
