//! The tally: how many lines have which verdict. No line is explained.
//!
//! All judges judge in one pass over the bytes of a block. The result of a block is its counts
//! and the first lines of each kind. Memory therefore grows neither with the input nor with
//! the length of a line.

use std::sync::Arc;

use urlbnf::Judge;
use urlbnf::judges::tally::{self, Example, Examples};
use urlbnf::judges::{Judges, LineEnd, Progress, Ruling, Tally};
use urlbnf::report::sarif::Run;
use urlbnf::report::tallies::{Options, Tallies};
use urlbnf::report::{Entry, counts};

use super::form::Form;
use super::judging::{Given, Judged, Judging};
use super::long::{LongLine, Piece};
use super::only::Only;
use super::pool::Bench;
use crate::input::{Block, Column, LongLines};
use crate::{Error, Status, Streams};

pub struct Counts<'a> {
    judging: &'a Judging<'a>,
    json: bool,
}

/// The result of a block.
#[derive(Default)]
pub enum Part {
    /// The block had no lines.
    #[default]
    Nothing,
    /// The counts of lines that were judged several at a time.
    Counts(tally::Part),
    /// The counts of lines that were judged one by one.
    Lines(Tally),
    /// A piece of a long line.
    Piece(Piece),
}

/// The combined result of all blocks so far.
#[derive(Default)]
pub struct Whole<'a> {
    tally: Option<Tally>,
    together: Option<Judges<'a>>,
    /// The state of the long line that is being read.
    open: Option<(Progress, Example)>,
}

impl<'a> Counts<'a> {
    /// Creates a tally, for people or as JSON.
    pub fn new(judging: &'a Judging<'a>, json: bool) -> Counts<'a> {
        Counts { judging, json }
    }

    fn tally(&self) -> Tally {
        Tally::new(self.examples())
    }

    /// The examples to keep: the first ones for people. For programs those that do not depend
    /// on the order, so that tallies can be added up.
    fn examples(&self) -> Examples {
        let most = usize::try_from(self.judging.arguments.limit).unwrap_or(usize::MAX);
        if self.json { Examples::Smallest(most) } else { Examples::First(most) }
    }

    /// The options that the counts depend on.
    fn options(&self) -> Options {
        let arguments = self.judging.arguments;
        // In a fixed order, whatever the order on the command line.
        let only = Only::ALL.into_iter().filter(|it| arguments.only.contains(it));
        let field = |column| match column {
            Column::Json(key) => format!("{key} of JSON"),
            Column::Name(name) => format!("{name} of {}", arguments.delimiter),
            Column::Number(number) => format!("{number} of {}", arguments.delimiter),
        };
        Options {
            limit: arguments.limit,
            ignore_scheme_case: arguments.ignore_scheme_case,
            only: only.map(|it| it.name().to_owned()).collect(),
            field: arguments.column().map(field),
            header: arguments.has_header(),
            skip_bom: arguments.skip_bom,
        }
    }

    /// Counts a line whose rulings are known.
    fn add_line(&self, part: &mut Part, rulings: &[Ruling], example: impl FnOnce() -> Example) {
        if !matches!(part, Part::Lines(_)) {
            *part = Part::Lines(self.tally());
        }
        if let Part::Lines(tally) = part {
            tally.add_line(rulings, example);
        }
    }

    /// Whether the lines of a block are judged several at a time.
    fn several_at_a_time(&self) -> bool {
        self.judging.takes_whole_lines() && self.judging.is_one_pass()
    }
}

impl<'a> Form for Counts<'a> {
    type Part = Part;
    type Whole = Whole<'a>;

    /// Blocks are large because their results are small.
    fn block_size(&self, _judges: usize) -> usize {
        1 << 20
    }

    fn long_lines(&self, longest: usize) -> LongLines {
        // Bytes are enough for counting, so a line need not be in memory as a whole.
        if self.several_at_a_time() { LongLines::Split } else { LongLines::Until(longest) }
    }

