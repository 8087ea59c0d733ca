//! A lazy DFA of one language.
//!
//! A state is the configuration of a run of the grammar's automaton. Where a run fails, the state
//! is the name of the failure, which does not depend on the rest of the input. A state is built
//! when an input first leads to it.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;

use urlbnf_language::{ByteClasses, CharacterSet, LazyAutomaton, LazyTransition};

use super::ProductComponent;
use crate::automaton::{Automaton, AutomatonRun, RunConfiguration};

/// The index of a state; 0 is the start.
pub type LazyStateNumber = u32;

/// Assigns names to failures.
pub trait FailureNamer: Debug {
    /// The name of a failure.
    type Failure: Copy + Eq + Hash + Debug;

    /// The name of the failure if the input ended here, even if it is in the language. It may
    /// depend on the last step, which is `None` at the start.
    fn at_end(&self, run: &AutomatonRun<'_>, step: Option<IncomingTransition<'_>>)
    -> Self::Failure;

    /// The name of the failure if a run stops at a byte; `at_end` is its name at the end.
    fn at_byte(&self, run: &AutomatonRun<'_>, found: u8, at_end: Self::Failure) -> Self::Failure;

    /// The name of the failure if a run stops at bytes that are not UTF-8, in a grammar of code
    /// points.
    fn not_utf8(&self, run: &AutomatonRun<'_>, at_end: Self::Failure) -> Self::Failure {
        self.at_byte(run, u8::MAX, at_end)
    }

    /// The class of a byte. Bytes of one class that no character set of the grammar
    /// distinguishes have the same failures.
    fn class(&self, byte: u8) -> u8;

    /// The part of a run that determines the names.
    fn configuration(&self, run: &AutomatonRun<'_>) -> RunConfiguration {
        run.configuration()
    }
}

/// The step that led to a state.
#[derive(Debug, Clone, Copy)]
pub struct IncomingTransition<'s> {
    /// The configuration before the step.
    pub from: &'s RunConfiguration,
    /// The byte that was taken.
    pub byte: u8,
}

/// Gives all failures the same name, for users who only need to know what is accepted.
#[derive(Debug, Clone, Copy)]
pub struct UnnamedFailures;

impl FailureNamer for UnnamedFailures {
    type Failure = ();

    fn at_end(&self, _: &AutomatonRun<'_>, _: Option<IncomingTransition<'_>>) {}

    fn at_byte(&self, _: &AutomatonRun<'_>, _: u8, (): ()) {}

    fn class(&self, _: u8) -> u8 {
        0
    }

    fn configuration(&self, run: &AutomatonRun<'_>) -> RunConfiguration {
        run.configuration().plain()
    }
}

/// The kind of a state, which is looked up at every byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LazyStateKind {
    /// A string of the language ends here; others may continue.
    Accepting,
    /// A string of the language continues here, but none ends.
    Going,
    /// Within a character of several bytes.
    Within,
    /// No string of the language ends or continues here.
    Failed,
}

/// A language, and the states built so far.
#[derive(Debug)]
pub struct LazyDfa<'a, F: FailureNamer> {
    /// A run that is reused for every step.
    run: AutomatonRun<'a>,
    failures: F,
    /// The automaton as far as it is built. Its symbols are byte classes.
    automaton: LazyAutomaton<LazyState<F::Failure>>,
    /// How many numbers all states hold.
    size: usize,
    /// By state: its kind.
    kinds: Vec<LazyStateKind>,
    classes: ByteClasses,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum LazyState<F> {
    /// A string of the language continues or ends here.
    Going {
        configuration: RunConfiguration,
        /// The name of the failure if the input ends here.
        at_end: F,
    },
    /// Within a character of several bytes, which is judged as a whole.
    Within(MidCharacterState<F>),
    /// No string of the language ends or continues here.
    Failed(F),
}

/// A state within a character.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct MidCharacterState<F> {
    /// What must follow in UTF-8: a byte in this range (first, last), then so many further
    /// bytes.
    next: (u8, u8, u8),
    /// The configuration of the run; `None` if no string of the language continues like this.
    configuration: Option<RunConfiguration>,
    /// The name of the failure if the character is not allowed.
    not_allowed: F,
    /// The name of the failure if the bytes are not a character.
    not_utf8: F,
}

