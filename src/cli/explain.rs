//! `urlbnf explain`: what a production, an edition or a diagnostic's code means.

use std::io::Write as _;

use clap::Args;
use serde_json::json;
use urlbnf::diagnose::{self, Code, nearest};
use urlbnf::profile::{GrammarProfile, Profile};
use urlbnf::report::{Entry, Site, human, profile};
use urlbnf::{Edition, Judge, Reading};

use crate::error::Error;
use crate::options::{OneEdition, TextFormat, find_production};
use crate::status::Status;
use crate::streams::Streams;

/// Explain a production, an edition, or the code of a diagnostic.
///
/// Of a production: where it is printed, its rule, strings that it accepts and
/// some that it just does not, and what it was in the documents before and after.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Its name; without one, all names are listed.
    name: Option<String>,

    #[command(flatten)]
    edition: OneEdition,

    /// For people, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let OneEdition { edition, reading } = arguments.edition;
    let Some(name) = &arguments.name else {
        list(edition, reading, streams)?;
        return Ok(Status::Fine);
    };
    // A name has one meaning: no production is called like a code or an edition.
    let what = if let Ok(code) = name.parse() {
        What::Code(code)
    } else if let Ok(edition) = name.parse() {
        What::Edition(GrammarProfile::of(edition, reading))
    } else {
        What::Production(Box::new(production(edition, reading, name)?))
    };
    if streams.is_quiet() {
        return Ok(Status::Fine);
    }
    let json = match (&what, arguments.format) {
        (_, TextFormat::Text) => None,
        (What::Code(code), TextFormat::Json) => {
            Some(json!({ "schema": 1, "code": code.name(), "explanation": code.explanation() }))
        }
        (What::Edition(profile), TextFormat::Json) => Some(profile::grammar::to_json(profile)),
        (What::Production(profile), TextFormat::Json) => {
            Some(profile::production::to_json(profile))
        }
    };
    match (json, &what) {
        (Some(json), _) => writeln!(streams.out(), "{json:#}")?,
        (None, What::Code(code)) => explain_code(*code, streams)?,
        (None, What::Edition(it)) => profile::grammar::write(it, streams.out())?,
        (None, What::Production(it)) => profile::production::write(it, streams.out())?,
    }
    Ok(Status::Fine)
}

/// What can be explained.
enum What {
    Code(Code),
    Edition(GrammarProfile),
    Production(Box<Profile>),
}

fn production(edition: Edition, reading: Reading, name: &str) -> Result<Profile, Error> {
    let id = find_production(edition, reading, name).map_err(|error| {
        let is_somewhere = matches!(&error, Error::UnknownProduction { elsewhere, .. }
            if !elsewhere.is_empty());
        if is_somewhere {
            return error;
        }
        let names = |edition: Edition| {
            let grammar = edition.grammar(reading);
            grammar.ids().map(|id| grammar.name(id))
        };
        let kinds = [
            ("production", nearest(name, Edition::ALL.into_iter().flat_map(names))),
            ("edition", nearest(name, Edition::ALL.into_iter().map(Edition::name))),
            ("code", nearest(name, Code::ALL.into_iter().map(Code::name))),
        ];
        let found = |(kind, nearest): (&'static str, Option<String>)| Some((kind, nearest?));
        Error::NothingCalled {
            name: name.to_owned(),
            nearest: kinds.into_iter().filter_map(found).collect(),
        }
    })?;
    Ok(Profile::of(edition, reading, id))
}

/// All names that can be explained.
fn list(edition: Edition, reading: Reading, streams: &mut Streams) -> Result<(), Error> {
    let grammar = edition.grammar(reading);
    let codes: Vec<&str> = Code::ALL.into_iter().map(Code::name).collect();
    let editions: Vec<&str> = Edition::ALL.into_iter().map(Edition::name).collect();
    let productions: Vec<&str> = grammar.ids().map(|id| grammar.name(id)).collect();
    let lists = [
        ("codes".to_owned(), codes),
        ("editions".to_owned(), editions),
        (format!("productions of {edition}"), productions),
    ];
    for (number, (heading, names)) in lists.into_iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        let names = names.join(" ");
        streams.write(format!("{gap}{heading}\n{}\n", fill(&names)).as_bytes())?;
    }
    Ok(())
}

fn explain_code(code: Code, streams: &mut Streams) -> Result<(), Error> {
    writeln!(streams.out(), "{}\n\nFor example:\n", fill(code.explanation()))?;
    let (edition, reading, input) = code.example();
    let judge = Judge::by_scheme(edition, reading);
    let examination = &diagnose::examine(&judge, input);
    let entry = Entry {
        source: "<argument>",
        line: 1,
        input,
        site: Site::default(),
        judge: &judge,
        examination,
    };
    human::write(&entry, streams.out())?;
    Ok(())
}

/// Paragraphs, filled to a width that is easily read.
fn fill(text: &str) -> String {
    let paragraphs: Vec<String> =
        text.split("\n\n").map(|paragraph| urlbnf::report::excerpt::fill(paragraph, 80)).collect();
    paragraphs.join("\n\n")
}
