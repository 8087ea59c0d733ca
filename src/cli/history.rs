//! `urlbnf history`: one thing through the documents.

use clap::Args;
use serde_json::json;
use urlbnf::characters::beyond_ascii;
use urlbnf::line::{self, Change, MISSING, Stage, What};
use urlbnf::text::visible;
use urlbnf::{Edition, Reading};

use crate::error::Error;
use crate::grammar::reading_parser;
use crate::help::after;
use crate::names::Names;
use crate::options::Format;
use crate::records::{Records, SCHEMA};
use crate::status::Status;
use crate::streams::Streams;

/// Follow a character, production or scheme over time
///
/// For each document: the productions that it is about there, and what the step from the
/// document before let in and shut out.
#[derive(Debug, Args)]
#[command(after_long_help = after(
    &[
        ("When could a URL contain the tilde?", "urlbnf history '~'"),
        ("Follow a production through the documents", "urlbnf history hostname"),
        ("And a scheme", "urlbnf history gopher"),
    ],
    Some("no document of the line has it"),
))]
pub struct Arguments {
    /// One character, the name of a production, or a scheme
    #[arg(
        value_name = "WHAT", value_parser = Names::productions(), hide_possible_values = true,
        allow_hyphen_values = true,
    )]
    what: String,

    /// Read the grammars as printed, or with their errata applied
    #[arg(long, value_name = "READING", default_value = "corrected", value_parser = reading_parser())]
    reading: Reading,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let name = &arguments.what;
    let Some(what) = What::of(name) else {
        let mut characters = name.chars();
        let says = match (characters.next(), characters.next()) {
            (Some(one), None) if !one.is_ascii() => beyond_ascii(one),
            _ => {
                let name = visible(name.as_bytes());
                format!("no document of the line has a character, production or scheme `{name}`")
            }
        };
        streams.remark(&says);
        return Ok(Status::Objection);
    };
    let stages = line::stages(&what, arguments.reading).map_err(Error::Compared)?;
    if arguments.format == Format::Text {
        streams.write_text(&text(&what, &stages, arguments.reading))?;
        return Ok(Status::Fine);
    }
    let mut records = Records::new(arguments.format);
    let string = |bytes: Option<&[u8]>| bytes.map(visible);
    for stage in &stages {
        let change = stage.change.as_ref();
        let record = json!({
            "schema": SCHEMA,
            "what": what.to_string(),
            "kind": what.kind(),
            "edition": stage.edition.name(),
            "document": stage.edition.document().citation(),
            "date": stage.edition.document().date(),
            "reading": arguments.reading.name(),
            "present": stage.present,
            "productions": names(stage, arguments.reading),
            "relation": change.map(|it| it.relation.name()),
            "gained": string(change.and_then(|it| it.relation.gained())),
            "lost": string(change.and_then(|it| it.relation.lost())),
            "plain_gained": string(change.and_then(|it| it.plain_gained.as_deref())),
            "plain_lost": string(change.and_then(|it| it.plain_lost.as_deref())),
        });
        records.write(&record, streams)?;
    }
    records.finish(streams)?;
    Ok(Status::Fine)
}

fn names(stage: &Stage, reading: Reading) -> Vec<&'static str> {
    let grammar = stage.edition.grammar(reading);
    stage.productions.iter().map(|id| grammar.name(*id)).collect()
}

/// A line for each document, and below it what its step let in and shut out.
fn text(what: &What, stages: &[Stage], reading: Reading) -> String {
    let mut text = format!("the {} `{what}`; {MISSING}\n\n", what.kind());
    let width = |name: fn(Edition) -> &'static str| {
        stages.iter().map(|stage| name(stage.edition).len()).max().unwrap_or(0)
    };
    let (name, date) = (width(Edition::name), width(|edition| edition.document().date()));
    for stage in stages {
        let edition = stage.edition;
        let names = names(stage, reading);
        let concerned = match (what, names.is_empty()) {
            (What::Character(_), true) => "in no production".to_owned(),
            (_, true) => "-".to_owned(),
            (_, false) => names.join(", "),
        };
        let mark = if stage.present { "in " } else { "out" };
        text += &format!(
            "{:<name$}  {:<date$}  {mark}  {concerned}\n",
            edition.name(),
            edition.document().date()
        );
        let Some(Change { relation, plain_gained, plain_lost }) = &stage.change else { continue };
        let shown = |short: Option<&[u8]>, plain: &Option<Vec<u8>>| {
            plain.as_deref().or(short).map(|string| match string {
                [] => "the empty string".to_owned(),
                string => visible(string),
            })
        };
        let gap = name + date + 4;
        for (word, string) in [
            ("let in", shown(relation.gained(), plain_gained)),
            ("shut out", shown(relation.lost(), plain_lost)),
        ] {
            if let Some(string) = string {
                text += &format!("{:gap$}{word}: {string}\n", "");
            }
        }
    }
    text
}
