//! `urlbnf book`: the grammars as pages to read.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use urlbnf::book::{Book, Kind};
use urlbnf::text::visible;

use crate::error::Error;
use crate::page;
use crate::status::Status;
use crate::streams::Streams;

/// Write a book of the grammars: pages that need no server and no script.
///
/// Each edition as printed, each production with what it accepts and what not, the
/// errata, what changed from one document to the next, and the URLs that the
/// documents themselves print. Files of the same names are overwritten, others are
/// left alone.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder; it is made where there is none.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let book = Book::new(Kind::Static);
    let paths = book.paths();
    paths.par_iter().try_for_each(|path| {
        let Some(text) = book.page(path) else { return Ok(()) };
        let file = arguments.out.join(path);
        page::write(&file, &text)
            .map_err(|error| Error::Written { name: file.display().to_string(), error })
    })?;
    let first = arguments.out.join("index.html");
    let first = visible(first.as_os_str().as_encoded_bytes());
    let said = format!("{} pages; begin with {first}\n", paths.len());
    streams.write(said.as_bytes())?;
    Ok(Status::Fine)
}
