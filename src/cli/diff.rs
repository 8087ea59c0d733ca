//! `urlbnf diff`: what changed between two grammars.

use clap::{Args, ValueEnum};
use urlbnf::Reading;
use urlbnf::automaton::Relation;
use urlbnf::diff::{Diff, DiffError, Side, Which};
use urlbnf::report::diff::{Changes, human, markdown};
use urlbnf::report::picture::railroad;
use urlbnf::text::visible;

use crate::chosen::{Chosen, Undefined, decided};
use crate::error::{Error, Named};
use crate::grammar::{GrammarArgument, one_parser};
use crate::limits::RaisedLimits;
use crate::names::Names;
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

    /// The edition or grammar file to compare it with
    #[arg(value_name = "NEW", value_parser = one_parser(), hide_possible_values = true)]
    new: GrammarArgument,

    /// Compare only these productions and what they use, by their names in either grammar
    #[arg(
        value_name = "PRODUCTION", value_parser = Names::productions(), hide_possible_values = true,
    )]
    productions: Vec<String>,

    #[command(flatten)]
    limits: RaisedLimits,

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
    /// The two do not accept the same strings
    Any,
    /// The old one accepts a string that the new one does not
    Narrower,
    /// The new one accepts a string that the old one does not
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
    let mut read = |argument: &GrammarArgument| {
        Chosen::read(argument, Reading::Corrected, Undefined::Refused, arguments.limits, streams)
    };
    let (old, new) = (read(old)?, read(new)?);
    if productions.is_empty() {
        old.has_start(Named::Subject)?;
        new.has_start(Named::Subject)?;
    }
    let mut records = Records::as_array(*format == Format::Json);
    let mut status = Status::Fine;
    let all = [None];
    let named: Vec<Option<&String>> = productions.iter().map(Some).collect();
    let starts = if named.is_empty() { &all[..] } else { &named };
    for (number, start) in starts.iter().enumerate() {
        let sides = (side(&old, &arguments.old), side(&new, &arguments.new));
        for chosen in [&old, &new] {
            let found = start.map_or(Ok(chosen.grammar().start()), |name| chosen.find(name));
            if let Ok(id) = found {
                chosen.tell_limits(id, streams);
            }
        }
        let diff = compare(sides, start.map(String::as_str), streams)?;
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
                let picture = railroad::diff(&diff, Some(old), Some(new), &|_| None);
                streams.write_picture(&picture)?;
            }
        }
    }
    records.finish(streams)?;
    Ok(status)
}

/// A grammar under the name by which it was named.
fn side<'g>(chosen: &'g Chosen, argument: &GrammarArgument) -> Side<'g> {
    Side { name: visible(argument.to_string().as_bytes()), grammar: chosen.grammar() }
}

/// The diff; where a grammar allows none, that is said in its text.
fn compare<'g>(
    (old, new): (Side<'g>, Side<'g>),
    production: Option<&str>,
    streams: &mut Streams,
) -> Result<Diff<'g>, Error> {
    let grammars = (old.grammar, new.grammar);
    let diff = match production {
        None => Diff::new(old, new),
        Some(name) => Diff::of_production(old, new, name),
    };
    diff.or_else(|error| match error {
        DiffError::Undecided(which, error) => {
            let of = match which {
                Which::Old => grammars.0,
                Which::New => grammars.1,
            };
            decided(of, Err(error), streams)
        }
        error => Err(Error::Compared(error)),
    })
}
