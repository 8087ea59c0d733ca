//! Strings by grammars: a row for each string, a column for each judge.
//!
//! A table of hundreds of strings and a dozen documents would need thousands of lines as
//! reports. So here each string has one line, and each judge one column of a single character.
//! The names of the judges form a stair above their columns, so that a long name takes no more
//! room than a short one.

use std::borrow::Cow;
use std::io;

use codespan_reporting::term::termcolor::{Color, ColorSpec};
use serde::Serialize;

use super::excerpt::{Excerpt, Screen, cut, fill, painted, width};
use super::nesting::NestingRecord;
use super::record::{SchemaNumber, text};
#[cfg(feature = "schemas")]
use super::schema::BASE64;
use urlbnf_bnf::text::visible;
use urlbnf_url::diagnose::LONGEST;
use urlbnf_url::judges::Ruling;
use urlbnf_url::{Edition, Judge, Reading, Verdict};

/// With less room than this after the columns, the place of a string is only its line number.
const ROOM: usize = 48;

/// A string, and the rulings of all judges.
#[derive(Debug, Clone, Copy)]
pub struct MatrixRow<'a> {
    /// The name of the input.
    pub source: &'a str,
    /// The number of the line in the source, from 1.
    pub line: u64,
    /// The string, or the prefix of a long one.
    pub input: &'a [u8],
    /// The length of the string in bytes.
    pub length: u64,
    /// The rulings, in the order of the judges.
    pub rulings: &'a [Ruling],
}

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatrixCell {
    Conforms,
    Relative,
    GenericOnly,
    Rejected,
    Undecided,
}

impl MatrixCell {
    const ALL: [MatrixCell; 5] = [
        MatrixCell::Conforms,
        MatrixCell::Relative,
        MatrixCell::GenericOnly,
        MatrixCell::Rejected,
        MatrixCell::Undecided,
    ];

    fn from_ruling(ruling: &Ruling) -> MatrixCell {
        match ruling.verdict {
            Verdict::Conforms if ruling.relative => MatrixCell::Relative,
            Verdict::Conforms => MatrixCell::Conforms,
            Verdict::GenericOnly => MatrixCell::GenericOnly,
            Verdict::Rejected => MatrixCell::Rejected,
            Verdict::Undecided => MatrixCell::Undecided,
        }
    }

    /// Its sign, the meaning of the sign, and its colour.
    fn look(self) -> (char, &'static str, Color) {
        match self {
            MatrixCell::Conforms => ('+', "conforms", Color::Green),
            MatrixCell::Relative => ('r', "conforms, as a relative reference", Color::Green),
            MatrixCell::GenericOnly => ('g', "generic-only", Color::Yellow),
            MatrixCell::Rejected => ('-', "rejected", Color::Red),
            MatrixCell::Undecided => ('?', "undecided", Color::Red),
        }
    }

    /// Whether a judge can give this result.
    fn can_be_of(self, judge: &Judge) -> bool {
        match self {
            MatrixCell::Conforms | MatrixCell::Rejected => true,
            MatrixCell::Relative => judge.references().is_some(),
            MatrixCell::GenericOnly => judge.has_generic(),
            MatrixCell::Undecided => judge.is_one_by_one(),
        }
    }
}

/// The head: the names of the judges above their columns, and a legend of the signs.
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
    let cells =
        MatrixCell::ALL.into_iter().filter(|cell| judges.iter().any(|judge| cell.can_be_of(judge)));
    let meanings =
        cells.map(MatrixCell::look).map(|(sign, meaning, _)| format!("{sign} {meaning}"));
    let meanings: Vec<String> = meanings.collect();
    let mut legend = format!("{}; ", meanings.join("; "));
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

/// The distance between columns.
fn step(judges: usize, columns: Option<usize>) -> usize {
    if columns.is_some_and(|columns| 4 * judges > columns) { 1 } else { 2 }
}

impl MatrixRow<'_> {
    /// Writes the row as a line.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write(&self, screen: &mut Screen<'_>) -> io::Result<()> {
        let Screen { columns, output } = screen;
        let step = step(self.rulings.len(), *columns);
        for (sign, _, ink) in
            self.rulings.iter().map(|ruling| MatrixCell::from_ruling(ruling).look())
        {
            let ink = ColorSpec::new().set_fg(Some(ink)).clone();
            painted(*output, &ink, format_args!("{sign:<step$}"))?;
        }
        let room = columns.map(|columns| columns.saturating_sub(step * self.rulings.len() + 2));
        let place = match room.is_some_and(|room| room < ROOM) {
            true => format!("{}: ", self.line),
            false => format!("{}:{}: ", visible(self.source.as_bytes()), self.line),
        };
        let room = room.map(|room| room.saturating_sub(width(&place)));
        let shown = Excerpt::new(self.input, 0, room).text;
        let more = self.length > self.input.len() as u64 && !shown.ends_with('…');
        writeln!(output, " {place}{shown}{}", if more { "…" } else { "" })
    }

    /// Appends the row to a buffer as a record, as in `docs/matrix.schema.json`, with a line
    /// end.
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a row.
    pub fn write_json(&self, judges: &[Judge], buffer: &mut Vec<u8>) -> serde_json::Result<()> {
        let whole = self.length == self.input.len() as u64 && self.input.len() <= LONGEST;
        let (input, input_base64) = if whole { text(self.input) } else { (None, None) };
        let verdicts =
            judges.iter().zip(self.rulings).map(MatrixVerdictRecord::from_ruling).collect();
        let MatrixRow { source, line, length, .. } = *self;
        let record = MatrixRecord {
            schema: SchemaNumber,
            source,
            line,
            input,
            input_base64,
            length,
            verdicts,
        };
        serde_json::to_writer(&mut *buffer, &record)?;
        buffer.push(b'\n');
        Ok(())
    }
}

/// One line of `urlbnf check --format matrix-json`: what each grammar says of one string. Keys are
/// always present and may be added; none changes its meaning without a new number of the schema.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct MatrixRecord<'a> {
    /// The number of the schema.
    schema: SchemaNumber,
    /// The name of the input: a file, `<stdin>`, or `<argument>` for a URL on the command line.
    source: &'a str,
    /// The number of the line, from 1; of arguments, which one.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    line: u64,
    /// The string, with U+FFFD for each byte that is not UTF-8; null above 1 MiB.
    input: Option<Cow<'a, str>>,
    /// The exact bytes of a string that is not UTF-8; null for any other, and above 1 MiB.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = BASE64)))]
    input_base64: Option<String>,
    /// The length of the string in bytes.
    length: u64,
    /// One for each grammar and reading, in the order in which they were named.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    verdicts: Vec<MatrixVerdictRecord<'a>>,
}

/// The verdict of a judge, in a record.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct MatrixVerdictRecord<'a> {
    /// The edition; null for a grammar file.
    edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    grammar: &'a str,
    reading: Reading,
    verdict: Verdict,
    /// Whether it conforms only as a relative reference, which has no scheme.
    relative: bool,
    /// Always null: the verdict holds at any depth.
    nesting: Option<NestingRecord<'a>>,
}

impl<'a> MatrixVerdictRecord<'a> {
    fn from_ruling((judge, ruling): (&'a Judge, &Ruling)) -> MatrixVerdictRecord<'a> {
        MatrixVerdictRecord {
            edition: judge.edition(),
            grammar: judge.name(),
            reading: judge.reading(),
            verdict: ruling.verdict,
            relative: ruling.relative,
            nesting: None,
        }
    }
}
