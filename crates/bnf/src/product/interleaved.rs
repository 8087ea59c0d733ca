//! Several lines at once, walked in turn.
//!
//! Each step through a table waits for the one before it, some cycles in which a
//! processor could do as much again. So eight pieces of a block, of whole lines,
//! are walked side by side, each in its lane, a byte at a time; the end of a line
//! leads back to the start. Where a line ends is not asked for on the way: the row
//! after every byte is written down, and looked up where the lines have ended.

use std::ops::{ControlFlow, Range};

use urlbnf_language::BYTES;

use super::ends::{Ends, STRIDE};
use super::table::{LINE_END, Row, START};

/// How many pieces are walked at once.
const LANES: usize = 8;
/// The most bytes of a piece. The lanes are no power of two apart: those would all want the
/// same few places of a cache.
const LENGTH: usize = 65 * STRIDE;
// Ends are noted in whole strides, and in two bytes.
const _: () = assert!(LENGTH.is_multiple_of(STRIDE) && LENGTH <= u16::MAX as usize);

/// Pieces of a block.
#[derive(Debug)]
pub(super) struct Lanes {
    /// Where they are in the block, in order and without a gap.
    pieces: [Range<usize>; LANES],
    bytes: Box<[[u8; LENGTH]; LANES]>,
    /// Where their lines end.
    ends: Box<[Ends<LENGTH>; LANES]>,
    /// The row after each byte.
    rows: Box<[[u16; LENGTH]; LANES]>,
}

/// A line of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// Where it is in the block, without its end.
    pub place: Range<usize>,
    /// Where the next one begins.
    pub next: usize,
    /// The row after its last byte; that of the start for an empty line.
    pub row: u16,
}

impl Lanes {
    pub fn new() -> Lanes {
        Lanes {
            pieces: [const { 0..0 }; LANES],
            bytes: Box::new([[LINE_END; LENGTH]; LANES]),
            ends: Box::new([const { Ends::NONE }; LANES]),
            rows: Box::new([[START; LENGTH]; LANES]),
        }
    }

    /// Takes as many whole lines of a block as there is room for, from where one
    /// begins, and walks them. Says where the next one begins: at `from` if there
    /// is no room for the first one alone.
    pub fn walk(&mut self, table: &[Row], block: &[u8], from: usize) -> usize {
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

    /// The lines that were walked, in order, until it is enough.
    #[inline]
    pub fn lines<B>(
        &self,
        block: &[u8],
        mut each: impl FnMut(Line) -> ControlFlow<B>,
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
                each(Line { place, next: piece.start + start, row })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A line without its end, LF or CR LF, which is at `end` if there is one. At the
/// end of the block a CR is a byte of the line.
#[inline]
pub(super) fn line(block: &[u8], start: usize, end: usize) -> Range<usize> {
    let carriage = end < block.len() && block[start..end].last() == Some(&b'\r');
    start..end - usize::from(carriage)
}

// By itself, its lanes stay in registers.
#[inline(never)]
fn step(
    table: &[Row],
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
