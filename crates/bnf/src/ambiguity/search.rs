//! The search for two marked strings that differ only in their marks.
//!
//! Two readers follow the marked strings together until they diverge. From then on each follows its
//! own marks, and both take the same bytes. The search visits the groups of states that a string of
//! bytes leads to in the order of the strings, shorter strings first, so that the first result is
//! the least. Only the least byte of each class is tried: the others lead to the same states.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use urlbnf_language::{ByteClasses, Exceeded, FastMap, FastSet, Work};

use super::marked::{DerivationMark, FAR, MarkedDfa, MarkedNfa, START};
use crate::automaton::{ThompsonGraph, ThompsonNode, ThompsonNodeId};
use crate::grammar::ProductionId;

/// One step of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkedSymbol {
    Mark(DerivationMark),
    Byte,
}

/// The state of both readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ReaderPairState {
    Together(u32),
    Apart {
        one: u32,
        two: u32,
        /// Whether the second takes a byte next. This is where it differs from the first.
        two_waits: bool,
    },
}

impl ReaderPairState {
    /// The states of its readers.
    fn states(self) -> impl Iterator<Item = usize> {
        let (one, two) = match self {
            ReaderPairState::Together(state) => (state, None),
            ReaderPairState::Apart { one, two, .. } => (one, Some(two)),
        };
        std::iter::once(one).chain(two).map(|state| state as usize)
    }
}

/// What each reader wrote between two states.
type ReaderPairLabel = [Option<MarkedSymbol>; 2];

/// The visited states, each with the state before it and the step from there, except the start.
type VisitedPairs = FastMap<ReaderPairState, Option<(ReaderPairState, ReaderPairLabel)>>;

/// An entry of [`VisitedPairs`].
type VisitedPair = (ReaderPairState, Option<(ReaderPairState, ReaderPairLabel)>);

/// A pair of states that waits for its group, with the pair before it.
type PendingPair = (ReaderPairState, Option<ReaderPairState>);

/// The first search looks at strings that are at most this many bytes longer than the shortest.
const LONGER: usize = 2;

/// A shortest string with two derivations for which `trees` returns something, and what it returns.
/// Short strings are searched first, since their paths need only a part of the automaton.
pub(super) fn two_derivations<M: MarkedNfa, T>(
    annotated: &mut MarkedDfa<M>,
    work: &mut Work,
    trees: impl Fn(&[u8], [Vec<MarkedSymbol>; 2]) -> Option<T>,
) -> Result<Option<(Vec<u8>, T)>, Exceeded> {
    let short = annotated.distance(START).saturating_add(LONGER);
    for longest in [short, FAR] {
        match two_derivations_within(annotated, longest, work, &trees)? {
            AmbiguitySearchResult::Nothing { is_whole: false } => {}
            AmbiguitySearchResult::Nothing { is_whole: true } => break,
            AmbiguitySearchResult::Found(string, found) => return Ok(Some((string, found))),
        }
    }
    Ok(None)
}

/// The result of a search.
enum AmbiguitySearchResult<T> {
    Found(Vec<u8>, T),
    Nothing {
        /// Whether no string is longer than those that were searched.
        is_whole: bool,
    },
}

