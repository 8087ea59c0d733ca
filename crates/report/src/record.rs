//! Records: a JSON object for each line, edition and reading.
//!
//! The keys are always there, in one order. A key may be added; none changes
//! its meaning without a new number of the schema, `docs/record.schema.json`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use super::nesting::Nesting;
use super::{Entry, witness};
use urlbnf_bnf::{Grammar, ProductionId};
use urlbnf_url::diagnose::{self, Diagnostic, Failing, LONGEST};
use urlbnf_url::edition::{Document, Edition, Reading};
use urlbnf_url::verdict::Judge;
use urlbnf_url::warning::Warned;

/// The number of the schema that the records follow.
pub const SCHEMA: u32 = 1;

/// What every record about a URL begins with.
#[derive(Debug, Clone, Serialize)]
pub struct Head<'a> {
    schema: u32,
    source: &'a str,
    line: u64,
    input: Option<Cow<'a, str>>,
    input_base64: Option<String>,
    edition: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grammar: Option<&'a str>,
    reading: &'static str,
    /// How deep the answer holds; left out where no grammar judges.
    #[serde(skip_serializing_if = "Option::is_none")]
    nesting: Option<Option<Nesting<'a>>>,
}

impl<'a> Head<'a> {
    /// Of a URL on a line of an input, and the edition that speaks of it.
    pub fn of_edition(
        (source, line): (&'a str, u64),
        input: &'a [u8],
        edition: Option<Edition>,
        reading: Reading,
    ) -> Head<'a> {
        let (text, input_base64) = text(input);
        Head {
            schema: SCHEMA,
            source,
            line,
            input: text,
            input_base64,
            edition: edition.map(Edition::name),
            grammar: None,
            reading: reading.name(),
            nesting: None,
        }
    }

    /// Of a URL on a line of an input, and the grammar by which it is judged.
    pub fn of_judge((source, line): (&'a str, u64), input: &'a [u8], judge: &'a Judge) -> Head<'a> {
        let head = Head::of_edition((source, line), input, judge.edition(), judge.reading());
        Head { grammar: Some(judge.name()), nesting: Some(None), ..head }
    }

    /// The record: the head, and then the keys of an object.
    pub fn with(&self, rest: Value) -> Value {
        joined(json!(self), rest)
    }
}

/// A record about a text that is not a URL of an input: its head, and then the keys of an object.
pub fn of_text(input: &[u8], by: Option<(Edition, Reading)>, rest: Value) -> Value {
    let head = json!({
        "schema": SCHEMA,
        "input": witness::text(input),
        "input_base64": witness::base64(input),
        "edition": by.map(|(edition, _)| edition.name()),
        "reading": by.map(|(_, reading)| reading.name()),
    });
    joined(head, rest)
}

/// The keys of one object, and then those of the other.
pub fn joined(mut head: Value, rest: Value) -> Value {
    if let (Value::Object(head), Value::Object(rest)) = (&mut head, rest) {
        head.extend(rest);
    }
    head
}

/// What is said of one line by one edition in one reading.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The name of the input.
    pub source: &'a str,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line, one U+FFFD for each byte that is not UTF-8; `None` above 1 MiB.
    pub input: Option<Cow<'a, str>>,
    /// The exact bytes of a line that is not UTF-8; `None` above 1 MiB.
    pub input_base64: Option<String>,
    /// How many bytes the line has.
    pub length: usize,
    /// The edition; `None` of a grammar file.
    pub edition: Option<&'static str>,
    /// The name of the grammar: that of the edition, or of the file.
    pub grammar: &'a str,
    /// The reading.
    pub reading: &'static str,
    /// The production from which it is judged.
    pub start: &'a str,
    /// `scheme` or `start`.
    pub judged_by: &'static str,
    /// The verdict.
    pub verdict: &'static str,
    /// The alternative of the start that derives it.
    pub matched: Option<&'a str>,
    /// The production of its own scheme; by the letter, the start.
    pub judged: Option<&'a str>,
    /// Whether it conforms as a relative reference.
    pub relative: bool,
    /// Why it does not conform.
    pub error: Option<Error<'a>>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// What the security considerations say of it; `None` unless asked for.
    pub warnings: Option<Vec<Warned>>,
    /// Null: a verdict holds at any depth.
    pub nesting: Option<Nesting<'a>>,
}

/// Why a line does not conform.
#[derive(Debug, Serialize)]
pub struct Error<'a> {
    /// The code.
    pub code: &'static str,
    /// The failure offset, in bytes of the line.
    pub offset: usize,
    /// The column of the failure in the line, in characters from 1.
    pub column: usize,
    /// What is there; `None` at the end.
    pub found: Option<Found<'a>>,
    /// The production that failed.
    pub production: &'a str,
    /// The productions from the start to it.
    pub chain: Vec<&'a str>,
    /// All that was expected there.
    pub expected: Vec<Expected<'a>>,
    /// The other productions that were waiting there.
    pub also: Vec<Place<'a>>,
    /// The headline.
    pub message: String,
    /// Why, in a sentence of the document, where one says it.
    pub reason: Option<Reason>,
    /// What to do about it, in words.
    pub help: Option<String>,
    /// The line with the edits made: it conforms.
    pub replacement: Option<&'a str>,
    /// The edits, in order; none where there is no replacement.
    pub edits: Vec<Edit<'a>>,
    /// What they do to what is named: `same`, `prescribed`, `another`.
    pub meaning: Option<&'static str>,
}

