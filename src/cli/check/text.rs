//! The forms whose text for a line depends on that line alone: short, JSON,
//! annotations, and nothing at all.

use std::sync::{Mutex, MutexGuard, PoisonError};

use urlbnf::Judge;
use urlbnf::judges::Extent;
use urlbnf::report::fragment::Beginning;
use urlbnf::report::record::Record;
use urlbnf::report::sarif::Run;
use urlbnf::report::{Entry, github, short};

use super::form::Form;
use super::judging::Judging;
use crate::error::Error;
use crate::options::Format;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;

/// The largest buffer that is kept, in bytes.
const LARGEST_SPARE: usize = 1 << 24;

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
    beginning: Beginning,
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
    /// Buffers that were written, to be used again.
    spare: Mutex<Vec<Vec<u8>>>,
}

impl<'a> Text<'a> {
    fn of(judging: &'a Judging<'a>, kind: Kind) -> Text<'a> {
        Text { judging, kind, spare: Mutex::default() }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line for each judgement.
    pub fn short(judging: &'a Judging<'a>) -> Text<'a> {
        Text::of(judging, Kind::Short)
    }

    /// An object for each judgement.
    pub fn jsonl(judging: &'a Judging<'a>) -> Text<'a> {
        Text::of(judging, Kind::Jsonl)
    }

    /// An array of these objects.
    pub fn json(judging: &'a Judging<'a>) -> Text<'a> {
        Text::of(judging, Kind::Json)
    }

    /// An annotation for each that fails.
    pub fn github(judging: &'a Judging<'a>) -> Text<'a> {
        Text::of(judging, Kind::Github)
    }
}

impl Form for Text<'_> {
    type Part = Part;
    type Whole = Whole;
    const COUNTS_EMPTY: bool = false;
    const ONLY_REPORTED: bool = true;

    /// A short line has neither a repair nor notes.
    fn extent(&self) -> Extent {
        if self.kind == Kind::Short { Extent::Glance } else { Extent::Whole }
    }

    fn add(&self, part: &mut Part, entries: &[Entry<'_>]) -> Result<(), Error> {
        let Part { text, beginning } = part;
        if text.capacity() == 0 {
            *text = self.spare().pop().unwrap_or_default();
        }
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
                // They are of one line.
                entries.first().map_or(Ok(()), |entry| beginning.begin(entry)).map_err(json)?;
                for entry in reported {
                    let (judge, examination) = (entry.judge, entry.examination);
                    let written = match self.judging.warns(judge) {
                        true => Record::new(entry)
                            .with_warnings(self.judging.warned(judge, examination))
                            .write(text),
                        false => beginning.write(entry, text),
                    };
                    written.map_err(json)?;
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

    fn take(&self, whole: &mut Whole, mut part: Part, streams: &mut Streams) -> Result<(), Error> {
        whole.written |= !part.text.is_empty();
        if self.kind != Kind::Json {
            streams.write(&part.text)?;
            part.text.clear();
            if (1..=LARGEST_SPARE).contains(&part.text.capacity()) {
                self.spare().push(part.text);
            }
            return Ok(());
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

fn json(error: serde_json::Error) -> Error {
    std::io::Error::from(error).into()
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
