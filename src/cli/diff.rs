//! `urlbnf diff`: what changed between two grammars.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use codespan_reporting::term::termcolor::NoColor;
use urlbnf::automaton::Relation;
use urlbnf::diff::{DiffError, DiffSide, NamedGrammar, UrlGrammarDiff};
use urlbnf::report::diff::{DiffRecord, human, markdown};
use urlbnf::report::excerpt::Screen;
use urlbnf::report::grammar::not_regular;
use urlbnf::report::picture::railroad;
use urlbnf::review::ReviewCode;
use urlbnf::text::visible;
use urlbnf::{Grammar, Reading};

use crate::error::{CliError, StartNaming};
use crate::grammar::{GrammarArgument, one_parser};
use crate::limits::CommandLimits;
use crate::loaded_grammar::LoadedGrammar;
use crate::review::{self, COLUMNS, ReviewBaseline};
use crate::snapshot;
use crate::{NameValueParser, RecordWriter, Status, Streams, after};

/// Show what changed between two grammars, with strings
///
/// OLD and NEW are editions, or files with grammars of your own; `:printed` or
/// `:corrected` after either names its reading. With `--against` each FILE is reviewed
/// against what it was: each thing that the edit does is a finding.
#[derive(Debug, Args)]
#[command(
    override_usage = "urlbnf diff [OPTIONS] OLD NEW [PRODUCTION]...\n       urlbnf diff [OPTIONS] --against REV FILE..."
)]
#[command(after_long_help = after(&[
    ("What changed between two drafts", "urlbnf diff url-01 url-02"),
    ("Follow one production", "urlbnf diff rfc1630 rfc1738 httpurl"),
    ("Review a grammar of your own", "urlbnf diff rfc1738 mine.bnf --format markdown"),
    ("Review a grammar against another, finding by finding", "urlbnf diff --against rfc1738 mine.bnf --fail-on narrower,undefined"),
    ("Draw a change; exit with 0 although there is one", "urlbnf diff rfc1630 rfc1738 httpurl --fail-on never --format svg -o diff.svg"),
], Some("the language of the start differs as --fail-on says, or there is a finding that it names")))]
pub struct DiffArguments {
    /// An edition or a grammar file; with --against the file to review
    #[arg(value_name = "OLD", value_parser = one_parser(), hide_possible_values = true)]
    old: GrammarArgument,

    /// The edition or grammar file to compare it with
    #[arg(
        value_name = "NEW", value_parser = one_parser(), hide_possible_values = true,
        required_unless_present = "against",
    )]
    new: Option<GrammarArgument>,

    /// Compare only these productions and what they use, by their names in either grammar
    #[arg(
        value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS, hide_possible_values = true,
    )]
    productions: Vec<String>,

    /// Review each FILE against what it was: in a revision that git has, in another file, or an
    /// edition
    #[arg(long, value_name = "REV")]
    against: Option<String>,

    /// In a review: the rules by which others use the grammar; without it the start, or all
    /// rules that may be the start
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub start: Vec<String>,

    /// In a review: a file of what was meant, each line a fingerprint and the reason
    #[arg(long, value_name = "FILE")]
    pub accept: Option<PathBuf>,

    /// Write the answer into this file, to be kept; `.snap` is a snapshot of insta's
    #[arg(long, value_name = "FILE")]
    pub snapshot: Option<PathBuf>,

    /// Hold the answer to the file of --snapshot; the exit status is 1 if it is another
    #[arg(long, requires = "snapshot")]
    check: bool,

    /// In a review in Markdown: a picture of each rule whose text changed, in a file of this
    /// folder, to which it leads
    #[arg(long, value_name = "FOLDER")]
    pub pictures: Option<PathBuf>,

    /// The address at which readers find the folder of --pictures, where that is another
    #[arg(long, value_name = "ADDRESS", requires = "pictures")]
    pub pictures_at: Option<String>,

    #[command(flatten)]
    pub limits: CommandLimits,

    /// What makes the exit status 1: strings lost (`narrower`), gained (`wider`), either (`any`), or
    /// nothing (`never`); in a review also `stale` and the kinds of findings
    ///
    /// The language that counts is that of the start, or of each production or --start that is
    /// named. In a review `any` also stands for a new error. Other changes are shown and do not
    /// fail: name their kind, such as `language-wider`, if they should.
    #[arg(
        long, value_name = "CHANGE", value_delimiter = ',', default_value = "any",
        value_parser = DiffFailOn::parser(),
    )]
    pub fail_on: Vec<DiffFailOn>,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: DiffFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffFailOn {
    /// Strings are lost or gained. In a review, also a new error.
    Any,
    /// Strings are lost: the old grammar accepts them, the new one does not.
    Narrower,
    /// Strings are gained: the new grammar accepts them, the old one does not.
    Wider,
    /// Nothing.
    Never,
    /// An entry of the accept file accepts nothing.
    Stale,
    /// A finding of this kind.
    Code(ReviewCode),
}

