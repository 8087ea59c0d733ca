//! What was meant: the findings of a review, or of `lint`, that an author accepts, each with the reason.
//!
//! A line has the fingerprint of a finding and the reason after it. An entry that accepts nothing
//! any more is told, so that the file does not grow for ever.

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
        let accepted = reasons::read(path, &FINGERPRINTS, streams)?.into_iter();
        let entry = |it: reasons::Accepted| (it.what.to_ascii_lowercase(), (it.line, it.reason));
        Ok(Accepted { file: shown(path), entries: accepted.map(entry).collect() })
    }

    /// Why a fingerprint is accepted, if it is.
    pub fn reason(&self, fingerprint: &str) -> Option<String> {
        self.entries.get(fingerprint).map(|(_, reason)| reason.clone())
    }

    /// The entries that accept none of what was `found`, in words.
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
