//! The forms whose text for a line depends on that line alone: short, JSON
//! Lines, and nothing at all.

use urlbnf::report::record::Record;
use urlbnf::report::{Entry, short};
use urlbnf::warning;

use super::form::Form;
use super::judging::Judging;
use crate::error::Error;
use crate::streams::Streams;

/// Which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Short,
    Jsonl,
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
}

impl Form for Text<'_> {
    type Part = Vec<u8>;
    type Whole = ();
    const ONLY_REPORTED: bool = true;

    fn add(&self, part: &mut Vec<u8>, entries: &[Entry<'_>]) -> Result<(), Error> {
        let reported = entries.iter().filter(|entry| self.judging.reports(entry.verdict()));
        match self.kind {
            Kind::Short => {
                for entry in reported {
                    part.extend_from_slice(short::line(entry).as_bytes());
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    part.extend_from_slice(short::warning(entry, &warned).as_bytes());
                }
            }
            Kind::Jsonl => {
                for entry in reported {
                    let mut record = Record::new(entry);
                    if self.judging.arguments.warnings {
                        record = record.with_warnings(warning::examined(entry.examination));
                    }
                    record.write(part).map_err(std::io::Error::from)?;
                }
            }
        }
        Ok(())
    }

    fn take(&self, (): &mut (), part: Vec<u8>, streams: &mut Streams) -> Result<(), Error> {
        Ok(streams.write(&part)?)
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
