//! `urlbnf schemes`: which document says what of which scheme.

use clap::Args;
use serde_json::json;
use urlbnf::Edition;
use urlbnf::registry::SCHEMES;

use crate::error::Error;
use crate::options::TextFormat;
use crate::status::Status;
use crate::streams::Streams;

/// List the schemes: what each document does about them, and their ports.
#[derive(Debug, Args)]
pub struct Arguments {
    /// One scheme, with the sections; `x-foo` is among the experimental.
    scheme: Option<String>,

    /// A table, or JSON Lines.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut text = String::new();
    let one = match &arguments.scheme {
        None => None,
        Some(name) => match urlbnf::registry::find(name) {
            Some(scheme) => Some(scheme),
            None => {
                streams.remark(&format!("no document speaks of `{name}`"));
                return Ok(Status::Objection);
            }
        },
    };
    // RFC 1630 is one document with two grammars; the editions but one are the documents.
    let documents = Edition::ALL.into_iter().filter(|edition| *edition != Edition::Rfc1630Generic);
    let documents: Vec<_> = documents.map(Edition::document).collect();
    let chosen = SCHEMES.iter().filter(|scheme| one.is_none_or(|one| one.name == scheme.name));
    if arguments.format == TextFormat::Text && one.is_none() {
        text += &format!("{:<11}{:>5}", "scheme", "port");
        for edition in Edition::ALL.into_iter().filter(|it| *it != Edition::Rfc1630Generic) {
            text += &format!("  {edition:<12}");
        }
        text = text.trim_end().to_owned() + "\n";
    }
    for scheme in chosen {
        let port = scheme.port.map(|(port, _)| port);
        match arguments.format {
            TextFormat::Json => {
                let entries: Vec<_> = scheme
                    .entries
                    .iter()
                    .map(|entry| {
                        let citation = entry.citation();
                        json!({
                            "document": entry.document.citation(),
                            "standing": entry.standing,
                            "citation": citation,
                        })
                    })
                    .collect();
                let record = json!({
                    "schema": 1,
                    "scheme": scheme.name,
                    "purpose": scheme.purpose,
                    "port": port,
                    "entries": entries,
                });
                text += &format!("{record}\n");
            }
            TextFormat::Text if one.is_some() => {
                text += &format!("{}: {}\n", scheme.name, scheme.purpose);
                if let Some((port, section)) = scheme.port {
                    text += &format!("  port {port}: RFC 1738, section {section}\n");
                }
                for entry in scheme.entries {
                    text += &format!("  {:<12}  {}\n", entry.standing, entry.citation());
                }
            }
            TextFormat::Text => {
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
    Ok(Status::Fine)
}
