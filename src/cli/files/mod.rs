//! The files that a command reads and writes.
//!
//! Every file that a command writes is opened here. It is refused if it is the same file as
//! one that the command reads, whatever their names. It is written under a temporary name, or
//! none, and gets its own name when it is complete.

mod system;

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::CliError;
use crate::loaded_grammar::shown;
use system::{FileIdentity, WritableFile};

const STANDARD_INPUT: &str = "standard input";
/// The maximum number of symbolic links that lead to an output.
const MOST_LINKS: usize = 40;

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
enum FileWriteError {
    #[error("it is the same file as {0}")]
    Same(String),
    #[error("no file can be created in its folder: {0}")]
    Folder(#[source] io::Error),
    #[error("more than {MOST_LINKS} symbolic links lead to it")]
    Links,
}

impl From<FileWriteError> for io::Error {
    fn from(refused: FileWriteError) -> io::Error {
        match &refused {
            FileWriteError::Folder(error) => io::Error::new(error.kind(), refused),
            _ => io::Error::other(refused),
        }
    }
}

/// A file that was read or written.
#[derive(Debug, Clone)]
struct FileUse {
    name: String,
    /// The path, if it was written.
    written: Option<PathBuf>,
}

impl FileUse {
    /// Whether it still has the identity under which it was recorded. If another program has
    /// replaced an output, a new file may have its inode.
    fn is_still(&self, identity: &FileIdentity) -> bool {
        self.written
            .as_ref()
            .is_none_or(|path| FileIdentity::of_path(path).as_ref() == Some(identity))
    }
}

/// The files that a command has read or written so far.
#[derive(Debug)]
pub struct FileRegistry {
    standard_input: Option<FileIdentity>,
    standard_output: Option<FileIdentity>,
    used: Mutex<HashMap<FileIdentity, FileUse>>,
}

impl FileRegistry {
    /// Creates an empty registry.
    pub fn new() -> FileRegistry {
        FileRegistry {
            standard_input: FileIdentity::of_standard_input(),
            standard_output: FileIdentity::of_standard_output(),
            used: Mutex::default(),
        }
    }

    /// Records that a file is read; `-` is standard input.
    pub fn read(&self, path: &Path) {
        match path.as_os_str() == "-" {
            true => self.note(FileIdentity::of_standard_input(), STANDARD_INPUT.to_owned(), None),
            false => {
                self.note(FileIdentity::of_path(path), format!("the input {}", shown(path)), None)
            }
        }
    }

    fn note(&self, identity: Option<FileIdentity>, name: String, written: Option<PathBuf>) {
        let Some(identity) = identity else { return };
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        // An output that was replaced must not stand for the file that has its inode now.
        if used.get(&identity).is_some_and(|usage| !usage.is_still(&identity)) {
            used.remove(&identity);
        }
        used.entry(identity).or_insert(FileUse { name, written });
    }

    fn check(&self, identity: Option<&FileIdentity>) -> io::Result<()> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            identity.and_then(|identity| used.get(identity).filter(|used| used.is_still(identity)));
        same.map_or(Ok(()), |used| Err(FileWriteError::Same(used.name.clone()).into()))
    }

    /// Checks that a file may be written: the command neither reads it nor has written it.
    /// Standard input counts as read in any case.
    pub fn may_write(&self, path: &Path) -> io::Result<()> {
        let identity = FileIdentity::of_path(path);
        self.check(identity.as_ref())?;
        if identity.is_some() && identity == self.standard_input {
            return Err(FileWriteError::Same(STANDARD_INPUT.to_owned()).into());
        }
        Ok(())
    }

    /// Checks that standard output may be written: it is not a file that the command reads.
    ///
    /// # Errors
    /// If it is such a file.
    pub fn may_write_standard_output(&self) -> io::Result<()> {
        self.check(self.standard_output.as_ref())
    }

    /// Opens a file to write it. Its old contents stay until [`OutputFile::commit`].
    pub fn create(&self, path: &Path) -> io::Result<OutputFile> {
        self.may_write(path)?;
        let Some(target) = target(path)? else {
            // The file is appended to, so that the writes of others are kept.
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(OutputFile { opened: WritableFile::Direct(file), target: None });
        };
        // A file that may not be written must not be replaced either.
        let before = match OpenOptions::new().write(true).open(&target) {
            Ok(file) => Some(file.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let opened =
            WritableFile::temporary(folder(&target)).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => error,
                _ => FileWriteError::Folder(error).into(),
            })?;
        if let Some(before) = before {
            system::keep_owner(opened.file(), &before);
            // Not every file system can set permissions.
            if opened.file().metadata()?.permissions() != before.permissions() {
                opened.file().set_permissions(before.permissions())?;
            }
        }
        Ok(OutputFile { opened, target: Some(target) })
    }

    /// Writes a whole file. Creates its folder if it does not exist.
    pub fn write(&self, path: &Path, contents: &[u8]) -> Result<(), CliError> {
        self.write_with(path, |output| output.write_all(contents))
    }

    /// Writes a whole file piece by piece. Creates its folder if it does not exist.
    pub fn write_with(
        &self,
        path: &Path,
        contents: impl FnOnce(&mut BufWriter<OutputFile>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let write = || {
            fs::create_dir_all(folder(path))?;
            let mut output = BufWriter::new(self.create(path)?);
            contents(&mut output)?;
            output.into_inner()?.commit(self)
        };
        write().map_err(|error| CliError::Written { name: shown(path), error })
    }

    /// Checks that several files may be written, before the first is.
    pub fn may_write_all(
        &self,
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<(), CliError> {
        paths.into_iter().try_for_each(|path| {
            let refused = |error| CliError::Written { name: shown(path.as_ref()), error };
            self.may_write(path.as_ref()).map_err(refused)
        })
    }
}

/// A file that is being written.
pub struct OutputFile {
    opened: WritableFile,
    /// The name that the file gets in the end; `None` if it has its name already.
    target: Option<PathBuf>,
}

impl OutputFile {
    /// Gives the complete file its name. Without this call nothing is left of the file.
    ///
    /// # Errors
    /// If the file of that name may not be replaced, or if linking or renaming fails.
    pub fn commit(self, files: &FileRegistry) -> io::Result<()> {
        let Some(target) = self.target else { return Ok(()) };
        files.may_write(&target)?;
        self.opened.persist(folder(&target), &target)?;
        let name = format!("the output {}", shown(&target));
        files.note(FileIdentity::of_path(&target), name, Some(target));
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.opened.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.opened.file().flush()
    }
}

/// Returns the file to replace or create, at the end of all symbolic links. `None` for what is
/// written directly: a device, a pipe, or an open file of a process.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_open_already(&target) {
            return Ok(None);
        }
        match fs::read_link(&target) {
            Ok(next) => target = folder(&target).join(next),
            Err(_) => {
                let replaced = match fs::metadata(&target) {
                    Ok(metadata) => metadata.is_file(),
                    Err(error) => error.kind() == io::ErrorKind::NotFound,
                };
                return Ok(replaced.then_some(target));
            }
        }
    }
    Err(FileWriteError::Links.into())
}

/// Whether a path names an open file of a process, as `/dev/fd/1` does.
fn is_open_already(path: &Path) -> bool {
    let folder = fs::canonicalize(folder(path));
    folder.is_ok_and(|folder| folder.starts_with("/proc") || folder == Path::new("/dev/fd"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
