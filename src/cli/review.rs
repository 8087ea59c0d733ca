//! `urlbnf diff --against`: reviews an edit of a grammar.
//!
//! The old grammar is an edition, a file, or the file in a revision. The exit status depends
//! on the languages of the rules by which others use the grammar, and on findings. Findings
//! that an author has accepted do not count.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;

use codespan_reporting::term::termcolor::NoColor;
use urlbnf::Reading;
use urlbnf::diff::{NamedGrammar, roles};
use urlbnf::report::excerpt::Screen;
use urlbnf::report::review::{ReviewRemark, ReviewReport, sarif};
use urlbnf::report::sarif::uri;
use urlbnf::review::{Review, ReviewSeverity};
use urlbnf::text::visible;

use crate::accepted::AcceptFile;
use crate::diff::{DiffArguments, DiffFailOn, DiffFormat, report_undecided, undecided};
use crate::files::FileRegistry;
use crate::grammar::{GrammarArgument, GrammarSource};
use crate::grammar_file::GrammarFile;
use crate::loaded_grammar::{LoadedGrammar, UndefinedNamePolicy, shown};
use crate::{CliError, RecordWriter, Status, Streams};

/// The width of output that is kept in a file, in columns.
pub const COLUMNS: usize = 100;

/// Reviews each grammar against what it was.
pub fn run(
    arguments: &DiffArguments,
    pairs: &[(ReviewBaseline, GrammarArgument)],
    streams: &mut Streams,
) -> Result<(Status, Vec<u8>), CliError> {
    if arguments.format == DiffFormat::Svg {
        return Err(CliError::Usage("a picture shows one production: name it"));
    }
    if arguments.pictures.is_some() && arguments.format != DiffFormat::Markdown {
        return Err(CliError::Usage("--pictures are those of --format markdown"));
    }
    let accepted = AcceptFile::read(arguments.accept.as_deref(), streams)?;
    let mut status = Status::Fine;
    let mut sides = Vec::new();
    for (before, argument) in pairs {
        let new = LoadedGrammar::read_for_review(argument, arguments.limits.clone(), streams)?;
        match old(before, argument, arguments, streams)? {
            Some((name, old)) => sides.push((name, old, argument.to_string(), new)),
            None => streams.remark(&format!("{argument} was not there before: all of it is new")),
        }
    }
    let mut reviews = Vec::new();
    for (old_name, old, new_name, new) in &sides {
        let side = |name: &str, chosen| NamedGrammar {
            name: visible(name.as_bytes()),
            grammar: LoadedGrammar::grammar(chosen),
        };
        let (one, two) = (side(old_name, old), side(new_name, new));
        let grammars = (one.grammar, two.grammar);
        let review = Review::new(one, two, &arguments.start, &|one, two| roles(one, two));
        let review = review.or_else(|error| undecided(grammars, &error, streams))?;
        for error in review.surface.iter().filter_map(|rule| rule.relation.as_ref().err()) {
            report_undecided(grammars, error, streams)?;
            status = Status::Trouble;
        }
        reviews.push(review);
    }
    let reports: Vec<ReviewReport<'_>> = reviews
        .iter()
        .map(|review| ReviewReport::from_review(review, |fingerprint| accepted.reason(fingerprint)))
        .collect();
    let fingerprints = reports.iter().flat_map(|report| &report.remarks);
    let fingerprints = fingerprints.map(|remark| remark.fingerprint.as_str());
    let stale = accepted.stale(fingerprints);
    stale.iter().for_each(|entry| streams.remark(entry));
    let objects = |on: DiffFailOn| match on {
        DiffFailOn::Stale => !stale.is_empty(),
        on => reports.iter().any(|report| objects(on, report)),
    };
    if arguments.fail_on.iter().any(|&on| objects(on)) {
        status = status.max(Status::Objection);
    }
    Ok((status, rendered(arguments, &reports, streams)?))
}

/// What a grammar is compared with.
#[derive(Debug)]
pub enum ReviewBaseline {
    /// An edition, a file, or the same file in a revision.
    Against(String),
    /// An edition or a file.
    Grammar(GrammarArgument),
}

