//! `urlbnf productions`: lists the productions of a grammar.

use std::collections::HashSet;

use clap::Args;
use urlbnf::bnf::ProductionId;
use urlbnf::report::records::ListedProductionRecord;

use crate::loaded_grammar::{GrammarOptions, LoadedGrammar};
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams, TextTable, after};

/// List the productions of a grammar
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("List the productions of an edition", "urlbnf productions -e rfc1630:printed"),
], None))]
pub struct ProductionsArguments {
    #[command(flatten)]
    grammar: GrammarOptions,

    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &ProductionsArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let chosen = arguments.grammar.read(streams)?;
    let grammar = chosen.grammar();
    let unreachable: HashSet<ProductionId> = grammar.unneeded().into_iter().collect();
    let row = |id| row(&chosen, id, unreachable.contains(&id));
    let rows = grammar.ids().map(row);
    if arguments.format != OutputFormat::Text {
        RecordWriter::new(arguments.format).all(rows, streams)?;
        return Ok(Status::Fine);
    }
    let mut table = TextTable::new(["production", "line", "page", "marks"]);
    for row in rows {
        let lines: Vec<String> = row.lines.iter().map(usize::to_string).collect();
        let page = row.page.map(|page| page.to_string());
        table.row([
            row.production.to_owned(),
            if lines.is_empty() { "-".to_owned() } else { lines.join(" ") },
            page.unwrap_or_else(|| "-".to_owned()),
            marks(&row).join(", "),
        ]);
    }
    streams.write(table.text(streams.columns()).as_bytes())?;
    Ok(Status::Fine)
}

fn row(chosen: &LoadedGrammar, id: ProductionId, unreachable: bool) -> ListedProductionRecord<'_> {
    let grammar = chosen.grammar();
    let definitions = grammar.production(id).definitions();
    let listing = grammar.listing();
    let name = grammar.name(id);
    let first = definitions.first();
    ListedProductionRecord {
        of: chosen.record_head(),
        production: name,
        lines: definitions
            .iter()
            .map(|definition| listing.line_and_column(definition.place.start).0)
            .collect(),
        page: first.and_then(|definition| listing.page(definition.place.start)),
        start: id == grammar.start(),
        unit: grammar.unit(id).is_some(),
        undefined: definitions.is_empty(),
        unreachable,
        doubly_defined: definitions.len() > 1,
        empty: grammar.derives_nothing(id),
        erratum: definitions.iter().find_map(|definition| definition.erratum.as_deref()),
        interpretation: listing.interpretation(name),
    }
}

/// Returns the marks of the production in words.
fn marks(row: &ListedProductionRecord<'_>) -> Vec<String> {
    let flags = [
        (row.start, "start"),
        (row.unit, "unit"),
        (row.undefined, "undefined"),
        (row.empty && !row.undefined, "derives nothing"),
        (row.unreachable, "unreachable from the start"),
        (row.doubly_defined, "doubly defined"),
    ];
    let flags = flags.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark.to_owned());
    let erratum = row.erratum.map(|number| format!("erratum {number}"));
    let interpretation = row.interpretation.map(|number| format!("interpretation {number}"));
    flags.chain(erratum).chain(interpretation).collect()
}