impl DiffFailOn {
    fn parser() -> impl TypedValueParser<Value = DiffFailOn> {
        let plain = ["any", "narrower", "wider", "never", "stale"];
        let names = plain.into_iter().chain(ReviewCode::ALL.map(ReviewCode::name));
        PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
            "any" => Ok(DiffFailOn::Any),
            "narrower" => Ok(DiffFailOn::Narrower),
            "wider" => Ok(DiffFailOn::Wider),
            "never" => Ok(DiffFailOn::Never),
            "stale" => Ok(DiffFailOn::Stale),
            name => name.parse().map(DiffFailOn::Code),
        })
    }

    fn objects(self, relation: &Relation) -> bool {
        let (gains, loses) = (relation.gained().is_some(), relation.lost().is_some());
        match self {
            DiffFailOn::Any => gains || loses,
            DiffFailOn::Narrower => loses,
            DiffFailOn::Wider => gains,
            DiffFailOn::Never | DiffFailOn::Stale | DiffFailOn::Code(_) => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// For people
    Text,
    /// For a review
    Markdown,
    /// One JSON object per line, for each production that is compared, or for each finding
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// A railroad diagram of one production, before and after
    Svg,
    /// A review in SARIF 2.1.0, for other tools
    Sarif,
    /// A review as annotations for GitHub Actions
    Github,
    /// The section "Changes from" of a document, in Markdown
    Changelog,
}

impl DiffArguments {
    /// Returns the files to review, each with what it was; `None` if two grammars are
    /// compared.
    fn reviewed(&self) -> Option<Vec<(ReviewBaseline, GrammarArgument)>> {
        let of_review =
            matches!(self.format, DiffFormat::Sarif | DiffFormat::Github | DiffFormat::Changelog)
                || self.accept.is_some()
                || self.pictures.is_some()
                || !self.start.is_empty()
                || self
                    .fail_on
                    .iter()
                    .any(|condition| matches!(condition, DiffFailOn::Stale | DiffFailOn::Code(_)));
        match (&self.against, &self.new) {
            (Some(word), new) => {
                let more = self
                    .productions
                    .iter()
                    .map(|argument| GrammarArgument::read(OsStr::new(argument)));
                let files = [&self.old].into_iter().chain(new).cloned().chain(more);
                Some(files.map(|file| (ReviewBaseline::Against(word.clone()), file)).collect())
            }
            (None, Some(new)) if of_review && self.productions.is_empty() => {
                Some(vec![(ReviewBaseline::Grammar(self.old.clone()), new.clone())])
            }
            _ => None,
        }
    }
}

pub fn run(arguments: &DiffArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let (status, output) = match arguments.reviewed() {
        Some(pairs) => review::run(arguments, &pairs, streams)?,
        None => compared(arguments, streams)?,
    };
    match &arguments.snapshot {
        None => {
            streams.write(&output)?;
            Ok(status)
        }
        // The user knows the snapshot, so only a change is reported.
        Some(path) => snapshot::keep(path, &output, arguments.check, streams),
    }
}

/// Compares two grammars. Returns the status, and the output that is still to be written.
fn compared(
    arguments: &DiffArguments,
    streams: &mut Streams,
) -> Result<(Status, Vec<u8>), CliError> {
    let DiffArguments { old, new: Some(new), productions, format, .. } = arguments else {
        return Err(CliError::Usage("two grammars are compared, or one with --against"));
    };
    if matches!(format, DiffFormat::Sarif | DiffFormat::Github | DiffFormat::Changelog) {
        return Err(CliError::Usage(
            "a review is of whole grammars: --start names what they are used by",
        ));
    }
    if *format == DiffFormat::Svg && productions.len() > 1 {
        return Err(CliError::OnePicture);
    }
    let names = (old, new);
    let mut read = |argument: &GrammarArgument| {
        LoadedGrammar::read(argument, Reading::Corrected, arguments.limits.clone(), streams)
    };
    let (old, new) = (read(old)?, read(new)?);
    // Without a known start, rules of the same name are compared.
    let roots = match productions.is_empty() {
        true => common_roots(&old, &new)?,
        false => Vec::new(),
    };
    let productions = if roots.is_empty() { productions } else { &roots };
    let mut output = Vec::new();
    let mut records = Vec::new();
    let mut status = Status::Fine;
    let sides = || (side(&old, names.0), side(&new, names.1));
    let diffs = match productions.is_empty() {
        true => vec![compare(UrlGrammarDiff::new, sides(), streams)?],
        false if !roots.is_empty() => {
            compare(|old, new| UrlGrammarDiff::of_roots(old, new, &roots), sides(), streams)?
        }
        false => {
            let of = |name: &String| {
                let of = |old, new| UrlGrammarDiff::of_production(old, new, name);
                compare(of, sides(), streams)
            };
            productions.iter().map(of).collect::<Result<_, _>>()?
        }
    };
    for (number, diff) in diffs.into_iter().enumerate() {
        old.report_limits(diff.start.0.0, streams);
        new.report_limits(diff.start.1.0, streams);
        match &diff.relation {
            Ok(relation) if arguments.fail_on.iter().any(|on| on.objects(relation)) => {
                status = status.max(Status::Objection);
            }
            Ok(_) => {}
            Err(_) if arguments.fail_on.contains(&DiffFailOn::Never) => {}
            Err(_) => status = status.max(Status::Objection),
        }
        if streams.discards_output() && arguments.snapshot.is_none() {
            continue;
        }
        let changes = DiffRecord::from_diff(&diff);
        let between = if number > 0 { "\n" } else { "" };
        match format {
            DiffFormat::Text if arguments.snapshot.is_none() => {
                streams.write(between.as_bytes())?;
                human::write(&changes, &mut streams.screen()?)?;
            }
            DiffFormat::Text => {
                output.extend_from_slice(between.as_bytes());
                let plain = &mut NoColor::new(&mut output);
                human::write(&changes, &mut Screen { columns: Some(COLUMNS), output: plain })?;
            }
            DiffFormat::Markdown => {
                output.extend((between.to_owned() + &markdown::write(&changes)).bytes())
            }
            DiffFormat::Jsonl | DiffFormat::Json => records.push(changes.to_value()?),
            DiffFormat::Svg => {
                let (old, new) = diff.start;
                let picture = railroad::diff(&diff, Some(old), Some(new), &|_| None);
                match arguments.snapshot {
                    None => streams.write_picture(&picture)?,
                    Some(_) => output.extend(picture.bytes()),
                }
            }
            DiffFormat::Sarif | DiffFormat::Github | DiffFormat::Changelog => {}
        }
    }
    if matches!(format, DiffFormat::Jsonl | DiffFormat::Json) {
        output = RecordWriter::bytes(*format == DiffFormat::Json, records.iter())?;
    }
    Ok((status, output))
}

/// Returns the names of the possible starts of either grammar that both have. Empty if both have a
/// start.
fn common_roots(old: &LoadedGrammar, new: &LoadedGrammar) -> Result<Vec<String>, CliError> {
    let has_start = |chosen: &LoadedGrammar| chosen.grammar().has_start();
    if has_start(old) && has_start(new) {
        return Ok(Vec::new());
    }
    let (mut roots, mut seen) = (Vec::new(), HashSet::new());
    for (one, other) in [(old.grammar(), new.grammar()), (new.grammar(), old.grammar())] {
        let starts = if one.has_start() { &[one.start()][..] } else { one.starts() };
        for &id in starts {
            let name = one.name(id);
            if other.find(name).is_some() && seen.insert(name.to_ascii_lowercase()) {
                roots.push(name.to_owned());
            }
        }
    }
    if roots.is_empty() {
        old.has_start(StartNaming::Subject)?;
        new.has_start(StartNaming::Subject)?;
    }
    Ok(roots)
}

/// Returns a side: the grammar, under the name by which the user called it.
fn side<'g>(chosen: &'g LoadedGrammar, argument: &GrammarArgument) -> NamedGrammar<'g> {
    NamedGrammar { name: visible(argument.to_string().as_bytes()), grammar: chosen.grammar() }
}

