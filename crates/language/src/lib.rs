//! Regular languages over bytes.
//!
//! A language is a set of strings. A regular language is held as a table ([`Dfa`]), and the table
//! answers questions that the text of a grammar cannot: whether two languages are equal
//! ([`Relation`]), which string is in one language and not in another, how long the strings get
//! ([`LanguageExtent`]), and how many strings of each length there are ([`Census`]). A witness is
//! always a shortest string, so that a person can see the difference.
//!
//! Some of these computations can take too much time or memory: they draw on a [`Work`].
//!
//! This crate knows no grammar and no notation. Lengths are in bytes. No string makes a function
//! panic. The number of a state is valid for its own automaton only.
//!
//! # Words
//!
//! | word | means |
//! |---|---|
//! | language | a set of strings of bytes |
//! | regular | of a language: a finite automaton accepts its strings and no others |
//! | NFA | a nondeterministic finite automaton: it may be in several states at once ([`Nfa`]) |
//! | DFA | a deterministic finite automaton: a byte leads from a state to at most one state ([`Dfa`]) |
//! | minimal | of a DFA: no DFA of the same language has fewer states; two languages are equal if their minimal automata are |
//! | trim | of an automaton: the states from which no string is accepted are removed; here they are merged into one, [`DEAD`] |
//! | byte class | bytes that lead from every state to the same state ([`ByteClasses`]) |
//! | witness | a shortest string that is in one language and not in another; of several, the smallest |
//! | plainest | of strings that show the same difference: the one that a person reads most easily |
//! | extent | the length of the longest string of a language, if there is one ([`LanguageExtent`]) |
//! | census | how many strings of each length a language has ([`Census`]) |
//! | containment | of languages: which one includes which, and which two do not include each other ([`ContainmentOrder`]) |
//! | work | what a computation has done: loop iterations and bytes allocated, never seconds ([`Work`]) |
//! | lazy automaton | an automaton whose states are made when an input first leads to them ([`LazyAutomaton`]) |
//! | interner | a table that holds each of several equal things once, under a number ([`LanguageInterner`]) |

mod character_set;
mod byte_classes;
mod hash;
mod work;
mod shortest;
mod dfa;
mod nfa;
mod classifier;
mod lazy;
mod minimise;
mod algebra;
mod shortest_common;
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
pub use classifier::Classifier;
pub use containment::{ContainmentEdge, ContainmentOrder, IncomparablePair};
pub use dfa::{DEAD, Dfa, Predecessors};
pub use extent::LanguageExtent;
pub use hash::{FastMap, FastSet};
pub use lazy::{LazyAutomaton, LazyTransition};
pub use nfa::Nfa;
pub use plain::PLAINEST_FIRST;
pub use shortest::{shortest, shortest_few};
pub use shortest_common::DfaWithDistances;
pub use store::{LanguageId, LanguageInterner};
#[cfg(counted_work)]
pub use work::COUNTED_WORK;
pub use work::{Exceeded, IsOutOfWork, Limit, Limits, Reserve, Work};
