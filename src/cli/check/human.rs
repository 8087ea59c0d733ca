//! The report for people: some findings of each kind, and how many there were.
//!
//! Whether a line is shown depends on what was shown before. Each part therefore keeps the
//! lines that would be shown if it were the first part, and counts the others. Lines that are
//! only counted are not examined: all judges judge in one pass, which gives the kind of each
//! failure.

use urlbnf::judges::{ExaminationDepth, LineEndState, Ruling};
use urlbnf::report::sarif::CheckRunSummary;
use urlbnf::report::tally::ReportTally;
use urlbnf::report::{ExaminedLine, LineFindingKind, SourceLocation, comparison, human, summary};
use urlbnf::warning::Warning;
use urlbnf::{Judge, Verdict, diagnose};

use super::TODAY;
use super::judging::{CheckContext, CheckInput};
use super::long::LongLine;
use super::pool::{ExaminerPool, ReportExaminer};
use super::reporter::CheckReporter;
use crate::{CliError, Status, Streams};

/// Reports for people.
pub struct HumanReporter<'a> {
    judging: &'a CheckContext<'a>,
    /// RFC 3986 if no grammar was named, else empty. The summary says if it accepts URLs that
    /// fail.
    today: ExaminerPool<'a>,
}

/// A line that may be shown.
pub struct LineCandidate {
    source: String,
    line: u64,
    site: SourceLocation,
    input: Vec<u8>,
    kinds: Vec<LineFindingKind>,
}

/// The result of a block.
#[derive(Default)]
pub struct HumanBlockReport {
    /// The tally as if this were the first part: it shows at least what is shown in the end.
    alone: ReportTally,
    /// The counts, without the kinds of the candidates.
    counts: ReportTally,
    candidates: Vec<LineCandidate>,
    /// How many failing lines RFC 3986 accepts.
    accepted_today: u64,
}

/// The combined result of all blocks so far.
#[derive(Default)]
pub struct HumanAccumulator {
    tally: ReportTally,
    accepted_today: u64,
}

