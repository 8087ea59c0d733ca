//! A user grammar with all that it was read from, so that a page can read it again.
//!
//! A page has no files. What a grammar imports is therefore kept in the order in which it was
//! asked for: reading asks in the same order each time.

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
    /// The texts that it imports, in the order in which they are asked for.
    imports: Vec<PackedImport>,
    /// How deep what recurs in its middle is looked at.
    nesting: Option<usize>,
    /// How many times the limits may be taken.
    times: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PackedImport {
    name: String,
    text: String,
}

/// The same as a page holds it, which has texts alone: the bytes are in Base64.
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
    /// Reads the grammar of the bytes of a file, or of a document in this notation, and keeps
    /// what it was read from; `load` finds what is imported.
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

    /// The same, to be read with so many times the limits, and looked at so deep where it
    /// recurs in its middle.
    #[must_use]
    pub fn within(self, times: u16, nesting: usize) -> Packed {
        Packed { nesting: Some(nesting), times, ..self }
    }

    /// Reads the grammar again, as it was read, with its limits.
    ///
    /// # Errors
    /// As [`Packed::read`]: none of what was read once.
    pub fn grammar(&self) -> Result<Grammar, GrammarError> {
        self.in_reading(self.reading)
    }

    /// The corrected grammar, where this one is as printed and the text reads so too.
    pub fn corrected(&self) -> Option<Grammar> {
        let is_printed = self.reading == Reading::Printed;
        is_printed.then(|| self.in_reading(Reading::Corrected).ok()).flatten()
    }

    /// The script that hands the grammar to the page.
    pub fn script(&self) -> String {
        // A JSON text is one of JavaScript too, and what it holds ends no script.
        let packed = serde_json::to_string(self).unwrap_or_default();
        format!("self.urlbnfGrammar = {};\n", json!(packed))
    }

    /// Reads what a page was handed.
    ///
    /// # Errors
    /// In words, what is wrong with it.
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
