//! `urlbnf contradictions`: where a document's prose contradicts its own grammar.

use clap::{Args, ValueEnum};
use urlbnf::Edition;
use urlbnf::contradiction::{
    self, Contradiction, ContradictionChecker, ContradictionEvidence, EditionContradiction,
};
use urlbnf::printed_url::PrintedUrlVerdicts;
use urlbnf::report::contradiction as report;
use urlbnf::report::records::{
    self, ContradictionCaseRecord, EditionVerdictsRecord, EvidenceRecord, PrintedProductionRecord,
    UnacceptedUrlRecord,
};
use urlbnf::text::nearest;

use crate::{
    CliError, NameValueParser, RecordWriter, SchemaNumber, Status, Streams, TextTable, after,
};

/// Show where a document contradicts its own grammar
///
/// Each has the words of both, with their page, and a string that shows it, judged
/// here and now.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Where prose and grammar part", "urlbnf contradictions"),
    ("One of them", "urlbnf contradictions nntp-host"),
    ("URLs that their own grammars reject", "urlbnf contradictions --urls"),
], None))]
pub struct ContradictionsArguments {
    /// Contradictions by their names, editions for all of theirs; with none, all are shown
    #[arg(value_name = "NAME", value_parser = NameValueParser::CONTRADICTIONS, hide_possible_values = true)]
    names: Vec<String>,

    /// Instead, the URLs that a document prints and that none of its own grammars takes
    #[arg(long, conflicts_with = "names")]
    urls: bool,

    /// The form of the list
    #[arg(long, value_enum, default_value = "text")]
    format: ContradictionsFormat,
}

/// The form of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ContradictionsFormat {
    /// For people
    Text,
    /// A page
    Markdown,
    /// One JSON object per line
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
}

pub fn run(arguments: &ContradictionsArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if arguments.urls {
        return urls(arguments, streams);
    }
    let chosen = chosen(&arguments.names)?;
    let mut checker = ContradictionChecker::default();
    let columns = streams.width();
    match arguments.format {
        ContradictionsFormat::Text => {
            for (number, one) in chosen.iter().enumerate() {
                let before = if number > 0 { "\n" } else { "" };
                let text = report::text(one, &mut checker, columns);
                streams.write_text(&format!("{before}{text}"))?;
            }
        }
        ContradictionsFormat::Markdown => {
            streams.write(report::markdown(&chosen, &mut checker).as_bytes())?;
        }
        ContradictionsFormat::Jsonl | ContradictionsFormat::Json => {
            let record = |one: &&'static Contradiction| {
                let cases =
                    one.cases.iter().map(|edition_case| case(edition_case, &mut checker)).collect();
                records::ContradictionRecord {
                    schema: SchemaNumber,
                    name: one.name,
                    title: one.title,
                    strength: one.strength.name(),
                    strength_reason: one.strength.reason(),
                    what: one.what,
                    cases,
                }
            };
            let records = RecordWriter::as_array(arguments.format == ContradictionsFormat::Json);
            records.all(chosen.iter().map(record), streams)?;
        }
    }
    Ok(Status::Fine)
}

/// Returns the contradictions that were named, in the order of the list.
fn chosen(names: &[String]) -> Result<Vec<&'static Contradiction>, CliError> {
    let mut wanted = Vec::new();
    for name in names {
        match (name.parse::<Edition>(), Contradiction::find(name)) {
            (Ok(edition), _) => wanted
                .extend(Contradiction::in_edition(edition).map(|contradiction| contradiction.name)),
            (_, Some(one)) => wanted.push(one.name),
            _ => {
                let names = contradiction::all().iter().map(|contradiction| contradiction.name);
                let nearest = nearest(name, names);
                return Err(CliError::NoContradiction { name: name.clone(), nearest });
            }
        }
    }
    let is_wanted =
        |contradiction: &&Contradiction| names.is_empty() || wanted.contains(&contradiction.name);
    Ok(contradiction::all().iter().filter(is_wanted).collect())
}

fn case(
    case: &'static EditionContradiction,
    checker: &mut ContradictionChecker,
) -> ContradictionCaseRecord {
    let (found, printed) = (checker.found(case), case.printed());
    let (shows, read_as) = match case.shows {
        ContradictionEvidence::Rejected => (EvidenceRecord::NotTaken, None),
        ContradictionEvidence::Accepted => (EvidenceRecord::Taken, None),
        ContradictionEvidence::ReadAs(read_as) => (EvidenceRecord::ReadAs, Some(read_as)),
    };
    ContradictionCaseRecord {
        edition: case.edition,
        reading: case.reading,
        prose: case.prose().into(),
        grammar: PrintedProductionRecord {
            production: case.production,
            citation: printed.citation,
            text: printed.text,
        },
        string: &case.string,
        start: case.start,
        shows,
        read_as,
        verdict: found.verdict,
        message: found.text,
    }
}

/// Writes the URLs of the documents that their own grammars reject.
fn urls(arguments: &ContradictionsArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let rejected = report::rejected();
    match arguments.format {
        ContradictionsFormat::Markdown => streams.write(report::urls_markdown().as_bytes())?,
        ContradictionsFormat::Text => {
            let mut table = TextTable::new(["document", "place", "URL", "its own grammars"]);
            for own in &rejected {
                let (document, place) = (own.document.citation(), own.printed.place);
                let url = own.printed.url.to_owned();
                let verdicts = report::verdicts(own);
                table.row([document.to_owned(), place.to_owned(), url, verdicts]);
            }
            streams.write(table.text(streams.columns()).as_bytes())?;
        }
        ContradictionsFormat::Jsonl | ContradictionsFormat::Json => {
            let record = |own: &PrintedUrlVerdicts| {
                let verdicts = own.verdicts.iter();
                let verdicts = verdicts.map(|&(edition, [printed, corrected])| {
                    EditionVerdictsRecord { edition, printed, corrected }
                });
                UnacceptedUrlRecord {
                    schema: SchemaNumber,
                    document: own.document.citation(),
                    place: own.printed.place,
                    url: own.printed.url,
                    note: own.printed.note,
                    verdicts: verdicts.collect(),
                }
            };
            let records = RecordWriter::as_array(arguments.format == ContradictionsFormat::Json);
            records.all(rejected.iter().map(record), streams)?;
        }
    }
    Ok(Status::Fine)
}
