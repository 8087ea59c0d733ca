//! A scheme before and after, with its productions named.

use super::{PlainWitnesses, SchemeAlternativeDiff, SchemeDiff, language};
use crate::witness::Witness;
use urlbnf_bnf::Grammar;
use urlbnf_url::diff::{SchemeChange, SchemeCoverage, UrlGrammarDiff};

/// The names of the productions that derive it.
pub(super) fn covered<'a>(grammar: &'a Grammar, covered: &SchemeCoverage) -> Vec<&'a str> {
    grammar.names(covered.productions())
}

/// The change of a scheme, ready to be written.
pub(super) fn scheme<'a>(diff: &UrlGrammarDiff<'a>, change: &'a SchemeChange) -> SchemeDiff<'a> {
    SchemeDiff {
        scheme: change.scheme.as_deref(),
        old: covered(diff.old.grammar, &change.old.ids()),
        new: covered(diff.new.grammar, &change.new.ids()),
        language: language(&change.relation),
        plain: PlainWitnesses {
            gained: change.plain_gained.as_deref().map(Witness::from_bytes),
            lost: change.plain_lost.as_deref().map(Witness::from_bytes),
        },
        parts: change
            .parts
            .iter()
            .map(|part| SchemeAlternativeDiff {
                old: part.old.map(|id| diff.old_name(id)),
                new: part.new.map(|id| diff.new_name(id)),
                language: part.relation.as_ref().map(language),
            })
            .collect(),
    }
}
