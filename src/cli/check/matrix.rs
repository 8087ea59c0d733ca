//! The matrix: a row for each line, a column for each grammar.
//!
//! Nothing is explained, so all judges judge in one pass over a line.

use std::io;

use urlbnf::Judge;
use urlbnf::judges::{LineEndState, Ruling};
use urlbnf::report::sarif::CheckRunSummary;
use urlbnf::report::{ExaminedLine, matrix};

use super::judging::{CheckContext, CheckInput};
use super::long::LongLine;
use super::pool::ReportExaminer;
use super::reporter::CheckReporter;
use crate::{CliError, Status, Streams};

pub struct MatrixReporter<'a> {
    judging: &'a CheckContext<'a>,
    json: bool,
}

/// The result of a block.
#[derive(Default)]
pub struct MatrixBlockReport {
    /// Its rows, for people.
    kept: Vec<PendingMatrixRow>,
    /// Its rows as records.
    records: Vec<u8>,
}

/// A row that is kept until its turn comes.
struct PendingMatrixRow {
    source: String,
    line: u64,
    input: Vec<u8>,
    length: u64,
    rulings: Vec<Ruling>,
}

impl<'a> MatrixReporter<'a> {
    /// Creates the matrix, for people or as JSON.
    pub fn new(judging: &'a CheckContext<'a>, json: bool) -> MatrixReporter<'a> {
        MatrixReporter { judging, json }
    }

    /// Whether a row is shown: `--only` selects one of its verdicts.
    fn shows(&self, rulings: &[Ruling]) -> bool {
        rulings.iter().any(|ruling| self.judging.reports(ruling.verdict, ruling.relative))
    }

    fn add_row(
        &self,
        part: &mut MatrixBlockReport,
        row: matrix::MatrixRow<'_>,
    ) -> Result<(), CliError> {
        if !self.shows(row.rulings) {
            return Ok(());
        }
        if self.json {
            return row
                .write_json(self.judging.judges, &mut part.records)
                .map_err(|error| io::Error::from(error).into());
        }
        let matrix::MatrixRow { source, line, input, length, rulings } = row;
        let (source, input, rulings) = (source.to_owned(), input.to_owned(), rulings.to_owned());
        part.kept.push(PendingMatrixRow { source, line, input, length, rulings });
        Ok(())
    }
}

impl CheckReporter for MatrixReporter<'_> {
    type Part = MatrixBlockReport;
    /// Whether there were rows.
    type Whole = bool;
    const COUNTS_EMPTY: bool = false;

    fn report_from_rulings(
        &self,
        examiner: &mut ReportExaminer<'_>,
        (CheckInput { source, line, input, .. }, end): (CheckInput<'_>, LineEndState),
        part: &mut MatrixBlockReport,
    ) -> Result<bool, CliError> {
        let (length, rulings) = (input.len() as u64, examiner.rulings_at(end));
        self.add_row(part, matrix::MatrixRow { source, line, input, length, rulings })?;
        Ok(true)
    }

    fn add(
        &self,
        part: &mut MatrixBlockReport,
        entries: &[ExaminedLine<'_>],
    ) -> Result<(), CliError> {
        let Some(&ExaminedLine { source, line, input, .. }) = entries.first() else {
            return Ok(());
        };
        let rulings: Vec<Ruling> = entries.iter().map(ExaminedLine::ruling).collect();
        let (length, rulings) = (input.len() as u64, rulings.as_slice());
        self.add_row(part, matrix::MatrixRow { source, line, input, length, rulings })
    }

    fn add_long_line(&self, part: &mut MatrixBlockReport, line: &LongLine) {
        let rulings: Vec<Ruling> = line.rulings.iter().map(|(_, ruling)| *ruling).collect();
        let LongLine { ref source, line, head: ref input, length, .. } = *line;
        let row = matrix::MatrixRow { source, line, input, length, rulings: &rulings };
        // Writing to a buffer cannot fail.
        let _ = self.add_row(part, row);
    }

    fn take(
        &self,
        begun: &mut bool,
        part: MatrixBlockReport,
        streams: &mut Streams,
    ) -> Result<(), CliError> {
        let MatrixBlockReport { kept, records } = part;
        if !kept.is_empty() {
            if !*begun {
                let head = matrix::head(self.judging.judges, streams.columns());
                streams.write(head.as_bytes())?;
            }
            *begun = true;
            let screen = &mut streams.screen()?;
            for PendingMatrixRow { source, line, input, length, rulings } in &kept {
                let (line, length) = (*line, *length);
                matrix::MatrixRow { source, line, input, length, rulings }.write(screen)?;
            }
        }
        Ok(streams.write(&records)?)
    }

    fn finish(
        &self,
        begun: bool,
        run: &CheckRunSummary,
        _: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, CliError> {
        if !self.json && !begun && run.empty == 0 {
            streams.remark("there is no row to show");
        }
        Ok(Status::Fine)
    }
}
