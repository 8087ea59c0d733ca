//! A string on which two languages differ, without the automaton of one of them.
//!
//! Two overlapping classes can have more states than the limits allow. A string on which the
//! languages differ is often a few bytes long all the same, and is met long before.

use crate::dfa::{DEAD, Dfa, sorted};
use crate::nfa::Nfa;
use crate::plain::plainest_of_classes;
use crate::shortest::shortest;
use crate::{ByteClasses, Exceeded, Limits, Meter};

/// The steps charged for each state that is sorted into a set.
const SORTED: usize = 4;

impl Nfa {
    /// The plainest of the shortest strings that only one of the two automata accepts; `None` if
    /// they accept the same strings.
    ///
    /// # Errors
    /// If the search exceeds the limits.
    pub fn shortest_difference(
        &self,
        other: &Dfa,
        limits: &Limits,
    ) -> Result<Option<Vec<u8>>, Exceeded> {
        let own = self.classes();
        let classes = ByteClasses::of(|byte| (own.class(byte), other.classes()[usize::from(byte)]));
        let targets = self.targets(&own, &mut Meter::new(limits))?;
        let (mut work, mut exceeded) = (Meter::new(limits), None);
        let starts = sorted(self.starts.iter().map(|&start| start as u32).collect());
        let found = shortest(
            (starts, other.start()),
            &plainest_of_classes(classes.numbers()),
            |(states, state), byte| {
                let mut next = Vec::new();
                targets.extend(states, own.class(byte), &mut next);
                exceeded = exceeded.or(work.step(states.len() + SORTED * next.len()).err());
                let next = (sorted(next), other.step(*state, byte));
                let goes_on = exceeded.is_none() && (!next.0.is_empty() || next.1 != DEAD);
                goes_on.then_some(next)
            },
            |(states, state)| {
                let accepts = states.iter().any(|&it| self.accepting[it as usize]);
                accepts != other.is_accepting(*state)
            },
            &mut Meter::new(limits),
        )?;
        match exceeded {
            Some(exceeded) if found.is_none() => Err(exceeded),
            _ => Ok(found),
        }
    }
}
