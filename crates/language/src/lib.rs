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
//!
//! # Words
//!
//! | word | means |
//! |---|---|
//! | language | a set of strings of bytes |
//! | regular | of a language: some automaton accepts its strings and no other |
//! | NFA | a nondeterministic finite automaton: it may be in several states at once ([`Nfa`]) |
//! | DFA | a deterministic one: a byte leads from a state to one state, or nowhere ([`Dfa`]) |
//! | minimal | of a DFA: no other of its language has fewer states; two languages are equal where their minimal automata are |
//! | trim | without the states from which no string is accepted: here they are one, [`DEAD`] |
//! | byte class | bytes that lead from every state to the same state ([`ByteClasses`]) |
//! | witness | a shortest string that is in one language and not in another, the smallest of these |
//! | plainest | of strings that show the same: the one that a person reads most easily |
//! | extent | whether a language ends: the length of its longest string, if there is one ([`Extent`]) |
//! | census | how many strings of each length there are ([`Census`]) |
//! | containment | of languages: which has all strings of which, and which two are in no such order ([`Containment`]) |
//! | limit | how much a computation may take; it counts states and steps, never seconds ([`Limits`]) |
//! | interner | what holds each of equal things once, under a number ([`Store`]) |

mod character_set;
mod byte_classes;
mod limits;
mod shortest;
mod dfa;
mod minimise;
mod algebra;
mod common;
mod concatenate;
mod containment;
mod store;
mod extent;
mod census;
mod plain;
pub mod suffixes;

pub use algebra::Relation;
pub use byte_classes::ByteClasses;
pub use census::Census;
pub use character_set::{BYTES, CharacterSet};
pub use common::Measured;
pub use containment::{Apart, Containment, Step};
pub use dfa::{DEAD, Dfa, Nfa};
pub use extent::Extent;
pub use limits::{Budget, Exceeded, Limit, Limits, Meter};
pub use plain::PLAINEST_FIRST;
pub use shortest::shortest;
pub use store::{LanguageId, Store};
