//! Pictures: derivations, productions and characters as SVG, for a page, a projector, or a
//! file.
//!
//! The engine draws what any grammar has ([`urlbnf_bnf::picture`]): a derivation, a
//! production, what became of it. What characters may do in a URL is drawn here.

pub mod characters;

pub use urlbnf_bnf::picture::{STEPS_STYLE, STYLE, containment, dot, growth, railroad, tree};
