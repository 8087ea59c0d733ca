//! A lazy deterministic automaton of one language.
//!
//! A state is a stance of the walk through the printed grammar, or the failure that
//! ended it. Both are the same for all inputs that led there, so what a failure will be
//! called is known before the input has been read to its end. States are made when an
//! input leads to them.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;

use indexmap::IndexSet;
use urlbnf_language::{ByteClasses, CharacterSet};

use super::Component;
use crate::automaton::{Automaton, Stance, Walk};

/// A number of a state; 0 is that of the start.
pub type StateNumber = u32;

/// What a failure is called.
pub trait Failures: Debug {
    /// The name of a failure.
    type Failure: Copy + Eq + Hash + Debug;

    /// What it is called that a string ends where a walk stands, as if it were not of the
    /// language. That may depend on the step that led there; at the start there is none.
    fn at_end(&self, walk: &Walk<'_>, step: Option<Step<'_>>) -> Self::Failure;

    /// What it is called that a walk stops at a byte, where it would else be called `at_end`.
    fn at_byte(&self, walk: &Walk<'_>, found: u8, at_end: Self::Failure) -> Self::Failure;

    /// The class of a byte: of two bytes of one class that no character set of the
    /// grammar tells apart, a failure is called the same.
    fn class(&self, byte: u8) -> u8;

    /// What of a walk has to be known for that.
    fn stance(&self, walk: &Walk<'_>) -> Stance {
        walk.stance()
    }
}

/// The step that led to a state.
#[derive(Debug, Clone, Copy)]
pub struct Step<'s> {
    /// Where the walk stood before.
    pub from: &'s Stance,
    /// The byte that it took.
    pub byte: u8,
}

/// All failures are called the same: it is only asked what is accepted.
#[derive(Debug, Clone, Copy)]
pub struct Unnamed;

impl Failures for Unnamed {
    type Failure = ();

    fn at_end(&self, _: &Walk<'_>, _: Option<Step<'_>>) {}

    fn at_byte(&self, _: &Walk<'_>, _: u8, (): ()) {}

    fn class(&self, _: u8) -> u8 {
        0
    }

    fn stance(&self, walk: &Walk<'_>) -> Stance {
        walk.stance().plain()
    }
}

/// A language, and the states that were met.
#[derive(Debug)]
pub struct LazyDfa<'a, F: Failures> {
    /// A walk to be used again for every step.
    walk: Walk<'a>,
    failures: F,
    states: IndexSet<State<F::Failure>>,
    /// How many numbers all states hold.
    size: usize,
    /// By state and class; `None` where it was not asked for yet.
    next: Vec<Option<StateNumber>>,
    classes: ByteClasses,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum State<F> {
    /// Some string of the language goes on from here.
    Going {
        stance: Stance,
        /// What it is called that a string ends here.
        at_end: F,
    },
    /// None does.
    Failed(F),
}

impl<F> State<F> {
    fn size(&self) -> usize {
        match self {
            State::Going { stance, .. } => stance.size(),
            State::Failed(_) => 0,
        }
    }
}

impl<'a, F: Failures> LazyDfa<'a, F> {
    /// The automaton of a language, and what its failures are called.
    pub fn new(automaton: &'a Automaton, failures: F) -> Self {
        let sets: BTreeSet<CharacterSet> = automaton.character_sets().collect();
        let classes = ByteClasses::of(|byte| {
            let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            (taken, failures.class(byte))
        });
        let (walk, next) = (Walk::new(automaton), Vec::new());
        let (stance, at_end) = (failures.stance(&walk), failures.at_end(&walk, None));
        let start = State::Going { stance, at_end };
        let mut lazy = LazyDfa { walk, failures, states: IndexSet::new(), size: 0, next, classes };
        lazy.number(start);
        lazy
    }

    /// The state before the first byte.
    pub fn start(&self) -> StateNumber {
        0
    }

    /// The state after a byte.
    pub fn step(&mut self, from: StateNumber, byte: u8) -> StateNumber {
        let at = from as usize * self.classes.count() + self.classes.class(byte);
        if let Some(next) = self.next[at] {
            return next;
        }
        let next = match &self.states[from as usize] {
            State::Failed(_) => from,
            State::Going { stance: from, at_end } => {
                let (walk, failures) = (&mut self.walk, &self.failures);
                walk.resume(from);
                let next = match walk.step(byte) {
                    true => State::Going {
                        stance: failures.stance(walk),
                        at_end: failures.at_end(walk, Some(Step { from, byte })),
                    },
                    false => State::Failed(failures.at_byte(walk, byte, *at_end)),
                };
                self.number(next)
            }
        };
        self.next[at] = Some(next);
        next
    }

    /// Whether a string that ends in a state is of the language.
    pub fn accepts(&self, at: StateNumber) -> bool {
        matches!(&self.states[at as usize], State::Going { stance, .. } if stance.may_end())
    }

    /// What it is called that a string ends in a state, as if it were not of the language.
    pub fn failure(&self, at: StateNumber) -> F::Failure {
        match &self.states[at as usize] {
            State::Going { at_end: failure, .. } | State::Failed(failure) => *failure,
        }
    }

    fn number(&mut self, state: State<F::Failure>) -> StateNumber {
        let size = state.size() + self.classes.count();
        let (number, is_new) = self.states.insert_full(state);
        if is_new {
            self.size += size;
            self.next.resize(self.states.len() * self.classes.count(), None);
        }
        number as StateNumber
    }

    /// How many numbers it holds, with all states that were met.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Forgets all states but the start and one more. The new number of the one.
    pub fn forget_but(&mut self, kept: StateNumber) -> StateNumber {
        let mut states = std::mem::take(&mut self.states);
        self.next = Vec::new();
        self.size = 0;
        let kept = states[kept as usize].clone();
        states.truncate(1);
        for start in states {
            self.number(start);
        }
        self.number(kept)
    }
}

/// Whether a string is of the language, whatever stands at its beginning.
impl<B> Component<B> for LazyDfa<'_, Unnamed> {
    type State = StateNumber;
    type Answer = bool;

    fn start(&self) -> StateNumber {
        0
    }

    fn step(&mut self, from: StateNumber, byte: u8, _: &B) -> StateNumber {
        LazyDfa::step(self, from, byte)
    }

    fn answer(&self, at: StateNumber, _: &B) -> bool {
        self.accepts(at)
    }

    fn class(&self, byte: u8) -> usize {
        self.classes.class(byte)
    }

    fn size(&self) -> usize {
        LazyDfa::size(self)
    }

    fn forget_but(&mut self, kept: StateNumber) -> StateNumber {
        LazyDfa::forget_but(self, kept)
    }
}

impl<F: Failures> LazyDfa<'_, F> {
    /// The class of a byte: the automaton tells no two of one class apart.
    pub fn class(&self, byte: u8) -> usize {
        self.classes.class(byte)
    }
}
