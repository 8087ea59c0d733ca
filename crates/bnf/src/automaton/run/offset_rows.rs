//! The offsets at which the productions of waiting positions were entered, with shared beginnings.

use super::super::PositionEdge;

/// Unused entries are removed when there are more entries than this, and later when their number
/// has doubled.
const MOST: usize = 1 << 6;
/// The initial capacity, in entries.
const ROOM: usize = 1 << 5;

/// Rows of offsets. A row has an offset for each level of a chain of productions, and is stored as
/// its difference from an earlier row.
#[derive(Debug, Clone)]
pub(super) struct OffsetRows {
    entries: Vec<OffsetRowDelta>,
    most: usize,
}

#[derive(Debug, Clone, Copy)]
struct OffsetRowDelta {
    /// The offset at all levels from `begun` on.
    offset: usize,
    begun: usize,
    /// The levels below this one are those of the entry before; from here to `begun` the
    /// offset is that of the level below.
    kept: usize,
    before: usize,
}

impl OffsetRows {
    /// One row, which is 0 at all levels.
    pub fn new() -> OffsetRows {
        let mut entries = Vec::with_capacity(ROOM);
        entries.push(OffsetRowDelta { offset: 0, begun: 0, kept: 0, before: 0 });
        OffsetRows { entries, most: MOST }
    }

    /// Removes all rows but the first one.
    pub fn clear(&mut self) {
        self.entries.truncate(1);
    }

    /// The offset at which the production at a level of the chain was entered.
    pub fn at(&self, row: usize, mut level: usize) -> usize {
        let mut entry = self.entries[row];
        while level < entry.begun {
            level = level.min(entry.kept - 1);
            entry = self.entries[entry.before];
        }
        entry.offset
    }

    /// Adds the row behind an edge.
    pub fn enter(&mut self, row: usize, edge: &PositionEdge, offset: usize) -> usize {
        let kept = edge.common_depth as usize;
        let begun = if kept == 0 { 0 } else { kept.max(edge.shared_start_depth as usize) };
        self.add(OffsetRowDelta { offset, begun, kept, before: row })
    }

    /// Adds a row of given offsets.
    pub fn add_row(&mut self, offsets: &[usize]) -> usize {
        let entries = offsets.iter().enumerate();
        entries.fold(0, |before, (level, &offset)| match self.entries[before].offset == offset {
            true => before,
            false => self.add(OffsetRowDelta { offset, begun: level, kept: level, before }),
        })
    }

    fn add(&mut self, mut entry: OffsetRowDelta) -> usize {
        // Skip entries that the new one hides, so that a row has no more entries than levels.
        while entry.kept > 0 && self.entries[entry.before].kept >= entry.kept {
            entry.before = self.entries[entry.before].before;
        }
        self.entries.push(entry);
        self.entries.len() - 1
    }

    /// Whether unused entries should be removed.
    pub fn are_many(&self) -> bool {
        self.entries.len() > self.most
    }

    /// Removes the entries that none of these rows uses, and renumbers the rows.
    pub fn tidy<'r>(&mut self, rows: impl Iterator<Item = &'r mut usize>) {
        let rows: Vec<&mut usize> = rows.collect();
        let mut numbers = vec![0; self.entries.len()];
        rows.iter().for_each(|row| numbers[**row] = 1);
        for (number, entry) in self.entries.iter().enumerate().rev() {
            if numbers[number] == 1 && entry.kept > 0 {
                numbers[entry.before] = 1;
            }
        }
        numbers[0] = 0;
        let mut kept = 1;
        for number in 1..numbers.len() {
            if numbers[number] == 1 {
                let mut entry = self.entries[number];
                entry.before = if entry.kept > 0 { numbers[entry.before] } else { 0 };
                (self.entries[kept], numbers[number]) = (entry, kept);
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        self.most = MOST.max(2 * kept);
        rows.into_iter().for_each(|row| *row = numbers[*row]);
    }
}
