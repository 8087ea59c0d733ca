//! The verdict form: one output line for each input line, in the order of the input, for pipes
//! of other programs.
//!
//! No line is left out: an empty line has an output line, and so has a line that is too long
//! to be explained, without the offset. A URL that fails is not a failure of the command.

use urlbnf::judges::{LineEnd, Ruling};
use urlbnf::report::{Entry, Site, columns};

use super::form::Form;
use super::judging::{Given, Judged, Judging};
use super::long::LongLine;
use super::pool::Bench;
use crate::input::Block;
use crate::{Error, Streams};

pub struct Verdicts<'a> {
    judging: &'a Judging<'a>,
}

impl<'a> Verdicts<'a> {
    /// Creates the form.
    ///
    /// # Errors
    /// If an option would leave lines without an output line.
    pub fn new(judging: &'a Judging<'a>) -> Result<Verdicts<'a>, Error> {
        let arguments = judging.arguments;
        if arguments.only.is_empty() && judging.takes_whole_lines() {
            Ok(Verdicts { judging })
        } else {
            Err(Error::Usage(
                "--format verdict has a line for each line: --only, --field and --header would break that",
            ))
        }
    }

    fn of_block(&self, block: &Block) -> Result<Judged<Vec<u8>>, Error> {
        let mut judged = Judged::<Vec<u8>>::default();
        let in_one_pass = self.judging.is_one_pass();
        self.judging.pool.with(|examiner| {
            let ends = if in_one_pass { examiner.line_ends(block.bytes()) } else { Vec::new() };
            let mut ends = ends.into_iter();
            for line in block.lines() {
                let (source, number, input) = (&*block.source, line.number, line.bytes);
                let given = Given { source, line: number, input, site: Site::default() };
                if input.is_empty() {
                    judged.part.extend_from_slice(self.empty().as_bytes());
                } else if in_one_pass {
                    let end = ends.next().unwrap_or_else(|| examiner.end(input));
                    let line = self.of_line(examiner, input, end);
                    judged.part.extend_from_slice(line.as_bytes());
                } else {
                    self.judging.examine(given, |entries| self.add(&mut judged.part, entries))?;
                }
            }
            Ok(judged)
        })
    }

    /// Returns the output line for a string: the rulings of all judges, and where it fails.
    fn of_line(&self, examiner: &mut Bench<'_>, input: &[u8], end: LineEnd) -> String {
        let failures = examiner.failures(input, end);
        let judges = self.judging.judges.iter();
        let judges = judges.zip(&failures);
        columns::line(judges.map(|(judge, (ruling, offset))| (judge, Some(ruling), *offset)))
    }

    fn empty(&self) -> String {
        let judges = self.judging.judges.iter();
        columns::line(judges.map(|judge| (judge, None, None)))
    }
}

impl Form for Verdicts<'_> {
    type Part = Vec<u8>;
    type Whole = ();
    const IS_PIPE: bool = true;

    fn at_once(&self, block: &Block) -> Option<Result<Judged<Vec<u8>>, Error>> {
        Some(self.of_block(block))
    }

    fn count(&self, part: &mut Vec<u8>, line: &LongLine) {
        let rulings = self.judging.judges.iter().zip(&line.rulings);
        let rulings = rulings.map(|(judge, (_, ruling))| (judge, Some(ruling), None));
        part.extend_from_slice(columns::line(rulings).as_bytes());
    }

    fn add(&self, part: &mut Vec<u8>, entries: &[Entry<'_>]) -> Result<(), Error> {
        let rulings: Vec<Ruling> = entries.iter().map(Entry::ruling).collect();
        let rulings = entries.iter().zip(&rulings).map(|(entry, ruling)| {
            let offset = entry.examination.diagnostic.as_ref().map(|it| it.offset);
            (entry.judge, Some(ruling), offset)
        });
        part.extend_from_slice(columns::line(rulings).as_bytes());
        Ok(())
    }

    fn take(&self, (): &mut (), part: Vec<u8>, streams: &mut Streams) -> Result<(), Error> {
        Ok(streams.write(&part)?)
    }
}
