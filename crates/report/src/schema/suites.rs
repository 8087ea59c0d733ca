//! The schemas of the files of suites, and of what a program says of suites.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::conformity::Results;
use crate::record::SCHEMA;
use crate::suite::{FILE_SCHEMA, File, Index};

/// The schema of each, by its path.
pub fn of_suites() -> Vec<(&'static str, Value)> {
    vec![
        (
            "docs/suite-file.schema.json",
            schema::<File<'_>>(
                "A conformance suite in one file: `urlbnf suite GRAMMAR -o FILE`.",
                FILE_SCHEMA,
            ),
        ),
        (
            "docs/suite-index.schema.json",
            schema::<Index<'_>>("What a suite is of: `index.json` of `urlbnf suite -o`.", SCHEMA),
        ),
        (
            "docs/suite-results.schema.json",
            schema::<Results<'_>>(
                "What a program says of suites, in one object: `urlbnf suite run --format tally-json`.",
                SCHEMA,
            ),
        ),
    ]
}

/// The schema of a file, with a title and its number. None has offsets, lines or columns.
fn schema<R: JsonSchema>(title: &str, number: u32) -> Value {
    let mut schema = super::schema::<R>(title);
    schema["properties"]["schema"] = json!({ "const": number });
    if let Value::Object(schema) = &mut schema {
        schema.shift_remove("description");
    }
    schema
}
