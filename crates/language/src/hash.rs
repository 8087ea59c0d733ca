//! Hash tables of what is computed in large numbers.
//!
//! The hash of the standard library protects against keys that are chosen to collide, and is slow
//! where a set of states is looked up for each transition. This one has a seed as well, and is
//! faster.

use foldhash::fast::RandomState;

/// A hash map with a fast hash.
pub type FastMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set that keeps the order of insertion and has a fast hash.
pub type FastSet<T> = indexmap::IndexSet<T, RandomState>;
