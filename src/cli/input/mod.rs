//! What the user named to read: files, or `-` for the standard input, plain or
//! compressed, in blocks of whole lines.

mod block;
mod compressed;
mod field;
mod meter;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::error::Error;

#[allow(unused_imports, reason = "for the tally")]
pub use block::{Block, Blocks, Extent, Line, LongLines};
pub use field::{Column, Delimiter, Field, Picker};
pub use meter::Meter;

use compressed::Compression;
use meter::Metered;

/// An input that was opened.
pub struct Opened {
    /// What it is called in reports.
    pub name: Arc<str>,
    /// Its bytes, decompressed.
    pub reader: Box<dyn Read + Send>,
    /// How it is compressed.
    compression: Compression,
    /// How far into the file itself it was read.
    position: Arc<Meter>,
    /// Whether it may come bit by bit, so that what is there should be used.
    pub live: bool,
}

impl Opened {
    /// Opens a file, or the standard input for `-`. What is read is counted in `all` too.
    pub fn new(path: &Path, all: &Arc<Meter>) -> Result<Opened, Error> {
        let name: Arc<str> = name(path).into();
        let raw: Result<Box<dyn Read + Send>, io::Error> = match is_standard(path) {
            true => Ok(Box::new(io::stdin())),
            false => File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>),
        };
        let position = Arc::new(Meter::default());
        let metered = |raw| Metered::new(raw, Arc::clone(&position), Arc::clone(all));
        let decoded = raw.map(metered).and_then(compressed::decode);
        let (compression, reader) =
            decoded.map_err(|error| Error::Input { name: name.to_string(), error })?;
        let live = is_standard(path) && compression == Compression::None;
        Ok(Opened { name, reader, compression, position, live })
    }

    /// The error of a read, with its place in the file.
    pub fn broken(&self, error: io::Error, unfinished: Option<u64>) -> Error {
        let offset = self.position.bytes();
        let name = self.name.to_string();
        if offset == 0 && unfinished.is_none() {
            return Error::Input { name, error };
        }
        Error::Broken { name, offset, compression: self.compression.name(), error, unfinished }
    }
}

/// How large the inputs are together; `None` where one of them has no size.
pub fn size<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Option<u64> {
    let size = |path: &Path| {
        let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        (!is_standard(path)).then_some(metadata.len())
    };
    paths.into_iter().map(size).sum()
}

/// All of an input, and its name: for texts in which a line is not the unit.
pub fn whole(path: &Path) -> Result<(String, Vec<u8>), Error> {
    let mut opened = Opened::new(path, &Arc::default())?;
    let mut text = Vec::new();
    match opened.reader.read_to_end(&mut text) {
        Ok(_) => Ok((opened.name.to_string(), text)),
        Err(error) => Err(opened.broken(error, None)),
    }
}

fn name(path: &Path) -> String {
    if is_standard(path) { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
