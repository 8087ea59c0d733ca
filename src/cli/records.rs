//! Writes JSON records for programs: one a line, or all in one array.

use std::io;

use serde::Serialize;

use crate::{OutputFormat, Streams};

pub use urlbnf::report::record::SchemaNumber;

/// Writes records in the requested form.
pub struct RecordWriter {
    array: bool,
    begun: bool,
}

impl RecordWriter {
    /// Creates a writer: of one object a line for `jsonl`, of one array for `json`.
    pub fn new(format: OutputFormat) -> RecordWriter {
        RecordWriter::as_array(format == OutputFormat::Json)
    }

    /// Creates a writer of one array, or of one object a line. For commands with formats of
    /// their own.
    pub fn as_array(array: bool) -> RecordWriter {
        RecordWriter { array, begun: false }
    }

    /// Writes all records of an answer.
    pub fn all(
        mut self,
        records: impl IntoIterator<Item = impl Serialize>,
        streams: &mut Streams,
    ) -> io::Result<()> {
        records.into_iter().try_for_each(|record| self.write(&record, streams))?;
        self.finish(streams)
    }

    /// Formats records in memory.
    pub fn bytes(
        array: bool,
        records: impl Iterator<Item = impl Serialize>,
    ) -> io::Result<Vec<u8>> {
        let all: Vec<String> =
            records.map(|record| serde_json::to_string(&record)).collect::<Result<_, _>>()?;
        Ok(match (array, all.as_slice()) {
            (false, all) => all.iter().map(|record| format!("{record}\n")).collect::<String>(),
            (true, []) => "[]\n".to_owned(),
            (true, all) => format!("[\n{}\n]\n", all.join(",\n")),
        }
        .into_bytes())
    }

    pub fn write(&mut self, record: &impl Serialize, streams: &mut Streams) -> io::Result<()> {
        let text = serde_json::to_string(record)?;
        self.line(&text, streams)
    }

    /// Writes a record that is JSON text already.
    pub fn line(&mut self, record: &str, streams: &mut Streams) -> io::Result<()> {
        let begun = std::mem::replace(&mut self.begun, true);
        match (self.array, begun) {
            (false, _) => streams.write(format!("{record}\n").as_bytes()),
            (true, false) => streams.write(format!("[\n{record}").as_bytes()),
            (true, true) => streams.write(format!(",\n{record}").as_bytes()),
        }
    }

    /// Ends the document.
    pub fn finish(self, streams: &mut Streams) -> io::Result<()> {
        match (self.array, self.begun) {
            (false, _) => Ok(()),
            (true, true) => streams.write(b"\n]\n"),
            (true, false) => streams.write(b"[]\n"),
        }
    }
}
