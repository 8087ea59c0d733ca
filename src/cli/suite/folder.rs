//! A folder of suites, as `urlbnf suite -o` wrote them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use urlbnf::report::conformity::{Case, Tested};

use crate::error::Error;
use crate::streams::Streams;

/// What a suite is of.
const INDEX: &str = "index.json";

/// The suites of a folder: itself one, or each of its folders that is one.
pub fn read(folder: &Path, streams: &Streams) -> Result<Vec<Tested>, Error> {
    let folders = match folder.join(INDEX).is_file() {
        true => vec![folder.to_owned()],
        false => entries(folder)?.into_iter().filter(|it| it.join(INDEX).is_file()).collect(),
    };
    folders.iter().map(|folder| suite(folder, streams)).collect()
}

fn suite(folder: &Path, streams: &Streams) -> Result<Tested, Error> {
    let index = folder.join(INDEX);
    streams.reads(&index)?;
    let mut tested = Tested::read(&bytes(&index)?).map_err(|error| unreadable(&index, error))?;
    for file in entries(folder)? {
        let is_cases = file.extension().is_some_and(|it| it == "json") && file != index;
        if is_cases && file.is_file() {
            streams.reads(&file)?;
            let cases = Case::read_all(&bytes(&file)?).map_err(|error| unreadable(&file, error))?;
            tested.cases.extend(cases);
        }
    }
    Ok(tested)
}

/// Takes the cases away that an earlier suite left in a folder, and that are not of this one.
pub fn remove_others<'n>(folder: &Path, names: impl Iterator<Item = &'n str>) -> Result<(), Error> {
    let own: BTreeSet<PathBuf> = names.map(|name| folder.join(name)).collect();
    for file in entries(folder)? {
        let is_cases = file.extension().is_some_and(|it| it == "json") && file.is_file();
        if is_cases && !own.contains(&file) && Case::read_all(&bytes(&file)?).is_ok() {
            fs::remove_file(&file).map_err(|error| input(&file, error))?;
        }
    }
    Ok(())
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let read =
        || -> io::Result<Vec<PathBuf>> { fs::read_dir(folder)?.map(|it| Ok(it?.path())).collect() };
    let mut entries = read().map_err(|error| input(folder, error))?;
    entries.sort();
    Ok(entries)
}

fn bytes(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(|error| input(file, error))
}

fn input(path: &Path, error: io::Error) -> Error {
    Error::Input { name: path.to_string_lossy().into_owned(), error }
}

fn unreadable(path: &Path, error: urlbnf::report::conformity::Unreadable) -> Error {
    input(path, io::Error::other(error))
}
