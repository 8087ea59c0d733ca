//! Options that several commands share.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use urlbnf::bnf::ProductionId;
use urlbnf::{Edition, Grammar, Judge, Reading, Verdict};

use crate::error::Error;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

/// The form of what is printed, where there are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    Text,
    Json,
}

/// One edition in one reading.
#[derive(Debug, clap::Args)]
pub struct OneEdition {
    /// The edition: the grammar of one document.
    #[arg(short, long, default_value = "rfc1738", value_parser = edition_parser())]
    pub edition: Edition,

    /// As printed, misprints included, or with the edition's errata applied.
    #[arg(long, default_value = "corrected", value_parser = reading_parser())]
    pub reading: Reading,
}

/// One edition in one reading, and a start.
#[derive(Debug, clap::Args)]
pub struct OneJudge {
    #[command(flatten)]
    pub edition: OneEdition,

    /// Judge to the letter from this production, not scheme by scheme.
    #[arg(long, value_name = "PRODUCTION")]
    pub start: Option<String>,
}

impl OneEdition {
    /// The printed grammar.
    pub fn grammar(&self) -> &'static Grammar {
        self.edition.grammar(self.reading)
    }
}

impl OneJudge {
    /// What judges by it.
    pub fn judge(&self) -> Result<Judge, Error> {
        let OneEdition { edition, reading } = self.edition;
        match &self.start {
            None => Ok(Judge::by_scheme(edition, reading)),
            Some(name) => {
                let start = find_production(edition, reading, name)?;
                Ok(Judge::by_start(edition, reading, start))
            }
        }
    }
}

/// A production by its printed name.
pub fn find_production(
    edition: Edition,
    reading: Reading,
    name: &str,
) -> Result<ProductionId, Error> {
    let grammar = edition.grammar(reading);
    grammar.find(name).ok_or_else(|| {
        let names = grammar.ids().map(|id| grammar.name(id));
        let has = |edition: &Edition| edition.grammar(reading).find(name).is_some();
        Error::UnknownProduction {
            name: name.to_owned(),
            edition,
            nearest: urlbnf::diagnose::nearest(name, names),
            elsewhere: Edition::ALL.into_iter().filter(has).collect(),
        }
    })
}

/// Editions by their names.
pub fn edition_parser() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(Edition::ALL.map(Edition::name))
        .try_map(|name| name.parse::<Edition>())
}

/// Readings by their names.
pub fn reading_parser() -> impl TypedValueParser<Value = Reading> {
    PossibleValuesParser::new(Reading::ALL.map(Reading::name))
        .try_map(|name| name.parse::<Reading>())
}

/// Verdicts by their names.
pub fn verdict_parser() -> impl TypedValueParser<Value = Verdict> {
    PossibleValuesParser::new(Verdict::ALL.map(Verdict::name)).try_map(|name| {
        let named = Verdict::ALL.into_iter().find(|verdict| verdict.name() == name);
        named.ok_or("no verdict is called so")
    })
}

/// What `--edition` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editions {
    /// One.
    One(Edition),
    /// All of them.
    All,
}

impl Editions {
    /// The editions.
    pub fn list(self) -> Vec<Edition> {
        match self {
            Editions::One(edition) => vec![edition],
            Editions::All => Edition::ALL.to_vec(),
        }
    }
}

/// Editions by their names, or all.
pub fn editions_parser() -> impl TypedValueParser<Value = Editions> {
    let names = Edition::ALL.into_iter().map(Edition::name).chain(["all"]);
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        "all" => Ok(Editions::All),
        name => name.parse().map(Editions::One),
    })
}

/// What `--reading` takes, where it may be both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Readings {
    Printed,
    Corrected,
    Both,
}

impl Readings {
    /// The readings.
    pub fn list(self) -> &'static [Reading] {
        match self {
            Readings::Printed => &[Reading::Printed],
            Readings::Corrected => &[Reading::Corrected],
            Readings::Both => &Reading::ALL,
        }
    }
}

/// What `--color` says, looked up before the command line is read: an error in
/// the command line is coloured too.
pub fn color_of_arguments() -> clap::ColorChoice {
    let mut arguments = std::env::args_os().skip(1).take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let value = match argument.to_str() {
            Some("--color") => arguments.next().and_then(|value| value.into_string().ok()),
            Some(text) => text.strip_prefix("--color=").map(str::to_owned),
            None => None,
        };
        match value.as_deref() {
            Some("always") => return clap::ColorChoice::Always,
            Some("never") => return clap::ColorChoice::Never,
            _ => {}
        }
    }
    clap::ColorChoice::Auto
}
