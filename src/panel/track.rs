//! One language, made deterministic as far as inputs need it.
//!
//! A state is a stance of the walk through the printed grammar, or the failure
//! that ended it. Both are the same for all inputs that led there, so what a
//! failure will be called is known before the input has been read to its end.

use std::collections::BTreeSet;

use super::classes::Classes;
use super::numbered::Numbered;
use crate::automaton::{Automaton, Stance, Walk};
use crate::bnf::{CharacterSet, ProductionId};
use crate::diagnose::{Code, byte_code, principal};

/// A number of a state.
pub(super) type StateNumber = u32;

/// A language, and the states that were met.
#[derive(Debug)]
pub(super) struct Track<'j> {
    automaton: &'j Automaton,
    /// A walk to be used again for every step.
    walk: Walk<'j>,
    /// Whether it is only asked what is accepted, and not why not.
    plain: bool,
    states: Numbered<State>,
    /// By state and class; `None` where it was not asked for yet.
    next: Vec<Option<StateNumber>>,
    classes: Classes,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum State {
    /// Some string of the language goes on from here.
    Going(Stance),
    /// None does.
    Failed(Option<Failure>),
}

/// Why a string is not of the language, as far as the language can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Failure {
    pub code: Code,
    /// The production that the headline names; `None` where nothing waits.
    pub production: Option<ProductionId>,
}

impl<'j> Track<'j> {
    pub fn new(automaton: &'j Automaton, plain: bool) -> Self {
        let sets: BTreeSet<CharacterSet> = automaton.character_sets().collect();
        // What a failure is called depends on these two.
        let classes = Classes::of(|byte| {
            let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            (taken, byte.is_ascii(), byte == b'#')
        });
        let mut track = Track {
            automaton,
            walk: Walk::new(automaton),
            plain,
            states: Numbered::new(),
            next: Vec::new(),
            classes,
        };
        let start = track.going(&track.walk);
        track.number(start);
        track
    }

    /// The state before the first byte.
    pub fn start(&self) -> StateNumber {
        0
    }

    /// The state after a byte.
    pub fn step(&mut self, from: StateNumber, byte: u8) -> StateNumber {
        let at = from as usize * self.classes.len() + self.classes.class(byte);
        if let Some(next) = self.next[at] {
            return next;
        }
        let next = match &self.states[from] {
            State::Failed(_) => from,
            State::Going(stance) => {
                self.walk.resume(stance);
                let next = match self.walk.step(byte) {
                    true => self.going(&self.walk),
                    false => self.failed(&self.walk, Some(byte)),
                };
                self.number(next)
            }
        };
        self.next[at] = Some(next);
        next
    }

    /// Whether a string that ends here is of the language.
    pub fn accepts(&self, at: StateNumber) -> bool {
        match &self.states[at] {
            State::Going(stance) => stance.may_end(),
            State::Failed(_) => false,
        }
    }

    /// Why a string that ends here is not of the language.
    pub fn failure(&self, at: StateNumber) -> Option<Failure> {
        let failed = match &self.states[at] {
            State::Going(stance) => {
                let mut walk = self.walk.clone();
                walk.resume(stance);
                self.failed(&walk, None)
            }
            failed @ State::Failed(_) => failed.clone(),
        };
        match failed {
            State::Going(_) => None,
            State::Failed(failure) => failure,
        }
    }

    fn going(&self, walk: &Walk<'_>) -> State {
        let stance = walk.stance();
        State::Going(if self.plain { stance.plain() } else { stance })
    }

    fn failed(&self, walk: &Walk<'_>, found: Option<u8>) -> State {
        let failure = || Failure {
            code: byte_code(self.automaton, found, walk.is_in_escape()),
            production: principal(walk),
        };
        State::Failed((!self.plain).then(failure))
    }

    fn number(&mut self, state: State) -> StateNumber {
        let number = self.states.number(state);
        self.next.resize(self.states.len() * self.classes.len(), None);
        number
    }
}
