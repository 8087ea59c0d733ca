//! What names a grammar on the command line, and what is looked up in it.
//!
//! `EDITION`, `EDITION:READING`, `all` and `born` mean the same in every command.
//! A word is read here once, and becomes a grammar only when a command asks for
//! one: so each command says in its own way what it cannot work with.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use urlbnf::bnf::ProductionId;
use urlbnf::{Edition, Judge, Reading};

use crate::chosen::{Chosen, Undefined};
use crate::error::Error;
use crate::limits::RaisedLimits;
use crate::names::Names;
use crate::streams::Streams;

/// A grammar, or several, as the user named them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarArgument {
    /// What was named.
    pub source: GrammarSource,
    /// The reading, where one was named after a `:`.
    pub reading: Option<Reading>,
}

/// What can be named where a grammar is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrammarSource {
    /// One edition.
    Edition(Edition),
    /// Every edition.
    All,
    /// The six editions of the five documents in which the URL was born.
    Born,
    /// What is not an edition: the path of a grammar file, if there is one.
    File(PathBuf),
}

impl GrammarArgument {
    /// Reads a word. Every word means something: what is not an edition is a path.
    pub fn read(word: &OsStr) -> GrammarArgument {
        let (name, reading) = match word.to_str().and_then(|it| it.rsplit_once(':')) {
            Some((name, suffix)) => match suffix.parse() {
                Ok(reading) => (OsStr::new(name), Some(reading)),
                Err(_) => (word, None),
            },
            None => (word, None),
        };
        let source = match name.to_str() {
            Some("all") => GrammarSource::All,
            Some("born") => GrammarSource::Born,
            Some(edition) => edition
                .to_ascii_lowercase()
                .parse()
                .map_or_else(|_| GrammarSource::File(name.into()), GrammarSource::Edition),
            None => GrammarSource::File(name.into()),
        };
        GrammarArgument { source, reading }
    }

    /// Whether it stands for several editions.
    fn is_group(&self) -> bool {
        matches!(self.source, GrammarSource::All | GrammarSource::Born)
    }

    /// The editions that it stands for.
    pub fn editions(&self) -> Result<Vec<Edition>, Error> {
        match &self.source {
            GrammarSource::Edition(edition) => Ok(vec![*edition]),
            GrammarSource::All => Ok(Edition::ALL.to_vec()),
            GrammarSource::Born => Ok(Edition::BORN.to_vec()),
            GrammarSource::File(path) => Err(no_edition(path)),
        }
    }
}

impl fmt::Display for GrammarArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            GrammarSource::Edition(edition) => write!(f, "{edition}")?,
            GrammarSource::All => f.write_str("all")?,
            GrammarSource::Born => f.write_str("born")?,
            GrammarSource::File(path) => write!(f, "{}", path.display())?,
        }
        self.reading.map_or(Ok(()), |reading| write!(f, ":{reading}"))
    }
}

/// Why a path is not taken where an edition is wanted.
pub fn no_edition(path: &Path) -> Error {
    let name = path.to_string_lossy().into_owned();
    if path.is_file() {
        return Error::FileNotTaken { name };
    }
    // Another number is another document, however near it is: 3985 was not meant for 3986.
    // But digits are swapped easily: 3896 was.
    let digits = |name: &str| {
        let mut digits: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let number = digits(&name);
    let editions = Edition::ALL.into_iter().map(Edition::name);
    let nearest = urlbnf::text::nearest(&name, editions.filter(|it| digits(it) == number));
    Error::NoEdition { name, nearest }
}

/// Reads a [`GrammarArgument`], and tells shells which editions there are.
#[derive(Clone)]
pub struct GrammarParser {
    groups: bool,
}

/// One grammar.
pub fn one_parser() -> GrammarParser {
    GrammarParser { groups: false }
}

/// One grammar, `all` or `born`.
pub fn many_parser() -> GrammarParser {
    GrammarParser { groups: true }
}

impl TypedValueParser for GrammarParser {
    type Value = GrammarArgument;

    fn parse_ref(
        &self,
        _: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<GrammarArgument, clap::Error> {
        Ok(GrammarArgument::read(value))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let groups = ["born", "all"].into_iter().filter(|_| self.groups);
        let names = Edition::ALL.into_iter().map(Edition::name).chain(groups);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// One edition in one reading.
#[derive(Debug, Args)]
pub struct OneEdition {
    /// The edition to read by; `:printed` or `:corrected` after it names its reading
    #[arg(
        short, long, value_name = "EDITION[:READING]", default_value = "rfc1738",
        value_parser = one_parser(),
    )]
    edition: GrammarArgument,

    /// The reading, where --edition names none
    #[arg(long, default_value = "corrected", value_parser = reading_parser())]
    reading: Reading,
}

impl OneEdition {
    /// The edition and its reading.
    pub fn get(&self) -> Result<(Edition, Reading), Error> {
        let reading = self.edition.reading.unwrap_or(self.reading);
        match (&self.edition.source, self.edition.editions()?.as_slice()) {
            (GrammarSource::Edition(edition), _) => Ok((*edition, reading)),
            _ => Err(Error::OneEditionOnly),
        }
    }
}

/// Several editions, each in one reading or in both.
#[derive(Debug, Args)]
pub struct ManyEditions {
    /// The editions or grammar files to judge by: repeat it, or put commas between them;
    /// `:printed` or `:corrected` after one names its reading; `born` is the six editions of the five
    /// documents, `all` is every edition
    #[arg(
        short, long, value_name = "EDITION[:READING]", value_delimiter = ',',
        default_value = "rfc1738", value_parser = many_parser(),
    )]
    edition: Vec<GrammarArgument>,

    /// The reading, where --edition names none
    #[arg(long, value_enum, default_value = "corrected")]
    reading: Readings,

    #[command(flatten)]
    limits: RaisedLimits,
}

