//! Pest grammars and how they compare to printed ones.
//!
//! A parsing expression grammar takes the first alternative that matches, repeats as often as it
//! can, and never backtracks. [`proof`] decides whether the rules of a pest grammar have the same
//! languages as the productions of a printed grammar; [`transcribe`] writes a pest grammar that
//! has. The printed grammar is read by `urlbnf-bnf`, which does not depend on PEG.

// The parsers that pest derives refer to `alloc`.
extern crate alloc;

pub mod proof;
pub mod transcribe;

// The modules use these names of `urlbnf-bnf` as if they were local.
use urlbnf_bnf::{automaton, grammar, text};
