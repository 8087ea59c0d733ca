//! Records: they follow their schema, and they are true of the input bytes.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::program::{self, output, run};
use crate::repository::{files_below, hold_to};
use crate::support::{follow, schema_of};
use crate::tables::rows;

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
    program::records(&[&["check", "--format", "jsonl"], arguments].concat(), input)
}

/// The codes of records, with `None` for those that conform.
fn codes<'r>(codes: impl Iterator<Item = &'r Value>) -> BTreeSet<Option<&'r str>> {
    codes.map(Value::as_str).collect()
}

/// The number of codes that an edition can have. The others belong to grammar files.
fn of_editions() -> usize {
    urlbnf::diagnose::DiagnosticCode::ALL
        .into_iter()
        .filter(|code| code.example().is_some())
        .count()
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
    follow("docs/record.schema.json", &records);
    // There is a conforming record, and one for each code.
    let seen = codes(records.iter().map(|record| &record["error"]["code"]));
    assert_eq!(seen.len(), 1 + of_editions(), "{seen:?}");
}

#[test]
fn tallies_follow_theirs() {
    let tally = |arguments: &[&str]| {
        program::records(&[&["check", "--format", "tally-json"], arguments].concat(), INPUTS)
    };
    let all = ["-e", "all", "--reading", "both"];
    let rows: Vec<Value> =
        [tally(&all), tally(&[&all[..], &["--ignore-scheme-case"]].concat())].concat();
    follow("docs/tally.schema.json", &rows);
    let (heads, rows): (Vec<Value>, Vec<Value>) =
        rows.into_iter().partition(|it| it["code"].is_null() && it["tool"].is_string());
    assert_eq!(heads.len(), 2);
    let seen = codes(rows.iter().map(|row| &row["code"]));
    assert_eq!(seen.len(), 1 + of_editions(), "{seen:?}");
    // Lines that are not UTF-8 are kept exactly.
    let exact = rows.iter().flat_map(|row| row["examples"].as_array().expect("a list"));
    assert!(exact.filter(|example| example["input_base64"].is_string()).count() > 0);
}

/// A matrix has the verdicts of the records, whether or not the lines are judged one by one.
#[test]
fn rows_of_a_matrix_follow_theirs_and_say_what_the_records_say() {
    let all = ["-e", "all", "--reading", "both"];
    for more in [&[][..], &["--ignore-scheme-case"], &["--only", "generic-only"]] {
        let arguments = [&all[..], more].concat();
        let format = [&["check", "--format", "matrix-json"], &arguments[..]].concat();
        let rows = program::records(&format, INPUTS);
        follow("docs/matrix.schema.json", &rows);
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
    let schema = schema_of("docs/record.schema.json");
    let output = output(&["check", "--format", "jsonl", "http://a.b/~"], b"");
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

/// A grammar that is not an edition, and not about URLs.
const OWN: &str = "docs/own-grammar/times.bnf";

/// `UPDATE_DOCS=1` writes them.
#[test]
fn schemas_are_those_of_the_types() {
    let mut written = BTreeSet::new();
    for (path, schema) in urlbnf::report::schema::all() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        hold_to(path, &text);
        written.insert(path.to_owned());
    }
    let files = files_below("docs").into_iter().filter(|it| it.ends_with(".schema.json"));
    assert_eq!(files.collect::<BTreeSet<_>>(), written, "every schema is that of a type");
}

/// Every command with data writes it in both formats, and follows its schema.
#[test]
fn of_every_command_follow_their_schema_in_both_forms() {
    let mut seen = BTreeSet::new();
    for row in rows("tests/cases/records.tsv") {
        let [schema, arguments] = &row[..] else { panic!("{row:?}") };
        let words = shlex::split(arguments).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let form = |form| [&words[..], &["--format", form]].concat();
        let lines = program::records(&form("jsonl"), b"");
        assert!(!lines.is_empty(), "{arguments:?}");
        let path = format!("docs/schemas/{schema}.schema.json");
        follow(&path, &lines);
        let array = serde_json::from_str::<Value>(&output(&form("json"), b""));
        let array = array.expect("a document is JSON");
        assert_eq!(array, Value::Array(lines), "{arguments:?}");
        seen.insert(path);
    }
    let all = urlbnf::report::schema::all().into_iter().map(|(path, _)| path.to_owned());
    let of_commands = all.filter(|path| path.starts_with("docs/schemas/"));
    assert_eq!(seen, of_commands.collect(), "every schema is tried");
    let check = |form| ["check", "--format", form, "http://a/", "http:x"];
    let lines = program::records(&check("jsonl"), b"");
    let array = output(&check("json"), b"");
    assert_eq!(serde_json::from_str::<Value>(&array).expect("JSON"), Value::Array(lines));
}

/// The bytes of a record under a key.
#[track_caller]
fn exact_bytes(record: &Value, key: &str) -> Vec<u8> {
    let text = record[key].as_str().expect("there is a text");
    match record[format!("{key}_base64")].as_str() {
        Some(exact) => {
            let exact = STANDARD.decode(exact).expect("it is base64");
            assert!(std::str::from_utf8(&exact).is_err(), "{record}");
            exact
        }
        None => text.as_bytes().to_vec(),
    }
}

#[test]
fn strings_that_are_no_text_are_exact() {
    let nested = "tests/drafts/nested.abnf";
    let arguments = ["generate", "-e", nested, "--count", "40"];
    let records = program::records(&[&arguments[..], &["--format", "jsonl"]].concat(), b"");
    let strings: Vec<Vec<u8>> = records.iter().map(|it| exact_bytes(it, "string")).collect();
    assert!(strings.iter().any(|it| it.iter().any(|byte| *byte > 0x7F)));
    // The text output has the same bytes, so that `check` can read it.
    let raw = run(&arguments, b"").stdout;
    let lines: Vec<&[u8]> =
        raw.strip_suffix(b"\n").expect("a line ends").split(|&it| it == b'\n').collect();
    assert_eq!(lines, strings);
    let told = output(&["check", "-e", nested], &raw);
    assert_eq!(told, format!("All 40 lines conform to {nested}.\n"));
}

/// The CSV columns have the same values as the records of JSON Lines.
#[test]
fn csv_has_the_columns_of_the_records() {
    let given = ["http://a.b/~x", "http://a.b/\",\"", "http:x", "http://a.b/", "\u{E9}", "../a,b"];
    let options = ["-e", "rfc1738,rfc3986", "--reading", "both", "--fail-on", "never"];
    let of = |format| [&["check", "--format", format], &options[..], &["--"], &given[..]].concat();
    let table = output(&of("csv"), b"");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let head: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    let mut records = program::records(&of("jsonl"), b"").into_iter();
    for row in rows.records() {
        let (row, record) = (row.unwrap(), records.next().unwrap());
        for (name, field) in head.iter().zip(&row) {
            let value = match name.as_str() {
                "url" => &record["input"],
                "column" | "code" | "production" | "message" => &record["error"][name],
                "repair" => &record["error"]["replacement"],
                name => &record[name],
            };
            let value = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            assert_eq!(field, value, "{name}: {record}");
        }
    }
    assert!(records.next().is_none());
    let empty = output(&["check", "--format", "csv"], b"");
    assert_eq!(empty, table.lines().next().unwrap().to_owned() + "\n");
}
