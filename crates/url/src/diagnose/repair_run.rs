//! Runs of an automaton along a string that is being repaired.
//!
//! A repair tries a byte, backtracks, and tries another. It asks three questions about a state:
//! may a string end here, is this inside an escape, and does the grammar print a slash here? A
//! run through the positions of the grammar answers them for one string. For many strings, a
//! lazy DFA keeps the answers in its states: a step is then a table lookup, and backtracking
//! copies a number.

use std::cell::RefCell;

use super::note;
use crate::automaton::{Automaton, AutomatonRun, PositionSymbol, RunConfiguration};
use crate::bnf::ProductionId;
use crate::product::{FailureNamer, IncomingTransition, LazyDfa, StateNumber};
use crate::verdict::Judge;

/// The size at which the automata of a judge are discarded and rebuilt, in numbers held.
const MAX_STORED_VALUES: usize = 1 << 20;

/// A run of an automaton after some bytes of a string.
pub(super) trait RepairRun: Clone {
    /// Reads a byte. If no string can continue with it, changes nothing and returns `false`.
    fn step(&mut self, byte: u8) -> bool;

    /// Reads bytes up to the first with which no string can continue. Returns whether it read all.
    fn follow(&mut self, bytes: &[u8]) -> bool;

    /// The number of bytes read.
    fn offset(&self) -> usize;

    /// Whether a string may end here.
    fn may_end(&self) -> bool;

    /// Whether the state is inside an escape.
    fn is_in_escape(&self) -> bool;

    /// Whether the grammar has a literal slash here, not only a class that contains one.
    fn wants_slash(&self) -> bool;

    /// Whether the byte occurs in any string.
    fn uses(&self, byte: u8) -> bool;
}

/// A factory of runs.
pub(super) trait RepairRunFactory<'a> {
    type Run: RepairRun;

    /// Returns a run before the first byte, in the language of the judging production.
    fn begin(&self, judge: &'a Judge, judged: Option<ProductionId>) -> Self::Run;

    /// Whether a string conforms; `end` is its run at the end.
    fn conforms(&self, judge: &'a Judge, text: &[u8], end: &Self::Run) -> bool;
}

/// Makes independent runs; the parser decides what conforms.
pub(super) struct AutomatonRunFactory;

impl<'a> RepairRunFactory<'a> for AutomatonRunFactory {
    type Run = AutomatonRun<'a>;

    fn begin(&self, judge: &'a Judge, judged: Option<ProductionId>) -> AutomatonRun<'a> {
        AutomatonRun::new(judge.measure(judged))
    }

    fn conforms(&self, judge: &'a Judge, text: &[u8], _: &AutomatonRun<'a>) -> bool {
        judge.conforms(text)
    }
}

impl RepairRun for AutomatonRun<'_> {
    fn step(&mut self, byte: u8) -> bool {
        AutomatonRun::step(self, byte)
    }

    fn follow(&mut self, bytes: &[u8]) -> bool {
        AutomatonRun::follow(self, bytes)
    }

    fn offset(&self) -> usize {
        AutomatonRun::offset(self)
    }

    fn may_end(&self) -> bool {
        AutomatonRun::may_end(self)
    }

    fn is_in_escape(&self) -> bool {
        AutomatonRun::is_in_escape(self)
    }

    fn wants_slash(&self) -> bool {
        wants_slash(self)
    }

    fn uses(&self, byte: u8) -> bool {
        self.automaton().uses(byte)
    }
}

fn wants_slash(run: &AutomatonRun<'_>) -> bool {
    run.waiting().any(|thread| {
        let symbol = &run.automaton().position(thread.position).symbol;
        matches!(symbol, PositionSymbol::Literal(text) if text.starts_with('/'))
    })
}

/// The automata of a judge, built on demand.
#[derive(Debug)]
pub(crate) struct LazyAutomata<'j> {
    whole: LazyAutomaton<'j>,
    specific: Option<LazyAutomaton<'j>>,
}

/// The automaton of one language.
#[derive(Debug)]
struct LazyAutomaton<'j> {
    states: RefCell<LazyDfa<'j, RepairStateNamer>>,
    /// Whether each byte occurs in any string.
    used: Vec<bool>,
    /// Whether the automaton matches characters beyond ASCII.
    has_characters: bool,
}

/// A run of a lazy DFA: the number of its state, and its offset.
#[derive(Debug, Clone, Copy)]
pub(super) struct LazyDfaRun<'c, 'j> {
    table: &'c LazyAutomaton<'j>,
    state: StateNumber,
    offset: usize,
}

/// The stored answers of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct RepairStateFlags {
    is_in_escape: bool,
    wants_slash: bool,
    colon_ends_scheme: bool,
}