/// Returns the old grammar with its name; `None` if the revision does not have the file.
fn old(
    before: &ReviewBaseline,
    new: &GrammarArgument,
    arguments: &DiffArguments,
    streams: &mut Streams,
) -> Result<Option<(String, LoadedGrammar)>, CliError> {
    let argument = match before {
        ReviewBaseline::Grammar(argument) => argument.clone(),
        ReviewBaseline::Against(word) => GrammarArgument::read(OsStr::new(word)),
    };
    let revision = match (before, &argument.source) {
        (ReviewBaseline::Against(word), GrammarSource::File(path)) if !path.is_file() => word,
        _ => {
            let limits = arguments.limits.clone();
            let chosen = LoadedGrammar::read_for_review(&argument, limits, streams)?;
            return Ok(Some((argument.to_string(), chosen)));
        }
    };
    let GrammarSource::File(path) = &new.source else {
        return Err(CliError::Usage("a revision is one of a file, and an edition is no file"));
    };
    let Some(source) = GrammarFile::of_revision(revision, path)? else { return Ok(None) };
    let (how, limits) =
        ((Reading::Corrected, UndefinedNamePolicy::LeaveToReview), arguments.limits.clone());
    let chosen = LoadedGrammar::of_source(&source, how.0, how.1, limits, streams)?;
    Ok(Some((source.name, chosen)))
}

/// Whether a review contains what a value of `--fail-on` names.
fn objects(on: DiffFailOn, report: &ReviewReport<'_>) -> bool {
    let open = || report.remarks.iter().filter(|remark| remark.accepted.is_none());
    let (gains, loses) = report.review().gains_and_loses();
    let gained =
        |remark: &ReviewRemark<'_>| remark.code.is_of_language() && remark.gained.is_some();
    let lost = |remark: &ReviewRemark<'_>| remark.code.is_of_language() && remark.lost.is_some();
    match on {
        DiffFailOn::Never | DiffFailOn::Stale => false,
        DiffFailOn::Wider => gains && open().any(gained),
        DiffFailOn::Narrower => loses && open().any(lost),
        DiffFailOn::Any => open().any(|remark| {
            let is_fault =
                !remark.code.is_of_language() && remark.code.gravity() == ReviewSeverity::Error;
            is_fault || gains && gained(remark) || loses && lost(remark)
        }),
        DiffFailOn::Code(code) => open().any(|remark| remark.code == code),
    }
}

/// Formats the reviews. Text for people is written at once, in colour, unless it is to be
/// kept.
fn rendered(
    arguments: &DiffArguments,
    reports: &[ReviewReport<'_>],
    streams: &mut Streams,
) -> Result<Vec<u8>, CliError> {
    let joined = |render: &dyn Fn(&ReviewReport<'_>) -> String| {
        reports.iter().map(render).collect::<Vec<String>>().join("\n").into_bytes()
    };
    Ok(match arguments.format {
        DiffFormat::Text => {
            let mut text = Vec::new();
            let is_kept = arguments.snapshot.is_some() || streams.discards_output();
            for (number, report) in reports.iter().enumerate() {
                let between: &[u8] = if number > 0 { b"\n" } else { b"" };
                if is_kept {
                    text.extend_from_slice(between);
                    let output = &mut NoColor::new(&mut text);
                    report.write(&mut Screen { columns: Some(COLUMNS), output })?;
                } else {
                    streams.write(between)?;
                    report.write(&mut streams.screen()?)?;
                }
            }
            text
        }
        DiffFormat::Markdown => {
            let at = pictures(arguments, reports, streams.files())?;
            joined(&|report| report.markdown(at.as_deref()))
        }
        DiffFormat::Changelog => joined(&|report| report.changelog()),
        DiffFormat::Jsonl | DiffFormat::Json => {
            let records = reports.iter().flat_map(ReviewReport::records);
            RecordWriter::bytes(arguments.format == DiffFormat::Json, records)?
        }
        DiffFormat::Sarif => {
            let log = sarif::log(reports, env!("CARGO_PKG_VERSION"));
            format!("{log:#}\n").into_bytes()
        }
        DiffFormat::Github => {
            reports.iter().map(ReviewReport::annotations).collect::<String>().into_bytes()
        }
        // This format was refused before anything was read.
        DiffFormat::Svg => Vec::new(),
    })
}

/// Writes the pictures for Markdown. Returns the address at which readers find them.
fn pictures(
    arguments: &DiffArguments,
    reports: &[ReviewReport<'_>],
    files: &FileRegistry,
) -> Result<Option<String>, CliError> {
    let Some(folder) = &arguments.pictures else { return Ok(None) };
    let pictures = reports.iter().flat_map(ReviewReport::pictures);
    let pictures: BTreeMap<PathBuf, String> =
        pictures.map(|(name, picture)| (folder.join(name), picture)).collect();
    files.may_write_all(pictures.keys())?;
    pictures.iter().try_for_each(|(path, picture)| files.write(path, picture.as_bytes()))?;
    let at = arguments.pictures_at.clone().unwrap_or_else(|| uri(&shown(folder)));
    Ok(Some(at.trim_end_matches('/').to_owned()))
}
