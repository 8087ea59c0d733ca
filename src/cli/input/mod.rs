//! The inputs that a user names: files, or `-` for standard input, plain or compressed. They
//! are read in blocks of whole lines.

mod block;
mod compressed;
mod field;
mod lines;
mod byte_order_mark;
mod meter;
mod until_end;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use urlbnf::wrapper::{WrappedUrl, WrappedUrlStream};

use crate::error::CliError;

#[allow(unused_imports, reason = "for the tally")]
pub use block::{BlockExtent, BlockReader, InputBlock, InputLine, LongLinePolicy};
pub use field::{ColumnPicker, ColumnSelector, ColumnValue, Delimiter};
pub use lines::LineCounter;
pub use meter::ByteCounter;

use compressed::Compression;
use meter::CountingReader;
use until_end::FusedReader;

/// The default maximum length of a line that is held as a whole, in bytes.
pub const LONGEST_LINE: u64 = 64 << 20;
/// How many bytes of a text are searched at once.
const PIECE: usize = 1 << 16;

/// An open input.
pub struct OpenInput {
    /// The name in reports.
    pub name: Arc<str>,
    /// The decompressed bytes.
    pub reader: Box<dyn Read + Send>,
    /// How it is compressed.
    compression: Compression,
    /// How many bytes of the file itself were read.
    position: Arc<ByteCounter>,
    /// How many bytes of a byte order mark were skipped.
    pub skipped: u64,
    /// Whether the input may come bit by bit, so that whole lines should be used at once.
    pub live: bool,
}

impl OpenInput {
    /// Opens a file, or standard input for `-`. Its bytes are counted in `all` too. If
    /// `skip_mark` is set, a byte order mark at the beginning is skipped.
    pub fn new(
        path: &Path,
        all: &Arc<ByteCounter>,
        skip_mark: bool,
    ) -> Result<OpenInput, CliError> {
        let name: Arc<str> = name(path).into();
        let raw: io::Result<(bool, Box<dyn Read + Send>)> = match is_standard(path) {
            true => Ok((true, Box::new(FusedReader::new(io::stdin())))),
            false => File::open(path).and_then(|file| {
                let live = !file.metadata()?.is_file();
                Ok((live, Box::new(file) as Box<dyn Read + Send>))
            }),
        };
        let position = Arc::new(ByteCounter::default());
        let metered = |raw| CountingReader::new(raw, Arc::clone(&position), Arc::clone(all));
        let broken = |error| CliError::Input { name: name.to_string(), error };
        let (live, raw) = raw.map_err(broken)?;
        let (compression, mut reader) = compressed::decode(metered(raw)).map_err(broken)?;
        if let Some(compressed) = Compression::of_name(path).and_then(Compression::name)
            && position.bytes() == 0
        {
            let reason = format!("it is empty, and {compressed} data is not");
            return Err(broken(io::Error::new(io::ErrorKind::UnexpectedEof, reason)));
        }
        let mut skipped = 0;
        if skip_mark {
            (skipped, reader) = byte_order_mark::skip(reader).map_err(broken)?;
        }
        Ok(OpenInput { name, reader, compression, position, skipped, live })
    }

    /// Returns the error of a read, with its place in the file.
    pub fn broken(&self, error: io::Error, unfinished: Option<u64>) -> CliError {
        let offset = self.position.bytes();
        let name = self.name.to_string();
        if offset == 0 && unfinished.is_none() {
            return CliError::Input { name, error };
        }
        CliError::Broken { name, offset, compression: self.compression.name(), error, unfinished }
    }
}

/// Returns the total size of the inputs in bytes; `None` if a size is unknown.
pub fn size<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Option<u64> {
    let size = |path: &Path| {
        let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        (!is_standard(path)).then_some(metadata.len())
    };
    paths.into_iter().map(size).sum()
}

/// Calls `take` for each wrapped URL of an input, with the input's name. If the input cannot
/// be read to its end, the URLs before the fault are still found.
pub fn search(
    path: &Path,
    mut take: impl FnMut(&str, &WrappedUrl) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut opened = OpenInput::new(path, &Arc::default(), false)?;
    let name = Arc::clone(&opened.name);
    let mut stream = WrappedUrlStream::default();
    let mut piece = vec![0; PIECE];
    let broken = loop {
        match opened.reader.read(&mut piece) {
            Ok(0) => break Ok(()),
            Ok(read) => {
                let finds = stream.push(&piece[..read]);
                finds.iter().try_for_each(|find| take(&name, find))?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Err(opened.broken(error, None)),
        }
    };
    stream.finish().iter().try_for_each(|find| take(&name, find))?;
    broken
}

fn name(path: &Path) -> String {
    if is_standard(path) { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
