//! The SARIF form: one log of all failures, for other tools.

use urlbnf::judges::{Extent, LineEnd, Ruling};
use urlbnf::report::Entry;
use urlbnf::report::sarif::{Findings, Run};
use urlbnf::{Judge, Verdict};

use super::form::Form;
use super::judging::{Judged, Judging};
use super::pool::Bench;
use crate::input::Block;
use crate::{Error, Status, Streams};

pub struct Sarif<'a> {
    judging: &'a Judging<'a>,
}

impl<'a> Sarif<'a> {
    pub fn new(judging: &'a Judging<'a>) -> Sarif<'a> {
        Sarif { judging }
    }

    /// Counts a line if enough places of its failures are kept. Returns whether it was
    /// counted.
    fn is_counted(
        &self,
        examiner: &mut Bench<'_>,
        (input, end): (&[u8], LineEnd),
        part: &mut Findings,
    ) -> bool {
        let failures = self.judging.judges.iter().zip(examiner.failures(input, end));
        let asked = failures.filter(|(_, (ruling, _))| self.is_asked(ruling));
        let found = |offset: Option<usize>| input.get(offset?).copied();
        let failures: Vec<_> =
            asked.map(|(judge, (ruling, offset))| (judge, ruling, found(offset))).collect();
        part.count(&failures, self.limit())
    }

    /// Whether a ruling is a failure that `--only` selects.
    fn is_asked(&self, ruling: &Ruling) -> bool {
        ruling.failure.is_some() && self.judging.reports(ruling.verdict, ruling.relative)
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

    /// All judges judge in one pass. Only failures are examined, and only until enough places
    /// of them are kept.
    fn at_once(&self, block: &Block) -> Option<Result<Judged<Findings>, Error>> {
        let judging = self.judging;
        let reports = |ruling: &Ruling| judging.reports(ruling.verdict, ruling.relative);
        let conforms = |ruling: &Ruling| ruling.verdict == Verdict::Conforms;
        let asked = |ruling: &Ruling| self.is_asked(ruling);
        judging.is_one_pass().then(|| {
            judging.side_by_side(block, |examiner, given, end, judged: &mut Judged<Findings>| {
                let rulings = examiner.rulings_at(end);
                for _ in rulings.iter().filter(|it| reports(it) && conforms(it)) {
                    judged.part.count_conforming();
                }
                let (line, is_asked) = ((given.input, end), rulings.iter().any(asked));
                if !is_asked || self.is_counted(examiner, line, &mut judged.part) {
                    judged.object_to_all(judging, examiner.rulings_at(end));
                    return Ok(());
                }
                let add = |entries: &[Entry<'_>], part: &mut _| self.add(part, entries);
                judging.examined(examiner, (given, end), Extent::Whole, judged, asked, add)
            })
        })
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
    if streams.is_quiet() {
        return Ok(());
    }
    let log = findings.log(env!("CARGO_PKG_VERSION"), run);
    serde_json::to_writer_pretty(streams.out()?, &log).map_err(std::io::Error::from)?;
    Ok(writeln!(streams.out()?)?)
}
