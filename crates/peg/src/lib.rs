//! Pest grammars and how they compare to printed ones.
//!
//! A parsing expression grammar takes the first alternative that matches, repeats as often as it
//! can, and never goes back on either choice. [`proof`] decides whether the rules of a pest grammar
//! have the same languages as the productions of a printed grammar. [`transcribe`] writes a pest
//! grammar whose rules have them. [`lint`] finds what is doubtful in a pest grammar by itself. `urlbnf-bnf` reads the printed grammar, and does not know of PEG.

// The parsers that pest derives refer to `alloc`.
extern crate alloc;

pub mod lint;
pub mod proof;
pub mod transcribe;

// The modules use these names of `urlbnf-bnf` as if they were local.
use urlbnf_bnf::{automaton, grammar, text};
