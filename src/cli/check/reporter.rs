//! The reporters, one for each format. Each works in two steps: it makes a part of each block, on any
//! thread, and then takes the parts in the order of the input.

use urlbnf::Judge;
use urlbnf::judges::{ExaminationDepth, LineEndState, Ruling};
use urlbnf::report::ExaminedLine;
use urlbnf::report::sarif::CheckRunSummary;

use super::judging::{BlockJudgement, CheckInput};
use super::long::{LinePiece, LongLine};
use super::pool::ReportExaminer;
use crate::input::{InputBlock, LongLinePolicy};
use crate::{CliError, Status, Streams};

/// Writes the report of `check` in one format.
pub trait CheckReporter: Sync {
    /// The result of a block.
    type Part: Default + Send + 'static;
    /// The combined result of all blocks so far.
    type Whole: Default;

    /// Whether a report is written. If not, only the exit status matters.
    const WRITES_REPORT: bool = true;

    /// Whether the report itself says how many lines were empty.
    const COUNTS_EMPTY: bool = true;

    /// How much is reported about a line that fails.
    fn examination_depth(&self) -> ExaminationDepth {
        ExaminationDepth::Whole
    }

    /// The size of a block, in bytes: large enough to keep a thread busy for a while, and
    /// small enough that the results take little memory.
    fn block_size(&self, judges: usize) -> usize {
        ((1 << 18) / judges.max(1)).clamp(1 << 14, 1 << 17)
    }

    /// What happens to a line that is longer than a block.
    fn long_lines(&self, longest: usize) -> LongLinePolicy {
        LongLinePolicy::Until(longest)
    }

    /// Handles a piece of a long line. Most reporters wait until the line has ended.
    fn piece(&self, piece: LinePiece) -> BlockJudgement<Self::Part> {
        BlockJudgement { piece: Some(piece), ..BlockJudgement::default() }
    }

    /// Whether a line is examined by a judge with this ruling, after one pass of all judges.
    fn needs_examination(&self, _ruling: &Ruling) -> bool {
        true
    }

    /// Reports a line after one pass of all judges. Returns `false` if the line is to be
    /// examined and added.
    fn report_from_rulings(
        &self,
        examiner: &mut ReportExaminer<'_>,
        (_, end): (CheckInput<'_>, LineEndState),
        _part: &mut Self::Part,
    ) -> Result<bool, CliError> {
        Ok(!examiner.rulings_at(end).iter().any(|ruling| self.needs_examination(ruling)))
    }

    /// Judges the lines of a block together; `None` if they are judged line by line.
    fn judge_block(
        &self,
        _block: &InputBlock,
    ) -> Option<Result<BlockJudgement<Self::Part>, CliError>> {
        None
    }

    /// Adds a line that is too long to be explained to the part of its block: it is only counted.
    fn add_long_line(&self, _part: &mut Self::Part, _line: &LongLine) {}

    /// Adds a line to the part of its block.
    fn add(&self, part: &mut Self::Part, entries: &[ExaminedLine<'_>]) -> Result<(), CliError>;

    /// Takes the parts, in the order of the input.
    fn take(
        &self,
        whole: &mut Self::Whole,
        part: Self::Part,
        streams: &mut Streams,
    ) -> Result<(), CliError>;

    /// Ends the report. Returns the status of objections that no part reported.
    fn finish(
        &self,
        _whole: Self::Whole,
        _run: &CheckRunSummary,
        _judges: &[Judge],
        _streams: &mut Streams,
    ) -> Result<Status, CliError> {
        Ok(Status::Fine)
    }
}
