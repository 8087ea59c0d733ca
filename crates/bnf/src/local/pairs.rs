//! Two derivations of one string by the text of a rule, read at once.
//!
//! The text is ambiguous if one string has two different lists of names. So two runs of its automaton
//! read the same bytes. A run reads a name by the automaton of a language that contains the name's, or
//! that it contains, or that is the name's; the answer is a proof, a finding, or both.
//!
//! If both runs enter the same name at the same byte, they stay together. One may leave it before the
//! other only if the next byte can extend a string of that name to a longer one. This makes proofs about
//! nested rules possible: no byte extends a comment of `comment = "(" *( text / comment ) ")"`, although
//! an automaton cannot count its brackets.
//!
//! The same search computes the bytes that extend the strings of a name. It starts from empty sets and
//! adds the bytes that it finds, until it finds no other. The result has all such bytes: consider a
//! string that another byte extends, the shortest, and of these one with the lowest derivation. Its two
//! derivations part at some name, which then is such an example itself, but a smaller one.

use std::rc::Rc;

use urlbnf_language::{ByteClasses, CharacterSet, DEAD, Dfa, Exceeded, FastMap, FastSet, Work};

use super::conflicts::Conflict;
use super::languages::NameLanguages;
use super::overlap::MOST_STRINGS;
use crate::core::Core;
use crate::grammar::{ProductionId, Span};
use crate::languages::composed::{Bound, NameStep, Piece, TextNfa};

/// One run through the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Run {
    /// The state of the text, or the one after the name that is being read.
    at: u32,
    /// The number of the name that is being read, from 1; 0 if none is.
    token: u32,
    /// The state of the name's automaton.
    state: u32,
}

impl Run {
    fn at(state: usize) -> Run {
        Run { at: state as u32, token: 0, state: 0 }
    }

    /// A run that has ended, while the other goes on.
    const DONE: Run = Run { at: u32::MAX, token: 0, state: 0 };

    fn is_inside(self) -> bool {
        self.token > 0
    }
}

/// What two runs must do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Demand {
    None,
    /// The first has left a name in which the second stays: a byte that extends the name follows.
    Extend,
    /// The first has read the empty string of this name, and the second may not do so too.
    Differ(ProductionId),
}

/// Two runs that have read the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    runs: [Run; 2],
    /// Whether both read the same name, from the same byte on.
    is_joint: bool,
    /// Whether their lists of names differ.
    has_diverged: bool,
    demand: Demand,
}

/// A step of a run that reads a byte.
#[derive(Debug, Clone, Copy)]
struct ByteStep {
    bytes: CharacterSet,
    run: Run,
    /// The name that begins with the byte.
    enters: Option<ProductionId>,
}

/// The search of the pairs of runs of one text.
pub(crate) struct PairSearch<'g> {
    names: &'g NameLanguages<'g>,
    bound: Bound,
    text: TextNfa,
    /// The names in the text, each where it stands.
    tokens: Vec<NameStep>,
    /// By state of the text: the numbers of the names that begin there.
    begins: Vec<Vec<u32>>,
    steps: FastMap<Run, Rc<[ByteStep]>>,
    classes: FastMap<ProductionId, Rc<[(u8, CharacterSet)]>>,
}

