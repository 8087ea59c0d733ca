//! The JSON Schema of each kind of record, derived from its type.
//!
//! A test compares the files in `docs/` with these schemas. Each key of a type is in its schema,
//! with the documentation of its field.

pub(crate) mod words;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::diff::DiffRecord;
use crate::record::{
    CheckRecord, EditionRecordHead, JoinedRecord, JudgeRecordHead, TextRecordHead, UrlRecordHead,
};
use crate::records::*;
use crate::{conformity, matrix, review, suite, tallies};

/// A record about a URL and an edition.
type UrlEditionRecord<R> = JoinedRecord<JoinedRecord<UrlRecordHead<'static>, EditionRecordHead>, R>;
/// A record of a derivation of a URL.
type UrlDerivationRecord<R> = JoinedRecord<
    JoinedRecord<
        JoinedRecord<UrlRecordHead<'static>, JudgeRecordHead<'static>>,
        DerivationNumberRecord,
    >,
    R,
>;
/// A record about a text that is not a URL of an input.
type TextRecord<R> = JoinedRecord<TextRecordHead<'static>, R>;

/// Defines the list of schemas: the name of the file of each, its type and its title. After the
/// semicolon are those in `docs/` itself: their types have the description and the number.
macro_rules! schemas {
    (
        $($name:literal $Record:ty: $title:literal,)+;
        $($own_name:literal $Own:ty: $own_title:literal,)+
    ) => {
        /// The schema of each kind of record, by the path of its file.
        pub fn all() -> Vec<(&'static str, Value)> {
            vec![
                $((
                    concat!("docs/schemas/", $name, ".schema.json"),
                    schema_of_command::<$Record>($title),
                ),)+
                $((concat!("docs/", $own_name, ".schema.json"), schema::<$Own>($own_title)),)+
            ]
        }
    };
}

schemas! {
    "access" UrlEditionRecord<AccessRecord>:
        "What a client does with a URL: `urlbnf access`.",
    "parse" UrlEditionRecord<ParsedUrlRecord>:
        "A URL by its parts: `urlbnf parse`.",
    "canonical" UrlEditionRecord<CanonicalUrlRecord>:
        "A URL in canonical form: `urlbnf canonical`.",
    "compare" ComparedUrlsRecord:
        "Whether two URLs are the same: `urlbnf compare`.",
    "encode" TextRecord<EncodedTextRecord>:
        "An encoded text: `urlbnf encode`.",
    "decode" TextRecord<DecodedTextRecord>:
        "A decoded text: `urlbnf decode`.",
    "resolve" JoinedRecord<UrlRecordHead, ResolvedUrlRecord>:
        "A partial form resolved, or shortened: `urlbnf resolve`.",
    "extract" ExtractedUrlRecord:
        "A URL found in a text: `urlbnf extract`.",
    "characters" CharacterRecord:
        "What a character may do in a URL: `urlbnf characters`.",
    "tree" UrlDerivationRecord<DerivationTreeRecord>:
        "A derivation as a tree: `urlbnf tree`.",
    "derive" UrlDerivationRecord<StepwiseDerivationRecord>:
        "A derivation: `urlbnf derive`.",
    "ambiguity" AmbiguityRecord<'_>:
        "Whether a production is ambiguous: `urlbnf ambiguity`.",
    "generate" JoinedRecord<StartRecordHead<'_>, GeneratedStringRecord<'_>>:
        "A string that conforms: `urlbnf generate`.",
    "near-miss" JoinedRecord<StartRecordHead<'_>, NearMissRecord<'_>>:
        "A near miss: `urlbnf generate --near-miss`.",
    "productions" ListedProductionRecord<'_>:
        "A production of an edition: `urlbnf productions`.",
    "prove" ProvedProductionRecord<'_>:
        "What the proof says of a production: `urlbnf prove`.",
    "prove-file" ProvedRuleRecord<'_>:
        "What the proof says of a rule of a pest grammar: `urlbnf prove GRAMMAR FILE`.",
    "lint" LintFindingRecord<'_>:
        "Something wrong or doubtful in a grammar: `urlbnf lint GRAMMAR`.",
    "review" review::ReviewRecord<'_>:
        "A finding of a review: `urlbnf diff --against REV FILE`.",
    "diff" DiffRecord<'_>:
        "What changed between two grammars: `urlbnf diff`.",
    "extract-grammar" ExtractedRuleRecord<'_>:
        "A rule that stands in a document: `urlbnf extract-grammar FILE`.",
    "suite" suite::FaultRecord<'_>:
        "A fault, and the string that tells it: `urlbnf suite`.",
    "conformity" CaseAnswerRecord<'_>:
        "What a program says of a case of a suite: `urlbnf suite run`.",
    "contradictions" ContradictionRecord:
        "A contradiction: `urlbnf contradictions`.",
    "contradictions-url" UnacceptedUrlRecord:
        "A URL that no grammar of its own document takes as printed: `urlbnf contradictions --urls`.",
    "editions" ListedEditionRecord:
        "An edition: `urlbnf editions`.",
    "schemes" ListedSchemeRecord:
        "A scheme and what the documents say of it: `urlbnf schemes`.",
    "history" HistoryStageRecord:
        "One thing through the documents, a record for each grammar: `urlbnf history`.",
    "explain-code" ExplainCodeRecord<'_>:
        "A code explained: `urlbnf explain char-not-allowed`.",
    "explain-edition" ExplainGrammarRecord<'_>:
        "A grammar explained: `urlbnf explain rfc1738`.",
    "explain-number" ExplainRemarkRecord:
        "A numbered remark explained: `urlbnf explain E3`.",
    "explain-production" ExplainProductionRecord<'_>:
        "A production explained: `urlbnf explain hostname`.",
    ;
    "record" CheckRecord<'_>:
        "urlbnf record",
    "matrix" matrix::MatrixRecord<'_>:
        "urlbnf matrix row",
    "tally" tallies::TallyRecord:
        "urlbnf tally",
    "suite-file" suite::SuiteFileRecord<'_>:
        "A conformance suite in one file: `urlbnf suite GRAMMAR -o FILE`.",
    "suite-results" conformity::ConformityResultsRecord<'_>:
        "What a program says of suites, in one object: `urlbnf suite run --format tally-json`.",
}

