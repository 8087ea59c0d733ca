//! The differences between systems: how to tell two files apart, and how to write a file
//! before it has its name.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

#[cfg(not(unix))]
pub use elsewhere::{FileIdentity, keep_owner};
#[cfg(unix)]
pub use unix::{FileIdentity, keep_owner};

/// A file that is open for writing.
pub enum WritableFile {
    /// A file under its own name.
    Direct(File),
    /// A file without a name. The system removes it if the program is killed.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A file under a temporary name until it is complete.
    Named(NamedTempFile<File>),
}

impl WritableFile {
    /// Creates a file in a folder, without its final name.
    pub fn temporary(folder: &Path) -> io::Result<WritableFile> {
        #[cfg(target_os = "linux")]
        if let Some(file) = linux::unnamed(folder) {
            return Ok(WritableFile::Unnamed(file));
        }
        let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        named(folder, create).map(WritableFile::Named)
    }

    pub fn file(&self) -> &File {
        match self {
            WritableFile::Direct(file) => file,
            #[cfg(target_os = "linux")]
            WritableFile::Unnamed(file) => file,
            WritableFile::Named(file) => file.as_file(),
        }
    }

    /// Gives the file its name, and replaces the file of that name.
    pub fn persist(self, folder: &Path, name: &Path) -> io::Result<()> {
        let path = match self {
            WritableFile::Direct(_) => return Ok(()),
            #[cfg(target_os = "linux")]
            WritableFile::Unnamed(file) => match linux::link(&file, name) {
                // A link never replaces a file, but a rename does.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    named(folder, |path| linux::link(&file, path))?.into_temp_path()
                }
                linked => return linked,
            },
            WritableFile::Named(file) => file.into_temp_path(),
        };
        path.persist(name).map_err(|error| error.error)
    }
}

fn named<F>(
    folder: &Path,
    make: impl FnMut(&Path) -> io::Result<F>,
) -> io::Result<NamedTempFile<F>> {
    Builder::new().prefix(".urlbnf-").make_in(folder, make)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, OFlags, linkat};

    /// Creates a file without a name. `None` if the file system cannot.
    pub fn unnamed(folder: &Path) -> Option<File> {
        let flags = i32::try_from(OFlags::TMPFILE.bits()).ok()?;
        let file = OpenOptions::new().write(true).custom_flags(flags).open(folder).ok()?;
        open_file(&file).exists().then_some(file)
    }

    /// Gives a file without a name its first name.
    pub fn link(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, open_file(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    fn open_file(file: &File) -> std::path::PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::{File, Metadata, metadata};
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, fchown};
    use std::path::Path;

    /// The identity of a file, whatever its name: its device and inode.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FileIdentity(u64, u64);

    impl FileIdentity {
        pub fn of_path(path: &Path) -> Option<FileIdentity> {
            FileIdentity::from_metadata(&metadata(path).ok()?)
        }

        pub fn of_standard_input() -> Option<FileIdentity> {
            FileIdentity::of_open(std::io::stdin())
        }

        pub fn of_standard_output() -> Option<FileIdentity> {
            FileIdentity::of_open(std::io::stdout())
        }

        fn of_open(stream: impl AsFd) -> Option<FileIdentity> {
            let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
            FileIdentity::from_metadata(&file.metadata().ok()?)
        }

        /// A terminal or a socket has none, since it may be both read and written.
        fn from_metadata(metadata: &Metadata) -> Option<FileIdentity> {
            let kind = metadata.file_type();
            let both = kind.is_char_device() || kind.is_socket();
            (!both).then(|| FileIdentity(metadata.dev(), metadata.ino()))
        }
    }

    /// Gives a file the owner and group of another, as far as permissions allow.
    pub fn keep_owner(file: &File, of: &Metadata) {
        let _ = fchown(file, None, Some(of.gid()));
        let _ = fchown(file, Some(of.uid()), None);
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{File, Metadata};
    use std::path::Path;

    use same_file::Handle;

    /// The identity of a file, whatever its name.
    #[derive(Debug, PartialEq, Eq, Hash)]
    pub struct FileIdentity(Handle);

    impl FileIdentity {
        pub fn of_path(path: &Path) -> Option<FileIdentity> {
            Handle::from_path(path).ok().map(FileIdentity)
        }

        pub fn of_standard_input() -> Option<FileIdentity> {
            Handle::stdin().ok().map(FileIdentity)
        }

        pub fn of_standard_output() -> Option<FileIdentity> {
            Handle::stdout().ok().map(FileIdentity)
        }
    }

    /// Does nothing: the system sets the owner of a new file.
    pub fn keep_owner(_: &File, _: &Metadata) {}
}
