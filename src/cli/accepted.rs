//! Files of what a user accepts: each line has what is accepted, then the reason.
//!
//! A line that begins with `#` is a comment. A line without a reason is an error, because
//! later readers of the file have nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::grammar_file::{bytes, shown};
use crate::{CliError, Streams};

/// What the lines of a file accept, and the texts of errors.
pub struct AcceptFileSyntax {
    /// Whether a word can be accepted.
    pub is_one: fn(&str) -> bool,
    /// What is expected at the beginning of a line.
    pub what: &'static str,
    /// What is expected after it.
    pub why: &'static str,
}

pub struct AcceptEntry {
    /// The line number, from 1.
    pub line: usize,
    pub what: String,
    pub reason: String,
}

/// Reads the entries of a file. If `path` is `None`, nothing is accepted.
pub fn entries(
    path: Option<&Path>,
    accepts: &AcceptFileSyntax,
    streams: &Streams,
) -> Result<Vec<AcceptEntry>, CliError> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let (file, bytes) = (shown(path), bytes(path, streams)?);
    let text = String::from_utf8_lossy(&bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let entries = lines.map(|(line, text)| {
        let (what, reason) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let lacks = |lacks| Err(CliError::NotAccepted { file: file.clone(), line, lacks });
        match ((accepts.is_one)(what), reason.trim()) {
            (false, _) => lacks(accepts.what),
            (true, "") => lacks(accepts.why),
            (true, reason) => {
                Ok(AcceptEntry { line, what: what.to_owned(), reason: reason.to_owned() })
            }
        }
    });
    entries.collect()
}

const FINGERPRINTS: AcceptFileSyntax = AcceptFileSyntax {
    is_one: |text| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit()),
    what: "a fingerprint of 16 digits",
    why: "the reason after the fingerprint",
};

/// The findings of `diff` in a review, or of `lint`, that an author accepts. Entries that accept
/// no finding any more are reported, so that the file does not grow for ever.
#[derive(Debug)]
pub struct AcceptFile {
    file: String,
    /// The line and the reason, by fingerprint.
    entries: BTreeMap<String, (usize, String)>,
}

impl AcceptFile {
    /// Reads a file. If `path` is `None`, nothing is accepted.
    pub fn read(path: Option<&Path>, streams: &Streams) -> Result<AcceptFile, CliError> {
        let accepted = entries(path, &FINGERPRINTS, streams)?.into_iter();
        let entry =
            |entry: AcceptEntry| (entry.what.to_ascii_lowercase(), (entry.line, entry.reason));
        let file = path.map(shown).unwrap_or_default();
        Ok(AcceptFile { file, entries: accepted.map(entry).collect() })
    }

    /// Returns the reason why a fingerprint is accepted; `None` if it is not accepted.
    pub fn reason(&self, fingerprint: &str) -> Option<String> {
        self.entries.get(fingerprint).map(|(_, reason)| reason.clone())
    }

    /// Returns a message for each entry that accepts none of the fingerprints in `found`.
    pub fn stale<'r>(&self, found: impl IntoIterator<Item = &'r str>) -> Vec<String> {
        let found: BTreeSet<&str> = found.into_iter().collect();
        let stale =
            self.entries.iter().filter(|(fingerprint, _)| !found.contains(fingerprint.as_str()));
        let mut stale: Vec<_> = stale.collect();
        stale.sort_by_key(|(_, (line, _))| *line);
        let message = |(fingerprint, (line, _)): (&String, &(usize, String))| {
            format!("{}:{line}: {fingerprint} accepts nothing here", self.file)
        };
        stale.into_iter().map(message).collect()
    }
}
