//! `urlbnf diff`: what changed between two grammars.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use clap::{Args, ValueEnum};
use codespan_reporting::diagnostic::Severity;
use urlbnf::automaton::Relation;
use urlbnf::bnf;
use urlbnf::diff::{Diff, DiffError, Side, Which};
use urlbnf::report::diff::{Changes, human, markdown};
use urlbnf::report::grammar;
use urlbnf::report::picture::railroad;
use urlbnf::{Edition, Grammar, Reading};

use crate::error::Error;
use crate::grammar::{GrammarArgument, GrammarSource, one_parser};
use crate::names::Names;
use crate::options;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;

/// Show what changed between two grammars, in their texts and in their languages
///
/// OLD and NEW are editions, or files with grammars of your own; `:printed` or
/// `:corrected` after either names its reading.
#[derive(Debug, Args)]
pub struct Arguments {
    /// An edition or a grammar file
    #[arg(value_name = "OLD", value_parser = one_parser(), hide_possible_values = true)]
    old: GrammarArgument,

    /// What it is compared with
    #[arg(value_name = "NEW", value_parser = one_parser(), hide_possible_values = true)]
    new: GrammarArgument,

    /// Compare only these productions and what they use, by their names in either grammar
    #[arg(
        value_name = "PRODUCTION", value_parser = Names::productions(), hide_possible_values = true,
    )]
    productions: Vec<String>,

    /// What makes the exit status 1
    #[arg(long, value_enum, value_name = "CHANGE", default_value = "any")]
    fail_on: FailOn,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What there is to object to in the language that was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// The languages differ
    Any,
    /// The new one lacks a string of the old one
    Narrower,
    /// The new one has a string that the old one lacks
    Wider,
    /// Nothing does
    Never,
}

impl FailOn {
    fn objects(self, relation: &Relation) -> bool {
        let (gains, loses) = match relation {
            Relation::Equal => (false, false),
            Relation::Wider { .. } => (true, false),
            Relation::Narrower { .. } => (false, true),
            Relation::Crossing { .. } => (true, true),
        };
        match self {
            FailOn::Any => gains || loses,
            FailOn::Narrower => loses,
            FailOn::Wider => gains,
            FailOn::Never => false,
        }
    }
}

/// The forms of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For a review
    Markdown,
    /// One JSON object per line, for each production that is compared
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// A railroad diagram of one production, before and after
    Svg,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let Arguments { old, new, productions, format, .. } = arguments;
    if *format == Format::Svg && productions.len() > 1 {
        return Err(Error::OnePicture);
    }
    let sources = (Source::open(old)?, Source::open(new)?);
    let (Some(old), Some(new)) = (sources.0.side(streams)?, sources.1.side(streams)?) else {
        return Ok(Status::Trouble);
    };
    let mut records = Records::new(match format {
        Format::Json => options::Format::Json,
        _ => options::Format::Jsonl,
    });
    let mut status = Status::Fine;
    let all = [None];
    let named: Vec<Option<&String>> = productions.iter().map(Some).collect();
    let starts = if named.is_empty() { &all[..] } else { &named };
    for (number, start) in starts.iter().enumerate() {
        let sides = (old.as_side(&arguments.old), new.as_side(&arguments.new));
        let Some(diff) = compare(sides, start.map(String::as_str), streams)? else {
            return Ok(Status::Trouble);
        };
        if arguments.fail_on.objects(&diff.relation) {
            status = Status::Objection;
        }
        if streams.is_quiet() {
            continue;
        }
        let changes = Changes::of(&diff);
        if number > 0 && matches!(format, Format::Text | Format::Markdown) {
            streams.write(b"\n")?;
        }
        match format {
            Format::Text => {
                let columns = streams.columns();
                human::write(&changes, columns, streams.out()?)?;
            }
            Format::Markdown => streams.write(markdown::write(&changes).as_bytes())?,
            Format::Jsonl | Format::Json => records.write(&changes, streams)?,
            Format::Svg => {
                let (old, new) = diff.start;
                let picture = railroad::diff(&diff, Some(old), Some(new), &|_, _| None);
                streams.write_picture(&picture)?;
            }
        }
    }
    records.finish(streams)?;
    Ok(status)
}

/// The diff; `None` where it was said why there is none.
fn compare<'g>(
    (old, new): (Side<'g>, Side<'g>),
    production: Option<&str>,
    streams: &mut Streams,
) -> Result<Option<Diff<'g>>, Error> {
    let grammars = (old.grammar, new.grammar);
    let diff = match production {
        None => Diff::new(old, new),
        Some(name) => Diff::of_production(old, new, name),
    };
    match diff {
        Ok(diff) => Ok(Some(diff)),
        Err(DiffError::NotRegular(which, error)) => {
            let of = match which {
                Which::Old => grammars.0,
                Which::New => grammars.1,
            };
            grammar::not_regular(of, &error, streams.error())?;
            Ok(None)
        }
        Err(error) => Err(Error::Compared(error)),
    }
}

/// What was asked for, not yet read as a grammar.
enum Source {
    Edition(Edition, Reading),
    File { path: String, bytes: Vec<u8>, reading: Option<Reading> },
}

/// A grammar that is there for good, or one that was just read.
enum Read {
    Edition(&'static Grammar),
    File(Box<Grammar>),
}

/// The longest grammar file that is read, in bytes: a thousand times any that was printed.
const LONGEST: u64 = 1 << 24;

/// The bytes of a file, as many as are read of a grammar, and one more.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Source {
    fn open(argument: &GrammarArgument) -> Result<Source, Error> {
        let reading = argument.reading;
        let path = match &argument.source {
            GrammarSource::Edition(edition) => {
                return Ok(Source::Edition(*edition, reading.unwrap_or(Reading::Corrected)));
            }
            GrammarSource::All => Path::new("all"),
            GrammarSource::Born => Path::new("born"),
            GrammarSource::File(path) => path,
        };
        let name = path.to_string_lossy().into_owned();
        match read(path) {
            Ok(bytes) if bytes.len() as u64 > LONGEST => {
                Err(Error::LongGrammar { name, longest: LONGEST })
            }
            Ok(bytes) => Ok(Source::File { path: name, bytes, reading }),
            Err(error) => Err(Error::NoGrammar { name, error }),
        }
    }

    /// The grammar; `None` where it was said what is wrong with it.
    fn side(&self, streams: &mut Streams) -> Result<Option<Read>, Error> {
        let (path, bytes, reading) = match self {
            Source::Edition(edition, reading) => {
                return Ok(Some(Read::Edition(edition.grammar(*reading))));
            }
            Source::File { path, bytes, reading } => (path, bytes, reading),
        };
        let found = Grammar::read_bytes(path, bytes, reading.unwrap_or(Reading::Corrected));
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                grammar::unreadable(path, &bnf::text(bytes), &error, streams.error())?;
                return Ok(None);
            }
        };
        if found.undefined().is_empty() {
            return Ok(Some(Read::File(Box::new(found))));
        }
        // Who asks for what is printed gets it, misprints included.
        let printed = *reading == Some(Reading::Printed);
        let severity = if printed { Severity::Warning } else { Severity::Error };
        if !(printed && streams.is_quiet()) {
            grammar::undefined(&found, severity, streams.error())?;
        }
        Ok(printed.then(|| Read::File(Box::new(found))))
    }
}

impl Read {
    fn as_side(&self, argument: &GrammarArgument) -> Side<'_> {
        let grammar = match self {
            Read::Edition(grammar) => grammar,
            Read::File(grammar) => &**grammar,
        };
        Side { name: argument.to_string(), grammar }
    }
}
