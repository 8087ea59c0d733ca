//! How far a language reaches: whether it ends, and which bytes it uses.

use crate::CharacterSet;
use crate::dfa::{DEAD, Dfa};

/// How long the strings of a language get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// There are none.
    Empty,
    /// None is longer than this, in bytes.
    Finite(usize),
    /// For every string there is a longer one.
    Infinite,
}

impl Dfa {
    /// How long its strings get.
    pub fn extent(&self) -> Extent {
        if self.is_empty() {
            return Extent::Empty;
        }
        let nexts: Vec<Vec<usize>> = self.live();
        let mut entries = vec![0; self.len()];
        for &next in nexts.iter().flatten() {
            entries[next] += 1;
        }
        // State by state, each after all that lead to it: a state in a circle never comes.
        let mut pending = vec![self.start()];
        let mut longest = vec![0; self.len()];
        let (mut done, mut furthest) = (0, 0);
        if entries[self.start()] > 0 {
            return Extent::Infinite;
        }
        while let Some(state) = pending.pop() {
            done += 1;
            if self.is_accepting(state) {
                furthest = furthest.max(longest[state]);
            }
            for &next in &nexts[state] {
                longest[next] = longest[next].max(longest[state] + 1);
                entries[next] -= 1;
                if entries[next] == 0 {
                    pending.push(next);
                }
            }
        }
        let reached = nexts.iter().flatten().collect::<std::collections::HashSet<_>>().len() + 1;
        if done == reached { Extent::Finite(furthest) } else { Extent::Infinite }
    }

    /// The bytes that stand in its strings.
    pub fn alphabet(&self) -> CharacterSet {
        let states = self.reached();
        let leads_on = |byte: &u8| states.iter().any(|&state| self.step(state, *byte) != DEAD);
        (0..128).filter(leads_on).collect()
    }

    /// The states to which some beginning of a string leads.
    fn reached(&self) -> Vec<usize> {
        let nexts = self.live();
        (0..self.len()).filter(|&it| it == self.start() || !nexts[it].is_empty()).collect()
    }

    /// By state, where it leads, of the states that are reached; each next one once.
    fn live(&self) -> Vec<Vec<usize>> {
        let mut nexts: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        let mut seen = vec![false; self.len()];
        seen[self.start()] = true;
        let mut pending = vec![self.start()];
        while let Some(state) = pending.pop() {
            let mut found: Vec<usize> = (0..128).map(|byte| self.step(state, byte)).collect();
            found.retain(|&next| next != DEAD);
            found.sort_unstable();
            found.dedup();
            for &next in &found {
                if !std::mem::replace(&mut seen[next], true) {
                    pending.push(next);
                }
            }
            nexts[state] = found;
        }
        nexts
    }
}
