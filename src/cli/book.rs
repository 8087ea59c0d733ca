//! `urlbnf book`: the grammars as pages to read.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use urlbnf::book::{Book, Kind, OwnBook};
use urlbnf::text::visible;

use crate::chosen;
use crate::error::Error;
use crate::grammar::{GrammarArgument, one_parser};
use crate::limits::RaisedLimits;
use crate::opener;
use crate::page;
use crate::progress::Steps;
use crate::status::Status;
use crate::streams::Streams;

/// Write the grammars as a book: pages that need no server and no script
///
/// It has each edition as printed, each production with what it accepts and near misses, the
/// errata, what changed from one document to the next, and the URLs that the documents
/// themselves print. Files of the same names are overwritten; others are left alone.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Write a book of this grammar file alone
    #[arg(
        short = 'e', long = "edition", value_name = "FILE[:READING]", value_parser = one_parser(),
        hide_possible_values = true,
    )]
    grammar: Option<GrammarArgument>,

    #[command(flatten)]
    limits: RaisedLimits,

    /// The folder to write to; it is made if there is none
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Open the first page in a browser
    #[arg(long)]
    open: bool,
}

/// The pages to write.
enum Pages {
    Editions(Box<Book>),
    Own(Box<OwnBook>),
}

impl Pages {
    fn paths(&self) -> Vec<String> {
        match self {
            Pages::Editions(book) => book.paths(),
            Pages::Own(book) => book.paths(),
        }
    }

    fn page(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Pages::Editions(book) => book.page(path),
            Pages::Own(book) => book.page(path),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let pages = match &arguments.grammar {
        Some(argument) => {
            let (_, grammar) = chosen::file(argument, arguments.limits, streams)?;
            Pages::Own(Box::new(OwnBook::new(grammar, Kind::Static)))
        }
        None => Pages::Editions(Box::new(Book::new(Kind::Static))),
    };
    let paths = pages.paths();
    let steps = Steps::new(streams.shows_progress(), paths.len());
    let written = paths.par_iter().try_for_each(|path| {
        let Some(text) = pages.page(path) else { return Ok(()) };
        let file = arguments.output.join(path);
        steps.step();
        page::write(&file, &text)
            .map_err(|error| Error::Written { name: file.display().to_string(), error })
    });
    drop(steps);
    written?;
    let first = arguments.output.join("index.html");
    let shown = visible(first.as_os_str().as_encoded_bytes());
    let said = format!("{} pages; begin with {shown}\n", paths.len());
    streams.write(said.as_bytes())?;
    if arguments.open {
        opener::open(first.as_os_str(), streams);
    }
    Ok(Status::Fine)
}
