//! The formats whose text for a line depends on that line alone: short, JSON, CSV, annotations,
//! and no text at all.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use urlbnf::Judge;
use urlbnf::judges::{ExaminationDepth, Ruling};
use urlbnf::report::fragment::RecordPrefix;
use urlbnf::report::record::CheckRecord;
use urlbnf::report::sarif::CheckRunSummary;
use urlbnf::report::{ExaminedLine, github, short};
use urlbnf::text::visible;
use urlbnf::warning::WarningRecord;

use super::judging::CheckContext;
use super::reporter::CheckReporter;
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams};

/// The largest buffer that is kept, in bytes.
const LARGEST_SPARE: usize = 1 << 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFormat {
    /// A line for each judgement.
    Short,
    /// A JSON object for each judgement.
    Jsonl,
    /// A JSON array of these objects.
    Json,
    /// An annotation for each failure.
    Github,
    /// A table row for each judgement.
    Csv,
}

/// The columns of the CSV table.
const COLUMNS: [&str; 12] = [
    "source", "line", "column", "url", "edition", "reading", "verdict", "relative", "code",
    "production", "message", "repair",
];

/// The result of a block.
#[derive(Default)]
pub struct LineFormatBlock {
    text: Vec<u8>,
    beginning: RecordPrefix,
    table: Option<csv::Writer<Vec<u8>>>,
}

/// The combined result of all blocks so far.
#[derive(Default)]
pub struct LineFormatTotals {
    records: Option<RecordWriter>,
    /// Whether anything was written.
    written: bool,
}

/// A reporter that writes text line by line.
pub struct LineFormatReporter<'a> {
    judging: &'a CheckContext<'a>,
    kind: LineFormat,
    /// Buffers that were written and can be reused.
    spare: Mutex<Vec<Vec<u8>>>,
}

impl<'a> LineFormatReporter<'a> {
    pub fn new(judging: &'a CheckContext<'a>, kind: LineFormat) -> LineFormatReporter<'a> {
        LineFormatReporter { judging, kind, spare: Mutex::default() }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CheckReporter for LineFormatReporter<'_> {
    type Part = LineFormatBlock;
    type Whole = LineFormatTotals;
    const COUNTS_EMPTY: bool = false;

    /// Short lines have neither repairs nor notes.
    fn examination_depth(&self) -> ExaminationDepth {
        match self.kind {
            LineFormat::Short => ExaminationDepth::Glance,
            LineFormat::Jsonl | LineFormat::Json | LineFormat::Github | LineFormat::Csv => {
                ExaminationDepth::Whole
            }
        }
    }

    fn needs_examination(&self, ruling: &Ruling) -> bool {
        self.judging.reports(ruling.verdict, ruling.relative)
    }