/// A sentence that says why.
#[derive(Debug, Serialize)]
pub struct Reason {
    /// Its stable name.
    pub name: &'static str,
    /// In a few words.
    pub text: String,
    /// Where the sentence is.
    pub citation: String,
    /// The sentence.
    pub words: &'static str,
    /// The document, where it is silent and the sentence is another's.
    pub silent: Option<&'static str>,
}

/// What is at the failure offset.
#[derive(Debug, Serialize)]
pub struct Found<'a> {
    /// The byte.
    pub byte: u8,
    /// The character that begins with it; `None` where it is not UTF-8.
    pub text: Option<&'a str>,
}

/// Something that could have stood at the failure offset.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected<'a> {
    /// A production that is one unit long.
    Production(&'a str),
    /// What is left of a literal.
    Literal(&'a str),
    /// A value that is written by its number, as it is printed: `%x30-39`.
    Value(&'a str),
    /// The end.
    End(bool),
}

/// A production that was waiting.
#[derive(Debug, Serialize)]
pub struct Place<'a> {
    /// The production.
    pub production: &'a str,
    /// The productions from the start to it.
    pub chain: Vec<&'a str>,
    /// What it expected.
    pub expected: Vec<Expected<'a>>,
}

/// A change of the line.
#[derive(Debug, Serialize)]
pub struct Edit<'a> {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// What is there instead.
    pub text: &'a str,
}

impl<'a> Record<'a> {
    /// The record of an entry.
    pub fn new(entry: &Entry<'a>) -> Record<'a> {
        let Entry { source, line, input, judge, examination, .. } = *entry;
        let grammar = judge.grammar();
        let judgement = &examination.judgement;
        let name = |id: ProductionId| grammar.name(id);
        let (text, base64) = Record::input(input);
        Record {
            schema: SCHEMA,
            source,
            line,
            input: text,
            input_base64: base64,
            length: input.len(),
            edition: judge.edition().map(Edition::name),
            grammar: judge.name(),
            reading: judge.reading().name(),
            start: name(judge.start()),
            judged_by: judge.judged_by().name(),
            verdict: judgement.verdict.name(),
            matched: judgement.matched.map(name),
            judged: judgement.judged.map(name),
            relative: judgement.relative,
            error: examination.diagnostic.as_ref().map(|it| error(entry, it)),
            notes: entry.notes(),
            warnings: None,
            nesting: None,
        }
    }

    /// The line as a record has it, and its exact bytes where that has not all of them.
    pub(super) fn input(input: &[u8]) -> (Option<Cow<'_, str>>, Option<String>) {
        if input.len() > LONGEST { (None, None) } else { text(input) }
    }

    /// The record with the warnings that were asked for.
    #[must_use]
    pub fn with_warnings(self, warnings: Vec<Warned>) -> Record<'a> {
        Record { warnings: Some(warnings), ..self }
    }

