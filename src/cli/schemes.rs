//! `urlbnf schemes`: lists what the documents say of the schemes.

use clap::Args;
use urlbnf::edition::JudgingProductions;
use urlbnf::registry::{SCHEMES, Scheme};
use urlbnf::report::records::{
    ListedSchemeRecord, PrintedProductionRecord, SchemeEntryRecord, SchemeProductionRecord,
};
use urlbnf::report::scheme;
use urlbnf::text::visible;
use urlbnf::{Document, Edition};

use crate::{
    CliError, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, TextTable, after,
};

/// The columns of the table: one for each document whose grammar has productions for schemes.
fn columns() -> impl Iterator<Item = Edition> {
    Edition::LINE.into_iter().filter(|edition| edition.judged() == JudgingProductions::Schemes)
}

/// List the schemes, and what each document says of them
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("All schemes", "urlbnf schemes"),
    ("One scheme, document by document", "urlbnf schemes gopher"),
], Some("none of the documents speaks of the scheme")))]
pub struct SchemesArguments {
    /// One scheme, with the sections that speak of it and its productions, side by side
    /// where the terminal is wide enough; `x-foo` is an experimental one
    #[arg(value_name = "SCHEME")]
    scheme: Option<String>,

    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &SchemesArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut text = String::new();
    let one = match &arguments.scheme {
        None => None,
        Some(name) => match urlbnf::registry::find(name) {
            Some(scheme) => Some(scheme),
            None => {
                let name = visible(name.as_bytes());
                streams.remark(&format!("none of the documents speaks of the scheme `{name}`"));
                return Ok(Status::Objection);
            }
        },
    };
    let chosen = SCHEMES.iter().filter(|scheme| one.is_none_or(|one| one.name == scheme.name));
    let mut records = RecordWriter::new(arguments.format);
    let mut table =
        TextTable::new(["scheme", "port"].into_iter().chain(columns().map(Edition::name)));
    for scheme in chosen {
        let port = scheme.port.map(|(port, _)| port);
        match arguments.format {
            OutputFormat::Jsonl | OutputFormat::Json => records.write(&record(scheme), streams)?,
            OutputFormat::Text if one.is_some() => {
                text += &format!("{}: {}\n", scheme.name, scheme.purpose);
                if let Some((port, statement)) = scheme.port {
                    text += &format!("  port {port}\n");
                    text += &format!("    {}\n", statement.basis(Document::Rfc1738));
                }
                for entry in scheme.entries {
                    text += &format!("  {:<12}  {}\n", entry.standing, entry.citation());
                    text += &format!("    \"{}\"\n", entry.quotation.words());
                }
                for rule in scheme.rules {
                    text += &format!("  {:<12}  {}\n", "rule", rule.citation());
                    text += &format!("    \"{}\"\n", rule.words());
                }
                text += &scheme::text(scheme.name, streams.columns());
            }
            OutputFormat::Text => {
                let port = port.map_or(String::new(), |port| format!("{port:>4}"));
                let standing = |edition: Edition| {
                    let entry = scheme.entry(edition.document());
                    entry.map_or("-", |entry| entry.standing.name()).to_owned()
                };
                let head = [scheme.name.to_owned(), port];
                table.row(head.into_iter().chain(columns().map(standing)));
            }
        }
    }
    if arguments.format == OutputFormat::Text && one.is_none() {
        text = table.text(streams.columns());
    }
    streams.write_text(&text)?;
    records.finish(streams)?;
    Ok(Status::Fine)
}

fn record(scheme: &Scheme) -> ListedSchemeRecord {
    let entries = scheme.entries.iter().map(|entry| SchemeEntryRecord {
        document: entry.document.citation(),
        standing: entry.standing,
        said: entry.quotation.into(),
    });
    let editions = scheme::editions(scheme.name).into_iter();
    let productions = editions.flat_map(|(edition, productions)| {
        productions.into_iter().map(move |production| SchemeProductionRecord {
            edition,
            printed: PrintedProductionRecord {
                production: production.name,
                citation: production.citation,
                text: production.text,
            },
        })
    });
    ListedSchemeRecord {
        schema: SchemaNumber,
        scheme: scheme.name,
        purpose: scheme.purpose,
        port: scheme.port.map(|(port, _)| port),
        entries: entries.collect(),
        rules: scheme.rules.iter().map(|quotation| (*quotation).into()).collect(),
        productions: productions.collect(),
    }
}
