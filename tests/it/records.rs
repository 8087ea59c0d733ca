//! Records: they follow their schema, and they are true of the input bytes.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::program::output;

/// Inputs of all kinds: each verdict, each code, all kinds of bytes.
const INPUTS: &[u8] = b"http://a.b/
http://info.cern.ch/~timbl/
http:x
HTTP://a.b/
mid:a@b
whois:x
x-foo:bar
malito:a
<URL:http://a.b/c>
http://a.b/#c
http://a.b/%
http://a.b/%zz
http://a.b/\xC3\xA9
http://a.b/\xFF\xFE
\xEF\xBB\xBFhttp://a.b/
a\0b
http://
%
mailto:a@b
url:http://a/
file://a
file:///a
ftp://u:p@a:25/%0D
news:a..b/c
http://a.b/ c d e
";

fn records(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let arguments = [&["check", "--format", "jsonl"], arguments].concat();
    let output = output(&arguments, input);
    output.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// Validates values against a schema of `docs/`.
#[track_caller]
fn follow(schema: &str, values: &[Value]) {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for value in values {
        let errors: Vec<String> = validator.iter_errors(value).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{value}: {errors:?}");
    }
}

/// The codes of records, with `None` for those that conform.
fn codes<'r>(codes: impl Iterator<Item = &'r Value>) -> BTreeSet<Option<&'r str>> {
    codes.map(Value::as_str).collect()
}

/// The number of codes that an edition can have. The others belong to grammar files.
fn of_editions() -> usize {
    urlbnf::diagnose::Code::ALL.into_iter().filter(|code| code.example().is_some()).count()
}

#[test]
fn follow_the_schema() {
    let all = ["-e", "all", "--reading", "both"];
    let records: Vec<Value> = [
        &all[..],
        &[&all[..], &["--ignore-scheme-case", "--warnings"]].concat(),
        &["--start", "hpath"],
        &["-e", OWN],
    ]
    .iter()
    .flat_map(|arguments| records(arguments, INPUTS))
    .collect();
    follow(include_str!("../../docs/record.schema.json"), &records);
    // There is a conforming record, and one for each code.
    let seen = codes(records.iter().map(|record| &record["error"]["code"]));
    assert_eq!(seen.len(), 1 + of_editions(), "{seen:?}");
}

#[test]
fn tallies_follow_theirs() {
    let tally = |arguments: &[&str]| -> Vec<Value> {
        let arguments = [&["check", "--format", "tally-json"], arguments].concat();
        let output = output(&arguments, INPUTS);
        output.lines().map(|line| serde_json::from_str(line).expect("a tally is JSON")).collect()
    };
    let all = ["-e", "all", "--reading", "both"];
    let rows: Vec<Value> =
        [tally(&all), tally(&[&all[..], &["--ignore-scheme-case"]].concat())].concat();
    follow(include_str!("../../docs/tally.schema.json"), &rows);
    let (heads, rows): (Vec<Value>, Vec<Value>) =
        rows.into_iter().partition(|it| it["code"].is_null() && it["tool"].is_string());
    assert_eq!(heads.len(), 2);
    let seen = codes(rows.iter().map(|row| &row["code"]));
    assert_eq!(seen.len(), 1 + of_editions(), "{seen:?}");
    // Lines that are not UTF-8 are kept exactly.
    let exact = rows.iter().flat_map(|row| row["examples"].as_array().expect("a list"));
    assert!(exact.filter(|example| example["input_base64"].is_string()).count() > 0);
}

/// This includes the codes that no edition uses.
#[test]
fn every_code_is_in_the_schemas() {
    for schema in ["docs/record.schema.json", "docs/tally.schema.json"] {
        let text = crate::repository::read(schema);
        for code in urlbnf::diagnose::Code::ALL {
            assert!(text.contains(&format!("\"{}\"", code.name())), "{schema}: {code}");
        }
    }
}

/// A matrix has the verdicts of the records, whether or not the lines are judged one by one.
#[test]
fn rows_of_a_matrix_follow_theirs_and_say_what_the_records_say() {
    let all = ["-e", "all", "--reading", "both"];
    for more in [&[][..], &["--ignore-scheme-case"], &["--only", "generic-only"]] {
        let arguments = [&all[..], more].concat();
        let format = [&["check", "--format", "matrix-json"], &arguments[..]].concat();
        let rows: Vec<Value> = output(&format, INPUTS)
            .lines()
            .map(|line| serde_json::from_str(line).expect("a row is JSON"))
            .collect();
        follow(include_str!("../../docs/matrix.schema.json"), &rows);
        let said = |value: &Value| {
            let keys = ["grammar", "reading", "verdict"];
            keys.map(|key| value[key].as_str().expect("a word").to_owned())
        };
        let in_rows: Vec<_> = rows
            .iter()
            .flat_map(|row| {
                let verdicts = row["verdicts"].as_array().expect("a list");
                verdicts.iter().map(|it| (row["line"].clone(), said(it)))
            })
            .collect();
        let records = records(&arguments, INPUTS);
        let in_records: Vec<_> = records.iter().map(|it| (it["line"].clone(), said(it))).collect();
        match more {
            // A row has all verdicts if one of them was selected.
            ["--only", _] => {
                assert!(rows.len() > 2 && in_rows.len() > in_records.len());
                assert!(in_records.iter().all(|it| in_rows.contains(it)));
            }
            _ => assert_eq!(in_rows, in_records, "{more:?}"),
        }
    }
}