impl<'g> PairSearch<'g> {
    /// For a text whose names have languages of one kind.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn new(
        names: &'g NameLanguages<'g>,
        text: &Core,
        bound: Bound,
        work: &mut Work,
    ) -> Result<PairSearch<'g>, Exceeded> {
        let automaton = TextNfa::new(&[Piece::Once(text)], bound, work)?;
        Ok(PairSearch::of_automaton(names, automaton, bound))
    }

    fn of_automaton(names: &'g NameLanguages<'g>, text: TextNfa, bound: Bound) -> PairSearch<'g> {
        let mut tokens = Vec::new();
        let mut begins = Vec::new();
        for steps in &text.names {
            let first = tokens.len() as u32 + 1;
            tokens.extend_from_slice(steps);
            begins.push((first..=tokens.len() as u32).collect());
        }
        let (steps, classes) = Default::default();
        PairSearch { names, bound, text, tokens, begins, steps, classes }
    }

    /// Shortest strings of the pieces `whole` that begin with a string of the pieces `first`.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn beginnings(
        names: &'g NameLanguages<'g>,
        [first, whole]: [&[Piece<'_>]; 2],
        bound: Bound,
        work: &mut Work,
    ) -> Result<Vec<Vec<u8>>, Exceeded> {
        let mut text = TextNfa::new(first, bound, work)?;
        let second = text.add(TextNfa::new(whole, bound, work)?);
        let mut search = PairSearch::of_automaton(names, text, bound);
        let mut strings: Vec<Vec<u8>> = Vec::new();
        let is_first = |run: Run| (run.at as usize) < second;
        search.explore([0, second], work, |search, met, pair, work| {
            let is_done = |run: Run| run == Run::DONE || is_first(run) && search.is_run_at_end(run);
            let may_end = pair.demand != Demand::Extend || !is_first(pair.runs[1]);
            if !may_end || pair.is_joint || !pair.runs.iter().any(|&run| is_done(run)) {
                return Ok(Visit::Continue(None));
            }
            let whole = pair.runs.into_iter().find(|&run| run != Run::DONE && !is_first(run));
            let Some(whole) = whole else { return Ok(Visit::Continue(None)) };
            let is_at_end = pair.demand != Demand::Extend && search.is_run_at_end(whole);
            if is_at_end {
                let (string, _) = met.path(pair);
                work.grow::<u8>(string.len())?;
                if !strings.contains(&string) {
                    strings.push(string);
                }
            }
            if strings.len() == MOST_STRINGS {
                return Ok(Visit::End);
            }
            // The first run has done its part, and the other goes on alone.
            let demand = pair.demand;
            let alone =
                Pair { runs: [Run::DONE, whole], is_joint: false, has_diverged: true, demand };
            Ok(Visit::Continue(Some(alone)))
        })?;
        Ok(strings)
    }

    fn token(&self, number: u32) -> NameStep {
        self.tokens[number as usize - 1]
    }

    fn language(&self, name: ProductionId) -> Option<&'g Dfa> {
        let names: &'g NameLanguages<'g> = self.names;
        names.languages(self.bound)(name)
    }

    /// The conflict by which the text, which stands at `place`, may be ambiguous: the first two names in
    /// which two derivations of a string differ.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn ambiguity(mut self, place: Span, work: &mut Work) -> Result<Option<Conflict>, Exceeded> {
        let mut strings: Vec<Vec<u8>> = Vec::new();
        let mut parts = None;
        self.explore([0, 0], work, |search, met, pair, work| {
            if pair.has_diverged && pair.demand != Demand::Extend && search.is_at_end(pair) {
                let (string, diverged) = met.path(pair);
                work.grow::<u8>(string.len())?;
                parts = parts.or_else(|| search.parts(diverged?));
                if !strings.contains(&string) {
                    strings.push(string);
                }
            }
            Ok(match strings.len() {
                MOST_STRINGS => Visit::End,
                _ => Visit::Continue(None),
            })
        })?;
        let parts = parts.unwrap_or([place; 2]);
        Ok((!strings.is_empty()).then_some(Conflict { parts, strings }))
    }

    /// The bytes that may extend a string of the text to a longer one. Bytes outside `most` are not looked
    /// for.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn extensions(
        mut self,
        most: CharacterSet,
        work: &mut Work,
    ) -> Result<CharacterSet, Exceeded> {
        let mut found = CharacterSet::EMPTY;
        self.explore([0, 0], work, |search, _, pair, work| {
            // Runs that are in one name are looked at when one has left it.
            let runs = if pair.is_joint { &[][..] } else { &[(0, 1), (1, 0)] };
            for &(one, other) in runs {
                // The run that has to extend its name is not at its end.
                let is_bound = pair.demand == Demand::Extend && one == 1;
                if !is_bound && search.is_run_at_end(pair.runs[one]) {
                    let limit = search.limit(pair);
                    for step in &*search.steps(pair.runs[other], work)? {
                        found = found.union(step.bytes.intersection(limit).intersection(most));
                    }
                }
            }
            Ok(if found == most { Visit::End } else { Visit::Continue(None) })
        })?;
        Ok(found)
    }

    /// The places of the names in which two runs differ.
    fn parts(&self, pair: &Pair) -> Option<[Span; 2]> {
        let place = |run: Run| run.is_inside().then(|| self.token(run.token).place);
        let next = |run: Run| {
            let tokens = self.begins.get(run.at as usize)?;
            Some(self.token(*tokens.first()?).place)
        };
        let [one, other] = pair.runs;
        let first = place(one).or_else(|| place(other));
        let first = first.or_else(|| next(other)).or_else(|| next(one))?;
        let second = place(other).filter(|_| place(one).is_some());
        Some([first, second.or_else(|| next(one)).unwrap_or(first)])
    }

    fn is_run_at_end(&self, run: Run) -> bool {
        let accepts = match run.is_inside() {
            false => true,
            true => self
                .language(self.token(run.token).name)
                .is_some_and(|language| language.is_accepting(run.state as usize)),
        };
        accepts && self.text.nfa.accepting.get(run.at as usize) == Some(&true)
    }

    fn is_at_end(&self, pair: &Pair) -> bool {
        pair.runs.iter().all(|&run| self.is_run_at_end(run))
    }

    /// The bytes that may come next.
    fn limit(&self, pair: &Pair) -> CharacterSet {
        match pair.demand {
            Demand::Extend => {
                self.names.extensions(self.token(pair.runs[1].token).name, self.bound)
            }
            _ => CharacterSet::ALL,
        }
    }

    /// The steps of a run that read a byte.
    fn steps(&mut self, run: Run, work: &mut Work) -> Result<Rc<[ByteStep]>, Exceeded> {
        if let Some(known) = self.steps.get(&run) {
            return Ok(Rc::clone(known));
        }
        let mut steps = Vec::new();
        match run.is_inside() {
            _ if run == Run::DONE => {
                steps.push(ByteStep { bytes: CharacterSet::ALL, run, enters: None });
            }
            true => {
                let name = self.token(run.token).name;
                self.name_steps(name, run, None, &mut steps, work)?;
            }
            false => {
                let at = run.at as usize;
                for &(bytes, target) in &self.text.nfa.steps[at] {
                    steps.push(ByteStep { bytes, run: Run::at(target), enters: None });
                }
                for token in self.begins[at].clone() {
                    let NameStep { name, target, .. } = self.token(token);
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

    /// Visits the pairs of runs, those that have read fewer bytes first and of these those whose bytes
    /// are smaller. Begins in two states of the text.
    fn explore(
        &mut self,
        starts: [usize; 2],
        work: &mut Work,
        mut visit: impl FnMut(&mut Self, &MetPairs, &Pair, &mut Work) -> Result<Visit, Exceeded>,
    ) -> Result<(), Exceeded> {
        let start = Pair {
            runs: starts.map(Run::at),
            is_joint: false,
            has_diverged: false,
            demand: Demand::None,
        };
        let mut met = MetPairs::default();
        met.add(start, None);
        let mut level = vec![start];
        while !level.is_empty() {
            let mut nexts: Vec<Pair> = Vec::new();
            for first in level {
                // The pairs that have read the same bytes, and their steps.
                let mut group = vec![first];
                let mut steps: Vec<(u8, Pair, Pair)> = Vec::new();
                while let Some(pair) = group.pop() {
                    work.tick()?;
                    let more = match visit(self, &met, &pair, work)? {
                        Visit::End => return Ok(()),
                        Visit::Continue(more) => more,
                    };
                    for next in self.silent(&pair).into_iter().chain(more) {
                        if met.add(next, Some((&pair, None))) {
                            work.enter::<(Pair, usize)>(1)?;
                            group.push(next);
                        }
                    }
                    self.read(&pair, &met, &mut steps, work)?;
                }
                steps.sort_by_key(|(byte, ..)| *byte);
                for (byte, from, next) in steps {
                    if met.add(next, Some((&from, Some(byte)))) {
                        work.enter::<(Pair, usize)>(1)?;
                        nexts.push(next);
                    }
                }
            }
            level = nexts;
        }
        Ok(())
    }

    /// The steps of two runs that read no byte.
    fn silent(&self, pair: &Pair) -> Vec<Pair> {
        let mut nexts = Vec::new();
        let leaves = |run: Run| {
            let name = run.is_inside().then(|| self.token(run.token).name);
            let language = name.and_then(|name| self.language(name));
            language
                .is_some_and(|language| language.is_accepting(run.state as usize))
                .then(|| Run::at(run.at as usize))
        };
        let [one, other] = pair.runs;
        if pair.is_joint {
            if let (Some(left), Some(right)) = (leaves(one), leaves(other)) {
                let together = Pair { runs: [left, right], is_joint: false, ..*pair };
                let apart = |runs| Pair {
                    runs,
                    is_joint: false,
                    has_diverged: true,
                    demand: Demand::Extend,
                };
                nexts.extend([together, apart([left, other]), apart([right, one])]);
            }
            return nexts;
        }
        if let Some(left) = leaves(one) {
            nexts.push(Pair { runs: [left, other], ..*pair });
        }
        // A run that has to extend its name does not leave it.
        if pair.demand != Demand::Extend
            && let Some(right) = leaves(other)
        {
            nexts.push(Pair { runs: [one, right], ..*pair });
        }
        let empty = |run: Run| {
            let begins = if run.is_inside() { None } else { self.begins.get(run.at as usize) };
            let tokens: &[u32] = begins.map_or(&[], Vec::as_slice);
            let tokens = tokens.iter().map(|&token| self.token(token));
            tokens.filter(|step| {
                let language = self.language(step.name);
                language.is_some_and(|language| language.is_accepting(language.start()))
            })
        };
        for step in empty(one) {
            let run = Run::at(step.target);
            match (pair.has_diverged, pair.demand) {
                // Once the lists differ, they always differ.
                (true, _) => nexts.push(Pair { runs: [run, other], ..*pair }),
                (false, _) => {
                    nexts.push(Pair {
                        runs: [run, other],
                        has_diverged: true,
                        demand: Demand::Differ(step.name),
                        ..*pair
                    });
                    let same = empty(other).filter(|it| it.name == step.name);
                    nexts.extend(same.map(|it| Pair { runs: [run, Run::at(it.target)], ..*pair }));
                }
            }
        }
        for step in empty(other) {
            let run = Run::at(step.target);
            let is_free = pair.demand != Demand::Differ(step.name);
            match pair.has_diverged {
                true if is_free => {
                    let demand = match pair.demand {
                        Demand::Differ(_) => Demand::None,
                        demand => demand,
                    };
                    nexts.push(Pair { runs: [one, run], demand, ..*pair });
                }
                true => {}
                false => nexts.push(Pair {
                    runs: [run, one],
                    has_diverged: true,
                    demand: Demand::Differ(step.name),
                    ..*pair
                }),
            }
        }
        nexts
    }

    /// The steps of two runs that read a byte, each with the pair that it leads from.
    fn read(
        &mut self,
        pair: &Pair,
        met: &MetPairs,
        found: &mut Vec<(u8, Pair, Pair)>,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        let limit = self.limit(pair);
        let ones = self.steps(pair.runs[0], work)?;
        let others = self.steps(pair.runs[1], work)?;
        for one in &*ones {
            work.ticks(others.len())?;
            for other in &*others {
                let bytes = one.bytes.intersection(other.bytes).intersection(limit);
                let Some(byte) = bytes.first() else { continue };
                let both_enter = one.enters.is_some() && one.enters == other.enters;
                // Two runs that are in one name have one state in it.
                if pair.is_joint && one.run.state != other.run.state {
                    continue;
                }
                let differs = one.enters != other.enters;
                let mut runs = [one.run, other.run];
                let has_diverged = pair.has_diverged || differs;
                // The order of two runs does not matter.
                runs.sort_unstable();
                let next = Pair {
                    runs,
                    is_joint: pair.is_joint || both_enter,
                    has_diverged,
                    demand: Demand::None,
                };
                if !met.has(&next) {
                    work.grow::<(u8, Pair, Pair)>(1)?;
                    found.push((byte, *pair, next));
                }
            }
        }
        Ok(())
    }
}

/// What a search does after a pair.
enum Visit {
    /// It looks at the steps of the pair, and at another pair that has read the same bytes.
    Continue(Option<Pair>),
    /// It ends.
    End,
}

/// The pairs that a search has met, and how each was reached.
#[derive(Default)]
struct MetPairs {
    pairs: FastSet<Pair>,
    before: Vec<Option<(usize, Option<u8>)>>,
}

impl MetPairs {
    fn has(&self, pair: &Pair) -> bool {
        self.pairs.contains(pair)
    }

    /// Adds a pair, with the one before it and the byte between them. Returns whether it is new.
    fn add(&mut self, pair: Pair, from: Option<(&Pair, Option<u8>)>) -> bool {
        let is_new = self.pairs.insert(pair);
        if is_new {
            let from = from.and_then(|(from, byte)| Some((self.pairs.get_index_of(from)?, byte)));
            self.before.push(from);
        }
        is_new
    }

    /// The bytes that lead to a pair, and the first pair on the way whose runs differ.
    fn path(&self, pair: &Pair) -> (Vec<u8>, Option<&Pair>) {
        let (mut bytes, mut diverged) = (Vec::new(), None);
        let mut at = self.pairs.get_index_of(pair);
        while let Some(number) = at {
            let pair = &self.pairs[number];
            if pair.has_diverged {
                diverged = Some(pair);
            }
            at = self.before[number].map(|(before, byte)| {
                bytes.extend(byte);
                before
            });
        }
        bytes.reverse();
        (bytes, diverged)
    }
}
