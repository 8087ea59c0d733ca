//! The search for two marked strings that differ only in their marks.
//!
//! Two readers follow the marked strings together until they diverge. From then on each follows
//! its own marks, and both take the same bytes. The search visits the groups of places that a
//! string of bytes leads to in the order of the strings, shorter strings first, so that the
//! first result is the least. One byte of each class is enough, the least: the others lead to
//! the same places.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use urlbnf_language::{Exceeded, FastMap, FastSet, Limit, Limits, Meter};

use super::annotated::{Annotated, Mark};
use crate::grammar::ProductionId;

/// One step of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Mark(Mark),
    Byte,
}

/// The state of both readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Together(u32),
    Apart {
        one: u32,
        two: u32,
        /// Whether the second takes a byte next. This is where it differs from the first.
        two_waits: bool,
    },
}

/// The steps that a place counts for: it is looked up, and stored with the path to it.
const PLACE: usize = 4;
/// The steps that a place takes of the budget if it is new.
const KEPT: usize = 16;
/// The steps that a group takes of the budget.
const GROUP: usize = 32;

/// The limits of a search: as many places as `limits` allows steps.
pub(super) fn places(limits: &Limits) -> Limits {
    Limits { steps: limits.steps.saturating_mul(PLACE), ..limits.clone() }
}

/// What each reader wrote between two places.
type Steps = [Option<Written>; 2];

/// The places that were entered: how each was, except the start.
type Seen = FastMap<Place, Option<(Place, Steps)>>;

/// A shortest string with two derivations for which `trees` returns something, and what it
/// returns.
pub(super) fn two_derivations<T>(
    annotated: &Annotated,
    meter: &mut Meter,
    trees: impl Fn(&[u8], [Vec<Written>; 2]) -> Option<T>,
) -> Result<Option<(Vec<u8>, T)>, Exceeded> {
    let start = Place::Together(annotated.start as u32);
    let mut seen = Seen::default();
    let mut groups = VecDeque::from([(Prefix::empty(), vec![(start, None)])]);
    let mut prefixes = Prefixes::default();
    let mut nexts = Vec::new();
    while let Some((prefix, reached)) = groups.pop_front() {
        meter.within(Limit::States, seen.len())?;
        meter.charge(GROUP)?;
        // A place belongs to the first string that leads there, in the order of the strings. So
        // it is entered only when that string's group is visited.
        let mut group = Vec::new();
        for (place, from) in reached {
            if let Entry::Vacant(new) = seen.entry(place) {
                meter.charge(KEPT)?;
                new.insert(from.map(|from| (from, [Some(Written::Byte); 2])));
                group.push(place);
            }
        }
        let mut done = 0;
        while done < group.len() {
            let place = group[done];
            done += 1;
            silent(annotated, place, &mut nexts);
            for (next, steps) in nexts.drain(..) {
                meter.step(PLACE)?;
                if let Entry::Vacant(new) = seen.entry(next) {
                    meter.charge(KEPT)?;
                    new.insert(Some((place, steps)));
                    group.push(next);
                }
            }
        }
        let accepts = |state: u32| annotated.states[state as usize].accepting;
        let found = group.iter().filter(
            |place| matches!(**place, Place::Apart { one, two, .. } if accepts(one) && accepts(two)),
        );
        for &found in found {
            let string = prefixes.string(prefix);
            meter.step(string.len())?;
            if let Some(trees) = trees(&string, written(&seen, found)) {
                return Ok(Some((string, trees)));
            }
        }
        for (class, &byte) in annotated.classes.representatives().iter().enumerate() {
            let mut next_group = Vec::new();
            meter.step(group.len().saturating_mul(PLACE))?;
            for &place in &group {
                let next = take(annotated, place, class).filter(|next| !seen.contains_key(next));
                next_group.extend(next.map(|next| (next, Some(place))));
            }
            if !next_group.is_empty() {
                groups.push_back((prefixes.longer(prefix, byte), next_group));
            }
        }
    }
    Ok(None)
}

fn written(seen: &Seen, found: Place) -> [Vec<Written>; 2] {
    let mut written: [Vec<Written>; 2] = [Vec::new(), Vec::new()];
    let mut at = found;
    while let Some(&Some((earlier, steps))) = seen.get(&at) {
        for (reader, step) in steps.into_iter().enumerate() {
            written[reader].extend(step);
        }
        at = earlier;
    }
    written.map(|mut written| {
        written.reverse();
        written
    })
}