/// Distinguishes states by what may follow and by their answers.
#[derive(Debug, Clone, Copy)]
struct RepairStateNamer;

impl FailureNamer for RepairStateNamer {
    type Failure = RepairStateFlags;

    fn at_end(
        &self,
        run: &AutomatonRun<'_>,
        _: Option<IncomingTransition<'_>>,
    ) -> RepairStateFlags {
        RepairStateFlags {
            is_in_escape: run.is_in_escape(),
            wants_slash: wants_slash(run),
            colon_ends_scheme: !note::may_go_on(run),
        }
    }

    fn at_byte(&self, _: &AutomatonRun<'_>, _: u8, at_end: RepairStateFlags) -> RepairStateFlags {
        at_end
    }

    fn class(&self, _: u8) -> u8 {
        0
    }

    fn configuration(&self, run: &AutomatonRun<'_>) -> RunConfiguration {
        run.configuration().plain()
    }
}

impl<'j> LazyAutomata<'j> {
    /// Creates the automata of a judge.
    pub fn for_judge(judge: &'j Judge) -> LazyAutomata<'j> {
        let table = |automaton: &'j Automaton| LazyAutomaton {
            states: RefCell::new(LazyDfa::new(automaton, RepairStateNamer)),
            used: (0..=u8::MAX).map(|byte| automaton.uses(byte)).collect(),
            has_characters: automaton.has_characters(),
        };
        let specific = judge.specific().map(table);
        LazyAutomata { whole: table(judge.whole()), specific }
    }

    /// Whether both kinds of runs agree on a string. They may not if it has characters beyond
    /// ASCII, which an [`AutomatonRun`] reads byte by byte.
    pub fn are_for(&self, input: &[u8]) -> bool {
        let mut tables = self.specific.iter().chain([&self.whole]);
        input.is_ascii() || !tables.any(|table| table.has_characters)
    }

    /// Discards the states if there are many. Runs are invalid after this.
    pub fn tidy(&mut self) {
        for table in self.specific.iter_mut().chain([&mut self.whole]) {
            let states = table.states.get_mut();
            if states.size() > MAX_STORED_VALUES {
                states.forget_but(0);
            }
        }
    }

    /// Whether a string conforms; `judged` is the production of its own scheme, if any.
    pub fn accepts(&self, judged: Option<ProductionId>, text: &[u8]) -> bool {
        let mut cursor = self.start(judged);
        cursor.follow(text) && cursor.may_end()
    }

    fn start(&self, judged: Option<ProductionId>) -> LazyDfaRun<'_, 'j> {
        LazyDfaRun { table: self.table(judged), state: 0, offset: 0 }
    }

    fn table(&self, judged: Option<ProductionId>) -> &LazyAutomaton<'j> {
        judged.and(self.specific.as_ref()).unwrap_or(&self.whole)
    }
}

impl<'c, 'j> RepairRunFactory<'j> for &'c LazyAutomata<'j> {
    type Run = LazyDfaRun<'c, 'j>;

    fn begin(&self, _: &'j Judge, judged: Option<ProductionId>) -> LazyDfaRun<'c, 'j> {
        self.start(judged)
    }

    // A string conforms exactly if the language in which failures are measured contains it.
    // This is proved for all strings (`Judges::compare`).
    fn conforms(&self, judge: &'j Judge, text: &[u8], end: &LazyDfaRun<'c, 'j>) -> bool {
        let judged = judge.own_production(text);
        match std::ptr::eq(self.table(judged), end.table) {
            true => end.may_end(),
            false => self.accepts(judged, text),
        }
    }
}

impl LazyDfaRun<'_, '_> {
    fn asked(&self) -> RepairStateFlags {
        self.table.states.borrow().failure(self.state)
    }

    /// Whether a `:` here can only be the end of a scheme.
    pub(super) fn colon_ends_scheme(&self) -> bool {
        self.asked().colon_ends_scheme
    }
}

impl RepairRun for LazyDfaRun<'_, '_> {
    fn step(&mut self, byte: u8) -> bool {
        self.follow(&[byte])
    }

    fn follow(&mut self, bytes: &[u8]) -> bool {
        let mut states = self.table.states.borrow_mut();
        for &byte in bytes {
            let next = states.step(self.state, byte);
            if states.has_failed(next) {
                return false;
            }
            self.state = next;
            self.offset += 1;
        }
        true
    }

    fn offset(&self) -> usize {
        self.offset
    }

    fn may_end(&self) -> bool {
        self.table.states.borrow().accepts(self.state)
    }

    fn is_in_escape(&self) -> bool {
        self.asked().is_in_escape
    }

    fn wants_slash(&self) -> bool {
        self.asked().wants_slash
    }

    fn uses(&self, byte: u8) -> bool {
        self.table.used[usize::from(byte)]
    }
}