impl<'a> HumanReporter<'a> {
    /// `today` is RFC 3986 if no grammar was named, else empty.
    pub fn new(judging: &'a CheckContext<'a>, today: &'a [Judge]) -> HumanReporter<'a> {
        HumanReporter { judging, today: ExaminerPool::new(today) }
    }

    fn warns(&self) -> bool {
        self.judging.judges.iter().any(|judge| self.judging.warns(judge))
    }

    /// 1 if a line fails and RFC 3986 accepts it, else 0.
    fn accepted_today(&self, input: &[u8], verdicts: impl IntoIterator<Item = Verdict>) -> u64 {
        let fails = |verdict| verdict != Verdict::Conforms;
        let accepts = || {
            self.today.with(|today| {
                let end = today.end(input);
                let ruling = today.rulings_at(end).first();
                ruling.is_some_and(|ruling| ruling.verdict == Verdict::Conforms)
            })
        };
        let accepted = !self.today.is_empty() && verdicts.into_iter().all(fails) && accepts();
        u64::from(accepted)
    }

    /// Counts a line if there is nothing to show: it has no note, and enough failures of its
    /// kinds are shown already. Returns whether it was counted.
    #[inline]
    fn is_counted(
        &self,
        rulings: &[Ruling],
        given: CheckInput<'_>,
        part: &mut HumanBlockReport,
    ) -> bool {
        let judges = self.judging.judges;
        let all = || judges.iter().zip(rulings);
        let is_noted = all().any(|(judge, ruling)| {
            ruling.verdict == Verdict::Conforms
                && diagnose::is_noted(judge, given.input, ruling.relative)
        });
        if is_noted {
            return false;
        }
        let reported =
            all().filter(|(_, ruling)| self.judging.reports(ruling.verdict, ruling.relative));
        let kinds: Vec<LineFindingKind> = reported
            .filter_map(|(judge, ruling)| LineFindingKind::from_ruling(judge, ruling))
            .collect();
        if part.alone.shows(&kinds, self.judging.arguments.limit) {
            return false;
        }
        let verdicts = rulings.iter().map(|ruling| ruling.verdict);
        part.accepted_today += self.accepted_today(given.input, verdicts);
        part.alone.count_hidden(&kinds);
        part.counts.count_line(rulings.iter().map(|ruling| ruling.verdict));
        part.counts.count_hidden(&kinds);
        true
    }

    fn show(&self, entries: &[ExaminedLine<'_>], streams: &mut Streams) -> Result<(), CliError> {
        let screen = &mut streams.screen()?;
        match entries {
            [entry] => human::write(entry, screen)?,
            _ => comparison::write(entries, screen)?,
        }
        Ok(())
    }
}

impl CheckReporter for HumanReporter<'_> {
    type Part = HumanBlockReport;
    type Whole = HumanAccumulator;

    /// Lines that are shown are examined again, in full.
    fn examination_depth(&self) -> ExaminationDepth {
        if self.warns() { ExaminationDepth::Whole } else { ExaminationDepth::Glance }
    }

    fn report_from_rulings(
        &self,
        examiner: &mut ReportExaminer<'_>,
        (given, end): (CheckInput<'_>, LineEndState),
        part: &mut HumanBlockReport,
    ) -> Result<bool, CliError> {
        Ok(!self.warns() && self.is_counted(examiner.rulings_at(end), given, part))
    }

    fn add(
        &self,
        part: &mut HumanBlockReport,
        entries: &[ExaminedLine<'_>],
    ) -> Result<(), CliError> {
        part.counts.count_line(entries.iter().map(ExaminedLine::verdict));
        if let Some(entry) = entries.first() {
            let verdicts = entries.iter().map(ExaminedLine::verdict);
            part.accepted_today += self.accepted_today(entry.input, verdicts);
        }
        let reported = entries.iter().filter(|entry| self.judging.reports_entry(entry));
        let kinds: Vec<LineFindingKind> = reported.filter_map(ExaminedLine::kind).collect();
        let shown = part.alone.count_kinds(&kinds, self.judging.arguments.limit);
        if !shown && self.judging.warnings(entries).is_empty() {
            part.counts.count_hidden(&kinds);
        } else if let Some(&ExaminedLine { source, line, site, input, .. }) = entries.first() {
            let (source, input) = (source.to_owned(), input.to_owned());
            part.candidates.push(LineCandidate { source, line, site, input, kinds });
        }
        Ok(())
    }

    fn add_long_line(&self, part: &mut HumanBlockReport, line: &LongLine) {
        let verdicts = line.rulings.iter().map(|(_, ruling)| ruling.verdict);
        part.counts.count_line(verdicts);
    }

    fn take(
        &self,
        whole: &mut HumanAccumulator,
        part: HumanBlockReport,
        streams: &mut Streams,
    ) -> Result<(), CliError> {
        let HumanAccumulator { tally, accepted_today } = whole;
        *accepted_today += part.accepted_today;
        tally.add(&part.counts);
        for LineCandidate { source, line, site, input, kinds } in &part.candidates {
            let show = tally.count_kinds(kinds, self.judging.arguments.limit);
            if !show && !self.warns() {
                continue;
            }
            let given = CheckInput { source, line: *line, input, site: *site };
            self.judging.examine(given, |entries| {
                if show {
                    self.show(entries, streams)?;
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    // The finding itself warns of the case of the scheme.
                    if warned.warning != Warning::SchemeUpperCase {
                        human::write_warning(entry, &warned, &mut streams.screen()?)?;
                    }
                }
                Ok::<(), CliError>(())
            })?;
        }
        Ok(())
    }

    fn finish(
        &self,
        HumanAccumulator { mut tally, accepted_today }: HumanAccumulator,
        run: &CheckRunSummary,
        judges: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, CliError> {
        tally.empty = run.empty;
        // If no input could be read, an error says so; a summary of no lines would be wrong.
        if tally.lines > 0 || run.troubles.is_empty() {
            summary::write(&tally, judges, &mut streams.screen()?)?;
        }
        if accepted_today > 0 {
            let what = match (tally.lines, accepted_today) {
                (1, _) => "RFC 3986, the grammar of today, accepts it".to_owned(),
                (_, 1) => {
                    "RFC 3986, the grammar of today, accepts one of those that fail".to_owned()
                }
                (_, count) => {
                    format!("RFC 3986, the grammar of today, accepts {count} of those that fail")
                }
            };
            streams.write_text(&format!("{what}: -e {TODAY}\n"))?;
        }
        Ok(Status::Fine)
    }
}
