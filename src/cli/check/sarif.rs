//! The SARIF form: one log of all failures, for other tools.

use urlbnf::judges::{LineEnd, Ruling};
use urlbnf::report::Entry;
use urlbnf::report::sarif::{Findings, Run};
use urlbnf::{Judge, Verdict};

use super::form::Form;
use super::judging::{Given, Judging};
use super::pool::Bench;
use crate::{Error, Status, Streams};

pub struct Sarif<'a> {
    judging: &'a Judging<'a>,
}

impl<'a> Sarif<'a> {
    pub fn new(judging: &'a Judging<'a>) -> Sarif<'a> {
        Sarif { judging }
    }

    fn limit(&self) -> usize {
        usize::try_from(self.judging.arguments.limit).unwrap_or(usize::MAX)
    }
}

impl Form for Sarif<'_> {
    type Part = Findings;
    type Whole = Findings;

    /// Blocks are large because their results are small: some places of each failure.
    fn block_size(&self, judges: usize) -> usize {
        ((1 << 20) / judges.max(1)).clamp(1 << 16, 1 << 20)
    }

    /// Only failures are examined, and only those that `--only` selects.
    fn asks(&self, ruling: &Ruling) -> bool {
        ruling.failure.is_some() && self.judging.reports(ruling.verdict, ruling.relative)
    }

    /// Counts a line if enough places of its failures are kept.
    fn tell(
        &self,
        bench: &mut Bench<'_>,
        (given, end): (Given<'_>, LineEnd),
        part: &mut Findings,
    ) -> Result<bool, Error> {
        let (judging, input) = (self.judging, given.input);
        let rulings = bench.rulings_at(end);
        let conforms = |it: &&Ruling| it.verdict == Verdict::Conforms;
        let reports = |it: &&Ruling| judging.reports(it.verdict, it.relative);
        for _ in rulings.iter().filter(conforms).filter(reports) {
            part.count_conforming();
        }
        if !rulings.iter().any(|it| self.asks(it)) {
            return Ok(true);
        }
        let failures = judging.judges.iter().zip(bench.failures(input, end));
        let asked = failures.filter(|(_, (ruling, _))| self.asks(ruling));
        let found = |offset: Option<usize>| input.get(offset?).copied();
        let failures: Vec<_> =
            asked.map(|(judge, (ruling, offset))| (judge, ruling, found(offset))).collect();
        Ok(part.count(&failures, self.limit()))
    }

    fn add(&self, part: &mut Findings, entries: &[Entry<'_>]) -> Result<(), Error> {
        for entry in entries.iter().filter(|entry| self.judging.reports_entry(entry)) {
            part.add(entry, self.limit());
        }
        Ok(())
    }

    fn take(
        &self,
        whole: &mut Findings,
        part: Findings,
        _streams: &mut Streams,
    ) -> Result<(), Error> {
        whole.append(part, self.limit());
        Ok(())
    }

    fn finish(
        &self,
        whole: Findings,
        run: &Run,
        _judges: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, Error> {
        write(&whole, run, streams)?;
        Ok(Status::Fine)
    }
}

/// Writes a log, unless the output is quiet.
pub fn write(findings: &Findings, run: &Run, streams: &mut Streams) -> Result<(), Error> {
    if streams.discards_output() {
        return Ok(());
    }
    let log = findings.log(env!("CARGO_PKG_VERSION"), run);
    serde_json::to_writer_pretty(streams.out()?, &log).map_err(std::io::Error::from)?;
    Ok(writeln!(streams.out()?)?)
}
