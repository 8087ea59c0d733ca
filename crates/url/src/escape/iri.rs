//! Conversion between IRIs and URIs: RFC 3987, section 3.
//!
//! An IRI is mapped to a URI by percent-encoding the UTF-8 of its characters beyond ASCII
//! (3.1). The way back takes five steps and decodes no more than it may (3.2): what is not
//! UTF-8 stays encoded, and so does what is not appropriate in an IRI. Both directions record
//! each step. As in the document's examples, an octet that is not a character is shown as
//! `<c3>`.
//!
//! A host is mapped like everything else. The document leaves the alternative, a conversion by
//! ToASCII to `xn--…`, to RFC 3490.

use std::ops::Range;

use serde::Serialize;

use super::{BadTriplet, is_unreserved};
use crate::octets;
use crate::quotation::{Basis, Quotation, rfc3986, rfc3987};
use crate::text::column;

/// A step of a conversion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ConversionStep {
    /// The sentence of the document.
    pub basis: Basis,
    /// The text after the step; octets that are not characters are shown as `<c3>`.
    pub text: String,
}

/// The result of a conversion, with its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IriConversion {
    /// The URI, or the IRI.
    pub text: String,
    /// The steps.
    pub steps: Vec<ConversionStep>,
}

/// Why a text cannot be mapped to a URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IriMappingError {
    /// The text is not UTF-8.
    #[error("from column {column} it is not UTF-8, and an IRI is made of characters")]
    NotUtf8 {
        /// The offset of the first byte that cannot be decoded.
        offset: usize,
        /// Its column, in characters from 1.
        column: usize,
    },
    /// The text has a character that is not allowed in an IRI, or not in that place.
    #[error("{}", not_of_an_iri(*character))]
    Character {
        /// The offset of the character in bytes.
        offset: usize,
        /// The character.
        character: char,
    },
}

fn not_of_an_iri(character: char) -> String {
    if is_printable(character) {
        return format!("`{character}` is not allowed in an IRI; {}", rfc3987::SHOULD_FAIL);
    }
    let number = u32::from(character);
    if is_iprivate(character) {
        return format!("the character U+{number:04X} is for private use; {}", rfc3987::PRIVATE);
    }
    format!("the character U+{number:04X} is not allowed in an IRI: it is not `ucschar`")
}

/// Whether a character is a `ucschar`: one of the characters beyond ASCII that may occur anywhere
/// in an IRI except in the scheme and the port.
pub fn is_ucschar(character: char) -> bool {
    matches!(u32::from(character), 0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF)
        || (matches!(u32::from(character), 0x1_0000..=0xD_FFFF | 0xE_1000..=0xE_FFFF)
            && u32::from(character) & 0xFFFF < 0xFFFE)
}

/// Whether a character is an `iprivate`: a private-use character, which may occur in a query.
pub fn is_iprivate(character: char) -> bool {
    matches!(
        u32::from(character),
        0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD
    )
}

/// Whether a character only changes how the text is displayed (bidirectional formatting). An IRI
/// must not contain such a character.
pub fn is_bidi_formatting(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}

/// The warning of the document about an IRI with bidirectional formatting characters; `None` if
/// there are none.
pub fn bidi_caution(iri: &[u8]) -> Option<Quotation> {
    let formats = iri.utf8_chunks().any(|chunk| chunk.valid().contains(is_bidi_formatting));
    formats.then_some(rfc3987::BIDI_FORMATTING)
}

/// The printable ASCII characters that no URI can contain.
fn is_printable(character: char) -> bool {
    "<>\" {}|\\^`".contains(character)
}

/// How to treat printable characters that no URI can contain, such as a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PrintablePolicy {
    /// The mapping fails.
    #[default]
    Refused,
    /// They are percent-encoded too: "Systems accepting IRIs MAY also deal with the printable
    /// characters in US-ASCII that are not allowed in URIs".
    Encoded,
}

