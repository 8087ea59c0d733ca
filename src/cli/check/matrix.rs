//! The matrix: a row for each line, a column for each grammar.
//!
//! Nothing is explained, so all judges judge in one pass over a line.

use std::sync::Arc;

use urlbnf::Judge;
use urlbnf::judges::Ruling;
use urlbnf::report::sarif::Run;
use urlbnf::report::{Entry, matrix};

use super::form::Form;
use super::judging::{Given, Judged, Judging};
use super::long::LongLine;
use super::pool::Bench;
use crate::error::Error;
use crate::input::Block;
use crate::status::Status;
use crate::streams::Streams;

/// Rows of verdicts.
pub struct Matrix<'a> {
    judging: &'a Judging<'a>,
    json: bool,
}

/// What is kept of a line until its turn comes.
pub struct Kept {
    source: Arc<str>,
    line: u64,
    input: Vec<u8>,
    length: u64,
    rulings: Vec<Ruling>,
}

impl Kept {
    fn row(&self) -> matrix::Row<'_> {
        let Kept { source, line, input, length, rulings } = self;
        matrix::Row { source, line: *line, input, length: *length, rulings }
    }
}

impl<'a> Matrix<'a> {
    /// The matrix for people.
    pub fn text(judging: &'a Judging<'a>) -> Matrix<'a> {
        Matrix { judging, json: false }
    }

    /// Its rows for programs.
    pub fn json(judging: &'a Judging<'a>) -> Matrix<'a> {
        Matrix { judging, json: true }
    }

    /// Whether a row is shown: one of its verdicts is asked for.
    fn shows(&self, rulings: &[Ruling]) -> bool {
        rulings.iter().any(|ruling| self.judging.reports(ruling.verdict, ruling.relative))
    }
}

impl Form for Matrix<'_> {
    type Part = Vec<Kept>;
    /// Whether there were rows.
    type Whole = bool;
    const COUNTS_EMPTY: bool = false;

    fn at_once(&self, block: &Block) -> Option<Result<Judged<Vec<Kept>>, Error>> {
        let judge = |examiner: &mut Bench<'_>, given: Given<'_>, judged: &mut Judged<Vec<Kept>>| {
            let together = examiner.together();
            let answer = together.judge(given.input);
            let rulings = together.rulings(answer);
            for ruling in rulings {
                judged.object(self.judging, ruling.verdict, ruling.relative);
            }
            if self.shows(rulings) {
                judged.part.push(Kept {
                    source: Arc::clone(&block.source),
                    line: given.line,
                    input: given.input.to_owned(),
                    length: given.input.len() as u64,
                    rulings: rulings.to_owned(),
                });
            }
            Ok(())
        };
        let lowers = self.judging.arguments.ignore_scheme_case;
        (!lowers).then(|| self.judging.together(block, judge))
    }

    fn add(&self, part: &mut Vec<Kept>, entries: &[Entry<'_>]) -> Result<(), Error> {
        let Some(&Entry { source, line, input, .. }) = entries.first() else { return Ok(()) };
        let rulings: Vec<Ruling> =
            entries.iter().map(|it| Ruling::of(it.judge, it.examination)).collect();
        if self.shows(&rulings) {
            let (source, length) = (Arc::from(source), input.len() as u64);
            part.push(Kept { source, line, input: input.to_owned(), length, rulings });
        }
        Ok(())
    }

    fn count(&self, part: &mut Vec<Kept>, line: &LongLine) {
        let rulings: Vec<Ruling> = line.rulings.iter().map(|(_, it)| *it).collect();
        if self.shows(&rulings) {
            let LongLine { source, line, head, length, .. } = line;
            let (source, input) = (Arc::clone(source), head.clone());
            part.push(Kept { source, line: *line, input, length: *length, rulings });
        }
    }

    fn take(&self, begun: &mut bool, part: Vec<Kept>, streams: &mut Streams) -> Result<(), Error> {
        let (judges, columns) = (self.judging.judges, streams.columns());
        if !self.json && !*begun && !part.is_empty() {
            streams.write(matrix::head(judges, columns).as_bytes())?;
        }
        *begun |= !part.is_empty();
        for kept in &part {
            match self.json {
                true => streams.write(format!("{}\n", kept.row().to_json(judges)).as_bytes())?,
                false => kept.row().write(columns, streams.out()?)?,
            }
        }
        Ok(())
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
