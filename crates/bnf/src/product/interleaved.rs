//! Walks several lines at once.
//!
//! Each table lookup depends on the one before it, and the processor is idle meanwhile. So eight
//! pieces of a block, each of whole lines, are walked side by side in lanes, a byte of each at a
//! time. A line end leads back to the start. The loop does not look for line ends: it records
//! the row after every byte, and the rows at the line ends are read afterwards.

use std::ops::{ControlFlow, Range};

use urlbnf_language::BYTES;

use super::ends::{LineEndOffsets, STRIDE};
use super::table::{LINE_END, START, TransitionRow};

/// How many pieces are walked at once.
const LANES: usize = 8;
/// The most bytes of a piece. Not a power of two, since lanes at such distances would compete
/// for the same cache sets.
const LENGTH: usize = 65 * STRIDE;
// Line ends are recorded in whole strides, as `u16`.
const _: () = assert!(LENGTH.is_multiple_of(STRIDE) && LENGTH <= u16::MAX as usize);

/// Pieces of a block, and the buffers for walking them.
#[derive(Debug)]
pub(super) struct InterleavedWalker {
    /// Their ranges in the block, in order and without gaps.
    pieces: [Range<usize>; LANES],
    bytes: Box<[[u8; LENGTH]; LANES]>,
    /// The line ends of each piece.
    ends: Box<[LineEndOffsets<LENGTH>; LANES]>,
    /// The row after each byte.
    rows: Box<[[u16; LENGTH]; LANES]>,
}

/// A line of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WalkedLine {
    /// Its range in the block, without its end.
    pub place: Range<usize>,
    /// The offset of the next line.
    pub next: usize,
    /// The row after its last byte; for an empty line, the start.
    pub row: u16,
}

impl InterleavedWalker {
    pub fn new() -> InterleavedWalker {
        InterleavedWalker {
            pieces: [const { 0..0 }; LANES],
            bytes: Box::new([[LINE_END; LENGTH]; LANES]),
            ends: Box::new([const { LineEndOffsets::NONE }; LANES]),
            rows: Box::new([[START; LENGTH]; LANES]),
        }
    }

    /// Walks as many whole lines of a block, from the line at `from` on, as there is room for.
    /// Returns the offset of the next line, which is `from` if the first line alone is too long.
    pub fn walk(&mut self, table: &[TransitionRow], block: &[u8], from: usize) -> usize {
        let mut end = from;
        let mut longest = 0;
        let lanes = self.bytes.iter_mut().zip(&mut *self.ends);
        for (piece, (bytes, ends)) in self.pieces.iter_mut().zip(lanes) {
            let rest = &block[end..];
            ends.copy(&rest[..rest.len().min(LENGTH)], bytes);
            let whole = ends.all().last().map_or(0, |&end| usize::from(end) + 1);
            let length = if rest.len() <= LENGTH { rest.len() } else { whole };
            if length > whole {
                ends.push(length);
            }
            longest = longest.max(length);
            *piece = end..end + length;
            end = piece.end;
        }
        step(table, &self.bytes, &mut self.rows, longest);
        end
    }

    /// Passes the lines that were walked to `each`, in order, until it breaks.
    #[inline]
    pub fn lines<B>(
        &self,
        block: &[u8],
        mut each: impl FnMut(WalkedLine) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let lanes = self.ends.iter().zip(&*self.rows);
        for (piece, (ends, rows)) in self.pieces.iter().zip(lanes) {
            let bytes = &block[piece.clone()];
            let mut start = 0;
            for end in ends.all().iter().map(|&end| usize::from(end)) {
                let line = line(bytes, start, end);
                let row = if line.is_empty() { START } else { rows[line.end - 1] };
                start = end + 1;
                let place = piece.start + line.start..piece.start + line.end;
                each(WalkedLine { place, next: piece.start + start, row })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The range of a line without its end, LF or CR LF; `end` is the offset of the LF, if there is
/// one. At the end of the block, a CR belongs to the line.
#[inline]
pub(super) fn line(block: &[u8], start: usize, end: usize) -> Range<usize> {
    let carriage = end < block.len() && block[start..end].last() == Some(&b'\r');
    start..end - usize::from(carriage)
}

// Not inlined, so that the lanes stay in registers.
#[inline(never)]
fn step(
    table: &[TransitionRow],
    bytes: &[[u8; LENGTH]; LANES],
    rows: &mut [[u16; LENGTH]; LANES],
    length: usize,
) {
    let table = table.as_flattened();
    let mut at = [usize::from(START); LANES];
    for byte in 0..length.min(LENGTH) {
        for lane in 0..LANES {
            let next = table[at[lane] * BYTES + usize::from(bytes[lane][byte])];
            rows[lane][byte] = next;
            at[lane] = usize::from(next);
        }
    }
}
