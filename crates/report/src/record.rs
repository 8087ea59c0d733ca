//! Records: a JSON object for each line, edition and reading.
//!
//! All keys are always present, in the same order. A key may be added. A change of meaning
//! needs a new number of the schema, `docs/record.schema.json`.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::nesting::NestingRecord;
#[cfg(feature = "schemas")]
use super::schema::{BASE64, words};
use super::{ExaminedLine, witness};
use urlbnf_bnf::{Grammar, ProductionId};
use urlbnf_url::diagnose::{self, Diagnostic, DiagnosticCode, FailingProduction, LONGEST};
use urlbnf_url::verdict::JudgingMode;
use urlbnf_url::warning::WarningRecord;
use urlbnf_url::{Document, Edition, Judge, Reading, Verdict};

/// The value of the key `schema`: the number of the schema that a record follows.
#[derive(Debug, Clone, Copy)]
pub struct SchemaNumber<const NUMBER: u32 = 1>;

impl<const NUMBER: u32> Serialize for SchemaNumber<NUMBER> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(NUMBER)
    }
}

#[cfg(feature = "schemas")]
impl<const NUMBER: u32> schemars::JsonSchema for SchemaNumber<NUMBER> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("SchemaNumber{NUMBER}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": NUMBER })
    }
}

/// The beginning of every record about a URL: its place and its text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UrlRecordHead<'a> {
    schema: SchemaNumber,
    /// The name of the input; `<argument>` for an argument.
    source: &'a str,
    /// Its line.
    line: u64,
    /// The URL, with U+FFFD for each byte that is not UTF-8.
    input: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    input_base64: Option<String>,
}

impl<'a> UrlRecordHead<'a> {
    /// The head for a URL on a line of an input.
    pub fn new((source, line): (&'a str, u64), input: &'a [u8]) -> UrlRecordHead<'a> {
        let (text, input_base64) = (witness::text(input), witness::base64(input));
        UrlRecordHead { schema: SchemaNumber, source, line, input: text, input_base64 }
    }

    /// This head, followed by the keys of `rest`.
    pub fn with<R>(self, rest: R) -> JoinedRecord<Self, R> {
        JoinedRecord { first: self, rest }
    }
}

/// The edition that a record about a URL follows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EditionRecordHead {
    edition: Edition,
    reading: Reading,
}

impl EditionRecordHead {
    /// The names of an edition and a reading.
    pub fn new(edition: Edition, reading: Reading) -> EditionRecordHead {
        EditionRecordHead { edition, reading }
    }
}

/// The grammar from which a record derives a URL.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct JudgeRecordHead<'a> {
    /// Null for a grammar file.
    edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    grammar: &'a str,
    reading: Reading,
    /// Always null: a derivation holds at any depth.
    nesting: Option<NestingRecord<'a>>,
}

impl<'a> JudgeRecordHead<'a> {
    /// The grammar of a judge.
    pub fn new(judge: &'a Judge) -> JudgeRecordHead<'a> {
        JudgeRecordHead {
            edition: judge.edition(),
            grammar: judge.name(),
            reading: judge.reading(),
            nesting: None,
        }
    }
}

/// The keys of one record, followed by those of another.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct JoinedRecord<H, R> {
    /// The first keys.
    #[serde(flatten)]
    pub first: H,
    /// The others.
    #[serde(flatten)]
    pub rest: R,
}

impl<H, R> JoinedRecord<H, R> {
    /// This record, followed by the keys of `more`.
    pub fn with<M>(self, more: M) -> JoinedRecord<Self, M> {
        JoinedRecord { first: self, rest: more }
    }
}

/// The beginning of a record about a text that is not a URL of an input.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TextRecordHead<'a> {
    schema: SchemaNumber,
    /// The text, with U+FFFD for each byte that is not UTF-8.
    input: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    input_base64: Option<String>,
    /// Null for a conversion between IRIs and URIs, which needs no grammar.
    edition: Option<Edition>,
    /// Null for a conversion between IRIs and URIs, which needs no grammar.
    reading: Option<Reading>,
}

