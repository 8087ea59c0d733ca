//! The meaning of numeric values in the two grammars.
//!
//! `%xE9` is one octet in a grammar of octets, and two in a grammar of code points, which are
//! written in UTF-8 (RFC 5234, section 2.4, leaves it open). So two rules with the same text
//! can differ, and their texts do not show why.

use serde::Serialize;

use urlbnf_bnf::{Grammar, Listing};
use urlbnf_url::diff::Diff;

/// The meaning of numeric values, such as `%xE9`, in the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Values {
    /// In the old grammar: `octets` or `code points`.
    pub old: &'static str,
    /// In the new grammar.
    pub new: &'static str,
}

impl Values {
    /// The values, if the grammars differ in them and it makes a difference.
    pub(super) fn of(diff: &Diff<'_>) -> Option<Values> {
        let [old, new] = [diff.old.grammar, diff.new.grammar].map(Grammar::listing);
        let octets = [old, new].into_iter().find(|it| !it.code_points)?;
        octets.first_high_octet().filter(|_| old.code_points != new.code_points)?;
        let what = |listing: &Listing| match listing.code_points {
            true => "code points",
            false => "octets",
        };
        Some(Values { old: what(old), new: what(new) })
    }

    /// The difference in words.
    pub fn told(self) -> String {
        let Values { old, new } = self;
        format!("values such as %xE9 are {old} in the first, and {new} in the second")
    }
}
