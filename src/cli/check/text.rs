//! The forms whose text for a line depends on that line alone: short, JSON,
//! annotations, and nothing at all.

use urlbnf::Judge;
use urlbnf::report::ending::Endings;
use urlbnf::report::record::Record;
use urlbnf::report::sarif::Run;
use urlbnf::report::{Entry, github, short};
use urlbnf::warning;

use super::form::Form;
use super::judging::Judging;
use crate::error::Error;
use crate::options::Format;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;

/// Which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Short,
    Jsonl,
    Json,
    Github,
}

/// What is made of a block.
#[derive(Default)]
pub struct Part {
    text: Vec<u8>,
    endings: Endings,
}

/// What is known of all blocks so far.
#[derive(Default)]
pub struct Whole {
    records: Option<Records>,
    /// Whether anything was written.
    written: bool,
}

/// Text, line by line.
pub struct Text<'a> {
    judging: &'a Judging<'a>,
    kind: Kind,
}

impl<'a> Text<'a> {
    /// A line for each judgement.
    pub fn short(judging: &'a Judging<'a>) -> Text<'a> {
        Text { judging, kind: Kind::Short }
    }

    /// An object for each judgement.
    pub fn jsonl(judging: &'a Judging<'a>) -> Text<'a> {
        Text { judging, kind: Kind::Jsonl }
    }

    /// An array of these objects.
    pub fn json(judging: &'a Judging<'a>) -> Text<'a> {
        Text { judging, kind: Kind::Json }
    }

    /// An annotation for each that fails.
    pub fn github(judging: &'a Judging<'a>) -> Text<'a> {
        Text { judging, kind: Kind::Github }
    }
}

impl Form for Text<'_> {
    type Part = Part;
    type Whole = Whole;
    const COUNTS_EMPTY: bool = false;
    const ONLY_REPORTED: bool = true;

    fn add(&self, part: &mut Part, entries: &[Entry<'_>]) -> Result<(), Error> {
        let Part { text, endings } = part;
        let reported = entries.iter().filter(|entry| self.judging.reports_entry(entry));
        match self.kind {
            Kind::Short => {
                for entry in reported {
                    text.extend_from_slice(short::line(entry).as_bytes());
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    text.extend_from_slice(short::warning(entry, &warned).as_bytes());
                }
            }
            Kind::Jsonl | Kind::Json => {
                for entry in reported {
                    let mut record = Record::new(entry);
                    if self.judging.warns(entry.judge) {
                        record =
                            record.with_warnings(warning::examined(entry.judge, entry.examination));
                    }
                    endings.write(entry, &record, text).map_err(std::io::Error::from)?;
                }
            }
            Kind::Github => {
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

    fn take(&self, whole: &mut Whole, part: Part, streams: &mut Streams) -> Result<(), Error> {
        whole.written |= !part.text.is_empty();
        if self.kind != Kind::Json {
            return Ok(streams.write(&part.text)?);
        }
        // A record has no line end in it: those in strings are escaped.
        let records = whole.records.get_or_insert_with(|| Records::new(Format::Json));
        let text = String::from_utf8_lossy(&part.text);
        Ok(text.lines().try_for_each(|record| records.line(record, streams))?)
    }

    fn finish(
        &self,
        whole: Whole,
        _: &Run,
        _: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, Error> {
        if self.kind == Kind::Json {
            whole.records.unwrap_or_else(|| Records::new(Format::Json)).finish(streams)?;
        }
        if self.kind == Kind::Github && !whole.written {
            streams.remark("no line has an annotation");
        }
        Ok(Status::Fine)
    }
}

/// Nothing but the exit status.
pub struct Quiet;

impl Form for Quiet {
    type Part = ();
    type Whole = ();
    const SAYS: bool = false;

    fn add(&self, (): &mut (), _: &[Entry<'_>]) -> Result<(), Error> {
        Ok(())
    }

    fn take(&self, (): &mut (), (): (), _: &mut Streams) -> Result<(), Error> {
        Ok(())
    }
}
