//! The JSON Schema of each kind of record, derived from its type.
//!
//! The files in `docs/schemas/` are these, which a test holds. A key that a type gets is in its
//! schema, with what the type's documentation says of it.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::diff::Changes;
use crate::record::{Head, Joined, SCHEMA};
use crate::records::*;
use crate::{review, suite};

/// A record that begins with what is known of a URL.
type OfUrl<R> = Joined<Head<'static>, R>;

/// A schema, by the name of its file.
type Named = (&'static str, Value);

/// The schema of each kind of record.
pub fn all() -> Vec<Named> {
    let canonical = schema::<OfUrl<Canonical>>("A URL in canonical form: `urlbnf canonical`.");
    let mut all = vec![("canonical", canonical)];
    all.extend(of_grammars());
    all
}

/// The schemas of records about grammars.
fn of_grammars() -> Vec<Named> {
    vec![
        (
            "ambiguity",
            schema::<AmbiguityOfProduction<'_>>(
                "Whether a production is ambiguous: `urlbnf ambiguity`.",
            ),
        ),
        (
            "generate",
            schema::<Joined<OfStart<'_>, GeneratedString<'_>>>(
                "A string that conforms: `urlbnf generate`.",
            ),
        ),
        (
            "near-miss",
            schema::<Joined<OfStart<'_>, NearMiss<'_>>>(
                "A near miss: `urlbnf generate --near-miss`.",
            ),
        ),
        (
            "productions",
            schema::<ListedProduction<'_>>("A production of an edition: `urlbnf productions`."),
        ),
        (
            "prove",
            schema::<ProvedProduction<'_>>("What the proof says of a production: `urlbnf prove`."),
        ),
        (
            "prove-file",
            schema::<ProvedRule<'_>>(
                "What the proof says of a rule of a pest grammar: `urlbnf prove GRAMMAR FILE`.",
            ),
        ),
        (
            "lint",
            schema::<LintFinding<'_>>(
                "Something wrong or doubtful in a grammar: `urlbnf lint GRAMMAR`.",
            ),
        ),
        (
            "review",
            schema::<review::Record<'_>>(
                "A finding of a review: `urlbnf diff --against REV FILE`.",
            ),
        ),
        ("diff", schema::<Changes<'_>>("What changed between two grammars: `urlbnf diff`.")),
        (
            "extract-grammar",
            schema::<ExtractedRule<'_>>(
                "A rule that stands in a document: `urlbnf extract-grammar FILE`.",
            ),
        ),
        (
            "suite",
            schema::<suite::Record<'_>>("A fault, and the string that tells it: `urlbnf suite`."),
        ),
        (
            "conformity",
            schema::<ConformityCase<'_>>(
                "What a program says of a case of a suite: `urlbnf suite run`.",
            ),
        ),
        (
            "combinations",
            schema::<Combination<'_>>(
                "A set of editions, and a shortest string that conforms to these and to no other: \
                 `urlbnf combinations`.",
            ),
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
    schema
}

/// Forbids other keys in each object whose keys are told, wherever it stands. Puts descriptions
/// on one line.
fn close(schema: &mut Value) {
    const ALTERNATIVES: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    match schema {
        Value::Object(schema) => {
            // Alternatives of an object with keys of its own add to these: only the whole is closed.
            let open = schema.contains_key("properties");
            let alternatives = ALTERNATIVES.iter().any(|it| schema.contains_key(*it));
            if let Some(Value::String(lines)) = schema.get_mut("description") {
                *lines = lines.replace('\n', " ");
            }
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
