//! `urlbnf editions`: the grammars and their documents.

use clap::Args;
use serde::Serialize;
use urlbnf::{Edition, Reading};

use crate::error::Error;
use crate::help::after;
use crate::options::Format;
use crate::records::{Records, SCHEMA};
use crate::status::Status;
use crate::streams::Streams;
use crate::table::Table;

/// List the editions: grammars and their documents
#[derive(Debug, Args)]
#[command(after_long_help = after(
    &[
        ("List the editions", "urlbnf editions"),
    ],
    None,
))]
pub struct Arguments {
    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
struct Row {
    schema: u32,
    edition: &'static str,
    document: &'static str,
    date: &'static str,
    section: &'static str,
    start: &'static str,
    productions: usize,
    undefined: Vec<&'static str>,
    notation: &'static str,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let rows = Edition::ALL.into_iter().map(row);
    if arguments.format != Format::Text {
        let mut records = Records::new(arguments.format);
        rows.into_iter().try_for_each(|row| records.write(&row, streams))?;
        records.finish(streams)?;
        return Ok(Status::Fine);
    }
    let mut table =
        Table::new(["edition", "document", "date", "section", "start", "productions", "notation"]);
    for row in rows {
        table.row([
            row.edition.to_owned(),
            row.document.to_owned(),
            row.date.to_owned(),
            row.section.to_owned(),
            row.start.to_owned(),
            row.productions.to_string(),
            row.notation.to_owned(),
        ]);
    }
    streams.write(table.text(streams.columns()).as_bytes())?;
    Ok(Status::Fine)
}

fn row(edition: Edition) -> Row {
    let grammar = edition.grammar(Reading::Printed);
    let document = edition.document();
    Row {
        schema: SCHEMA,
        edition: edition.name(),
        document: document.citation(),
        date: document.date(),
        section: edition.section(),
        start: grammar.name(grammar.start()),
        productions: grammar.defined().count(),
        undefined: grammar.undefined().into_iter().map(|id| grammar.name(id)).collect(),
        notation: grammar.listing().notation.name(),
    }
}
