//! The records of a tally: the settings, and the number of lines with each result.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
#[cfg(feature = "schemas")]
use serde_json::json;
use urlbnf_bnf::Grammar;
use urlbnf_bnf::fingerprint::Fingerprint;

#[cfg(feature = "schemas")]
use crate::nesting::NestingRecord;
#[cfg(feature = "schemas")]
use crate::record::SchemaNumber;
#[cfg(feature = "schemas")]
use crate::schema::{self, BASE64, FINGERPRINT, words};
use crate::witness::Witness;
use urlbnf_url::diagnose::DiagnosticCode;
use urlbnf_url::judges::tally::RulingCount;
use urlbnf_url::{Edition, Judge, Reading, Verdict};

/// The number of the schema of these records.
pub(super) const SCHEMA: u32 = 3;
pub(super) const TOOL: &str = "urlbnf";
/// The placeholder for the digest while it is computed.
pub(super) const NO_DIGEST: &str = "0000000000000000";

/// One line of `urlbnf check --format tally-json`, and of `urlbnf check --merge`. The first
/// names the judges and the options; each other counts the lines to which one edition in one reading
/// gives the same answer. Keys are always present and may be added; none changes its meaning without a
/// new number of the schema. Since 2, the examples are the smallest lines, without their places, and
/// the head is there, so that tallies add up. Since 3, the head has a digest.
#[derive(Serialize)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(transform = schema::exactly_one)
)]
#[serde(untagged)]
pub(crate) enum TallyRecord {
    Head(TallyHeadRecord),
    Counted(TallyCountRecord),
}

/// The first record: the program, the judges, the options, and the number of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TallyHeadRecord {
    #[cfg_attr(feature = "schemas", schemars(with = "SchemaNumber<SCHEMA>"))]
    pub schema: u32,
    #[cfg_attr(feature = "schemas", schemars(extend("const" = TOOL)))]
    pub tool: String,
    /// The version of the program.
    pub version: String,
    /// The judges, in the order of the records.
    pub judges: Vec<TallyJudgeRecord>,
    pub options: TallyOptions,
    /// All lines, the empty ones included.
    pub lines: u64,
    /// The lines that are empty: they are not judged.
    pub empty: u64,
    /// FNV-1a, 64 bits, of all bytes of the tally, with sixteen zeros in place of this digest.
    /// `urlbnf check --merge` refuses a tally that does not have it.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = FINGERPRINT)))]
    pub digest: String,
}

impl TallyHeadRecord {
    /// Whether each judge with the name of an edition matches that edition.
    pub fn knows_its_editions(&self) -> bool {
        self.judges.iter().all(|judge| judge.edition.is_none() || judge.known().is_some())
    }
}

/// A judge, and all that its answers depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TallyJudgeRecord {
    /// The edition; null for a grammar file.
    pub edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    pub grammar: String,
    pub reading: Reading,
    /// The production from which it judges, as printed.
    pub start: String,
    /// Always null: a verdict holds at any depth.
    #[cfg_attr(feature = "schemas", schemars(with = "Option<NestingRecord<'_>>"))]
    pub nesting: Option<()>,
    /// The fingerprint of the text of the grammar, with all that it imports.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = FINGERPRINT)))]
    pub fingerprint: String,
}

/// What was asked for, as far as the counts or the examples depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TallyOptions {
    /// The maximum number of examples of each kind.
    pub limit: u64,
    /// Whether a scheme in upper case is read as lower case.
    pub ignore_scheme_case: bool,
    /// The verdicts that are reported; empty for all.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("items" = json!({ "enum": words::verdicts_and_relative() })))
    )]
    pub only: Vec<String>,
    /// The field of each line that is judged, and what separates fields: `2 of comma`; null for
    /// whole lines.
    pub field: Option<String>,
    /// Whether the first line of each file is skipped.
    pub header: bool,
    /// Whether a byte order mark at the beginning of a file is skipped.
    pub skip_bom: bool,
}

/// Any other record: the number of lines with the same result of one judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(extend(
        "if" = words::conforms(),
        "then" = words::all_are("null", &["code", "production", "told"]),
        "else" = words::all_are("string", &["code", "production", "told"]),
    ))
)]
#[serde(deny_unknown_fields)]
pub(crate) struct TallyCountRecord {
    #[cfg_attr(feature = "schemas", schemars(with = "SchemaNumber<SCHEMA>"))]
    pub schema: u32,
    /// The edition; null for a grammar file.
    pub edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    pub grammar: String,
    pub reading: Reading,
    pub verdict: Verdict,
    /// Whether the lines conform only as relative references, which have no scheme.
    pub relative: bool,
    /// The code of the diagnostic of each of the lines; null where they conform.
    pub code: Option<DiagnosticCode>,
    /// The production that was entered last, as printed, which is `error.production` of their
    /// records; null where they conform.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub production: Option<String>,
    /// The production that the headline names, as printed: where an input stops too early, the one
    /// that is not complete; null where they conform.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub told: Option<String>,
    /// The number of lines.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub count: u64,
    /// Always null: a verdict holds at any depth.
    #[cfg_attr(feature = "schemas", schemars(with = "Option<NestingRecord<'_>>"))]
    pub nesting: Option<()>,
    /// The smallest of the lines, by their length and then their bytes, each once, as many as
    /// `--limit` says.
    pub examples: Vec<TallyExampleRecord>,
}

