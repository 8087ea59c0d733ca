//! The length of the shortest string that two languages have in common.
//!
//! Most pairs of languages have no short common string, so the search avoids building the
//! product. It visits pairs of states in the order of their distance from the start. It skips a
//! pair if either state is further from an accepting state than the length allows.

use crate::dfa::{DEAD, Dfa};
use crate::{Exceeded, FastSet, Work};

/// A language with the distance from each state to the nearest accepting state.
#[derive(Debug, Clone)]
pub struct DfaWithDistances {
    dfa: Dfa,
    /// By state: the fewest bytes to an accepting state; `usize::MAX` for the dead state.
    ends: Vec<usize>,
}

impl DfaWithDistances {
    /// Measures a language.
    pub fn new(dfa: Dfa) -> DfaWithDistances {
        let mut ends = vec![usize::MAX; dfa.len()];
        let before = dfa.before();
        let mut level: Vec<usize> =
            (0..dfa.len()).filter(|&state| dfa.is_accepting(state)).collect();
        level.iter().for_each(|&state| ends[state] = 0);
        let mut distance = 0;
        while !level.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for &earlier in level.iter().flat_map(|&state| before.predecessors(state)) {
                if ends[earlier as usize] == usize::MAX {
                    ends[earlier as usize] = distance;
                    next.push(earlier as usize);
                }
            }
            level = next;
        }
        DfaWithDistances { dfa, ends }
    }

    /// The language.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// The fewest bytes from a state to an accepting one; `usize::MAX` for the dead state.
    pub fn distance(&self, state: usize) -> usize {
        self.ends[state]
    }

    /// The length in bytes of the shortest string that is in both languages. `None` if there is
    /// none of at most `longest` bytes.
    ///
    /// # Errors
    /// If the work runs out.
    ///
    /// ```
    /// use urlbnf_language::{Dfa, DfaWithDistances, Limits, Work};
    ///
    /// let [one, two] = ["ab", "a"].map(|text| DfaWithDistances::new(Dfa::beginning_with(text)));
    /// let mut work = Work::new(&Limits::default());
    /// assert_eq!(one.common_length(&two, 9, &mut work), Ok(Some(2)));
    /// assert_eq!(one.common_length(&two, 1, &mut work), Ok(None));
    /// ```
    pub fn common_length(
        &self,
        other: &DfaWithDistances,
        longest: usize,
        work: &mut Work,
    ) -> Result<Option<usize>, Exceeded> {
        let (one, two) = (&self.dfa, &other.dfa);
        let left = |(a, b): (usize, usize)| self.ends[a].max(other.ends[b]);
        let start = (one.start(), two.start());
        if left(start) > longest {
            return Ok(None);
        }
        let joint = one.joint_classes(two);
        let own = |&byte: &u8| [one, two].map(|dfa| usize::from(dfa.classes[usize::from(byte)]));
        let classes: Vec<[usize; 2]> = joint.representatives().iter().map(own).collect();
        let mut met: FastSet<(usize, usize)> = [start].into_iter().collect();
        // The pairs at this distance from the start, by their index in `met`.
        let mut level = 0..1;
        let mut length = 0;
        while !level.is_empty() {
            if level.clone().any(|at| left(met[at]) == 0) {
                return Ok(Some(length));
            }
            work.ticks(level.len().saturating_mul(classes.len()))?;
            length += 1;
            let known = met.len();
            for at in level.clone() {
                let (a, b) = met[at];
                let (row_a, row_b) = (one.row(a), two.row(b));
                // Consecutive classes often lead to the same pair.
                let mut before = (DEAD, DEAD);
                for &[class_a, class_b] in &classes {
                    let pair = (row_a[class_a] as usize, row_b[class_b] as usize);
                    if pair == before || pair.0 == DEAD || pair.1 == DEAD {
                        continue;
                    }
                    before = pair;
                    if left(pair) <= longest.saturating_sub(length) {
                        met.insert(pair);
                    }
                }
            }
            work.enter::<(usize, usize)>(met.len() - known)?;
            level = level.end..met.len();
        }
        Ok(None)
    }
}
