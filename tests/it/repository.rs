//! The repository's files, located by the manifest's folder.

use std::fs;
use std::path::{Path, PathBuf};

/// The top folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file, by its path from the top.
#[track_caller]
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of a file; `None` if it cannot be read.
pub fn read_if_there(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// Compares a file with its expected text; `UPDATE_DOCS=1` writes it.
#[track_caller]
pub fn hold_to(path: &str, real: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(root().join(path), real).unwrap();
    }
    let there = read_if_there(path).unwrap_or_default();
    if there != real {
        let same =
            there.lines().zip(real.lines()).take_while(|(there, real)| there == real).count();
        let [there, real] = [&there, real].map(|it| it.lines().nth(same).unwrap_or_default());
        panic!("{path}:{}: UPDATE_DOCS=1 writes this file\n- {there}\n+ {real}", same + 1);
    }
}

/// Like [`hold_to`], for the part of a file between two texts.
#[track_caller]
pub fn hold_part_to(path: &str, [begin, end]: [&str; 2], real: &str) {
    let page = read(path);
    let (before, rest) = page.split_once(begin).expect(begin);
    let (_, after) = rest.split_once(end).expect(end);
    hold_to(path, &[before, begin, real, end, after].concat());
}

/// All files below a directory, as paths from the top, sorted. The files that git and Cargo
/// create for themselves are left out.
pub fn files_below(directory: &str) -> Vec<String> {
    let mut pending = vec![root().join(directory)];
    let mut found = Vec::new();
    while let Some(directory) = pending.pop() {
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        for path in paths {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && name != ".git" {
                    pending.push(path);
                }
            } else if name != ".git" {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// The Rust files below a directory, with their texts.
pub fn sources(directory: &str) -> Vec<(String, String)> {
    let rust = files_below(directory).into_iter().filter(|path| path.ends_with(".rs"));
    rust.map(|path| (path.clone(), read(&path))).collect()
}
