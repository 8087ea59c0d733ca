//! Local analysis: each rule is decided by its own text.
//!
//! A question about one rule must not unroll the whole language of a grammar of hundreds of rules.
//! Here a rule is decided by its text alone, in which each name stands for a language.
//!
//! - **Proof.** If the languages that contain those of two parts have no string in common, or cannot
//!   meet in the way that a question asks for, neither can the parts. The proof holds at any depth
//!   and for any counts.
//! - **Finding.** If they can, the parts are a *candidate*. It becomes a finding by a string of the
//!   rule that the exact recogniser confirms.
//! - **Undecided** is what is neither proved nor found.

/// How deeply names are replaced by their texts within each other, since this recurs.
pub(crate) const DEEPEST: usize = 300;

pub(crate) mod analysis;
pub(crate) mod conflicts;
pub(crate) mod contexts;
pub(crate) mod edges;
mod exceptions;
pub(crate) mod languages;
pub(crate) mod letters;
pub(crate) mod pairs;
pub(crate) mod parse;
mod runs;
pub(crate) mod shortest;
mod unfold;
