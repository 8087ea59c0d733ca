//! Findings as JSON.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Remark, Report};
use crate::record::{SCHEMA, joined};
use crate::rule_place::RulePlace;
use crate::witness::{self, Witness};
use urlbnf_bnf::{Grammar, Place};

/// The file of a rule, and the place in it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Site<'a> {
    file: &'a str,
    #[serde(flatten)]
    place: RulePlace<'a>,
}

fn site(grammar: &Grammar, place: Place) -> Site<'_> {
    let listing = grammar.listing();
    Site { file: &listing.source(place.start).0.name, place: RulePlace::of(listing, place) }
}

impl Report<'_> {
    /// The findings as records.
    pub fn records(&self) -> impl Iterator<Item = Value> {
        self.remarks.iter().map(|remark| self.record(remark))
    }

    fn record(&self, remark: &Remark<'_>) -> Value {
        let (diff, (old, new)) = (&self.review.diff, self.names());
        let head = json!({
            "schema": SCHEMA,
            "old": old,
            "new": new,
            "code": remark.code.name(),
            "gravity": remark.code.gravity().name(),
            "old_rule": remark.old,
            "new_rule": remark.new,
            "message": remark.message,
        });
        let strings = [
            ("gained", &remark.gained),
            ("lost", &remark.lost),
            ("plain_gained", &remark.plain_gained),
            ("plain_lost", &remark.plain_lost),
        ];
        let head = strings.into_iter().fold(head, |head, (key, found)| {
            joined(head, witness::keys(key, found.as_ref().map(Witness::bytes)))
        });
        let rest = json!({
            "old_text": remark.old_text,
            "new_text": remark.new_text,
            "followers": remark.followers,
            "notes": remark.notes,
            "old_place": remark.old_place.map(|place| site(diff.old.grammar, place)),
            "new_place": remark.place.map(|place| site(diff.new.grammar, place)),
            "fingerprint": remark.fingerprint,
            "accepted": remark.accepted,
        });
        joined(head, rest)
    }
}
