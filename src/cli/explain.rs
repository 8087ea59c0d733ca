//! `urlbnf explain`: what a production, an edition, a code or a number means.

use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use urlbnf::description::{GrammarDescription, ProductionDescription};
use urlbnf::diagnose::{self, DiagnosticCode};
use urlbnf::glossary;
use urlbnf::lint::LintCode;
use urlbnf::remark::{self, REMARKS, Remark};
use urlbnf::report::records::{
    ExplainCodeRecord, ExplainGrammarRecord, ExplainProductionRecord, ExplainRemarkRecord,
};
use urlbnf::report::{ExaminedLine, ReportWord, description, human};
use urlbnf::text::nearest;
use urlbnf::warning::WarningCode;
use urlbnf::{Edition, Judge, Reading};

use crate::grammar::{GrammarArgument, GrammarSource};
use crate::limits::CommandLimits;
use crate::loaded_grammar::{self, GrammarOptions, LoadedGrammar, decided};
use crate::streams::{COLUMNS, Streams};
use crate::subjects::ARGUMENT;
use crate::{CliError, NameValueParser, OutputFormat, RecordWriter, SchemaNumber, Status, after};

/// Explain a production, an edition, a code, or a number (E3)
///
/// For a production it shows where it is printed, its rule, strings that it accepts, near
/// misses, and what it was in the documents before and after.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Explain a production", "urlbnf explain hostname"),
    ("Explain a code that a report shows", "urlbnf explain char-not-allowed"),
    ("Explain an edition and an erratum", "urlbnf explain url-02 E3"),
], None))]
pub struct ExplainArguments {
    /// Productions, editions, grammar files, codes and numbers, in any letter case; with none,
    /// all are listed
    #[arg(value_name = "NAME", value_parser = NameValueParser::EXPLAINED, hide_possible_values = true)]
    names: Vec<String>,

    #[command(flatten)]
    grammar: GrammarOptions,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &ExplainArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let chosen = arguments.grammar.read(streams)?;
    if arguments.names.is_empty() {
        list(&chosen, streams)?;
        return Ok(Status::Fine);
    }
    let limits = &arguments.grammar.limits;
    let mut find = |name: &String| ExplanationSubject::all(&chosen, name, limits.clone(), streams);
    let found: Vec<Vec<ExplanationSubject>> =
        arguments.names.iter().map(&mut find).collect::<Result<_, _>>()?;
    let found = found.concat();
    if streams.discards_output() {
        return Ok(Status::Fine);
    }
    if arguments.format == OutputFormat::Text {
        for (number, what) in found.iter().enumerate() {
            if number > 0 {
                streams.write(b"\n")?;
            }
            what.write(streams)?;
        }
        return Ok(Status::Fine);
    }
    RecordWriter::new(arguments.format)
        .all(found.iter().map(ExplanationSubject::record), streams)?;
    Ok(Status::Fine)
}

