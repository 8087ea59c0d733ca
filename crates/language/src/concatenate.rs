//! Concatenation of languages.
//!
//! Nothing marks where the first string ends: a string of `self` and a string of `other` may
//! meet in several places. So a state has the state of `self`, and a state of `other` for each
//! place where the string of `other` may have begun. Few languages need more than one such
//! place.

use crate::dfa::{DEAD, Dfa};
use crate::{Exceeded, Meter};

/// The states of both languages after some bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    /// The states of the first; more than one only if it may be repeated.
    first: Vec<u32>,
    /// The states of the second, one for each place where its string may have begun.
    second: Vec<u32>,
}

impl Dfa {
    /// The strings that are a string of this language followed by one of the other.
    ///
    /// # Errors
    ///
    /// If it takes more than the meter allows.
    pub fn then(&self, other: &Dfa, meter: &mut Meter) -> Result<Dfa, Exceeded> {
        self.joined(other, false, meter)
    }

    /// The strings that are any number of strings of this language, followed by one of the
    /// other.
    ///
    /// # Errors
    ///
    /// If it takes more than the meter allows.
    pub fn repeated_then(&self, other: &Dfa, meter: &mut Meter) -> Result<Dfa, Exceeded> {
        self.joined(other, true, meter)
    }

    fn joined(&self, other: &Dfa, again: bool, meter: &mut Meter) -> Result<Dfa, Exceeded> {
        let close = |mut place: Place| {
            let ends =
                |place: &Place| place.first.iter().any(|&state| self.is_accepting(state as usize));
            if (again && place.first.is_empty() && place.second.is_empty()) || ends(&place) {
                place.second.push(other.start() as u32);
                if again {
                    place.first.push(self.start() as u32);
                }
            }
            sort(&mut place.first);
            sort(&mut place.second);
            place
        };
        let start = match again {
            true => close(Place { first: Vec::new(), second: Vec::new() }),
            false => close(Place { first: vec![self.start() as u32], second: Vec::new() }),
        };
        let step = |place: &Place, byte: u8, meter: &mut Meter| {
            meter.step(place.first.len() + place.second.len())?;
            let after = |dfa: &Dfa, states: &[u32]| -> Vec<u32> {
                states.iter().map(|&state| dfa.step(state as usize, byte) as u32).collect()
            };
            let mut next =
                Place { first: after(self, &place.first), second: after(other, &place.second) };
            sort(&mut next.first);
            sort(&mut next.second);
            if next.first.is_empty() && next.second.is_empty() {
                return Ok(None);
            }
            Ok(Some(close(next)))
        };
        let accepting =
            |place: &Place| place.second.iter().any(|&state| other.is_accepting(state as usize));
        Dfa::explore_within(start, &self.joint_classes(other), step, accepting, meter)
    }

    /// The left quotient of `of` by this language: what is left of each string of `of` after a
    /// prefix that is a string of this language.
    ///
    /// # Errors
    ///
    /// If it takes more than the meter allows.
    pub fn rests(&self, of: &Dfa, meter: &mut Meter) -> Result<Dfa, Exceeded> {
        let classes = self.joint_classes(of);
        let mut met = indexmap::IndexSet::from([(self.start(), of.start())]);
        let mut done = 0;
        let mut starts = Vec::new();
        while let Some(&(one, two)) = met.get_index(done) {
            done += 1;
            if self.is_accepting(one) {
                starts.push(two as u32);
            }
            meter.step(classes.count())?;
            for &byte in classes.representatives() {
                let next = (self.step(one, byte), of.step(two, byte));
                if next.0 != DEAD && next.1 != DEAD {
                    met.insert(next);
                }
            }
        }
        sort(&mut starts);
        let own = of.byte_classes();
        let step = |set: &Vec<u32>, byte: u8, meter: &mut Meter| {
            meter.step(set.len())?;
            let mut next: Vec<u32> =
                set.iter().map(|&state| of.step(state as usize, byte) as u32).collect();
            sort(&mut next);
            Ok((!next.is_empty()).then_some(next))
        };
        let accepting = |set: &Vec<u32>| set.iter().any(|&state| of.is_accepting(state as usize));
        Dfa::explore_within(starts, &own, step, accepting, meter)
    }

    /// Whether no string of the language is a proper prefix of another.
    pub fn is_prefix_free(&self) -> bool {
        (0..self.len())
            .filter(|&state| self.is_accepting(state))
            .all(|state| (0..=u8::MAX).all(|byte| self.step(state, byte) == DEAD))
    }
}

/// Sorts the states, without duplicates and without the dead state.
fn sort(states: &mut Vec<u32>) {
    states.retain(|&state| state as usize != DEAD);
    states.sort_unstable();
    states.dedup();
}
