//! `urlbnf diff`: what changed between two grammars.

use std::fs::File;
use std::io::{self, Read as _};

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
use crate::status::Status;
use crate::streams::Streams;

/// Show what changed between two editions, or drafts of your own: in the texts and in the languages.
///
/// A and B are editions or paths of .bnf files, in either notation; `:printed` or
/// `:corrected` after them says how they are read. The exit status is 0 where the
/// language of the start, or of PRODUCTION, is the same, 1 where it is not, and 2
/// where something is wrong.
#[derive(Debug, Args)]
pub struct Arguments {
    /// An edition or a .bnf file.
    #[arg(value_name = "A")]
    old: String,

    /// What it is compared with.
    #[arg(value_name = "B")]
    new: String,

    /// Compare this production, by its name in either, and what it needs.
    production: Option<String>,

    /// For people, for a review, for programs, or the production as a picture, in SVG.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The forms of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Markdown,
    Json,
    Railroad,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let sources = (Source::open(&arguments.old)?, Source::open(&arguments.new)?);
    let (Some(old), Some(new)) = (sources.0.side(streams)?, sources.1.side(streams)?) else {
        return Ok(Status::Trouble);
    };
    let (old, new) = (old.as_side(&arguments.old), new.as_side(&arguments.new));
    let grammars = (old.grammar, new.grammar);
    let diff = match &arguments.production {
        None => Diff::new(old, new),
        Some(name) => Diff::of_production(old, new, name),
    };
    let diff = match diff {
        Ok(diff) => diff,
        Err(DiffError::NotRegular(which, error)) => {
            let of = match which {
                Which::Old => grammars.0,
                Which::New => grammars.1,
            };
            grammar::not_regular(of, &error, streams.error())?;
            return Ok(Status::Trouble);
        }
        Err(error) => return Err(Error::Compared(error)),
    };
    if !streams.is_quiet() {
        let changes = Changes::of(&diff);
        match arguments.format {
            Format::Human => {
                let columns = terminal_size::terminal_size_of(std::io::stdout())
                    .map(|(width, _)| width.0.into());
                human::write(&changes, columns, streams.out())?;
            }
            Format::Markdown => streams.write(markdown::write(&changes).as_bytes())?,
            Format::Json => {
                let json = changes.to_json().map_err(std::io::Error::from)? + "\n";
                streams.write(json.as_bytes())?;
            }
            Format::Railroad => {
                let (old, new) = diff.start;
                let picture = railroad::diff(&diff, Some(old), Some(new), &|_, _| None);
                streams.write(picture.as_bytes())?;
            }
        }
    }
    Ok(if diff.relation == Relation::Equal { Status::Fine } else { Status::Objection })
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
fn read(name: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(name)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Source {
    fn open(argument: &str) -> Result<Source, Error> {
        let (name, reading) = match argument.rsplit_once(':') {
            Some((name, suffix)) => match suffix.parse() {
                Ok(reading) => (name, Some(reading)),
                Err(_) => (argument, None),
            },
            None => (argument, None),
        };
        if let Ok(edition) = name.parse() {
            return Ok(Source::Edition(edition, reading.unwrap_or(Reading::Corrected)));
        }
        match read(name) {
            Ok(bytes) if bytes.len() as u64 > LONGEST => {
                Err(Error::LongGrammar { name: name.to_owned(), longest: LONGEST })
            }
            Ok(bytes) => Ok(Source::File { path: name.to_owned(), bytes, reading }),
            Err(error) => Err(Error::NoGrammar { name: name.to_owned(), error }),
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
    fn as_side(&self, name: &str) -> Side<'_> {
        let grammar = match self {
            Read::Edition(grammar) => grammar,
            Read::File(grammar) => &**grammar,
        };
        Side { name: name.to_owned(), grammar }
    }
}