    fn add(
        &self,
        part: &mut LineFormatBlock,
        entries: &[ExaminedLine<'_>],
    ) -> Result<(), CliError> {
        let LineFormatBlock { text, beginning, table } = part;
        if text.capacity() == 0 {
            *text = self.spare().pop().unwrap_or_default();
        }
        let reported = entries.iter().filter(|entry| self.judging.reports_entry(entry));
        match self.kind {
            LineFormat::Short => {
                for entry in reported {
                    text.extend_from_slice(short::line(entry).as_bytes());
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    text.extend_from_slice(short::warning(entry, &warned).as_bytes());
                }
            }
            LineFormat::Jsonl | LineFormat::Json => {
                // All entries are of the same line.
                entries.first().map_or(Ok(()), |entry| beginning.begin(entry)).map_err(json)?;
                for entry in reported {
                    let (judge, examination) = (entry.judge, entry.examination);
                    let written = match self.judging.warns(judge) {
                        true => CheckRecord::new(entry)
                            .with_warnings(self.judging.warned(judge, examination))
                            .write(text),
                        false => beginning.write(entry, text),
                    };
                    written.map_err(json)?;
                }
            }
            LineFormat::Csv => {
                let table = table.get_or_insert_with(table_of_rows);
                for entry in reported {
                    row(entry, table)?;
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    warning_row(entry, &warned, table)?;
                }
            }
            LineFormat::Github => {
                for line in reported.filter_map(github::annotation) {
                    text.extend_from_slice(line.as_bytes());
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    text.extend_from_slice(github::warning(entry, &warned).as_bytes());
                }
            }
        }
        Ok(())
    }

    fn take(
        &self,
        whole: &mut LineFormatTotals,
        mut part: LineFormatBlock,
        streams: &mut Streams,
    ) -> Result<(), CliError> {
        if let Some(table) = part.table {
            part.text = table.into_inner().map_err(|error| error.into_error())?;
            if !whole.written {
                streams.write(&head()?)?;
            }
        }
        whole.written |= !part.text.is_empty();
        if self.kind != LineFormat::Json {
            streams.write(&part.text)?;
            part.text.clear();
            if (1..=LARGEST_SPARE).contains(&part.text.capacity()) {
                self.spare().push(part.text);
            }
            return Ok(());
        }
        // Records contain no line ends: those in strings are escaped.
        let records = whole.records.get_or_insert_with(|| RecordWriter::new(OutputFormat::Json));
        let text = String::from_utf8_lossy(&part.text);
        Ok(text.lines().try_for_each(|record| records.line(record, streams))?)
    }

    fn finish(
        &self,
        whole: LineFormatTotals,
        _: &CheckRunSummary,
        _: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, CliError> {
        if self.kind == LineFormat::Json {
            whole
                .records
                .unwrap_or_else(|| RecordWriter::new(OutputFormat::Json))
                .finish(streams)?;
        }
        if self.kind == LineFormat::Csv && !whole.written {
            streams.write(&head()?)?;
        }
        if self.kind == LineFormat::Github && !whole.written {
            streams.remark("no line has an annotation");
        }
        Ok(Status::Fine)
    }
}

/// A table as RFC 4180 defines it, but with LF as the line end, and without its head.
fn table_of_rows() -> csv::Writer<Vec<u8>> {
    csv::Writer::from_writer(Vec::new())
}

fn head() -> Result<Vec<u8>, CliError> {
    let mut table = table_of_rows();
    table.write_record(COLUMNS).map_err(io::Error::from)?;
    Ok(table.into_inner().map_err(|error| error.into_error())?)
}

/// Writes the row of a judgement.
fn row(entry: &ExaminedLine<'_>, table: &mut csv::Writer<Vec<u8>>) -> Result<(), CliError> {
    let record = CheckRecord::new(entry);
    let error = record.error.as_ref();
    let column = error.map(|error| error.column.to_string()).unwrap_or_default();
    let [code, production, message, repair] = error.map_or([""; 4], |error| {
        [error.code.name(), error.production, &error.message, error.replacement.unwrap_or_default()]
    });
    write_row(&record, [&column, code, production, message, repair], table)
}

/// Writes the row of a warning, with its code and its sentence.
fn warning_row(
    entry: &ExaminedLine<'_>,
    warned: &WarningRecord,
    table: &mut csv::Writer<Vec<u8>>,
) -> Result<(), CliError> {
    let finding = ["", warned.warning.code().name(), "", &warned.message, ""];
    write_row(&CheckRecord::new(entry), finding, table)
}

/// Writes a row. Its source and its URL are in one line: control characters are made visible. A
/// URL over 1 MiB is left out.
fn write_row(
    record: &CheckRecord<'_>,
    [column, code, production, message, repair]: [&str; 5],
    table: &mut csv::Writer<Vec<u8>>,
) -> Result<(), CliError> {
    let input = record.input.as_deref().unwrap_or_default();
    let [source, input] = [record.source, input].map(|text| visible(text.as_bytes()));
    let (line, relative) = (record.line.to_string(), record.relative.to_string());
    let fields: [&str; COLUMNS.len()] = [
        &source,
        &line,
        column,
        &input,
        record.grammar,
        record.reading.name(),
        record.verdict.name(),
        &relative,
        code,
        production,
        message,
        repair,
    ];
    Ok(table.write_record(fields).map_err(io::Error::from)?)
}

fn json(error: serde_json::Error) -> CliError {
    io::Error::from(error).into()
}

/// The reporter without text: only the exit status counts.
pub struct QuietReporter;

impl CheckReporter for QuietReporter {
    type Part = ();
    type Whole = ();
    const WRITES_REPORT: bool = false;

    fn add(&self, (): &mut (), _: &[ExaminedLine<'_>]) -> Result<(), CliError> {
        Ok(())
    }

    fn take(&self, (): &mut (), (): (), _: &mut Streams) -> Result<(), CliError> {
        Ok(())
    }
}
