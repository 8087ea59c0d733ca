//! `urlbnf editions`: the grammars and their documents.

use clap::Args;
use urlbnf::document::Document;
use urlbnf::report::records::ListedEditionRecord;
use urlbnf::{Edition, Reading};

use crate::{
    CliError, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, TextTable, after,
};

/// List the editions: grammars and their documents
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("List the editions", "urlbnf editions"),
], None))]
pub struct EditionsArguments {
    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &EditionsArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if arguments.format != OutputFormat::Text {
        RecordWriter::new(arguments.format).all(Edition::ALL.map(record), streams)?;
        return Ok(Status::Fine);
    }
    let mut table = TextTable::new([
        "edition", "document", "date", "section", "start", "productions", "notation",
    ]);
    for edition in Edition::ALL {
        let grammar = edition.grammar(Reading::Printed);
        let (document, productions) = (edition.document(), grammar.defined().count().to_string());
        let row = [
            edition.name(),
            document.citation(),
            document.record().date,
            edition.section(),
            grammar.name(grammar.start()),
            &productions,
            grammar.listing().notation.name(),
        ];
        table.row(row.map(str::to_owned));
    }
    streams.write(table.text(streams.columns()).as_bytes())?;
    let mut table = TextTable::new(["document", "by", "expires", "obsoletes", "updates", "now"]);
    for document in Document::ALL {
        let record = document.record();
        let role = if record.editors { " (editors)" } else { "" };
        let later = |what: &str, by: Vec<&str>| match by.is_empty() {
            true => String::new(),
            false => format!("{what} by {}", by.join(", ")),
        };
        let later = [
            later("obsoleted", document.obsoleted_by().map(Document::citation).collect()),
            later("updated", document.updated_by().map(Document::citation).collect()),
        ];
        table.row([
            document.citation().to_owned(),
            format!("{}{role}", record.by.join(", ")),
            record.expires.unwrap_or_default().to_owned(),
            record.obsoletes.join(", "),
            record.updates.join(", "),
            later.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join("; "),
        ]);
    }
    streams.write_text(&format!("\n{}", table.text(streams.columns())))?;
    Ok(Status::Fine)
}

fn record(edition: Edition) -> ListedEditionRecord {
    let grammar = edition.grammar(Reading::Printed);
    let document = edition.document();
    let record = document.record();
    ListedEditionRecord {
        schema: SchemaNumber,
        edition,
        document: document.citation(),
        date: document.date(),
        section: edition.section(),
        start: grammar.name(grammar.start()),
        productions: grammar.defined().count(),
        undefined: grammar.names(&grammar.undefined()),
        notation: grammar.listing().notation,
        published: record.date,
        expires: record.expires,
        by: &record.by,
        editors: record.editors,
        called: record.called,
        obsoletes: &record.obsoletes,
        updates: &record.updates,
        obsoleted_by: document.obsoleted_by().map(Document::citation).collect(),
        updated_by: document.updated_by().map(Document::citation).collect(),
    }
}
