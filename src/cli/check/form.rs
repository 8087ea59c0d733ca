//! The forms of a report, each in two halves: what is made of a block, on any
//! thread, and what becomes of it in the order of the input.

use urlbnf::Judge;
use urlbnf::judges::Extent;
use urlbnf::report::Entry;
use urlbnf::report::sarif::Run;

use super::judging::Judged;
use super::long::{LongLine, Piece};
use crate::error::Error;
use crate::input::{Block, LongLines};
use crate::status::Status;
use crate::streams::Streams;

/// A form of the report.
pub trait Form: Sync {
    /// What is made of a block.
    type Part: Default + Send + 'static;
    /// What is known of all blocks so far.
    type Whole: Default;

    /// Whether it says more than the exit status.
    const SAYS: bool = true;

    /// Whether it says itself how many lines were empty.
    const COUNTS_EMPTY: bool = true;

    /// Whether it is a line for each line, so that nothing in a line is a trouble.
    const IS_PIPE: bool = false;

    /// Whether it needs to know of nothing but the verdicts that are to be reported.
    const ONLY_REPORTED: bool = false;

    /// How much it tells of a line that fails.
    fn extent(&self) -> Extent {
        Extent::Whole
    }

    /// How large the blocks should be: large enough that a thread is busy for
    /// a while, and not so large that what is made of them takes much memory.
    fn block_size(&self, judges: usize) -> usize {
        ((1 << 18) / judges.max(1)).clamp(1 << 14, 1 << 17)
    }

    /// What becomes of a line that is longer than a block.
    fn long_lines(&self, longest: usize) -> LongLines {
        LongLines::Until(longest)
    }

    /// What is made of a piece of a line: in most forms nothing, before the line has ended.
    fn piece(&self, piece: Piece) -> Judged<Self::Part> {
        Judged { piece: Some(piece), ..Judged::default() }
    }

    /// Judges the lines of a block, where there is a better way than one by one.
    fn at_once(&self, _block: &Block) -> Option<Result<Judged<Self::Part>, Error>> {
        None
    }

    /// Counts a line that is too long to be explained.
    fn count(&self, _part: &mut Self::Part, _line: &LongLine) {}

    /// Adds a line to the part that is made of its block.
    fn add(&self, part: &mut Self::Part, entries: &[Entry<'_>]) -> Result<(), Error>;

    /// Takes the parts, in the order of the input.
    fn take(
        &self,
        whole: &mut Self::Whole,
        part: Self::Part,
        streams: &mut Streams,
    ) -> Result<(), Error>;

    /// Ends the report: what is there to object to that was not said of a part?
    fn finish(
        &self,
        _whole: Self::Whole,
        _run: &Run,
        _judges: &[Judge],
        _streams: &mut Streams,
    ) -> Result<Status, Error> {
        Ok(Status::Fine)
    }
}
