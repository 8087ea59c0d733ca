//! URIs and IRIs as values that a program keeps.
//!
//! A value is a text that its kind's production derives: the judge of the production gives the verdict.
//! A part is found when it is asked for, by the delimiters that RFC 3986, appendix B, splits a text at.
//! Of a text that conforms, these are the parts that the productions derive; the tests compare both.
//! [`rfc3986`](crate::rfc3986) and [`rfc3987`](crate::rfc3987) name the kinds.

mod component;
mod convert;
mod error;
mod kind;

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use crate::ast::UrlPart;
use crate::escape::ComparisonRung;
use crate::resolve::{self, ReferenceComponents, ResolutionRule};
use crate::verdict::Verdict;

pub use component::{Authority, Host, PathSegments};
pub use error::IdentifierError;
pub use kind::{
    IdentifierKind, IriKind, IriReferenceKind, KindWithScheme, UriKind, UriReferenceKind,
};

/// An identifier of the kind `K`, in a text that it borrows (`T` is `&str`) or owns (`String`).
///
/// Equality, order and hash are those of the text. To compare equivalent identifiers,
/// [normalize](Identifier::normalize) them first.
///
/// ```
/// use urlbnf_url::rfc3986::{Uri, UriReference};
///
/// let uri = Uri::parse("http://user@example.com:8042/over/there?name=ferret#nose")?;
/// assert_eq!(uri.scheme(), "http");
/// let authority = uri.authority().unwrap();
/// assert_eq!(authority.host().to_string(), "example.com");
/// assert_eq!(authority.port(), Some("8042"));
/// assert!(uri.segments().map(|segment| segment.raw()).eq(["over", "there"]));
/// assert_eq!(uri.query().unwrap().raw(), "name=ferret");
///
/// let reference = UriReference::parse("../here")?;
/// assert_eq!(uri.resolve(&reference)?.as_str(), "http://user@example.com:8042/here");
///
/// let error = Uri::parse("http://example.com/a b").unwrap_err();
/// assert_eq!((error.offset(), error.production()), (20, "segment"));
/// # Ok::<(), urlbnf_url::rfc3986::IdentifierError>(())
/// ```
pub struct Identifier<K, T> {
    text: T,
    kind: PhantomData<fn() -> K>,
}

impl<'i, K: IdentifierKind> Identifier<K, &'i str> {
    /// Parses a text. Nothing is trimmed or decoded, and the result borrows the text.
    ///
    /// # Errors
    /// If the text is not in the language of the kind.
    #[inline]
    pub fn parse(text: &'i str) -> Result<Self, IdentifierError> {
        match K::judge().verdict(text.as_bytes()) {
            Verdict::Conforms => Ok(Identifier::of_text(text)),
            _ => Err(IdentifierError::for_text::<K>(text)),
        }
    }
}

impl<K, T> Identifier<K, T> {
    fn of_text(text: T) -> Self {
        Identifier { text, kind: PhantomData }
    }

    /// Returns the text that the identifier holds.
    pub fn into_inner(self) -> T {
        self.text
    }
}

impl<K, T: AsRef<str>> Identifier<K, T> {
    /// The text of the identifier.
    pub fn as_str(&self) -> &str {
        self.text.as_ref()
    }

    /// The same identifier, which borrows its text from this one.
    pub fn borrowed(&self) -> Identifier<K, &str> {
        Identifier::of_text(self.as_str())
    }

    /// The same identifier, which owns a copy of the text.
    pub fn owned(&self) -> Identifier<K, String> {
        Identifier::of_text(self.as_str().to_owned())
    }

    fn components(&self) -> ReferenceComponents<'_> {
        ReferenceComponents::split(ResolutionRule::Rfc3986, self.as_str().as_bytes())
    }

    /// The authority: the part between `//` and the path. `None` if there is no `//` before the
    /// path.
    pub fn authority(&self) -> Option<Authority<'_>> {
        self.components().authority.map(Authority::from_bytes)
    }

    /// The path. It may be empty.
    pub fn path(&self) -> UrlPart<'_> {
        UrlPart::new(text(self.components().path))
    }

    /// The segments of the path, still percent-encoded. `/a/` has two, of which the second is
    /// empty; an empty path has none.
    pub fn segments(&self) -> PathSegments<'_> {
        PathSegments::from_path(self.path().raw())
    }

    /// The query: the part after the first `?`, up to the `#`. `None` if there is no such `?`.
    pub fn query(&self) -> Option<UrlPart<'_>> {
        self.components().query.map(text).map(UrlPart::new)
    }

    /// The fragment: the part after the `#`. `None` if there is no `#`.
    pub fn fragment(&self) -> Option<UrlPart<'_>> {
        self.components().fragment.map(text).map(UrlPart::new)
    }
}

impl<K: KindWithScheme, T: AsRef<str>> Identifier<K, T> {
    /// The scheme as written, in capitals or not.
    pub fn scheme(&self) -> &str {
        self.components().scheme.map_or("", text)
    }

