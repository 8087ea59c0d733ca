//! Percent-encoding: which octets are encoded, and when that does not change a URL.
//!
//! Which octets must be encoded to become part of a URL follows from the grammar and from what
//! the scheme reserves ([`encode`]). Everything but reserved characters may be encoded or
//! decoded without changing what a URL identifies ([`safer`], [`readable`]). To be compared,
//! two URLs are brought to the same level ([`canonical`], [`compare`]): every octet that is
//! safe as a character is decoded, and every other is encoded with upper-case digits, as in the
//! documents. RFC 2396 has equivalence rules for the common syntax (section 6). RFC 3986 and
//! RFC 3987 have a comparison ladder ([`ComparisonLadder`]), and RFC 3987 maps IRIs to URIs and
//! back ([`to_uri`], [`to_iri`]).

mod alphabet;
mod characters;
mod normalizer;
mod common;
mod component;
mod equivalence;
mod iri;
mod ladder;
mod level;
mod reserved;

use indexmap::IndexSet;

use crate::edition::{Edition, JudgingProductions};
use crate::octets;
use crate::quotation::{Basis, Quotation, rfc1630, rfc3986};

pub use alphabet::safe;
pub use characters::{CharacterEncoding, octets_of};
pub use component::{EncodeError, EncodingTarget, encode};
use equivalence::{EquivalenceGrounds, ShortestForm};
pub use iri::{
    ConversionStep, IriConversion, IriMappingError, PrintablePolicy, bidi_caution,
    is_bidi_formatting, is_iprivate, is_ucschar, to_iri, to_uri,
};
pub use ladder::{ComparisonLadder, ComparisonRung, NormalizedUri, UriEquivalence};
pub use level::{canonical, normalized, readable, safer};
pub use reserved::{ReservedCharacters, UrlRegion};

/// The rules by which an edition encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EncodingRules {
    /// The drafts up to 03 and RFC 1630: all schemes reserve the same characters, and in all of
    /// them `?` begins a search.
    Early,
    /// Draft 06 and RFC 1738: each scheme reserves its own characters.
    Schemes,
    /// RFC 1808 and later: all URLs have the same components and reserve the same characters.
    Generic,
}

impl EncodingRules {
    fn for_edition(edition: Edition) -> EncodingRules {
        match (edition, edition.judged()) {
            (_, JudgingProductions::References { .. }) => EncodingRules::Generic,
            (Edition::Url06 | Edition::Rfc1738, _) => EncodingRules::Schemes,
            _ => EncodingRules::Early,
        }
    }
}

/// A `%` that does not begin a triplet, so that it cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not an encoding: a `%` always begins one ({}: \"{}\")",
    crate::text::visible(text),
    by.citation(),
    by.words()
)]
pub struct BadTriplet {
    /// The offset of the `%`.
    pub offset: usize,
    /// The `%`, and up to two bytes after it.
    pub text: Vec<u8>,
    /// The sentence that forbids it, of RFC 3986 (for it and later documents) or RFC 1630.
    pub by: Quotation,
}

/// Draft 00 has `%` in its xalphas, so there it may occur by itself.
fn check_triplets(edition: Edition, text: &[u8]) -> Result<(), BadTriplet> {
    let later = ComparisonLadder::for_document(edition.document()).is_some();
    let by = if later { rfc3986::PERCENT_ITSELF } else { rfc1630::ALL_ENCODINGS };
    match first_bad(text, by) {
        Some(bad) if edition != Edition::Url00 => Err(bad),
        _ => Ok(()),
    }
}

/// `unreserved` of RFC 3986.
fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

fn first_bad(text: &[u8], by: Quotation) -> Option<BadTriplet> {
    let offset = octets::first_bad_triplet(text)?;
    Some(BadTriplet { offset, text: text[offset..].iter().take(3).copied().collect(), by })
}

/// Returns the octets that a text represents.
///
/// # Errors
/// Returns the first `%` that does not begin a triplet, if the edition has triplets.
pub fn decode(edition: Edition, text: &[u8]) -> Result<Vec<u8>, BadTriplet> {
    check_triplets(edition, text)?;
    Ok(octets::decoded(text).into_owned())
}