/// Like [`two_derivations`], among the strings of at most `longest` bytes.
fn two_derivations_within<M: MarkedNfa, T>(
    annotated: &mut MarkedDfa<M>,
    longest: usize,
    work: &mut Work,
    trees: impl Fn(&[u8], [Vec<MarkedSymbol>; 2]) -> Option<T>,
) -> Result<AmbiguitySearchResult<T>, Exceeded> {
    let start = ReaderPairState::Together(START as u32);
    let mut seen = VisitedPairs::default();
    let mut groups = VecDeque::from([(PrefixId::empty(), 0, vec![(start, None)])]);
    let mut prefixes = PrefixTree::default();
    let mut is_whole = true;
    // Whether some accepted string through a state has at most `longest` bytes.
    let mut fits = |annotated: &MarkedDfa<M>, place: ReaderPairState, length: usize| {
        let distance = place.states().map(|state| annotated.distance(state)).max();
        let Some(distance) = distance.filter(|&it| it != FAR) else { return false };
        let fits = distance.saturating_add(length) <= longest;
        is_whole &= fits;
        fits
    };
    while let Some((prefix, length, reached)) = groups.pop_front() {
        work.ticks(1 + reached.len())?;
        // A state belongs to the first string that leads there, in the order of the strings. So it
        // is entered only when that string's group is visited.
        let mut group = Vec::new();
        for (place, from) in reached {
            if let Entry::Vacant(new) = seen.entry(place) {
                work.grow::<VisitedPair>(1)?;
                new.insert(from.map(|from| (from, [Some(MarkedSymbol::Byte); 2])));
                group.push(place);
            }
        }
        let mut done = 0;
        while done < group.len() {
            let place = group[done];
            done += 1;
            for state in place.states() {
                annotated.compute_marks(state, work)?;
            }
            follow_epsilon(annotated, place, |next, steps| {
                work.tick()?;
                if fits(annotated, next, length)
                    && let Entry::Vacant(new) = seen.entry(next)
                {
                    work.grow::<VisitedPair>(1)?;
                    new.insert(Some((place, steps)));
                    group.push(next);
                }
                Ok(())
            })?;
        }
        let accepts = |state: u32| annotated.is_accepting(state as usize);
        let found = group.iter().filter(
            |place| matches!(**place, ReaderPairState::Apart { one, two, .. } if accepts(one) && accepts(two)),
        );
        for &found in found {
            let string = prefixes.string(prefix);
            work.ticks(string.len())?;
            if let Some(trees) = trees(&string, written(&seen, found)) {
                return Ok(AmbiguitySearchResult::Found(string, trees));
            }
        }
        for state in group.iter().flat_map(|place| place.states()) {
            annotated.compute_bytes(state, work)?;
        }
        for (class, &byte) in annotated.classes.representatives().iter().enumerate() {
            let mut next_group = Vec::new();
            work.ticks(group.len())?;
            for &place in &group {
                let next = take(annotated, place, class);
                if let Some(next) = next.filter(|&next| fits(annotated, next, length + 1))
                    && !seen.contains_key(&next)
                {
                    next_group.push((next, Some(place)));
                }
            }
            if !next_group.is_empty() {
                work.grow::<PendingPair>(next_group.len())?;
                groups.push_back((prefixes.longer(prefix, byte), length + 1, next_group));
            }
        }
    }
    Ok(AmbiguitySearchResult::Nothing { is_whole })
}

