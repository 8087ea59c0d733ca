//! A string on which two languages differ, without the automaton of one of them.
//!
//! Two overlapping classes can have more states than the limits allow. But a string on which the
//! languages differ is often a few bytes long, and is found long before.
//!
//! A string leads to a set of states of the nondeterministic automaton and to one state of the
//! other. The search visits these pairs breadth-first, the plainest byte first, so the first pair
//! where the verdicts differ gives the answer. It skips a pair if the sets that it met before with
//! the same state include a subset of the set, and together contain all its states. This loses no
//! answer. Assume that the verdicts on some rest differ from the skipped pair:
//!
//! - If only the other automaton accepts the rest, no state of the set does. So no state of the
//!   subset does, and the verdicts differ from the pair of the subset.
//! - If only the set accepts the rest, one of its states does. An earlier set contains that state,
//!   and the verdicts differ from its pair.
//!
//! In both cases an earlier pair has the same rest, and the string that leads to it comes first.

use crate::dfa::{DEAD, Dfa, StateSorter};
use crate::nfa::{Nfa, TransitionTargets};
use crate::plain::plainest_of_classes;
use crate::shortest::{PredecessorMap, path_bytes};
use crate::{ByteClasses, Exceeded, FastMap, Work};

/// The number of states whose bits are stored in one word.
const BLOCK: u32 = u64::BITS;
/// To find a subset of a set, at most this many sets are compared with it.
const MOST_COMPARED: usize = 16;

/// What a string leads to: the sorted states of the nondeterministic automaton, and after them the
/// state of the other.
type StatePair = Box<[u32]>;

/// A search for a difference.
struct DifferenceSearch<'a> {
    other: &'a Dfa,
    /// The byte classes of the nondeterministic automaton, and its transitions.
    classes: ByteClasses,
    targets: TransitionTargets,
    /// A byte for each class that the two automata do not distinguish, the plainest first.
    bytes: Vec<u8>,
    /// The pairs, in the order of the strings that lead to them.
    met: PredecessorMap<StatePair>,
    /// By state of the other automaton: the indices of up to [`MOST_COMPARED`] of its pairs. Of their
    /// sets none is a subset of another.
    least: FastMap<u32, Vec<usize>>,
    /// The states that were met with each state of the other automaton, as bit sets. A key is that
    /// state and the number of a block of [`BLOCK`] states; the value has a bit for each of them.
    together: FastMap<(u32, u32), u64>,
    sorter: StateSorter,
    /// Buffer for the pair to add, so that looking up a known pair does not allocate.
    pair: Vec<u32>,
    /// By class: the targets of the set that is visited.
    nexts: Vec<Vec<u32>>,
}

impl DifferenceSearch<'_> {
    /// Adds a pair, unless earlier pairs make it redundant. The caller puts the states of the
    /// nondeterministic automaton into `self.pair`, in any order; `state` is that of the other.
    fn add(&mut self, state: usize, before: (usize, u8), work: &mut Work) -> Result<(), Exceeded> {
        self.sorter.sort(&mut self.pair);
        let size = self.pair.len();
        self.pair.push(state as u32);
        work.ticks(1 + size)?;
        if self.met.contains_key(&self.pair[..]) {
            return Ok(());
        }
        let (met, states, state) = (&self.met, &self.pair[..size], self.pair[size]);
        let set = |at: usize| met.get_index(at).map_or(&[][..], |(pair, _)| split(pair).0);
        let least = self.least.entry(state).or_default();
        work.ticks(size * least.len())?;
        let is_least = !least.iter().any(|&at| is_subset(set(at), states));
        if is_least {
            work.ticks(least.iter().map(|&at| set(at).len()).sum())?;
            least.retain(|&at| !is_subset(states, set(at)));
            if least.len() < MOST_COMPARED {
                least.push(met.len());
            }
        }
        let mut has_new = false;
        for block in states.chunk_by(|one, other| one / BLOCK == other / BLOCK) {
            let bits = block.iter().fold(0, |bits, it| bits | 1 << (it % BLOCK));
            let together = self.together.entry((state, block[0] / BLOCK)).or_default();
            has_new |= bits & !*together != 0;
            *together |= bits;
        }
        if is_least || has_new {
            work.enter::<(StatePair, usize)>(1)?;
            work.grow::<u32>(self.pair.len())?;
            self.met.insert(self.pair[..].into(), before);
        }
        Ok(())
    }

    /// Adds the pairs that one more byte leads to.
    fn visit(&mut self, at: usize, work: &mut Work) -> Result<(), Exceeded> {
        let Some((pair, _)) = self.met.get_index(at) else { return Ok(()) };
        let (states, state) = split(pair);
        let size = states.len();
        self.nexts.iter_mut().for_each(Vec::clear);
        self.targets.extend(states, &mut self.nexts);
        // What the previous byte led to, which is often the same.
        let mut previous: Option<(usize, usize)> = None;
        for index in 0..self.bytes.len() {
            let byte = self.bytes[index];
            let (class, target) = (self.classes.class(byte), self.other.step(state, byte));
            let reached = &self.nexts[class];
            work.ticks(1 + size + reached.len())?;
            let is_dead = reached.is_empty() && target == DEAD;
            let is_known = is_dead
                || previous.replace((class, target)).is_some_and(|(class, before)| {
                    before == target && self.nexts[class] == *reached
                });
            if !is_known {
                self.pair.clone_from(&self.nexts[class]);
                self.add(target, (at, byte), work)?;
            }
        }
        Ok(())
    }
}

/// Splits a pair into the states of the nondeterministic automaton and the state of the other.
fn split(pair: &StatePair) -> (&[u32], usize) {
    pair.split_last().map_or((&[], DEAD), |(&state, states)| (states, state as usize))
}

/// Whether all states of a list are in another. Both are in order.
fn is_subset(states: &[u32], of: &[u32]) -> bool {
    let mut rest = of.iter();
    states.len() <= of.len()
        && states.iter().all(|state| rest.find(|&other| other >= state) == Some(state))
}

impl Nfa {
    /// The plainest of the shortest strings that only one of the two automata accepts; `None` if
    /// they accept the same strings.
    ///
    /// # Errors
    /// If the work runs out.
    ///
    /// # Panics
    ///
    /// If a transition or a start names a state that does not exist.
    pub fn shortest_difference(
        &self,
        other: &Dfa,
        work: &mut Work,
    ) -> Result<Option<Vec<u8>>, Exceeded> {
        let classes = self.classes();
        let joint = ByteClasses::from_signature(|byte| {
            (classes.class(byte), other.classes()[usize::from(byte)])
        });
        let mut search = DifferenceSearch {
            other,
            targets: self.targets(&classes, work)?,
            bytes: plainest_of_classes(joint.numbers()),
            met: PredecessorMap::default(),
            least: FastMap::default(),
            together: FastMap::default(),
            sorter: StateSorter::default(),
            pair: self.starts.iter().map(|&start| start as u32).collect(),
            nexts: vec![Vec::new(); classes.count()],
            classes,
        };
        search.add(other.start(), (0, 0), work)?;
        let mut result = Ok(());
        let mut done = 0;
        while let Some((pair, _)) = search.met.get_index(done) {
            let (states, state) = split(pair);
            let accepts = states.iter().any(|&it| self.accepting[it as usize]);
            if accepts != other.is_accepting(state) {
                return Ok(Some(path_bytes(&search.met, done)));
            }
            // If the limit is exceeded, one of the pairs that were met before may still differ.
            result = result.and_then(|()| search.visit(done, work));
            done += 1;
        }
        result.map(|()| None)
    }
}
