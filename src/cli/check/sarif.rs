//! The form for other tools: one SARIF log of all that fails.

use urlbnf::report::Entry;
use urlbnf::report::sarif::{Findings, Run};
use urlbnf::{Judge, Verdict};

use super::form::Form;
use super::judging::{Judged, Judging};
use super::left::Left;
use super::long::Piece;
use crate::error::Error;
use crate::input::Block;
use crate::status::Status;
use crate::streams::Streams;

/// A SARIF log.
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

impl Sarif<'_> {
    /// All judges judge in one pass; only what fails is examined.
    fn of_block(&self, block: &Block) -> Result<Judged<Findings>, Error> {
        let (mut judged, mut left) = (Judged::<Findings>::default(), Left::default());
        self.judging.pool.with(|together| {
            self.judging.each(block, &mut left, |given| {
                let answer = together.judge(given.input);
                let mut failing: Vec<&Judge> = Vec::new();
                for (judge, ruling) in self.judging.judges.iter().zip(together.rulings(answer)) {
                    judged.object(self.judging, ruling.verdict, ruling.relative);
                    match ruling.verdict {
                        verdict if !self.judging.reports(verdict, ruling.relative) => {}
                        Verdict::Conforms => judged.part.count_conforming(),
                        _ => failing.push(judge),
                    }
                }
                if failing.is_empty() {
                    return Ok(());
                }
                self.judging
                    .examine_by(&failing, given, |entries| self.add(&mut judged.part, entries))
            })
        })?;
        judged.left = left;
        Ok(judged)
    }
}

impl Form for Sarif<'_> {
    type Part = Findings;
    type Whole = Findings;
    const ONLY_REPORTED: bool = true;

    fn at_once(&self, block: &Block) -> Option<Result<Judged<Findings>, Error>> {
        let whole = Piece::of(block).is_none();
        (self.judging.is_one_pass() && whole).then(|| self.of_block(block))
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

/// Writes a log.
pub fn write(findings: &Findings, run: &Run, streams: &mut Streams) -> Result<(), Error> {
    if streams.is_quiet() {
        return Ok(());
    }
    let log = findings.log(env!("CARGO_PKG_VERSION"), run);
    serde_json::to_writer_pretty(streams.out()?, &log).map_err(std::io::Error::from)?;
    Ok(writeln!(streams.out()?)?)
}
