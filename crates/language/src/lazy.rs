//! A deterministic automaton that is built while it is used.
//!
//! Many automata have more states than any input needs: the sets of positions of a grammar, or the
//! combined states of several automata. Such a state is made when an input first leads to it, and
//! each transition is computed once.

use std::hash::Hash;

use crate::{FastMap, FastSet};

/// The most states whose transitions are in a table. A table has a cell for each symbol, so
/// the transitions of later states are in a hash map, which has only those that were computed.
const MOST_ROWS: usize = 2_000;

/// In the place of a target: the transition was not computed yet.
const UNKNOWN: u32 = u32::MAX;
/// In the place of a target: the transition leads nowhere.
const NOWHERE: u32 = u32::MAX - 1;

/// The states of a deterministic automaton and its transitions, as far as they were needed.
///
/// A state is a value from which all that follows can be computed, such as a set of positions. It is
/// known by its index. A symbol is a number below a bound, such as the class of a byte. A transition can
/// have a label.
///
/// ```
/// use urlbnf_language::{LazyAutomaton, LazyTransition};
///
/// // Counts to 2. The only symbol is 0.
/// let mut counter: LazyAutomaton<u8> = LazyAutomaton::new(1);
/// let (zero, _) = counter.insert(0);
/// assert_eq!(counter.transition(zero, 0), LazyTransition::Unknown);
/// let (one, is_new) = counter.insert(counter.state(zero) + 1);
/// assert!(is_new);
/// counter.set_transition(zero, 0, LazyTransition::To(one, ()));
/// counter.set_transition(one, 0, LazyTransition::Nowhere);
/// assert_eq!(counter.transition(zero, 0), LazyTransition::To(one, ()));
/// ```
#[derive(Debug)]
pub struct LazyAutomaton<S, L = ()> {
    states: FastSet<S>,
    symbols: usize,
    /// By state and symbol, for the first states: the target and the label.
    table: Vec<(u32, L)>,
    /// By state and symbol, for all other states.
    others: FastMap<(u32, usize), (u32, L)>,
}

/// What is known about a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LazyTransition<L = ()> {
    /// It was not computed yet.
    Unknown,
    /// It leads nowhere.
    Nowhere,
    /// It leads to the state with this index.
    To(u32, L),
}

impl<S: Eq + Hash, L: Copy + Default> LazyAutomaton<S, L> {
    /// An automaton without states, for symbols below `symbols`.
    pub fn new(symbols: usize) -> LazyAutomaton<S, L> {
        let (states, others) = (FastSet::default(), FastMap::default());
        LazyAutomaton { states, symbols, table: Vec::new(), others }
    }

    /// The number of states.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// The state with an index.
    pub fn state(&self, index: u32) -> &S {
        &self.states[index as usize]
    }

    /// Adds a state if it is not known. Returns its index, and whether it is new.
    pub fn insert(&mut self, state: S) -> (u32, bool) {
        let (index, is_new) = self.states.insert_full(state);
        if is_new && index < MOST_ROWS {
            self.table.resize((index + 1) * self.symbols, (UNKNOWN, L::default()));
        }
        (index as u32, is_new)
    }

    /// The transition from a state with a symbol.
    #[inline]
    pub fn transition(&self, from: u32, symbol: usize) -> LazyTransition<L> {
        let known = match self.table.get(from as usize * self.symbols + symbol) {
            Some(known) => *known,
            None => self.later_transition(from, symbol),
        };
        match known {
            (UNKNOWN, _) => LazyTransition::Unknown,
            (NOWHERE, _) => LazyTransition::Nowhere,
            (target, label) => LazyTransition::To(target, label),
        }
    }

    #[cold]
    fn later_transition(&self, from: u32, symbol: usize) -> (u32, L) {
        self.others.get(&(from, symbol)).copied().unwrap_or((UNKNOWN, L::default()))
    }

    /// Keeps a transition.
    pub fn set_transition(&mut self, from: u32, symbol: usize, transition: LazyTransition<L>) {
        let stored = match transition {
            LazyTransition::Unknown => (UNKNOWN, L::default()),
            LazyTransition::Nowhere => (NOWHERE, L::default()),
            LazyTransition::To(target, label) => (target, label),
        };
        match self.table.get_mut(from as usize * self.symbols + symbol) {
            Some(known) => *known = stored,
            None => {
                self.others.insert((from, symbol), stored);
            }
        }
    }

    /// Removes all states and transitions, and returns the states in the order of their indexes.
    pub fn take_states(&mut self) -> impl Iterator<Item = S> + use<S, L> {
        self.table.clear();
        self.others.clear();
        std::mem::take(&mut self.states).into_iter()
    }
}