    /// Resolves a reference with this identifier as the base: RFC 3986, section 5.2, strict.
    /// [`resolve`](mod@crate::resolve) shows each step.
    ///
    /// If neither has an authority, the path can begin with `//` after its dot segments are
    /// removed. The text after these slashes is then read as an authority.
    ///
    /// # Errors
    /// If the result is not an identifier: if such a text is not an authority.
    pub fn resolve<U: AsRef<str>>(
        &self,
        reference: &Identifier<K::Reference, U>,
    ) -> Result<Identifier<K, String>, IdentifierError> {
        let (base, reference) = (self.as_str().as_bytes(), reference.as_str().as_bytes());
        let found = resolve::resolve(K::RULE, base, reference);
        // A base with a scheme resolves everything.
        let uri = found.map_or_else(|_| reference.to_vec(), |found| found.uri);
        String::from_utf8_lossy(&uri).parse()
    }
}

impl<T: AsRef<str>> Identifier<UriReferenceKind, T> {
    /// The scheme as written, in capitals or not; `None` for a relative reference.
    pub fn scheme(&self) -> Option<&str> {
        self.components().scheme.map(text)
    }
}

impl<T: AsRef<str>> Identifier<IriReferenceKind, T> {
    /// The scheme as written, in capitals or not; `None` for a relative reference.
    pub fn scheme(&self) -> Option<&str> {
        self.components().scheme.map(text)
    }
}

impl<K: IdentifierKind, T: AsRef<str>> Identifier<K, T> {
    /// The normal form on a rung of the comparison ladder.
    /// [`ComparisonLadder`](crate::escape::ComparisonLadder) says what each rung does, and quotes
    /// the sentences of the document.
    ///
    /// ```
    /// use urlbnf_url::escape::ComparisonRung;
    /// use urlbnf_url::rfc3986::Uri;
    ///
    /// let uri = Uri::parse("HTTP://example.com:80/%7eb/../c")?;
    /// assert_eq!(uri.normalize(ComparisonRung::Dots).as_str(), "http://example.com:80/c");
    /// assert_eq!(uri.normalize(ComparisonRung::Scheme).as_str(), "http://example.com/c");
    /// # Ok::<(), urlbnf_url::rfc3986::IdentifierError>(())
    /// ```
    #[must_use]
    pub fn normalize(&self, rung: ComparisonRung) -> Identifier<K, String> {
        let normal = K::LADDER.normalize(rung, self.as_str().as_bytes()).ok();
        let normal = normal.and_then(|normal| String::from_utf8(normal.text).ok());
        // Every normal form is of the same kind.
        normal.and_then(|text| text.parse().ok()).unwrap_or_else(|| self.owned())
    }
}

/// The text of a component. All delimiters are ASCII, so a component of a text is a text.
fn text(component: &[u8]) -> &str {
    std::str::from_utf8(component).unwrap_or_default()
}

impl<K, T: Clone> Clone for Identifier<K, T> {
    fn clone(&self) -> Self {
        Identifier::of_text(self.text.clone())
    }
}

impl<K, T: Copy> Copy for Identifier<K, T> {}

impl<K, T: AsRef<str>, U: AsRef<str>> PartialEq<Identifier<K, U>> for Identifier<K, T> {
    fn eq(&self, other: &Identifier<K, U>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<K, T: AsRef<str>> Eq for Identifier<K, T> {}

impl<K, T: AsRef<str>> PartialEq<str> for Identifier<K, T> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<K, T: AsRef<str>> PartialEq<&str> for Identifier<K, T> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<K, T: AsRef<str>, U: AsRef<str>> PartialOrd<Identifier<K, U>> for Identifier<K, T> {
    fn partial_cmp(&self, other: &Identifier<K, U>) -> Option<Ordering> {
        Some(self.as_str().cmp(other.as_str()))
    }
}

impl<K, T: AsRef<str>> Ord for Identifier<K, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<K, T: AsRef<str>> Hash for Identifier<K, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl<K, T: AsRef<str>> AsRef<str> for Identifier<K, T> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<K, T: AsRef<str>> Borrow<str> for Identifier<K, T> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl<K, T: AsRef<str>> fmt::Display for Identifier<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<K, T: AsRef<str>> fmt::Debug for Identifier<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<K: IdentifierKind> FromStr for Identifier<K, String> {
    type Err = IdentifierError;

    fn from_str(text: &str) -> Result<Self, IdentifierError> {
        Identifier::parse(text).map(|identifier| identifier.owned())
    }
}

impl<'i, K: IdentifierKind> TryFrom<&'i str> for Identifier<K, &'i str> {
    type Error = IdentifierError;

    fn try_from(text: &'i str) -> Result<Self, IdentifierError> {
        Identifier::parse(text)
    }
}

impl<K: IdentifierKind> TryFrom<String> for Identifier<K, String> {
    type Error = IdentifierError;

    fn try_from(text: String) -> Result<Self, IdentifierError> {
        Identifier::<K, &str>::parse(&text)?;
        Ok(Identifier::of_text(text))
    }
}
