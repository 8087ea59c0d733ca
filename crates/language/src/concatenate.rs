//! Concatenation of languages.
//!
//! Nothing marks where the first string ends: a string of `self` and a string of `other` may
//! meet in several places. So a state has the state of `self`, and a state of `other` for each
//! place where the string of `other` may have begun. Few languages need more than one such
//! place. States of `other` are numbered after those of `self`.

use crate::dfa::{DEAD, Dfa};
use crate::{Exceeded, Work};

impl Dfa {
    /// The strings that are a string of this language followed by one of the other.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn concat(&self, other: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
        self.joined(other, false, work)
    }

    /// The strings that are any number of strings of this language, followed by one of the
    /// other.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn star_concat(&self, other: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
        self.joined(other, true, work)
    }

    fn joined(&self, other: &Dfa, again: bool, work: &mut Work) -> Result<Dfa, Exceeded> {
        let offset = self.len();
        let start = |set: &mut Vec<u32>, dfa: &Dfa, offset: usize| {
            if dfa.start() != DEAD {
                set.push((offset + dfa.start()) as u32);
            }
        };
        // Where a string of the first ends, one of the second begins, or another of the first.
        let close = |set: &mut Vec<u32>| {
            if set
                .iter()
                .any(|&state| (state as usize) < offset && self.is_accepting(state as usize))
            {
                start(set, other, offset);
                if again {
                    start(set, self, 0);
                }
            }
        };
        let mut first = Vec::new();
        start(&mut first, self, 0);
        if again {
            start(&mut first, other, offset);
        }
        close(&mut first);
        let classes = self.joint_classes(other);
        let step = |set: &[u32], nexts: &mut [Vec<u32>], work: &mut Work| {
            for (&byte, next) in classes.representatives().iter().zip(nexts) {
                for &state in set {
                    let state = state as usize;
                    let (after, offset) = match state.checked_sub(offset) {
                        Some(state) => (other.step(state, byte), offset),
                        None => (self.step(state, byte), 0),
                    };
                    if after != DEAD {
                        next.push((offset + after) as u32);
                    }
                }
                close(next);
                work.ticks(set.len())?;
            }
            Ok(())
        };
        let accepting = |set: &[u32]| {
            let mut second = set.iter().filter_map(|&state| (state as usize).checked_sub(offset));
            second.any(|state| other.is_accepting(state))
        };
        Ok(Dfa::explore_sets(first, &classes, None, step, accepting, work)?.0)
    }

    /// The left quotient of `of` by this language: what is left of each string of `of` after a
    /// prefix that is a string of this language.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn left_quotient(&self, of: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
        let classes = self.joint_classes(of);
        let mut met = indexmap::IndexSet::from([(self.start(), of.start())]);
        let mut done = 0;
        let mut starts = Vec::new();
        while let Some(&(one, two)) = met.get_index(done) {
            done += 1;
            if self.is_accepting(one) {
                starts.push(two as u32);
            }
            work.ticks(classes.count())?;
            let known = met.len();
            for &byte in classes.representatives() {
                let next = (self.step(one, byte), of.step(two, byte));
                if next.0 != DEAD && next.1 != DEAD {
                    met.insert(next);
                }
            }
            work.enter::<(usize, usize)>(met.len() - known)?;
        }
        let classes = of.byte_classes();
        let step = |set: &[u32], nexts: &mut [Vec<u32>], work: &mut Work| {
            for (&byte, next) in classes.representatives().iter().zip(nexts) {
                let after = set.iter().map(|&state| of.step(state as usize, byte) as u32);
                next.extend(after.filter(|&state| state as usize != DEAD));
                work.ticks(set.len())?;
            }
            Ok(())
        };
        let accepting = |set: &[u32]| set.iter().any(|&state| of.is_accepting(state as usize));
        Ok(Dfa::explore_sets(starts, &classes, None, step, accepting, work)?.0)
    }

    /// Whether no string of the language is a proper prefix of another.
    pub fn is_prefix_free(&self) -> bool {
        (0..self.len())
            .filter(|&state| self.is_accepting(state))
            .all(|state| self.row(state).iter().all(|&next| next as usize == DEAD))
    }
}
