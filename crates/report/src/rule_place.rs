//! The place of a rule in its file, for programs.
//!
//! Lines and columns count from 1, columns in characters; offsets count bytes from 0. The
//! place of an imported rule is in its own file, and in no section of the importing document.

use serde::Serialize;

use urlbnf_bnf::{Listing, Span};

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TextPlaceRecord {
    /// The line of its first character.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub line: usize,
    /// Its column, in characters.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub column: usize,
    /// The offset of its first byte. On a line of RFCXML it is less after a reference such as
    /// `&lt;`, which counts as one byte.
    pub start: usize,
    /// The end offset, exclusive.
    pub end: usize,
}

/// The place of a rule in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RulePlaceRecord<'a> {
    /// The place in the text.
    #[serde(flatten)]
    pub place: TextPlaceRecord,
    /// The page of the document; null where it has no pages.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub page: Option<u32>,
    /// The section of the document, such as `section 3.2`, `appendix A`, `section "Syntax"`; null
    /// where there is none.
    pub section: Option<&'a str>,
}

impl<'a> RulePlaceRecord<'a> {
    /// Converts a place in a listing to offsets and lines of the file that contains the rule.
    pub fn from_place(listing: &'a Listing, place: Span) -> RulePlaceRecord<'a> {
        let (line, column) = listing.line_and_column(place.start);
        let file = listing.source(place.start).0.start;
        let (start, end) = (place.start - file, place.end - file);
        RulePlaceRecord {
            place: TextPlaceRecord { line, column, start, end },
            page: listing.page(place.start),
            section: listing.section(place.start),
        }
    }
}
