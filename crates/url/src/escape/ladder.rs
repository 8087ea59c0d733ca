//! The ladder of comparison: RFC 3986, section 6.2, and RFC 3987, section 5.3.
//!
//! Each rung brings a URI to a normal form, and does what the rungs below it do
//! first. Two that have the same form on a rung are equivalent there. The higher
//! the rung, the more equivalents are found, and the more has to be known: at the
//! top the scheme. The last rung of the documents, by protocol, asks a server, and no
//! program that reads the URI alone can climb it.
//!
//! What the documents call equivalent is done, and no more ("strictly avoiding
//! false positives"). Dot segments are taken from URIs alone, since a relative
//! reference needs them; and where a path without them would read as an authority, a
//! dot is put before it. The characters of an IRI are not normalized, and for its
//! percent-encodings it is brought to the URI that it maps to.

use std::fmt;

use super::BadTriplet;
use super::climb::Climb;
use crate::document::Document;
use crate::quotation::{Basis, Quotation, rfc3986, rfc3987};
use crate::resolve::{Rule, is_absolute};

/// A rung of the ladder; each includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// Simple string comparison: the bytes as they are.
    Simple,
    /// Case normalization: of scheme, host, and the digits of triplets.
    Case,
    /// Percent-encoding normalization: no unreserved character is a triplet.
    Percent,
    /// Path segment normalization: no dot segments.
    Dots,
    /// Scheme-based normalization: no default port, no empty path after an authority.
    Scheme,
}

impl Rung {
    /// All of them, the lowest first.
    pub const ALL: [Rung; 5] = [Rung::Simple, Rung::Case, Rung::Percent, Rung::Dots, Rung::Scheme];

    /// `simple`, `case`, `percent`, `dots`, `scheme`.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Simple => "simple",
            Rung::Case => "case",
            Rung::Percent => "percent",
            Rung::Dots => "dots",
            Rung::Scheme => "scheme",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whose ladder it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ladder {
    /// RFC 3986's: of URIs.
    Uri,
    /// RFC 3987's: of IRIs.
    Iri,
}

/// What a URI is on a rung.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalized {
    /// Its normal form.
    pub text: Vec<u8>,
    /// The words by which it came to differ from what was written, in their order.
    pub by: Vec<Basis>,
}

/// Two URIs on the lowest rung on which they are equivalent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equivalents {
    /// The rung.
    pub rung: Rung,
    /// What both are there.
    pub text: Vec<u8>,
    /// The words by which they are, in their order.
    pub by: Vec<Basis>,
}

impl Ladder {
    /// The ladder of a document, if it has one.
    pub fn of(document: Document) -> Option<Ladder> {
        match document {
            Document::Rfc3986 | Document::Rfc6874 => Some(Ladder::Uri),
            Document::Rfc3987 => Some(Ladder::Iri),
            _ => None,
        }
    }

    /// The document's sentence that says what a rung is.
    pub fn sentence(self, rung: Rung) -> Quotation {
        let [uri, iri] = match rung {
            Rung::Simple => [rfc3986::RUNG_SIMPLE, rfc3987::RUNG_SIMPLE],
            Rung::Case => [rfc3986::RUNG_CASE, rfc3987::RUNG_CASE],
            Rung::Percent => [rfc3986::RUNG_PERCENT, rfc3987::RUNG_PERCENT],
            Rung::Dots => [rfc3986::RUNG_DOTS, rfc3987::RUNG_DOTS],
            Rung::Scheme => [rfc3986::RUNG_SCHEME, rfc3987::RUNG_SCHEME],
        };
        self.choose(uri, iri)
    }

    /// What the document says against comparing a relative reference; `None` of what is
    /// absolute.
    pub fn caution(self, text: &[u8]) -> Option<Quotation> {
        let relative = !is_absolute(Rule::Rfc3986, text);
        relative.then(|| self.choose(rfc3986::COMPARE_TARGETS, rfc3987::COMPARE_TARGETS))
    }

    pub(super) fn choose(self, uri: Quotation, iri: Quotation) -> Quotation {
        match self {
            Ladder::Uri => uri,
            Ladder::Iri => iri,
        }
    }

    /// A URI, or a reference, as it is on a rung. Any bytes will do.
    ///
    /// # Errors
    /// The first `%` that begins no triplet.
    ///
    /// ```
    /// use urlbnf_url::escape::{Ladder, Rung};
    ///
    /// let on = |rung| Ladder::Uri.normalize(rung, b"HTTP://a/%7eb/../c").map(|it| it.text);
    /// assert_eq!(on(Rung::Case)?, b"http://a/%7Eb/../c");
    /// assert_eq!(on(Rung::Percent)?, b"http://a/~b/../c");
    /// assert_eq!(on(Rung::Dots)?, b"http://a/c");
    /// # Ok::<(), urlbnf_url::escape::BadTriplet>(())
    /// ```
    pub fn normalize(self, rung: Rung, text: &[u8]) -> Result<Normalized, BadTriplet> {
        let mut climb = self.climb(text)?;
        Rung::ALL.into_iter().filter(|it| *it <= rung).for_each(|rung| climb.step(rung));
        Ok(Normalized { text: climb.text, by: climb.by })
    }

    /// The foot of the ladder.
    fn climb(self, text: &[u8]) -> Result<Climb, BadTriplet> {
        super::first_bad(text, rfc3986::PERCENT_ITSELF).map_or(Ok(()), Err)?;
        Ok(Climb::new(self, text))
    }

    /// The lowest rung on which two are equivalent; `None` where they are on none.
    ///
    /// # Errors
    /// The first `%` of either that begins no triplet.
    pub fn lowest(self, one: &[u8], other: &[u8]) -> Result<Option<Equivalents>, BadTriplet> {
        let [mut one, mut other] = [self.climb(one)?, self.climb(other)?];
        for rung in Rung::ALL {
            one.step(rung);
            other.step(rung);
            if one.text != other.text {
                continue;
            }
            let all = match rung {
                Rung::Simple => vec![Basis::Said(self.sentence(rung))],
                _ => one.by.into_iter().chain(other.by).collect(),
            };
            let mut by: Vec<Basis> = Vec::new();
            for basis in all {
                if !by.contains(&basis) {
                    by.push(basis);
                }
            }
            return Ok(Some(Equivalents { rung, text: one.text, by }));
        }
        Ok(None)
    }
}
