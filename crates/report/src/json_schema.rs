//! Strings in the form of the JSON Schema Test Suite, which many validators run already.
//!
//! A schema can require that a text is a URI: `{"format": "uri"}`. The test suite has a file
//! for each such format, an array of cases with their tests. The strings of a suite are
//! written in this form if a format names their start.

use serde_json::{Value, json};

use urlbnf_url::edition::Edition;
use urlbnf_url::verdict::Judge;

/// The formats that name a start of an edition, in the vocabulary of JSON Schema.
const FORMATS: [(&str, Edition, &str); 4] = [
    ("uri", Edition::Rfc3986, "URI"),
    ("uri-reference", Edition::Rfc3986, "URI-reference"),
    ("iri", Edition::Rfc3987, "IRI"),
    ("iri-reference", Edition::Rfc3987, "IRI-reference"),
];

/// The format that corresponds to a judge, if there is one.
pub(super) fn format(judge: &Judge) -> Option<&'static str> {
    let start = judge.grammar().name(judge.start());
    let same = |it: &&(&str, Edition, &str)| judge.edition() == Some(it.1) && start == it.2;
    FORMATS.iter().find(same).map(|(format, ..)| *format)
}

/// The tests of a format: each string that is text, with the name of the first fault that it
/// shows. JSON text consists of characters, so other bytes have no test.
pub(super) fn tests(format: &str, strings: &[(&[u8], bool, Vec<String>)]) -> Value {
    let test = |(string, valid, faults): &(&[u8], bool, Vec<String>)| {
        let data = std::str::from_utf8(string).ok()?;
        Some(json!({ "description": faults.first(), "data": data, "valid": valid }))
    };
    let tests: Vec<Value> = strings.iter().filter_map(test).collect();
    json!([{
        "description": format!("strings that tell a parser of `{format}` from one with a slip"),
        "schema": { "format": format },
        "tests": tests,
    }])
}
