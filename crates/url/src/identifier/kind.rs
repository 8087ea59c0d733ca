//! The kinds of identifiers, and their grammars.

use std::sync::LazyLock;

use super::Identifier;
use crate::edition::{Edition, Reading};
use crate::escape::ComparisonLadder;
use crate::resolve::ResolutionRule;
use crate::verdict::Judge;

mod sealed {
    pub trait Sealed: 'static {}
}

/// A kind of identifier: a production of an edition.
pub trait IdentifierKind: sealed::Sealed {
    /// The name of the production.
    const NAME: &'static str;
    /// The ladder on which it is normalized.
    const LADDER: ComparisonLadder;

    #[doc(hidden)]
    fn judge() -> &'static Judge;
}

/// A kind of identifier that has a scheme.
pub trait KindWithScheme: IdentifierKind {
    /// The kind of the references that an identifier of this kind resolves as the base.
    type Reference: IdentifierKind;
    /// The rule by which they are resolved.
    const RULE: ResolutionRule;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $edition:ident, $name:literal, $ladder:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $kind {}

        impl sealed::Sealed for $kind {}

        impl IdentifierKind for $kind {
            const NAME: &'static str = $name;
            const LADDER: ComparisonLadder = ComparisonLadder::$ladder;

            fn judge() -> &'static Judge {
                static JUDGE: LazyLock<Judge> = LazyLock::new(|| {
                    let grammar = Edition::$edition.grammar(Reading::Corrected);
                    let start = grammar.find($name).unwrap_or(grammar.start());
                    Judge::by_start(Edition::$edition, Reading::Corrected, start)
                });
                &JUDGE
            }
        }
    )*};
}

kinds! {
    /// The kind of the production `URI` of RFC 3986.
    UriKind: Rfc3986, "URI", Uri;
    /// The kind of the production `URI-reference` of RFC 3986.
    UriReferenceKind: Rfc3986, "URI-reference", Uri;
    /// The kind of the production `IRI` of RFC 3987.
    IriKind: Rfc3987, "IRI", Iri;
    /// The kind of the production `IRI-reference` of RFC 3987.
    IriReferenceKind: Rfc3987, "IRI-reference", Iri;
}

impl KindWithScheme for UriKind {
    type Reference = UriReferenceKind;
    const RULE: ResolutionRule = ResolutionRule::Rfc3986;
}

impl KindWithScheme for IriKind {
    type Reference = IriReferenceKind;
    const RULE: ResolutionRule = ResolutionRule::Rfc3987;
}

/// Every identifier of the first kind is one of the second.
macro_rules! included {
    ($($one:ident in $other:ident;)*) => {$(
        impl<T> From<Identifier<$one, T>> for Identifier<$other, T> {
            fn from(one: Identifier<$one, T>) -> Self {
                Identifier::of_text(one.text)
            }
        }
    )*};
}

included! {
    UriKind in UriReferenceKind;
    UriKind in IriKind;
    UriReferenceKind in IriReferenceKind;
    IriKind in IriReferenceKind;
}
