//! A grammar that is named on the command line: an edition or a file.
//!
//! Editions are built in. A file is read when a command needs it, and errors are shown in its
//! text. Commands treat both alike: as a grammar with a name and a judge.

use std::sync::Arc;

use clap::Args;
use urlbnf::automaton::{AutomatonError, NestingLimit};
use urlbnf::bnf::ProductionId;
use urlbnf::book::PackedGrammar;
use urlbnf::report::grammar;
use urlbnf::report::lint::LintReport;
use urlbnf::report::nesting::holds_for;
use urlbnf::report::records::GrammarRecordHead;
use urlbnf::{Edition, Grammar, Judge, Reading, lint};

use crate::error::{CliError, StartNaming};
use crate::grammar::{GrammarArgument, GrammarSource, one_parser, reading_parser};
use crate::grammar_file::GrammarFile;
pub use crate::grammar_file::shown;
use crate::limits::CommandLimits;
use crate::{NameValueParser, Streams};

/// The default nesting limit: how many levels of nested brackets are examined.
const NESTING: usize = 3;

/// One grammar, of an edition or of a file.
#[derive(Debug, Args)]
pub struct GrammarOptions {
    /// An edition or a grammar file; `:printed` or `:corrected` after it names its reading
    #[arg(
        short = 'e', long = "edition", value_name = "GRAMMAR[:READING]",
        default_value = "rfc1738", value_parser = one_parser(),
    )]
    grammar: GrammarArgument,

    /// The reading, where --edition names none
    #[arg(long, default_value = "corrected", value_parser = reading_parser())]
    reading: Reading,

    #[command(flatten)]
    pub limits: CommandLimits,
}

/// One grammar, and a start.
#[derive(Debug, Args)]
pub struct JudgeOptions {
    #[command(flatten)]
    pub grammar: GrammarOptions,

    /// Match the whole input against this production
    #[arg(
        long, value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS,
        hide_possible_values = true,
    )]
    pub start: Option<String>,
}

/// A grammar that was read.
#[derive(Debug, Clone)]
pub enum LoadedGrammar {
    /// The grammar of an edition.
    Edition(Edition, Reading),
    /// The grammar of a file.
    File {
        /// The grammar in the requested reading.
        grammar: Arc<Grammar>,
        /// The corrected grammar, if the printed one was requested: notes compare with it.
        corrected: Option<Arc<Grammar>>,
        /// The packed form of the file.
        packed: Box<PackedGrammar>,
    },
}

/// What happens to names that a grammar file does not define.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndefinedNamePolicy {
    /// They are reported, and the grammar is used as it is.
    Report,
    /// A review reports them, and conflicting definitions of a rule, as its findings.
    LeaveToReview,
}

impl GrammarOptions {
    /// Reads the grammar. Names without a definition are only reported.
    pub fn read(&self, streams: &mut Streams) -> Result<LoadedGrammar, CliError> {
        LoadedGrammar::read(&self.grammar, self.reading, self.limits.clone(), streams)
    }
}

impl JudgeOptions {
    /// Reads the grammar and returns a judge by it.
    pub fn judge(&self, streams: &mut Streams) -> Result<Judge, CliError> {
        self.grammar.read(streams)?.judge(self.start.as_deref(), streams)
    }
}