impl<'a> TextRecordHead<'a> {
    /// The head for a text, and the edition that it is about.
    pub fn new(input: &'a [u8], by: Option<(Edition, Reading)>) -> TextRecordHead<'a> {
        let (edition, reading) = by.unzip();
        TextRecordHead {
            schema: SchemaNumber,
            input: witness::text(input),
            input_base64: witness::base64(input),
            edition,
            reading,
        }
    }

    /// This head, followed by the keys of `rest`.
    pub fn with<R>(self, rest: R) -> JoinedRecord<Self, R> {
        JoinedRecord { first: self, rest }
    }
}

/// One line of `urlbnf check --format jsonl`: what one edition in one reading says of one line. Keys
/// are always present and may be added; none changes its meaning without a new number of the schema.
/// All offsets are bytes of the line, from 0.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(extend(
        "if" = words::conforms(),
        "then" = words::all_are("null", &["error"]),
        "else" = words::all_are("object", &["error"]),
    ))
)]
pub struct CheckRecord<'a> {
    /// The number of the schema.
    pub schema: SchemaNumber,
    /// The name of the input: a file, `<stdin>`, or `<argument>` for a URL on the command line.
    pub source: &'a str,
    /// The number of the line, from 1; of arguments, which one.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub line: u64,
    /// The line, with U+FFFD for each byte that is not UTF-8; `None` above 1 MiB.
    pub input: Option<Cow<'a, str>>,
    /// The exact bytes of a line that is not UTF-8; `None` for any other, and above 1 MiB.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = BASE64)))]
    pub input_base64: Option<String>,
    /// The length of the line in bytes, without its end.
    pub length: usize,
    /// The edition; `None` for a grammar file.
    pub edition: Option<Edition>,
    /// The name of the edition, or of the grammar file.
    pub grammar: &'a str,
    /// The reading.
    pub reading: Reading,
    /// The start production, as printed.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub start: &'a str,
    /// How the line is judged: by the productions of its scheme, or by the start alone.
    pub judged_by: JudgingMode,
    /// The verdict.
    pub verdict: Verdict,
    /// The alternative of the start that derives the line; `None` if nothing does.
    pub matched: Option<&'a str>,
    /// The production of the line's own scheme, `None` if it has none; with `--start`, the start.
    pub judged: Option<&'a str>,
    /// Whether the line conforms as a relative reference.
    pub relative: bool,
    /// Why the line does not conform; `None` if it does.
    pub error: Option<FailureRecord<'a>>,
    /// Further notes.
    pub notes: Vec<String>,
    /// What the security considerations say of a line that conforms, and what RFC 3987 asks of an
    /// IRI in prose; `None` without `--warnings`, but for `rfc3987`.
    pub warnings: Option<Vec<WarningRecord>>,
    /// Always null: the verdict holds at any depth.
    pub nesting: Option<NestingRecord<'a>>,
}

/// Why a line does not conform.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailureRecord<'a> {
    /// The code.
    pub code: DiagnosticCode,
    /// The offset of the failure: the length of the longest prefix that can still become a string
    /// of the language.
    pub offset: usize,
    /// The column of the failure in the line, in characters from 1.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub column: usize,
    /// What stands there; `None` at the end.
    pub found: Option<FoundByteRecord<'a>>,
    /// The production that failed, as printed.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub production: &'a str,
    /// The productions from the start to the failing one.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1), inner(length(min = 1))))]
    pub chain: Vec<&'a str>,
    /// All that was expected there.
    pub expected: Vec<ExpectedRecord<'a>>,
    /// The other productions that were waiting there.
    pub also: Vec<WaitingProductionRecord<'a>>,
    /// The headline.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub message: String,
    /// A sentence of the document that says why; `None` where it has none.
    pub reason: Option<ReasonRecord>,
    /// How to repair it, in words; `None` where there is nothing to say.
    pub help: Option<String>,
    /// The line with the edits made, which conforms; `None` where there is no repair, and above
    /// 1 MiB.
    pub replacement: Option<&'a str>,
    /// The edits, in order; empty without a replacement.
    #[cfg_attr(feature = "schemas", schemars(length(max = 17)))]
    pub edits: Vec<EditRecord<'a>>,
    /// What the edits do to what is named: `same`, `urlbnf compare` calls the input and the
    /// replacement the same; `prescribed`, it does not, and the edits write what the grammar or the
    /// document wants written so, or take off what is no part of the URL; `another`, `compare`
    /// tells the two apart. `None` where there is no replacement, and for a grammar file.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = words::or_null(words::meanings())))
    )]
    pub meaning: Option<&'static str>,
}

