//! Reads, checks and compares the grammars that documents print, above all those of the URL.
//!
//! # Which entry point for which task
//!
//! | task | entry point |
//! |---|---|
//! | parse a URI and keep it | [`rfc3986::Uri`], [`rfc3987::Iri`] |
//! | judge a URL by an edition | [`Judge::by_scheme`], [`Judge::judge`] |
//! | say why it fails, and what would repair it | [`diagnose::examine`] |
//! | judge many strings by many editions in one pass | [`judges::Judges`] |
//! | parse a URL into a tree | [`parse`] |
//! | take a URL apart | [`ast`] |
//! | resolve a reference, or shorten a URL to one | [`resolve::resolve`], [`resolve::shorten`] |
//! | percent-encode, compare and normalise | [`escape`] |
//! | find URLs in plain text | [`wrapper::find`], [`wrapper::WrappedUrlStream`] |
//! | read a grammar of your own | [`Grammar::read`] |
//! | find mistakes and doubtful rules in a grammar | [`lint::lint`] |
//! | compare two grammars | [`diff::UrlGrammarDiff`] |
//! | prove a pest grammar equal to a printed one, or write one | [`proof::prove`], [`transcribe::transcribe`] |
//! | generate strings of a language, or a test suite | [`sample`], [`suite`] |
//! | write results as text, JSON or SARIF | [`report`] |
//! | write the book, or exercises | [`book::Book`], [`exercise`] |
//!
//! The modules come from one crate per layer: `urlbnf-bnf` (any printed grammar), `urlbnf-peg`
//! (its transcription), `urlbnf-url` (what is known of URLs), `urlbnf-report` (results as text,
//! JSON or SARIF) and `urlbnf-book` (the book and the exercises). A program that needs less can
//! depend on one of these instead.
//!
//! # What is here
//!
//! The crate contains the editions of the grammar of URLs, from the drafts of 1993 to
//! RFC 3986, RFC 3987 and RFC 6874. Each is kept as the document prints it ([`bnf`]) and as a pest
//! grammar, from which its parser is derived ([`parser`]). The two are proved equal for all strings
//! ([`proof`]). A string is judged by the productions of its scheme ([`verdict`]). If it fails, the
//! diagnostic names the byte, the production and what was expected ([`diagnose`]).
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
//! [`diff`] compares the texts and the languages of two grammars, which may be your own.
//!
//! ```
//! use urlbnf::diff::{UrlGrammarDiff, side_of};
//! use urlbnf::{Edition, Reading};
//!
//! let old = side_of(Edition::Url02, Reading::Corrected);
//! let new = side_of(Edition::Rfc1738, Reading::Corrected);
//! let diff = UrlGrammarDiff::of_production(old, new, "httpurl")?;
//! assert_eq!(diff.relation.clone()?.name(), "crossing");
//! assert_eq!(diff.schemes[0].plain_gained.as_deref(), Some(&b"http://a.b//"[..]));
//! # Ok::<(), urlbnf::diff::DiffError>(())
//! ```
//!
//! Inputs are bytes, and offsets count bytes. No input makes a function panic. A [`ProductionId`]
//! is valid for its own grammar only: in another grammar it names another production, or makes a
//! function panic.
//!
//! Other modules follow the prose of the documents: the parts of a URL ([`ast`]), relative
//! references ([`resolve`]), percent-encoding and comparison ([`escape`]), URLs in plain text
//! ([`wrapper`]), how a URL is dereferenced ([`access`]), security warnings ([`warning`]), and
//! which document defines which scheme ([`registry`]).
//!
//! [`ProductionId`]: bnf::ProductionId

// Any grammar that a document prints.
pub use urlbnf_bnf as bnf;
pub use urlbnf_bnf::{
    Grammar, Tree, TreeNode, ambiguity, automaton, derivation, earley, failure, lint, product,
    review, suite, text, tree,
};
pub use urlbnf_peg::{proof, transcribe};

// What is known of URLs.
pub use urlbnf_url::{
    Document, Edition, Judge, Judgement, JudgingMode, ParseError, Reading, Verdict, access, ast,
    characters, contradiction, description, diagnose, diff, document, edition, escape, glossary,
    identifier, judges, octets, parse, parser, printed_url, quotation, registry, remark, resolve,
    rfc3986, rfc3987, sample, scheme, timeline, verdict, warning, wrapper,
};

// Reports and pages.
pub use urlbnf_book::{book, exercise};
pub use urlbnf_report as report;

mod documentation;
pub use documentation::DOCUMENTATION;

/// The examples of the README and of the page on the library, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
pub struct Readme;
