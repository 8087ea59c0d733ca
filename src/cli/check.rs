//! `urlbnf check`: judges URLs, one a line.
//!
//! A line is whatever stands between two line ends, to the byte; one CR before
//! the LF belongs to the end. Nothing is trimmed, since a space is a character
//! of the grammars of 1993. The input is read line by line into one buffer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use urlbnf::diagnose::{self, Examination};
use urlbnf::report::record::Record;
use urlbnf::report::tally::Tally;
use urlbnf::report::{Entry, human, matrix, short, summary};
use urlbnf::warning::{self, Warned, Warning};
use urlbnf::{Edition, Judge, Verdict};

use crate::error::Error;
use crate::input::Lines;
use crate::options::{self, Editions, Readings};
use crate::status::Status;
use crate::streams::Streams;

/// Judge URLs, one a line, by one edition or several.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The editions by which to judge, or all.
    #[arg(short, long, value_delimiter = ',', default_value = "rfc1738", value_parser = options::editions_parser())]
    edition: Vec<Editions>,

    /// As printed, misprints included; with the edition's errata applied; or both.
    #[arg(long, value_enum, default_value = "corrected")]
    reading: Readings,

    /// Judge to the letter from this production, not scheme by scheme.
    #[arg(long, value_name = "PRODUCTION")]
    start: Option<String>,

    /// Read a scheme in upper case as if it were in lower case, with a warning.
    #[arg(long)]
    ignore_scheme_case: bool,

    /// Warn of what the security considerations warn of, in URLs that conform.
    #[arg(long)]
    warnings: bool,

    /// The mildest verdict that makes the exit status 1.
    #[arg(long, value_enum, value_name = "VERDICT", default_value = "generic-only")]
    fail_on: FailOn,

    /// For people, one line each, or one JSON object each.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,

    /// How many of each kind of finding the human form shows.
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: u64,

    /// A URL to judge, before the files; may be repeated.
    #[arg(long, value_name = "URL")]
    url: Vec<OsString>,

    /// Files with one URL a line; `-` is the standard input, as is none at all.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    GenericOnly,
    Rejected,
    Never,
}

impl FailOn {
    fn objects(self, verdict: Verdict) -> bool {
        match self {
            FailOn::GenericOnly => verdict >= Verdict::GenericOnly,
            FailOn::Rejected => verdict >= Verdict::Rejected,
            FailOn::Never => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Short,
    Jsonl,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judges = judges(arguments, streams)?;
    let mut check = Check {
        arguments,
        judges: &judges,
        tally: Tally::default(),
        status: Status::Fine,
        buffer: Vec::new(),
    };
    for (line, url) in (1..).zip(&arguments.url) {
        check.line("<argument>", line, url.as_encoded_bytes(), streams)?;
    }
    let standard = [PathBuf::from("-")];
    let none = arguments.files.is_empty() && arguments.url.is_empty();
    for path in if none { &standard[..] } else { &arguments.files } {
        match check.file(path, streams) {
            // The others are still judged.
            Err(error @ Error::Input { .. }) => {
                streams.complain(&error);
                check.status = Status::Trouble;
            }
            result => result?,
        }
    }
    if arguments.format == Format::Human && !streams.is_quiet() {
        summary::write(&check.tally, check.judges, streams.out())?;
    }
    Ok(check.status)
}

/// The judges, edition by edition.
fn judges(arguments: &Arguments, streams: &mut Streams) -> Result<Vec<Judge>, Error> {
    let all = arguments.edition.contains(&Editions::All);
    let mut editions: Vec<Edition> = Vec::new();
    for edition in &arguments.edition {
        match edition {
            Editions::All => editions = Edition::ALL.to_vec(),
            Editions::One(edition) if !editions.contains(edition) => editions.push(*edition),
            Editions::One(_) => {}
        }
    }
    let mut judges = Vec::new();
    let mut without = Vec::new();
    let mut unknown = None;
    for edition in editions {
        for &reading in arguments.reading.list() {
            let Some(name) = &arguments.start else {
                judges.push(Judge::by_scheme(edition, reading));
                continue;
            };
            match options::find_production(edition, reading, name) {
                Ok(start) => judges.push(Judge::by_start(edition, reading, start)),
                Err(error) if all => {
                    unknown.get_or_insert(error);
                    without.push(edition.name());
                }
                Err(error) => return Err(error),
            }
        }
    }
    without.dedup();
    match unknown {
        Some(error) if judges.is_empty() => return Err(error),
        Some(_) => {
            let start = arguments.start.as_deref().unwrap_or_default();
            streams.remark(&format!(
                "left out, having no production `{start}`: {}",
                without.join(", ")
            ));
        }
        None => {}
    }
    Ok(judges)
}

struct Check<'a> {
    arguments: &'a Arguments,
    judges: &'a [Judge],
    tally: Tally,
    status: Status,
    /// Where a record is made.
    buffer: Vec<u8>,
}

impl Check<'_> {
    /// Judges the lines of a file.
    fn file(&mut self, path: &Path, streams: &mut Streams) -> Result<(), Error> {
        let mut lines = Lines::open(path)?;
        let name = lines.name().to_owned();
        while let Some((number, line)) = lines.next()? {
            if line.is_empty() {
                self.tally.empty += 1;
            } else {
                self.line(&name, number, line, streams)?;
            }
        }
        Ok(())
    }

