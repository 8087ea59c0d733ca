//! urlbnf.
pub mod bnf;
pub mod edition;
pub mod parser;
pub mod tree;

pub use bnf::Grammar;
pub use edition::{Document, Edition, Reading};
pub use parser::{Rejected, parse};
pub use tree::{Node, Tree};