#[test]
fn have_their_keys_in_the_order_of_the_schema() {
    let schema = include_str!("../../docs/record.schema.json");
    let output = output(&["check", "--format", "jsonl", "http://a.b/~"], b"");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let mut last = 0;
    for key in schema["required"].as_array().expect("the schema has required keys") {
        let at = output.find(&format!("{key}:")).expect("the key is there");
        assert!(at >= last, "{key}");
        last = at;
    }
}

/// Edits apply to the original input, and their result is the replacement.
#[test]
fn have_edits_that_make_the_replacement() {
    let mut repaired = 0;
    for record in records(&["-e", "all", "--ignore-scheme-case"], INPUTS) {
        let Some(replacement) = record["error"]["replacement"].as_str() else { continue };
        let base64 = record["input_base64"].as_str();
        let Some(input) = record["input"].as_str().filter(|_| base64.is_none()) else { continue };
        let mut text = input.as_bytes().to_vec();
        for edit in record["error"]["edits"].as_array().expect("edits are a list").iter().rev() {
            let place = |key: &str| edit[key].as_u64().expect("a place is a number") as usize;
            let new = edit["text"].as_str().expect("a text is a string").bytes();
            text.splice(place("start")..place("end"), new);
        }
        assert_eq!(String::from_utf8_lossy(&text), replacement, "{record}");
        repaired += 1;
    }
    assert!(repaired > 10, "{repaired}");
}

#[test]
fn have_the_exact_bytes() {
    let of = |input: &[u8]| records(&["--limit", "0"], input).remove(0);
    let text = of("http://a.b/\u{E9}".as_bytes());
    assert_eq!(
        (text["input"].as_str(), &text["input_base64"]),
        (Some("http://a.b/\u{E9}"), &Value::Null)
    );
    assert_eq!(text["error"]["found"], serde_json::json!({ "byte": 0xC3, "text": "\u{E9}" }));
    let bytes = of(b"http:\xF0\x90\x80x");
    assert_eq!(bytes["input"], "http:\u{FFFD}\u{FFFD}\u{FFFD}x");
    assert_eq!(bytes["input_base64"], "aHR0cDrwkIB4");
    assert_eq!((&bytes["length"], &bytes["error"]["found"]["text"]), (&9.into(), &Value::Null));
    let mut long = b"http://a.b/".to_vec();
    long.resize((1 << 20) + 1, b'a');
    long.push(b'~');
    let long = of(&long);
    assert_eq!(
        (&long["input"], &long["input_base64"], &long["length"]),
        (&Value::Null, &Value::Null, &((1 << 20) + 2).into())
    );
    assert_eq!(
        (&long["error"]["offset"], &long["error"]["replacement"]),
        (&((1 << 20) + 1).into(), &Value::Null)
    );
}

/// A grammar that is not an edition, and not about URLs.
const OWN: &str = "docs/own-grammar/times.bnf";

/// A grammar of octets that is not regular.
const NESTED: &str = "tests/drafts/nested.abnf";

