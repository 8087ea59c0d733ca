//! Reads, checks and explains grammars as documents print them.
//!
//! A text is read into a [`grammar`], in which every part has its place in the file. The other
//! modules work on that grammar:
//!
//! - [`automaton`]: position automata, which know everything that is expected at each offset of a
//!   string;
//! - [`tree`] and [`derivation`]: trees, and their verification;
//! - [`failure`]: why a string fails;
//! - [`earley`]: recognition of single strings, also where there is no automaton;
//! - [`ambiguity`]: strings that have two derivations;
//! - [`diff`]: what changed between two grammars;
//! - [`sample`]: strings that show a language;
//! - [`product`]: several grammars that judge an input in one pass;
//! - [`suite`]: strings that distinguish a grammar from all grammars that differ a little from it;
//! - [`lint`]: mistakes and doubtful places in a grammar;
//! - [`review`]: what an edit changes;
//! - [`picture`]: drawings of productions and derivations.
//!
//! # Words
//!
//! | word | means |
//! |---|---|
//! | production | a name of a grammar, with everything that defines it |
//! | reading | a grammar as printed, or with its errata applied |
//! | place | a range of bytes of the file ([`Span`]) |
//! | position | a part of the text that takes a byte, in one chain of productions: a state of the automaton (Glushkov's) |
//! | unit | a production whose strings are each one character or one escape |
//! | derivation | a tree of productions whose leaves are the string |
//! | witness | a shortest string that shows a difference, the smallest of these |
//! | pair | a production of an old grammar, and the production of a new grammar that corresponds to it |
//! | root, follows | a pair whose language changed because of its own text; a pair whose language changed because of another pair |
//! | failure | where a string goes wrong, which productions waited there, and for what |
//! | product | several automata that run as one: each of its states combines a state of every automaton |
//!
//! This crate knows nothing about URLs, schemes or particular documents. The crates above it add
//! that.
//!
//! This also divides the diagnostics. Any grammar can say where a string fails, which
//! productions waited there and for what: that is [`failure`]. Which productions belong to one
//! scheme, what a repair does to the named resource, and which sentence of a document explains
//! more are not known here.

mod named;
#[doc(hidden)]
#[cfg(feature = "schemas")]
pub use schemars;
#[doc(hidden)]
pub use serde;
mod core;
mod local;
#[doc(hidden)]
pub mod graph;
pub mod text;
pub mod fingerprint;
pub mod grammar;
pub mod automaton;
pub mod languages;
pub mod tree;
pub mod derivation;
pub mod failure;
pub mod earley;
pub mod ambiguity;
pub mod diff;
pub mod sample;
pub mod product;
mod suffix_nodes;
pub mod suite;
pub mod lint;
pub mod review;
pub mod picture;

pub use grammar::*;
pub use tree::{Tree, TreeNode};
