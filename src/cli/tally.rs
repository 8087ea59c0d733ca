//! `urlbnf check --merge`: adds tallies up. Its former name is `urlbnf tally merge`.
//!
//! Several machines can each count a part of a list with `check --format tally-json`. The sum
//! of their tallies is the tally that one machine would write for the whole list.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use urlbnf::report::tallies::{Tallies, TallyError};

use crate::input::{ByteCounter, OpenInput};
use crate::{CliError, Status, Streams, after};

/// The longest tally that is read, in bytes: far more than there are kinds of failures.
const LONGEST: u64 = 1 << 28;

/// Add the tallies of parts of a list
///
/// A tally is what `urlbnf check --format tally-json` writes. However a list is cut at its
/// line ends, and in whatever order the tallies of the parts are added, the sum is the tally
/// of the list, to the byte.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Add the counts of two parts up to those of the whole", "urlbnf check --merge one.json two.json"),
], None))]
pub struct TallyArguments {
    /// What to do with them
    #[arg(value_enum, value_name = "ACTION")]
    action: TallyAction,

    /// Files, plain or compressed; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// What to do with tallies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TallyAction {
    /// Add them up
    Merge,
}

pub fn run(arguments: &TallyArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let TallyArguments { action: TallyAction::Merge, files } = arguments;
    merge(files, streams)
}

/// Adds up the tallies in files.
pub fn merge(files: &[PathBuf], streams: &mut Streams) -> Result<Status, CliError> {
    if files.iter().filter(|it| it.as_os_str() == "-").count() > 1 {
        return Err(CliError::StandardInputTwice);
    }
    let mut sum: Option<Tallies> = None;
    for path in files {
        let (name, bytes) = bytes(path, streams)?;
        let named = |error| CliError::Tally { name: name.to_string(), error };
        let tallies = Tallies::read(&bytes).map_err(named)?;
        match &mut sum {
            Some(sum) => sum.add(tallies).map_err(named)?,
            None => sum = Some(tallies),
        }
    }
    if let Some(sum) = sum {
        streams.write(sum.text().as_bytes())?;
    }
    Ok(Status::Fine)
}

/// Reads a file. Returns its name and its bytes.
fn bytes(path: &Path, streams: &Streams) -> Result<(Arc<str>, Vec<u8>), CliError> {
    streams.reads(path)?;
    let mut opened = OpenInput::new(path, &Arc::new(ByteCounter::default()), false)?;
    let name = Arc::clone(&opened.name);
    let mut bytes = Vec::new();
    let read = opened.reader.by_ref().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| opened.broken(error, None))?;
    if bytes.len() as u64 > LONGEST {
        let error = TallyError::TooLong { longest: LONGEST };
        return Err(CliError::Tally { name: name.to_string(), error });
    }
    Ok((name, bytes))
}
