//! Findings as JSON.

use std::borrow::Cow;

use serde::Serialize;

use super::{ReviewRemark, ReviewReport};
use crate::record::SchemaNumber;
use crate::rule_place::RulePlaceRecord;
use crate::witness::Witness;
use urlbnf_bnf::{Grammar, Span};

/// A finding of a review.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReviewRecord<'a> {
    schema: SchemaNumber,
    /// The name of the grammar that the new one is compared with.
    old: &'a str,
    /// The name of the new grammar.
    new: &'a str,
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = urlbnf_bnf::review::ReviewCode::ALL.map(|code| code.name())))
    )]
    code: &'static str,
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = urlbnf_bnf::review::ReviewSeverity::ALL.map(|severity| severity.name())))
    )]
    gravity: &'static str,
    /// The old name of the rule; null where the old grammar does not have it.
    old_rule: Option<&'a str>,
    /// The new name of the rule; null where the new grammar does not have it.
    new_rule: Option<&'a str>,
    /// The finding in a sentence.
    message: &'a str,
    /// A shortest string that only the new rule has; of another finding, a string that shows it.
    gained: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    gained_base64: Option<String>,
    /// A shortest string that only the old rule has; of `ambiguity-lost`, a string that had two
    /// derivations.
    lost: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    lost_base64: Option<String>,
    /// A plain string that only the new rule has, if it is not the shortest; else null.
    plain_gained: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    plain_gained_base64: Option<String>,
    /// A plain string that only the old rule has, if it is not the shortest; else null.
    plain_lost: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    plain_lost_base64: Option<String>,
    /// The old text of the rule, on one line; null where there is none.
    old_text: Option<&'a str>,
    /// The new text of the rule, on one line; null where there is none.
    new_text: Option<&'a str>,
    /// The rules that changed because of it.
    followers: &'a [&'a str],
    /// Further notes.
    notes: &'a [String],
    /// The place of the rule in the old grammar; null where the rule is not there.
    old_place: Option<FilePlaceRecord<'a>>,
    /// The place of the rule in the new grammar; null where the rule is not there.
    new_place: Option<FilePlaceRecord<'a>>,
    /// Identifies the edit, independent of its place in the file.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = crate::schema::FINGERPRINT)))]
    fingerprint: &'a str,
    /// The reason why it is accepted; null where it is not accepted.
    accepted: Option<&'a str>,
}

/// The file of a rule, and the place in it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct FilePlaceRecord<'a> {
    file: &'a str,
    #[serde(flatten)]
    place: RulePlaceRecord<'a>,
}

fn site(grammar: &Grammar, place: Span) -> FilePlaceRecord<'_> {
    let listing = grammar.listing();
    FilePlaceRecord {
        file: &listing.source(place.start).0.name,
        place: RulePlaceRecord::from_place(listing, place),
    }
}

impl ReviewReport<'_> {
    /// The findings as records.
    pub fn records(&self) -> impl Iterator<Item = ReviewRecord<'_>> {
        self.remarks.iter().map(|remark| self.record(remark))
    }

    fn record<'a>(&'a self, remark: &'a ReviewRemark<'_>) -> ReviewRecord<'a> {
        let (diff, (old, new)) = (&self.review.diff, self.names());
        let text = |found: &'a Option<Witness>| found.as_ref().map(Witness::text);
        let base64 = |found: &Option<Witness>| found.as_ref().and_then(Witness::base64);
        ReviewRecord {
            schema: SchemaNumber,
            old,
            new,
            code: remark.code.name(),
            gravity: remark.code.gravity().name(),
            old_rule: remark.old,
            new_rule: remark.new,
            message: &remark.message,
            gained: text(&remark.gained),
            gained_base64: base64(&remark.gained),
            lost: text(&remark.lost),
            lost_base64: base64(&remark.lost),
            plain_gained: text(&remark.plain_gained),
            plain_gained_base64: base64(&remark.plain_gained),
            plain_lost: text(&remark.plain_lost),
            plain_lost_base64: base64(&remark.plain_lost),
            old_text: remark.old_text.as_deref(),
            new_text: remark.new_text.as_deref(),
            followers: &remark.followers,
            notes: &remark.notes,
            old_place: remark.old_place.map(|place| site(diff.old.grammar, place)),
            new_place: remark.place.map(|place| site(diff.new.grammar, place)),
            fingerprint: &remark.fingerprint,
            accepted: remark.accepted.as_deref(),
        }
    }
}