/// A line as an example; a long one is truncated.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TallyExampleRecord {
    /// The first 256 bytes of the line, with U+FFFD for each that is not UTF-8.
    pub input: String,
    /// The same bytes exactly, where they are not UTF-8; else null.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = BASE64)))]
    pub input_base64: Option<String>,
    /// The length of the whole line in bytes, without its end.
    pub length: u64,
}

/// The properties by which lines are counted together, with the index of the judge.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TallyKey {
    pub judge: usize,
    pub verdict: Verdict,
    pub relative: bool,
    pub code: Option<DiagnosticCode>,
    pub production: Option<String>,
    pub named_production: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TallyEntry {
    pub count: u64,
    /// Ordered by length and bytes.
    pub examples: BTreeSet<(u64, Vec<u8>)>,
}

impl TallyJudgeRecord {
    pub fn from_judge(judge: &Judge) -> TallyJudgeRecord {
        let grammar = judge.grammar();
        let mut fingerprint = Fingerprint::default();
        for source in grammar.listing().sources() {
            let (_, text) = grammar.listing().source(source.start);
            fingerprint = fingerprint.with(text.bytes()).with([0xFF]);
        }
        TallyJudgeRecord {
            edition: judge.edition(),
            grammar: judge.name().to_owned(),
            reading: judge.reading(),
            start: grammar.name(judge.start()).to_owned(),
            nesting: None,
            fingerprint: fingerprint.to_string(),
        }
    }

    /// The grammar, if it is that of an edition.
    fn known(&self) -> Option<&'static Grammar> {
        let edition = self.edition?;
        let grammar = edition.grammar(self.reading);
        (edition.name() == self.grammar && grammar.find(&self.start).is_some()).then_some(grammar)
    }

    pub fn title(&self) -> String {
        format!("{} {} from {}", self.grammar, self.reading, self.start)
    }
}

impl TallyKey {
    pub fn from_row(number: usize, judge: &Judge, row: &RulingCount) -> TallyKey {
        let failure = row.ruling.failure;
        let name = |id| Some(judge.grammar().name(id).to_owned());
        TallyKey {
            judge: number,
            verdict: row.ruling.verdict,
            relative: row.ruling.relative,
            code: failure.map(|failure| failure.code),
            production: failure.and_then(|failure| name(failure.production)),
            named_production: failure.and_then(|failure| name(failure.named_production)),
        }
    }

    /// The kind of a record, or the name of a part that does not belong to this tally.
    pub fn read(
        record: &TallyCountRecord,
        head: &TallyHeadRecord,
    ) -> Result<TallyKey, &'static str> {
        if record.schema != SCHEMA {
            return Err("schema");
        }
        let is_of = |judge: &TallyJudgeRecord| {
            (&judge.grammar, &judge.reading, &judge.edition)
                == (&record.grammar, &record.reading, &record.edition)
        };
        let judge = head.judges.iter().position(is_of).ok_or("grammar")?;
        let fails = record.verdict != Verdict::Conforms;
        let failure = [record.code.is_some(), record.production.is_some(), record.told.is_some()];
        if failure != [fails; 3] {
            return Err("failure");
        }
        // The productions of a grammar file are not known here.
        if let Some(grammar) = head.judges.get(judge).and_then(TallyJudgeRecord::known) {
            let is_production = |name: &String| grammar.find(name).is_some();
            if ![&record.production, &record.told].into_iter().flatten().all(is_production) {
                return Err("production");
            }
        }
        Ok(TallyKey {
            judge,
            verdict: record.verdict,
            relative: record.relative,
            code: record.code,
            production: record.production.clone(),
            named_production: record.told.clone(),
        })
    }

    /// What orders kinds with the same judge, verdict and count.
    pub fn order(&self) -> impl Ord + '_ {
        let TallyKey { relative, code, production, named_production, .. } = self;
        (relative, code.map(DiagnosticCode::name), production, named_production)
    }

    pub fn record(&self, counter: &TallyJudgeRecord, sum: &TallyEntry) -> TallyCountRecord {
        let TallyJudgeRecord { edition, grammar, reading, .. } = counter.clone();
        let line = |(length, bytes): &(u64, Vec<u8>)| {
            let line = Witness::from_bytes(bytes);
            TallyExampleRecord {
                input: line.text().into_owned(),
                input_base64: line.base64(),
                length: *length,
            }
        };
        TallyCountRecord {
            schema: SCHEMA,
            edition,
            grammar,
            reading,
            verdict: self.verdict,
            relative: self.relative,
            code: self.code,
            production: self.production.clone(),
            told: self.named_production.clone(),
            count: sum.count,
            nesting: None,
            examples: sum.examples.iter().map(line).collect(),
        }
    }
}
