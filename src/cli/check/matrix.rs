//! The matrix: a row for each line, a column for each grammar.
//!
//! Nothing is explained, so all judges judge in one pass over a line.

use std::io;

use urlbnf::Judge;
use urlbnf::judges::{LineEnd, Ruling};
use urlbnf::report::sarif::Run;
use urlbnf::report::{Entry, matrix};

use super::form::Form;
use super::judging::{Given, Judging};
use super::long::LongLine;
use super::pool::Bench;
use crate::{Error, Status, Streams};

pub struct Matrix<'a> {
    judging: &'a Judging<'a>,
    json: bool,
}

/// The result of a block.
#[derive(Default)]
pub struct Part {
    /// Its rows, for people.
    kept: Vec<Kept>,
    /// Its rows as records.
    records: Vec<u8>,
}

/// A row that is kept until its turn comes.
struct Kept {
    source: String,
    line: u64,
    input: Vec<u8>,
    length: u64,
    rulings: Vec<Ruling>,
}

impl<'a> Matrix<'a> {
    /// Creates the matrix, for people or as JSON.
    pub fn new(judging: &'a Judging<'a>, json: bool) -> Matrix<'a> {
        Matrix { judging, json }
    }

    /// Whether a row is shown: `--only` selects one of its verdicts.
    fn shows(&self, rulings: &[Ruling]) -> bool {
        rulings.iter().any(|ruling| self.judging.reports(ruling.verdict, ruling.relative))
    }

    fn add_row(&self, part: &mut Part, row: matrix::Row<'_>) -> Result<(), Error> {
        if !self.shows(row.rulings) {
            return Ok(());
        }
        if self.json {
            return row
                .write_json(self.judging.judges, &mut part.records)
                .map_err(|error| io::Error::from(error).into());
        }
        let matrix::Row { source, line, input, length, rulings } = row;
        let (source, input, rulings) = (source.to_owned(), input.to_owned(), rulings.to_owned());
        part.kept.push(Kept { source, line, input, length, rulings });
        Ok(())
    }
}

impl Form for Matrix<'_> {
    type Part = Part;
    /// Whether there were rows.
    type Whole = bool;
    const COUNTS_EMPTY: bool = false;

    fn tell(
        &self,
        bench: &mut Bench<'_>,
        (Given { source, line, input, .. }, end): (Given<'_>, LineEnd),
        part: &mut Part,
    ) -> Result<bool, Error> {
        let (length, rulings) = (input.len() as u64, bench.rulings_at(end));
        self.add_row(part, matrix::Row { source, line, input, length, rulings })?;
        Ok(true)
    }

    fn add(&self, part: &mut Part, entries: &[Entry<'_>]) -> Result<(), Error> {
        let Some(&Entry { source, line, input, .. }) = entries.first() else { return Ok(()) };
        let rulings: Vec<Ruling> = entries.iter().map(Entry::ruling).collect();
        let (length, rulings) = (input.len() as u64, rulings.as_slice());
        self.add_row(part, matrix::Row { source, line, input, length, rulings })
    }

    fn count(&self, part: &mut Part, line: &LongLine) {
        let rulings: Vec<Ruling> = line.rulings.iter().map(|(_, it)| *it).collect();
        let LongLine { ref source, line, head: ref input, length, .. } = *line;
        let row = matrix::Row { source, line, input, length, rulings: &rulings };
        // Writing to a buffer cannot fail.
        let _ = self.add_row(part, row);
    }

    fn take(&self, begun: &mut bool, part: Part, streams: &mut Streams) -> Result<(), Error> {
        let Part { kept, records } = part;
        if !kept.is_empty() {
            if !*begun {
                let head = matrix::head(self.judging.judges, streams.columns());
                streams.write(head.as_bytes())?;
            }
            *begun = true;
            let screen = &mut streams.screen()?;
            for Kept { source, line, input, length, rulings } in &kept {
                let (line, length) = (*line, *length);
                matrix::Row { source, line, input, length, rulings }.write(screen)?;
            }
        }
        Ok(streams.write(&records)?)
    }

    fn finish(
        &self,
        begun: bool,
        run: &Run,
        _: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, Error> {
        if !self.json && !begun && run.empty == 0 {
            streams.remark("there is no row to show");
        }
        Ok(Status::Fine)
    }
}
