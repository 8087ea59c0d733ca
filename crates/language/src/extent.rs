//! Whether a language is finite, and which bytes it uses.

use std::ops::Range;

use num_bigint::BigUint;

use crate::CharacterSet;
use crate::dfa::{DEAD, Dfa};

/// The length of the longest string of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageExtent {
    /// The language has no strings.
    Empty,
    /// The longest string has this many bytes.
    Finite(usize),
    /// The language is infinite: for every string there is a longer one.
    Infinite,
}

impl Dfa {
    /// The length of the longest string, if there is one.
    pub fn extent(&self) -> LanguageExtent {
        if self.is_empty() {
            return LanguageExtent::Empty;
        }
        match self.in_order() {
            None => LanguageExtent::Infinite,
            Some((order, nexts)) => {
                let mut longest = vec![0; self.len()];
                let mut furthest = 0;
                for state in order {
                    if self.is_accepting(state) {
                        furthest = furthest.max(longest[state]);
                    }
                    for &next in nexts.of(state) {
                        let length = longest[state] + 1;
                        longest[next as usize] = length.max(longest[next as usize]);
                    }
                }
                LanguageExtent::Finite(furthest)
            }
        }
    }

    /// The number of strings; `None` if the language is infinite.
    pub fn count(&self) -> Option<BigUint> {
        if self.is_empty() {
            return Some(BigUint::ZERO);
        }
        let (order, nexts) = self.in_order()?;
        // How many strings lead to a state; counts of states that are done are dropped.
        let mut counts = vec![BigUint::ZERO; self.len()];
        counts[self.start()] = BigUint::from(1u8);
        let mut all = BigUint::ZERO;
        let mut sizes = vec![0_usize; self.class_count];
        self.classes.iter().for_each(|&class| sizes[usize::from(class)] += 1);
        for state in order {
            let mut own = std::mem::take(&mut counts[state]);
            if self.is_accepting(state) {
                all += &own;
            }
            let bytes = |next: u32| {
                let row = self.row(state).iter().zip(&sizes);
                row.filter(|(to, _)| **to == next).map(|(_, size)| size).sum::<usize>()
            };
            let Some((&last, others)) = nexts.of(state).split_last() else { continue };
            for &next in others {
                match bytes(next) {
                    1 => counts[next as usize] += &own,
                    bytes => counts[next as usize] += &own * bytes,
                }
            }
            // The number may have thousands of digits, so it is moved to the last successor.
            own *= bytes(last);
            let known = &mut counts[last as usize];
            if *known == BigUint::ZERO {
                *known = own;
            } else {
                *known += own;
            }
        }
        Some(all)
    }

    /// The reachable states in topological order, and the successors of each state; `None` if
    /// there is a cycle.
    fn in_order(&self) -> Option<(Vec<usize>, Successors)> {
        let nexts = self.successors();
        let mut entries = vec![0_u32; self.len()];
        nexts.states.iter().for_each(|&next| entries[next as usize] += 1);
        if entries[self.start()] > 0 {
            return None;
        }
        let reached = entries.iter().filter(|&&entries| entries > 0).count() + 1;
        // A state on a cycle, or behind one, never becomes pending.
        let mut pending = vec![self.start()];
        let mut order = Vec::new();
        while let Some(state) = pending.pop() {
            order.push(state);
            for next in nexts.of(state).iter().map(|&next| next as usize) {
                entries[next] -= 1;
                if entries[next] == 0 {
                    pending.push(next);
                }
            }
        }
        (order.len() == reached).then_some((order, nexts))
    }

    /// The bytes that occur in the strings of the language.
    pub fn alphabet(&self) -> CharacterSet {
        let mut leads_on = vec![false; self.row(DEAD).len()];
        for state in self.reached() {
            for (leads_on, &next) in leads_on.iter_mut().zip(self.row(state)) {
                *leads_on |= next as usize != DEAD;
            }
        }
        let classes = (0..=u8::MAX).zip(self.classes());
        classes.filter(|entry| leads_on[usize::from(*entry.1)]).map(|entry| entry.0).collect()
    }

    /// The states that a prefix of a string leads to and that some byte leaves, and the start.
    fn reached(&self) -> Vec<usize> {
        let nexts = self.successors();
        (0..self.len())
            .filter(|&state| state == self.start() || !nexts.of(state).is_empty())
            .collect()
    }

    /// The successors of all states that are reachable.
    fn successors(&self) -> Successors {
        let mut nexts = Successors { states: Vec::new(), ranges: vec![0..0; self.len()] };
        let mut seen = vec![false; self.len()];
        seen[self.start()] = true;
        let mut pending = vec![self.start()];
        let mut found: Vec<u32> = Vec::new();
        while let Some(state) = pending.pop() {
            found.clear();
            found.extend(self.row(state).iter().filter(|&&next| next as usize != DEAD));
            found.dedup();
            found.sort_unstable();
            found.dedup();
            for &next in &found {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    pending.push(next as usize);
                }
            }
            let start = nexts.states.len();
            nexts.states.extend(&found);
            nexts.ranges[state] = start..nexts.states.len();
        }
        nexts
    }
}

/// The distinct successors of each reachable state, in one vector. Other states have none.
struct Successors {
    states: Vec<u32>,
    /// By state: its range in `states`.
    ranges: Vec<Range<usize>>,
}

impl Successors {
    fn of(&self, state: usize) -> &[u32] {
        &self.states[self.ranges[state].clone()]
    }
}
