//! The format SARIF: one log of all failures, for other tools.

use urlbnf::judges::{LineEndState, Ruling};
use urlbnf::report::ExaminedLine;
use urlbnf::report::sarif::{CheckRunSummary, SarifFindings};
use urlbnf::{Judge, Verdict};

use super::judging::{CheckContext, CheckInput};
use super::pool::ReportExaminer;
use super::reporter::CheckReporter;
use crate::{CliError, Status, Streams};

pub struct SarifReporter<'a> {
    judging: &'a CheckContext<'a>,
}

impl<'a> SarifReporter<'a> {
    pub fn new(judging: &'a CheckContext<'a>) -> SarifReporter<'a> {
        SarifReporter { judging }
    }

    fn limit(&self) -> usize {
        usize::try_from(self.judging.arguments.limit).unwrap_or(usize::MAX)
    }
}

impl CheckReporter for SarifReporter<'_> {
    type Part = SarifFindings;
    type Whole = SarifFindings;

    /// Blocks are large because their results are small: some places of each failure.
    fn block_size(&self, judges: usize) -> usize {
        ((1 << 20) / judges.max(1)).clamp(1 << 16, 1 << 20)
    }

    /// Only failures are examined, and only those that `--only` selects.
    fn needs_examination(&self, ruling: &Ruling) -> bool {
        ruling.failure.is_some() && self.judging.reports(ruling.verdict, ruling.relative)
    }

    /// Counts a line if enough places of its failures are kept.
    fn report_from_rulings(
        &self,
        examiner: &mut ReportExaminer<'_>,
        (given, end): (CheckInput<'_>, LineEndState),
        part: &mut SarifFindings,
    ) -> Result<bool, CliError> {
        let (judging, input) = (self.judging, given.input);
        let rulings = examiner.rulings_at(end);
        let conforms = |ruling: &&Ruling| ruling.verdict == Verdict::Conforms;
        let reports = |ruling: &&Ruling| judging.reports(ruling.verdict, ruling.relative);
        for _ in rulings.iter().filter(conforms).filter(reports) {
            part.count_conforming();
        }
        if !rulings.iter().any(|ruling| self.needs_examination(ruling)) {
            return Ok(true);
        }
        let failures = judging.judges.iter().zip(examiner.failures(input, end));
        let asked = failures.filter(|(_, (ruling, _))| self.needs_examination(ruling));
        let found = |offset: Option<usize>| input.get(offset?).copied();
        let failures: Vec<_> =
            asked.map(|(judge, (ruling, offset))| (judge, ruling, found(offset))).collect();
        Ok(part.count(&failures, self.limit()))
    }

    fn add(&self, part: &mut SarifFindings, entries: &[ExaminedLine<'_>]) -> Result<(), CliError> {
        for entry in entries.iter().filter(|entry| self.judging.reports_entry(entry)) {
            part.add(entry, self.limit());
        }
        Ok(())
    }

    fn take(
        &self,
        whole: &mut SarifFindings,
        part: SarifFindings,
        _streams: &mut Streams,
    ) -> Result<(), CliError> {
        whole.append(part, self.limit());
        Ok(())
    }

    fn finish(
        &self,
        whole: SarifFindings,
        run: &CheckRunSummary,
        _judges: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, CliError> {
        write(&whole, run, streams)?;
        Ok(Status::Fine)
    }
}

/// Writes a log, unless the output is quiet.
pub fn write(
    findings: &SarifFindings,
    run: &CheckRunSummary,
    streams: &mut Streams,
) -> Result<(), CliError> {
    if streams.discards_output() {
        return Ok(());
    }
    let log = findings.log(env!("CARGO_PKG_VERSION"), run);
    serde_json::to_writer_pretty(streams.out()?, &log).map_err(std::io::Error::from)?;
    Ok(writeln!(streams.out()?)?)
}
