//! What a value by number is in either grammar.
//!
//! `%xE9` is one octet in a grammar of octets, and two in a grammar of code points, which are
//! written in UTF-8 (RFC 5234, section 2.4, leaves it open). So two rules that are printed
//! alike can differ, and nothing in their texts says why.

use serde::Serialize;

use urlbnf_bnf::{Grammar, Listing};
use urlbnf_url::diff::Diff;

/// What values by number are in either grammar, such as `%xE9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Values {
    /// Before: `octets` or `code points`.
    pub old: &'static str,
    /// After.
    pub new: &'static str,
}

impl Values {
    /// Where they are not the same in both, and it makes a difference.
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

    /// The same in words.
    pub fn told(self) -> String {
        let Values { old, new } = self;
        format!("values such as %xE9 are {old} in the first, and {new} in the second")
    }
}
