//! Judges lines by all judges, and finds the strings to judge in a block.

use std::ops::Range;

use urlbnf::diagnose::{self, Examination};
use urlbnf::judges::{LineEndState, Ruling};
use urlbnf::report::source_location::characters;
use urlbnf::report::{ExaminedLine, SourceLocation};
use urlbnf::warning::{self, WarningRecord};
use urlbnf::{Judge, Verdict};

use super::CheckArguments;
use super::long::LinePiece;
use super::pool::{ExaminerPool, ReportExaminer};
use super::unjudged::UnjudgedLines;
use crate::input::{ColumnPicker, ColumnValue, InputBlock, InputLine};
use crate::{CliError, Status};

/// The options and the judges for every line.
pub struct CheckContext<'a> {
    pub arguments: &'a CheckArguments,
    pub judges: &'a [Judge],
    /// Copies of the judges, one for each thread.
    pub pool: ExaminerPool<'a>,
}

/// A string to judge, and its place.
#[derive(Clone, Copy)]
pub struct CheckInput<'l> {
    pub source: &'l str,
    pub line: u64,
    pub input: &'l [u8],
    pub site: SourceLocation,
}

/// The result of judging a block.
pub struct BlockJudgement<P> {
    /// The part that the reporter made.
    pub part: P,
    /// `Objection` if a verdict is as bad as `--fail-on` says.
    pub status: Status,
    /// The lines that were not judged.
    pub left: UnjudgedLines,
    /// A piece of a line that is too long to be explained. Nothing else is set then.
    pub piece: Option<LinePiece>,
}

