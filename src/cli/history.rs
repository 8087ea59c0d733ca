//! `urlbnf history`: follows a character, production or scheme through the documents.

use clap::Args;
use urlbnf::bnf::ProductionId;
use urlbnf::characters::beyond_ascii;
use urlbnf::report::excerpt::indented;
use urlbnf::report::records::HistoryStageRecord;
use urlbnf::text::visible;
use urlbnf::timeline::{
    self, MISSING, TimelineChange, TimelineStage, TimelineSubject, is_side_branch,
};
use urlbnf::{Edition, Reading};

use crate::grammar::reading_parser;
use crate::{
    CliError, NameValueParser, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, after,
};

/// Follow a character, production or scheme over time
///
/// For each document: the productions that it is about there, and what the step from the
/// document before let in and shut out.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("When could a URL contain the tilde?", "urlbnf history '~'"),
    ("Follow a production through the documents", "urlbnf history hostname"),
    ("And a scheme", "urlbnf history gopher"),
], Some("no document of the line has it")))]
pub struct HistoryArguments {
    /// One character, the name of a production, or a scheme
    #[arg(
        value_name = "WHAT", value_parser = NameValueParser::PRODUCTIONS, hide_possible_values = true,
        allow_hyphen_values = true,
    )]
    what: String,

    /// Read the grammars as printed, or with their errata applied
    #[arg(long, value_name = "READING", default_value = "corrected", value_parser = reading_parser())]
    reading: Reading,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &HistoryArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let name = &arguments.what;
    let Some(what) = TimelineSubject::from_word(name) else {
        let mut characters = name.chars();
        let remark = match (characters.next(), characters.next()) {
            (Some(one), None) if !one.is_ascii() => beyond_ascii(one),
            _ => {
                let name = visible(name.as_bytes());
                format!("no document of the line has a character, production or scheme `{name}`")
            }
        };
        streams.remark(&remark);
        return Ok(Status::Objection);
    };
    let stages = timeline::stages(&what, arguments.reading).map_err(CliError::Compared)?;
    if arguments.format == OutputFormat::Text {
        let columns = streams.width();
        streams.write_text(&text(&what, &stages, arguments.reading, columns))?;
        return Ok(Status::Fine);
    }
    let record = |stage: &TimelineStage| record(&what, stage, arguments.reading);
    RecordWriter::new(arguments.format).all(stages.iter().map(record), streams)?;
    Ok(Status::Fine)
}

fn record(what: &TimelineSubject, stage: &TimelineStage, reading: Reading) -> HistoryStageRecord {
    let (change, grammar) = (stage.change.as_ref(), stage.edition.grammar(reading));
    let document = stage.edition.document();
    let string = |bytes: Option<&[u8]>| bytes.map(visible);
    HistoryStageRecord {
        schema: SchemaNumber,
        what: what.to_string(),
        kind: what.kind(),
        edition: stage.edition,
        document: document.citation(),
        date: document.date(),
        reading,
        present: stage.present,
        productions: grammar.names(&stage.productions),
        named: stage.named,
        instead: grammar.names(&stage.instead),
        reason: stage.reason,
        prose: stage.prose.iter().map(ToString::to_string).collect(),
        side_branch: is_side_branch(stage.edition),
        before: stage.before.map(Edition::name),
        relation: change.map(|change| change.relation.name()),
        gained: string(change.and_then(|change| change.relation.gained())),
        lost: string(change.and_then(|change| change.relation.lost())),
        plain_gained: string(change.and_then(|change| change.plain_gained.as_deref())),
        plain_lost: string(change.and_then(|change| change.plain_lost.as_deref())),
        about: change.map(|change| change.is_about),
    }
}

/// Formats a line for each grammar. Below it are the gains and losses of its step, and what
/// the document says.
fn text(
    what: &TimelineSubject,
    stages: &[TimelineStage],
    reading: Reading,
    columns: usize,
) -> String {
    let mut text = format!("the {} `{what}`; {MISSING}\n\n", what.kind());
    let name = |stage: &TimelineStage| match is_side_branch(stage.edition) {
        true => format!("└ {}", stage.edition),
        false => stage.edition.to_string(),
    };
    let width = stages.iter().map(|stage| name(stage).chars().count()).max().unwrap_or(0);
    let dates = stages.iter().map(|stage| stage.edition.document().date().len());
    let dates = dates.max().unwrap_or(0);
    let gap = width + dates + 4;
    for stage in stages {
        let edition = stage.edition;
        let mark = match (stage.present, what) {
            (false, _) => "out",
            (true, TimelineSubject::Production(_)) if !stage.named => "as ",
            (true, _) => "in ",
        };
        text += &format!(
            "{:<width$}  {:<dates$}  {mark}  {}\n",
            name(stage),
            edition.document().date(),
            concerned(what, stage, reading)
        );
        let mut below = |words: &str| text += &indented(words, [gap, gap + 2], columns);
        match (stage.instead.is_empty(), stage.reason) {
            (true, None) => {}
            (true, Some(reason)) => below(reason),
            (false, reason) => {
                let instead = edition.grammar(reading).names(&stage.instead).join(", ");
                let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
                below(&format!("counterpart of the one before: {instead}{reason}"));
            }
        }
        changes(stage).iter().for_each(|line| below(line));
        stage.prose.iter().for_each(|statement| below(&statement.to_string()));
    }
    text
}

/// Names the productions that a stage is about.
fn concerned(what: &TimelineSubject, stage: &TimelineStage, reading: Reading) -> String {
    let grammar = stage.edition.grammar(reading);
    let unused = grammar.unreachable_from(grammar.start());
    let shown = |id: &ProductionId| match (what, unused.contains(id)) {
        (TimelineSubject::Production(_), true) => {
            format!("{} (not used by the start)", grammar.name(*id))
        }
        _ => grammar.name(*id).to_owned(),
    };
    let names: Vec<String> = stage.productions.iter().map(shown).collect();
    match (what, names.is_empty()) {
        (TimelineSubject::Character(_), true) => "in no production".to_owned(),
        (_, true) => "-".to_owned(),
        (TimelineSubject::Scheme(_), _) if !stage.named => {
            format!("{}, as any scheme", names.join(", "))
        }
        (_, false) => names.join(", "),
    }
}

/// Lists the strings that the step to a stage let in and shut out.
fn changes(stage: &TimelineStage) -> Vec<String> {
    let Some(TimelineChange { relation, plain_gained, plain_lost, is_about: true }) = &stage.change
    else {
        return Vec::new();
    };
    let shown = |string: &[u8]| match string {
        [] => "the empty string".to_owned(),
        string => visible(string),
    };
    let parts =
        [("let in", relation.gained(), plain_gained), ("shut out", relation.lost(), plain_lost)];
    let mut lines = Vec::new();
    for (word, shortest, plain) in parts {
        if let (Some(_), Some(plain)) = (shortest, plain) {
            lines.push(format!("{word}: {}", shown(plain)));
        }
    }
    lines
}
