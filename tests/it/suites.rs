//! The suites in `suite/`, held to account by what did not make them: the parsers say the
//! verdicts again, and the automata whether a string tells its fault.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use serde_json::Value;
use urlbnf::automaton::{Automaton, Language};
use urlbnf::report::suite::VERSION;
use urlbnf::suite::{Fault, FaultKind, faults_of};
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::repository::{files_below, read};

/// A suite, as its files have it.
struct Files {
    name: String,
    index: Value,
    records: Vec<Value>,
    edition: Edition,
    judge: Judge,
}

/// All suites.
fn suites() -> Vec<Files> {
    let files = files_below("suite");
    let indices = files.iter().filter_map(|file| file.strip_suffix("/index.json"));
    let suite = |folder: &str| {
        let index: Value = serde_json::from_str(&read(&format!("{folder}/index.json"))).unwrap();
        let mut records = Vec::new();
        for file in &files {
            let name = file.strip_prefix(folder).and_then(|it| it.strip_prefix('/'));
            let Some(name) = name.and_then(|it| it.strip_suffix(".json")) else { continue };
            if name == "index" || name.contains('/') {
                continue;
            }
            let of_file: Vec<Value> = serde_json::from_str(&read(file)).unwrap();
            assert!(!of_file.is_empty(), "{file}");
            records.extend(of_file);
        }
        let edition: Edition = index["edition"].as_str().unwrap().parse().unwrap();
        let start = index["start"].as_str().unwrap();
        let id = edition.grammar(Reading::Corrected).find(start).unwrap();
        let judge = Judge::by_start(edition, Reading::Corrected, id);
        Files { name: folder.to_owned(), index, records, edition, judge }
    };
    indices.map(suite).collect()
}

fn bytes(record: &Value, key: &str) -> Option<Vec<u8>> {
    let text = record[key].as_str()?;
    Some(match record[format!("{key}_base64")].as_str() {
        Some(base64) => base64::engine::general_purpose::STANDARD.decode(base64).unwrap(),
        None => text.as_bytes().to_vec(),
    })
}

fn conforms(judge: &Judge, input: &[u8]) -> bool {
    judge.judge(input).verdict == Verdict::Conforms
}

#[test]
fn there_is_one_of_every_edition_and_all_have_their_schema() {
    let schema: Value = serde_json::from_str(&read("docs/schemas/suite.schema.json")).unwrap();
    let of_records = jsonschema::validator_for(&schema).unwrap();
    let schema: Value = serde_json::from_str(&read("docs/suite-index.schema.json")).unwrap();
    let of_index = jsonschema::validator_for(&schema).unwrap();
    let mut own_starts = BTreeSet::new();
    for suite in suites() {
        assert!(of_index.is_valid(&suite.index), "{}", suite.name);
        assert_eq!(suite.index["version"], VERSION, "{}", suite.name);
        for record in &suite.records {
            assert!(of_records.is_valid(record), "{record}");
        }
        if suite.judge.start() == suite.judge.grammar().start() {
            own_starts.insert(suite.edition);
        }
        let told = |outcome: &str| {
            suite.records.iter().filter(|record| record["outcome"] == outcome).count()
        };
        for outcome in ["told", "same", "undecided"] {
            let kinds = suite.index["kinds"].as_array().unwrap();
            let sum: u64 = kinds.iter().map(|kind| kind[outcome].as_u64().unwrap()).sum();
            assert_eq!(told(outcome) as u64, sum, "{} {outcome}", suite.name);
        }
    }
    assert_eq!(own_starts, Edition::ALL.into_iter().collect());
}

/// What the text says of the suite of RFC 3986.
#[test]
fn the_size_of_a_complete_suite_is_as_told() {
    let suites = suites();
    let suite = suites.iter().find(|it| it.name == "suite/rfc3986").unwrap();
    let complete = &suite.index["complete"];
    let states = complete["states"].as_u64().unwrap();
    let strings = complete["strings"].as_u64().unwrap();
    let strings = format!("{},{:03}", strings / 1000, strings % 1000);
    let told = format!("which has {states} states, it is {strings}.");
    assert!(read("docs/suite.md").contains(&told), "{told}");
}

/// The parsers say what the records say, each by its own start.
#[test]
fn every_verdict_is_what_the_parsers_say() {
    let others: BTreeMap<&str, Judge> = Edition::ALL
        .into_iter()
        .map(|it| (it.name(), Judge::by_scheme(it, Reading::Corrected)))
        .collect();
    let mut said = 0;
    for suite in suites() {
        let mut strings = [BTreeSet::new(), BTreeSet::new()];
        for record in &suite.records {
            for (key, valid) in [("input", "valid"), ("shortest", "shortest_valid")] {
                let Some(input) = bytes(record, key) else { continue };
                let valid = record[valid].as_bool().unwrap();
                assert_eq!(conforms(&suite.judge, &input), valid, "{record}");
                said += 1;
            }
            let Some(input) = bytes(record, "input") else { continue };
            strings[usize::from(!record["valid"].as_bool().unwrap())].insert(input.clone());
            for (name, verdict) in record["also"].as_object().unwrap() {
                assert_eq!(others[name.as_str()].judge(&input).verdict.name(), verdict, "{record}");
                said += 1;
            }
        }
        // The lines of the two lists are these strings, and no others.
        for (file, strings) in ["valid.txt", "invalid.txt"].into_iter().zip(strings) {
            let lines = read(&format!("{}/{file}", suite.name));
            let lines: BTreeSet<Vec<u8>> = lines.lines().map(decoded).collect();
            assert_eq!(lines, strings, "{}/{file}", suite.name);
        }
        for file in files_below(&format!("{}/json-schema", suite.name)) {
            let formats: Value = serde_json::from_str(&read(&file)).unwrap();
            for test in formats[0]["tests"].as_array().unwrap() {
                let data = test["data"].as_str().unwrap().as_bytes();
                assert_eq!(test["valid"], conforms(&suite.judge, data), "{test}");
            }
        }
    }
    assert!(said > 20_000, "{said}");
}

