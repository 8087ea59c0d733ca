//! Nothing is skipped silently: neither empty lines, nor texts that are not references.

use serde_json::Value;

use crate::program::{output, run};

/// The standard output and the notes of a command.
#[track_caller]
fn said(arguments: &[&str], input: &str) -> (String, String) {
    let output = run(arguments, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn the_record_says_what_is_no_reference() {
    let record = |arguments: &[&str]| -> Value {
        serde_json::from_str(&said(arguments, "").0).expect("a record")
    };
    let resolve = ["resolve", "--format", "jsonl", "--base"];
    let of = |rule, base, input| record(&[&resolve[..], &[base, "--rule", rule, input]].concat());
    for (rule, base, input, wanted) in [
        ("rfc3986", "http://a/b", "1:b", [Value::Bool(true), Value::Bool(false)]),
        ("rfc3986", "http://a b/", "g", [Value::Bool(false), Value::Bool(true)]),
        ("rfc1630", "http://a/b", "g", [Value::Null, Value::Null]),
    ] {
        let record = of(rule, base, input);
        assert_eq!([&record["base_conforms"], &record["input_conforms"]], [&wanted[0], &wanted[1]]);
    }
    let canonical = ["canonical", "--rung", "case", "--format", "jsonl", "a b"];
    assert_eq!(record(&canonical)["input_conforms"], false);
    let parse = record(&["parse", "-e", "rfc3986", "--format", "jsonl", "?q"]);
    assert_eq!(parse["address"]["scheme"], Value::Null);
}

#[track_caller]
fn one(arguments: &[&str], input: &[u8]) -> Value {
    serde_json::from_str(&output(arguments, input)).unwrap()
}

/// A result has the exact characters, even those that a terminal cannot show.
#[test]
fn a_result_is_to_the_byte() {
    let iri = "http://a/हिन्दी\u{A0}e\u{301}";
    for arguments in [
        &["resolve", "--rule", "rfc3987", "--base", "http://b/"][..],
        &["canonical", "-e", "rfc3987", "--rung", "case"],
    ] {
        assert_eq!(output(&[arguments, &[iri]].concat(), b""), format!("{iri}\n"));
        let record = one(&[arguments, &["--format", "jsonl", iri]].concat(), b"");
        let result = record.get("output").or(record.get("canonical"));
        assert_eq!(result.and_then(Value::as_str), Some(iri), "{record}");
        assert_eq!(record["input"], iri);
    }
    let uri = output(&["encode", "--to-uri", iri], b"");
    assert_eq!(
        output(&["decode", "--to-iri", uri.trim_end()], b""),
        "http://a/हिन्दी%C2%A0e\u{301}\n"
    );
    let record = one(&["encode", "--to-uri", "--format", "jsonl", iri], b"");
    assert_eq!(record["input"], iri);
    let record = one(&["compare", "-e", "rfc3987", "--format", "jsonl", iri, iri], b"");
    assert_eq!(record["inputs"], serde_json::json!([iri, iri]));
    // Bytes that are not UTF-8 are in a separate field.
    let record = one(&["resolve", "--base", "http://b/", "--format", "jsonl"], b"http://a/\xFF\n");
    assert_eq!(record["output"], "http://a/\u{FFFD}");
    assert_eq!(record["output_base64"], "aHR0cDovL2Ev/w==");
}
