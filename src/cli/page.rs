//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file, and its folder where there is none. What is written stands under a
/// name of its own until all of it is there: whoever reads the file sees what it was or
/// what it is, and on a disk that is full nothing is left of it.
pub fn write(file: &Path, contents: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(name);
    let written = File::create(&part)
        .and_then(|mut file| file.write_all(contents))
        .and_then(|()| fs::rename(&part, file));
    if written.is_err() {
        // It may not even have been made.
        let _ = fs::remove_file(&part);
    }
    written
}
