//! Findings as JSON.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Remark, Report};
use crate::record::SCHEMA;
use crate::spot::Spot;
use crate::witness::{self, Witness};
use urlbnf_bnf::{Grammar, Place};

/// A finding as JSON.
#[derive(Debug)]
pub struct Record<'a> {
    remark: &'a Remark<'a>,
    names: (&'a str, &'a str),
    sites: (Option<Site<'a>>, Option<Site<'a>>),
}

/// The file of a rule, and the place in it.
#[derive(Debug, Serialize)]
pub struct Site<'a> {
    file: &'a str,
    #[serde(flatten)]
    spot: Spot<'a>,
}

fn site(grammar: &Grammar, place: Place) -> Site<'_> {
    let listing = grammar.listing();
    Site { file: &listing.source(place.start).0.name, spot: Spot::of(listing, place) }
}

impl Report<'_> {
    /// The findings as records.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let diff = &self.review.diff;
        self.remarks.iter().map(move |remark| Record {
            remark,
            names: (&diff.old.name, &diff.new.name),
            sites: (
                remark.old_place.map(|place| site(diff.old.grammar, place)),
                remark.place.map(|place| site(diff.new.grammar, place)),
            ),
        })
    }
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Record { remark, names, sites } = self;
        let mut record = Map::new();
        let mut put = |key: &str, value: Value| {
            record.insert(key.to_owned(), value);
        };
        put("schema", SCHEMA.into());
        put("old", names.0.into());
        put("new", names.1.into());
        put("code", remark.code.name().into());
        put("gravity", remark.code.gravity().name().into());
        put("old_rule", remark.old.into());
        put("new_rule", remark.new.into());
        put("message", remark.message.as_str().into());
        for (key, found) in [
            ("gained", &remark.gained),
            ("lost", &remark.lost),
            ("plain_gained", &remark.plain_gained),
            ("plain_lost", &remark.plain_lost),
        ] {
            let bytes = found.as_ref().map(Witness::bytes);
            put(key, bytes.map(witness::text).into());
            put(&format!("{key}_base64"), bytes.and_then(witness::base64).into());
        }
        put("old_text", remark.old_text.clone().into());
        put("new_text", remark.new_text.clone().into());
        put("followers", remark.followers.clone().into());
        put("notes", remark.notes.clone().into());
        for (key, site) in [("old_place", &sites.0), ("new_place", &sites.1)] {
            put(key, serde_json::to_value(site).map_err(serde::ser::Error::custom)?);
        }
        put("fingerprint", remark.fingerprint.as_str().into());
        put("accepted", remark.accepted.clone().into());
        record.serialize(serializer)
    }
}
