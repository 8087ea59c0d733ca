//! Whether a language is finite, and which bytes it uses.

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
                    for &next in &nexts[state] {
                        longest[next] = longest[next].max(longest[state] + 1);
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
            let own = std::mem::take(&mut counts[state]);
            if self.is_accepting(state) {
                all += &own;
            }
            for &next in &nexts[state] {
                let leads = |(to, _): &(&u32, &usize)| **to as usize == next;
                let classes = self.row(state).iter().zip(&sizes).filter(leads);
                counts[next] += &own * classes.map(|(_, size)| size).sum::<usize>();
            }
        }
        Some(all)
    }

    /// The reachable states in topological order, and the successors of each state; `None` if
    /// there is a cycle.
    fn in_order(&self) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
        let nexts: Vec<Vec<usize>> = self.live();
        let mut entries = vec![0; self.len()];
        for &next in nexts.iter().flatten() {
            entries[next] += 1;
        }
        if entries[self.start()] > 0 {
            return None;
        }
        // A state on a cycle, or behind one, never becomes pending.
        let mut pending = vec![self.start()];
        let mut order = Vec::new();
        while let Some(state) = pending.pop() {
            order.push(state);
            for &next in &nexts[state] {
                entries[next] -= 1;
                if entries[next] == 0 {
                    pending.push(next);
                }
            }
        }
        let reached = nexts.iter().flatten().collect::<std::collections::HashSet<_>>().len() + 1;
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
        classes.filter(|it| leads_on[usize::from(*it.1)]).map(|it| it.0).collect()
    }

    /// The states that a prefix of a string leads to and that some byte leaves, and the start.
    fn reached(&self) -> Vec<usize> {
        let nexts = self.live();
        (0..self.len()).filter(|&it| it == self.start() || !nexts[it].is_empty()).collect()
    }

    /// By state: its distinct successors; empty for states that are not reachable.
    fn live(&self) -> Vec<Vec<usize>> {
        let mut nexts: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        let mut seen = vec![false; self.len()];
        seen[self.start()] = true;
        let mut pending = vec![self.start()];
        while let Some(state) = pending.pop() {
            let mut found: Vec<usize> = self.row(state).iter().map(|&it| it as usize).collect();
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
