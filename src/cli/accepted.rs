//! The findings of `diff` in a review, or of `lint`, that an author accepts, each with a
//! reason.
//!
//! Each line has the fingerprint of a finding, then the reason. Entries that accept no finding
//! any more are reported, so that the file does not grow for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::chosen::shown;
use crate::error::Error;
use crate::reasons::{self, Accepts};
use crate::streams::Streams;

const FINGERPRINTS: Accepts = Accepts {
    is_one: |text| text.len() == 16 && text.bytes().all(|it| it.is_ascii_hexdigit()),
    what: "a fingerprint of 16 digits",
    why: "the reason after the fingerprint",
};

/// The entries of an accept file.
#[derive(Debug, Default)]
pub struct Accepted {
    file: String,
    /// The line and the reason, by fingerprint.
    entries: BTreeMap<String, (usize, String)>,
}

impl Accepted {
    /// Reads a file. If `path` is `None`, nothing is accepted.
    pub fn read(path: Option<&Path>, streams: &Streams) -> Result<Accepted, Error> {
        let Some(path) = path else { return Ok(Accepted::default()) };
        let accepted = reasons::read(path, &FINGERPRINTS, streams)?.into_iter();
        let entry = |it: reasons::Accepted| (it.what.to_ascii_lowercase(), (it.line, it.reason));
        Ok(Accepted { file: shown(path), entries: accepted.map(entry).collect() })
    }

    /// Returns the reason why a fingerprint is accepted; `None` if it is not accepted.
    pub fn reason(&self, fingerprint: &str) -> Option<String> {
        self.entries.get(fingerprint).map(|(_, reason)| reason.clone())
    }

    /// Returns a message for each entry that accepts none of the fingerprints in `found`.
    pub fn stale<'r>(&self, found: impl IntoIterator<Item = &'r str>) -> Vec<String> {
        let found: BTreeSet<&str> = found.into_iter().collect();
        let stale = self.entries.iter().filter(|(it, _)| !found.contains(it.as_str()));
        let mut stale: Vec<_> = stale.collect();
        stale.sort_by_key(|(_, (line, _))| *line);
        let told = |(fingerprint, (line, _)): (&String, &(usize, String))| {
            format!("{}:{line}: {fingerprint} accepts nothing here", self.file)
        };
        stale.into_iter().map(told).collect()
    }
}