/// Maps an IRI to a URI: RFC 3987, section 3.1.
///
/// # Errors
/// Returns the first byte that is not UTF-8, or else the first character not allowed in an IRI.
///
/// ```
/// use urlbnf_url::escape::{PrintablePolicy, to_uri};
///
/// let iri = "http://www.example.org/red%09rosé#red";
/// let uri = to_uri(iri.as_bytes(), PrintablePolicy::Refused)?;
/// assert_eq!(uri.text, "http://www.example.org/red%09ros%C3%A9#red");
/// # Ok::<(), urlbnf_url::escape::IriMappingError>(())
/// ```
pub fn to_uri(iri: &[u8], printable: PrintablePolicy) -> Result<IriConversion, IriMappingError> {
    let not_utf8 = |error: std::str::Utf8Error| {
        let offset = error.valid_up_to();
        IriMappingError::NotUtf8 { offset, column: column(iri, offset) }
    };
    let iri = std::str::from_utf8(iri).map_err(not_utf8)?;
    let encodes = |character: char| match printable {
        PrintablePolicy::Refused => is_encoded(character),
        PrintablePolicy::Encoded => is_encoded(character) || is_printable(character),
    };
    let stays = |character: char| character.is_ascii_graphic() && !is_printable(character);
    let query = query(iri);
    let mut characters = iri.char_indices();
    if let Some((offset, character)) = characters.find(|&(offset, character)| {
        let has_place = stays(character) || encodes(character);
        !has_place || is_iprivate(character) && !query.contains(&offset)
    }) {
        return Err(IriMappingError::Character { offset, character });
    }
    let write = |write: fn(&mut Vec<u8>, u8)| {
        String::from_utf8_lossy(&rewritten(iri.as_bytes(), encodes, write)).into_owned()
    };
    let octets = write(|text, octet| text.extend(shown(octet).bytes()));
    let uri = write(octets::push_triplet);
    let mut steps = vec![step(rfc3987::DO_NOT_NORMALIZE, iri.to_owned())];
    if octets != iri {
        steps.push(step(rfc3987::TO_OCTETS, octets));
        steps.push(step(rfc3987::TO_TRIPLETS, uri.clone()));
    }
    Ok(IriConversion { text: uri, steps })
}

/// Converts a URI to an IRI: RFC 3987, section 3.2. Section 6.1 leaves some choices; here white
/// space stays encoded. Characters that no URI can contain are left as they are.
///
/// # Errors
/// Returns the first `%` that does not begin a triplet.
///
/// ```
/// use urlbnf_url::escape::to_iri;
///
/// assert_eq!(to_iri(b"http://www.example.org/D%C3%BCrst")?.text, "http://www.example.org/Dürst");
/// assert_eq!(to_iri(b"http://www.example.org/D%FCrst")?.text, "http://www.example.org/D%FCrst");
/// # Ok::<(), urlbnf_url::escape::BadTriplet>(())
/// ```
pub fn to_iri(uri: &[u8]) -> Result<IriConversion, BadTriplet> {
    super::first_bad(uri, rfc3986::PERCENT_ITSELF).map_or(Ok(()), Err)?;
    let octets = decoded(uri);
    let legal = legal(&octets);
    let (proper, iri) = proper(&legal);
    let steps = vec![
        step(rfc3987::BACK_1, String::from_utf8_lossy(uri).into_owned()),
        step(rfc3987::BACK_2, shown_all(&octets)),
        step(rfc3987::BACK_3, shown_all(&legal)),
        step(rfc3987::BACK_4, shown_all(&proper)),
        step(rfc3987::BACK_5, iri.clone()),
    ];
    Ok(IriConversion { text: iri, steps })
}

/// Percent-encodes the characters of an IRI that no URI can contain. Accepts any bytes.
pub(super) fn encoded(iri: &[u8]) -> Vec<u8> {
    rewritten(iri, is_encoded, octets::push_triplet)
}

