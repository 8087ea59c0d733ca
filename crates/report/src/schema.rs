//! The JSON Schema of each kind of record, derived from its type.
//!
//! The files in `docs/schemas/` are these, which a test holds. A key that a type gets is in its
//! schema, with what the type's documentation says of it.

pub(crate) mod words;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::record::{ByEdition, ByJudge, Head, Joined, OfText, SCHEMA};
use crate::records::*;

/// A record about a URL and an edition.
type OfUrl<R> = Joined<Joined<Head<'static>, ByEdition>, R>;
/// A record of a derivation of a URL.
type OfDerivation<R> = Joined<Joined<Joined<Head<'static>, ByJudge<'static>>, Derivation>, R>;
/// A record about a text that is not a URL of an input.
type Text<R> = Joined<OfText<'static>, R>;

/// The schema of each kind of record, by the name of its file.
pub fn all() -> Vec<(&'static str, Value)> {
    of_urls()
}

fn of_urls() -> Vec<(&'static str, Value)> {
    vec![
        ("access", schema::<OfUrl<Accessed>>("What a client does with a URL: `urlbnf access`.")),
        ("parse", schema::<OfUrl<Parsed>>("A URL by its parts: `urlbnf parse`.")),
        ("canonical", schema::<OfUrl<Canonical>>("A URL in canonical form: `urlbnf canonical`.")),
        ("compare", schema::<Compared>("Whether two URLs are the same: `urlbnf compare`.")),
        ("encode", schema::<Text<Encoded>>("An encoded text: `urlbnf encode`.")),
        ("decode", schema::<Text<Decoded>>("A decoded text: `urlbnf decode`.")),
        (
            "resolve",
            schema::<Joined<Head, Resolved>>(
                "A partial form resolved, or shortened: `urlbnf resolve`.",
            ),
        ),
        ("extract", schema::<Extracted>("A URL found in a text: `urlbnf extract`.")),
        (
            "characters",
            schema::<Character>("What a character may do in a URL: `urlbnf characters`."),
        ),
        ("tree", schema::<OfDerivation<AsTree>>("A derivation as a tree: `urlbnf tree`.")),
        ("derive", schema::<OfDerivation<BySteps>>("A derivation: `urlbnf derive`.")),
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

/// Makes descriptions of comments about types: null is what a value is that has none, and each
/// paragraph is one line.
fn reword(schema: &mut Value) {
    match schema {
        Value::Object(schema) => schema.iter_mut().for_each(|(key, value)| match value {
            Value::String(text) if key == "description" => {
                let paragraphs = text.split("\n\n").map(|it| it.replace('\n', " "));
                *text = paragraphs.collect::<Vec<_>>().join("\n\n").replace("`None`", "null");
            }
            value => reword(value),
        }),
        Value::Array(all) => all.iter_mut().for_each(reword),
        _ => {}
    }
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
