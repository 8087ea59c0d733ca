//! What was meant: the findings of a review that an author accepts, each with the reason.
//!
//! A line has the fingerprint of a finding and the reason behind it; a line that begins with
//! `#` is for people. An entry that accepts nothing any more is told, so that the file does
//! not grow for ever.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use crate::chosen::{bytes, shown};
use crate::error::Error;
use crate::streams::Streams;

/// The entries of a file.
#[derive(Debug, Default)]
pub struct Accepted {
    file: String,
    /// By fingerprint: the line and the reason.
    entries: BTreeMap<String, (usize, String)>,
    /// The fingerprints that were asked for and are there.
    met: RefCell<Vec<String>>,
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
        Ok(Accepted { file, entries, met: RefCell::default() })
    }

    /// Why a fingerprint is accepted, if it is.
    pub fn reason(&self, fingerprint: &str) -> Option<String> {
        let (_, reason) = self.entries.get(fingerprint)?;
        self.met.borrow_mut().push(fingerprint.to_owned());
        Some(reason.clone())
    }

    /// The entries that accepted nothing, in words.
    pub fn stale(&self) -> Vec<String> {
        let met = self.met.borrow();
        let stale = self.entries.iter().filter(|(fingerprint, _)| !met.contains(fingerprint));
        let mut stale: Vec<_> = stale.collect();
        stale.sort_by_key(|(_, (line, _))| *line);
        let told = |(fingerprint, (line, _)): (&String, &(usize, String))| {
            format!("{}:{line}: {fingerprint} accepts nothing here", self.file)
        };
        stale.into_iter().map(told).collect()
    }
}
