//! Output that is kept in a file, and compared with it later.
//!
//! A file whose name ends with `.snap` is a snapshot in the format of insta. If the output
//! differs, it is written beside it as `.snap.new`, and `cargo insta review` shows both.

use std::fs;
use std::path::{Path, PathBuf};

use crate::loaded_grammar::shown;
use crate::{CliError, Status, Streams};

/// Writes output to a file, or with `check` compares the file with it.
pub fn keep(
    path: &Path,
    output: &[u8],
    check: bool,
    streams: &mut Streams,
) -> Result<Status, CliError> {
    let is_snapshot = path.extension().is_some_and(|extension| extension == "snap");
    let head = if is_snapshot { "---\nsource: urlbnf diff\n---\n" } else { "" };
    let output = [head.as_bytes(), output].concat();
    if !check {
        streams.files().write(path, &output)?;
        return Ok(Status::Fine);
    }
    streams.reads(path)?;
    let kept = fs::read(path).map_err(|error| CliError::Input { name: shown(path), error })?;
    // insta writes another head, and no line end after the last line.
    let same = match is_snapshot {
        true => body(&kept) == body(&output),
        false => kept == output,
    };
    if same {
        return Ok(Status::Fine);
    }
    let mut message = format!("{} is not what the diff says now", shown(path));
    if is_snapshot {
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        streams.files().write(&new, &output)?;
        message += &format!("; {} is", shown(&new));
    }
    streams.remark(&message);
    Ok(Status::Objection)
}

/// Returns what follows the head of a snapshot.
fn body(snapshot: &[u8]) -> &[u8] {
    let behind = |text: &str| Some(text.strip_prefix("---\n")?.split_once("\n---\n")?.1.len());
    let length = std::str::from_utf8(snapshot).ok().and_then(behind);
    snapshot[snapshot.len() - length.unwrap_or(snapshot.len())..].trim_ascii_end()
}
