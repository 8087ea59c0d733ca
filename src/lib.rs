//! urlbnf.
pub mod ambiguity;
pub mod automaton;
pub mod bnf;
pub mod derivation;
pub mod diagnose;
pub mod edition;
pub mod parser;
pub mod proof;
pub mod remark;
pub mod report;
pub mod scheme;
pub mod tree;
pub mod verdict;

pub use bnf::Grammar;
pub use edition::{Document, Edition, Reading};
pub use parser::{Rejected, parse};
pub use tree::{Node, Tree};
pub use verdict::{Judge, JudgedBy, Judgement, Verdict};

/// The examples of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
