//! A string on which two languages differ, without the automaton of one of them.
//!
//! Two overlapping classes can have more states than the limits allow. But a string on which the
//! languages differ is often a few bytes long, and is found long before.

use crate::dfa::{DEAD, Dfa, StateSorter};
use crate::nfa::Nfa;
use crate::plain::plainest_of_classes;
use crate::shortest::shortest_in_place;
use crate::{ByteClasses, Exceeded, Limits, Meter};

/// The steps charged for each state that is sorted into a set.
const SORTED: usize = 4;
/// One step is charged to the budget for this many states: to look at one is cheap.
const AT_ONCE: usize = 8;

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
        let classes = ByteClasses::from_signature(|byte| {
            (own.class(byte), other.classes()[usize::from(byte)])
        });
        let targets = self.targets(&own, &mut Meter::new(limits))?;
        let (mut work, mut exceeded) = (Meter::new(limits), None);
        let mut sorter = StateSorter::default();
        let mut starts = self.starts.iter().map(|&start| start as u32).collect();
        sorter.sort(&mut starts);
        // `nexts` has the targets of the set `current`, by class: a set is visited byte by byte.
        let mut current = Vec::new();
        let mut nexts = vec![Vec::new(); own.count()];
        // The target of the previous byte. Consecutive bytes often have the same target.
        let mut before = (Vec::new(), DEAD);
        let found = shortest_in_place(
            (starts, other.start()),
            &plainest_of_classes(classes.numbers()),
            |(states, state), byte, next| {
                if current != *states {
                    current.clone_from(states);
                    nexts.iter_mut().for_each(Vec::clear);
                    targets.extend(states, &mut nexts);
                }
                let (reached, target) = (&nexts[own.class(byte)], other.step(*state, byte));
                let looked_at = states.len() + SORTED * reached.len();
                let counted = work.count(looked_at);
                let counted = counted.and_then(|()| work.charge(1 + looked_at / AT_ONCE));
                exceeded = exceeded.or(counted.err());
                if exceeded.is_some() || (reached, target) == (&before.0, before.1) {
                    return false;
                }
                before.0.clone_from(reached);
                before.1 = target;
                next.0.clone_from(reached);
                sorter.sort(&mut next.0);
                next.1 = target;
                !next.0.is_empty() || next.1 != DEAD
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