    /// Adds the record to a buffer, as one line.
    ///
    /// # Errors
    /// What the writer of JSON says; of a record it says nothing.
    pub fn write(&self, buffer: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(&mut *buffer, self)?;
        buffer.push(b'\n');
        Ok(())
    }
}

fn error<'a>(entry: &Entry<'a>, diagnostic: &'a Diagnostic) -> Error<'a> {
    let (judge, input) = (entry.judge, entry.input);
    let grammar = judge.grammar();
    let repair = diagnostic.repair.as_ref();
    Error {
        code: diagnostic.code.name(),
        offset: diagnostic.offset,
        column: entry.column(),
        found: diagnostic
            .found
            .map(|byte| Found { byte, text: character(input, diagnostic.offset) }),
        production: grammar.name(diagnostic.production),
        chain: names(grammar, &diagnostic.chain),
        expected: expected(grammar, &diagnostic.expected),
        also: diagnostic.failing.iter().skip(1).map(|it| place(grammar, it)).collect(),
        message: diagnostic.message(judge, input),
        reason: diagnostic.reason.as_ref().and_then(reason),
        help: diagnostic.help(judge, input),
        replacement: repair.map(|repair| repair.replacement.as_str()),
        edits: repair.iter().flat_map(|repair| &repair.edits).map(edit).collect(),
        meaning: repair.and_then(|repair| repair.meaning).map(|meaning| meaning.name()),
    }
}

pub(super) fn reason(reason: &diagnose::Reason) -> Option<Reason> {
    let diagnose::Reason { name, ref text, basis, .. } = *reason;
    let quotation = basis.quotation()?;
    let citation = quotation.citation().to_string();
    let silent = basis.silent().map(Document::citation);
    Some(Reason { name, text: text.clone(), citation, words: quotation.words(), silent })
}

fn place<'a>(grammar: &'a Grammar, failing: &'a Failing) -> Place<'a> {
    Place {
        production: grammar.name(failing.production),
        chain: names(grammar, &failing.chain),
        expected: expected(grammar, &failing.expected),
    }
}

pub(super) fn edit(edit: &diagnose::Edit) -> Edit<'_> {
    Edit { start: edit.start, end: edit.end, text: &edit.text }
}

fn names<'a>(grammar: &'a Grammar, chain: &[ProductionId]) -> Vec<&'a str> {
    chain.iter().map(|&id| grammar.name(id)).collect()
}

fn expected<'a>(grammar: &'a Grammar, expected: &'a [diagnose::Expected]) -> Vec<Expected<'a>> {
    let one = |it: &'a diagnose::Expected| match it {
        diagnose::Expected::Production(id) => Expected::Production(grammar.name(*id)),
        diagnose::Expected::Literal(text) => Expected::Literal(text),
        diagnose::Expected::Value(place) => Expected::Value(grammar.listing().printed(*place)),
        diagnose::Expected::End => Expected::End(true),
    };
    expected.iter().map(one).collect()
}

/// The line as text, and its exact bytes where the text does not have them.
pub fn text(input: &[u8]) -> (Option<Cow<'_, str>>, Option<String>) {
    match std::str::from_utf8(input) {
        Ok(text) => (Some(text.into()), None),
        Err(_) => (Some(witness::text(input)), witness::base64(input)),
    }
}

/// The character that begins at a byte.
pub(super) fn character(input: &[u8], offset: usize) -> Option<&str> {
    let rest = &input[offset..];
    let valid = rest[..rest.len().min(4)].utf8_chunks().next()?.valid();
    let first = valid.chars().next()?;
    Some(&valid[..first.len_utf8()])
}