/// What must follow the first byte of a character of several bytes: a range for the next byte,
/// and the number of further bytes (Unicode, table 3-7). `None` if no such character begins with
/// it.
fn continuation_bytes(first: u8) -> Option<(u8, u8, u8)> {
    Some(match first {
        0xC2..=0xDF => (0x80, 0xBF, 0),
        0xE0 => (0xA0, 0xBF, 1),
        0xED => (0x80, 0x9F, 1),
        0xE1..=0xEF => (0x80, 0xBF, 1),
        0xF0 => (0x90, 0xBF, 2),
        0xF1..=0xF3 => (0x80, 0xBF, 2),
        0xF4 => (0x80, 0x8F, 2),
        _ => return None,
    })
}

impl<F> LazyState<F> {
    fn kind(&self) -> LazyStateKind {
        match self {
            LazyState::Going { configuration, .. } if configuration.may_end() => {
                LazyStateKind::Accepting
            }
            LazyState::Going { .. } => LazyStateKind::Going,
            LazyState::Within(_) => LazyStateKind::Within,
            LazyState::Failed(_) => LazyStateKind::Failed,
        }
    }

    fn size(&self) -> usize {
        match self {
            LazyState::Going { configuration, .. } => configuration.size(),
            LazyState::Within(within) => {
                within.configuration.as_ref().map_or(0, RunConfiguration::size)
            }
            LazyState::Failed(_) => 0,
        }
    }
}

/// The state after a step that succeeded.
fn going<F: FailureNamer>(
    run: &AutomatonRun<'_>,
    failures: &F,
    step: IncomingTransition<'_>,
) -> LazyState<F::Failure> {
    LazyState::Going {
        configuration: failures.configuration(run),
        at_end: failures.at_end(run, Some(step)),
    }
}

/// The state after the first byte of a character of several bytes.
fn begin_character<F: FailureNamer>(
    run: &mut AutomatonRun<'_>,
    failures: &F,
    first: u8,
    at_end: F::Failure,
) -> LazyState<F::Failure> {
    let not_utf8 = failures.not_utf8(run, at_end);
    let Some(next) = continuation_bytes(first) else { return LazyState::Failed(not_utf8) };
    let not_allowed = failures.at_byte(run, first, at_end);
    let configuration = run.step(first).then(|| failures.configuration(run));
    LazyState::Within(MidCharacterState { next, configuration, not_allowed, not_utf8 })
}

/// The state after a further byte of a character.
fn go_on<F: FailureNamer>(
    run: &mut AutomatonRun<'_>,
    failures: &F,
    within: &MidCharacterState<F::Failure>,
    byte: u8,
) -> LazyState<F::Failure> {
    let &MidCharacterState { next: (first, last, more), not_allowed, not_utf8, .. } = within;
    if !(first..=last).contains(&byte) {
        return LazyState::Failed(not_utf8);
    }
    let step = within.configuration.as_ref().map(|from| IncomingTransition { from, byte });
    let step = step.filter(|step| {
        run.resume(step.from);
        run.step(byte)
    });
    match (more, step) {
        (0, Some(step)) => going(run, failures, step),
        (0, None) => LazyState::Failed(not_allowed),
        (_, step) => LazyState::Within(MidCharacterState {
            next: (0x80, 0xBF, more - 1),
            configuration: step.map(|_| failures.configuration(run)),
            not_allowed,
            not_utf8,
        }),
    }
}

impl<'a, F: FailureNamer> LazyDfa<'a, F> {
    /// The DFA of an automaton's language, with names for its failures.
    pub fn new(automaton: &'a Automaton, failures: F) -> Self {
        let sets: BTreeSet<CharacterSet> = automaton.character_sets().collect();
        let characters = automaton.has_characters();
        let classes = ByteClasses::from_signature(|byte| {
            let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            // These ranges differ within a character.
            let part = characters.then(|| {
                (continuation_bytes(byte), [0x80, 0x90, 0xA0, 0xC0].map(|bound| byte < bound))
            });
            (taken, failures.class(byte), part)
        });
        let run = AutomatonRun::new(automaton);
        let (configuration, at_end) = (failures.configuration(&run), failures.at_end(&run, None));
        let start = LazyState::Going { configuration, at_end };
        let automaton = LazyAutomaton::new(classes.count());
        let mut lazy = LazyDfa { run, failures, automaton, size: 0, kinds: Vec::new(), classes };
        lazy.insert(start);
        lazy
    }