/// The commands that write records, with the schema of each.
const COMMANDS: &[(&str, &[&str])] = &[
    ("parse", &["parse", "http://a:80/b?c%20d", "http:x", "http://a/~"]),
    ("parse", &["parse", "-e", "url-02:printed", "ftp://u:p@a/b", "mailto:a@b"]),
    ("tree", &["tree", "--full", "http://a/b", "http:x"]),
    ("tree", &["tree", "-e", "url-01", "--all", "x-y:a"]),
    ("derive", &["derive", "http://a/b", "x-y:a"]),
    ("access", &["access", "http://a/~", "ftp://u@a/b", "telnet://a/", "mailto:a@b"]),
    ("canonical", &["canonical", "http://a.b/%7e%41"]),
    ("compare", &["compare", "http://a/%41", "http://a/A"]),
    ("compare", &["compare", "http://a/%2F", "http://a//"]),
    ("compare", &["compare", "--rung", "case", "http://a/%2F", "HTTP://a/%2f"]),
    ("compare", &["compare", "-e", "rfc3986", "http://a", "http://a:80"]),
    ("canonical", &["canonical", "--rung", "scheme", "http://a:80"]),
    ("encode", &["encode", "a b"]),
    ("encode", &["encode", "--whole-url", "http://a/~"]),
    ("encode", &["encode", "--to-uri", "http://a/\u{e9}"]),
    ("decode", &["decode", "a%FF"]),
    ("decode", &["decode", "--to-iri", "http://a/%C3%A9"]),
    ("resolve", &["resolve", "--base", "http://a/b/c", "../d", "#e"]),
    ("resolve", &["resolve", "--base", "http://a/b/c", "--shorten", "http://a/b/d"]),
    ("resolve", &["resolve", "--rule", "rfc3986", "--base", "http://a/b/c", "../d", "/e"]),
    ("extract", &["extract", "--check", "tests/excerpts/rfc1738-appendix.txt"]),
    ("extract-grammar", &["extract-grammar", "tests/documents/greeting.txt"]),
    ("review", &["diff", "--against", "rfc2396", "rfc3986"]),
    ("schemes", &["schemes"]),
    ("schemes", &["schemes", "gopher"]),
    ("contradictions", &["contradictions"]),
    ("contradictions-url", &["contradictions", "--urls"]),
    ("editions", &["editions"]),
    ("characters", &["characters", "~", "/"]),
    ("combinations", &["combinations", "url-02", "rfc1738"]),
    ("productions", &["productions", "-e", "url-00:printed"]),
    ("explain-production", &["explain", "hostname", "ftptype", "URL"]),
    ("history", &["history", "~"]),
    ("history", &["history", "hostname"]),
    ("history", &["history", "gopher"]),
    ("explain-edition", &["explain", "RFC1738", "url-02:printed"]),
    ("explain-number", &["explain", "e3", "I1", "d4"]),
    ("explain-code", &["explain", "wrapper", "Bad-Escape"]),
    ("generate", &["generate", "--count", "3"]),
    ("near-miss", &["generate", "--near-miss", "--count", "20"]),
    ("suite", &["suite", "rfc3986", "--start", "URI", "--fault", "first-match,bound-moved"]),
    ("suite", &["suite", "rfc1808"]),
    (
        "conformity",
        &[
            "suite",
            "run",
            "--suite",
            "suite/rfc1630-generic.json",
            "--protocol",
            "one-shot",
            "--command",
            "sh -c 'exit 1'",
        ],
    ),
    ("ambiguity", &["ambiguity", "-e", "url-00"]),
    ("tree", &["tree", "-e", OWN, "12:30Z"]),
    ("derive", &["derive", "-e", OWN, "P1D"]),
    ("productions", &["productions", "-e", OWN]),
    ("explain-production", &["explain", "-e", OWN, "zone"]),
    ("explain-edition", &["explain", OWN]),
    ("explain-code", &["explain", "Ambiguous"]),
    ("generate", &["generate", "-e", OWN, "--count", "3"]),
    ("near-miss", &["generate", "-e", OWN, "--near-miss", "--count", "3"]),
    ("ambiguity", &["ambiguity", "-e", OWN]),
    ("lint", &["lint", "docs/own-grammar/first.bnf", "tests/drafts/mistakes.bnf"]),
    ("prove", &["prove", "rfc1738:printed"]),
    (
        "prove-file",
        &["prove", "tests/abnf/rfc3986.abnf", "tests/drafts/slips.pest", "--map", "segment=piece"],
    ),
    ("tree", &["tree", "-e", NESTED, "--all", "(a)"]),
    ("derive", &["derive", "-e", NESTED, "(a)"]),
    ("explain-production", &["explain", "-e", NESTED, "comment", "octet"]),
    ("explain-edition", &["explain", NESTED]),
    ("generate", &["generate", "-e", NESTED, "--count", "9"]),
    ("near-miss", &["generate", "-e", NESTED, "--near-miss", "--count", "30"]),
    ("ambiguity", &["ambiguity", "-e", NESTED]),
    ("lint", &["lint", NESTED]),
    ("diff", &["diff", NESTED, "tests/drafts/nested-wider.abnf"]),
    ("diff", &["diff", "url-01", "url-02", "ftpaddress", "url"]),
    ("diff", &["diff", "rfc1630", "rfc1738"]),
];

/// Every command with data writes it in both formats, and follows its schema.
#[test]
fn of_every_command_follow_their_schema_in_both_forms() {
    let mut seen = BTreeSet::new();
    for (schema, arguments) in COMMANDS {
        let form = |form| output(&[arguments, &["--format", form][..]].concat(), b"");
        let lines: Vec<Value> = form("jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).expect("a line is a record"))
            .collect();
        assert!(!lines.is_empty(), "{arguments:?}");
        let path = format!("docs/schemas/{schema}.schema.json");
        follow(&crate::repository::read(&path), &lines);
        let array: Value = serde_json::from_str(&form("json")).expect("a document is JSON");
        assert_eq!(array, Value::Array(lines), "{arguments:?}");
        seen.insert(path);
    }
    let all = crate::repository::files_below("docs/schemas").into_iter();
    assert_eq!(seen, all.collect(), "every schema is tried");
    let check = |form| output(&["check", "--format", form, "http://a/", "http:x"], b"");
    let lines: Vec<Value> =
        check("jsonl").lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(serde_json::from_str::<Value>(&check("json")).expect("JSON"), Value::Array(lines));
}
