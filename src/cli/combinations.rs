//! `urlbnf editions --combinations`: the sets of editions to which a string can conform, and
//! those to which none can. Its former name is `urlbnf combinations`.

use clap::Args;
use urlbnf::combination::Combinations;
use urlbnf::report::records::CombinationRecord;
use urlbnf::report::witness;
use urlbnf::text::visible;
use urlbnf::{Edition, Reading};

use crate::{
    CliError, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, TextTable, after,
};

/// Show to which sets of editions a string can conform
///
/// A set without a string is impossible: no string at all conforms to these editions
/// and to no other. What is generic-only does not conform.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("To which editions can a string conform?", "urlbnf editions --combinations"),
], None))]
pub struct CombinationsArguments {
    /// The editions; with none, the six of the five documents
    #[arg(value_name = "EDITION", value_parser = edition)]
    pub editions: Vec<Edition>,

    /// List the sets to which no string conforms, instead of counting them
    #[arg(long)]
    pub impossible: bool,

    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    pub format: OutputFormat,
}

pub fn edition(name: &str) -> Result<Edition, String> {
    name.parse::<Edition>().map_err(|error| error.to_string())
}

pub fn run(arguments: &CombinationsArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut editions = match arguments.editions.is_empty() {
        true => Edition::BORN.to_vec(),
        false => arguments.editions.clone(),
    };
    editions.sort_unstable();
    editions.dedup();
    let found = Combinations::for_editions(&editions, Reading::Corrected)
        .map_err(|error| CliError::Prose(Box::new(error)))?;
    let words = |set: u32| match found.set(set).as_slice() {
        [] => "none".to_owned(),
        all if all.len() == editions.len() => "all".to_owned(),
        some => some.iter().map(|it| it.name()).collect::<Vec<_>>().join(" "),
    };
    if arguments.format == OutputFormat::Text {
        let mut table = TextTable::new(["conforms to", "a shortest string"]);
        let sets = found.witnesses.iter().filter(|_| !arguments.impossible);
        for (&set, witness) in sets {
            let shown = if witness.is_empty() {
                "(empty)".to_owned()
            } else {
                visible(witness).replace(' ', "␣")
            };
            table.row([words(set), shown]);
        }
        if !table.is_empty() {
            streams.write_text(&table.text(streams.columns()))?;
        }
        if arguments.impossible {
            for set in found.impossible() {
                streams.write_text(&format!("{}\n", words(set)))?;
            }
        } else {
            let (some, none) = (found.witnesses.len(), found.impossible().count());
            let counts = format!("\n{some} sets have a string, {none} have none at all\n");
            streams.write_text(&counts)?;
        }
        return Ok(Status::Fine);
    }
    let possible = found.witnesses.keys().copied().filter(|_| !arguments.impossible);
    let record = |set: u32| {
        let string = found.witnesses.get(&set).map(Vec::as_slice);
        CombinationRecord {
            schema: SchemaNumber,
            editions: found.set(set),
            witness: string.map(witness::text),
            witness_base64: string.and_then(witness::base64),
        }
    };
    let all = possible.chain(found.impossible()).map(record);
    RecordWriter::new(arguments.format).all(all, streams)?;
    Ok(Status::Fine)
}