    /// The initial state.
    pub fn start(&self) -> LazyStateNumber {
        0
    }

    /// The state after a byte.
    #[inline]
    pub fn step(&mut self, from: LazyStateNumber, byte: u8) -> LazyStateNumber {
        match self.automaton.transition(from, self.classes.class(byte)) {
            LazyTransition::To(next, ()) => next,
            LazyTransition::Unknown | LazyTransition::Nowhere => self.compute(from, byte),
        }
    }

    fn compute(&mut self, from: LazyStateNumber, byte: u8) -> LazyStateNumber {
        let next = match self.automaton.state(from) {
            LazyState::Failed(_) => from,
            LazyState::Going { configuration: from, at_end } => {
                let (run, failures) = (&mut self.run, &self.failures);
                run.resume(from);
                let next = match byte >= 0x80 && run.automaton().has_characters() {
                    true => begin_character(run, failures, byte, *at_end),
                    false => match run.step(byte) {
                        true => going(run, failures, IncomingTransition { from, byte }),
                        false => LazyState::Failed(failures.at_byte(run, byte, *at_end)),
                    },
                };
                self.insert(next)
            }
            LazyState::Within(within) => {
                let next = go_on(&mut self.run, &self.failures, within, byte);
                self.insert(next)
            }
        };
        self.automaton.set_transition(from, self.classes.class(byte), LazyTransition::To(next, ()));
        next
    }

    /// Whether a string that ends in this state is in the language.
    pub fn accepts(&self, at: LazyStateNumber) -> bool {
        self.kinds[at as usize] == LazyStateKind::Accepting
    }

    /// Whether no string of the language ends or continues in this state.
    #[inline]
    pub fn has_failed(&self, at: LazyStateNumber) -> bool {
        self.kinds[at as usize] == LazyStateKind::Failed
    }

    /// Whether this state is within a character of several bytes.
    pub fn is_within(&self, at: LazyStateNumber) -> bool {
        self.kinds[at as usize] == LazyStateKind::Within
    }

    /// The name of the failure if the input ends in this state, even if it is in the language.
    #[inline]
    pub fn failure(&self, at: LazyStateNumber) -> F::Failure {
        match self.automaton.state(at) {
            LazyState::Going { at_end: failure, .. } | LazyState::Failed(failure) => *failure,
            LazyState::Within(within) => within.not_utf8,
        }
    }

    fn insert(&mut self, state: LazyState<F::Failure>) -> LazyStateNumber {
        let (size, kind) = (state.size() + self.classes.count(), state.kind());
        let (index, is_new) = self.automaton.insert(state);
        if is_new {
            self.size += size;
            self.kinds.push(kind);
        }
        index
    }

    /// How many numbers all states hold: a measure of memory.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Discards all states but the start and `kept`. Returns the new number of `kept`.
    pub fn forget_but(&mut self, kept: LazyStateNumber) -> LazyStateNumber {
        self.kinds.clear();
        self.size = 0;
        let mut number = 0;
        for (index, state) in self.automaton.take_states().enumerate() {
            if index == 0 || index == kept as usize {
                number = self.insert(state);
            }
        }
        number
    }
}

/// As a component, it answers whether the input is in the language.
impl<B> ProductComponent<B> for LazyDfa<'_, UnnamedFailures> {
    type State = LazyStateNumber;
    type Answer = bool;

    fn start(&self) -> LazyStateNumber {
        0
    }

    fn step(&mut self, from: LazyStateNumber, byte: u8, _: &B) -> LazyStateNumber {
        LazyDfa::step(self, from, byte)
    }

    fn answer(&self, at: LazyStateNumber, _: &B) -> bool {
        self.accepts(at)
    }

    fn class(&self, byte: u8) -> usize {
        self.classes.class(byte)
    }

    fn size(&self) -> usize {
        LazyDfa::size(self)
    }

    fn forget_but(&mut self, kept: LazyStateNumber) -> LazyStateNumber {
        LazyDfa::forget_but(self, kept)
    }
}

impl<F: FailureNamer> LazyDfa<'_, F> {
    /// The class of a byte: the DFA does not distinguish two bytes of one class.
    pub fn class(&self, byte: u8) -> usize {
        self.classes.class(byte)
    }
}
