//! How far a language reaches: whether it ends, and which bytes it uses.

use num_bigint::BigUint;

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
        match self.in_order() {
            None => Extent::Infinite,
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
                Extent::Finite(furthest)
            }
        }
    }

    /// How many strings it has; `None` where there is no end of them.
    pub fn count(&self) -> Option<BigUint> {
        if self.is_empty() {
            return Some(BigUint::ZERO);
        }
        let (order, nexts) = self.in_order()?;
        // How many strings lead to a state; those that are done with are let go.
        let mut ways = vec![BigUint::ZERO; self.len()];
        ways[self.start()] = BigUint::from(1u8);
        let mut all = BigUint::ZERO;
        for state in order {
            let own = std::mem::take(&mut ways[state]);
            if self.is_accepting(state) {
                all += &own;
            }
            for &next in &nexts[state] {
                let bytes = (0..=u8::MAX).filter(|&byte| self.step(state, byte) == next).count();
                ways[next] += &own * bytes;
            }
        }
        Some(all)
    }

    /// The states that are reached, each after all that lead to it, and where each leads;
    /// `None` where some lead in a circle.
    fn in_order(&self) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
        let nexts: Vec<Vec<usize>> = self.live();
        let mut entries = vec![0; self.len()];
        for &next in nexts.iter().flatten() {
            entries[next] += 1;
        }
        if entries[self.start()] > 0 {
            return None;
        }
        // A state in a circle never comes.
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

    /// The bytes that are in its strings.
    pub fn alphabet(&self) -> CharacterSet {
        let states = self.reached();
        let leads_on = |byte: &u8| states.iter().any(|&state| self.step(state, *byte) != DEAD);
        (0..=u8::MAX).filter(leads_on).collect()
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
            let mut found: Vec<usize> = (0..=u8::MAX).map(|byte| self.step(state, byte)).collect();
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
