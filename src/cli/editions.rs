//! `urlbnf editions`: the six grammars and their documents.

use clap::Args;
use serde::Serialize;
use urlbnf::{Edition, Reading};

use crate::error::Error;
use crate::options::TextFormat;
use crate::status::Status;
use crate::streams::Streams;
use crate::table::Table;

/// List the editions: the grammars that there are, and the documents that print them.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A table, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

#[derive(Serialize)]
struct Row {
    edition: &'static str,
    document: &'static str,
    date: &'static str,
    section: &'static str,
    start: &'static str,
    productions: usize,
    notation: &'static str,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let rows: Vec<Row> = Edition::ALL.into_iter().map(row).collect();
    let text = match arguments.format {
        TextFormat::Json => {
            serde_json::to_string_pretty(&rows).map_err(std::io::Error::from)? + "\n"
        }
        TextFormat::Text => {
            let mut table = Table::new([
                "edition",
                "document",
                "date",
                "section",
                "start",
                "productions",
                "notation",
            ]);
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
            table.text()
        }
    };
    streams.write(text.as_bytes())?;
    Ok(Status::Fine)
}

fn row(edition: Edition) -> Row {
    let grammar = edition.grammar(Reading::Printed);
    let document = edition.document();
    Row {
        edition: edition.name(),
        document: document.citation(),
        date: document.date(),
        section: edition.section(),
        start: grammar.name(grammar.start()),
        productions: grammar.len() - grammar.undefined().len(),
        notation: grammar.listing().notation.name(),
    }
}
