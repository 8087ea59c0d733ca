//! The book: everything that is known about the grammars, as pages ([`book`]), and exercises
//! for a class ([`exercise`]).

pub mod exercise;
pub mod book;

// The crates below, under the names that the modules use.
use urlbnf_bnf as bnf;
use urlbnf_bnf::{ambiguity, automaton, derivation, text, tree};
use urlbnf_peg::proof;
use urlbnf_report as report;
use urlbnf_url::{
    characters, contradiction, description, diagnose, diff, document, edition, glossary, octets,
    printed_url, quotation, registry, remark, sample, scheme, timeline, verdict,
};
