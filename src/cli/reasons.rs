//! Files of what a user accepts: each line has what is accepted, then the reason.
//!
//! A line that begins with `#` is a comment. A line without a reason is an error, because
//! later readers of the file have nothing else.

use std::path::Path;

use crate::chosen::{bytes, shown};
use crate::error::Error;
use crate::streams::Streams;

/// What the lines of a file accept, and the texts of errors.
pub struct Accepts {
    /// Whether a word can be accepted.
    pub is_one: fn(&str) -> bool,
    /// What is expected at the beginning of a line.
    pub what: &'static str,
    /// What is expected after it.
    pub why: &'static str,
}

/// An entry of a file.
pub struct Accepted {
    /// The line number, from 1.
    pub line: usize,
    /// What the entry accepts.
    pub what: String,
    /// The reason.
    pub reason: String,
}

/// Reads the entries of a file.
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
