//! Any grammar that a document prints, at work.
//!
//! A text is read into a [`grammar`], every part of it with its place. From
//! there come an [`automaton`] of positions, which knows what could have stood
//! where; [`tree`]s and their verification ([`derivation`]); why a string fails
//! ([`failure`]); which strings have two derivations ([`ambiguity`]); what changed between
//! two grammars ([`diff`]); strings that show a language ([`sample`]); what several grammars
//! say of an input in one pass ([`product`]); strings that tell
//! a grammar from all that are nearly it ([`suite`]); what is wrong or doubtful in it
//! ([`lint`]); what an edit does ([`review`]); and [`picture`]s of productions and
//! derivations.
//!
//! # Words
//!
//! | word | means |
//! |---|---|
//! | production | a name of a grammar, with all that defines it |
//! | reading | a grammar as printed, or with its errata applied |
//! | place | a part of the file, in bytes |
//! | position | a place that waits for a byte, in one chain of productions: a state of the automaton (Glushkov's) |
//! | unit | a production that is one character or one escape long |
//! | derivation | a tree of productions whose leaves are the string |
//! | witness | a shortest string that shows a difference, the smallest of these |
//! | pair | a production of an old grammar, and the one of a new grammar that it became |
//! | root, follows | a pair whose own text changed its language; one that only passes on a change |
//! | failure | where a string goes wrong, which productions waited there, and for what |
//! | product | several automata that run as one: a state is a state of each |
//!
//! This crate knows no URL, no scheme and no document: what is special about
//! the grammars in which the URL was born is known a floor higher.
//!
//! The wall goes through the diagnostics. Where a string fails, which productions waited
//! there and for what, any grammar says by itself: that is [`failure`]. Which of its
//! productions are of one scheme, what a repair does to what is named, and which sentence
//! of a document says more, no grammar says.

pub mod text;
pub mod fingerprint;
pub mod grammar;
pub mod automaton;
pub mod tree;
pub mod derivation;
pub mod failure;
pub mod earley;
pub mod ambiguity;
pub mod diff;
pub mod sample;
pub mod product;
pub mod suite;
pub mod lint;
pub mod review;
pub mod picture;

pub use grammar::*;
pub use tree::{Node, Tree};
