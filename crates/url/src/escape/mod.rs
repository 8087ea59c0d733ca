//! Encoding: which octets are written as triplets, and when that changes nothing.
//!
//! Three questions, three answers. What must be encoded so that octets can be
//! part of a URL follows from the grammar and from what the scheme reserves
//! ([`encode`]). What may be encoded or decoded without changing what a URL
//! names is everything but the reserved ([`safer`], [`readable`]). Two URLs are
//! compared when both are at the same level ([`canonical`], [`compare`]): every
//! octet decoded that is safe as a character, every other encoded, the digits in
//! upper case, as are those of the documents. RFC 2396 has equivalence rules of the common
//! syntax (section 6), RFC 3986 and RFC 3987 have a ladder of
//! comparison ([`Ladder`]), and RFC 3987 a mapping of IRIs to URIs and back ([`to_uri`],
//! [`to_iri`]).

mod alphabet;
mod characters;
mod climb;
mod common;
mod component;
mod equivalence;
mod iri;
mod ladder;
mod level;
mod reserved;

use crate::edition::{Edition, Judged};
use crate::octets;
use crate::quotation::{Basis, Quotation, rfc1630, rfc3986};

pub use alphabet::safe;
pub use characters::{Taken, octets_of};
pub use component::{Component, NotEncodable, encode};
use equivalence::{Equivalence, Form};
pub use iri::{
    ConversionStep, Converted, NotMapped, Printable, bidi_caution, is_bidi_formatting, is_iprivate,
    is_ucschar, to_iri, to_uri,
};
pub use ladder::{Equivalents, Ladder, Normalized, Rung};
pub use level::{canonical, normalized, readable, safer};
pub use reserved::{Region, Reserved};

/// By what rules an edition encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// The drafts up to 03 and RFC 1630: what is reserved is so in all schemes, and in all
    /// of them `?` begins a search.
    Early,
    /// Draft 06 and RFC 1738: each scheme reserves its own.
    Schemes,
    /// RFC 1808 and RFC 2396: the components are those of every URL, and so is what is
    /// reserved.
    Generic,
}

impl Rules {
    fn of(edition: Edition) -> Rules {
        match (edition, edition.judged()) {
            (_, Judged::Letter { .. }) => Rules::Generic,
            (Edition::Url06 | Edition::Rfc1738, _) => Rules::Schemes,
            _ => Rules::Early,
        }
    }
}

/// A `%` that begins no triplet: there is no decoding defined for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not an encoding: a `%` always begins one ({}: \"{}\")",
    crate::text::visible(text),
    by.citation(),
    by.words()
)]
pub struct BadTriplet {
    /// Where the `%` stands.
    pub offset: usize,
    /// It, and up to two bytes after it.
    pub text: Vec<u8>,
    /// The words by which it is none: RFC 3986's from there on, and else those of RFC 1630.
    pub by: Quotation,
}

/// Draft 00 counts `%` among its xalphas, so there it may occur alone.
fn check_triplets(edition: Edition, text: &[u8]) -> Result<(), BadTriplet> {
    let later = Ladder::of(edition.document()).is_some();
    let by = if later { rfc3986::PERCENT_ITSELF } else { rfc1630::ALL_ENCODINGS };
    match first_bad(text, by) {
        Some(bad) if edition != Edition::Url00 => Err(bad),
        _ => Ok(()),
    }
}

/// `unreserved`, of RFC 3986.
fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

fn first_bad(text: &[u8], by: Quotation) -> Option<BadTriplet> {
    let offset = octets::first_bad_triplet(text)?;
    Some(BadTriplet { offset, text: text[offset..].iter().take(3).copied().collect(), by })
}

/// The octets that a text stands for.
///
/// # Errors
/// The first `%` that begins no triplet, where the edition has triplets.
pub fn decode(edition: Edition, text: &[u8]) -> Result<Vec<u8>, BadTriplet> {
    check_triplets(edition, text)?;
    Ok(octets::decoded(text).into_owned())
}

