//! The counts of a report, for its summary.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::LineFindingKind;
use urlbnf_url::verdict::Verdict;

/// The counts of a report.
#[derive(Debug, Default)]
pub struct ReportTally {
    /// The number of judged lines.
    pub lines: u64,
    /// The number of empty lines, which were not judged.
    pub empty: u64,
    verdicts: [u64; Verdict::ALL.len()],
    kinds: IndexMap<LineFindingKind, KindCounts, RandomState>,
}

/// The counts of one kind.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct KindCounts {
    /// All findings of the kind.
    pub all: u64,
    /// The findings that were shown.
    pub shown: u64,
}

impl ReportTally {
    /// Counts the verdicts of one line.
    pub fn count_line(&mut self, verdicts: impl IntoIterator<Item = Verdict>) {
        self.lines += 1;
        for verdict in verdicts {
            self.verdicts[verdict as usize] += 1;
        }
    }

    /// Whether to show a line with these kinds: fewer than `limit` of some kind were shown.
    pub fn shows(&self, kinds: &[LineFindingKind], limit: u64) -> bool {
        let shown = |kind: &LineFindingKind| self.kinds.get(kind).map_or(0, |seen| seen.shown);
        kinds.iter().any(|kind| shown(kind) < limit)
    }

    /// Counts the kinds of one line, and returns whether to show it.
    pub fn count_kinds(&mut self, kinds: &[LineFindingKind], limit: u64) -> bool {
        let show = self.shows(kinds, limit);
        for kind in kinds {
            let seen = self.seen(kind);
            seen.all += 1;
            seen.shown += u64::from(show);
        }
        show
    }

    /// Adds the counts of a part of the input of which nothing was shown.
    pub fn add(&mut self, part: &ReportTally) {
        self.lines += part.lines;
        self.empty += part.empty;
        for (all, of_part) in self.verdicts.iter_mut().zip(part.verdicts) {
            *all += of_part;
        }
        for (kind, seen) in &part.kinds {
            self.seen(kind).all += seen.all;
        }
    }

    /// Counts kinds that are not shown.
    #[inline]
    pub fn count_hidden(&mut self, kinds: &[LineFindingKind]) {
        for kind in kinds {
            self.seen(kind).all += 1;
        }
    }

    /// The counts of a kind. Only the first finding of a kind copies it.
    #[inline]
    fn seen(&mut self, kind: &LineFindingKind) -> &mut KindCounts {
        let new = |kinds: &mut IndexMap<LineFindingKind, KindCounts, RandomState>| {
            kinds.insert_full(kind.clone(), KindCounts::default()).0
        };
        let index = self.kinds.get_index_of(kind).unwrap_or_else(|| new(&mut self.kinds));
        &mut self.kinds[index]
    }

    /// The number of judgements with a verdict.
    pub fn verdicts(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// The kinds, the most frequent first.
    pub fn kinds(&self) -> Vec<(LineFindingKind, KindCounts)> {
        let mut kinds: Vec<(LineFindingKind, KindCounts)> =
            self.kinds.iter().map(|(kind, &seen)| (kind.clone(), seen)).collect();
        kinds.sort_by(|(one, of_one), (two, of_two)| (of_two.all, one).cmp(&(of_one.all, two)));
        kinds
    }
}
