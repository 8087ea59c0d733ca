//! Pest grammars beside printed ones.
//!
//! A parsing expression grammar takes the first alternative that matches, repeats as often as
//! it can, and never comes back. [`proof`] decides whether the rules of a pest grammar have
//! the same strings as the productions of a printed grammar; [`transcribe`] writes a pest
//! grammar that does. The printed grammar is read by `urlbnf-bnf`, which knows no PEG.

// The parsers that pest derives name it.
extern crate alloc;

pub mod proof;
pub mod transcribe;

// The layer below, as the modules name it.
use urlbnf_bnf::{automaton, grammar, text};