/// Whether two URLs are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// They are, byte by byte.
    Identical,
    /// They are, at the same encoding level.
    Same {
        /// Both, at that level.
        canonical: Vec<u8>,
        /// The words by which they came to it, where it takes more than encoding.
        by: Vec<Basis>,
    },
    /// They are equivalent, on a rung of the document's ladder.
    OnRung(Equivalents),
    /// They are equivalent on no rung of it, but would be if what can occur in no URI were
    /// encoded: one is not a URI.
    OnNoRung {
        /// Both, with that encoded.
        canonical: Vec<u8>,
    },
    /// They are written differently, and the document says that they mean the same.
    Equivalent {
        /// Each at the same level.
        canonical: [Vec<u8>; 2],
        /// The words by which they do.
        by: Vec<Basis>,
    },
    /// They are not.
    Different {
        /// Each at the same level.
        canonical: [Vec<u8>; 2],
        /// The first byte in which these differ.
        offset: usize,
        /// A reserved character there that one of them encodes, and the other does not.
        reserved: Option<(u8, Basis)>,
        /// The words that let one be written for the other, without a word of
        /// whether they then mean the same.
        implied: Vec<Basis>,
    },
}

impl Comparison {
    /// Whether they are.
    pub fn is_same(&self) -> bool {
        !matches!(self, Comparison::Different { .. } | Comparison::OnNoRung { .. })
    }
}

/// The first byte in which two URLs differ. Of a triplet, all three bytes are the place.
pub fn first_difference(one: &[u8], other: &[u8]) -> usize {
    let offset = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let begins = |at: &usize| one.get(*at) == Some(&b'%');
    (offset.saturating_sub(2)..offset).find(begins).unwrap_or(offset)
}

/// Compares two URLs: "Before two URIs can be compared, it is therefore necessary
/// to bring them to the same encoding level" (RFC 1630, page 8). By RFC 3986 and RFC 3987,
/// on the lowest rung of the ladder on which they are equivalent.
///
/// # Errors
/// The first `%` of either that begins no triplet, where the edition has triplets.
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
pub fn compare(edition: Edition, one: &[u8], other: &[u8]) -> Result<Comparison, BadTriplet> {
    let [one_form, other_form] =
        [level::normalized(edition, one)?, level::normalized(edition, other)?];
    let canonical = [one_form.text, other_form.text];
    if one == other {
        return Ok(Comparison::Identical);
    }
    let ladder = Ladder::of(edition.document());
    if let Some(found) = ladder.map_or(Ok(None), |ladder| ladder.lowest(one, other))? {
        return Ok(Comparison::OnRung(found));
    }
    let [a, b] = &canonical;
    if a == b {
        let canonical = a.clone();
        return Ok(match ladder {
            None => {
                let all = one_form.by.into_iter().chain(other_form.by);
                let mut by: Vec<Basis> = Vec::new();
                all.for_each(|it| {
                    if !by.contains(&it) {
                        by.push(it)
                    }
                });
                Comparison::Same { canonical, by }
            }
            Some(_) => Comparison::OnNoRung { canonical },
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
        Some((octet, Reserved::of(edition, &scheme, region).basis(octet)?))
    });
    let forms = equivalence::may_be(a, b).then(|| [Form::of(edition, a), Form::of(edition, b)]);
    let Equivalence { stated, implied } = match forms {
        Some([Some(one), Some(other)]) => one.equivalence(&other, edition.document()),
        _ => Equivalence::default(),
    };
    if !stated.is_empty() && implied.is_empty() {
        return Ok(Comparison::Equivalent { canonical, by: stated });
    }
    let by_port = common::has(edition).then(|| common::implied(edition, a, b));
    let implied = stated.into_iter().chain(implied).chain(by_port.into_iter().flatten()).collect();
    Ok(Comparison::Different { canonical, offset, reserved, implied })
}
