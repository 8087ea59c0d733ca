//! A file of what is accepted: on each line what, and after it the reason.
//!
//! A line that begins with `#` is for people. A line without a reason is an error: who reads
//! the file later has nothing else.

use std::path::Path;

use crate::chosen::{bytes, shown};
use crate::error::Error;
use crate::streams::Streams;

/// What a line accepts, and what is said where it does not.
pub struct Accepts {
    /// Whether this may be accepted.
    pub is_one: fn(&str) -> bool,
    /// What should are at the beginning of a line.
    pub what: &'static str,
    /// What should follow it.
    pub why: &'static str,
}

/// A line that accepts something.
pub struct Accepted {
    /// Its number, from 1.
    pub line: usize,
    /// What it accepts.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// Reads a file.
pub fn read(path: &Path, accepts: &Accepts, streams: &Streams) -> Result<Vec<Accepted>, Error> {
    let (file, bytes) = (shown(path), bytes(path, streams)?);
    let text = String::from_utf8_lossy(&bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let accepted = lines.map(|(line, text)| {
        let (what, reason) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let lacks = |lacks| Err(Error::NotAccepted { file: file.clone(), line, lacks });
        match ((accepts.is_one)(what), reason.trim()) {
            (false, _) => lacks(accepts.what),
            (true, "") => lacks(accepts.why),
            (true, reason) => {
                Ok(Accepted { line, what: what.to_owned(), reason: reason.to_owned() })
            }
        }
    });
    accepted.collect()
}
