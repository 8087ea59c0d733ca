//! The kinds of identifiers, and their grammars.

use std::sync::LazyLock;

use super::Identifier;
use crate::automaton::LanguageSpec;
use crate::derivation::SpanFinder;
use crate::edition::{Edition, Reading};
use crate::escape::ComparisonLadder;
use crate::resolve::ResolutionRule;
use crate::verdict::Judge;

/// The number of parts whose spans are kept.
pub(super) const GROUPS: usize = PARTS.len();
/// The productions of each part. Those of an IRI have an `i` before them where they differ.
const PARTS: [&[&str]; 8] = [
    &["scheme"],
    &["authority"],
    &["userinfo"],
    &["host"],
    &["port"],
    &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"],
    &["query"],
    &["fragment"],
];
pub(super) const SCHEME: usize = 0;
pub(super) const AUTHORITY: usize = 1;
pub(super) const USERINFO: usize = 2;
pub(super) const HOST: usize = 3;
pub(super) const PORT: usize = 4;
pub(super) const PATH: usize = 5;
pub(super) const QUERY: usize = 6;
pub(super) const FRAGMENT: usize = 7;

/// Finds the parts of one kind, and explains failures.
#[derive(Debug)]
pub struct IdentifierGrammar {
    /// `None` would mean that the grammar is too large for a table.
    pub(super) finder: Option<SpanFinder<GROUPS>>,
    pub(super) judge: Judge,
}

impl IdentifierGrammar {
    fn new(edition: Edition, start: &str) -> IdentifierGrammar {
        let grammar = edition.grammar(Reading::Corrected);
        let start = grammar.find(start).unwrap_or(grammar.start());
        let parts = PARTS.map(|names| {
            let named = |name: &&str| grammar.find(&format!("i{name}")).or(grammar.find(name));
            names.iter().filter_map(named).collect()
        });
        let finder = SpanFinder::new(grammar, &LanguageSpec::from_production(start), &parts).ok();
        IdentifierGrammar { finder, judge: Judge::by_start(edition, Reading::Corrected, start) }
    }
}

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
    fn grammar() -> &'static IdentifierGrammar;
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

            fn grammar() -> &'static IdentifierGrammar {
                static GRAMMAR: LazyLock<IdentifierGrammar> =
                    LazyLock::new(|| IdentifierGrammar::new(Edition::$edition, $name));
                &GRAMMAR
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

/// Every identifier of the first kind is one of the second, with the same parts.
macro_rules! included {
    ($($one:ident in $other:ident;)*) => {$(
        impl<T> From<Identifier<$one, T>> for Identifier<$other, T> {
            fn from(one: Identifier<$one, T>) -> Self {
                Identifier::placed(one.text, one.parts)
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
