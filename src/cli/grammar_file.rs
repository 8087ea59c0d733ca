//! The texts of grammars as bytes, from a file, standard input or a revision, and their parse.
//!
//! A grammar is a page or two. A far longer input is not a grammar, and is not read to its
//! end.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use urlbnf::bnf::{self, DocumentKind, GrammarError, Import, ImportedText};
use urlbnf::book::PackedGrammar;
use urlbnf::report::grammar;
use urlbnf::text::visible;
use urlbnf::{Edition, Grammar, Reading};

use crate::grammar::no_edition;
use crate::revision;
use crate::{CliError, Streams};

/// The longest grammar file that is read, in bytes: a thousand times any that was printed.
const LONGEST: u64 = 1 << 23;

/// The text of a grammar.
#[derive(Debug)]
pub struct GrammarFile {
    /// The name that messages show.
    pub name: String,
    pub bytes: Vec<u8>,
    /// The path, which names the kind of the file and the folder of its imports.
    path: PathBuf,
    /// The git revision of the file and of its imports; `None` for files on disk.
    revision: Option<String>,
}

impl GrammarFile {
    pub fn file(path: &Path, streams: &Streams) -> Result<GrammarFile, CliError> {
        let (name, bytes) = (shown(path), bytes(path, streams)?);
        Ok(GrammarFile { name, bytes, path: path.to_owned(), revision: None })
    }

    pub fn file_or_standard_input(path: &Path, streams: &Streams) -> Result<GrammarFile, CliError> {
        if path.as_os_str() != "-" {
            return GrammarFile::file(path, streams);
        }
        streams.reads(path)?;
        let bytes = not_too_long(all(io::stdin())?, || "standard input".to_owned())?;
        Ok(GrammarFile {
            name: "<standard input>".to_owned(),
            bytes,
            path: PathBuf::new(),
            revision: None,
        })
    }

    /// Reads a file in a git revision, `REVISION` or `REVISION:PATH`; `None` if the revision
    /// does not have the file.
    pub fn of_revision(revision: &str, path: &Path) -> Result<Option<GrammarFile>, CliError> {
        let Some(bytes) = revision::bytes(revision, path)? else { return Ok(None) };
        let (name, commit) = match revision.split_once(':') {
            Some((commit, _)) => (revision.to_owned(), commit),
            None => (format!("{revision}:{}", shown(path)), revision),
        };
        let revision = Some(commit.to_owned());
        Ok(Some(GrammarFile { name, bytes, path: path.to_owned(), revision }))
    }

    /// Parses the text of a grammar file or a document. A document is in the notation of the
    /// command line, unless it names another. Imports are editions, or files in the same folder.
    pub fn read(&self, reading: Reading, streams: &Streams) -> Result<Grammar, GrammarError> {
        self.packed(reading, streams).map(|(_, grammar)| grammar)
    }

    /// Like `read`, but also returns the packed form.
    pub fn packed(
        &self,
        reading: Reading,
        streams: &Streams,
    ) -> Result<(PackedGrammar, Grammar), GrammarError> {
        let mut load = |import: &Import, from: Option<&ImportedText>| {
            let edition = import.source.parse::<Edition>().map(|edition| edition.file().file());
            let own = self.path.parent().unwrap_or(Path::new(""));
            let folder = from.map_or(Some(own), |text| text.folder.as_deref());
            // An edition imports other editions only.
            if let Some(file) = edition.ok().or(folder.is_none().then_some(&import.source)) {
                let text =
                    urlbnf_grammar::file(file).ok_or_else(|| format!("there is no {file}"))?;
                return Ok(ImportedText {
                    name: file.to_owned(),
                    text: text.to_owned(),
                    folder: None,
                });
            }
            let beside = folder.unwrap_or(Path::new("")).join(&import.source);
            let bytes = self.beside(&beside, streams).map_err(|error| error.to_string())?;
            let text =
                String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8", import.source))?;
            Ok(ImportedText {
                name: shown(&beside),
                text,
                folder: beside.parent().map(Path::to_owned),
            })
        };
        PackedGrammar::read(&self.name, &self.bytes, (streams.notation, reading), &mut load)
    }

    /// Reads the bytes of another file where this one is from.
    fn beside(&self, path: &Path, streams: &Streams) -> Result<Vec<u8>, CliError> {
        match &self.revision {
            None => bytes(path, streams),
            Some(revision) => revision::bytes(revision, path)?.ok_or_else(|| {
                CliError::NotInRevision { name: shown(path), revision: revision.clone() }
            }),
        }
    }

    /// Returns the text, as errors show it.
    pub fn text(&self, streams: &Streams) -> String {
        let text = bnf::text(&self.bytes);
        match DocumentKind::of_name(&shown(&self.path)) {
            Some(kind) => bnf::document_text(kind, &text, streams.notation),
            None => text.into_owned(),
        }
    }

    /// Reports the errors of a text that cannot be parsed.
    pub fn unreadable(&self, error: &GrammarError, streams: &mut Streams) -> io::Result<()> {
        let text = self.text(streams);
        grammar::unreadable(&self.name, &text, error, &mut streams.error_screen())
    }
}

/// Reads the bytes of a grammar file. The command must not write to the same file.
pub fn bytes(path: &Path, streams: &Streams) -> Result<Vec<u8>, CliError> {
    let name = || path.to_string_lossy().into_owned();
    streams.reads(path)?;
    let file = File::open(path).and_then(all);
    let bytes = file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_edition(path),
        _ => CliError::NoGrammar { name: name(), error },
    })?;
    if bytes.contains(&0) && std::str::from_utf8(&bytes).is_err() && !is_utf16(&bytes) {
        return Err(CliError::NotText { name: name() });
    }
    not_too_long(bytes, name)
}

/// Whether bytes begin as UTF-16 does. UTF-16 has an error message of its own.
fn is_utf16(bytes: &[u8]) -> bool {
    [b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(*mark))
}

/// Reads all bytes, but at most one more than the longest grammar has.
pub fn all(input: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub fn not_too_long(bytes: Vec<u8>, name: impl Fn() -> String) -> Result<Vec<u8>, CliError> {
    match bytes.len() as u64 > LONGEST {
        true => Err(CliError::LongGrammar { name: name(), longest: LONGEST }),
        false => Ok(bytes),
    }
}

/// Returns the name of a file, with control characters made visible.
pub fn shown(path: &Path) -> String {
    visible(path.as_os_str().as_encoded_bytes())
}
