//! The grammars in which the URL was born, as they were printed, at work.
//!
//! Between March 1993 and December 1994 five documents wrote down what a URL
//! is; they print six BNFs. The others are of drafts between them and of what
//! followed, up to RFC 3986 and RFC 6874. Each is kept here as text ([`bnf`]), and
//! transcribed into a pest grammar, from which its parser is made ([`parser`]). The two are
//! proved equal ([`proof`]). A string is judged by the productions of its own
//! scheme ([`verdict`]), and where it fails, the printed grammar says what was
//! expected, by which production, at which byte ([`diagnose`]).
//!
//! ```
//! use urlbnf::diagnose::examine;
//! use urlbnf::{Edition, Judge, Reading, Verdict};
//!
//! let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
//! let examination = examine(&judge, b"http://info.cern.ch/~timbl/");
//! assert_eq!(examination.judgement.verdict, Verdict::Rejected);
//!
//! let diagnostic = examination.diagnostic.unwrap();
//! assert_eq!(diagnostic.offset, 20);
//! assert_eq!(judge.grammar().name(diagnostic.production), "hsegment");
//! assert_eq!(diagnostic.repair.unwrap().replacement, "http://info.cern.ch/%7Etimbl/");
//! ```
//!
//! What changed from one document to the next, in the text and in the language,
//! [`diff`] says, of grammars of your own too.
//!
//! ```
//! use urlbnf::diff::{Diff, side_of};
//! use urlbnf::{Edition, Reading};
//!
//! let old = side_of(Edition::Url02, Reading::Corrected);
//! let new = side_of(Edition::Rfc1738, Reading::Corrected);
//! let diff = Diff::of_production(old, new, "httpurl")?;
//! assert_eq!(diff.relation.name(), "crossing");
//! assert_eq!(diff.schemes[0].plain_gained.as_deref(), Some(&b"http://a.b//"[..]));
//! # Ok::<(), urlbnf::diff::DiffError>(())
//! ```
//!
//! Data flows one way: [`edition`], [`bnf`], then [`parser`] or [`automaton`],
//! then a [`tree`] or a failure, then a diagnostic, then a [`report`]. Inputs
//! are bytes, offsets count bytes, and no input makes a function panic. (A production's
//! number belongs to its grammar: one of another grammar is a mistake of the caller.)
//!
//! What the documents say in prose stands on the tree: a URL by its parts
//! ([`ast`]), partial forms ([`resolve`]), encoding and comparison ([`escape`]),
//! wrappers in plain text ([`wrapper`]), access ([`access`]) and what to beware of
//! ([`warning`]), and which document says what of which scheme ([`registry`]).

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
pub mod exercise;

// What people see.
pub mod report;
pub mod book;

pub use urlbnf_bnf::grammar as bnf;
pub use urlbnf_bnf::{
    ambiguity, automaton, derivation, earley, failure, lint, product, proof, review, suite, text,
    transcribe, tree,
};

pub use bnf::Grammar;
pub use edition::{Document, Edition, Reading};
pub use parser::{Rejected, parse};
pub use tree::{Node, Tree};
pub use verdict::{Judge, JudgedBy, Judgement, Verdict};

/// The examples of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
