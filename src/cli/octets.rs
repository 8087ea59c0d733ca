//! Reads grammars as bytes, from a file, standard input or a revision, and parses them.
//!
//! A grammar is a page or two. A far longer input is not a grammar, and is not read to its
//! end.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use urlbnf::bnf::{self, DocumentKind, GrammarError, Import, Imported, Notation};
use urlbnf::book::Packed;
use urlbnf::text::visible;
use urlbnf::{Edition, Grammar, Reading};

use crate::chosen::LONGEST;
use crate::error::Error;
use crate::grammar::no_edition;
use crate::revision;
use crate::streams::Streams;

/// Reads the bytes of a grammar file. The command must not write to the same file.
pub fn bytes(path: &Path, streams: &Streams) -> Result<Vec<u8>, Error> {
    let name = || path.to_string_lossy().into_owned();
    streams.reads(path)?;
    let file = File::open(path).and_then(all);
    let bytes = file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_edition(path),
        _ => Error::NoGrammar { name: name(), error },
    })?;
    if bytes.contains(&0) && std::str::from_utf8(&bytes).is_err() && !is_utf16(&bytes) {
        return Err(Error::NotText { name: name() });
    }
    not_too_long(bytes, name)
}

/// Whether bytes begin as UTF-16 does. UTF-16 has an error message of its own.
fn is_utf16(bytes: &[u8]) -> bool {
    [b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(*mark))
}

/// Where a grammar and its imports are read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The files on disk.
    Disk,
    /// A git revision.
    Revision(String),
}

impl Origin {
    /// Reads the bytes of a file.
    fn bytes(&self, path: &Path, streams: &Streams) -> Result<Vec<u8>, Error> {
        match self {
            Origin::Disk => bytes(path, streams),
            Origin::Revision(revision) => revision::bytes(revision, path)?.ok_or_else(|| {
                Error::NotInRevision { name: shown(path), revision: revision.clone() }
            }),
        }
    }
}

/// Reads the bytes of a grammar on standard input.
pub fn standard_input(streams: &Streams) -> Result<Vec<u8>, Error> {
    streams.reads(Path::new("-"))?;
    not_too_long(all(io::stdin())?, || "standard input".to_owned())
}

/// Reads all bytes, but at most one more than the longest grammar has.
pub fn all(input: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub fn not_too_long(bytes: Vec<u8>, name: impl Fn() -> String) -> Result<Vec<u8>, Error> {
    match bytes.len() as u64 > LONGEST {
        true => Err(Error::LongGrammar { name: name(), longest: LONGEST }),
        false => Ok(bytes),
    }
}

/// Parses the bytes of a grammar file or a document. A document is in the notation of the
/// command line, unless it names another. Imports are editions, or files in the same folder.
pub fn read(
    path: &Path,
    name: &str,
    bytes: &[u8],
    how: (Reading, &Origin),
    streams: &Streams,
) -> Result<Grammar, GrammarError> {
    packed(path, name, bytes, how, streams).map(|(_, grammar)| grammar)
}

/// Like `read`, but also returns the packed form.
pub fn packed(
    path: &Path,
    name: &str,
    bytes: &[u8],
    (reading, origin): (Reading, &Origin),
    streams: &Streams,
) -> Result<(Packed, Grammar), GrammarError> {
    let mut load = |import: &Import, from: Option<&Imported>| {
        let edition = import.source.parse::<Edition>().map(|it| it.file().file());
        let own = path.parent().unwrap_or(Path::new(""));
        let folder = from.map_or(Some(own), |it| it.folder.as_deref());
        // An edition imports other editions only.
        if let Some(file) = edition.ok().or(folder.is_none().then_some(&import.source)) {
            let text = urlbnf_grammar::file(file).ok_or_else(|| format!("there is no {file}"))?;
            return Ok(Imported { name: file.to_owned(), text: text.to_owned(), folder: None });
        }
        let beside = folder.unwrap_or(Path::new("")).join(&import.source);
        let bytes = origin.bytes(&beside, streams).map_err(|error| error.to_string())?;
        let text =
            String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8", import.source))?;
        Ok(Imported { name: shown(&beside), text, folder: beside.parent().map(Path::to_owned) })
    };
    Packed::read(name, bytes, (streams.notation(), reading), &mut load)
}

/// Returns the text of a grammar file or a document, as errors show it.
pub fn told(path: &Path, bytes: &[u8], notation: Notation) -> String {
    let text = bnf::text(bytes);
    match DocumentKind::of_name(&shown(path)) {
        Some(kind) => bnf::document_text(kind, &text, notation),
        None => text.into_owned(),
    }
}

/// Returns the name of a file, with control characters made visible.
pub fn shown(path: &Path) -> String {
    visible(path.as_os_str().as_encoded_bytes())
}
