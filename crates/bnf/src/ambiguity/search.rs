//! Two marked strings that differ only in their marks.
//!
//! Two readers follow the marked strings together until they part; from then
//! on each goes its own way through the marks, and both take the same bytes.
//! The groups of places to which one string of bytes leads are gone through in
//! the order of those strings, shorter ones first, so that the first find is
//! the least.

use std::collections::{HashMap, HashSet, VecDeque};

use super::annotated::{Annotated, Mark};

/// A step of one reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Mark(Mark),
    Byte,
}

/// Where the two readers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Together(usize),
    Apart {
        one: usize,
        two: usize,
        /// The second takes a byte next: that is what parts it from the first.
        two_waits: bool,
    },
}

/// What each reader did on the way from one place to the next.
type Steps = [Option<Written>; 2];

/// A shortest string with two derivations, and both.
pub(super) fn two_derivations(annotated: &Annotated) -> Option<(Vec<u8>, [Vec<Written>; 2])> {
    let mut before: HashMap<Place, (Place, Steps)> = HashMap::new();
    let start = Place::Together(annotated.start);
    let mut seen: HashSet<Place> = HashSet::from([start]);
    let mut groups = VecDeque::from([(Vec::new(), vec![start])]);
    while let Some((string, mut group)) = groups.pop_front() {
        let mut done = 0;
        while done < group.len() {
            let place = group[done];
            done += 1;
            for (next, steps) in silent(annotated, place) {
                if seen.insert(next) {
                    before.insert(next, (place, steps));
                    group.push(next);
                }
            }
        }
        let accepts = |state: usize| annotated.states[state].accepting;
        let found = group.iter().find(
            |place| matches!(**place, Place::Apart { one, two, .. } if accepts(one) && accepts(two)),
        );
        if let Some(&found) = found {
            return Some((string, written(&before, found)));
        }
        for byte in 0..0x80 {
            let mut next_group = Vec::new();
            for &place in &group {
                let Some(next) = take(annotated, place, byte) else { continue };
                if seen.insert(next) {
                    before.insert(next, (place, [Some(Written::Byte); 2]));
                    next_group.push(next);
                }
            }
            if !next_group.is_empty() {
                let mut longer = string.clone();
                longer.push(byte);
                groups.push_back((longer, next_group));
            }
        }
    }
    None
}

fn written(before: &HashMap<Place, (Place, Steps)>, found: Place) -> [Vec<Written>; 2] {
    let mut written: [Vec<Written>; 2] = [Vec::new(), Vec::new()];
    let mut at = found;
    while let Some(&(earlier, steps)) = before.get(&at) {
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

/// The places that are reached by marks alone.
fn silent(annotated: &Annotated, place: Place) -> Vec<(Place, Steps)> {
    let marks = |state: usize| &annotated.states[state].marks;
    let mark = |mark: Mark| Some(Written::Mark(mark));
    let mut nexts = Vec::new();
    match place {
        Place::Together(state) => {
            for (at, &(one, next)) in marks(state).iter().enumerate() {
                nexts.push((Place::Together(next), [mark(one), mark(one)]));
                let waits = Place::Apart { one: next, two: state, two_waits: true };
                nexts.push((waits, [mark(one), None]));
                for &(two, other) in &marks(state)[at + 1..] {
                    let apart = Place::Apart { one: next, two: other, two_waits: false };
                    nexts.push((apart, [mark(one), mark(two)]));
                }
            }
        }
        Place::Apart { one, two, two_waits } => {
            for &(step, next) in marks(one) {
                nexts.push((Place::Apart { one: next, two, two_waits }, [mark(step), None]));
            }
            if !two_waits {
                for &(step, next) in marks(two) {
                    nexts.push((Place::Apart { one, two: next, two_waits }, [None, mark(step)]));
                }
            }
        }
    }
    nexts
}

fn take(annotated: &Annotated, place: Place, byte: u8) -> Option<Place> {
    let step = |state: usize| annotated.states[state].step(byte);
    match place {
        Place::Together(state) => step(state).map(Place::Together),
        Place::Apart { one, two, .. } => {
            Some(Place::Apart { one: step(one)?, two: step(two)?, two_waits: false })
        }
    }
}

/// A shortest string with a mark of a kind in it, and the mark.
pub(super) fn shortest_with(
    annotated: &Annotated,
    wanted: impl Fn(&Mark) -> bool,
) -> Option<(Vec<u8>, Mark)> {
    let mut seen: HashSet<(usize, Option<Mark>)> = HashSet::new();
    let mut groups = VecDeque::from([(Vec::new(), vec![(annotated.start, None)])]);
    while let Some((string, mut group)) = groups.pop_front() {
        let mut done = 0;
        while done < group.len() {
            let (state, found) = group[done];
            done += 1;
            for &(mark, next) in &annotated.states[state].marks {
                let next = (next, found.or(Some(mark).filter(&wanted)));
                if seen.insert(next) {
                    group.push(next);
                }
            }
        }
        let ends = group
            .iter()
            .find(|(state, found)| found.is_some() && annotated.states[*state].accepting);
        if let Some(&(_, Some(mark))) = ends {
            return Some((string, mark));
        }
        for byte in 0..0x80 {
            let steps = |&(state, found): &(usize, Option<Mark>)| {
                annotated.states[state].step(byte).map(|next| (next, found))
            };
            let next: Vec<_> =
                group.iter().filter_map(steps).filter(|it| seen.insert(*it)).collect();
            if !next.is_empty() {
                let mut longer = string.clone();
                longer.push(byte);
                groups.push_back((longer, next));
            }
        }
    }
    None
}
