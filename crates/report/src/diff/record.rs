//! Witnesses of a diff as data: the text of each, and the exact bytes of one that is not text.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::witness::Witness;

/// A string that was gained.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct GainedStringRecord<'a> {
    /// A string that is only in the new language; null where there is none.
    gained: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    gained_base64: Option<String>,
}

/// A string that was lost.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct LostStringRecord<'a> {
    /// A string that is only in the old language; null where there is none.
    lost: Option<Cow<'a, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    lost_base64: Option<String>,
}

/// A string with two derivations.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct AmbiguousStringRecord<'a> {
    /// A shortest such string.
    string: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    string_base64: Option<String>,
}

/// Writes a string that was gained.
pub(super) fn gained<S: Serializer>(witness: &Option<Witness>, to: S) -> Result<S::Ok, S::Error> {
    let gained = witness.as_ref().map(Witness::text);
    GainedStringRecord { gained, gained_base64: witness.as_ref().and_then(Witness::base64) }
        .serialize(to)
}

/// Writes a string that was lost.
pub(super) fn lost<S: Serializer>(witness: &Option<Witness>, to: S) -> Result<S::Ok, S::Error> {
    let lost = witness.as_ref().map(Witness::text);
    LostStringRecord { lost, lost_base64: witness.as_ref().and_then(Witness::base64) }.serialize(to)
}

/// Writes an ambiguous string.
pub(super) fn string<S: Serializer>(witness: &Witness, to: S) -> Result<S::Ok, S::Error> {
    AmbiguousStringRecord { string: witness.text(), string_base64: witness.base64() }.serialize(to)
}
