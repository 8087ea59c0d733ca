//! A scheme before and after, with its productions named.

use super::{Part, Plain, Scheme, language};
use crate::witness::Witness;
use urlbnf_bnf::Grammar;
use urlbnf_url::diff::{Covered, Diff, SchemeChange};

/// The names of the productions that derive it.
pub(super) fn covered<'a>(grammar: &'a Grammar, covered: &Covered) -> Vec<&'a str> {
    grammar.names(covered.productions())
}

/// The change of a scheme, ready to be written.
pub(super) fn scheme<'a>(diff: &Diff<'a>, change: &'a SchemeChange) -> Scheme<'a> {
    Scheme {
        scheme: change.scheme.as_deref(),
        old: covered(diff.old.grammar, &change.old.ids()),
        new: covered(diff.new.grammar, &change.new.ids()),
        language: language(&change.relation),
        plain: Plain {
            gained: change.plain_gained.as_deref().map(Witness::of),
            lost: change.plain_lost.as_deref().map(Witness::of),
        },
        parts: change
            .parts
            .iter()
            .map(|part| Part {
                old: part.old.map(|id| diff.old_name(id)),
                new: part.new.map(|id| diff.new_name(id)),
                language: part.relation.as_ref().map(language),
            })
            .collect(),
    }
}
