//! `urlbnf prove`: each transcription against its BNF, for all strings.

use std::collections::BTreeMap;

use clap::Args;
use urlbnf::panel::{Comparison, Panel};
use urlbnf::parser::transcription_text;
use urlbnf::proof::{Outcome, Transcription, prove};
use urlbnf::remark::{self, Remark};
use urlbnf::report::excerpt;
use urlbnf::{Edition, Judge, Reading};

use crate::error::Error;
use crate::options::{Editions, editions_parser};
use crate::status::Status;
use crate::streams::Streams;
use crate::table::Table;

/// Prove each transcription equal to its printed BNF, or show where they differ.
///
/// For every production, in both readings: `equal`, which holds for all strings,
/// or a shortest string on which they differ and the side that accepts it. Then
/// the automaton of `check --format tally`, which judges by all readings in one
/// pass, against their languages; and the deviations that the transcriptions needed.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The edition, or all.
    #[arg(short, long, default_value = "all", value_parser = editions_parser())]
    edition: Editions,

    /// Only how many productions are equal.
    #[arg(long)]
    summary: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut status = Status::Fine;
    let mut needed: BTreeMap<usize, Remark> = BTreeMap::new();
    for edition in arguments.edition.list() {
        for reading in Reading::ALL {
            status = status.max(reading_of(edition, reading, arguments.summary, streams)?);
            for deviation in remark::deviations(edition, reading) {
                let order = deviation.number[1..].parse().unwrap_or(0);
                needed.insert(order, deviation);
            }
        }
    }
    status = status.max(panel(&arguments.edition.list(), streams)?);
    if !arguments.summary && !needed.is_empty() {
        streams.write(b"\nThe deviations that were needed:\n")?;
        for deviation in needed.values() {
            let line = format!("{:>4}  {}\n", deviation.number, deviation.what);
            streams.write(line.as_bytes())?;
        }
    }
    Ok(status)
}

/// Compares the automaton that judges by all of the editions in one pass with
/// the languages by which it should.
fn panel(editions: &[Edition], streams: &mut Streams) -> Result<Status, Error> {
    let both = |&edition| Reading::ALL.map(|reading| Judge::by_scheme(edition, reading));
    let judges: Vec<Judge> = editions.iter().flat_map(both).collect();
    let Comparison { states, witness, .. } = Panel::new(&judges).compare();
    let count = judges.len();
    let (outcome, status) = match witness {
        None => ("the verdicts are equal".to_owned(), Status::Fine),
        Some(witness) => {
            (format!("the verdicts on {} differ", excerpt::string(&witness)), Status::Objection)
        }
    };
    let line = format!("{count} readings in one pass, {states} states: {outcome}\n");
    streams.write(line.as_bytes())?;
    Ok(status)
}

fn reading_of(
    edition: Edition,
    reading: Reading,
    summary: bool,
    streams: &mut Streams,
) -> Result<Status, Error> {
    let grammar = edition.grammar(reading);
    let transcription = Transcription::read(transcription_text(edition, reading))?;
    let mut table = Table::new(["", "production", "outcome"]);
    let mut equal = 0;
    for id in grammar.ids() {
        let outcome = match prove(grammar, &transcription, id) {
            Outcome::Equal => {
                equal += 1;
                "equal".to_owned()
            }
            Outcome::Differ { witness, printed } => {
                let side = if printed { "the printed production" } else { "the rule" };
                format!("only {side} accepts {}", excerpt::string(&witness))
            }
            Outcome::Undecided(error) => format!("undecided: {error}"),
        };
        if !summary || outcome != "equal" {
            table.row([String::new(), grammar.name(id).to_owned(), outcome]);
        }
    }
    let count = grammar.len();
    let all = if equal == count { "all".to_owned() } else { equal.to_string() };
    let headline = format!("{edition}, {reading}: {count} productions, {all} equal\n");
    streams.write(headline.as_bytes())?;
    if !table.is_empty() {
        streams.write(table.body().as_bytes())?;
    }
    Ok(if equal == count { Status::Fine } else { Status::Objection })
}