impl ManyEditions {
    /// What judges by them, scheme by scheme, or by one production. What a group
    /// of editions holds besides those that have the production is left out.
    pub fn judges(&self, start: Option<&str>, streams: &mut Streams) -> Result<Vec<Judge>, Error> {
        let group = self.edition.iter().any(GrammarArgument::is_group);
        let (mut judges, mut without, mut unknown) = (Vec::new(), Vec::new(), None);
        for chosen in self.chosen(streams)? {
            match chosen.judge(start, streams) {
                Ok(judge) => judges.push(judge),
                Err(error @ Error::UnknownProduction { .. }) if group => {
                    unknown.get_or_insert(error);
                    without.push(chosen.name().to_owned());
                }
                Err(error) => return Err(error),
            }
        }
        without.dedup();
        match (unknown, start) {
            (Some(error), _) if judges.is_empty() => return Err(error),
            (Some(_), Some(name)) => {
                let without = without.join(", ");
                streams.remark(&format!("left out, having no production `{name}`: {without}"));
            }
            _ => {}
        }
        Ok(judges)
    }

    /// The grammars, in the order in which they were named, each once.
    fn chosen(&self, streams: &mut Streams) -> Result<Vec<Chosen>, Error> {
        let mut seen: Vec<(&GrammarArgument, Reading)> = Vec::new();
        let (mut editions, mut all) = (Vec::new(), Vec::new());
        for argument in &self.edition {
            let own = argument.reading.map(|reading| vec![reading]);
            let readings = own.unwrap_or_else(|| self.reading.list().to_vec());
            if !matches!(argument.source, GrammarSource::File(_)) {
                for edition in argument.editions()? {
                    for &reading in &readings {
                        if !editions.contains(&(edition, reading)) {
                            editions.push((edition, reading));
                            all.push(Chosen::Edition(edition, reading));
                        }
                    }
                }
                continue;
            }
            for reading in readings {
                if !seen.contains(&(argument, reading)) {
                    seen.push((argument, reading));
                    let undefined = Undefined::Told;
                    let chosen =
                        Chosen::read(argument, reading, undefined, self.limits.clone(), streams)?;
                    all.push(chosen);
                }
            }
        }
        Ok(all)
    }
}

/// The editions and readings that some words stand for, each once.
pub fn expand(
    grammars: &[GrammarArgument],
    readings: &[Reading],
) -> Result<Vec<(Edition, Reading)>, Error> {
    let mut list: Vec<(Edition, Reading)> = Vec::new();
    for argument in grammars {
        for edition in argument.editions()? {
            let own = argument.reading.map(|reading| vec![reading]);
            for reading in own.unwrap_or_else(|| readings.to_vec()) {
                if !list.contains(&(edition, reading)) {
                    list.push((edition, reading));
                }
            }
        }
    }
    Ok(list)
}

/// One edition in one reading, and a start.
#[derive(Debug, Args)]
pub struct OneJudge {
    #[command(flatten)]
    pub edition: OneEdition,

    /// Match the whole input against this production
    #[arg(long, value_name = "PRODUCTION", value_parser = Names::productions(), hide_possible_values = true)]
    pub start: Option<String>,
}

impl OneJudge {
    /// What judges by it.
    pub fn judge(&self) -> Result<Judge, Error> {
        let (edition, reading) = self.edition.get()?;
        Ok(match &self.start {
            None => Judge::by_scheme(edition, reading),
            Some(name) => {
                Judge::by_start(edition, reading, find_production(edition, reading, name)?)
            }
        })
    }
}

/// A production of an edition by its printed name.
pub fn find_production(
    edition: Edition,
    reading: Reading,
    name: &str,
) -> Result<ProductionId, Error> {
    Chosen::Edition(edition, reading).find(name)
}

/// What `--reading` takes, where it may be both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Readings {
    /// As the document prints it, misprints included
    Printed,
    /// With the edition's errata applied
    Corrected,
    /// One after the other
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

/// Readings by their names.
pub fn reading_parser() -> impl TypedValueParser<Value = Reading> {
    let values = Reading::ALL.map(|reading| {
        PossibleValue::new(reading.name()).help(match reading {
            Reading::Printed => "As the document prints it, misprints included",
            Reading::Corrected => "With the edition's errata applied",
        })
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Reading>())
}
