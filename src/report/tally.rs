//! How often what was found: the summary of a report.

use std::collections::BTreeMap;

use super::{Entry, Kind};
use crate::verdict::Verdict;

/// The counts of a report.
#[derive(Debug, Default)]
pub struct Tally {
    /// Lines that were judged.
    pub lines: u64,
    /// Lines that are empty, and were not.
    pub empty: u64,
    verdicts: [u64; 3],
    kinds: BTreeMap<Kind, Seen>,
}

/// How many of a kind there were.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// All of them.
    pub all: u64,
    /// Those that were shown.
    pub shown: u64,
}

impl Tally {
    /// Counts the entries of one line. Whether they are to be shown: where
    /// there is a kind of which fewer than `limit` were.
    pub fn count(&mut self, entries: &[Entry<'_>], limit: u64) -> bool {
        self.lines += 1;
        let kinds: Vec<Kind> = entries.iter().filter_map(Entry::kind).collect();
        let shown = |kind: &Kind| self.kinds.get(kind).map_or(0, |seen| seen.shown);
        let show = kinds.iter().any(|kind| shown(kind) < limit);
        for kind in kinds {
            let seen = self.kinds.entry(kind).or_default();
            seen.all += 1;
            seen.shown += u64::from(show);
        }
        for entry in entries {
            self.verdicts[entry.verdict() as usize] += 1;
        }
        show
    }

    /// How many judgements had a verdict.
    pub fn verdicts(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// The kinds, the most frequent first.
    pub fn kinds(&self) -> Vec<(Kind, Seen)> {
        let mut kinds: Vec<(Kind, Seen)> =
            self.kinds.iter().map(|(&kind, &seen)| (kind, seen)).collect();
        kinds.sort_by_key(|&(kind, seen)| (std::cmp::Reverse(seen.all), kind));
        kinds
    }
}
