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
use urlbnf::diff::{Side, roles};
use urlbnf::report::excerpt::Screen;
use urlbnf::report::review::{Remark, Report, sarif};
use urlbnf::report::sarif::uri;
use urlbnf::review::{Gravity, Review};
use urlbnf::text::visible;

use crate::accepted::Accepted;
use crate::chosen::{Chosen, Undefined, shown};
use crate::diff::{Arguments, FailOn, Format, undecided};
use crate::files::Files;
use crate::grammar::{GrammarArgument, GrammarSource};
use crate::octets::Source;
use crate::{Error, Records, Status, Streams};

/// The width of output that is kept in a file, in columns.
pub const COLUMNS: usize = 100;

/// Reviews each grammar against what it was.
pub fn run(
    arguments: &Arguments,
    pairs: &[(Before, GrammarArgument)],
    streams: &mut Streams,
) -> Result<(Status, Vec<u8>), Error> {
    if arguments.format == Format::Svg {
        return Err(Error::Usage("a picture shows one production: name it"));
    }
    if arguments.pictures.is_some() && arguments.format != Format::Markdown {
        return Err(Error::Usage("--pictures are those of --format markdown"));
    }
    let accepted = Accepted::read(arguments.accept.as_deref(), streams)?;
    let mut status = Status::Fine;
    let mut sides = Vec::new();
    for (before, argument) in pairs {
        let new = Chosen::read_for_review(argument, arguments.limits.clone(), streams)?;
        match old(before, argument, arguments, streams)? {
            Some((name, old)) => sides.push((name, old, argument.to_string(), new)),
            None => streams.remark(&format!("{argument} was not there before: all of it is new")),
        }
    }
    let mut reviews = Vec::new();
    for (old_name, old, new_name, new) in &sides {
        let side = |name: &str, chosen| Side {
            name: visible(name.as_bytes()),
            grammar: Chosen::grammar(chosen),
        };
        let (one, two) = (side(old_name, old), side(new_name, new));
        let grammars = (one.grammar, two.grammar);
        let review = Review::of(one, two, &arguments.start, &|one, two| roles(one, two));
        reviews.push(review.or_else(|error| undecided(grammars, error, streams))?);
    }
    let reports: Vec<Report<'_>> = reviews
        .iter()
        .map(|review| Report::of(review, |fingerprint| accepted.reason(fingerprint)))
        .collect();
    let fingerprints = reports.iter().flat_map(|report| &report.remarks);
    let fingerprints = fingerprints.map(|remark| remark.fingerprint.as_str());
    let stale = accepted.stale(fingerprints);
    stale.iter().for_each(|entry| streams.remark(entry));
    let objects = |on: FailOn| match on {
        FailOn::Stale => !stale.is_empty(),
        on => reports.iter().any(|report| objects(on, report)),
    };
    if arguments.fail_on.iter().any(|&on| objects(on)) {
        status = status.max(Status::Objection);
    }
    Ok((status, rendered(arguments, &reports, streams)?))
}

/// What a grammar is compared with.
#[derive(Debug)]
pub enum Before {
    /// An edition, a file, or the same file in a revision.
    Against(String),
    /// An edition or a file.
    Grammar(GrammarArgument),
}

/// Returns the old grammar with its name; `None` if the revision does not have the file.
fn old(
    before: &Before,
    new: &GrammarArgument,
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Option<(String, Chosen)>, Error> {
    let argument = match before {
        Before::Grammar(argument) => argument.clone(),
        Before::Against(word) => GrammarArgument::read(OsStr::new(word)),
    };
    let revision = match (before, &argument.source) {
        (Before::Against(word), GrammarSource::File(path)) if !path.is_file() => word,
        _ => {
            let limits = arguments.limits.clone();
            let chosen = Chosen::read_for_review(&argument, limits, streams)?;
            return Ok(Some((argument.to_string(), chosen)));
        }
    };
    let GrammarSource::File(path) = &new.source else {
        return Err(Error::Usage("a revision is one of a file, and an edition is no file"));
    };
    let Some(source) = Source::of_revision(revision, path)? else { return Ok(None) };
    let (how, limits) = ((Reading::Corrected, Undefined::Reviewed), arguments.limits.clone());
    let chosen = Chosen::of_source(&source, how.0, how.1, limits, streams)?;
    Ok(Some((source.name, chosen)))
}

/// Whether a review contains what a value of `--fail-on` names.
fn objects(on: FailOn, report: &Report<'_>) -> bool {
    let open = || report.remarks.iter().filter(|it| it.accepted.is_none());
    let (gains, loses) = report.review().gains_and_loses();
    let gained = |it: &Remark<'_>| it.code.is_of_language() && it.gained.is_some();
    let lost = |it: &Remark<'_>| it.code.is_of_language() && it.lost.is_some();
    match on {
        FailOn::Never | FailOn::Stale => false,
        FailOn::Wider => gains && open().any(gained),
        FailOn::Narrower => loses && open().any(lost),
        FailOn::Any => open().any(|it| {
            let is_fault = !it.code.is_of_language() && it.code.gravity() == Gravity::Error;
            is_fault || gains && gained(it) || loses && lost(it)
        }),
        FailOn::Code(code) => open().any(|it| it.code == code),
    }
}

/// Formats the reviews. Text for people is written at once, in colour, unless it is to be
/// kept.
fn rendered(
    arguments: &Arguments,
    reports: &[Report<'_>],
    streams: &mut Streams,
) -> Result<Vec<u8>, Error> {
    let joined = |told: &dyn Fn(&Report<'_>) -> String| {
        reports.iter().map(told).collect::<Vec<String>>().join("\n").into_bytes()
    };
    Ok(match arguments.format {
        Format::Text => {
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
        Format::Markdown => {
            let at = pictures(arguments, reports, streams.files())?;
            joined(&|it| it.markdown(at.as_deref()))
        }
        Format::Changelog => joined(&|it| it.changelog()),
        Format::Jsonl | Format::Json => {
            let records = reports.iter().flat_map(Report::records);
            Records::bytes(arguments.format == Format::Json, records)?
        }
        Format::Sarif => {
            let log = sarif::log(reports, env!("CARGO_PKG_VERSION"));
            format!("{log:#}\n").into_bytes()
        }
        Format::Github => reports.iter().map(Report::annotations).collect::<String>().into_bytes(),
        // This format was refused before anything was read.
        Format::Svg => Vec::new(),
    })
}

/// Writes the pictures for Markdown. Returns the address at which readers find them.
fn pictures(
    arguments: &Arguments,
    reports: &[Report<'_>],
    files: &Files,
) -> Result<Option<String>, Error> {
    let Some(folder) = &arguments.pictures else { return Ok(None) };
    let pictures = reports.iter().flat_map(Report::pictures);
    let pictures: BTreeMap<PathBuf, String> =
        pictures.map(|(name, picture)| (folder.join(name), picture)).collect();
    files.may_write_all(pictures.keys())?;
    pictures.iter().try_for_each(|(path, picture)| files.write(path, picture.as_bytes()))?;
    let at = arguments.pictures_at.clone().unwrap_or_else(|| uri(&shown(folder)));
    Ok(Some(at.trim_end_matches('/').to_owned()))
}
