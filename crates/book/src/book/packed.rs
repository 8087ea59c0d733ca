//! A user grammar with all its sources, so that a page can read it again.
//!
//! A page has no files. So the imported texts are kept in the order of the requests; reading
//! makes the requests in the same order each time.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::bnf::{
    DocumentKind, Grammar, GrammarError, Import, Imported, Loader, Notation, Reading, UnknownName,
};

/// The path of the script that hands the grammar to a page.
pub const SCRIPT: &str = "grammar.js";

/// A grammar, ready to be read without a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "OnPage", try_from = "OnPage")]
pub struct Packed {
    name: String,
    /// The bytes of the file.
    bytes: Vec<u8>,
    notation: Notation,
    reading: Reading,
    /// The imported texts, in the order of the requests.
    imports: Vec<PackedImport>,
    /// The nesting limit for middle recursion.
    nesting: Option<usize>,
    /// The factor for the limits.
    times: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PackedImport {
    name: String,
    text: String,
}

/// The packed grammar as JSON on a page, where the bytes are in Base64.
#[derive(Serialize, Deserialize)]
struct OnPage {
    name: String,
    bytes: String,
    notation: String,
    reading: String,
    imports: Vec<PackedImport>,
    nesting: Option<usize>,
    times: u16,
}

impl From<Packed> for OnPage {
    fn from(packed: Packed) -> OnPage {
        let Packed { name, bytes, notation, reading, imports, nesting, times } = packed;
        OnPage {
            name,
            bytes: BASE64_STANDARD.encode(bytes),
            notation: notation.name().to_owned(),
            reading: reading.name().to_owned(),
            imports,
            nesting,
            times,
        }
    }
}

impl TryFrom<OnPage> for Packed {
    type Error = String;

    fn try_from(page: OnPage) -> Result<Packed, String> {
        let OnPage { name, bytes, notation, reading, imports, nesting, times } = page;
        let known = Notation::of_name(&notation);
        Ok(Packed {
            name,
            bytes: BASE64_STANDARD.decode(bytes).map_err(|error| error.to_string())?,
            notation: known.ok_or_else(|| format!("there is no notation `{notation}`"))?,
            reading: reading.parse().map_err(|error: UnknownName| error.to_string())?,
            imports,
            nesting,
            times,
        })
    }
}

impl Packed {
    /// Reads the grammar from the bytes of a file, or of a document in this notation, and
    /// keeps its sources; `load` finds the imports.
    ///
    /// # Errors
    /// As [`Grammar::read_document`].
    pub fn read(
        name: &str,
        bytes: &[u8],
        (notation, reading): (Notation, Reading),
        load: &mut Loader<'_>,
    ) -> Result<(Packed, Grammar), GrammarError> {
        let mut imports = Vec::new();
        let mut keep = |import: &Import, from: Option<&Imported>| {
            let imported = load(import, from)?;
            let Imported { name, text, .. } = imported.clone();
            imports.push(PackedImport { name, text });
            Ok(imported)
        };
        let grammar = read(name, bytes, (notation, reading), &mut keep)?;
        let packed = Packed {
            name: name.to_owned(),
            bytes: bytes.to_owned(),
            notation,
            reading,
            imports,
            nesting: None,
            times: 1,
        };
        Ok((packed, grammar))
    }

    /// The same grammar with this factor for the limits, and this nesting limit for middle
    /// recursion.
    #[must_use]
    pub fn within(self, times: u16, nesting: usize) -> Packed {
        Packed { nesting: Some(nesting), times, ..self }
    }

    /// Reads the grammar again, with its limits.
    ///
    /// # Errors
    /// As [`Packed::read`]; a grammar that was read once can be read again.
    pub fn grammar(&self) -> Result<Grammar, GrammarError> {
        self.in_reading(self.reading)
    }

    /// The corrected grammar, if this one is as printed and the corrected text can be read.
    pub fn corrected(&self) -> Option<Grammar> {
        let is_printed = self.reading == Reading::Printed;
        is_printed.then(|| self.in_reading(Reading::Corrected).ok()).flatten()
    }

    /// The script that passes the grammar to the page.
    pub fn script(&self) -> String {
        // JSON is valid JavaScript, and nothing in it ends the script.
        let packed = serde_json::to_string(self).unwrap_or_default();
        format!("self.urlbnfGrammar = {};\n", json!(packed))
    }

    /// Reads the form that was passed to a page.
    ///
    /// # Errors
    /// The error, in words.
    pub fn of_json(text: &str) -> Result<Packed, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn in_reading(&self, reading: Reading) -> Result<Grammar, GrammarError> {
        let how = (self.notation, reading);
        let mut imports = self.imports.iter();
        let mut load = |_: &Import, _: Option<&Imported>| {
            let PackedImport { name, text } = imports.next().ok_or("it was not kept")?.clone();
            Ok(Imported { name, text, folder: None })
        };
        let grammar = read(&self.name, &self.bytes, how, &mut load)?;
        let limits = grammar.limits().times(self.times.into());
        let grammar = grammar.within(limits);
        Ok(match self.nesting {
            Some(nesting) => grammar.nested(nesting),
            None => grammar,
        })
    }
}

fn read(
    name: &str,
    bytes: &[u8],
    (notation, reading): (Notation, Reading),
    load: &mut Loader<'_>,
) -> Result<Grammar, GrammarError> {
    match DocumentKind::of_name(name) {
        Some(kind) => Grammar::read_document(name, bytes, (kind, notation), reading, load),
        None => Grammar::read_importing(name, bytes, reading, load),
    }
}
