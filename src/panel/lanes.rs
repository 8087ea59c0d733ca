//! Several lines at once.
//!
//! Each step through a table waits for the one before it, some cycles in which a
//! processor could do as much again. So eight lines are walked side by side, each
//! in its lane, eight bytes at a time; behind the end of a line comes a byte that
//! leads nowhere, and a lane whose line is done takes the next one.

use super::table::{IDLE, START};

/// How many lines are walked at once.
const LANES: usize = 8;
/// How many bytes are taken at once.
const STRIDE: usize = 8;

/// A line of a block: where it begins and ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Copy, Default)]
struct Lane {
    busy: bool,
    line: usize,
    at: usize,
    end: usize,
}

/// The row in which each line ends.
pub(super) fn walk(rows: &[u32], block: &[u8], lines: &[Span], ends: &mut Vec<u32>) {
    ends.clear();
    ends.resize(lines.len(), START);
    let mut waiting = lines.iter().enumerate();
    let mut lanes = [Lane::default(); LANES];
    let mut row = [START; LANES];
    loop {
        let mut busy = false;
        let mut shortest = usize::MAX;
        for (lane, row) in lanes.iter_mut().zip(&mut row) {
            if lane.at >= lane.end {
                if lane.busy {
                    ends[lane.line] = *row;
                }
                *row = START;
                *lane = match waiting.next() {
                    Some((line, span)) => Lane { busy: true, line, at: span.start, end: span.end },
                    None => Lane::default(),
                };
            }
            if lane.busy {
                busy = true;
                shortest = shortest.min(lane.end - lane.at);
            }
        }
        if !busy {
            return;
        }
        if lanes.iter().all(|lane| lane.busy) {
            for _ in 0..shortest / STRIDE {
                let mut bytes = [[IDLE; STRIDE]; LANES];
                for (bytes, lane) in bytes.iter_mut().zip(&mut lanes) {
                    if let Some(there) = block.get(lane.at..lane.at + STRIDE) {
                        bytes.copy_from_slice(there);
                    }
                    lane.at += STRIDE;
                }
                step(rows, &mut row, &bytes);
            }
            if shortest % STRIDE == 0 {
                continue;
            }
        }
        let mut bytes = [[IDLE; STRIDE]; LANES];
        for (bytes, lane) in bytes.iter_mut().zip(&mut lanes) {
            *bytes = taken(block, lane.at, lane.end);
            lane.at += STRIDE;
        }
        step(rows, &mut row, &bytes);
    }
}

#[inline(always)]
fn step(rows: &[u32], row: &mut [u32; LANES], bytes: &[[u8; STRIDE]; LANES]) {
    let mut at = *row;
    for step in 0..STRIDE {
        for lane in 0..LANES {
            at[lane] = rows[at[lane] as usize + usize::from(bytes[lane][step])];
        }
    }
    *row = at;
}

/// Eight bytes, those behind the end idle.
#[inline(always)]
fn taken(block: &[u8], at: usize, end: usize) -> [u8; STRIDE] {
    const ALL_IDLE: u64 = u64::from_le_bytes([IDLE; STRIDE]);
    let length = end.saturating_sub(at);
    if length == 0 {
        return [IDLE; STRIDE];
    }
    let mut bytes = [IDLE; STRIDE];
    match block.get(at..at + STRIDE) {
        Some(there) => bytes.copy_from_slice(there),
        None => {
            for (byte, &there) in bytes.iter_mut().zip(&block[at..]) {
                *byte = there;
            }
        }
    }
    let word = u64::from_le_bytes(bytes);
    let mask = match length {
        0..STRIDE => (1u64 << (8 * length)) - 1,
        _ => u64::MAX,
    };
    (word & mask | ALL_IDLE & !mask).to_le_bytes()
}
