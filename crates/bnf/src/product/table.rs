//! The states of a product as a transition table, walked byte by byte.
//!
//! The row of a state has, for each byte, the row of the next state. A transition that is not
//! computed yet leads to the unknown row, which leads to itself up to the end of the line. So
//! the loop has no branch for missing transitions: a line that ends in the unknown row is walked
//! again, slowly. The time does not depend on the number of components.

use std::sync::Arc;

use super::states::{ProductStates, StateNumber};
use super::{PrefixRecogniser, ProductComponent};

/// A row: for each byte, the next row.
pub(super) type TransitionRow = [u16; 256];
/// The row of all transitions that are not computed yet.
pub(super) const UNKNOWN: u16 = 0;
/// The row of the start.
pub(super) const START: u16 = 1;
/// The byte that ends a line. In every row it leads to the start.
pub(super) const LINE_END: u8 = b'\n';

/// The most states: row numbers have two bytes, and one row is the unknown one.
const MOST: usize = 65_534;
const NEW: TransitionRow = {
    let mut row = [UNKNOWN; 256];
    row[LINE_END as usize] = START;
    row
};

/// The rows computed so far.
#[derive(Debug)]
pub(super) struct TransitionTable<R: PrefixRecogniser, C: ProductComponent<R::State>> {
    /// The states; state 0 has row 1, and so on.
    states: ProductStates<R, C>,
    /// The most states before all are discarded.
    most: usize,
    /// The most numbers that the components may hold before all states are discarded.
    numbers: usize,
    /// How many times states were discarded.
    forgotten: u64,
    rows: Vec<TransitionRow>,
    /// By row: the number of its answer; 0 if not computed yet.
    answers: Vec<u32>,
}

impl<R: PrefixRecogniser, C: ProductComponent<R::State>> TransitionTable<R, C> {
    /// A table that keeps at most `most` states, between two and [`MOST`], and lets the
    /// components hold at most `numbers` numbers.
    pub fn new(states: ProductStates<R, C>, most: usize, numbers: usize) -> Self {
        let most = most.clamp(2, MOST);
        let (rows, answers) = (vec![NEW; 2], vec![0; 2]);
        TransitionTable { states, most, numbers, forgotten: 0, rows, answers }
    }

    pub fn rows(&self) -> &[TransitionRow] {
        &self.rows
    }

    /// How many times all rows but the current one were discarded. Each time, all row numbers
    /// except that of the start become invalid.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// The row after any bytes; missing rows are computed.
    pub fn go_on(&mut self, mut from: u16, bytes: &[u8]) -> u16 {
        for &byte in bytes {
            let next = self.rows[usize::from(from)][usize::from(byte)];
            from = if next == UNKNOWN || byte == LINE_END { self.make(from, byte) } else { next };
        }
        from
    }

    /// Records the row after each byte, from the start; nothing if rows were discarded
    /// meanwhile.
    pub fn trace(&mut self, bytes: &[u8], rows: &mut Vec<u16>) {
        let (forgotten, mut at) = (self.forgotten, START);
        rows.clear();
        rows.reserve(bytes.len());
        for &byte in bytes {
            let next = self.rows[usize::from(at)][usize::from(byte)];
            at = if next == UNKNOWN || byte == LINE_END { self.make(at, byte) } else { next };
            rows.push(at);
        }
        if self.forgotten > forgotten {
            rows.clear();
        }
    }

    /// The component at a place in the answers, and its state in this row.
    #[inline]
    pub fn component_at(&self, row: u16, place: usize) -> (&C, C::State) {
        self.states.component_at(state(row), place)
    }

    /// The number of the answer to a line that ends in this row; 0 if not computed yet.
    #[inline]
    pub fn known_answer(&self, row: u16) -> u32 {
        self.answers[usize::from(row)]
    }

    /// The number of the answer to a line that ends in this row, which must be a known one.
    pub fn answer(&mut self, row: u16) -> u32 {
        let answer = &mut self.answers[usize::from(row)];
        if *answer == 0 {
            *answer = self.states.answer(state(row));
        }
        *answer
    }

    /// The row in which a line ends, and the number of its answer. Few lines need it, so it is
    /// kept out of the hot code.
    #[cold]
    pub fn judge(&mut self, line: &[u8]) -> (u16, u32) {
        let row = self.go_on(START, line);
        (row, self.answer(row))
    }

    /// The answers of the components, by the number of the combined answer.
    pub fn answers(&self, answer: u32) -> &Arc<[C::Answer]> {
        self.states.answers(answer)
    }

    // Each row is made once; inlined, it takes registers from the loops over bytes.
    #[cold]
    #[inline(never)]
    fn make(&mut self, from: u16, byte: u8) -> u16 {
        let state = self.states.step(state(from), byte);
        let too_large = self.states.size() > self.numbers;
        if self.states.count() > self.most || too_large {
            self.forgotten += 1;
            self.rows.clear();
            self.answers.clear();
            let kept = self.states.forget_but(state, too_large);
            return self.row(kept);
        }
        let next = self.row(state);
        let row = &mut self.rows[usize::from(from)];
        for alike in self.states.classes().alike(byte).filter(|&alike| alike != LINE_END) {
            row[usize::from(alike)] = next;
        }
        next
    }

    /// The row of a state; adds rows for all new states.
    fn row(&mut self, state: StateNumber) -> u16 {
        self.rows.resize(self.states.count() + 1, NEW);
        self.answers.resize(self.states.count() + 1, 0);
        // There are at most `MOST` states.
        state as u16 + 1
    }
}

fn state(row: u16) -> StateNumber {
    StateNumber::from(row) - 1
}
