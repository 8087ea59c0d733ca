//! `urlbnf explain`: what a production, an edition, a code or a number means.

use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use urlbnf::automaton::NotRegular;
use urlbnf::description::{Description, GrammarDescription};
use urlbnf::diagnose::{self, Code};
use urlbnf::glossary;
use urlbnf::lint::LintCode;
use urlbnf::remark::{self, REMARKS, Remark};
use urlbnf::report::records::{
    ExplainedCode, ExplainedGrammar, ExplainedNumber, ExplainedProduction,
};
use urlbnf::report::{Entry, Word, description, human};
use urlbnf::text::nearest;
use urlbnf::warning::WarningCode;
use urlbnf::{Edition, Judge, Reading};

use crate::chosen::{self, Chosen, OneGrammar, decided};
use crate::grammar::{GrammarArgument, GrammarSource};
use crate::limits::RaisedLimits;
use crate::streams::{COLUMNS, Streams};
use crate::subjects::ARGUMENT;
use crate::{Error, Format, Names, Records, SCHEMA, Status, after};

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
pub struct Arguments {
    /// Productions, editions, grammar files, codes and numbers, in any letter case; with none,
    /// all are listed
    #[arg(value_name = "NAME", value_parser = Names::EXPLAINED, hide_possible_values = true)]
    names: Vec<String>,

    #[command(flatten)]
    grammar: OneGrammar,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let chosen = arguments.grammar.read(streams)?;
    if arguments.names.is_empty() {
        list(&chosen, streams)?;
        return Ok(Status::Fine);
    }
    let limits = &arguments.grammar.limits;
    let mut find = |name: &String| What::all(&chosen, name, limits.clone(), streams);
    let found: Vec<Vec<What>> = arguments.names.iter().map(&mut find).collect::<Result<_, _>>()?;
    let found = found.concat();
    if streams.discards_output() {
        return Ok(Status::Fine);
    }
    if arguments.format == Format::Text {
        for (number, what) in found.iter().enumerate() {
            if number > 0 {
                streams.write(b"\n")?;
            }
            what.write(streams)?;
        }
        return Ok(Status::Fine);
    }
    Records::new(arguments.format).all(found.iter().map(What::record), streams)?;
    Ok(Status::Fine)
}