/// Adds the places that are reached by marks alone.
fn silent(annotated: &Annotated, place: Place, nexts: &mut Vec<(Place, Steps)>) {
    let marks = |state: u32| {
        annotated.states[state as usize].marks.iter().map(|&(mark, next)| (mark, next as u32))
    };
    let mark = |mark: Mark| Some(Written::Mark(mark));
    match place {
        Place::Together(state) => {
            for (at, (one, next)) in marks(state).enumerate() {
                nexts.push((Place::Together(next), [mark(one), mark(one)]));
                let waits = Place::Apart { one: next, two: state, two_waits: true };
                nexts.push((waits, [mark(one), None]));
                for (two, other) in marks(state).skip(at + 1) {
                    let apart = Place::Apart { one: next, two: other, two_waits: false };
                    nexts.push((apart, [mark(one), mark(two)]));
                }
            }
        }
        Place::Apart { one, two, two_waits } => {
            for (step, next) in marks(one) {
                nexts.push((Place::Apart { one: next, two, two_waits }, [mark(step), None]));
            }
            if !two_waits {
                for (step, next) in marks(two) {
                    nexts.push((Place::Apart { one, two: next, two_waits }, [None, mark(step)]));
                }
            }
        }
    }
}

/// The place after a byte of a class.
fn take(annotated: &Annotated, place: Place, class: usize) -> Option<Place> {
    let step = |state: u32| annotated.step(state as usize, class).map(|it| it as u32);
    match place {
        Place::Together(state) => step(state).map(Place::Together),
        Place::Apart { one, two, .. } => {
            Some(Place::Apart { one: step(one)?, two: step(two)?, two_waits: false })
        }
    }
}

/// A shortest string with infinitely many derivations, and a production that can occur in one
/// any number of times.
pub(super) fn shortest_endless(
    annotated: &Annotated,
    meter: &mut Meter,
) -> Result<Option<(Vec<u8>, ProductionId)>, Exceeded> {
    let endless = |state: usize| annotated.states[state].endless;
    let start = (annotated.start, endless(annotated.start));
    let mut seen: FastSet<(usize, bool)> = FastSet::default();
    let mut groups = VecDeque::from([(Prefix::empty(), vec![start])]);
    let mut prefixes = Prefixes::default();
    while let Some((prefix, mut group)) = groups.pop_front() {
        group.retain(|&(state, found)| seen.insert((state, found.is_some())));
        let mut done = 0;
        while done < group.len() {
            let (state, found) = group[done];
            done += 1;
            for &(_, next) in &annotated.states[state].marks {
                meter.step(1)?;
                let found = found.or(endless(next));
                if seen.insert((next, found.is_some())) {
                    group.push((next, found));
                }
            }
        }
        let ends = group.iter().filter(|(state, _)| annotated.states[*state].accepting);
        if let Some(production) = ends.filter_map(|&(_, found)| found).next() {
            return Ok(Some((prefixes.string(prefix), production)));
        }
        for (class, &byte) in annotated.classes.representatives().iter().enumerate() {
            let mut nexts = Vec::new();
            for &(state, found) in &group {
                meter.step(1)?;
                let Some(next) = annotated.step(state, class) else { continue };
                let found = found.or(endless(next));
                if !seen.contains(&(next, found.is_some())) {
                    nexts.push((next, found));
                }
            }
            if !nexts.is_empty() {
                groups.push_back((prefixes.longer(prefix, byte), nexts));
            }
        }
    }
    Ok(None)
}

/// A string of bytes, given by the index of its last byte.
#[derive(Debug, Clone, Copy)]
struct Prefix(Option<usize>);

impl Prefix {
    fn empty() -> Prefix {
        Prefix(None)
    }
}

/// Strings as chains of bytes from the last to the first, which share common prefixes.
#[derive(Default)]
struct Prefixes(Vec<(Option<usize>, u8)>);

impl Prefixes {
    fn longer(&mut self, prefix: Prefix, byte: u8) -> Prefix {
        self.0.push((prefix.0, byte));
        Prefix(Some(self.0.len() - 1))
    }

    fn string(&self, prefix: Prefix) -> Vec<u8> {
        let mut string = Vec::new();
        let mut at = prefix.0;
        while let Some((before, byte)) = at.and_then(|at| self.0.get(at)) {
            string.push(*byte);
            at = *before;
        }
        string.reverse();
        string
    }
}
