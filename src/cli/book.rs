//! `urlbnf book`: the grammars as pages to read.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;
use tempfile::TempDir;
use urlbnf::DOCUMENTATION;
use urlbnf::book::Book;
use urlbnf::exercise::{ExerciseError, ExerciseSet, built_in};
use urlbnf::report::excerpt::counted;
use urlbnf::report::grammar::RAISE;
use urlbnf::text::{first_names, visible};

use crate::grammar::{GrammarArgument, one_parser};
use crate::grammar_file;
use crate::limits::CommandLimits;
use crate::loaded_grammar;
use crate::opener;
use crate::progress::StepProgressBar;
use crate::{CliError, Status, Streams, after};

/// Write the grammars as a book of HTML pages
///
/// It has each edition as printed, each production with what it accepts and near misses, the
/// errata, what changed from one document to the next, and the URLs that the documents
/// themselves print. Files of the same names are overwritten; others are left alone.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Write the book into a folder", "urlbnf book -o book"),
    ("With exercises of your own", "urlbnf book -o book --exercises exercises.toml"),
], None))]
pub struct BookArguments {
    /// Write a book of this grammar file alone
    #[arg(
        short = 'e', long = "edition", value_name = "FILE[:READING]", value_parser = one_parser(),
        hide_possible_values = true,
    )]
    grammar: Option<GrammarArgument>,

    #[command(flatten)]
    limits: CommandLimits,

    /// Add the exercises of this file, which is TOML, to those of the book
    #[arg(long, value_name = "FILE", conflicts_with = "grammar")]
    exercises: Option<PathBuf>,

    /// The folder to write to; it is made if there is none
    #[arg(short, long, value_name = "DIR", required_unless_present = "open")]
    output: Option<PathBuf>,

    /// Open the first page in a browser; without -o the book is written to a new temporary folder
    #[arg(long)]
    open: bool,
}

/// The most rules of a grammar whose book is written: each has a page.
const MOST_PAGES: usize = 2_000;

/// The maximum number of undecided rules that are named.
const MOST_NAMED: usize = 5;

/// The book of all editions, or of the grammar file that an argument names.
fn book(
    grammar: Option<&GrammarArgument>,
    limits: CommandLimits,
    streams: &mut Streams,
) -> Result<Book, CliError> {
    let Some(argument) = grammar else { return Ok(Book::new(&DOCUMENTATION)) };
    let times = usize::from(limits.times());
    let (packed, grammar) = loaded_grammar::file(argument, limits, streams)?;
    if grammar.len() > MOST_PAGES * times {
        let name = visible(grammar.listing().name.as_bytes());
        return Err(CliError::TooManyPages { name, rules: grammar.len(), most: MOST_PAGES });
    }
    Ok(Book::of_grammar(packed, grammar))
}

/// Creates a temporary folder that is kept when the program ends.
fn temporary_folder() -> Result<PathBuf, CliError> {
    let folder = tempfile::Builder::new().prefix("urlbnf-book-").tempdir();
    folder.map(TempDir::keep).map_err(CliError::NoTemporaryFolder)
}

/// Reads the exercises of a file and checks their solutions.
fn exercises(path: &Path, streams: &mut Streams) -> Result<ExerciseSet, CliError> {
    streams.reads(path)?;
    let read = File::open(path).and_then(grammar_file::all);
    let bytes =
        read.map_err(|error| CliError::Input { name: loaded_grammar::shown(path), error })?;
    let bytes = grammar_file::not_too_long(bytes, || loaded_grammar::shown(path))?;
    let text = String::from_utf8_lossy(&bytes);
    let read = ExerciseSet::added(&text).and_then(|set| set.check().map(|()| set));
    read.map_err(|wrong| refused(&loaded_grammar::shown(path), wrong, streams))
}

/// Reports the mistakes in exercises, one a line.
fn refused(file: &str, wrong: Vec<ExerciseError>, streams: &mut Streams) -> CliError {
    for wrong in wrong {
        streams.complain(&CliError::Exercise { file: file.to_owned(), wrong: Box::new(wrong) });
    }
    CliError::AlreadyReported
}

pub fn run(arguments: &BookArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let book = match &arguments.exercises {
        Some(path) => Book::with_exercises(&DOCUMENTATION, exercises(path, streams)?),
        None => book(arguments.grammar.as_ref(), arguments.limits.clone(), streams)?,
    };
    if arguments.grammar.is_none() {
        let own = built_in().check();
        own.map_err(|wrong| refused("the book", wrong, streams))?;
    }
    let folder = match &arguments.output {
        Some(folder) => folder.clone(),
        None => temporary_folder()?,
    };
    let paths = book.paths();
    let files = streams.files();
    files.may_write_all(paths.iter().map(|path| folder.join(path)))?;
    let steps = StepProgressBar::new(streams.shows_progress(), paths.len());
    let write = |path: &String| {
        let Some(text) = book.page(path) else { return Ok(()) };
        steps.step();
        files.write(&folder.join(path), &text)
    };
    // The pages of a grammar file share the work of the grammar, in their order.
    let written = match arguments.grammar {
        Some(_) => paths.iter().try_for_each(write),
        None => paths.par_iter().try_for_each(write),
    };
    drop(steps);
    written?;
    let first = folder.join("index.html");
    let shown = visible(first.as_os_str().as_encoded_bytes());
    let message = format!("{} pages; begin with {shown}\n", paths.len());
    streams.write(message.as_bytes())?;
    let undecided = book.undecided();
    if !undecided.is_empty() {
        let count = counted(undecided.len(), "rule");
        let names = first_names(undecided, MOST_NAMED);
        streams.remark(&format!("{count} not decided, as the pages say: {names}"));
        streams.remark(RAISE);
    }
    if arguments.open {
        opener::open(first.as_os_str(), streams);
    }
    Ok(Status::Fine)
}
