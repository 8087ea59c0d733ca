//! A suite that is read back: its description and its cases.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

/// A suite.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Tested {
    /// The name of the edition, or of the grammar file.
    pub grammar: String,
    /// The production that judges the strings.
    pub start: String,
    /// The date of this version of the suite.
    pub version: Option<String>,
    /// Its cases, in the order of the files and of the records in them.
    #[serde(skip)]
    pub cases: Vec<Case>,
}

/// A fault, and a shortest string that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name: the grammar, the production, and the change.
    pub id: String,
    /// The production that has the fault.
    pub production: String,
    /// The change that makes the fault.
    pub fault: String,
    /// What is changed, as printed.
    pub part: String,
    /// Where the production is printed.
    pub cite: String,
    /// The string.
    pub input: Vec<u8>,
    /// Whether it conforms.
    pub valid: bool,
}

/// A record of a suite; only the fields needed here.
#[derive(Debug, Deserialize)]
struct Record {
    id: String,
    production: String,
    fault: String,
    part: String,
    cite: String,
    shortest: Option<String>,
    shortest_base64: Option<String>,
    shortest_valid: Option<bool>,
}

/// Why a file of a suite cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It is not JSON, or not what a suite has.
    #[error("this is not a file of a suite: {0}")]
    Json(#[from] serde_json::Error),
    /// The base64 of a string cannot be decoded.
    #[error("`{0}` has no bytes in its `shortest_base64`")]
    Bytes(String),
}

impl Tested {
    /// The start and the grammar, for a heading.
    pub fn title(&self) -> String {
        format!("`{}` of {}", self.start, self.grammar)
    }

    /// Reads the description of a suite; it has no cases yet.
    ///
    /// # Errors
    /// If it is not an `index.json` of a suite.
    pub fn read(index: &[u8]) -> Result<Tested, Unreadable> {
        Ok(serde_json::from_slice(index)?)
    }
}

impl Case {
    /// Reads the cases of a file: its records, without the faults that no string shows.
    ///
    /// # Errors
    /// If it is not a file of a suite.
    pub fn read_all(file: &[u8]) -> Result<Vec<Case>, Unreadable> {
        let records: Vec<Record> = serde_json::from_slice(file)?;
        records.into_iter().filter_map(|record| Case::of(record).transpose()).collect()
    }

    fn of(record: Record) -> Result<Option<Case>, Unreadable> {
        let Record { id, production, fault, part, cite, .. } = record;
        let (Some(text), Some(valid)) = (record.shortest, record.shortest_valid) else {
            return Ok(None);
        };
        let input = match record.shortest_base64 {
            Some(bytes) => STANDARD.decode(bytes).map_err(|_| Unreadable::Bytes(id.clone()))?,
            None => text.into_bytes(),
        };
        Ok(Some(Case { id, production, fault, part, cite, input, valid }))
    }

    /// Its name without that of the grammar.
    pub fn name(&self) -> &str {
        self.id.split_once('/').map_or(&self.id, |(_, name)| name)
    }
}
