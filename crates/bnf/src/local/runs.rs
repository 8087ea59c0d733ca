//! Runs of the automaton of a text.
//!
//! The automaton has a transition for each name. A run takes it by running the automaton of that name:
//! of the name's language, of one that contains it, or of one that it contains, as [`Bound`] says.

use std::rc::Rc;

use urlbnf_language::{ByteClasses, CharacterSet, DEAD, Dfa, Exceeded, FastMap, FastSet, Work};

use super::languages::NameLanguages;
use super::shortest::plainest;
use crate::grammar::ProductionId;
use crate::languages::composed::{Bound, NameStep, TextNfa};

/// A configuration: where one run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Run {
    /// The state of the text. While a name is being read, the state after the name.
    pub at: u32,
    /// The number of the name that is being read, counted from 1; 0 outside of names.
    pub token: u32,
    /// The state of the automaton of that name; 0 outside of names.
    pub state: u32,
}

impl Run {
    pub fn at(state: usize) -> Run {
        Run { at: state as u32, token: 0, state: 0 }
    }

    /// A run that has ended and takes no part in the rest of the search.
    pub const DONE: Run = Run { at: u32::MAX, token: 0, state: 0 };

    /// A run that entered a name together with another run, which keeps the state within the name. `at` is
    /// the state after the name.
    pub fn joined(at: u32) -> Run {
        Run { at, token: u32::MAX, state: 0 }
    }

    pub fn is_joined(self) -> bool {
        self.token == u32::MAX
    }

    pub fn is_inside(self) -> bool {
        self.token > 0
    }
}

/// A step of a run that reads a byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByteStep {
    pub bytes: CharacterSet,
    pub run: Run,
    /// The name that begins with the byte.
    pub enters: Option<ProductionId>,
}

/// The automaton of one text, with the automata of its names.
pub(super) struct TextRuns<'g> {
    pub names: &'g NameLanguages<'g>,
    pub bound: Bound,
    text: Rc<TextNfa>,
    /// All transitions that read a name. A run refers to them by number.
    tokens: Vec<NameStep>,
    /// For each state of the text, the numbers of the names that it reads.
    begins: Vec<Vec<u32>>,
    steps: FastMap<Run, Rc<[ByteStep]>>,
    classes: FastMap<ProductionId, Rc<[(u8, CharacterSet)]>>,
}

