//! Derivations and productions as SVG pictures, for a page, a projector, or a file.
//!
//! [`tree`] draws a derivation, [`railroad`] a production and its changes, [`growth`] a
//! derivation after some steps, and [`containment`] which languages contain which; [`dot`] writes
//! a derivation for Graphviz. Every SVG has the same frame, a [`Picture`], which adds a title, a
//! description, and colours for light and dark. Text stays text: it can be selected, searched and
//! read aloud.

pub mod containment;
pub mod dot;
mod frame;
pub mod growth;
pub mod railroad;
pub mod tree;

pub use frame::{Picture, STEPS_STYLE, STYLE};