fn written(seen: &VisitedPairs, found: ReaderPairState) -> [Vec<MarkedSymbol>; 2] {
    let mut written: [Vec<MarkedSymbol>; 2] = [Vec::new(), Vec::new()];
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

/// Visits the states that are reached by marks alone. There may be too many to list: as many as
/// there are pairs of marks.
fn follow_epsilon<M: MarkedNfa>(
    annotated: &MarkedDfa<M>,
    place: ReaderPairState,
    mut visit: impl FnMut(ReaderPairState, ReaderPairLabel) -> Result<(), Exceeded>,
) -> Result<(), Exceeded> {
    let marks = |state: u32| annotated.marks(state as usize).iter().copied();
    let mark = |mark: DerivationMark| Some(MarkedSymbol::Mark(mark));
    match place {
        ReaderPairState::Together(state) => {
            for (at, (one, next)) in marks(state).enumerate() {
                visit(ReaderPairState::Together(next), [mark(one), mark(one)])?;
                let waits = ReaderPairState::Apart { one: next, two: state, two_waits: true };
                visit(waits, [mark(one), None])?;
                for (two, other) in marks(state).skip(at + 1) {
                    let apart = ReaderPairState::Apart { one: next, two: other, two_waits: false };
                    visit(apart, [mark(one), mark(two)])?;
                }
            }
        }
        ReaderPairState::Apart { one, two, two_waits } => {
            for (step, next) in marks(one) {
                visit(ReaderPairState::Apart { one: next, two, two_waits }, [mark(step), None])?;
            }
            if !two_waits {
                for (step, next) in marks(two) {
                    visit(
                        ReaderPairState::Apart { one, two: next, two_waits },
                        [None, mark(step)],
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// The state after a byte of a class.
fn take<M: MarkedNfa>(
    annotated: &MarkedDfa<M>,
    place: ReaderPairState,
    class: usize,
) -> Option<ReaderPairState> {
    let step = |state: u32| annotated.step(state as usize, class).map(|it| it as u32);
    match place {
        ReaderPairState::Together(state) => step(state).map(ReaderPairState::Together),
        ReaderPairState::Apart { one, two, .. } => {
            Some(ReaderPairState::Apart { one: step(one)?, two: step(two)?, two_waits: false })
        }
    }
}

/// A shortest string with infinitely many derivations, and a production that can occur in one
/// any number of times. `endless` has such productions by node, and `classes` the bytes that the
/// graph does not distinguish.
pub(super) fn shortest_endless(
    graph: &ThompsonGraph,
    endless: &[Option<ProductionId>],
    classes: &ByteClasses,
    work: &mut Work,
) -> Result<Option<(Vec<u8>, ProductionId)>, Exceeded> {
    let place = |node: ThompsonNodeId, found: Option<ProductionId>| (node, found.or(endless[node]));
    let mut seen: FastSet<(ThompsonNodeId, bool)> = FastSet::default();
    let mut groups = VecDeque::from([(PrefixId::empty(), vec![place(graph.entry, None)])]);
    let mut prefixes = PrefixTree::default();
    while let Some((prefix, mut group)) = groups.pop_front() {
        group.retain(|&(node, found)| seen.insert((node, found.is_some())));
        let mut done = 0;
        while let Some(&(node, found)) = group.get(done) {
            done += 1;
            if let (ThompsonNode::Accept, Some(production)) = (&graph.nodes[node], found) {
                return Ok(Some((prefixes.string(prefix), production)));
            }
            let nexts = graph.nodes[node].epsilon_targets();
            work.ticks(nexts.len())?;
            let nexts = nexts.iter().map(|&next| place(next, found));
            group.extend(nexts.filter(|(next, found)| seen.insert((*next, found.is_some()))));
        }
        for &byte in classes.representatives() {
            work.ticks(group.len())?;
            let taken = group.iter().filter_map(|&(node, found)| match graph.nodes[node] {
                ThompsonNode::Position { index, next } => {
                    let takes = graph.positions[index].characters.contains(byte);
                    takes.then(|| place(next, found))
                }
                _ => None,
            });
            let nexts: Vec<_> =
                taken.filter(|(next, found)| !seen.contains(&(*next, found.is_some()))).collect();
            if !nexts.is_empty() {
                groups.push_back((prefixes.longer(prefix, byte), nexts));
            }
        }
    }
    Ok(None)
}

/// A string of bytes, given by the index of its last byte.
#[derive(Debug, Clone, Copy)]
struct PrefixId(Option<usize>);

impl PrefixId {
    fn empty() -> PrefixId {
        PrefixId(None)
    }
}

/// Strings as chains of bytes from the last to the first, which share common prefixes.
#[derive(Default)]
struct PrefixTree(Vec<(Option<usize>, u8)>);

impl PrefixTree {
    fn longer(&mut self, prefix: PrefixId, byte: u8) -> PrefixId {
        self.0.push((prefix.0, byte));
        PrefixId(Some(self.0.len() - 1))
    }

    fn string(&self, prefix: PrefixId) -> Vec<u8> {
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
