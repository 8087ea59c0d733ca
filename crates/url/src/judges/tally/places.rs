//! The lines of a block that may become examples of a group.
//!
//! Most blocks contribute no example, since earlier blocks have filled up the groups. So
//! candidates are kept as ranges while the block exists, and at its end the remaining ones are
//! copied into one text.

use std::ops::Range;

use super::examples::{Examples, KEPT};

/// The candidates of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    kept: Vec<Place>,
    /// If there is no more room, the number of the last candidate.
    last: Option<u64>,
}

/// A line that may be an example.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The number of lines before it in the block.
    pub met: u64,
    /// Its length in bytes.
    pub length: u64,
    /// The range of its first bytes, up to [`KEPT`].
    pub head: Range<usize>,
}

impl Places {
    /// Whether a line of this length, after `met` others, may be an example.
    #[inline]
    pub fn may_take(&self, examples: Examples, met: u64, length: u64) -> bool {
        examples.may_take(self.last, met, length)
    }

    /// Adds a candidate, a line of a block after `met` others. This is rarely called, so it is
    /// kept out of the hot path.
    #[cold]
    pub fn take(&mut self, examples: Examples, block: &[u8], met: u64, line: Range<usize>) {
        let head = line.start..line.end.min(line.start + KEPT);
        self.kept.push(Place { met, length: line.len() as u64, head });
        // For `Smallest`, candidates are sorted when there are twice as many as needed.
        let room = match examples {
            Examples::First(most) => most,
            Examples::Smallest(most) => most.saturating_mul(2),
        };
        if self.kept.len() >= room {
            self.keep(examples, block);
        }
    }

    fn keep(&mut self, examples: Examples, block: &[u8]) {
        if let Examples::Smallest(_) = examples {
            let rank = |place: &Place| (place.length, &block[place.head.clone()]);
            self.kept.sort_by(|one, other| rank(one).cmp(&rank(other)));
            // Of equal lines, the last one is kept.
            self.kept.dedup_by(|later, place| {
                let is_same = rank(later) == rank(place);
                if is_same {
                    *place = later.clone();
                }
                is_same
            });
        }
        self.kept.truncate(examples.most());
        if self.kept.len() >= examples.most() {
            let last = self.kept.last().map_or(0, |it| examples.number(it.met, it.length));
            self.last = Some(last);
        }
    }

    /// The examples of a block, with their first bytes copied to the end of a text.
    pub fn copied(mut self, examples: Examples, block: &[u8], text: &mut Vec<u8>) -> Vec<Place> {
        self.keep(examples, block);
        for place in &mut self.kept {
            let start = text.len();
            text.extend_from_slice(&block[place.head.clone()]);
            place.head = start..text.len();
        }
        self.kept
    }
}