impl LoadedGrammar {
    /// Reads the grammar that an argument names. `reading` applies if the argument has none.
    /// Names without a definition are only reported.
    pub fn read(
        argument: &GrammarArgument,
        reading: Reading,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<LoadedGrammar, CliError> {
        LoadedGrammar::of_argument(argument, reading, UndefinedNamePolicy::Report, limits, streams)
    }

    /// Reads the grammar that an argument names, for a review.
    pub fn read_for_review(
        argument: &GrammarArgument,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<LoadedGrammar, CliError> {
        let (reading, undefined) = (Reading::Corrected, UndefinedNamePolicy::LeaveToReview);
        LoadedGrammar::of_argument(argument, reading, undefined, limits, streams)
    }

    fn of_argument(
        argument: &GrammarArgument,
        reading: Reading,
        undefined: UndefinedNamePolicy,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<LoadedGrammar, CliError> {
        let reading = argument.reading.unwrap_or(reading);
        match &argument.source {
            GrammarSource::Edition(edition) => Ok(LoadedGrammar::Edition(*edition, reading)),
            GrammarSource::All | GrammarSource::Born => Err(CliError::OneEditionOnly),
            GrammarSource::File(path) => {
                let source = GrammarFile::file(path, streams)?;
                LoadedGrammar::of_source(&source, reading, undefined, limits, streams)
            }
        }
    }

    /// Like `read`, but `-` is the grammar on standard input.
    pub fn read_or_standard_input(
        argument: &GrammarArgument,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<LoadedGrammar, CliError> {
        let GrammarSource::File(path) = &argument.source else {
            return LoadedGrammar::read(argument, Reading::Corrected, limits, streams);
        };
        let source = GrammarFile::file_or_standard_input(path, streams)?;
        let reading = argument.reading.unwrap_or(Reading::Corrected);
        LoadedGrammar::of_source(&source, reading, UndefinedNamePolicy::Report, limits, streams)
    }

    /// Parses the text of a grammar.
    pub fn of_source(
        source: &GrammarFile,
        reading: Reading,
        undefined: UndefinedNamePolicy,
        limits: CommandLimits,
        streams: &mut Streams,
    ) -> Result<LoadedGrammar, CliError> {
        let nesting = streams.nesting(NESTING);
        let (packed, grammar) = match source.packed(reading, streams) {
            Ok((packed, grammar)) => {
                let packed = packed.within(limits.times(), nesting);
                (Box::new(packed), Arc::new(limits.apply_to(grammar).nested(nesting)))
            }
            Err(error) => {
                source.unreadable(&error, streams)?;
                return Err(CliError::AlreadyReported);
            }
        };
        if undefined != UndefinedNamePolicy::LeaveToReview {
            agree_with_themselves(&source.name, &grammar, streams)?;
        }
        // Productions in words are reported later, for each production that needs them.
        let missing = || grammar.undefined().into_iter().filter(|&id| !grammar.is_prose(id));
        if missing().next().is_some()
            && undefined != UndefinedNamePolicy::LeaveToReview
            && !streams.is_quiet()
        {
            grammar::undefined(&grammar, &mut streams.error_screen())?;
        }
        let corrected = (reading == Reading::Printed)
            .then(|| source.read(Reading::Corrected, streams).ok())
            .flatten()
            .map(|grammar| Arc::new(limits.apply_to(grammar).nested(nesting)));
        Ok(LoadedGrammar::File { grammar, corrected, packed })
    }

    pub fn grammar(&self) -> &Grammar {
        match self {
            LoadedGrammar::Edition(edition, reading) => edition.grammar(*reading),
            LoadedGrammar::File { grammar, .. } => grammar,
        }
    }

    /// Returns the edition, or `None` for a file.
    pub fn edition(&self) -> Option<Edition> {
        match self {
            LoadedGrammar::Edition(edition, _) => Some(*edition),
            LoadedGrammar::File { .. } => None,
        }
    }

    pub fn reading(&self) -> Reading {
        self.grammar().reading()
    }

    /// Returns the name of the edition, or of the file.
    pub fn name(&self) -> &str {
        match self {
            LoadedGrammar::Edition(edition, _) => edition.name(),
            LoadedGrammar::File { grammar, .. } => &grammar.listing().name,
        }
    }

    /// Returns the beginning of a record about the grammar.
    pub fn record_head(&self) -> GrammarRecordHead<'_> {
        GrammarRecordHead::new(self.edition(), self.name(), self.reading())
    }

    /// Returns a judge: by the production `start`, or else scheme by scheme if possible.
    pub fn judge(&self, start: Option<&str>, streams: &mut Streams) -> Result<Judge, CliError> {
        let start = start.map(|name| self.find(name)).transpose()?;
        let (grammar, corrected) = match (self, start) {
            (LoadedGrammar::Edition(edition, reading), None) => {
                return Ok(Judge::by_scheme(*edition, *reading));
            }
            (LoadedGrammar::Edition(edition, reading), Some(start)) => {
                return Ok(Judge::by_start(*edition, *reading, start));
            }
            (LoadedGrammar::File { grammar, corrected, .. }, _) => (grammar, corrected),
        };
        if start.is_none() {
            self.has_start(StartNaming::Start)?;
        }
        self.report_prose_productions(start.unwrap_or(grammar.start()), streams);
        let judge = match start {
            None => Judge::of_grammar(Arc::clone(grammar)),
            Some(start) => Judge::of_production(Arc::clone(grammar), start),
        };
        let judge = decided(grammar, judge, streams)?;
        match corrected.as_ref().filter(|_| start.is_none()) {
            Some(corrected) => {
                let both = judge.with_corrected(Arc::clone(corrected));
                decided(corrected, both, streams)
            }
            None => Ok(judge),
        }
    }

    /// Reports if the meaning of a production is known only in part: up to a nesting limit, or
    /// except for productions in words.
    pub fn report_limits(&self, start: ProductionId, streams: &mut Streams) {
        self.report_prose_productions(start, streams);
        report_nesting(self.grammar(), start, streams);
    }

    /// Reports the productions in words that a production needs.
    pub fn report_prose_productions(&self, start: ProductionId, streams: &mut Streams) {
        let grammar = self.grammar();
        let unreached = grammar.unreachable_from(start);
        let words = grammar.undefined().into_iter().filter(|&id| grammar.is_prose(id));
        for words in words.filter(|id| !unreached.contains(id)) {
            streams.remark(&format!(
                "`{}` needs `{}`, which is in words: no string can be made of that",
                grammar.name(start),
                grammar.name(words),
            ));
        }
    }

    /// Checks that the grammar has a known start. `named` says how the command line names one.
    ///
    /// # Errors
    /// If the start is unknown. The error lists the candidates.
    pub fn has_start(&self, named: StartNaming) -> Result<(), CliError> {
        let grammar = self.grammar();
        if grammar.has_start() {
            return Ok(());
        }
        let starts = grammar.starts().iter().map(|&id| grammar.name(id).to_owned()).collect();
        Err(CliError::NoStart { grammar: self.name().to_owned(), starts, named })
    }

    /// Finds a production by its printed name, or in another case if only one name matches.
    pub fn find(&self, name: &str) -> Result<ProductionId, CliError> {
        let grammar = self.grammar();
        let found = grammar.find(name).or_else(|| {
            let mut alike = grammar.ids().filter(|id| grammar.name(*id).eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none())
        });
        found.ok_or_else(|| {
            let names = grammar.ids().map(|id| grammar.name(id));
            let has = |edition: &Edition| edition.grammar(self.reading()).find(name).is_some();
            let others = self.edition().map(|_| Edition::ALL).into_iter().flatten();
            CliError::UnknownProduction {
                name: name.to_owned(),
                grammar: self.name().to_owned(),
                nearest: urlbnf::text::nearest(name, names),
                elsewhere: others.filter(has).collect(),
            }
        })
    }
}

/// Reports the nesting limit of statements about all strings of a production, if there is one.
pub fn report_nesting(grammar: &Grammar, start: ProductionId, streams: &mut Streams) {
    if let Some(limit) = NestingLimit::for_production(grammar, start) {
        streams.remark(&format!(
            "it is not known whether `{}` is regular: what is said of it holds for {}",
            grammar.name(start),
            holds_for(&limit, grammar),
        ));
    }
}

/// Reports rules that are defined twice. Fails if the definitions differ, because no command
/// may pick one of them.
fn agree_with_themselves(
    name: &str,
    grammar: &Grammar,
    streams: &mut Streams,
) -> Result<(), CliError> {
    let report = LintReport::of_collected(name, grammar);
    let Some(gravest) = report.severity() else { return Ok(()) };
    let differs = gravest == lint::LintSeverity::Error;
    if differs || !streams.is_quiet() {
        report.write(&mut streams.error_screen())?;
    }
    if differs { Err(CliError::AlreadyReported) } else { Ok(()) }
}

/// Returns the grammar file for a command that makes pages of one grammar, and its packed
/// form. Editions are an error: the book has all of them.
pub fn file(
    argument: &GrammarArgument,
    limits: CommandLimits,
    streams: &mut Streams,
) -> Result<(PackedGrammar, Arc<Grammar>), CliError> {
    match LoadedGrammar::read(argument, Reading::Corrected, limits, streams)? {
        LoadedGrammar::Edition(edition, _) => Err(CliError::EditionInBook { edition }),
        LoadedGrammar::File { packed, grammar, .. } => Ok((*packed, grammar)),
    }
}

/// Returns the decision. If there is none, shows why in the text of the grammar.
pub fn decided<T>(
    grammar: &Grammar,
    decided: Result<T, AutomatonError>,
    streams: &mut Streams,
) -> Result<T, CliError> {
    decided.or_else(|error| {
        grammar::not_regular(grammar, &error, &mut streams.error_screen())?;
        Err(CliError::AlreadyReported)
    })
}

pub fn is_standard_input(argument: &GrammarArgument) -> bool {
    matches!(&argument.source, GrammarSource::File(path) if path.as_os_str() == "-")
}

pub fn names_a_file(argument: &GrammarArgument) -> bool {
    matches!(&argument.source, GrammarSource::File(path) if path.is_file())
}
