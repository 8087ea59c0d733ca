//! Strings by grammars: a row for each string, a column for each judge.
//!
//! Who asks which strings conform to which documents has hundreds of strings and a dozen of
//! documents. A report on each would be thousands of lines. So here a string has one line, and a
//! judge one column of it, a single character wide. The names of the judges are above their
//! columns as a stair, so that the longest of them takes no more room than the shortest.

use std::borrow::Cow;
use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};
use serde::Serialize;

use super::excerpt::{Excerpt, cut, fill, width};
use super::nesting::Nesting;
use super::record::{SCHEMA, text};
use urlbnf_bnf::text::visible;
use urlbnf_url::diagnose::LONGEST;
use urlbnf_url::edition::{Edition, Reading};
use urlbnf_url::judges::Ruling;
use urlbnf_url::verdict::{Judge, Verdict};

/// With less room than this after the columns, a line's number alone says where it is.
const ROOM: usize = 48;

/// A string, and what each judge says of it.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// The name of the input.
    pub source: &'a str,
    /// The number of the line in it, from 1.
    pub line: u64,
    /// The string, or the beginning of a long one.
    pub input: &'a [u8],
    /// How long the string is, in bytes.
    pub length: u64,
    /// What the judges say, in their order.
    pub rulings: &'a [Ruling],
}

/// What is in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Conforms,
    Relative,
    GenericOnly,
    Rejected,
}

impl Cell {
    const ALL: [Cell; 4] = [Cell::Conforms, Cell::Relative, Cell::GenericOnly, Cell::Rejected];

    fn of(ruling: &Ruling) -> Cell {
        match ruling.verdict {
            Verdict::Conforms if ruling.relative => Cell::Relative,
            Verdict::Conforms => Cell::Conforms,
            Verdict::GenericOnly => Cell::GenericOnly,
            Verdict::Rejected => Cell::Rejected,
        }
    }

    fn sign(self) -> char {
        match self {
            Cell::Conforms => '+',
            Cell::Relative => 'r',
            Cell::GenericOnly => 'g',
            Cell::Rejected => '-',
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Cell::Conforms => "conforms",
            Cell::Relative => "conforms, as a relative reference",
            Cell::GenericOnly => "generic-only",
            Cell::Rejected => "rejected",
        }
    }

    fn ink(self) -> Color {
        match self {
            Cell::Conforms | Cell::Relative => Color::Green,
            Cell::GenericOnly => Color::Yellow,
            Cell::Rejected => Color::Red,
        }
    }

    /// Whether a judge can say it.
    fn can_be_of(self, judge: &Judge) -> bool {
        match self {
            Cell::Conforms | Cell::Rejected => true,
            Cell::Relative => judge.references().is_some(),
            Cell::GenericOnly => judge.has_generic(),
        }
    }
}

/// The head: the names of the judges above their columns, and what the signs mean.
pub fn head(judges: &[Judge], columns: Option<usize>) -> String {
    let step = step(judges.len(), columns);
    let readings = |judge: &Judge| judge.reading() != judges[0].reading();
    let both = judges.iter().any(readings);
    let mut head = String::new();
    for (at, judge) in judges.iter().enumerate() {
        let stair = format!("{:<step$}", "│").repeat(at);
        let name = if both { judge.title(" ") } else { judge.name().to_owned() };
        let line = stair + &visible(name.as_bytes());
        head += &columns.map_or(line.clone(), |columns| cut(&line, columns.saturating_sub(1)));
        head.push('\n');
    }
    let said = Cell::ALL.into_iter().filter(|cell| judges.iter().any(|it| cell.can_be_of(it)));
    let said: Vec<String> =
        said.map(|cell| format!("{} {}", cell.sign(), cell.meaning())).collect();
    let mut legend = format!("{}; ", said.join("; "));
    legend += match judges.first().and_then(Judge::named_reading).filter(|_| !both) {
        Some(Reading::Printed) => "in the printed reading",
        Some(Reading::Corrected) => "in the corrected reading",
        None => "",
    };
    let legend = legend.trim_end_matches("; ");
    head += &columns.map_or(legend.to_owned(), |columns| fill(legend, columns));
    head.push('\n');
    head + "\n"
}

/// How far apart the columns are.
fn step(judges: usize, columns: Option<usize>) -> usize {
    if columns.is_some_and(|columns| 4 * judges > columns) { 1 } else { 2 }
}

impl Row<'_> {
    /// Writes the row as a line.
    ///
    /// # Errors
    /// What writing to the output says.
    pub fn write(&self, columns: Option<usize>, output: &mut dyn WriteColor) -> io::Result<()> {
        let step = step(self.rulings.len(), columns);
        for cell in self.rulings.iter().map(Cell::of) {
            output.set_color(ColorSpec::new().set_fg(Some(cell.ink())))?;
            write!(output, "{:<step$}", cell.sign())?;
            output.reset()?;
        }
        let room = columns.map(|it| it.saturating_sub(step * self.rulings.len() + 2));
        let place = match room.is_some_and(|room| room < ROOM) {
            true => format!("{}: ", self.line),
            false => format!("{}:{}: ", visible(self.source.as_bytes()), self.line),
        };
        let room = room.map(|room| room.saturating_sub(width(&place)));
        let shown = Excerpt::new(self.input, 0, room).text;
        let more = self.length > self.input.len() as u64 && !shown.ends_with('…');
        writeln!(output, " {place}{shown}{}", if more { "…" } else { "" })
    }

    /// Adds the row to a buffer as a record, as `docs/matrix.schema.json` has it, with its line
    /// end.
    ///
    /// # Errors
    /// What the writer of JSON says; of a row it says nothing.
    pub fn write_json(&self, judges: &[Judge], buffer: &mut Vec<u8>) -> serde_json::Result<()> {
        let whole = self.length == self.input.len() as u64 && self.input.len() <= LONGEST;
        let (input, input_base64) = if whole { text(self.input) } else { (None, None) };
        let verdicts = judges.iter().zip(self.rulings).map(Said::of).collect();
        let Row { source, line, length, .. } = *self;
        let record = Record { schema: SCHEMA, source, line, input, input_base64, length, verdicts };
        serde_json::to_writer(&mut *buffer, &record)?;
        buffer.push(b'\n');
        Ok(())
    }
}

/// A row as a record.
#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    source: &'a str,
    line: u64,
    input: Option<Cow<'a, str>>,
    input_base64: Option<String>,
    length: u64,
    verdicts: Vec<Said<'a>>,
}

/// What a judge says, in a record.
#[derive(Serialize)]
struct Said<'a> {
    edition: Option<&'static str>,
    grammar: &'a str,
    reading: &'static str,
    verdict: &'static str,
    relative: bool,
    nesting: Option<Nesting<'a>>,
}

impl<'a> Said<'a> {
    fn of((judge, ruling): (&'a Judge, &Ruling)) -> Said<'a> {
        Said {
            edition: judge.edition().map(Edition::name),
            grammar: judge.name(),
            reading: judge.reading().name(),
            verdict: ruling.verdict.name(),
            relative: ruling.relative,
            nesting: None,
        }
    }
}
