//! `urlbnf schemes`: which document says what of which scheme.

use clap::Args;
use serde_json::json;
use urlbnf::diagnose::visible;
use urlbnf::registry::SCHEMES;
use urlbnf::{Document, Edition};

use crate::error::Error;
use crate::options::Format;
use crate::records::{Records, SCHEMA};
use crate::status::Status;
use crate::streams::Streams;

/// List the schemes: what each document says of them, and their ports
#[derive(Debug, Args)]
pub struct Arguments {
    /// One scheme, with the sections that speak of it; `x-foo` is an experimental one
    #[arg(value_name = "SCHEME")]
    scheme: Option<String>,

    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
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
    // RFC 1630 is one document with two grammars; the editions but one are the documents.
    let documents = Edition::ALL.into_iter().filter(|edition| *edition != Edition::Rfc1630Generic);
    let documents: Vec<_> = documents.map(Edition::document).collect();
    let chosen = SCHEMES.iter().filter(|scheme| one.is_none_or(|one| one.name == scheme.name));
    let mut records = Records::new(arguments.format);
    if arguments.format == Format::Text && one.is_none() {
        text += &format!("{:<11}{:>5}", "scheme", "port");
        for edition in Edition::ALL.into_iter().filter(|it| *it != Edition::Rfc1630Generic) {
            text += &format!("  {edition:<12}");
        }
        text = text.trim_end().to_owned() + "\n";
    }
    for scheme in chosen {
        let port = scheme.port.map(|(port, _)| port);
        match arguments.format {
            Format::Jsonl | Format::Json => {
                let entries: Vec<_> = scheme
                    .entries
                    .iter()
                    .map(|entry| {
                        json!({
                            "document": entry.document.citation(),
                            "standing": entry.standing,
                            "citation": entry.citation(),
                            "words": entry.quotation.words(),
                        })
                    })
                    .collect();
                let record = json!({
                    "schema": SCHEMA,
                    "scheme": scheme.name,
                    "purpose": scheme.purpose,
                    "port": port,
                    "entries": entries,
                });
                records.write(&record, streams)?;
            }
            Format::Text if one.is_some() => {
                text += &format!("{}: {}\n", scheme.name, scheme.purpose);
                if let Some((port, statement)) = scheme.port {
                    text += &format!("  port {port}\n");
                    text += &format!("    {}\n", statement.basis(Document::Rfc1738));
                }
                for entry in scheme.entries {
                    text += &format!("  {:<12}  {}\n", entry.standing, entry.citation());
                    text += &format!("    \"{}\"\n", entry.quotation.words());
                }
            }
            Format::Text => {
                let port = port.map_or(String::new(), |port| port.to_string());
                let mut line = format!("{:<11}{port:>5}", scheme.name);
                for document in &documents {
                    let standing = scheme.entry(*document).map_or("-", |it| it.standing.name());
                    line += &format!("  {standing:<12}");
                }
                text += line.trim_end();
                text.push('\n');
            }
        }
    }
    streams.write(text.as_bytes())?;
    records.finish(streams)?;
    Ok(Status::Fine)
}
