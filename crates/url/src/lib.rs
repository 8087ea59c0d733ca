//! All that is known of URLs.
//!
//! The editions of their grammar ([`edition`]) and the documents that print them
//! ([`document`]); verdicts ([`verdict`]) and why a string fails ([`diagnose`]); a URL by its
//! parts ([`ast`]), resolution ([`resolve`]) and encoding ([`escape`]); and what the documents
//! say in prose. Each module uses only those above it, and the layers below.

// The documents, and their grammars.
pub mod document;
pub mod quotation;
pub mod edition;
pub mod glossary;
pub mod parser;
pub mod remark;

// What the documents say in prose.
pub mod scheme;
pub mod octets;
pub mod ast;
pub mod registry;
pub mod resolve;
pub mod escape;

// What is said of a string.
pub mod verdict;
pub mod diagnose;
pub mod wrapper;
pub mod warning;
pub mod access;
pub mod judges;
pub mod sample;

// What is said of grammars.
pub mod characters;
pub mod combination;
pub mod contradiction;
pub mod printed_url;
pub mod diff;
pub mod description;
pub mod line;

// The layers below, as the modules name them.
use urlbnf_bnf as bnf;
use urlbnf_bnf::{automaton, derivation, failure, product, text, tree};
use urlbnf_peg::proof;

pub use edition::{Document, Edition, Reading};
pub use parser::{Rejected, parse};
pub use urlbnf_bnf::Grammar;
pub use verdict::{Judge, JudgedBy, Judgement, Verdict};
