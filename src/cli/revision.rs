//! Reads files as they were in a git revision. git is run without a shell.
//!
//! `git rev-parse` checks that the revision exists, and `git show REVISION:./FILE` gives the
//! bytes. Both run in the folder of the file, so that they use its repository. `REVISION:PATH`
//! names another path, for a file that was moved.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::CliError;
use crate::grammar_file::{all, not_too_long};
use crate::loaded_grammar::shown;

/// Returns the bytes of a file in a revision; `None` if the revision does not have the file.
pub fn bytes(revision: &str, path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    let (commit, object) = match revision.split_once(':') {
        Some((commit, _)) => (commit, revision.to_owned()),
        None => {
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
            (revision, format!("{revision}:./{}", file.unwrap_or_default()))
        }
    };
    let no_revision = || CliError::NoRevision { revision: revision.to_owned(), name: shown(path) };
    // git would read a leading dash as an option.
    if commit.is_empty() || commit.starts_with('-') {
        return Err(no_revision());
    }
    let commit = format!("{commit}^{{commit}}");
    let asked = git(path).args(["rev-parse", "--verify", "--quiet", &commit]).output();
    match asked {
        Ok(asked) if asked.status.success() => {}
        // git's status for a fatal error. With `--quiet`, only a missing repository is one.
        Ok(asked) if asked.status.code() == Some(128) => {
            return Err(CliError::NoRepository {
                revision: revision.to_owned(),
                name: shown(path),
            });
        }
        Ok(_) => return Err(no_revision()),
        Err(error) => return Err(CliError::NoGit { error }),
    }
    let shown_by_git = git(path).args(["show", &object]).stdout(Stdio::piped()).spawn();
    let mut child = shown_by_git.map_err(|error| CliError::NoGit { error })?;
    let read = child.stdout.take().map(all).transpose();
    let status = child.wait().map_err(|error| CliError::NoGit { error })?;
    let bytes = read.map_err(|error| CliError::NoGit { error })?.unwrap_or_default();
    let bytes = not_too_long(bytes, || format!("{} in {revision}", shown(path)))?;
    Ok(status.success().then_some(bytes))
}

/// Returns a command that runs git in the folder of a file, without input and error output.
fn git(path: &Path) -> Command {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut command = Command::new("git");
    command.current_dir(folder.map_or(PathBuf::from("."), Path::to_path_buf));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}