impl<'g> TextRuns<'g> {
    /// The text with the languages of one kind for its names.
    pub fn new(names: &'g NameLanguages<'g>, text: Rc<TextNfa>, bound: Bound) -> TextRuns<'g> {
        let mut tokens = Vec::new();
        let mut begins = Vec::new();
        for steps in &text.names {
            let first = tokens.len() as u32 + 1;
            tokens.extend_from_slice(steps);
            begins.push((first..=tokens.len() as u32).collect());
        }
        let (steps, classes) = Default::default();
        TextRuns { names, bound, text, tokens, begins, steps, classes }
    }

    /// The transition by which a run reads a name; `None` outside of names.
    pub fn token(&self, run: Run) -> Option<NameStep> {
        Some(*self.tokens.get((run.token as usize).checked_sub(1)?)?)
    }

    /// The transitions that read a name in the state of a run; none while the run is within a name.
    pub fn begins(&self, run: Run) -> impl Iterator<Item = NameStep> {
        let begins = if run.is_inside() { None } else { self.begins.get(run.at as usize) };
        begins.into_iter().flatten().map(|&token| self.tokens[token as usize - 1])
    }

    /// Those of [`begins`](TextRuns::begins) whose name derives the empty string.
    pub fn empty(&self, run: Run) -> impl Iterator<Item = NameStep> {
        self.begins(run).filter(|step| self.names.text(step.name).is_nullable)
    }

    /// Whether the language of a name is known.
    pub fn is_exact(&self, name: ProductionId) -> bool {
        self.names.of(name).is_some_and(|name| name.exact().is_some())
    }

    fn language(&self, name: ProductionId) -> Option<&'g Dfa> {
        let names: &'g NameLanguages<'g> = self.names;
        names.languages(self.bound)(name)
    }

    /// The run after it leaves the name that it is reading; `None` if the name does not end here.
    pub fn leaves(&self, run: Run) -> Option<Run> {
        let language = self.language(self.token(run)?.name)?;
        language.is_accepting(run.state as usize).then(|| Run::at(run.at as usize))
    }

    /// Whether a string of the text may end where a run is.
    pub fn is_at_end(&self, run: Run) -> bool {
        let run = if run.is_inside() { self.leaves(run) } else { Some(run) };
        run.is_some_and(|run| self.text.nfa.accepting.get(run.at as usize) == Some(&true))
    }

    /// The steps of a run that read a byte.
    pub fn steps(&mut self, run: Run, work: &mut Work) -> Result<Rc<[ByteStep]>, Exceeded> {
        if let Some(known) = self.steps.get(&run) {
            return Ok(Rc::clone(known));
        }
        let mut steps = Vec::new();
        match self.token(run) {
            _ if run == Run::DONE => {
                steps.push(ByteStep { bytes: CharacterSet::ALL, run, enters: None });
            }
            Some(token) => self.name_steps(token.name, run, None, &mut steps, work)?,
            None => {
                let at = run.at as usize;
                for &(bytes, target) in &self.text.nfa.steps[at] {
                    steps.push(ByteStep { bytes, run: Run::at(target), enters: None });
                }
                for token in self.begins[at].clone() {
                    let NameStep { name, target, .. } = self.tokens[token as usize - 1];
                    if let Some(language) = self.language(name) {
                        let state = language.start() as u32;
                        let run = Run { at: target as u32, token, state };
                        self.name_steps(name, run, Some(name), &mut steps, work)?;
                    }
                }
            }
        }
        work.ticks(steps.len())?;
        work.grow::<ByteStep>(steps.len())?;
        work.enter::<Run>(1)?;
        let steps: Rc<[ByteStep]> = steps.into();
        self.steps.insert(run, Rc::clone(&steps));
        Ok(steps)
    }

    /// The steps of a run within a name.
    fn name_steps(
        &mut self,
        name: ProductionId,
        run: Run,
        enters: Option<ProductionId>,
        steps: &mut Vec<ByteStep>,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        let Some(language) = self.language(name) else { return Ok(()) };
        let classes = self.classes.entry(name).or_insert_with(|| {
            let classes: ByteClasses = language.byte_classes();
            classes.representatives().iter().copied().zip(classes.sets()).collect()
        });
        work.ticks(classes.len())?;
        let known = steps.len();
        for &(byte, bytes) in &**classes {
            let state = language.step(run.state as usize, byte);
            if state == DEAD {
                continue;
            }
            let run = Run { state: state as u32, ..run };
            match steps[known..].iter_mut().find(|step| step.run == run) {
                Some(step) => step.bytes = step.bytes.union(bytes),
                None => steps.push(ByteStep { bytes, run, enters }),
            }
        }
        Ok(())
    }
}

/// Splits a set of bytes so that all bytes of a part take the same steps. Returns for each part its plainest
/// byte, the part, and the targets of those steps. The part with the plainest byte comes first.
///
/// # Errors
/// If the work runs out.
pub(super) fn split<T: Copy>(
    bytes: CharacterSet,
    steps: &[(CharacterSet, T)],
    work: &mut Work,
) -> Result<Vec<(u8, CharacterSet, Vec<T>)>, Exceeded> {
    let (mut parts, mut left) = (Vec::new(), bytes);
    while let Some(byte) = plainest(left) {
        work.ticks(1 + steps.len())?;
        let (mut part, mut targets) = (left, Vec::new());
        for &(set, target) in steps {
            if set.contains(byte) {
                part = part.intersection(set);
                targets.push(target);
            } else {
                part = part.without(set);
            }
        }
        left = left.without(part);
        parts.push((byte, part, targets));
    }
    Ok(parts)
}

/// The states that a search has met, and how each was reached.
pub(super) struct Visited<T> {
    states: FastSet<T>,
    before: Vec<Option<(usize, Option<u8>)>>,
}

impl<T> Default for Visited<T> {
    fn default() -> Visited<T> {
        Visited { states: FastSet::default(), before: Vec::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Visited<T> {
    pub fn has(&self, state: &T) -> bool {
        self.states.contains(state)
    }

    /// Adds a state, with the one before it and the byte between them. Returns whether it is new.
    pub fn add(&mut self, state: T, from: Option<(&T, Option<u8>)>) -> bool {
        let is_new = self.states.insert(state);
        if is_new {
            let from = from.and_then(|(from, byte)| Some((self.states.get_index_of(from)?, byte)));
            self.before.push(from);
        }
        is_new
    }

    /// The bytes that lead to a state, and the states on the path, from that state back to the first.
    pub fn path(&self, state: &T) -> (Vec<u8>, Vec<&T>) {
        let (mut bytes, mut states) = (Vec::new(), Vec::new());
        let mut at = self.states.get_index_of(state);
        while let Some(number) = at {
            states.push(&self.states[number]);
            at = self.before[number].map(|(before, byte)| {
                bytes.extend(byte);
                before
            });
        }
        bytes.reverse();
        (bytes, states)
    }
}