/// Something that can be explained.
#[derive(Clone)]
enum What {
    Glossary(&'static glossary::Word),
    /// A code of a failure, of `lint` or of a warning.
    Code(Explained),
    /// A verdict, or the name of a note.
    Word(Explained),
    Grammar(Box<GrammarDescription>),
    Number(&'static Remark),
    Production(Box<Description>),
}

/// A word that has an explanation.
#[derive(Clone)]
struct Explained {
    name: &'static str,
    explanation: String,
    /// An input that shows it, with an edition and a reading.
    example: Option<(Edition, Reading, &'static [u8])>,
}

impl Explained {
    fn new(name: &'static str, explanation: impl Into<String>) -> Explained {
        Explained { name, explanation: explanation.into(), example: None }
    }

    /// Writes the explanation, and the report about the example.
    fn write(&self, streams: &mut Streams) -> Result<(), Error> {
        let text = fill(&self.explanation, width(streams));
        writeln!(streams.out()?, "{text}")?;
        let Some((edition, reading, input)) = self.example else { return Ok(()) };
        writeln!(streams.out()?, "\nFor example:\n")?;
        let judge = Judge::by_scheme(edition, reading);
        let examination = diagnose::examine(&judge, input);
        let entry = Entry::new((ARGUMENT, 1), input, &judge, &examination);
        human::write(&entry, &mut streams.screen()?)?;
        Ok(())
    }
}

impl What {
    /// Returns all meanings of a name: a word of the glossary may also be a production or a
    /// code.
    fn all(
        chosen: &Chosen,
        name: &str,
        limits: RaisedLimits,
        streams: &mut Streams,
    ) -> Result<Vec<What>, Error> {
        let Some(word) = glossary::Word::find(&name.to_ascii_lowercase()) else {
            return Ok(vec![What::find(chosen, name, limits, streams)?]);
        };
        let glossary = What::Glossary(word);
        Ok(match What::find(chosen, name, limits, streams) {
            // A verdict or a note of the same name says more than the glossary.
            Ok(What::Word(other)) if other.name == word.word => vec![What::Word(other)],
            Ok(other) => vec![glossary, other],
            Err(Error::NothingCalled { .. } | Error::UnknownProduction { .. }) => vec![glossary],
            Err(error) => return Err(error),
        })
    }

    /// Returns the meaning of a name outside the glossary. No production has the name of a
    /// code, an edition or a number. A production precedes a word or a warning of the same
    /// name.
    fn find(
        chosen: &Chosen,
        name: &str,
        limits: RaisedLimits,
        streams: &mut Streams,
    ) -> Result<What, Error> {
        let (lower, reading) = (name.to_ascii_lowercase(), chosen.reading());
        let argument = GrammarArgument::read(name.as_ref());
        let is_production = chosen.grammar().find(name).is_some();
        Ok(if let Ok(code) = lower.parse::<Code>() {
            let explained = Explained::new(code.name(), code.explanation());
            What::Code(Explained { example: code.example(), ..explained })
        } else if let Ok(code) = lower.parse::<LintCode>() {
            What::Code(Explained::new(code.name(), code.explanation()))
        } else if let (Ok(word), false) = (lower.parse::<Word>(), is_production) {
            let explained = Explained::new(word.name(), word.explanation());
            What::Word(Explained { example: word.example(), ..explained })
        } else if let (Ok(code), false) = (lower.parse::<WarningCode>(), is_production) {
            What::Code(Explained::new(code.name(), code.explanation()))
        } else if let GrammarSource::Edition(edition) = argument.source {
            let reading = argument.reading.unwrap_or(reading);
            What::Grammar(Box::new(GrammarDescription::of(edition, reading)))
        } else if let Some(remark) = name.parse().ok().and_then(remark::find) {
            What::Number(remark)
        } else if chosen::names_a_file(&argument) {
            match Chosen::read(&argument, reading, limits, streams)? {
                Chosen::Edition(edition, reading) => {
                    What::Grammar(Box::new(GrammarDescription::of(edition, reading)))
                }
                Chosen::File { grammar, .. } => {
                    What::Grammar(Box::new(GrammarDescription::of_grammar(grammar)))
                }
            }
        } else {
            What::Production(Box::new(production(chosen, name, streams)?))
        })
    }

    fn write(&self, streams: &mut Streams) -> Result<(), Error> {
        match self {
            What::Glossary(word) => {
                let text = fill(&format!("{}: {}.", word.word, word.meaning), width(streams));
                streams.write(format!("{text}\n").as_bytes())?;
            }
            What::Code(it) | What::Word(it) => it.write(streams)?,
            What::Grammar(it) => description::grammar::write(it, &mut streams.screen()?)?,
            What::Number(it) => description::number::write(it, &mut streams.screen()?)?,
            What::Production(it) => description::production::write(it, &mut streams.screen()?)?,
        }
        Ok(())
    }

    fn record(&self) -> Record<'_> {
        let code = |code, explanation| ExplainedCode { schema: SCHEMA, code, explanation };
        match self {
            What::Glossary(word) => Record::Code(code(word.word, word.meaning)),
            What::Code(it) | What::Word(it) => Record::Code(code(it.name, &it.explanation)),
            What::Grammar(it) => Record::Grammar(description::grammar::record(it)),
            What::Number(it) => Record::Number(description::number::record(it)),
            What::Production(it) => {
                Record::Production(Box::new(description::production::record(it)))
            }
        }
    }
}

/// The record of something that is explained.
#[derive(Serialize)]
#[serde(untagged)]
enum Record<'a> {
    Code(ExplainedCode<'a>),
    Grammar(ExplainedGrammar<'a>),
    Number(ExplainedNumber),
    Production(Box<ExplainedProduction<'a>>),
}

fn production(chosen: &Chosen, name: &str, streams: &mut Streams) -> Result<Description, Error> {
    let id = chosen.find(name).map_err(|error| {
        let is_somewhere = matches!(&error, Error::UnknownProduction { elsewhere, .. }
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
            ("code", nearest(name, Code::ALL.into_iter().map(Code::name).chain(words()))),
        ];
        let found = |(kind, nearest): (&'static str, Option<String>)| Some((kind, nearest?));
        Error::NothingCalled {
            name: name.to_owned(),
            nearest: kinds.into_iter().filter_map(found).collect(),
        }
    })?;
    // While a production is too large, the nesting limit is lowered, unless the user set it.
    let mut lowered = None;
    let (chosen, described) = loop {
        let chosen = lowered.as_ref().unwrap_or(chosen);
        let described = match chosen {
            Chosen::Edition(edition, reading) => Description::of(*edition, *reading, id),
            Chosen::File { grammar, .. } => Description::of_grammar(Arc::clone(grammar), id),
        };
        let is_too_large = matches!(described, Err(NotRegular::TooLarge(..)));
        match chosen.lowered(streams).filter(|_| is_too_large) {
            Some(less) => lowered = Some(less),
            None => break (chosen, described),
        }
    };
    chosen.tell_limits(id, streams);
    decided(chosen.grammar(), described, streams)
}

/// Lists all names that can be explained.
fn list(chosen: &Chosen, streams: &mut Streams) -> Result<(), Error> {
    let grammar = chosen.grammar();
    let names = |names: Vec<&str>| names.join(" ");
    let numbers: Vec<String> = REMARKS.iter().map(|it| it.number.to_string()).collect();
    let glossary = glossary::WORDS.iter().map(|it| it.word.replace(' ', "-")).collect::<Vec<_>>();
    let mut lists = vec![
        ("words".to_owned(), glossary.join(" ")),
        ("codes".to_owned(), names(Code::ALL.into_iter().map(Code::name).collect())),
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
    if matches!(chosen, Chosen::Edition(..)) {
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
    Word::ALL.into_iter().map(Word::name)
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