    fn piece(&self, piece: Piece) -> Judged<Part> {
        match self.several_at_a_time() {
            true => Judged { part: Part::Piece(piece), ..Judged::default() },
            false => Judged { piece: Some(piece), ..Judged::default() },
        }
    }

    fn at_once(&self, block: &Block) -> Option<Result<Judged<Part>, Error>> {
        let (bytes, line, examples) = (block.bytes(), block.line, self.examples());
        let tally = |judges: &mut Judges<'_>| judges.tally(bytes, &block.source, line, examples);
        self.several_at_a_time().then(|| {
            let part = self.judging.pool.with(|bench| tally(bench.together()));
            Ok(Judged { part: Part::Counts(part), ..Judged::default() })
        })
    }

    fn tell(
        &self,
        bench: &mut Bench<'_>,
        (Given { source, line, input, .. }, end): (Given<'_>, LineEnd),
        part: &mut Part,
    ) -> Result<bool, Error> {
        let example = || Example::new(&Arc::from(source), line, input);
        self.add_line(part, bench.rulings_at(end), example);
        Ok(true)
    }

    fn add(&self, part: &mut Part, entries: &[Entry<'_>]) -> Result<(), Error> {
        let Some(entry) = entries.first() else { return Ok(()) };
        let rulings: Vec<Ruling> = entries.iter().map(Entry::ruling).collect();
        let example = || Example::new(&Arc::from(entry.source), entry.line, entry.input);
        self.add_line(part, &rulings, example);
        Ok(())
    }

    fn count(&self, part: &mut Part, line: &LongLine) {
        let rulings: Vec<Ruling> = line.rulings.iter().map(|(_, it)| *it).collect();
        self.add_line(part, &rulings, || Example::new(&line.source, line.line, &line.head));
    }

    fn take(&self, whole: &mut Whole<'a>, part: Part, _: &mut Streams) -> Result<(), Error> {
        let tally = whole.tally.get_or_insert_with(|| self.tally());
        match part {
            Part::Nothing => {}
            Part::Counts(part) => tally.add(part),
            Part::Lines(lines) => tally.append(lines),
            Part::Piece(piece) => {
                let together =
                    whole.together.get_or_insert_with(|| Judges::new(self.judging.judges));
                judge(&piece, together, &mut whole.open, tally);
            }
        }
        Ok(())
    }

    fn finish(
        &self,
        whole: Whole<'a>,
        run: &Run,
        judges: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, Error> {
        let mut tally = whole.tally.unwrap_or_else(|| self.tally());
        // The empty lines that no judge saw.
        tally.add_empty(run.empty);
        let reports = |ruling: &Ruling| self.judging.reports(ruling.verdict, ruling.relative);
        let report = match self.json {
            true => Tallies::of(&tally, judges, self.options(), reports).text(),
            false => counts::text(&tally, judges, streams.columns(), reports),
        };
        streams.write(report.as_bytes())?;
        let arguments = self.judging.arguments;
        let objects = |ruling: &Ruling| arguments.objects(ruling.verdict, ruling.relative);
        Ok(if tally.rulings().any(objects) { Status::Objection } else { Status::Fine })
    }
}

/// Judges a piece of a line, and counts the line after its last piece.
fn judge(
    piece: &Piece,
    together: &mut Judges<'_>,
    open: &mut Option<(Progress, Example)>,
    tally: &mut Tally,
) {
    if piece.first {
        *open = Some((together.begin(), Example::new(&piece.source, piece.line, &[])));
    }
    let Some((progress, example)) = open else { return };
    *progress = together.go_on(*progress, &piece.bytes);
    example.go_on(&piece.bytes);
    if piece.last
        && let Some((progress, example)) = open.take()
    {
        let answer = together.end(progress);
        tally.add_line(together.rulings(answer), || example);
    }
}
