//! Pictures: derivations and productions as SVG, for a page, a projector, or a file.
//!
//! [`tree`] draws a derivation, [`railroad`] a production and what became of it,
//! [`growth`] a derivation some steps along, [`containment`] which of several languages has
//! all that another has, and [`dot`] writes a derivation for graphviz. All SVG is put into the
//! same frame, a [`Picture`], which gives it a title, a description and colours for light and dark.
//! Text stays text: it can be selected, searched and read aloud.

pub mod containment;
pub mod dot;
mod frame;
pub mod growth;
pub mod railroad;
pub mod tree;

pub use frame::{Picture, STEPS_STYLE, STYLE};
