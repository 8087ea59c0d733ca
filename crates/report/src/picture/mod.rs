//! Pictures of derivations, productions and characters as SVG, for a page, a projector, or a
//! file.
//!
//! The engine draws what every grammar has ([`urlbnf_bnf::picture`]): derivations,
//! productions, and their changes. This module draws the roles of characters in URLs.

pub mod characters;

pub use urlbnf_bnf::picture::{STEPS_STYLE, STYLE, containment, dot, growth, railroad, tree};