/// The reason for a failure.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReasonRecord {
    /// Its stable name.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub name: &'static str,
    /// The reason in a few words.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub text: String,
    /// The citation of the sentence.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub citation: String,
    /// The sentence.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub words: &'static str,
    /// The document of the edition, where it is silent and the sentence is another's; else null.
    pub silent: Option<&'static str>,
}

/// The byte at the failure offset.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FoundByteRecord<'a> {
    /// The byte.
    pub byte: u8,
    /// The character that begins there; `None` where it is not UTF-8.
    pub text: Option<&'a str>,
}

/// Something that was expected at the failure offset.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExpectedRecord<'a> {
    /// A production that is one unit long.
    Production(#[cfg_attr(feature = "schemas", schemars(length(min = 1)))] &'a str),
    /// The rest of a literal.
    Literal(#[cfg_attr(feature = "schemas", schemars(length(min = 1)))] &'a str),
    /// A value that is written by its number, as it is printed: `%x30-39`.
    Value(#[cfg_attr(feature = "schemas", schemars(length(min = 1)))] &'a str),
    /// The end of the input.
    End(#[cfg_attr(feature = "schemas", schemars(extend("const" = true)))] bool),
}

/// A production that was waiting at the failure.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WaitingProductionRecord<'a> {
    /// The production, as printed.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub production: &'a str,
    /// The productions from the start to this one.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1), inner(length(min = 1))))]
    pub chain: Vec<&'a str>,
    /// What it expected.
    pub expected: Vec<ExpectedRecord<'a>>,
}

/// A change of the line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EditRecord<'a> {
    /// The first byte that is replaced.
    pub start: usize,
    /// The end, exclusive.
    pub end: usize,
    /// The replacement.
    pub text: &'a str,
}

impl<'a> CheckRecord<'a> {
    /// The record of an entry.
    pub fn new(entry: &ExaminedLine<'a>) -> CheckRecord<'a> {
        let ExaminedLine { source, line, input, judge, examination, .. } = *entry;
        let grammar = judge.grammar();
        let judgement = &examination.judgement;
        let name = |id: ProductionId| grammar.name(id);
        let (text, base64) = CheckRecord::input(input);
        CheckRecord {
            schema: SchemaNumber,
            source,
            line,
            input: text,
            input_base64: base64,
            length: input.len(),
            edition: judge.edition(),
            grammar: judge.name(),
            reading: judge.reading(),
            start: name(judge.start()),
            judged_by: judge.judged_by(),
            verdict: judgement.verdict,
            matched: judgement.matched().map(name),
            judged: judgement.judged().map(name),
            relative: judgement.relative(),
            error: examination.diagnostic.as_ref().map(|diagnostic| error(entry, diagnostic)),
            notes: entry.notes(),
            warnings: None,
            nesting: None,
        }
    }

    /// The line in the form of a record, and its exact bytes if the text is not exact.
    pub(super) fn input(input: &[u8]) -> (Option<Cow<'_, str>>, Option<String>) {
        if input.len() > LONGEST { (None, None) } else { text(input) }
    }

    /// The record with the requested warnings.
    #[must_use]
    pub fn with_warnings(self, warnings: Vec<WarningRecord>) -> CheckRecord<'a> {
        CheckRecord { warnings: Some(warnings), ..self }
    }

    /// Appends the record to a buffer, as one line.
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a record.
    pub fn write(&self, buffer: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(&mut *buffer, self)?;
        buffer.push(b'\n');
        Ok(())
    }
}

fn error<'a>(entry: &ExaminedLine<'a>, diagnostic: &'a Diagnostic) -> FailureRecord<'a> {
    let (judge, input) = (entry.judge, entry.input);
    let grammar = judge.grammar();
    let repair = diagnostic.repair.as_ref();
    FailureRecord {
        code: diagnostic.code,
        offset: diagnostic.offset,
        column: entry.column(),
        found: diagnostic
            .found
            .map(|byte| FoundByteRecord { byte, text: character(input, diagnostic.offset) }),
        production: grammar.name(diagnostic.production),
        chain: grammar.names(&diagnostic.chain),
        expected: expected(grammar, &diagnostic.expected),
        also: diagnostic.failing.iter().skip(1).map(|failing| place(grammar, failing)).collect(),
        message: diagnostic.message(judge, input),
        reason: diagnostic.reason.as_ref().and_then(reason),
        help: diagnostic.help(judge, input),
        replacement: repair.map(|repair| repair.replacement.as_str()),
        edits: repair.iter().flat_map(|repair| &repair.edits).map(edit).collect(),
        meaning: repair.and_then(|repair| repair.meaning).map(|meaning| meaning.name()),
    }
}

pub(super) fn reason(reason: &diagnose::FailureReason) -> Option<ReasonRecord> {
    let diagnose::FailureReason { name, ref text, basis, .. } = *reason;
    let quotation = basis.quotation()?;
    let citation = quotation.citation().to_string();
    let silent = basis.silent().map(Document::citation);
    Some(ReasonRecord { name, text: text.clone(), citation, words: quotation.words(), silent })
}

fn place<'a>(grammar: &'a Grammar, failing: &'a FailingProduction) -> WaitingProductionRecord<'a> {
    WaitingProductionRecord {
        production: grammar.name(failing.production),
        chain: grammar.names(&failing.chain),
        expected: expected(grammar, &failing.expected),
    }
}

pub(super) fn edit(edit: &diagnose::RepairEdit) -> EditRecord<'_> {
    EditRecord { start: edit.start, end: edit.end, text: &edit.text }
}

