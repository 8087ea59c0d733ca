//! Suites as `urlbnf suite -o` wrote them: a file for each, or a folder of files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use urlbnf::report::conformity::{ConformitySuite, SuiteFileError};

use crate::{CliError, Streams};

/// Reads the suite of a file, or those of the `.json` files of a folder. A file of a folder that is
/// no suite is skipped.
pub fn read(path: &Path, streams: &Streams) -> Result<Vec<ConformitySuite>, CliError> {
    if !path.is_dir() {
        let suite = suite(path, streams)?;
        return Ok(vec![suite.map_err(|error| input(path, io::Error::other(error)))?]);
    }
    let mut suites = Vec::new();
    for file in entries(path)?.iter().filter(|entry| is_json(entry)) {
        suites.extend(suite(file, streams)?.ok());
    }
    Ok(suites)
}

fn suite(
    file: &Path,
    streams: &Streams,
) -> Result<Result<ConformitySuite, SuiteFileError>, CliError> {
    streams.reads(file)?;
    Ok(ConformitySuite::read(&file.to_string_lossy(), &bytes(file)?))
}

fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "json") && file.is_file()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let read = || -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    };
    let mut entries = read().map_err(|error| input(folder, error))?;
    entries.sort();
    Ok(entries)
}

fn bytes(file: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(file).map_err(|error| input(file, error))
}

fn input(path: &Path, error: io::Error) -> CliError {
    CliError::Input { name: path.to_string_lossy().into_owned(), error }
}