/// A case is contested where the automata of the two readings disagree on one of its strings.
#[test]
fn what_is_contested_is_what_the_readings_disagree_on() {
    let mut contested = BTreeSet::new();
    for suite in suites() {
        let start = suite.index["start"].as_str().unwrap();
        let readings = Reading::ALL.map(|reading| {
            let grammar = suite.edition.grammar(reading);
            Automaton::new(grammar, &Language::of(grammar.find(start).unwrap())).unwrap()
        });
        for record in &suite.records {
            let mut strings =
                ["input", "shortest"].into_iter().filter_map(|key| bytes(record, key));
            let disagree = |it: Vec<u8>| readings[0].accepts(&it) != readings[1].accepts(&it);
            let is_contested = strings.any(disagree);
            assert_eq!(record["group"] == "contested", is_contested, "{record}");
            if is_contested {
                contested.insert(suite.edition.name());
            }
        }
    }
    let editions = Edition::ALL.into_iter();
    let amended = editions.filter(|it| it.grammar(Reading::Corrected).listing().has_errata());
    let amended: BTreeSet<&str> = amended.map(Edition::name).collect();
    assert_eq!(contested, amended);
}

/// Who takes the digits of an escape in one case only fails by what a program is asked.
#[test]
fn who_takes_escapes_in_one_case_only_fails() {
    let cases: [fn(&u8) -> bool; 2] = [u8::is_ascii_uppercase, u8::is_ascii_lowercase];
    for suite in suites() {
        for refuses in cases {
            let refused = |string: &[u8]| {
                let is_escape = |it: &&[u8]| it[0] == b'%' && it[1..].iter().any(refuses);
                string.windows(3).find(is_escape).is_some()
            };
            let fails = |record: &&Value| {
                let asked = bytes(record, "shortest").filter(|it| refused(it));
                asked.is_some() && record["shortest_valid"] == true
            };
            let mut failed = suite.records.iter().filter(fails);
            let told = failed.any(|it| it["fault"] == "case-dropped");
            // Its `%` is a character like others, and needs no digits.
            assert_eq!(told, suite.edition != Edition::Url00, "{}", suite.name);
        }
    }
}

/// A line of a list, whose `%XX` are bytes.
fn decoded(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|it| std::str::from_utf8(it).ok());
        match digits.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    bytes
}

/// Of every so many records the automaton of the faulty grammar says something else of both of
/// its strings than that of the grammar, and of a fault that changes no string, the same of
/// all.
#[test]
fn strings_tell_their_faults() {
    const EVERY: usize = 23;
    let mut tried = BTreeMap::new();
    for suite in suites() {
        let (grammar, start) = (suite.judge.grammar(), suite.judge.start());
        let right = Automaton::new(grammar, &Language::of(start)).unwrap();
        let right = right.determinise().unwrap();
        let faults = faults_of(grammar, start, &FaultKind::ALL).unwrap();
        let id = |fault: &Fault| format!("{}/{}", suite.edition, fault.id(grammar));
        let ids: BTreeSet<String> = faults.iter().map(id).collect();
        let recorded: Vec<&str> =
            suite.records.iter().map(|record| record["id"].as_str().unwrap()).collect();
        assert_eq!(recorded.len(), ids.len(), "{}: a name is used twice", suite.name);
        assert!(recorded.iter().all(|it| ids.contains(*it)), "{}", suite.name);
        for fault in faults.iter().step_by(EVERY) {
            let id = id(fault);
            let record = suite.records.iter().find(|record| record["id"] == *id).unwrap();
            let Ok(faulty) = fault.language(grammar, start) else { continue };
            let outcome = record["outcome"].as_str().unwrap();
            *tried.entry(outcome.to_owned()).or_insert(0) += 1;
            match outcome {
                "told" => {
                    for key in ["input", "shortest"] {
                        let string = bytes(record, key).unwrap();
                        assert_ne!(right.accepts(&string), faulty.accepts(&string), "{record}");
                    }
                    let shortest = bytes(record, "shortest").unwrap().len();
                    let witness = right.witness(&faulty).unwrap().map(|it| it.len());
                    let other = faulty.witness(&right).unwrap().map(|it| it.len());
                    assert_eq!(
                        [witness, other].into_iter().flatten().min(),
                        Some(shortest),
                        "{id}"
                    );
                }
                "same" => assert_eq!(right.minimise(), faulty.minimise(), "{id}"),
                _ => {}
            }
        }
    }
    assert!(tried["told"] > 200 && tried["same"] > 20, "{tried:?}");
}
