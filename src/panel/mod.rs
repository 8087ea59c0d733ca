//! Several judges at once.
//!
//! To judge a line by every edition in both readings is to walk twelve grammars
//! along it. A panel walks them together: it is one deterministic automaton whose
//! states say where every judge stands, so that another judge costs no time per
//! byte. It gives the verdict, the code and the production of the diagnostic; the
//! diagnostic itself, which few lines need, [`examine`](crate::diagnose::examine)
//! makes of the line.
//!
//! The states are made when an input leads to them. What a crawl needs is a small
//! part of all there are, and it is made while the first block is judged.

mod classes;
mod lanes;
mod numbered;
mod prelude;
mod proof;
mod seat;
mod states;
mod table;
pub mod tally;
mod track;

use std::ops::{ControlFlow, Range};

use crate::verdict::Judge;

pub use proof::{Comparison, Uncompared};
pub use seat::Ruling;
pub use tally::Tally;

use lanes::{Lanes, Line};
use table::{LINE_END, START, Table};

/// How many states a panel keeps, of a KiB or so each.
const MOST_STATES: usize = 1 << 14;

/// Judges that judge together.
#[derive(Debug)]
pub struct Panel<'j> {
    judges: &'j [Judge],
    table: Table<'j>,
    lanes: Lanes,
}

/// What a panel says of a line; the same for all lines of which it says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Answer(u32);

/// How far a panel is in a line that it is given in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress(u16);

impl Answer {
    /// The answer to a line without a byte, which is not judged.
    pub const EMPTY: Answer = Answer(0);

    /// A number: small, since there are not many answers.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

impl<'j> Panel<'j> {
    /// A panel of these judges.
    pub fn new(judges: &'j [Judge]) -> Self {
        Panel::keeping(judges, MOST_STATES)
    }

    /// A panel that makes its states anew when it has so many: at least two, and at
    /// most 65,534.
    pub fn keeping(judges: &'j [Judge], states: usize) -> Self {
        Panel { judges, table: Table::new(judges, states), lanes: Lanes::new() }
    }

    /// The judges.
    pub fn judges(&self) -> &'j [Judge] {
        self.judges
    }

    /// What each judge says, in the order of the judges; of a line without a byte, nothing.
    pub fn rulings(&self, answer: Answer) -> &[Ruling] {
        self.table.rulings(answer.0)
    }

    /// Judges a string: any bytes, the empty string included.
    pub fn judge(&mut self, input: &[u8]) -> Answer {
        let end = self.go_on(self.begin(), input);
        self.end(end)
    }

    /// Before the first byte of a line.
    pub fn begin(&self) -> Progress {
        Progress(START)
    }

    /// Some bytes on in a line. No other line may be begun before it has ended.
    pub fn go_on(&mut self, from: Progress, bytes: &[u8]) -> Progress {
        Progress(self.table.go_on(from.0, bytes))
    }

    /// At the end of a line.
    pub fn end(&mut self, at: Progress) -> Answer {
        Answer(self.table.answer(at.0))
    }

    /// Judges the lines of a block, in order: `each` gets the line, without its
    /// end, LF or CR LF, by its place in the block, and the answer. An empty line
    /// is answered with [`Answer::EMPTY`].
    pub fn lines(&mut self, block: &[u8], mut each: impl FnMut(Range<usize>, Answer)) {
        let mut from = 0;
        while from < block.len() {
            from = match self.lanes.walk(self.table.rows(), block, from) {
                end if end > from => self.walked(block, &mut each).unwrap_or(end),
                _ => self.long_line(block, from, &mut each),
            };
        }
    }

    /// Gives away the lines that were walked; where the next one begins, if rows
    /// had to be forgotten that it may have ended in.
    fn walked(
        &mut self,
        block: &[u8],
        each: &mut impl FnMut(Range<usize>, Answer),
    ) -> Option<usize> {
        let table = &mut self.table;
        let forgotten = table.forgotten();
        let end = self.lanes.lines(block, |Line { place, next, row }| {
            let mut answer = Answer(table.known_answer(row));
            if place.is_empty() {
                answer = Answer::EMPTY;
            } else if answer == Answer::EMPTY {
                let row = table.go_on(START, &block[place.clone()]);
                answer = Answer(table.answer(row));
            }
            each(place, answer);
            match table.forgotten() > forgotten {
                true => ControlFlow::Break(next),
                false => ControlFlow::Continue(()),
            }
        });
        end.break_value()
    }

    /// Judges a line for which no lane is long enough; where the next one begins.
    fn long_line(
        &mut self,
        block: &[u8],
        from: usize,
        each: &mut impl FnMut(Range<usize>, Answer),
    ) -> usize {
        let end = memchr::memchr(LINE_END, &block[from..]).map_or(block.len(), |end| from + end);
        let line = lanes::line(block, from, end);
        let answer = self.judge(&block[line.clone()]);
        each(line, answer);
        end + 1
    }
}
