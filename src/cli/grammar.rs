//! The arguments that name grammars, and lookups in the grammars.
//!
//! `EDITION`, `EDITION:READING`, `all` and `born` mean the same in every command. A word is
//! parsed here once, but its grammar is read only when a command asks for it. So each command has
//! its own error for a grammar that it cannot use.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use urlbnf::{Edition, Judge, Reading};

use crate::limits::CommandLimits;
use crate::loaded_grammar::LoadedGrammar;
use crate::{CliError, NameValueParser, Streams};

/// The grammar, or the group of editions, that an argument names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GrammarArgument {
    /// The edition, group or file.
    pub source: GrammarSource,
    /// The reading after the `:`, if there is one.
    pub reading: Option<Reading>,
}

/// What an argument can name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GrammarSource {
    Edition(Edition),
    /// Every edition.
    All,
    /// The six editions of the five documents of 1993 and 1994.
    Born,
    /// The path of a grammar file, which need not exist.
    File(PathBuf),
}

impl GrammarArgument {
    /// Parses a word. Every word is valid: if it is not an edition, it is a path.
    pub fn read(word: &OsStr) -> GrammarArgument {
        let (name, reading) = match word.to_str().and_then(|text| text.rsplit_once(':')) {
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

    /// Returns the reading that it names, or else `others`.
    fn readings(&self, others: &[Reading]) -> Vec<Reading> {
        self.reading.map_or_else(|| others.to_vec(), |reading| vec![reading])
    }

    fn is_group(&self) -> bool {
        matches!(self.source, GrammarSource::All | GrammarSource::Born)
    }

    /// Returns the editions; a file is an error.
    pub fn editions(&self) -> Result<Vec<Edition>, CliError> {
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

/// Returns the error for a path that is given instead of an edition.
pub fn no_edition(path: &Path) -> CliError {
    let name = path.to_string_lossy().into_owned();
    if path.is_file() {
        return CliError::FileNotTaken { name };
    }
    // An edition is suggested only if it has the same digits: 3896 is likely meant as 3986,
    // but 3985 is another document.
    let digits = |name: &str| {
        let mut digits: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let number = digits(&name);
    let editions = Edition::ALL.into_iter().map(Edition::name);
    let nearest = urlbnf::text::nearest(&name, editions.filter(|name| digits(name) == number));
    CliError::NoEdition { name, nearest }
}

pub fn one_parser() -> NameValueParser<GrammarArgument> {
    NameValueParser { read: |_, _, word| Ok(GrammarArgument::read(word)), list: editions }
}

/// A parser of one grammar, `all` or `born`.
pub fn many_parser() -> NameValueParser<GrammarArgument> {
    NameValueParser {
        list: || editions().into_iter().chain(["born", "all"].map(str::to_owned)).collect(),
        ..one_parser()
    }
}

fn editions() -> Vec<String> {
    Edition::ALL.map(|edition| edition.name().to_owned()).to_vec()
}

/// One edition in one reading.
#[derive(Debug, Args)]
pub struct EditionOptions {
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

impl EditionOptions {
    pub fn get(&self) -> Result<(Edition, Reading), CliError> {
        let reading = self.edition.reading.unwrap_or(self.reading);
        match (&self.edition.source, self.edition.editions()?.as_slice()) {
            (GrammarSource::Edition(edition), _) => Ok((*edition, reading)),
            _ => Err(CliError::OneEditionOnly),
        }
    }
}

/// Several editions, each in one reading or in both.
#[derive(Debug, Args)]
pub struct EditionListOptions {
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
    reading: ReadingChoice,

    #[command(flatten)]
    limits: CommandLimits,
}

impl EditionListOptions {
    /// Returns the judges: scheme by scheme, or by the production `start`. Editions of a group
    /// that do not have the production are left out.
    pub fn judges(
        &self,
        start: Option<&str>,
        streams: &mut Streams,
    ) -> Result<Vec<Judge>, CliError> {
        let group = self.edition.iter().any(GrammarArgument::is_group);
        let (mut judges, mut without, mut unknown) = (Vec::new(), Vec::new(), None);
        for chosen in self.chosen(streams)? {
            match chosen.judge(start, streams) {
                Ok(judge) => judges.push(judge),
                Err(error @ CliError::UnknownProduction { .. }) if group => {
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

    /// Reads the grammars, in the order of the command line, without duplicates.
    fn chosen(&self, streams: &mut Streams) -> Result<Vec<LoadedGrammar>, CliError> {
        let (mut files, mut editions) = (HashSet::new(), HashSet::new());
        let mut all = Vec::new();
        for argument in &self.edition {
            if let GrammarSource::File(_) = argument.source {
                for reading in argument.readings(self.reading.list()) {
                    if files.insert((argument, reading)) {
                        all.push(LoadedGrammar::read(
                            argument,
                            reading,
                            self.limits.clone(),
                            streams,
                        )?);
                    }
                }
                continue;
            }
            let named = expand(std::slice::from_ref(argument), self.reading.list())?;
            let new = named.into_iter().filter(|pair| editions.insert(*pair));
            all.extend(new.map(|(edition, reading)| LoadedGrammar::Edition(edition, reading)));
        }
        Ok(all)
    }
}

/// Returns the editions and readings that the arguments name, without duplicates.
pub fn expand(
    grammars: &[GrammarArgument],
    readings: &[Reading],
) -> Result<Vec<(Edition, Reading)>, CliError> {
    let (mut seen, mut list) = (HashSet::new(), Vec::new());
    for argument in grammars {
        for edition in argument.editions()? {
            let all = argument.readings(readings).into_iter().map(|reading| (edition, reading));
            list.extend(all.filter(|pair| seen.insert(*pair)));
        }
    }
    Ok(list)
}

/// What `--reading` takes, where it may be both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReadingChoice {
    /// As the document prints it, misprints included
    Printed,
    /// With the edition's errata applied
    Corrected,
    /// One after the other
    Both,
}

impl ReadingChoice {
    pub fn list(self) -> &'static [Reading] {
        match self {
            ReadingChoice::Printed => &[Reading::Printed],
            ReadingChoice::Corrected => &[Reading::Corrected],
            ReadingChoice::Both => &Reading::ALL,
        }
    }
}

/// Returns a parser of the names of readings.
pub fn reading_parser() -> impl TypedValueParser<Value = Reading> {
    let values = Reading::ALL.map(|reading| {
        PossibleValue::new(reading.name()).help(match reading {
            Reading::Printed => "As the document prints it, misprints included",
            Reading::Corrected => "With the edition's errata applied",
        })
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Reading>())
}
