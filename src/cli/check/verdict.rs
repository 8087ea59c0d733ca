//! The format `verdict`: one output line for each input line, in the order of the input, for pipes
//! of other programs.
//!
//! No line is left out: an empty line has an output line, and so has a line that is too long
//! to be explained, without the offset. A URL that fails is not a failure of the command.

use urlbnf::judges::{LineEndState, Ruling};
use urlbnf::report::{ExaminedLine, SourceLocation, columns};

use super::judging::{BlockJudgement, CheckContext, CheckInput};
use super::lines;
use super::long::LongLine;
use super::pool::ReportExaminer;
use super::reporter::CheckReporter;
use crate::input::InputBlock;
use crate::{CliError, Streams};

pub struct VerdictReporter<'a> {
    judging: &'a CheckContext<'a>,
}

impl<'a> VerdictReporter<'a> {
    /// Creates the reporter.
    ///
    /// # Errors
    /// If an option would leave lines without an output line.
    pub fn new(judging: &'a CheckContext<'a>) -> Result<VerdictReporter<'a>, CliError> {
        let arguments = judging.arguments;
        if arguments.only.is_empty() && judging.takes_whole_lines() {
            Ok(VerdictReporter { judging })
        } else {
            Err(CliError::Usage(
                "--format verdict has a line for each line: --only, --field and --header would break that",
            ))
        }
    }

    fn of_block(&self, block: &InputBlock) -> Result<BlockJudgement<Vec<u8>>, CliError> {
        let mut judged = BlockJudgement::<Vec<u8>>::default();
        let in_one_pass = self.judging.is_one_pass();
        self.judging.pool.with(|examiner| {
            let ends = if in_one_pass { examiner.line_ends(block.bytes()) } else { Vec::new() };
            let mut ends = ends.into_iter();
            for line in block.lines() {
                let (source, number, input) = (&*block.source, line.number, line.bytes);
                let given =
                    CheckInput { source, line: number, input, site: SourceLocation::default() };
                if input.is_empty() {
                    judged.part.extend_from_slice(self.empty().as_bytes());
                } else if in_one_pass {
                    let end = ends.next().unwrap_or_else(|| examiner.end(input));
                    self.add_line(examiner, input, end, &mut judged);
                } else {
                    lines::one(self.judging, given, self, &mut judged)?;
                }
            }
            Ok(judged)
        })
    }

    /// Adds the output line for a string: the rulings of all judges, and where it fails.
    fn add_line(
        &self,
        examiner: &mut ReportExaminer<'_>,
        input: &[u8],
        end: LineEndState,
        judged: &mut BlockJudgement<Vec<u8>>,
    ) {
        let failures = examiner.failures(input, end);
        judged.object_to_all(self.judging, failures.iter().map(|(ruling, _)| ruling));
        let judges = self.judging.judges.iter().zip(&failures);
        let line = judges.map(|(judge, (ruling, offset))| (judge, Some(ruling), *offset));
        judged.part.extend_from_slice(columns::line(line).as_bytes());
    }

    fn empty(&self) -> String {
        let judges = self.judging.judges.iter();
        columns::line(judges.map(|judge| (judge, None, None)))
    }
}

impl CheckReporter for VerdictReporter<'_> {
    type Part = Vec<u8>;
    type Whole = ();

    fn judge_block(&self, block: &InputBlock) -> Option<Result<BlockJudgement<Vec<u8>>, CliError>> {
        Some(self.of_block(block))
    }

    fn add_long_line(&self, part: &mut Vec<u8>, line: &LongLine) {
        let rulings = self.judging.judges.iter().zip(&line.rulings);
        let rulings = rulings.map(|(judge, (_, ruling))| (judge, Some(ruling), None));
        part.extend_from_slice(columns::line(rulings).as_bytes());
    }

    fn add(&self, part: &mut Vec<u8>, entries: &[ExaminedLine<'_>]) -> Result<(), CliError> {
        let rulings: Vec<Ruling> = entries.iter().map(ExaminedLine::ruling).collect();
        let rulings = entries.iter().zip(&rulings).map(|(entry, ruling)| {
            let offset = entry.examination.diagnostic.as_ref().map(|diagnostic| diagnostic.offset);
            (entry.judge, Some(ruling), offset)
        });
        part.extend_from_slice(columns::line(rulings).as_bytes());
        Ok(())
    }

    fn take(&self, (): &mut (), part: Vec<u8>, streams: &mut Streams) -> Result<(), CliError> {
        Ok(streams.write(&part)?)
    }
}
