//! The bytes of a grammar: of a file, or on standard input.
//!
//! A grammar is a page or two. So what is far longer is none, and is not read to its end.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use urlbnf::Edition;

use crate::chosen::LONGEST;
use crate::error::Error;
use crate::streams::Streams;

/// The bytes of a grammar file, to which the output does not go.
pub fn bytes(path: &Path, streams: &Streams) -> Result<Vec<u8>, Error> {
    let name = || path.to_string_lossy().into_owned();
    let file = File::open(path).and_then(all);
    let bytes = file.map_err(|error| {
        let nearest = urlbnf::text::nearest(&name(), Edition::ALL.into_iter().map(Edition::name));
        match error.kind() {
            io::ErrorKind::NotFound => Error::NoEdition { name: name(), nearest },
            _ => Error::NoGrammar { name: name(), error },
        }
    })?;
    streams.reads(path)?;
    if bytes.contains(&0) && std::str::from_utf8(&bytes).is_err() && !is_utf16(&bytes) {
        return Err(Error::NotText { name: name() });
    }
    not_too_long(bytes, name)
}

/// Whether bytes begin as UTF-16 does, which has a sentence of its own.
fn is_utf16(bytes: &[u8]) -> bool {
    [b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(*mark))
}

/// The bytes of a grammar on standard input.
pub fn standard_input() -> Result<Vec<u8>, Error> {
    not_too_long(all(io::stdin())?, || "standard input".to_owned())
}

/// All bytes, and one more than there may be where there are too many.
fn all(input: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn not_too_long(bytes: Vec<u8>, name: impl Fn() -> String) -> Result<Vec<u8>, Error> {
    match bytes.len() as u64 > LONGEST {
        true => Err(Error::LongGrammar { name: name(), longest: LONGEST }),
        false => Ok(bytes),
    }
}
