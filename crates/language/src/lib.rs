//! Regular languages over bytes.
//!
//! A language is a set of strings. The regular ones can be held as a table
//! ([`Dfa`]), and of tables one can decide what one cannot decide of texts:
//! whether two are the same ([`Relation`]), which string is in the one and not
//! in the other, how long strings get ([`Extent`]), how many of each length
//! there are ([`Census`]). A witness is always a shortest string, so that a
//! person can see why.
//!
//! Some of that can take more than there is: what can is counted against [`Limits`].
//!
//! This crate knows no grammar and no notation. Lengths count
//! bytes, and nothing here panics on any input.

mod character_set;
mod byte_classes;
mod limits;
mod shortest;
mod dfa;
mod minimise;
mod algebra;
mod concatenate;
mod store;
mod extent;
mod census;
mod plain;

pub use algebra::Relation;
pub use byte_classes::ByteClasses;
pub use census::Census;
pub use character_set::{BYTES, CharacterSet};
pub use dfa::{DEAD, Dfa, Nfa};
pub use extent::Extent;
pub use limits::{Exceeded, Limit, Limits, Meter};
pub use plain::PLAINEST_FIRST;
pub use shortest::shortest;
pub use store::{LanguageId, Store};