fn expected<'a>(
    grammar: &'a Grammar,
    expected: &'a [diagnose::Expectation],
) -> Vec<ExpectedRecord<'a>> {
    let one = |expectation: &'a diagnose::Expectation| match expectation {
        diagnose::Expectation::Production(id) => ExpectedRecord::Production(grammar.name(*id)),
        diagnose::Expectation::Literal(text) => ExpectedRecord::Literal(text),
        diagnose::Expectation::Value(place) => {
            ExpectedRecord::Value(grammar.listing().printed(*place))
        }
        diagnose::Expectation::End => ExpectedRecord::End(true),
    };
    expected.iter().map(one).collect()
}

/// The line as text, and its exact bytes if the text is not exact.
pub(super) fn text(input: &[u8]) -> (Option<Cow<'_, str>>, Option<String>) {
    match std::str::from_utf8(input) {
        Ok(text) => (Some(text.into()), None),
        Err(_) => (Some(witness::text(input)), witness::base64(input)),
    }
}

/// The character that begins at an offset, if it is UTF-8.
pub(super) fn character(input: &[u8], offset: usize) -> Option<&str> {
    let rest = &input[offset..];
    let valid = rest[..rest.len().min(4)].utf8_chunks().next()?.valid();
    let first = valid.chars().next()?;
    Some(&valid[..first.len_utf8()])
}