/// The schema of a record that a command writes, with a title.
fn schema_of_command<R: JsonSchema>(title: &str) -> Value {
    let mut schema = schema::<R>(title);
    schema["description"] = "Offsets count bytes from 0; lines and columns count from 1.".into();
    schema
}

/// The schema of a record, with a title.
fn schema<R: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let derived = Value::from(settings.into_generator().into_root_schema_for::<R>());
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), derived["$schema"].clone());
    schema.insert("title".to_owned(), title.into());
    schema.insert("description".to_owned(), derived["description"].clone());
    if let Value::Object(derived) = derived {
        for (key, value) in derived {
            schema.entry(key).or_insert(value);
        }
    }
    let mut schema = Value::Object(schema);
    close(&mut schema);
    reword(&mut schema);
    schema
}

/// The pattern of bytes in base64.
pub(crate) const BASE64: &str = "^[A-Za-z0-9+/]*={0,2}$";

/// The pattern of fingerprints and digests.
pub(crate) const FINGERPRINT: &str = "^[0-9a-f]{16}$";

/// Turns `anyOf` into `oneOf`.
pub(crate) fn exactly_one(schema: &mut Schema) {
    if let Some(alternatives) = schema.remove("anyOf") {
        schema.insert("oneOf".to_owned(), alternatives);
    }
}

/// Turns doc comments into descriptions: keeps the first paragraph, on one line, and writes null for
/// `None`.
fn reword(schema: &mut Value) {
    match schema {
        Value::Object(schema) => schema.iter_mut().for_each(|(key, value)| match value {
            Value::String(text) if key == "description" => {
                *text = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
                *text = text.replace("`None`", "null");
            }
            value => reword(value),
        }),
        Value::Array(all) => all.iter_mut().for_each(reword),
        _ => {}
    }
}

/// Forbids further keys in each object schema that lists its properties.
fn close(schema: &mut Value) {
    const ALTERNATIVES: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    const CONDITIONS: [&str; 3] = ["if", "then", "else"];
    match schema {
        Value::Object(schema) => {
            // Alternatives and conditions of such a schema describe the same object: only the outer
            // schema is closed.
            let open = schema.contains_key("properties");
            let alternatives = ALTERNATIVES.iter().any(|keyword| schema.contains_key(*keyword));
            for (key, value) in schema.iter_mut() {
                let is_in = |keys: &[&str]| keys.contains(&key.as_str());
                if !(open && (is_in(&ALTERNATIVES) || is_in(&CONDITIONS))) {
                    close(value);
                }
            }
            if open {
                let key =
                    if alternatives { "unevaluatedProperties" } else { "additionalProperties" };
                schema.entry(key).or_insert(false.into());
            }
        }
        Value::Array(all) => all.iter_mut().for_each(close),
        _ => {}
    }
}
