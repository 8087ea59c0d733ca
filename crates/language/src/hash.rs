//! Hash tables of what is computed in large numbers.
//!
//! The hash of the standard library protects against keys that are chosen to collide, and is slow
//! where a set of states is looked up for each transition. This one has a seed as well, and is
//! faster.

use foldhash::fast::RandomState;

use crate::{Exceeded, Meter};

/// The most lists of a table that fits into the caches of a processor.
const CACHED: usize = 1 << 16;
/// For every so many lists beyond [`CACHED`], a lookup costs one more step for each [`LINE`] numbers
/// of its list; a shorter list counts as [`LINE`].
const ENTRIES_PER_STEP: usize = 256;
/// The most steps of a lookup for each [`LINE`] numbers.
const MOST_STEPS: usize = 64;
/// The numbers of a list that are read from memory at once.
const LINE: usize = 8;

/// A hash map with a fast hash.
pub type FastMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set that keeps the order of insertion and has a fast hash.
pub type FastSet<T> = indexmap::IndexSet<T, RandomState>;

impl Meter {
    /// Charges the budget for a lookup of a list of numbers in a table of this many lists. It is
    /// nothing if the table fits into the caches of the processor. Reads from a larger table are
    /// slow.
    ///
    /// # Errors
    /// As [`Meter::charge`].
    #[inline]
    pub fn charge_lookup(&mut self, list: usize, entries: usize) -> Result<(), Exceeded> {
        match entries.checked_sub(CACHED) {
            None => Ok(()),
            Some(more) => {
                let steps = (more / ENTRIES_PER_STEP).min(MOST_STEPS);
                self.charge(steps * (list / LINE).max(1))
            }
        }
    }
}