    /// Judges a line by all judges, and reports it.
    fn line(
        &mut self,
        source: &str,
        line: u64,
        input: &[u8],
        streams: &mut Streams,
    ) -> Result<(), Error> {
        if streams.is_quiet() && !self.arguments.ignore_scheme_case {
            for judge in self.judges {
                self.object(judge.judge(input).verdict);
            }
            return Ok(());
        }
        let lower = |judge| match self.arguments.ignore_scheme_case {
            true => diagnose::lowered(judge, input),
            false => None,
        };
        let lowered: Vec<Option<Vec<u8>>> = self.judges.iter().map(lower).collect();
        let mut examinations: Vec<Examination<'_>> = Vec::with_capacity(self.judges.len());
        for (judge, lowered) in self.judges.iter().zip(&lowered) {
            examinations.push(match lowered {
                Some(lowered) => diagnose::examine_lowered(judge, input, lowered),
                None => diagnose::examine(judge, input),
            });
        }
        let entry = |(judge, examination)| Entry { source, line, input, judge, examination };
        let entries: Vec<Entry<'_>> = self.judges.iter().zip(&examinations).map(entry).collect();
        for entry in &entries {
            self.object(entry.verdict());
        }
        if streams.is_quiet() { Ok(()) } else { self.report(&entries, streams) }
    }

    /// The warnings of a line, by the first edition to which it conforms.
    fn warnings<'e>(&self, entries: &'e [Entry<'e>]) -> Vec<(&'e Entry<'e>, Warned)> {
        let conforms = |entry: &&Entry<'_>| entry.verdict() == Verdict::Conforms;
        let first = entries.iter().find(conforms).filter(|_| self.arguments.warnings);
        let warned = |entry: &'e Entry<'e>| {
            warning::examined(entry.examination).into_iter().map(move |warned| (entry, warned))
        };
        first.into_iter().flat_map(warned).collect()
    }

    fn object(&mut self, verdict: Verdict) {
        if self.arguments.fail_on.objects(verdict) {
            self.status = self.status.max(Status::Objection);
        }
    }

    /// Reports the entries of one line.
    fn report(&mut self, entries: &[Entry<'_>], streams: &mut Streams) -> Result<(), Error> {
        match self.arguments.format {
            Format::Human => {
                let show = self.tally.count(entries, self.arguments.limit);
                match entries {
                    [entry] if show => human::write(entry, streams.out())?,
                    [_, _, ..] if show => matrix::write(entries, streams.out())?,
                    _ => {}
                }
                for (entry, warned) in self.warnings(entries) {
                    // Of the scheme's case there is a warning already.
                    if warned.warning != Warning::SchemeUpperCase {
                        human::write_warning(entry, &warned, streams.out())?;
                    }
                }
            }
            Format::Short => {
                for entry in entries {
                    streams.write(short::line(entry).as_bytes())?;
                }
                for (entry, warned) in self.warnings(entries) {
                    streams.write(short::warning(entry, &warned).as_bytes())?;
                }
            }
            Format::Jsonl => {
                self.buffer.clear();
                for entry in entries {
                    let mut record = Record::new(entry);
                    if self.arguments.warnings {
                        record = record.with_warnings(warning::examined(entry.examination));
                    }
                    record.write(&mut self.buffer).map_err(std::io::Error::from)?;
                }
                streams.write(&self.buffer)?;
            }
        }
        Ok(())
    }
}
