//! A user grammar with all its sources, so that a page can read it again.
//!
//! A page has no files. So the imported texts are kept in the order of the requests; reading
//! makes the requests in the same order each time.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use crate::bnf::{
    DocumentKind, Grammar, GrammarError, Import, ImportLoader, ImportedText, Notation, Reading,
};

/// The path of the script that hands the grammar to a page.
pub const SCRIPT: &str = "grammar.js";

/// A grammar, ready to be read without a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedGrammar {
    name: String,
    /// The bytes of the file.
    #[serde(serialize_with = "as_base64", deserialize_with = "of_base64")]
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

fn as_base64<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&BASE64_STANDARD.encode(bytes))
}

fn of_base64<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    BASE64_STANDARD.decode(String::deserialize(from)?).map_err(D::Error::custom)
}

impl PackedGrammar {
    /// Reads the grammar from the bytes of a file, or of a document in this notation, and
    /// keeps its sources; `load` finds the imports.
    ///
    /// # Errors
    /// As [`Grammar::read_document`].
    pub fn read(
        name: &str,
        bytes: &[u8],
        (notation, reading): (Notation, Reading),
        load: &mut ImportLoader<'_>,
    ) -> Result<(PackedGrammar, Grammar), GrammarError> {
        let mut imports = Vec::new();
        let mut keep = |import: &Import, from: Option<&ImportedText>| {
            let imported = load(import, from)?;
            let ImportedText { name, text, .. } = imported.clone();
            imports.push(PackedImport { name, text });
            Ok(imported)
        };
        let grammar = read(name, bytes, (notation, reading), &mut keep)?;
        let packed = PackedGrammar {
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
    pub fn within(self, times: u16, nesting: usize) -> PackedGrammar {
        PackedGrammar { nesting: Some(nesting), times, ..self }
    }

    /// Reads the grammar again, with its limits.
    ///
    /// # Errors
    /// As [`PackedGrammar::read`]; a grammar that was read once can be read again.
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
    pub fn of_json(text: &str) -> Result<PackedGrammar, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn in_reading(&self, reading: Reading) -> Result<Grammar, GrammarError> {
        let how = (self.notation, reading);
        let mut imports = self.imports.iter();
        let mut load = |_: &Import, _: Option<&ImportedText>| {
            let PackedImport { name, text } = imports.next().ok_or("it was not kept")?.clone();
            Ok(ImportedText { name, text, folder: None })
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
    load: &mut ImportLoader<'_>,
) -> Result<Grammar, GrammarError> {
    match DocumentKind::of_name(name) {
        Some(kind) => Grammar::read_document(name, bytes, (kind, notation), reading, load),
        None => Grammar::read_importing(name, bytes, reading, load),
    }
}
