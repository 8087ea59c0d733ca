//! The tally: how many lines have which verdict. No line is explained.
//!
//! All judges judge in one pass over the bytes of a block. The result of a block is its counts
//! and the first lines of each kind. Memory therefore grows neither with the input nor with
//! the length of a line.

use std::sync::Arc;

use urlbnf::Judge;
use urlbnf::judges::tally::{self, ExampleLine, ExampleSelection};
use urlbnf::judges::{Judges, LineEndState, LineProgress, Ruling, Tally};
use urlbnf::report::sarif::CheckRunSummary;
use urlbnf::report::tallies::{Tallies, TallyOptions};
use urlbnf::report::{ExaminedLine, counts};

use super::judging::{BlockJudgement, CheckContext, CheckInput};
use super::long::{LinePiece, LongLine};
use super::pool::ReportExaminer;
use super::reporter::CheckReporter;
use super::verdict_filter::VerdictFilter;
use crate::input::{ColumnSelector, InputBlock, LongLinePolicy};
use crate::{CliError, Status, Streams};

pub struct TallyReporter<'a> {
    judging: &'a CheckContext<'a>,
    json: bool,
}

/// The result of a block.
#[derive(Default)]
pub enum TallyBlockReport {
    /// The block had no lines.
    #[default]
    Nothing,
    /// The counts of lines that were judged several at a time.
    Counts(tally::BlockTally),
    /// The counts of lines that were judged one by one.
    Lines(Tally),
    /// A piece of a long line.
    Piece(LinePiece),
}

/// The combined result of all blocks so far.
#[derive(Default)]
pub struct TallyAccumulator<'a> {
    tally: Option<Tally>,
    together: Option<Judges<'a>>,
    /// The state of the long line that is being read.
    open: Option<(LineProgress, ExampleLine)>,
}

impl<'a> TallyReporter<'a> {
    /// Creates a tally, for people or as JSON.
    pub fn new(judging: &'a CheckContext<'a>, json: bool) -> TallyReporter<'a> {
        TallyReporter { judging, json }
    }

    fn tally(&self) -> Tally {
        Tally::new(self.examples())
    }

    /// The examples to keep: the first ones for people. For programs those that do not depend
    /// on the order, so that tallies can be added up.
    fn examples(&self) -> ExampleSelection {
        let most = usize::try_from(self.judging.arguments.limit).unwrap_or(usize::MAX);
        if self.json { ExampleSelection::Smallest(most) } else { ExampleSelection::First(most) }
    }

    /// The options that the counts depend on.
    fn options(&self) -> TallyOptions {
        let arguments = self.judging.arguments;
        // In a fixed order, whatever the order on the command line.
        let only = VerdictFilter::ALL.into_iter().filter(|filter| arguments.only.contains(filter));
        let field = |column| match column {
            ColumnSelector::Json(key) => format!("{key} of JSON"),
            ColumnSelector::Name(name) => format!("{name} of {}", arguments.delimiter),
            ColumnSelector::Number(number) => format!("{number} of {}", arguments.delimiter),
        };
        TallyOptions {
            limit: arguments.limit,
            ignore_scheme_case: arguments.ignore_scheme_case,
            only: only.map(|filter| filter.name().to_owned()).collect(),
            field: arguments.column().map(field),
            header: arguments.has_header(),
            skip_bom: arguments.skip_bom,
        }
    }

    /// Counts a line whose rulings are known.
    fn add_line(
        &self,
        part: &mut TallyBlockReport,
        rulings: &[Ruling],
        example: impl FnOnce() -> ExampleLine,
    ) {
        if !matches!(part, TallyBlockReport::Lines(_)) {
            *part = TallyBlockReport::Lines(self.tally());
        }
        if let TallyBlockReport::Lines(tally) = part {
            tally.add_line(rulings, example);
        }
    }

    /// Whether the lines of a block are judged several at a time.
    fn several_at_a_time(&self) -> bool {
        self.judging.takes_whole_lines() && self.judging.is_one_pass()
    }
}

impl<'a> CheckReporter for TallyReporter<'a> {
    type Part = TallyBlockReport;
    type Whole = TallyAccumulator<'a>;

    /// Blocks are large because their results are small.
    fn block_size(&self, _judges: usize) -> usize {
        1 << 20
    }

    fn long_lines(&self, longest: usize) -> LongLinePolicy {
        // Bytes are enough for counting, so a line need not be in memory as a whole.
        if self.several_at_a_time() {
            LongLinePolicy::Split
        } else {
            LongLinePolicy::Until(longest)
        }
    }

