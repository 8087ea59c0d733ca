//! A suite that is read back: its description and its cases.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use crate::suite::CaseInputPart;

/// A suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConformitySuite {
    /// The name of the file.
    pub file: String,
    /// The name of the edition, or of the grammar file.
    pub grammar: String,
    /// The production that judges the strings.
    pub start: String,
    /// The version of the suite.
    pub version: Option<String>,
    /// Its cases, in the order of the file.
    pub cases: Vec<SuiteCase>,
}

/// A fault, and a string that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteCase {
    /// Its name: the grammar, the production, and the change.
    pub id: String,
    /// The layer of the fault.
    pub layer: String,
    /// The production that has the fault.
    pub production: String,
    /// The change that makes the fault.
    pub fault: String,
    /// What a program does that fails, in a sentence.
    pub says: String,
    /// Where the production is printed.
    pub cite: String,
    /// The string.
    pub input: Vec<u8>,
    /// Whether it conforms.
    pub valid: bool,
    /// The production in which a string fails that does not conform.
    pub fails_in: Option<String>,
    /// The line of the file, from 1.
    pub line: usize,
}

/// The file of a suite; only what is needed here.
#[derive(Debug, Deserialize)]
struct SuiteFileData {
    grammar: String,
    start: String,
    version: Option<String>,
    groups: Vec<CaseGroupData>,
}

#[derive(Debug, Deserialize)]
struct CaseGroupData {
    layer: String,
    production: String,
    fault: String,
    says: String,
    cite: String,
    cases: Vec<SuiteCaseData>,
}

#[derive(Debug, Deserialize)]
struct SuiteCaseData {
    id: String,
    input: Option<String>,
    input_base64: Option<String>,
    input_parts: Option<Vec<CaseInputPart>>,
    valid: bool,
    #[serde(rename = "in")]
    fails_in: Option<String>,
    why: Option<String>,
}

/// Why a file of a suite cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteFileError {
    /// It is not JSON, or not what a suite has.
    #[error("this is not a file of a suite: {0}")]
    Json(#[from] serde_json::Error),
    /// A case has no string, or one that cannot be read.
    #[error("the case `{0}` has no string that can be read")]
    NoString(String),
}

impl ConformitySuite {
    /// The start and the grammar, for a heading.
    pub fn title(&self) -> String {
        format!("`{}` of {}", self.start, self.grammar)
    }

    /// Reads the file of a suite.
    ///
    /// # Errors
    /// If it is not the file of a suite.
    pub fn read(name: &str, bytes: &[u8]) -> Result<ConformitySuite, SuiteFileError> {
        let SuiteFileData { grammar, start, version, groups } = serde_json::from_slice(bytes)?;
        // Each case is on a line of its own, unless the file was reformatted.
        let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
        let lines = lines.filter(|(_, line)| line.starts_with(b"{\"id\":"));
        let lines: Vec<usize> = lines.map(|(number, _)| number).collect();
        let mut cases = Vec::new();
        for group in groups {
            for record in group.cases {
                let id = format!("{grammar}/{}/{}", group.production, record.id);
                let line = lines.get(cases.len()).copied().unwrap_or(1);
                let input = record.bytes().ok_or_else(|| SuiteFileError::NoString(id.clone()))?;
                cases.push(SuiteCase {
                    id,
                    layer: group.layer.clone(),
                    production: group.production.clone(),
                    fault: group.fault.clone(),
                    says: record.why.unwrap_or_else(|| group.says.clone()),
                    cite: group.cite.clone(),
                    input,
                    valid: record.valid,
                    fails_in: record.fails_in,
                    line,
                });
            }
        }
        Ok(ConformitySuite { file: name.to_owned(), grammar, start, version, cases })
    }
}

impl SuiteCaseData {
    fn bytes(&self) -> Option<Vec<u8>> {
        match (&self.input, &self.input_base64, &self.input_parts) {
            (Some(text), None, None) => Some(text.clone().into_bytes()),
            (None, Some(bytes), None) => STANDARD.decode(bytes).ok(),
            (None, None, Some(parts)) => CaseInputPart::joined(parts),
            _ => None,
        }
    }
}

impl SuiteCase {
    /// Its name without that of the grammar.
    pub fn name(&self) -> &str {
        self.id.split_once('/').map_or(&self.id, |(_, name)| name)
    }

    /// The grammar, the production and the kind of the fault: `rfc3986/scheme/class-wider`.
    pub fn kind(&self) -> String {
        let grammar = self.id.split_once('/').map_or("", |(grammar, _)| grammar);
        format!("{grammar}/{}/{}", self.production, self.fault)
    }
}
