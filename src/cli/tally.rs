//! `urlbnf check --merge`: adds tallies up.
//!
//! Several machines can each count a part of a list with `check --format tally-json`. The sum
//! of their tallies is the tally that one machine would write for the whole list, to the byte.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use urlbnf::report::tallies::{Tallies, TallyError};

use crate::input::{ByteCounter, OpenInput};
use crate::{CliError, Status, Streams};

/// The longest tally that is read, in bytes: far more than there are kinds of failures.
const LONGEST: u64 = 1 << 28;

/// Adds up the tallies in files.
pub fn merge(files: &[PathBuf], streams: &mut Streams) -> Result<Status, CliError> {
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
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