/// Something that can be explained.
#[derive(Clone)]
enum ExplanationSubject {
    Glossary(&'static glossary::GlossaryTerm),
    /// A code of a failure, of `lint` or of a warning.
    Code(ExplainedWord),
    /// A verdict, or the name of a note.
    Word(ExplainedWord),
    Grammar(Box<GrammarDescription>),
    Number(&'static Remark),
    Production(Box<ProductionDescription>),
}

/// A word that has an explanation.
#[derive(Clone)]
struct ExplainedWord {
    name: &'static str,
    explanation: String,
    /// An input that shows it, with an edition and a reading.
    example: Option<(Edition, Reading, &'static [u8])>,
}

impl ExplainedWord {
    fn new(name: &'static str, explanation: impl Into<String>) -> ExplainedWord {
        ExplainedWord { name, explanation: explanation.into(), example: None }
    }

    /// Writes the explanation, and the report about the example.
    fn write(&self, streams: &mut Streams) -> Result<(), CliError> {
        let text = fill(&self.explanation, width(streams));
        writeln!(streams.out()?, "{text}")?;
        let Some((edition, reading, input)) = self.example else { return Ok(()) };
        writeln!(streams.out()?, "\nFor example:\n")?;
        let judge = Judge::by_scheme(edition, reading);
        let examination = diagnose::examine(&judge, input);
        let entry = ExaminedLine::new((ARGUMENT, 1), input, &judge, &examination);
        human::write(&entry, &mut streams.screen()?)?;
        Ok(())
    }
}

impl ExplanationSubject {
    /// Returns all meanings of a name: a word of the glossary may also be a production or a
    /// code.
    fn all(
        chosen: &LoadedGrammar,
        name: &str,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<Vec<ExplanationSubject>, CliError> {
        let Some(word) = glossary::GlossaryTerm::find(&name.to_ascii_lowercase()) else {
            return Ok(vec![ExplanationSubject::find(chosen, name, limits, streams)?]);
        };
        let glossary = ExplanationSubject::Glossary(word);
        Ok(match ExplanationSubject::find(chosen, name, limits, streams) {
            // A verdict or a note of the same name says more than the glossary.
            Ok(ExplanationSubject::Word(other)) if other.name == word.word => {
                vec![ExplanationSubject::Word(other)]
            }
            Ok(other) => vec![glossary, other],
            Err(CliError::NothingCalled { .. } | CliError::UnknownProduction { .. }) => {
                vec![glossary]
            }
            Err(error) => return Err(error),
        })
    }

    /// Returns the meaning of a name outside the glossary. No production has the name of a
    /// code, an edition or a number. A production precedes a word or a warning of the same
    /// name.
    fn find(
        chosen: &LoadedGrammar,
        name: &str,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<ExplanationSubject, CliError> {
        let (lower, reading) = (name.to_ascii_lowercase(), chosen.reading());
        let argument = GrammarArgument::read(name.as_ref());
        let is_production = chosen.grammar().find(name).is_some();
        Ok(if let Ok(code) = lower.parse::<DiagnosticCode>() {
            let explained = ExplainedWord::new(code.name(), code.explanation());
            ExplanationSubject::Code(ExplainedWord { example: code.example(), ..explained })
        } else if let Ok(code) = lower.parse::<LintCode>() {
            ExplanationSubject::Code(ExplainedWord::new(code.name(), code.explanation()))
        } else if let (Ok(word), false) = (lower.parse::<ReportWord>(), is_production) {
            let explained = ExplainedWord::new(word.name(), word.explanation());
            ExplanationSubject::Word(ExplainedWord { example: word.example(), ..explained })
        } else if let (Ok(code), false) = (lower.parse::<WarningCode>(), is_production) {
            ExplanationSubject::Code(ExplainedWord::new(code.name(), code.explanation()))
        } else if let GrammarSource::Edition(edition) = argument.source {
            let reading = argument.reading.unwrap_or(reading);
            ExplanationSubject::Grammar(Box::new(GrammarDescription::for_edition(edition, reading)))
        } else if let Some(remark) = name.parse().ok().and_then(remark::find) {
            ExplanationSubject::Number(remark)
        } else if loaded_grammar::names_a_file(&argument) {
            match LoadedGrammar::read(&argument, reading, limits, streams)? {
                LoadedGrammar::Edition(edition, reading) => ExplanationSubject::Grammar(Box::new(
                    GrammarDescription::for_edition(edition, reading),
                )),
                LoadedGrammar::File { grammar, .. } => {
                    ExplanationSubject::Grammar(Box::new(GrammarDescription::of_grammar(grammar)))
                }
            }
        } else {
            ExplanationSubject::Production(Box::new(production(chosen, name, streams)?))
        })
    }

    fn write(&self, streams: &mut Streams) -> Result<(), CliError> {
        match self {
            ExplanationSubject::Glossary(word) => {
                let text = fill(&format!("{}: {}.", word.word, word.meaning), width(streams));
                streams.write(format!("{text}\n").as_bytes())?;
            }
            ExplanationSubject::Code(word) | ExplanationSubject::Word(word) => {
                word.write(streams)?
            }
            ExplanationSubject::Grammar(description) => {
                description::grammar::write(description, &mut streams.screen()?)?
            }
            ExplanationSubject::Number(remark) => {
                description::number::write(remark, &mut streams.screen()?)?
            }
            ExplanationSubject::Production(description) => {
                description::production::write(description, &mut streams.screen()?)?
            }
        }
        Ok(())
    }

    fn record(&self) -> ExplanationRecord<'_> {
        let code =
            |code, explanation| ExplainCodeRecord { schema: SchemaNumber, code, explanation };
        match self {
            ExplanationSubject::Glossary(word) => {
                ExplanationRecord::Code(code(word.word, word.meaning))
            }
            ExplanationSubject::Code(word) | ExplanationSubject::Word(word) => {
                ExplanationRecord::Code(code(word.name, &word.explanation))
            }
            ExplanationSubject::Grammar(description) => {
                ExplanationRecord::Grammar(description::grammar::record(description))
            }
            ExplanationSubject::Number(remark) => {
                ExplanationRecord::Number(description::number::record(remark))
            }
            ExplanationSubject::Production(description) => ExplanationRecord::Production(Box::new(
                description::production::record(description),
            )),
        }
    }
}

/// The record of something that is explained.
#[derive(Serialize)]
#[serde(untagged)]
enum ExplanationRecord<'a> {
    Code(ExplainCodeRecord<'a>),
    Grammar(ExplainGrammarRecord<'a>),
    Number(ExplainRemarkRecord),
    Production(Box<ExplainProductionRecord<'a>>),
}

fn production(
    chosen: &LoadedGrammar,
    name: &str,
    streams: &mut Streams,
) -> Result<ProductionDescription, CliError> {
    let id = chosen.find(name).map_err(|error| {
        let is_somewhere = matches!(&error, CliError::UnknownProduction { elsewhere, .. }
            if !elsewhere.is_empty());
        if is_somewhere || chosen.edition().is_none() {
            return error;
        }
        let names = |edition: Edition| {
            let grammar = edition.grammar(chosen.reading());
            grammar.ids().map(|id| grammar.name(id))
        };
        let kinds = [
            ("production", nearest(name, Edition::ALL.into_iter().flat_map(names))),
            ("edition", nearest(name, Edition::ALL.into_iter().map(Edition::name))),
            (
                "code",
                nearest(
                    name,
                    DiagnosticCode::ALL.into_iter().map(DiagnosticCode::name).chain(words()),
                ),
            ),
        ];
        let found = |(kind, nearest): (&'static str, Option<String>)| Some((kind, nearest?));
        CliError::NothingCalled {
            name: name.to_owned(),
            nearest: kinds.into_iter().filter_map(found).collect(),
        }
    })?;
    let described = match chosen {
        LoadedGrammar::Edition(edition, reading) => {
            ProductionDescription::for_production(*edition, *reading, id)
        }
        LoadedGrammar::File { grammar, .. } => {
            ProductionDescription::of_grammar(Arc::clone(grammar), id)
        }
    };
    chosen.report_prose_productions(id, streams);
    decided(chosen.grammar(), described, streams)
}

/// Lists all names that can be explained.
fn list(chosen: &LoadedGrammar, streams: &mut Streams) -> Result<(), CliError> {
    let grammar = chosen.grammar();
    let names = |names: Vec<&str>| names.join(" ");
    let numbers: Vec<String> = REMARKS.iter().map(|remark| remark.number.to_string()).collect();
    let glossary =
        glossary::WORDS.iter().map(|term| term.word.replace(' ', "-")).collect::<Vec<_>>();
    let mut lists = vec![
        ("words".to_owned(), glossary.join(" ")),
        (
            "codes".to_owned(),
            names(DiagnosticCode::ALL.into_iter().map(DiagnosticCode::name).collect()),
        ),
        ("verdicts and notes".to_owned(), names(words().collect())),
        (
            "codes of lint".to_owned(),
            names(LintCode::ALL.into_iter().map(LintCode::name).collect()),
        ),
        (
            "codes of warnings".to_owned(),
            names(WarningCode::ALL.into_iter().map(WarningCode::name).collect()),
        ),
    ];
    // A file has no relation to the documents.
    if matches!(chosen, LoadedGrammar::Edition(..)) {
        let editions = Edition::ALL.into_iter().map(Edition::name).collect();
        lists.push(("editions".to_owned(), names(editions)));
        lists.push(("interpretations, errata, deviations".to_owned(), numbers.join(" ")));
    }
    let productions = grammar.ids().map(|id| grammar.name(id)).collect();
    lists.push((format!("productions of {}", chosen.name()), names(productions)));
    let columns = width(streams);
    for (number, (heading, names)) in lists.into_iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        streams.write(format!("{gap}{heading}\n{}\n", fill(&names, columns)).as_bytes())?;
    }
    Ok(())
}

/// Returns the names of the verdicts and of the notes.
fn words() -> impl Iterator<Item = &'static str> {
    ReportWord::ALL.into_iter().map(ReportWord::name)
}

fn width(streams: &Streams) -> usize {
    streams.width().min(COLUMNS)
}

/// Fills paragraphs to a width.
fn fill(text: &str, columns: usize) -> String {
    let fill = |paragraph| urlbnf::report::excerpt::fill(paragraph, columns);
    let paragraphs: Vec<String> = text.split("\n\n").map(fill).collect();
    paragraphs.join("\n\n")
}