/// Returns what a comparison says. If the grammars allow none, shows why in their texts.
fn compare<'g, T>(
    comparison: impl FnOnce(NamedGrammar<'g>, NamedGrammar<'g>) -> Result<T, DiffError>,
    (old, new): (NamedGrammar<'g>, NamedGrammar<'g>),
    streams: &mut Streams,
) -> Result<T, CliError> {
    let grammars = (old.grammar, new.grammar);
    comparison(old, new).or_else(|error| undecided(grammars, &error, streams))
}

/// Like [`report_undecided`]; returns the error that ends the command.
pub fn undecided<T>(
    grammars: (&Grammar, &Grammar),
    error: &DiffError,
    streams: &mut Streams,
) -> Result<T, CliError> {
    report_undecided(grammars, error, streams)?;
    Err(CliError::AlreadyReported)
}

/// Reports why two grammars cannot be compared, with the lines of the one that is the cause.
pub fn report_undecided(
    grammars: (&Grammar, &Grammar),
    error: &DiffError,
    streams: &mut Streams,
) -> io::Result<()> {
    match error {
        DiffError::Undecided(which, error) => {
            let of = match which {
                DiffSide::Old => grammars.0,
                DiffSide::New => grammars.1,
            };
            not_regular(of, error, &mut streams.error_screen())?;
        }
        error => streams.complain(&CliError::Compared(error.clone())),
    }
    Ok(())
}
