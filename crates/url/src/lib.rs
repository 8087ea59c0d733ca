//! Everything about URLs: their grammars, the documents, verdicts and diagnoses.
//!
//! [`edition`] holds the editions of the URL grammar, and [`document`] the documents that print
//! them. [`verdict`] judges strings, [`diagnose`] explains failures, [`ast`] takes a URL apart,
//! [`resolve`] resolves references, [`escape`] encodes, and [`identifier`] holds URIs and IRIs as
//! values. A module uses only the modules that the source declares before it, and the crates below.

// The documents and their grammars.
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

// What can be said about a string.
pub mod verdict;
pub mod diagnose;
pub mod wrapper;
pub mod warning;
pub mod access;
pub mod judges;
pub mod sample;

// URIs and IRIs as values.
pub mod identifier;
pub mod rfc3986;
pub mod rfc3987;

// What can be said about grammars.
pub mod characters;
pub mod contradiction;
pub mod printed_url;
pub mod diff;
pub mod description;
pub mod timeline;

// The crates below, under the names that the modules use.
use urlbnf_bnf as bnf;
use urlbnf_bnf::{automaton, derivation, failure, product, text, tree};
use urlbnf_peg::proof;

pub use edition::{Document, Edition, Reading};
pub use parser::{ParseError, parse};
pub use urlbnf_bnf::Grammar;
pub use verdict::{Judge, Judgement, JudgingMode, Verdict};