/// Rewrites the octets of the chosen characters. Accepts any bytes.
fn rewritten(text: &[u8], chosen: impl Fn(char) -> bool, write: fn(&mut Vec<u8>, u8)) -> Vec<u8> {
    let mut written = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        let mut buffer = [0; 4];
        for character in chunk.valid().chars() {
            let octets = character.encode_utf8(&mut buffer).as_bytes();
            match chosen(character) {
                true => octets.iter().for_each(|&octet| write(&mut written, octet)),
                false => written.extend(octets),
            }
        }
        written.extend(chunk.invalid());
    }
    written
}

/// The byte range of the query of an IRI.
fn query(iri: &str) -> Range<usize> {
    let end = iri.find('#').unwrap_or(iri.len());
    iri[..end].find('?').map_or(end, |mark| mark + 1)..end
}

fn is_encoded(character: char) -> bool {
    is_ucschar(character) || is_iprivate(character)
}

fn step(quotation: Quotation, text: String) -> ConversionStep {
    ConversionStep { basis: Basis::Stated(quotation), text }
}

fn shown(octet: u8) -> String {
    format!("<{octet:02x}>")
}

fn triplet(octet: u8) -> String {
    format!("%{octet:02X}")
}

/// A byte of a URI during conversion, and whether it was decoded from a triplet.
type ConversionOctet = (u8, bool);

fn shown_all(octets: &[ConversionOctet]) -> String {
    let text = |&(octet, decoded): &ConversionOctet| match decoded && !octet.is_ascii() {
        true => shown(octet),
        false => char::from(octet).to_string(),
    };
    octets.iter().map(text).collect()
}

/// Step 2: decodes triplets, except those of `%`, of reserved and of disallowed characters.
fn decoded(uri: &[u8]) -> Vec<ConversionOctet> {
    let mut octets = Vec::with_capacity(uri.len());
    for (octet, raw) in octets::units(uri) {
        match raw {
            [byte] => octets.push((*byte, false)),
            _ if is_unreserved(octet) || !octet.is_ascii() => octets.push((octet, true)),
            _ => octets.extend(raw.iter().map(|&byte| (byte, false))),
        }
    }
    octets
}

/// Percent-encodes an octet again.
fn encode_again(octets: &mut Vec<ConversionOctet>, octet: u8) {
    octets.extend(triplet(octet).bytes().map(|byte| (byte, false)));
}

/// Step 3: encodes again what is not part of a strictly legal UTF-8 sequence.
fn legal(octets: &[ConversionOctet]) -> Vec<ConversionOctet> {
    let bytes: Vec<u8> = octets.iter().map(|(octet, _)| *octet).collect();
    let mut legal = Vec::with_capacity(octets.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        let end = at + chunk.valid().len();
        legal.extend(&octets[at..end]);
        at = end + chunk.invalid().len();
        chunk.invalid().iter().for_each(|&octet| encode_again(&mut legal, octet));
    }
    legal
}

/// Steps 4 and 5: encodes again what is not appropriate in an IRI, and reads the rest as
/// characters.
fn proper(octets: &[ConversionOctet]) -> (Vec<ConversionOctet>, String) {
    let bytes: Vec<u8> = octets.iter().map(|(octet, _)| *octet).collect();
    let text = String::from_utf8_lossy(&bytes);
    let (mut proper, mut iri) = (Vec::with_capacity(octets.len()), String::new());
    let query = query(&text);
    for (at, character) in text.char_indices() {
        let own = &octets[at..at + character.len_utf8()];
        let fits = character.is_ascii()
            || is_ucschar(character)
                && !is_bidi_formatting(character)
                && !character.is_whitespace()
            || query.contains(&at) && is_iprivate(character);
        if fits {
            proper.extend(own);
            iri.push(character);
        } else {
            for &(octet, _) in own {
                encode_again(&mut proper, octet);
                iri += &triplet(octet);
            }
        }
    }
    (proper, iri)
}
