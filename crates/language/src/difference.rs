//! A string on which two languages differ, without the automaton of one of them.
//!
//! Two overlapping classes can have more states than the limits allow. But a string on which the
//! languages differ is often a few bytes long, and is found long before.
//!
//! The search visits pairs of a set of states of the one automaton and a state of the other, in
//! the order of the strings that lead to them. It skips a pair if earlier pairs with the same state
//! show that no string from it is needed: their sets include all states of the set, and one of them
//! is a subset of it. Assume that the two languages differ on a string from the skipped pair. If
//! only the other automaton accepts it, the subset does not accept it either. If only the set
//! accepts it, so does an earlier set that has the same accepting state. Either way the languages
//! differ on the string from an earlier pair, so the skipped pair cannot lead to the first string.

use crate::dfa::{DEAD, Dfa, StateSorter};
use crate::nfa::{Nfa, TransitionTargets};
use crate::plain::plainest_of_classes;
use crate::{ByteClasses, Exceeded, FastMap, Limit, Limits, Meter};

/// The steps charged for each state that is sorted into a set.
const SORTED: usize = 4;
/// Steps charged to the budget for every eight states that are looked at.
const CHARGED: usize = 3;
/// The number of states in a word of bits.
const BITS: usize = 64;

/// A set of states of one automaton and a state of the other that the same string leads to.
struct StatePair {
    /// The set, in order.
    states: Vec<u32>,
    state: usize,
    /// The index of the previous pair on the string that leads here, and the byte between them.
    before: (usize, u8),
}

/// The sets that were met together with one state.
#[derive(Default)]
struct MetSets {
    /// A bit for each state: whether it is in one of the sets.
    union: Vec<u64>,
    /// Those that have no other as a subset.
    least: Vec<Vec<u32>>,
}

impl MetSets {
    /// Adds a set, unless the sets before it make it redundant.
    fn add(&mut self, states: &Vec<u32>) -> bool {
        if self.least.contains(states) {
            return false;
        }
        let is_least = !self.least.iter().any(|least| is_subset(least, states));
        if is_least {
            self.least.retain(|least| !is_subset(states, least));
            self.least.push(states.clone());
        }
        let words = states.last().map_or(0, |&last| last as usize / BITS + 1);
        self.union.resize(words.max(self.union.len()), 0);
        let mut is_within = true;
        for &state in states {
            let (word, bit) =
                (&mut self.union[state as usize / BITS], 1 << (state as usize % BITS));
            is_within &= *word & bit != 0;
            *word |= bit;
        }
        is_least || !is_within
    }
}

/// Whether all states of a list are in another. Both are in order.
fn is_subset(states: &[u32], of: &[u32]) -> bool {
    let mut rest = of.iter();
    states.len() <= of.len()
        && states.iter().all(|state| rest.find(|&other| other >= state) == Some(state))
}

/// A search for a difference.
struct DifferenceSearch<'a> {
    other: &'a Dfa,
    /// The byte classes of the nondeterministic automaton, and its transitions.
    classes: ByteClasses,
    targets: TransitionTargets,
    /// A byte for each class that the two automata do not distinguish, the plainest first.
    bytes: Vec<u8>,
    /// The pairs, in the order of the strings that lead to them.
    pairs: Vec<StatePair>,
    /// By state of the other automaton.
    met: FastMap<usize, MetSets>,
    sorter: StateSorter,
    /// By class: the targets of the set that is visited.
    nexts: Vec<Vec<u32>>,
}

impl DifferenceSearch<'_> {
    /// Adds the pairs that one more byte leads to.
    fn visit(&mut self, pair: usize, meter: &mut Meter) -> Result<(), Exceeded> {
        let StatePair { states, state, .. } = &mut self.pairs[pair];
        let (states, state) = (std::mem::take(states), *state);
        self.nexts.iter_mut().for_each(Vec::clear);
        self.targets.extend(&states, &mut self.nexts);
        // What the previous byte led to, which is often the same.
        let mut previous: (&[u32], usize) = (&[], DEAD);
        for &byte in &self.bytes {
            let (reached, target) =
                (&self.nexts[self.classes.class(byte)], self.other.step(state, byte));
            let mut work = 1 + states.len() + SORTED * reached.len();
            if previous != (reached, target) {
                previous = (reached, target);
                let mut states = reached.clone();
                self.sorter.sort(&mut states);
                let sets = self.met.entry(target).or_default();
                let words = sets.union.len();
                work += states.len() * (1 + sets.least.len());
                if sets.add(&states) {
                    work += sets.union.len() - words;
                    self.pairs.push(StatePair { states, state: target, before: (pair, byte) });
                }
            }
            meter.count(work)?;
            meter.charge(1 + work * CHARGED / 8)?;
        }
        meter.within(Limit::States, self.pairs.len())
    }

    /// The bytes that lead to a pair.
    fn path(&self, mut pair: usize) -> Vec<u8> {
        let mut path = Vec::new();
        while pair > 0 {
            let (before, byte) = self.pairs[pair].before;
            path.push(byte);
            pair = before;
        }
        path.reverse();
        path
    }
}

impl Nfa {
    /// The plainest of the shortest strings that only one of the two automata accepts; `None` if
    /// they accept the same strings.
    ///
    /// # Errors
    /// If the search exceeds the limits.
    pub fn shortest_difference(
        &self,
        other: &Dfa,
        limits: &Limits,
    ) -> Result<Option<Vec<u8>>, Exceeded> {
        let classes = self.classes();
        let joint = ByteClasses::from_signature(|byte| {
            (classes.class(byte), other.classes()[usize::from(byte)])
        });
        let mut search = DifferenceSearch {
            other,
            targets: self.targets(&classes, &mut Meter::new(limits))?,
            bytes: plainest_of_classes(joint.numbers()),
            pairs: Vec::new(),
            met: FastMap::default(),
            sorter: StateSorter::default(),
            nexts: vec![Vec::new(); classes.count()],
            classes,
        };
        let mut states = self.starts.iter().map(|&start| start as u32).collect();
        search.sorter.sort(&mut states);
        let state = other.start();
        search.met.entry(state).or_default().add(&states);
        search.pairs.push(StatePair { states, state, before: (0, 0) });
        let (mut meter, mut result) = (Meter::new(limits), Ok(()));
        let mut done = 0;
        while let Some(StatePair { states, state, .. }) = search.pairs.get(done) {
            let accepts = states.iter().any(|&it| self.accepting[it as usize]);
            if accepts != other.is_accepting(*state) {
                return Ok(Some(search.path(done)));
            }
            // If the limit is exceeded, one of the pairs that were met before may still differ.
            result = result.and_then(|()| search.visit(done, &mut meter));
            done += 1;
        }
        result.map(|()| None)
    }
}
