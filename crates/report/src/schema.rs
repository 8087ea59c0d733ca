//! The JSON Schema of each kind of record, derived from its type.
//!
//! The files in `docs/schemas/` are these, which a test holds. A key that a type gets is in its
//! schema, with what the type's documentation says of it.

pub(crate) mod words;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::record::{Head, Joined, SCHEMA};
use crate::records::*;

/// A record that begins with what is known of a URL.
type OfUrl<R> = Joined<Head<'static>, R>;

/// The schema of each kind of record, by the name of its file.
pub fn all() -> Vec<(&'static str, Value)> {
    let mut all = vec![(
        "canonical",
        schema::<OfUrl<Canonical>>("A URL in canonical form: `urlbnf canonical`."),
    )];
    all.extend(of_documents());
    all
}

/// The schemas of records about the documents, and of explanations.
fn of_documents() -> Vec<(&'static str, Value)> {
    let mut history = schema::<HistoryStage>("One thing through the documents: `urlbnf history`.");
    let missing = "Drafts 04, 05 and 07 to 09 could not be found.";
    history["description"] = format!("One record for each grammar of the line. {missing}").into();
    vec![
        ("contradictions", schema::<Contradiction>("A contradiction: `urlbnf contradictions`.")),
        (
            "contradictions-url",
            schema::<UnacceptedUrl>(
                "A URL that no grammar of its own document takes as printed: \
                 `urlbnf contradictions --urls`.",
            ),
        ),
        ("editions", schema::<ListedEdition>("An edition: `urlbnf editions`.")),
        (
            "sentences",
            schema::<FoundSentence<'_>>(
                "A sentence of a document: `urlbnf editions --sentences DOCUMENT`.",
            ),
        ),
        (
            "schemes",
            schema::<ListedScheme>("A scheme and what the documents say of it: `urlbnf schemes`."),
        ),
        ("history", history),
        (
            "explain-code",
            schema::<ExplainedCode<'_>>("A code explained: `urlbnf explain char-not-allowed`."),
        ),
        (
            "explain-edition",
            schema::<ExplainedGrammar<'_>>("A grammar explained: `urlbnf explain rfc1738`."),
        ),
        (
            "explain-number",
            schema::<ExplainedNumber>("A numbered remark explained: `urlbnf explain E3`."),
        ),
        (
            "explain-production",
            schema::<ExplainedProduction<'_>>("A production explained: `urlbnf explain hostname`."),
        ),
    ]
}

/// The schema of a record, with a title.
fn schema<R: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let derived = Value::from(settings.into_generator().into_root_schema_for::<R>());
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), derived["$schema"].clone());
    schema.insert("title".to_owned(), title.into());
    let description = "Offsets count bytes from 0; lines and columns count from 1.";
    schema.insert("description".to_owned(), description.into());
    if let Value::Object(derived) = derived {
        for (key, value) in derived {
            schema.entry(key).or_insert(value);
        }
    }
    let mut schema = Value::Object(schema);
    schema["properties"]["schema"] = json!({ "const": SCHEMA });
    close(&mut schema);
    reword(&mut schema);
    schema
}

/// Forbids other keys in each object whose keys are told, wherever it stands.
fn close(schema: &mut Value) {
    const ALTERNATIVES: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    match schema {
        Value::Object(schema) => {
            // Alternatives of an object with keys of its own add to these: only the whole is closed.
            let open = schema.contains_key("properties");
            let alternatives = ALTERNATIVES.iter().any(|it| schema.contains_key(*it));
            for (key, value) in schema.iter_mut() {
                if !(open && ALTERNATIVES.contains(&key.as_str())) {
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

/// Makes descriptions of the comments on types: the first paragraph of each, on one line.
fn reword(schema: &mut Value) {
    match schema {
        Value::Object(schema) => schema.iter_mut().for_each(|(key, value)| match value {
            Value::String(text) if key == "description" => {
                *text = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
            }
            value => reword(value),
        }),
        Value::Array(all) => all.iter_mut().for_each(reword),
        _ => {}
    }
}
