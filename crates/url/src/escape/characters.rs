//! Characters beyond ASCII: which octets they stand for.
//!
//! A URL is made of octets, a text that somebody types of characters. Draft 01,
//! draft 02 and RFC 1630 say which octet a character is: its ISO Latin 1 code. Draft 00 has
//! ASCII alone; draft 03, draft 06 and RFC 1738 know octets and no characters, and RFC
//! 2396 leaves the choice to schemes; RFC 3986 has new schemes take UTF-8. So where the
//! document does not say, a character is taken for the octets of its UTF-8, and that has
//! to be told. In an IRI a character is itself.

use std::fmt;

use crate::document::Document;
use crate::edition::Edition;
use crate::quotation::{
    Basis, Quotation, Statement, rfc1630, rfc1738, rfc2396, rfc3986, url_00, url_01, url_02,
    url_03, url_06,
};

const LATIN_1: Statement = Statement::of(&[url_01::LATIN_1, url_02::LATIN_1, rfc1630::LATIN_1]);
const OTHERS: Statement = Statement::of(&[
    url_00::ESCAPE_OTHERS,
    url_01::LATIN_1,
    url_02::LATIN_1,
    url_03::NO_CHARACTERS,
    rfc1630::LATIN_1,
    url_06::OCTET,
    rfc1738::OCTET,
    rfc2396::OCTET,
    rfc3986::UTF_8,
]);

/// For which octets the characters beyond ASCII were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// For their ISO Latin 1 codes, as the document says.
    Latin1(Basis),
    /// For those of UTF-8: the document does not say which.
    Utf8(Basis),
}

/// The octets of a text, and for what its characters were taken; `None` of a text
/// that is ASCII. A text with a character that has no ISO Latin 1 code is taken
/// for UTF-8, all of it.
pub fn octets_of(edition: Edition, text: &[u8]) -> (Vec<u8>, Option<Taken>) {
    // What is no text is octets already.
    let Ok(text) = std::str::from_utf8(text) else { return (text.to_vec(), None) };
    let document = edition.document();
    if document == Document::Rfc3987 {
        return (text.as_bytes().to_vec(), None);
    }
    let codes = || text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect();
    let latin_1: Option<Vec<u8>> = if document.has_latin_1_codes() { codes() } else { None };
    match latin_1 {
        _ if text.is_ascii() => (text.as_bytes().to_vec(), None),
        Some(octets) => (octets, Some(Taken::Latin1(LATIN_1.basis(document)))),
        None => (text.as_bytes().to_vec(), Some(Taken::Utf8(OTHERS.basis(document)))),
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Taken::Latin1(basis) => write!(
                f,
                "the characters beyond ASCII are taken for their ISO Latin 1 codes; {basis}"
            ),
            Taken::Utf8(basis) => write!(
                f,
                "the characters beyond ASCII are taken for the octets of their UTF-8{}; {basis}",
                match basis.quotation().map(Quotation::document) {
                    Some(Document::Rfc3986) => "",
                    _ => ", which the document does not say",
                }
            ),
        }
    }
}
