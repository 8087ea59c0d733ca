//! The grammars in which the URL was born, as they were printed, at work.
//!
//! # Which entry point for which task
//!
//! | task | entry point |
//! |---|---|
//! | judge a URL by an edition | [`Judge::by_scheme`], [`Judge::judge`] |
//! | say why it fails, and what would repair it | [`diagnose::examine`] |
//! | judge many strings by many editions in one pass | [`judges::Judges`] |
//! | parse a URL into a tree | [`parse`] |
//! | take a URL apart | [`ast`] |
//! | resolve a reference, or shorten a URL to one | [`resolve::resolve`], [`resolve::shorten`] |
//! | encode, compare and normalise | [`escape`] |
//! | find URLs in plain text | [`wrapper::find`], [`wrapper::Stream`] |
//! | read a grammar of your own | [`Grammar::read`] |
//! | find what is doubtful in a grammar | [`lint::lint`] |
//! | compare two grammars | [`diff::Diff`] |
//! | prove a pest grammar, or write one | [`proof::prove`], [`transcribe::transcribe`] |
//! | make strings that show a language | [`sample`], [`suite`] |
//! | write down what was found | [`report`] |
//! | make the book, or exercises | [`book::Book`], [`exercise`] |
//!
//! The modules come from one crate per layer: `urlbnf-bnf` (any printed grammar), `urlbnf-peg`
//! (its transcription), `urlbnf-url` (what is known of URLs), `urlbnf-report` and
//! `urlbnf-book`. A program that needs less can depend on these alone.
//!
//! # What is here
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
//! What the documents say in prose is on the tree: a URL by its parts ([`ast`]), partial forms
//! ([`resolve`]), encoding and comparison ([`escape`]), wrappers in plain text ([`wrapper`]),
//! access ([`access`]) and what to beware of ([`warning`]), and which document says what of which
//! scheme ([`registry`]).

// Any grammar that a document prints.
pub use urlbnf_bnf as bnf;
pub use urlbnf_bnf::{
    Grammar, Node, Tree, ambiguity, automaton, derivation, earley, failure, lint, product, review,
    suite, text, tree,
};
pub use urlbnf_peg::{proof, transcribe};

// What is known of URLs.
pub use urlbnf_url::{
    Document, Edition, Judge, JudgedBy, Judgement, Reading, Rejected, Verdict, access, ast,
    characters, combination, contradiction, description, diagnose, diff, document, edition, escape,
    glossary, judges, line, octets, parse, parser, printed_url, quotation, registry, remark,
    resolve, sample, scheme, verdict, warning, wrapper,
};

// What people see.
pub use urlbnf_book::{book, exercise};
pub use urlbnf_report as report;

mod documentation;
pub use documentation::DOCUMENTATION;

/// The examples of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
