//! SARIF: valid by the schema that OASIS publishes, and true of the input bytes.
//!
//! `tests/schemas/sarif-schema-2.1.0.json` is that schema (SARIF Technical
//! Committee, OASIS Open), in draft 7 of JSON Schema, as the package
//! serde-sarif 0.8.0 (MIT) has it. One pattern is misprinted there.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{output, records, run};
use crate::verdict_lines;

#[track_caller]
pub fn valid(text: &str) -> Value {
    let schema = include_str!("../schemas/sarif-schema-2.1.0.json");
    let language = "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$";
    assert!(schema.contains(language), "the schema has its misprint no more");
    let schema = schema.replace(language, "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let log: Value = serde_json::from_str(text).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&log).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:?}");
    log
}

fn check(arguments: &[&str], input: &[u8]) -> Value {
    valid(&output(&[&["check", "--format", "sarif"], arguments].concat(), input))
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

const INPUT: &[u8] = b"http://a.b/
http://a.b/~x
http:x

http://c.d/e~f
mid:a@b
http://a.b/\xC3\xA9
http://a.b/\xFF
http://
HTTP://a.b/
<URL:http://a.b/>
http://a.b/#x
http://a.b/g~
http://a.b/h~
";

#[test]
fn is_valid() {
    check(&["-e", "all", "--reading", "both", "--ignore-scheme-case"], INPUT);
    check(&["--limit", "0"], INPUT);
    let log = check(&[], b"");
    assert!(results(&log).is_empty());
}

#[test]
fn every_code_is_a_rule() {
    let log = check(&["-e", "all", "--reading", "both"], INPUT);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), urlbnf::diagnose::DiagnosticCode::ALL.len());
    for result in results(&log) {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    for rule in rules {
        let text = rule["shortDescription"]["text"].as_str().unwrap();
        assert!(text.ends_with(['.', ')']) && text.len() < 250, "{text}");
    }
}

#[test]
fn the_same_failure_is_one_result() {
    let log = check(&["--limit", "2"], INPUT);
    let results = results(&log);
    let tilde = results.iter().find(|it| it["message"]["text"].as_str().unwrap().contains('~'));
    let tilde = tilde.unwrap();
    assert_eq!((&tilde["occurrenceCount"], &tilde["level"]), (&4.into(), &"error".into()));
    assert_eq!(tilde["properties"]["production"], "hsegment");
    let place = &tilde["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "standard-input");
    assert_eq!(
        place["region"],
        serde_json::json!({
            "startLine": 2, "startColumn": 12, "endLine": 2, "endColumn": 13,
            "byteOffset": 23, "byteLength": 1,
        })
    );
    assert_eq!(tilde["relatedLocations"].as_array().unwrap().len(), 1);
    let changes = tilde["fixes"][0]["artifactChanges"].as_array().unwrap();
    assert_eq!((changes.len(), changes[0]["replacements"].as_array().unwrap().len()), (1, 2));
    let generic = results.iter().find(|it| it["properties"]["verdict"] == "generic-only");
    assert_eq!(generic.unwrap()["level"], "warning");
    let sum: u64 = results.iter().map(|it| it["occurrenceCount"].as_u64().unwrap()).sum();
    let counts = &log["runs"][0]["properties"];
    let count = |name: &str| counts[name].as_u64().unwrap();
    assert_eq!(sum, count("rejected") + count("generic-only"));
    assert_eq!((count("conforms") + sum, count("empty")), (13, 1));
}

/// Results that are only counted, and not examined, agree with the records: the number of each
/// failure, and the lines of the first ones.
#[test]
fn a_result_has_all_records_of_its_failure() {
    let hard = verdict_lines::hard();
    for more in [
        &["-e", "rfc1738"][..],
        &["-e", "born", "--reading", "both", "--only", "rejected"],
        &["-e", "tests/drafts/nested.abnf", "--nesting", "3"],
        &["--ignore-scheme-case"],
    ] {
        let mut wanted: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for record in records(&[&["check", "--format", "jsonl"], more].concat(), &hard) {
            let error = &record["error"];
            if error.is_null() {
                continue;
            }
            let word = |value: &Value| value.as_str().unwrap().to_owned();
            let (grammar, reading) = (word(&record["grammar"]), word(&record["reading"]));
            let (code, production) = (word(&error["code"]), word(&error["production"]));
            let byte = error["found"]["byte"].as_u64();
            let found = byte.map_or("end".to_owned(), |byte| format!("{byte:02X}"));
            let mut failure = format!("{grammar}/{reading}/{code}/{production}/{found}");
            if record["verdict"] == "generic-only" {
                failure += "/generic-only";
            }
            wanted.entry(failure).or_default().push(record["line"].as_u64().unwrap());
        }
        let log = check(&[more, &["--limit", "2"]].concat(), &hard);
        let told: BTreeMap<String, &Value> = results(&log)
            .iter()
            .map(|it| (it["partialFingerprints"]["failure/v1"].as_str().unwrap().to_owned(), it))
            .collect();
        assert!(told.keys().eq(wanted.keys()), "{more:?}");
        for (failure, lines) in wanted {
            let result = told[&failure];
            assert_eq!(result["occurrenceCount"], lines.len(), "{more:?}: {failure}");
            let places = ["locations", "relatedLocations"];
            let places = places.iter().flat_map(|key| result[key].as_array().unwrap());
            let line = |place: &Value| place["physicalLocation"]["region"]["startLine"].as_u64();
            let places: Vec<u64> = places.filter_map(line).collect();
            assert_eq!(places, lines[..lines.len().min(2)], "{more:?}: {failure}");
        }
    }
}

/// A fix, applied to its bytes, makes the line conform.
#[test]
fn fixes_are_true_of_the_bytes() {
    let log = check(&["--limit", "9"], INPUT);
    let mut fixed = 0;
    for result in results(&log) {
        for change in result["fixes"][0]["artifactChanges"].as_array().into_iter().flatten() {
            let replacements = change["replacements"].as_array().unwrap();
            let mut text = INPUT.to_vec();
            for replacement in replacements.iter().rev() {
                let region = &replacement["deletedRegion"];
                let number = |key: &str| region[key].as_u64().unwrap() as usize;
                let (start, length) = (number("byteOffset"), number("byteLength"));
                let new = replacement["insertedContent"]["text"].as_str().unwrap();
                text.splice(start..start + length, new.bytes());
                // The columns agree with the bytes.
                let line = INPUT.split(|&byte| byte == b'\n').nth(number("startLine") - 1);
                let line = std::str::from_utf8(line.unwrap()).unwrap();
                let (from, to) = (number("startColumn") - 1, number("endColumn") - 1);
                let deleted: String = line.chars().skip(from).take(to - from).collect();
                assert_eq!(deleted.as_bytes(), &INPUT[start..start + length]);
            }
            let line = |it: &Value| it["deletedRegion"]["startLine"].as_u64().unwrap() as usize;
            let mut lines: Vec<usize> = replacements.iter().map(line).collect();
            lines.dedup();
            for line in lines {
                let line = text.split(|&byte| byte == b'\n').nth(line - 1).unwrap();
                let url = std::str::from_utf8(line).unwrap();
                assert_eq!(run(&["check", url], b"").status.code(), Some(0), "{url}");
                fixed += 1;
            }
        }
    }
    assert!(fixed >= 7, "{fixed}");
}
