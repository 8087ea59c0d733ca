//! `urlbnf productions`: the productions of an edition.

use clap::Args;
use serde::Serialize;
use urlbnf::Grammar;
use urlbnf::bnf::ProductionId;

use crate::error::Error;
use crate::options::{OneEdition, TextFormat};
use crate::status::Status;
use crate::streams::Streams;
use crate::table::Table;

/// List the productions of an edition, where each is printed and what is odd about it.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    edition: OneEdition,

    /// A table, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

#[derive(Serialize)]
struct Row<'a> {
    production: &'a str,
    /// The lines of the `.bnf` on which a definition begins.
    lines: Vec<usize>,
    page: Option<u32>,
    start: bool,
    unit: bool,
    undefined: bool,
    unreachable: bool,
    doubly_defined: bool,
    empty: bool,
    erratum: Option<&'a str>,
    interpretation: Option<&'a str>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let grammar = arguments.edition.grammar();
    let unreachable = grammar.unreachable_from(grammar.start());
    let rows: Vec<Row<'_>> =
        grammar.ids().map(|id| row(grammar, id, unreachable.contains(&id))).collect();
    let text = match arguments.format {
        TextFormat::Json => {
            serde_json::to_string_pretty(&rows).map_err(std::io::Error::from)? + "\n"
        }
        TextFormat::Text => {
            let mut table = Table::new(["production", "line", "page", "marks"]);
            for row in &rows {
                let lines: Vec<String> = row.lines.iter().map(usize::to_string).collect();
                let page = row.page.map(|page| page.to_string());
                table.row([
                    row.production.to_owned(),
                    if lines.is_empty() { "-".to_owned() } else { lines.join(" ") },
                    page.unwrap_or_else(|| "-".to_owned()),
                    row.marks().join(", "),
                ]);
            }
            table.text()
        }
    };
    streams.write(text.as_bytes())?;
    Ok(Status::Fine)
}

fn row(grammar: &Grammar, id: ProductionId, unreachable: bool) -> Row<'_> {
    let definitions = grammar.production(id).definitions();
    let listing = grammar.listing();
    let name = grammar.name(id);
    let first = definitions.first();
    Row {
        production: name,
        lines: definitions.iter().map(|it| listing.line_and_column(it.place.start).0).collect(),
        page: first.and_then(|it| listing.page(it.place.start)),
        start: id == grammar.start(),
        unit: grammar.unit(id).is_some(),
        undefined: definitions.is_empty(),
        unreachable,
        doubly_defined: definitions.len() > 1,
        empty: grammar.derives_nothing(id),
        erratum: definitions.iter().find_map(|it| it.erratum.as_deref()),
        interpretation: listing.interpretation(name),
    }
}

impl Row<'_> {
    /// What is odd about it, in words.
    fn marks(&self) -> Vec<String> {
        let flags = [
            (self.start, "start"),
            (self.unit, "unit"),
            (self.undefined, "undefined"),
            (self.empty && !self.undefined, "derives nothing"),
            (self.unreachable, "unreachable from the start"),
            (self.doubly_defined, "doubly defined"),
        ];
        let flags = flags.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark.to_owned());
        let erratum = self.erratum.map(|number| format!("erratum {number}"));
        let interpretation = self.interpretation.map(|number| format!("interpretation {number}"));
        flags.chain(erratum).chain(interpretation).collect()
    }
}
