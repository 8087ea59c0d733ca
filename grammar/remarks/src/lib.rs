//! The numbered remarks on the grammars, and the text that explains their folder.
//!
//! They are a crate separate from the parsers. Remarks are prose and are edited often, while
//! the parsers take longest to compile. So the parsers are generated again only if a grammar
//! changes.
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
pub mod remarks;

/// The README of the folder of grammars, with all remarks in tables.
pub const README: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", env!("CARGO_PKG_README")));
