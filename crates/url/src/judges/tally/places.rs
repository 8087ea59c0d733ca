//! The lines of a block that may be examples of a group: where they are.
//!
//! Of most blocks no line is kept in the end, since those before had enough. So they are
//! pointed at as long as the block is there, and what is left of them at its end is copied
//! into one text.

use std::ops::Range;

use super::examples::{Examples, KEPT};

/// Those of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    kept: Vec<Place>,
    /// Once there is no more room, the number of the last of them.
    last: Option<u64>,
}

/// A line that may be an example.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// How many lines of the block were before it.
    pub met: u64,
    /// How long it is, in bytes.
    pub length: u64,
    /// Where its first bytes are, as many as are kept of it.
    pub head: Range<usize>,
}

impl Places {
    /// Whether a line of a length may be one of them, after so many others.
    #[inline]
    pub fn may_take(&self, examples: Examples, met: u64, length: u64) -> bool {
        examples.may_take(self.last, met, length)
    }

    /// Takes a line of a block that may be one of them, after so many others. Few come here:
    /// it stays out of the way of the others.
    #[cold]
    pub fn take(&mut self, examples: Examples, block: &[u8], met: u64, line: Range<usize>) {
        let head = line.start..line.end.min(line.start + KEPT);
        self.kept.push(Place { met, length: line.len() as u64, head });
        // The smallest are looked for when there may be as many others.
        let room = match examples {
            Examples::First(most) => most,
            Examples::Smallest(most) => most.saturating_mul(2),
        };
        if self.kept.len() >= room {
            self.keep(examples, block);
        }
    }

    /// Keeps those that are examples of a block.
    fn keep(&mut self, examples: Examples, block: &[u8]) {
        if let Examples::Smallest(_) = examples {
            let rank = |place: &Place| (place.length, &block[place.head.clone()]);
            self.kept.sort_by(|one, other| rank(one).cmp(&rank(other)));
            // Of the same ones the last one stays.
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

    /// Those that are examples of a block, with their heads at the end of a text.
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