impl<'a> CheckContext<'a> {
    pub fn new(arguments: &'a CheckArguments, judges: &'a [Judge]) -> CheckContext<'a> {
        CheckContext { arguments, judges, pool: ExaminerPool::new(judges) }
    }

    /// Whether `--only` selects a verdict. `relative` is whether the string is a relative
    /// reference.
    #[inline]
    pub fn reports(&self, verdict: Verdict, relative: bool) -> bool {
        let only = &self.arguments.only;
        only.is_empty() || only.iter().any(|filter| filter.takes(verdict, relative))
    }

    #[inline]
    pub fn reports_entry(&self, entry: &ExaminedLine<'_>) -> bool {
        self.reports(entry.verdict(), entry.examination.judgement.relative())
    }

    /// Whether every line is judged, and each as a whole.
    pub fn takes_whole_lines(&self) -> bool {
        self.arguments.column().is_none() && !self.arguments.has_header()
    }

    /// Whether one pass of all judges gives the rulings of their examinations. It does not if
    /// schemes are read in lower case, or if a judge judges strings one by one.
    pub fn is_one_pass(&self) -> bool {
        let one_by_one = self.judges.iter().any(Judge::is_one_by_one);
        !self.arguments.ignore_scheme_case && !one_by_one
    }

    /// Judges a block with judges that judge in one pass. `judge` gets each line with the state
    /// of the judges at its end, and adds to the result of the block. Whole lines are judged
    /// several at a time.
    pub fn side_by_side<P: Default>(
        &self,
        block: &InputBlock,
        mut judge: impl FnMut(
            &mut ReportExaminer<'a>,
            CheckInput<'_>,
            LineEndState,
            &mut BlockJudgement<P>,
        ) -> Result<(), CliError>,
    ) -> Result<BlockJudgement<P>, CliError> {
        self.pool.with(|examiner| {
            let mut ends = match self.takes_whole_lines() {
                true => examiner.line_ends(block.bytes()),
                false => Vec::new(),
            }
            .into_iter();
            let (mut judged, mut left) = (BlockJudgement::default(), UnjudgedLines::default());
            self.each(block, &mut left, |given| {
                let end = ends.next().unwrap_or_else(|| examiner.end(given.input));
                judge(examiner, given, end, &mut judged)
            })?;
            judged.left = left;
            Ok(judged)
        })
    }

    /// Calls `judge` for each string to judge in a block, and counts the lines left out.
    pub fn each(
        &self,
        block: &InputBlock,
        left: &mut UnjudgedLines,
        mut judge: impl FnMut(CheckInput<'_>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let source: &str = &block.source;
        let delimiter = self.arguments.delimiter;
        let column = self.arguments.column();
        let mut picker =
            column.map(|column| ColumnPicker::new(&column, delimiter, &block.first_line));
        let headings = usize::from(self.arguments.has_header() && block.first);
        for InputLine { number, offset, bytes } in block.lines().skip(headings) {
            let field = match &mut picker {
                _ if bytes.is_empty() => ColumnValue::Plain(0..0),
                None => ColumnValue::Plain(0..bytes.len()),
                Some(picker) => picker.pick(bytes),
            };
            left.has_field |= !bytes.is_empty() && field != ColumnValue::Missing;
            let exact = |place: &Range<usize>| SourceLocation::Exact {
                offset: offset + place.start as u64,
                before: characters(&bytes[..place.start]),
            };
            let (input, site) = match &field {
                ColumnValue::Missing => {
                    left.missing.add(source, number);
                    continue;
                }
                ColumnValue::Unclosed => {
                    left.unclosed.add(source, number);
                    continue;
                }
                ColumnValue::NotJson => {
                    left.not_json.add(source, number);
                    continue;
                }
                ColumnValue::Plain(place) => (&bytes[place.clone()], exact(place)),
                ColumnValue::Unquoted(text, place) => {
                    let all = &bytes[place.clone()];
                    let region = exact(place).region(number, all, 0, all.len());
                    (&text[..], SourceLocation::Within(region))
                }
            };
            if input.is_empty() {
                left.empty.add(source, number);
                continue;
            }
            judge(CheckInput { source, line: number, input, site })?;
        }
        Ok(())
    }

    /// Examines a line by all judges.
    pub fn examine<R>(
        &self,
        given: CheckInput<'_>,
        report: impl FnOnce(&[ExaminedLine<'_>]) -> R,
    ) -> R {
        let judges: Vec<&Judge> = self.judges.iter().collect();
        self.examine_by(&judges, given, report)
    }

    /// Examines a line by some judges.
    pub fn examine_by<R>(
        &self,
        judges: &[&Judge],
        given: CheckInput<'_>,
        report: impl FnOnce(&[ExaminedLine<'_>]) -> R,
    ) -> R {
        let CheckInput { source, line, input, site } = given;
        let lowered: Vec<_> = judges.iter().map(|judge| self.lowered(judge, input)).collect();
        let mut examinations: Vec<Examination<'_>> = Vec::with_capacity(judges.len());
        for (judge, lowered) in judges.iter().zip(&lowered) {
            examinations.push(match lowered {
                Some(lowered) => diagnose::examine_lowered(judge, input, lowered),
                None => diagnose::examine(judge, input),
            });
        }
        let entry = |(judge, examination)| {
            let fragments = None;
            ExaminedLine { source, line, input, site, judge, examination, fragments }
        };
        let entries: Vec<ExaminedLine<'_>> =
            judges.iter().copied().zip(&examinations).map(entry).collect();
        report(&entries)
    }

    /// Returns a line with its scheme in lower case; `None` if it is judged as it is.
    pub fn lowered(&self, judge: &Judge, input: &[u8]) -> Option<Vec<u8>> {
        self.arguments.ignore_scheme_case.then(|| diagnose::lowered(judge, input)).flatten()
    }

    /// Whether a judge's warnings are given: on request, or if they are rules of its document.
    pub fn warns(&self, judge: &Judge) -> bool {
        self.arguments.warnings || judge.edition().is_some_and(warning::are_rules)
    }

    /// Returns the warnings of a judge about a line that it examined.
    pub fn warned(&self, judge: &Judge, examination: &Examination<'_>) -> Vec<WarningRecord> {
        warning::examined(judge, examination, self.arguments.warnings)
    }

    /// Returns the warnings about a line, by the first judge to which it conforms.
    pub fn warnings<'e>(
        &self,
        entries: &'e [ExaminedLine<'e>],
    ) -> Vec<(&'e ExaminedLine<'e>, WarningRecord)> {
        let conforms = |entry: &&ExaminedLine<'_>| entry.verdict() == Verdict::Conforms;
        let first = entries.iter().find(conforms).filter(|entry| self.reports_entry(entry));
        let first = first.filter(|entry| self.warns(entry.judge));
        let warned = |entry: &'e ExaminedLine<'e>| {
            self.warned(entry.judge, entry.examination)
                .into_iter()
                .map(move |warned| (entry, warned))
        };
        first.into_iter().flat_map(warned).collect()
    }
}

impl<P: Default> Default for BlockJudgement<P> {
    fn default() -> Self {
        BlockJudgement {
            part: P::default(),
            status: Status::Fine,
            left: UnjudgedLines::default(),
            piece: None,
        }
    }
}

impl<P> BlockJudgement<P> {
    /// Raises the status if any ruling is bad enough.
    #[inline]
    pub fn object_to_all<'r>(
        &mut self,
        judging: &CheckContext<'_>,
        rulings: impl IntoIterator<Item = &'r Ruling>,
    ) {
        for ruling in rulings {
            self.object(judging, ruling.verdict, ruling.relative);
        }
    }

    /// Raises the status if a verdict is bad enough.
    #[inline]
    pub fn object(&mut self, judging: &CheckContext<'_>, verdict: Verdict, relative: bool) {
        self.status = self.status.max(judging.arguments.status(verdict, relative));
    }
}
