//! Differences that are known: patterns for the names of cases, each with the reason.

use std::path::Path;

use urlbnf::report::conformity::Accepted;

use crate::error::Error;
use crate::reasons::{self, Accepts};
use crate::streams::Streams;

const CASES: Accepts = Accepts {
    is_one: |text| text.contains('/'),
    what: "the name of a case, as `rfc3986/dec-octet/drop-alternative-4`, or a pattern, as `rfc3986/*/class-wider`",
    why: "the reason after the name of the case",
};

/// Reads a file: a line for each pattern, and after it the reason. Without a file nothing is
/// accepted.
pub fn read(path: Option<&Path>, streams: &Streams) -> Result<Vec<Accepted>, Error> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let accepted = reasons::read(path, &CASES, streams)?.into_iter();
    Ok(accepted.map(|it| Accepted { pattern: it.what, reason: it.reason }).collect())
}
