//! The lines of a file that the user named, one at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use crate::error::Error;

/// How much is read at once.
const CAPACITY: usize = 1 << 16;

/// The lines of an input. The buffer is used again for each.
pub struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    buffer: Vec<u8>,
    number: u64,
}

impl Lines {
    /// Opens a file, or the standard input for `-`.
    pub fn open(path: &Path) -> Result<Lines, Error> {
        let standard = path == Path::new("-");
        let name = if standard { "<stdin>".into() } else { path.to_string_lossy().into_owned() };
        let reader: Box<dyn BufRead> = if standard {
            Box::new(BufReader::with_capacity(CAPACITY, io::stdin().lock()))
        } else {
            match File::open(path) {
                Ok(file) => Box::new(BufReader::with_capacity(CAPACITY, file)),
                Err(error) => return Err(Error::Input { name, error }),
            }
        };
        Ok(Lines { name, reader, buffer: Vec::new(), number: 0 })
    }

    /// The name of the input.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next line, without its end, LF or CR LF, and its number.
    pub fn next(&mut self) -> Result<Option<(u64, &[u8])>, Error> {
        self.buffer.clear();
        let read = self.reader.read_until(b'\n', &mut self.buffer);
        let read = read.map_err(|error| Error::Input { name: self.name.clone(), error })?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let line = match self.buffer.strip_suffix(b"\n") {
            Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
            None => &self.buffer,
        };
        Ok(Some((self.number, line)))
    }
}

/// All of an input, and its name: for texts in which a line is not the unit.
pub fn whole(path: &Path) -> Result<(String, Vec<u8>), Error> {
    let standard = path == Path::new("-");
    let name = if standard { "<stdin>".into() } else { path.to_string_lossy().into_owned() };
    let mut text = Vec::new();
    let read = if standard {
        io::stdin().lock().read_to_end(&mut text).map(|_| ())
    } else {
        std::fs::read(path).map(|read| text = read)
    };
    match read {
        Ok(()) => Ok((name, text)),
        Err(error) => Err(Error::Input { name, error }),
    }
}
