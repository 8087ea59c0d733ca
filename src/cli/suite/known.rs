//! Differences that are known: the names of cases, each with the reason.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::Error;
use crate::reasons::{self, Accepts};
use crate::streams::Streams;

const CASES: Accepts = Accepts {
    is_one: |text| text.contains('/'),
    what: "the name of a case, as `rfc3986/dec-octet/drop-alternative-4`",
    why: "the reason after the name of the case",
};

/// Reads a file: a line for each case, its name and after it the reason. Without a file nothing is
/// accepted.
pub fn read(path: Option<&Path>, streams: &Streams) -> Result<BTreeMap<String, String>, Error> {
    let Some(path) = path else { return Ok(BTreeMap::new()) };
    let accepted = reasons::read(path, &CASES, streams)?.into_iter();
    Ok(accepted.map(|it| (it.what, it.reason)).collect())
}
