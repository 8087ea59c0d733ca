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

use urlbnf_language::{CharacterSet, Exceeded, Work};

use super::conflicts::Conflict;
use super::exceptions::{Exceptions, RunsId};
use super::languages::NameLanguages;
use super::runs::{Run, TextRuns, Visited};
use crate::core::Core;
use crate::grammar::{ProductionId, Span};
use crate::languages::composed::{Bound, Piece, TextNfa};

/// How many shortest strings a search returns. More than one, since the languages may contain strings
/// that the parts do not have.
const MOST_STRINGS: usize = 8;

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
    /// The exceptions that have read the same bytes, if the search has any; otherwise 0.
    exceptions: RunsId,
}

impl Pair {
    /// Two runs that begin in these states.
    fn begin(starts: [usize; 2]) -> Pair {
        Pair {
            runs: starts.map(Run::at),
            is_joint: false,
            has_diverged: false,
            demand: Demand::None,
            exceptions: 0,
        }
    }
}

/// The search of the pairs of runs of one text.
pub(crate) struct PairSearch<'g> {
    runs: TextRuns<'g>,
    /// The first state of the second part, where two parts are compared. Otherwise greater than any state.
    second: u32,
    exceptions: Option<Exceptions<'g>>,
}

/// Two parts, of which the second may begin as the first does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beginning<'a> {
    pub first: &'a [Piece<'a>],
    pub second: &'a [Piece<'a>],
    /// What follows the second.
    pub following: &'a [Piece<'a>],
    /// What may stand in place of the second: such strings are no conflict.
    pub except: Option<&'a [Piece<'a>]>,
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
        let text = TextNfa::new(&[Piece::Once(text)], bound, work)?;
        let runs = TextRuns::new(names, Rc::new(text), bound);
        Ok(PairSearch { runs, second: u32::MAX, exceptions: None })
    }

    /// Shortest strings of the second part and what follows it that begin with a string of the first.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn beginnings(
        names: &'g NameLanguages<'g>,
        parts: Beginning<'_>,
        bound: Bound,
        work: &mut Work,
    ) -> Result<Vec<Vec<u8>>, Exceeded> {
        // Two runs in one state can read the same rest only if counts are written out.
        let counts = if parts.except.is_some() { Bound::Exact } else { bound };
        let mut text = TextNfa::new(parts.first, bound, work)?;
        let heads = [Some(parts.second), parts.except].into_iter().flatten();
        let whole = TextNfa::with_heads(heads, parts.following, counts, work)?;
        let second = text.add(whole);
        let starts = text.nfa.starts.split_off(1);
        let text = Rc::new(text);
        let runs = TextRuns::new(names, Rc::clone(&text), bound);
        let mut exceptions = parts.except.map(|_| Exceptions::new(names, text));
        let begun = match &mut exceptions {
            Some(exceptions) => exceptions.begin(starts[1], work)?,
            None => 0,
        };
        let second = second as u32;
        let mut search = PairSearch { runs, second, exceptions };
        let mut strings: Vec<Vec<u8>> = Vec::new();
        let is_first = |run: Run| run.at < second;
        let start = Pair { exceptions: begun, ..Pair::begin([0, starts[0]]) };
        search.explore(start, work, |search, met, pair, work| {
            let is_done =
                |run: Run| run == Run::DONE || is_first(run) && search.runs.is_at_end(run);
            let may_end = pair.demand != Demand::Extend || !is_first(pair.runs[1]);
            if !may_end || pair.is_joint || !pair.runs.iter().any(|&run| is_done(run)) {
                return Ok(Visit::Continue(None));
            }
            let Some(whole) = search.whole(pair.runs) else { return Ok(Visit::Continue(None)) };
            let is_at_end = pair.demand != Demand::Extend && search.runs.is_at_end(whole);
            let is_exception = search
                .exceptions
                .as_ref()
                .is_some_and(|exceptions| exceptions.are_at_end(pair.exceptions));
            if is_at_end && !is_exception {
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
            let runs = [Run::DONE, whole];
            let alone = Pair { runs, is_joint: false, has_diverged: true, ..*pair };
            Ok(Visit::Continue(Some(alone)))
        })?;
        Ok(strings)
    }

    /// The conflict by which the text, which stands at `place`, may be ambiguous: the first two names in
    /// which two derivations of a string differ.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn ambiguity(mut self, place: Span, work: &mut Work) -> Result<Option<Conflict>, Exceeded> {
        let mut strings: Vec<Vec<u8>> = Vec::new();
        let mut parts = None;
        self.explore(Pair::begin([0, 0]), work, |search, met, pair, work| {
            if pair.has_diverged && pair.demand != Demand::Extend && search.is_at_end(pair) {
                let (string, way) = met.path(pair);
                work.grow::<u8>(string.len())?;
                let diverged = way.into_iter().rev().find(|pair| pair.has_diverged);
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
        self.explore(Pair::begin([0, 0]), work, |search, _, pair, work| {
            // Runs that are in one name are looked at when one has left it.
            let runs = if pair.is_joint { &[][..] } else { &[(0, 1), (1, 0)] };
            for &(one, other) in runs {
                // The run that has to extend its name is not at its end.
                let is_bound = pair.demand == Demand::Extend && one == 1;
                if !is_bound && search.runs.is_at_end(pair.runs[one]) {
                    let limit = search.limit(pair);
                    for step in &*search.runs.steps(pair.runs[other], work)? {
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
        let place = |run: Run| Some(self.runs.token(run)?.place);
        let next = |run: Run| Some(self.runs.begins(Run::at(run.at as usize)).next()?.place);
        let [one, other] = pair.runs;
        let first = place(one).or_else(|| place(other));
        let first = first.or_else(|| next(other)).or_else(|| next(one))?;
        let second = place(other).filter(|_| place(one).is_some());
        Some([first, second.or_else(|| next(one)).unwrap_or(first)])
    }

    fn is_at_end(&self, pair: &Pair) -> bool {
        pair.runs.iter().all(|&run| self.runs.is_at_end(run))
    }

    /// The bytes that may come next.
    fn limit(&self, pair: &Pair) -> CharacterSet {
        let extended = match pair.demand {
            Demand::Extend => self.runs.token(pair.runs[1]),
            _ => None,
        };
        extended.map_or(CharacterSet::ALL, |token| {
            self.runs.names.extensions(token.name, self.runs.bound)
        })
    }

    /// The run of the second part, where two parts are compared.
    fn whole(&self, runs: [Run; 2]) -> Option<Run> {
        runs.into_iter().find(|&run| run != Run::DONE && run.at >= self.second)
    }

    /// Whether the exceptions accept everything that two runs may still read, so that no conflict follows.
    fn is_covered(&self, pair: &Pair) -> bool {
        let covers = |exceptions: &Exceptions<'_>| {
            self.whole(pair.runs).is_some_and(|whole| exceptions.cover(pair.exceptions, whole))
        };
        self.exceptions.as_ref().is_some_and(covers)
    }

    /// Visits the pairs of runs, those that have read fewer bytes first and of these those whose bytes
    /// are smaller.
    fn explore(
        &mut self,
        start: Pair,
        work: &mut Work,
        mut visit: impl FnMut(&mut Self, &Visited<Pair>, &Pair, &mut Work) -> Result<Visit, Exceeded>,
    ) -> Result<(), Exceeded> {
        let mut met = Visited::default();
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
                        let next = self.follow(&pair, next, work)?;
                        if !self.is_covered(&next) && met.add(next, Some((&pair, None))) {
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

    /// The pair after a step that reads no byte, with the exceptions after it.
    fn follow(&mut self, pair: &Pair, next: Pair, work: &mut Work) -> Result<Pair, Exceeded> {
        let (before, after) = (self.whole(pair.runs), self.whole(next.runs));
        let has_left =
            before.is_some_and(Run::is_inside) && after.is_some_and(|run| !run.is_inside());
        match &mut self.exceptions {
            Some(exceptions) if has_left => {
                Ok(Pair { exceptions: exceptions.leave(pair.exceptions, work)?, ..next })
            }
            _ => Ok(next),
        }
    }

    /// The steps of two runs that read no byte.
    fn silent(&self, pair: &Pair) -> Vec<Pair> {
        let mut nexts = Vec::new();
        let leaves = |run: Run| self.runs.leaves(run);
        let [one, other] = pair.runs;
        if pair.is_joint {
            if let (Some(left), Some(right)) = (leaves(one), leaves(other)) {
                let together = Pair { runs: [left, right], is_joint: false, ..*pair };
                let demand = Demand::Extend;
                let apart =
                    |runs| Pair { runs, is_joint: false, has_diverged: true, demand, ..*pair };
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
        let empty = |run: Run| self.runs.empty(run);
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
                    let same = empty(other).filter(|other_step| other_step.name == step.name);
                    nexts.extend(same.map(|other_step| Pair {
                        runs: [run, Run::at(other_step.target)],
                        ..*pair
                    }));
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
        met: &Visited<Pair>,
        found: &mut Vec<(u8, Pair, Pair)>,
        work: &mut Work,
    ) -> Result<(), Exceeded> {
        let limit = self.limit(pair);
        let ones = self.runs.steps(pair.runs[0], work)?;
        let others = self.runs.steps(pair.runs[1], work)?;
        for one in &*ones {
            work.ticks(others.len())?;
            for other in &*others {
                let bytes = one.bytes.intersection(other.bytes).intersection(limit);
                if bytes.is_empty() {
                    continue;
                }
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
                    ..*pair
                };
                let whole =
                    [one, other].into_iter().find(|step| Some(step.run) == self.whole(runs));
                let steps = match (&mut self.exceptions, whole) {
                    (Some(exceptions), Some(step)) => {
                        &*exceptions.read(pair.exceptions, step.enters, work)?
                    }
                    _ => &[(CharacterSet::ALL, pair.exceptions)],
                };
                work.ticks(steps.len())?;
                for &(after, exceptions) in steps {
                    let next = Pair { exceptions, ..next };
                    let byte = bytes.intersection(after).first();
                    let is_new = byte.is_some() && !met.has(&next) && !self.is_covered(&next);
                    if let Some(byte) = byte.filter(|_| is_new) {
                        work.grow::<(u8, Pair, Pair)>(1)?;
                        found.push((byte, *pair, next));
                    }
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
