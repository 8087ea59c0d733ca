//! The bytes of a grammar: of a file, on standard input, or in a revision; and what they say.
//!
//! A grammar is a page or two. So what is far longer is none, and is not read to its end.

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

/// The bytes of a grammar file, to which the output does not go.
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

/// Whether bytes begin as UTF-16 does, which has a sentence of its own.
fn is_utf16(bytes: &[u8]) -> bool {
    [b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(*mark))
}

/// Where a grammar is taken from, with those that it imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// From the files as they are.
    Disk,
    /// From what git has in a revision.
    Revision(String),
}

impl Origin {
    /// The bytes of a file.
    fn bytes(&self, path: &Path, streams: &Streams) -> Result<Vec<u8>, Error> {
        match self {
            Origin::Disk => bytes(path, streams),
            Origin::Revision(revision) => revision::bytes(revision, path)?.ok_or_else(|| {
                Error::NotInRevision { name: shown(path), revision: revision.clone() }
            }),
        }
    }
}

/// The bytes of a grammar on standard input.
pub fn standard_input(streams: &Streams) -> Result<Vec<u8>, Error> {
    streams.reads(Path::new("-"))?;
    not_too_long(all(io::stdin())?, || "standard input".to_owned())
}

/// All bytes, and one more than there may be where there are too many.
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

/// Reads the bytes of a grammar file, or of a document, which is in the notation of the
/// command unless it says otherwise. What it imports is an edition, or a file beside it.
pub fn read(
    path: &Path,
    name: &str,
    bytes: &[u8],
    how: (Reading, &Origin),
    streams: &Streams,
) -> Result<Grammar, GrammarError> {
    packed(path, name, bytes, how, streams).map(|(_, grammar)| grammar)
}

/// The same, with all that it was read from.
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
        // What an edition changes stands among the editions.
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

/// The text of a grammar file, or of a document, as it is told of.
pub fn told(path: &Path, bytes: &[u8], notation: Notation) -> String {
    let text = bnf::text(bytes);
    match DocumentKind::of_name(&shown(path)) {
        Some(kind) => bnf::document_text(kind, &text, notation),
        None => text.into_owned(),
    }
}

/// The name of a file, as it may be shown.
pub fn shown(path: &Path) -> String {
    visible(path.as_os_str().as_encoded_bytes())
}
