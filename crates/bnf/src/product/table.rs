//! The states as a table that is walked byte by byte.
//!
//! The row of a state has, for each byte, the row of the next state. What was not
//! asked for yet leads to a row that stands for nothing known and leads to itself,
//! so a walk runs through it to the end of the line, and only then has to be done
//! again with care. So it asks nothing at any byte, and what it costs does not
//! depend on how many components there are.

use std::sync::Arc;

use super::states::{StateNumber, States};
use super::{Component, Recogniser};

/// By byte: the next row.
pub(super) type Row = [u16; 256];
/// The row that is not known yet.
pub(super) const UNKNOWN: u16 = 0;
/// The row of the start.
pub(super) const START: u16 = 1;
/// The byte that ends a line: from every row it leads to the start.
pub(super) const LINE_END: u8 = b'\n';

/// Rows are numbered in two bytes, and one of them is the unknown one.
const MOST: usize = 65_534;
const NEW: Row = {
    let mut row = [UNKNOWN; 256];
    row[LINE_END as usize] = START;
    row
};

/// The rows, as far as they were needed.
#[derive(Debug)]
pub(super) struct Table<R: Recogniser, C: Component<R::State>> {
    /// The first of them has the second row, and so on.
    states: States<R, C>,
    /// How many states are enough to make all anew.
    most: usize,
    /// How many numbers the components may hold before all is made anew.
    numbers: usize,
    /// How many times this was done.
    forgotten: u64,
    rows: Vec<Row>,
    /// By row: the number of its answer, with 0 for one not asked for.
    answers: Vec<u32>,
}

impl<R: Recogniser, C: Component<R::State>> Table<R, C> {
    /// A table that keeps so many states, at least two, or as many as can be numbered, and
    /// lets the components hold so many numbers.
    pub fn new(states: States<R, C>, most: usize, numbers: usize) -> Self {
        let most = most.clamp(2, MOST);
        let (rows, answers) = (vec![NEW; 2], vec![0; 2]);
        Table { states, most, numbers, forgotten: 0, rows, answers }
    }

    /// The rows as they are.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many times all rows but the one in use were forgotten: the numbers of
    /// rows mean nothing afterwards, except for that of the start.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// The row after some bytes, whatever they are; rows are made where they are missing.
    pub fn go_on(&mut self, mut from: u16, bytes: &[u8]) -> u16 {
        for &byte in bytes {
            let next = self.rows[usize::from(from)][usize::from(byte)];
            from = if next == UNKNOWN || byte == LINE_END { self.make(from, byte) } else { next };
        }
        from
    }

    /// The row after each of some bytes, from the start; none where rows had to be forgotten.
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

    /// The component at a place of the answers, and where it is in a row.
    pub fn stand(&self, row: u16, place: usize) -> (&C, C::State) {
        self.states.stand(state(row), place)
    }

    /// The number of the answer to a line that ends in a row; 0 where it is not known.
    #[inline]
    pub fn known_answer(&self, row: u16) -> u32 {
        self.answers[usize::from(row)]
    }

    /// The number of the answer to a line that ends in a row, not the unknown one.
    pub fn answer(&mut self, row: u16) -> u32 {
        let answer = &mut self.answers[usize::from(row)];
        if *answer == 0 {
            *answer = self.states.answer(state(row));
        }
        *answer
    }

    /// The row in which a line ends, and the number of its answer. Few lines need it: it stays
    /// out of the way of the others.
    #[cold]
    pub fn judge(&mut self, line: &[u8]) -> (u16, u32) {
        let row = self.go_on(START, line);
        (row, self.answer(row))
    }

    /// What the components say, by the number of the answer.
    pub fn answers(&self, answer: u32) -> &Arc<[C::Answer]> {
        self.states.answers(answer)
    }

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

    /// The row of a state, and rows for all that have none.
    fn row(&mut self, state: StateNumber) -> u16 {
        self.rows.resize(self.states.count() + 1, NEW);
        self.answers.resize(self.states.count() + 1, 0);
        // `MOST` fits.
        state as u16 + 1
    }
}

/// The state of a row.
fn state(row: u16) -> StateNumber {
    StateNumber::from(row) - 1
}
