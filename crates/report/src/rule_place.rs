//! The place of a rule in its file, for programs.
//!
//! Lines and columns count from 1, columns in characters; offsets count bytes from 0. The
//! place of an imported rule is in its own file, and in no section of the importing document.

use serde::Serialize;

use urlbnf_bnf::{Listing, Place};

/// The place of a rule in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RulePlace<'a> {
    /// The line of its first character.
    pub line: usize,
    /// Its column.
    pub column: usize,
    /// The offset of its first byte.
    pub start: usize,
    /// The end offset, exclusive.
    pub end: usize,
    /// The page of the document, if the text has page marks.
    pub page: Option<u32>,
    /// The section of the document, if there is one.
    pub section: Option<&'a str>,
}

impl<'a> RulePlace<'a> {
    /// Converts a place in a listing to offsets and lines of the file that contains the rule.
    pub fn of(listing: &'a Listing, place: Place) -> RulePlace<'a> {
        let (line, column) = listing.line_and_column(place.start);
        let file = listing.source(place.start).0.start;
        RulePlace {
            line,
            column,
            start: place.start - file,
            end: place.end - file,
            page: listing.page(place.start),
            section: listing.section(place.start),
        }
    }
}
