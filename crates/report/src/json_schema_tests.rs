//! Strings in the form of the JSON Schema Test Suite, which many validators run already.
//!
//! A schema can require that a text is a URI: `{"format": "uri"}`. The test suite has a file
//! for each such format, an array of cases with their tests. The strings of a suite are
//! written in this form; where no format names their start, the name of the format is made of
//! those of the grammar and of the start, and validators that take formats of users can check it.

use serde_json::{Value, json};

use urlbnf_url::{Edition, Judge};

/// The formats that name a start of an edition, in the vocabulary of JSON Schema.
const FORMATS: [(&str, Edition, &str); 4] = [
    ("uri", Edition::Rfc3986, "URI"),
    ("uri-reference", Edition::Rfc3986, "URI-reference"),
    ("iri", Edition::Rfc3987, "IRI"),
    ("iri-reference", Edition::Rfc3987, "IRI-reference"),
];

/// The format that corresponds to a judge.
pub(super) fn format(judge: &Judge) -> String {
    let start = judge.grammar().name(judge.start());
    let same = |it: &&(&str, Edition, &str)| judge.edition() == Some(it.1) && start == it.2;
    match FORMATS.iter().find(same) {
        Some((format, ..)) => (*format).to_owned(),
        None => {
            let name = format!("{}-{start}", judge.name());
            name.replace(|it: char| !it.is_ascii_alphanumeric() && it != '-', "-")
        }
    }
}

/// The tests of a format: each string that is text, with the name of its first case. JSON text
/// consists of characters, so other bytes have no test.
pub(super) fn tests(format: &str, strings: &[(Vec<u8>, bool, String)]) -> Value {
    let test = |(string, valid, case): &(Vec<u8>, bool, String)| {
        let data = std::str::from_utf8(string).ok()?;
        Some(json!({ "description": case, "data": data, "valid": valid }))
    };
    let tests: Vec<Value> = strings.iter().filter_map(test).collect();
    json!([{
        "description": format!("strings that tell a parser of `{format}` from one with a mistake"),
        "schema": { "format": format },
        "tests": tests,
    }])
}
