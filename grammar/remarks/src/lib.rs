//! The numbered remarks on the grammars of the exhibit, and the text that says how its
//! folder is read.
//!
//! They stand apart from the parsers. A remark is a sentence, and sentences are often
//! edited: the parsers, which take longest to compile, are derived again only where a
//! grammar was edited.
//!
//! ```
//! use urlbnf_remarks::remark::RemarkKind;
//! use urlbnf_remarks::remarks::REMARKS;
//!
//! let third = REMARKS.iter().find(|it| it.number.to_string() == "E3");
//! assert!(third.is_some_and(|it| it.number.kind == RemarkKind::Erratum));
//! assert!(third.is_some_and(|it| it.productions == ["xpalphas"]));
//! ```

pub mod remark;
mod deviations;
mod errata;
pub mod remarks;

/// How the folder of the grammars is read: its README, with all remarks in tables.
pub const README: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", env!("CARGO_PKG_README")));
