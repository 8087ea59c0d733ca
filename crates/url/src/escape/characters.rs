//! Characters beyond ASCII, and the octets that they represent.
//!
//! A URL consists of octets, but people type characters. In drafts 01 and 02 and RFC 1630, the
//! octet of a character is its ISO Latin 1 code. Draft 00 has only ASCII. Draft 03, draft 06
//! and RFC 1738 define octets but not characters. RFC 2396 leaves the choice to schemes, and
//! RFC 3986 requires UTF-8 of new schemes. So where the document does not decide, a character
//! is read as the octets of its UTF-8, and [`CharacterEncoding`] reports that. In an IRI, a
//! character represents itself.

use std::fmt;

use crate::document::Document;
use crate::edition::Edition;
use crate::quotation::{Basis, Quotation, statements};

/// The encoding by which characters beyond ASCII were converted to octets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharacterEncoding {
    /// ISO Latin 1, as the document says.
    Latin1(Basis),
    /// UTF-8, because the document does not say.
    Utf8(Basis),
}

/// Returns the octets of a text, and the encoding by which characters beyond ASCII became octets.
///
/// If the document uses ISO Latin 1 codes and every character has one, these are the octets.
/// Otherwise the octets of the text are returned unchanged. The encoding is `None` if the text is
/// ASCII or not UTF-8, and for RFC 3987.
pub fn octets_of(edition: Edition, text: &[u8]) -> (Vec<u8>, Option<CharacterEncoding>) {
    // A text that is not UTF-8 consists of octets already.
    let Ok(text) = std::str::from_utf8(text) else { return (text.to_vec(), None) };
    let document = edition.document();
    if document == Document::Rfc3987 {
        return (text.as_bytes().to_vec(), None);
    }
    let codes = || text.chars().map(|character| u8::try_from(u32::from(character)).ok()).collect();
    let latin_1: Option<Vec<u8>> = if document.has_latin_1_codes() { codes() } else { None };
    match latin_1 {
        _ if text.is_ascii() => (text.as_bytes().to_vec(), None),
        Some(octets) => {
            (octets, Some(CharacterEncoding::Latin1(statements::LATIN_1.basis(document))))
        }
        None => (
            text.as_bytes().to_vec(),
            Some(CharacterEncoding::Utf8(statements::OTHER_CHARACTERS.basis(document))),
        ),
    }
}

impl fmt::Display for CharacterEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CharacterEncoding::Latin1(basis) => write!(
                f,
                "the characters beyond ASCII are taken for their ISO Latin 1 codes; {basis}"
            ),
            CharacterEncoding::Utf8(basis) => write!(
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
