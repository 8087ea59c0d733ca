//! What was meant: the findings of a review that an author accepts, each with the reason.
//!
//! A line has the fingerprint of a finding and the reason behind it; a line that begins with
//! `#` is for people. An entry that accepts nothing any more is told, so that the file does
//! not grow for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use urlbnf::report::review::Report;

use crate::chosen::{bytes, shown};
use crate::error::Error;
use crate::streams::Streams;

/// The entries of a file.
#[derive(Debug, Default)]
pub struct Accepted {
    file: String,
    /// By fingerprint: the line and the reason.
    entries: BTreeMap<String, (usize, String)>,
}

impl Accepted {
    /// Reads a file; without one nothing is accepted.
    pub fn read(path: Option<&Path>, streams: &Streams) -> Result<Accepted, Error> {
        let Some(path) = path else { return Ok(Accepted::default()) };
        let (file, bytes) = (shown(path), bytes(path, streams)?);
        let text = String::from_utf8_lossy(&bytes);
        let mut entries = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (fingerprint, reason) = line.split_once([' ', '\t']).unwrap_or((line, ""));
            let is_one =
                fingerprint.len() == 16 && fingerprint.bytes().all(|it| it.is_ascii_hexdigit());
            let lacks = match (is_one, reason.trim()) {
                (false, _) => Some("a fingerprint of 16 digits"),
                (true, "") => Some("the reason behind the fingerprint"),
                _ => None,
            };
            if let Some(lacks) = lacks {
                return Err(Error::NotAccepted { file, line: number + 1, lacks });
            }
            let entry = (number + 1, reason.trim().to_owned());
            entries.insert(fingerprint.to_ascii_lowercase(), entry);
        }
        Ok(Accepted { file, entries })
    }

    /// Why a fingerprint is accepted, if it is.
    pub fn reason(&self, fingerprint: &str) -> Option<String> {
        self.entries.get(fingerprint).map(|(_, reason)| reason.clone())
    }

    /// The entries that accept none of what was found, in words.
    pub fn stale(&self, reports: &[Report<'_>]) -> Vec<String> {
        let found = reports.iter().flat_map(|report| &report.remarks);
        let found: BTreeSet<&str> = found.map(|remark| remark.fingerprint.as_str()).collect();
        let stale = self.entries.iter().filter(|(it, _)| !found.contains(it.as_str()));
        let mut stale: Vec<_> = stale.collect();
        stale.sort_by_key(|(_, (line, _))| *line);
        let told = |(fingerprint, (line, _)): (&String, &(usize, String))| {
            format!("{}:{line}: {fingerprint} accepts nothing here", self.file)
        };
        stale.into_iter().map(told).collect()
    }
}
