//! What a file was in a revision: git is asked, and no shell is between.
//!
//! `git rev-parse` says whether there is such a revision, and `git show REVISION:./FILE` has
//! the bytes. Both are run in the folder of the file, so that its repository is the one that
//! is asked. `REVISION:PATH` names another path of it, where a file was moved.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::chosen::shown;
use crate::error::Error;
use crate::octets::{all, not_too_long};

/// The bytes of a file in a revision; `None` where it was not there.
pub fn bytes(revision: &str, path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let (commit, object) = match revision.split_once(':') {
        Some((commit, _)) => (commit, revision.to_owned()),
        None => {
            let file = path.file_name().map(|it| it.to_string_lossy().into_owned());
            (revision, format!("{revision}:./{}", file.unwrap_or_default()))
        }
    };
    let no_revision = || Error::NoRevision { revision: revision.to_owned(), name: shown(path) };
    // What begins with a dash would be an option of git.
    if commit.is_empty() || commit.starts_with('-') {
        return Err(no_revision());
    }
    let commit = format!("{commit}^{{commit}}");
    let asked = git(path).args(["rev-parse", "--verify", "--quiet", &commit]).output();
    match asked {
        Ok(asked) if asked.status.success() => {}
        Ok(_) => return Err(no_revision()),
        Err(error) => return Err(Error::NoGit { error }),
    }
    let shown_by_git = git(path).args(["show", &object]).stdout(Stdio::piped()).spawn();
    let mut child = shown_by_git.map_err(|error| Error::NoGit { error })?;
    let read = child.stdout.take().map(all).transpose();
    let status = child.wait().map_err(|error| Error::NoGit { error })?;
    let bytes = read.map_err(|error| Error::NoGit { error })?.unwrap_or_default();
    let bytes = not_too_long(bytes, || format!("{} in {revision}", shown(path)))?;
    Ok(status.success().then_some(bytes))
}

/// git, in the folder of a file, with nothing to read and nothing to say.
fn git(path: &Path) -> Command {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let mut command = Command::new("git");
    command.current_dir(folder.map_or(PathBuf::from("."), Path::to_path_buf));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}
