//! The comparison ladder: RFC 3986, section 6.2, and RFC 3987, section 5.3.
//!
//! Each rung normalizes a URI, after the rungs below it. Two URIs with the same normal form on
//! a rung are equivalent there. A higher rung finds more equivalents and needs more knowledge;
//! the top rung needs the scheme. The documents have one more rung, protocol-based
//! normalization. It requires a request to a server, so it is not implemented.
//!
//! Only what the documents call equivalent is treated as such ("strictly avoiding false
//! positives"). Dot segments are removed only from URIs, since relative references need them.
//! If the resulting path would be read as an authority, `/.` is put before it. The characters
//! of an IRI are not normalized; to normalize its percent-encodings, it is mapped to a URI.

use indexmap::IndexSet;

use super::BadTriplet;
use super::normalizer::UriNormalizer;
use crate::document::Document;
use crate::quotation::{Basis, Quotation, rfc3986, rfc3987};
use crate::resolve::{ResolutionRule, is_absolute};

urlbnf_bnf::named! {
    /// A rung of the ladder. Each rung includes the rungs before it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ComparisonRung {
        /// Simple string comparison: compares the bytes.
        Simple = "simple",
        /// Case normalization of the scheme, the host, and the digits of triplets.
        Case = "case",
        /// Percent-encoding normalization: decodes unreserved characters.
        Percent = "percent",
        /// Path segment normalization: removes dot segments.
        Dots = "dots",
        /// Scheme-based normalization: removes the default port, adds a slash for an empty path.
        Scheme = "scheme",
    }
}

urlbnf_bnf::serde_by_name! { Serialize for ComparisonRung }

/// The document that defines the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComparisonLadder {
    /// RFC 3986, for URIs.
    Uri,
    /// RFC 3987, for IRIs.
    Iri,
}

/// A URI as normalized on a rung.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalizedUri {
    /// Its normal form.
    pub text: Vec<u8>,
    /// The sentences that required each change, in order.
    pub by: Vec<Basis>,
}

/// The lowest rung on which two URIs are equivalent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriEquivalence {
    /// The rung.
    pub rung: ComparisonRung,
    /// Their common normal form.
    pub text: Vec<u8>,
    /// The sentences by which they are equivalent, in order.
    pub by: Vec<Basis>,
}

impl ComparisonLadder {
    /// The ladder of a document, if it has one.
    pub fn for_document(document: Document) -> Option<ComparisonLadder> {
        match document {
            Document::Rfc3986 | Document::Rfc6874 => Some(ComparisonLadder::Uri),
            Document::Rfc3987 => Some(ComparisonLadder::Iri),
            _ => None,
        }
    }

    /// The sentence of the document that defines a rung.
    pub fn sentence(self, rung: ComparisonRung) -> Quotation {
        let [uri, iri] = match rung {
            ComparisonRung::Simple => [rfc3986::RUNG_SIMPLE, rfc3987::RUNG_SIMPLE],
            ComparisonRung::Case => [rfc3986::RUNG_CASE, rfc3987::RUNG_CASE],
            ComparisonRung::Percent => [rfc3986::RUNG_PERCENT, rfc3987::RUNG_PERCENT],
            ComparisonRung::Dots => [rfc3986::RUNG_DOTS, rfc3987::RUNG_DOTS],
            ComparisonRung::Scheme => [rfc3986::RUNG_SCHEME, rfc3987::RUNG_SCHEME],
        };
        self.choose(uri, iri)
    }

    /// The warning of the document about comparing a relative reference; `None` if the text is
    /// absolute.
    pub fn caution(self, text: &[u8]) -> Option<Quotation> {
        let relative = !is_absolute(ResolutionRule::Rfc3986, text);
        relative.then(|| self.choose(rfc3986::COMPARE_TARGETS, rfc3987::COMPARE_TARGETS))
    }

    pub(super) fn choose(self, uri: Quotation, iri: Quotation) -> Quotation {
        match self {
            ComparisonLadder::Uri => uri,
            ComparisonLadder::Iri => iri,
        }
    }

    /// Normalizes a URI or a reference up to a rung. Accepts any bytes.
    ///
    /// # Errors
    /// Returns the first `%` that does not begin a triplet.
    ///
    /// ```
    /// use urlbnf_url::escape::{ComparisonLadder, ComparisonRung};
    ///
    /// let uri = b"HTTP://a/%7eb/../c";
    /// let on = |rung| ComparisonLadder::Uri.normalize(rung, uri).map(|form| form.text);
    /// assert_eq!(on(ComparisonRung::Case)?, b"http://a/%7Eb/../c");
    /// assert_eq!(on(ComparisonRung::Percent)?, b"http://a/~b/../c");
    /// assert_eq!(on(ComparisonRung::Dots)?, b"http://a/c");
    /// # Ok::<(), urlbnf_url::escape::BadTriplet>(())
    /// ```
    pub fn normalize(self, rung: ComparisonRung, text: &[u8]) -> Result<NormalizedUri, BadTriplet> {
        let mut normalizer = self.normalizer(text)?;
        ComparisonRung::ALL
            .into_iter()
            .filter(|candidate| *candidate <= rung)
            .for_each(|rung| normalizer.step(rung));
        Ok(NormalizedUri { text: normalizer.text, by: normalizer.by })
    }

    /// Starts below the lowest rung.
    fn normalizer(self, text: &[u8]) -> Result<UriNormalizer, BadTriplet> {
        super::first_bad(text, rfc3986::PERCENT_ITSELF).map_or(Ok(()), Err)?;
        Ok(UriNormalizer::new(self, text))
    }

    /// The lowest rung on which two are equivalent; `None` if there is none.
    ///
    /// # Errors
    /// Returns the first `%` of either that does not begin a triplet.
    pub fn lowest(self, one: &[u8], other: &[u8]) -> Result<Option<UriEquivalence>, BadTriplet> {
        let [mut one, mut other] = [self.normalizer(one)?, self.normalizer(other)?];
        for rung in ComparisonRung::ALL {
            one.step(rung);
            other.step(rung);
            if one.text != other.text {
                continue;
            }
            let all = match rung {
                ComparisonRung::Simple => vec![Basis::Stated(self.sentence(rung))],
                _ => one.by.into_iter().chain(other.by).collect(),
            };
            let by: IndexSet<Basis> = all.into_iter().collect();
            let (text, by) = (one.text, by.into_iter().collect());
            return Ok(Some(UriEquivalence { rung, text, by }));
        }
        Ok(None)
    }
}
