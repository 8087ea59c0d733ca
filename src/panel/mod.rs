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
mod prelude;
mod proof;
mod seat;
mod table;
pub mod tally;
mod track;

use crate::verdict::Judge;

pub use proof::Comparison;
pub use seat::Ruling;
pub use tally::Tally;

use lanes::Span;
use table::{START, Table, UNKNOWN};

/// How many lines are looked for before they are walked.
const BATCH: usize = 512;

/// How many states a panel keeps, of a KiB and more each.
const MOST_STATES: usize = 1 << 14;

/// Judges that judge together.
#[derive(Debug)]
pub struct Panel<'j> {
    judges: &'j [Judge],
    table: Table<'j>,
    spans: Vec<Span>,
    ends: Vec<u32>,
}

/// What a panel says of a line; the same for all lines of which it says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Answer(u32);

/// How far a panel is in a line that it is given in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress(u32);

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

    /// A panel that makes its states anew when it has so many, at the end of the
    /// line that it is in.
    pub fn keeping(judges: &'j [Judge], states: usize) -> Self {
        let table = Table::new(judges, states);
        Panel { judges, table, spans: Vec::new(), ends: Vec::new() }
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
        let begun = self.begin();
        let row = self.go_on(begun, input);
        self.end(row)
    }

    /// Before the first byte of a line.
    pub fn begin(&mut self) -> Progress {
        if self.table.is_full() {
            self.table.forget();
        }
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
    pub fn lines(&mut self, block: &[u8], mut each: impl FnMut(std::ops::Range<usize>, Answer)) {
        let mut start = 0;
        let mut line_ends = memchr::memchr_iter(b'\n', block);
        while start < block.len() {
            self.spans.clear();
            while self.spans.len() < BATCH && start < block.len() {
                let line_end = line_ends.next().unwrap_or(block.len());
                let carriage = line_end > start && block[line_end - 1] == b'\r';
                // Without an LF, a CR at the end is a byte of the line.
                let carriage = carriage && line_end < block.len();
                self.spans.push(Span { start, end: line_end - usize::from(carriage) });
                start = line_end + 1;
            }
            let mut done = 0;
            while done < self.spans.len() {
                done += self.walk(block, done, &mut each);
            }
        }
    }

    /// Walks the lines of a batch from a number on, at least one of them: until
    /// all are judged, or until there are so many rows that all must be made anew.
    /// How many it judged.
    fn walk(
        &mut self,
        block: &[u8],
        from: usize,
        each: &mut impl FnMut(std::ops::Range<usize>, Answer),
    ) -> usize {
        if self.table.is_full() {
            self.table.forget();
        }
        lanes::walk(self.table.rows(), block, &self.spans[from..], &mut self.ends);
        for (at, &Span { start, end }) in self.spans[from..].iter().enumerate() {
            let mut answer = Answer(self.table.known_answer(self.ends[at]));
            if start == end {
                answer = Answer::EMPTY;
            } else if answer.0 == UNKNOWN {
                let row = self.table.go_on(START, &block[start..end]);
                answer = Answer(self.table.answer(row));
            }
            each(start..end, answer);
            if self.table.is_full() {
                return at + 1;
            }
        }
        self.spans.len() - from
    }
}
