//! Differences that are known: the names of cases, each with the reason.

use std::collections::BTreeMap;
use std::path::Path;

use crate::chosen::{bytes, shown};
use crate::error::Error;
use crate::streams::Streams;

/// Reads a file: a line for each case, its name and behind it the reason. A line that begins
/// with `#` is for people. Without a file nothing is accepted.
pub fn read(path: Option<&Path>, streams: &Streams) -> Result<BTreeMap<String, String>, Error> {
    let Some(path) = path else { return Ok(BTreeMap::new()) };
    let (file, bytes) = (shown(path), bytes(path, streams)?);
    let text = String::from_utf8_lossy(&bytes);
    let mut known = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (id, reason) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let lacks = match (id.contains('/'), reason.trim()) {
            (false, _) => Some("the name of a case, as `rfc3986/dec-octet/drop-alternative-4`"),
            (true, "") => Some("the reason behind the name of the case"),
            _ => None,
        };
        if let Some(lacks) = lacks {
            return Err(Error::NotAccepted { file, line: number + 1, lacks });
        }
        known.insert(id.to_owned(), reason.trim().to_owned());
    }
    Ok(known)
}
