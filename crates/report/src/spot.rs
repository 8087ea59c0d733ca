//! Where a rule is in its file, for programs.
//!
//! Lines and columns count from 1, columns in characters; offsets count bytes from 0. What an
//! import brought is in its own file, and in no section of the document that imports it.

use serde::Serialize;

use urlbnf_bnf::{Listing, Place};

/// Where a rule is in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Spot<'a> {
    /// The line of its first character.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last.
    pub end: usize,
    /// The page of the document, where the text has page marks.
    pub page: Option<u32>,
    /// The section of the document, where there is one.
    pub section: Option<&'a str>,
}

impl<'a> Spot<'a> {
    /// A place of a listing, in the file to which it belongs.
    pub fn of(listing: &'a Listing, place: Place) -> Spot<'a> {
        let (line, column) = listing.line_and_column(place.start);
        let file = listing.source(place.start).0.start;
        Spot {
            line,
            column,
            start: place.start - file,
            end: place.end - file,
            page: listing.page(place.start),
            section: listing.section(place.start),
        }
    }
}
