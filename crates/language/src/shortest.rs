//! Shortest paths to a state.
//!
//! The search is breadth-first and tries the bytes in the order given. So the first path that is
//! found is one of the shortest, and of the shortest paths the one whose bytes come first.

use std::hash::Hash;

use indexmap::IndexMap;

use crate::{Exceeded, Work};

/// Each state with the number of its predecessor and the byte between them.
pub(crate) type PredecessorMap<S> = IndexMap<S, (usize, u8), foldhash::fast::RandomState>;

/// Returns a shortest string of bytes that leads from `start` to a state for which `found` is
/// true. Of several it is the first in the order of `bytes`. `None` if no string does.
///
/// # Errors
/// If the work runs out.
pub fn shortest<S: Clone + Eq + Hash>(
    start: S,
    bytes: &[u8],
    step: impl FnMut(&S, u8) -> Option<S>,
    found: impl FnMut(&S) -> bool,
    work: &mut Work,
) -> Result<Option<Vec<u8>>, Exceeded> {
    Ok(shortest_few(start, bytes, step, found, 1, work)?.pop())
}

/// Returns shortest strings that lead from `start` to the first `most` states for which `found` is true,
/// as [`shortest`] does for one. Each string is returned once. `step` may lead to several states.
///
/// # Errors
/// If the work runs out.
pub fn shortest_few<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    start: S,
    bytes: &[u8],
    mut step: impl FnMut(&S, u8) -> I,
    mut found: impl FnMut(&S) -> bool,
    most: usize,
    work: &mut Work,
) -> Result<Vec<Vec<u8>>, Exceeded> {
    let mut strings: Vec<Vec<u8>> = Vec::new();
    let mut met: PredecessorMap<S> = [(start, (0, 0))].into_iter().collect();
    let mut done = 0;
    while let Some((state, _)) = met.get_index(done) {
        let state = state.clone();
        if found(&state) {
            let string = path_bytes(&met, done);
            if !strings.contains(&string) {
                strings.push(string);
            }
            if strings.len() >= most {
                break;
            }
        }
        work.ticks(bytes.len())?;
        let known = met.len();
        for &byte in bytes {
            for next in step(&state, byte) {
                met.entry(next).or_insert((done, byte));
            }
        }
        work.enter::<(S, usize, u8)>(met.len() - known)?;
        done += 1;
    }
    Ok(strings)
}

/// The bytes on the path to a state, given by its number.
pub(crate) fn path_bytes<S>(met: &PredecessorMap<S>, mut state: usize) -> Vec<u8> {
    let mut path = Vec::new();
    while let Some((_, &(before, byte))) = met.get_index(state).filter(|_| state > 0) {
        path.push(byte);
        state = before;
    }
    path.reverse();
    path
}