    fn piece(&self, piece: LinePiece) -> BlockJudgement<TallyBlockReport> {
        match self.several_at_a_time() {
            true => {
                BlockJudgement { part: TallyBlockReport::Piece(piece), ..BlockJudgement::default() }
            }
            false => BlockJudgement { piece: Some(piece), ..BlockJudgement::default() },
        }
    }

    fn judge_block(
        &self,
        block: &InputBlock,
    ) -> Option<Result<BlockJudgement<TallyBlockReport>, CliError>> {
        let (bytes, line, examples) = (block.bytes(), block.line, self.examples());
        let tally = |judges: &mut Judges<'_>| judges.tally(bytes, &block.source, line, examples);
        self.several_at_a_time().then(|| {
            let part = self.judging.pool.with(|examiner| tally(examiner.together()));
            Ok(BlockJudgement { part: TallyBlockReport::Counts(part), ..BlockJudgement::default() })
        })
    }

    fn report_from_rulings(
        &self,
        examiner: &mut ReportExaminer<'_>,
        (CheckInput { source, line, input, .. }, end): (CheckInput<'_>, LineEndState),
        part: &mut TallyBlockReport,
    ) -> Result<bool, CliError> {
        let example = || ExampleLine::new(&Arc::from(source), line, input);
        self.add_line(part, examiner.rulings_at(end), example);
        Ok(true)
    }

    fn add(
        &self,
        part: &mut TallyBlockReport,
        entries: &[ExaminedLine<'_>],
    ) -> Result<(), CliError> {
        let Some(entry) = entries.first() else { return Ok(()) };
        let rulings: Vec<Ruling> = entries.iter().map(ExaminedLine::ruling).collect();
        let example = || ExampleLine::new(&Arc::from(entry.source), entry.line, entry.input);
        self.add_line(part, &rulings, example);
        Ok(())
    }

    fn add_long_line(&self, part: &mut TallyBlockReport, line: &LongLine) {
        let rulings: Vec<Ruling> = line.rulings.iter().map(|(_, ruling)| *ruling).collect();
        self.add_line(part, &rulings, || ExampleLine::new(&line.source, line.line, &line.head));
    }

    fn take(
        &self,
        whole: &mut TallyAccumulator<'a>,
        part: TallyBlockReport,
        _: &mut Streams,
    ) -> Result<(), CliError> {
        let tally = whole.tally.get_or_insert_with(|| self.tally());
        match part {
            TallyBlockReport::Nothing => {}
            TallyBlockReport::Counts(part) => tally.add(part),
            TallyBlockReport::Lines(lines) => tally.append(lines),
            TallyBlockReport::Piece(piece) => {
                let together =
                    whole.together.get_or_insert_with(|| Judges::new(self.judging.judges));
                judge(&piece, together, &mut whole.open, tally);
            }
        }
        Ok(())
    }

    fn finish(
        &self,
        whole: TallyAccumulator<'a>,
        run: &CheckRunSummary,
        judges: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, CliError> {
        let mut tally = whole.tally.unwrap_or_else(|| self.tally());
        // The empty lines that no judge saw.
        tally.add_empty(run.empty);
        let reports = |ruling: &Ruling| self.judging.reports(ruling.verdict, ruling.relative);
        let report = match self.json {
            true => Tallies::from_tally(&tally, judges, self.options(), reports).text(),
            false => counts::text(&tally, judges, streams.columns(), reports),
        };
        streams.write(report.as_bytes())?;
        let arguments = self.judging.arguments;
        let status = |ruling: &Ruling| arguments.status(ruling.verdict, ruling.relative);
        Ok(tally.rulings().map(status).max().unwrap_or(Status::Fine))
    }
}

/// Judges a piece of a line, and counts the line after its last piece.
fn judge(
    piece: &LinePiece,
    together: &mut Judges<'_>,
    open: &mut Option<(LineProgress, ExampleLine)>,
    tally: &mut Tally,
) {
    if piece.first {
        *open = Some((together.begin(), ExampleLine::new(&piece.source, piece.line, &[])));
    }
    let Some((progress, example)) = open else { return };
    *progress = together.go_on(*progress, &piece.bytes);
    example.go_on(&piece.bytes);
    if piece.last
        && let Some((progress, example)) = open.take()
    {
        let answer = together.end(progress);
        tally.add_line(together.rulings(answer), || example);
    }
}