/// The result of comparing two URLs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlComparison {
    /// They are the same, byte by byte.
    Identical,
    /// They are the same at one encoding level.
    Same {
        /// The common form at that level.
        canonical: Vec<u8>,
        /// The sentences by which they are the same, if that takes more than encoding.
        by: Vec<Basis>,
    },
    /// They are equivalent on a rung of the document's ladder.
    OnRung(UriEquivalence),
    /// They are equivalent on no rung, but would be if characters that no URI can contain were
    /// encoded. So one of them is not a URI.
    OnNoRung {
        /// The common form, with those characters encoded.
        canonical: Vec<u8>,
    },
    /// They are written differently, and the document says that they mean the same.
    Equivalent {
        /// The canonical form of each.
        canonical: [Vec<u8>; 2],
        /// The sentences that say so.
        by: Vec<Basis>,
    },
    /// They are not the same.
    Different {
        /// The canonical form of each.
        canonical: [Vec<u8>; 2],
        /// The offset of the first difference between the canonical forms.
        offset: usize,
        /// A reserved character there that only one of them encodes.
        reserved: Option<(u8, Basis)>,
        /// The sentences that allow one to be written for the other, without stating that they
        /// then mean the same.
        implied: Vec<Basis>,
    },
}

impl UrlComparison {
    /// Whether the two URLs are the same.
    pub fn is_same(&self) -> bool {
        !matches!(self, UrlComparison::Different { .. } | UrlComparison::OnNoRung { .. })
    }
}

/// The offset in bytes of the first difference between two URLs. In a triplet, it is the offset of
/// the `%`. For equal URLs, it is their length.
pub fn first_difference(one: &[u8], other: &[u8]) -> usize {
    let offset = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let begins = |at: &usize| one.get(*at) == Some(&b'%');
    (offset.saturating_sub(2)..offset).find(begins).unwrap_or(offset)
}

/// Compares two URLs: "Before two URIs can be compared, it is therefore necessary to bring them
/// to the same encoding level" (RFC 1630, page 8). For RFC 3986 and RFC 3987, finds the lowest
/// rung of the ladder on which they are equivalent.
///
/// # Errors
/// Returns the first `%` of either that does not begin a triplet, if the edition has triplets.
///
/// ```
/// use urlbnf_url::Edition;
/// use urlbnf_url::escape::compare;
///
/// let same = |a: &str, b: &str| compare(Edition::Rfc1630, a.as_bytes(), b.as_bytes());
/// assert!(same("http://a/marie-claude", "http://a/marie%2Dclaude")?.is_same());
/// assert!(!same("http://a/bertram/marie", "http://a/bertram%2Fmarie")?.is_same());
/// # Ok::<(), urlbnf_url::escape::BadTriplet>(())
/// ```
pub fn compare(edition: Edition, one: &[u8], other: &[u8]) -> Result<UrlComparison, BadTriplet> {
    let [one_form, other_form] =
        [level::normalized(edition, one)?, level::normalized(edition, other)?];
    let canonical = [one_form.text, other_form.text];
    if one == other {
        return Ok(UrlComparison::Identical);
    }
    let ladder = ComparisonLadder::for_document(edition.document());
    if let Some(found) = ladder.map_or(Ok(None), |ladder| ladder.lowest(one, other))? {
        return Ok(UrlComparison::OnRung(found));
    }
    let [a, b] = &canonical;
    if a == b {
        let canonical = a.clone();
        return Ok(match ladder {
            None => {
                let all = one_form.by.into_iter().chain(other_form.by);
                let by: IndexSet<Basis> = all.collect();
                UrlComparison::Same { canonical, by: by.into_iter().collect() }
            }
            Some(_) => UrlComparison::OnNoRung { canonical },
        });
    }
    let offset = first_difference(a, b);
    let encoded = |one: &[u8], other: &[u8]| {
        let octet = octets::triplet(one.get(offset..)?)?;
        (other.get(offset) == Some(&octet)).then_some(octet)
    };
    let octet = encoded(a, b).or_else(|| encoded(b, a));
    let (shorter, at) = if a.get(offset) == Some(&b'%') { (b, offset) } else { (a, offset) };
    let reserved = octet.and_then(|octet| {
        let (scheme, region) = level::place(edition, shorter, at);
        Some((octet, ReservedCharacters::for_region(edition, &scheme, region).basis(octet)?))
    });
    let forms = equivalence::may_be(a, b)
        .then(|| [ShortestForm::from_url(edition, a), ShortestForm::from_url(edition, b)]);
    let EquivalenceGrounds { stated, implied } = match forms {
        Some([Some(one), Some(other)]) => one.equivalence(&other, edition.document()),
        _ => EquivalenceGrounds::default(),
    };
    if !stated.is_empty() && implied.is_empty() {
        return Ok(UrlComparison::Equivalent { canonical, by: stated });
    }
    let by_port = common::has(edition).then(|| common::implied(edition, a, b));
    let implied = stated.into_iter().chain(implied).chain(by_port.into_iter().flatten()).collect();
    Ok(UrlComparison::Different { canonical, offset, reserved, implied })
}
