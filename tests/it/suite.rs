//! The suites of the editions: what they say of a string is what the parsers say, each
//! fault is told by its string, and they are as small as is claimed.

use std::collections::BTreeMap;

use serde_json::Value;
use urlbnf::automaton::{Automaton, LanguageSpec};
use urlbnf::report::suite::SuiteReport;
use urlbnf::suite::{FaultKind, FaultOutcome, Suite};
use urlbnf::{Edition, Judge, Reading};

/// The kinds of faults with which the suites of others were measured.
const STRUCTURE: [FaultKind; 4] = [
    FaultKind::AlternativeDropped,
    FaultKind::OptionForced,
    FaultKind::OptionRemoved,
    FaultKind::BoundMoved,
];

#[track_caller]
fn judge(edition: Edition, start: &str) -> Judge {
    let id = edition.grammar(Reading::Corrected).find(start).unwrap();
    Judge::by_start(edition, Reading::Corrected, id)
}

#[track_caller]
fn suite(judge: &Judge, kinds: &[FaultKind]) -> Suite {
    Suite::new(judge.grammar(), judge.start(), kinds).unwrap()
}

/// The files of a suite, by name.
fn texts(report: &SuiteReport<'_>) -> BTreeMap<String, String> {
    let files = report.files();
    let text = |name: &str| {
        let mut text = Vec::new();
        files.write(name, &mut text).unwrap();
        (name.to_owned(), String::from_utf8(text).unwrap())
    };
    files.names().map(text).collect()
}

#[test]
fn few_strings_tell_the_faults_of_a_uri() {
    let judge = judge(Edition::Rfc3986, "URI");
    let structure = suite(&judge, &STRUCTURE);
    assert_eq!(structure.covering, structure.strings.len());
    assert!(structure.strings.len() <= 60, "{}", structure.strings.len());
    let undecided = |suite: &Suite| {
        suite.faults.iter().filter(|(_, it)| matches!(it, FaultOutcome::Undecided(_))).count()
    };
    assert_eq!(undecided(&structure), 0);
    let classes = suite(&judge, &[&STRUCTURE[..], &[FaultKind::ClassWider]].concat());
    assert!(classes.strings.len() <= 240, "{}", classes.strings.len());
    assert_eq!(undecided(&classes), 0);
    // Every IPv4 address is also a registered name.
    let host = |(fault, _): &&(urlbnf::suite::Fault, FaultOutcome)| {
        fault.id(judge.grammar()) == "host/drop-alternative-2"
    };
    let found = structure.faults.iter().find(host).map(|(_, outcome)| outcome);
    assert_eq!(found, Some(&FaultOutcome::Same));
}

/// The parsers say what the suite says, and each string is needed.
#[test]
fn what_a_suite_says_the_parsers_say() {
    for (edition, start) in [
        (Edition::Rfc3986, "IPv4address"),
        (Edition::Rfc1808, "relativeURL"),
        (Edition::Rfc1738, "ftpurl"),
        (Edition::Rfc1630Generic, "uri"),
    ] {
        let judge = judge(edition, start);
        let grammar = judge.grammar();
        let suite = suite(&judge, &FaultKind::ALL);
        let right = Automaton::new(grammar, &LanguageSpec::from_production(judge.start())).unwrap();
        for string in &suite.strings {
            let parsed = judge.derive(string).verdict == urlbnf::Verdict::Conforms;
            assert_eq!(parsed, right.accepts(string), "{edition} {start}: {string:?}");
        }
        let mut told: BTreeMap<usize, usize> = BTreeMap::new();
        for (fault, outcome) in &suite.faults {
            let FaultOutcome::Detected { by, .. } = outcome else { continue };
            let Ok(faulty) = fault.language(grammar, judge.start()) else { continue };
            let tells = |at: &usize| {
                right.accepts(&suite.strings[*at]) != faulty.accepts(&suite.strings[*at])
            };
            assert!(tells(by), "{}", fault.id(grammar));
            if fault.kind > FaultKind::FirstMatch {
                continue;
            }
            let all: Vec<usize> = (0..suite.covering).filter(tells).collect();
            assert_eq!(all.first(), Some(by), "{}", fault.id(grammar));
            if let [only] = all.as_slice() {
                *told.entry(*only).or_default() += 1;
            }
        }
        assert_eq!(told.len(), suite.covering, "{edition} {start}: one could be left out");
        assert!(suite.least <= suite.covering);
    }
}

#[test]
fn names_of_faults_are_used_once() {
    let judge = judge(Edition::Rfc3986, "URI-reference");
    let suite = suite(&judge, &STRUCTURE);
    let report = SuiteReport::new(&judge, &suite);
    let mut names: Vec<String> = suite.faults.iter().map(|(fault, _)| report.id(fault)).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(names.contains(&"rfc3986/dec-octet/drop-alternative-4".to_owned()), "{names:?}");
}

#[test]
fn the_files_of_a_suite_are_all_of_it() {
    let judge = judge(Edition::Rfc3986, "IPv6address");
    let suite = suite(&judge, &STRUCTURE);
    let report = SuiteReport::new(&judge, &suite);
    let files = texts(&report);
    let read = |name: &str| -> Value { serde_json::from_str(&files[name]).unwrap() };
    crate::support::follow("docs/suite-index.schema.json", &[read("index.json")]);
    let records: usize = files
        .keys()
        .filter(|name| name.ends_with(".json") && *name != "index.json" && !name.contains('/'))
        .map(|name| read(name).as_array().unwrap().len())
        .sum();
    assert_eq!(records, suite.faults.len());
    // The empty string would be an empty line.
    let asked = report.asked_strings();
    let lines = files["valid.txt"].lines().count() + files["invalid.txt"].lines().count();
    assert_eq!(lines, asked.iter().filter(|(string, ..)| !string.is_empty()).count());
    for line in files["valid.txt"].lines() {
        let verdict = judge.judge(line.as_bytes()).verdict;
        assert_eq!(verdict, urlbnf::Verdict::Conforms, "{line}");
    }
    let texts = asked.iter().filter(|(string, ..)| std::str::from_utf8(string).is_ok()).count();
    let tests = read("json-schema/rfc3986-IPv6address.json");
    assert_eq!(tests[0]["tests"].as_array().unwrap().len(), texts);
}

/// No list begins with an empty line, and each start has a form for other runners.
#[test]
fn lists_have_no_empty_line() {
    let judge = judge(Edition::Rfc3986, "query");
    let suite = suite(&judge, &STRUCTURE);
    let report = SuiteReport::new(&judge, &suite);
    assert!(report.asked_strings().iter().any(|(string, ..)| string.is_empty()));
    for (name, text) in texts(&report).iter().filter(|(name, _)| name.ends_with(".txt")) {
        assert!(text.lines().all(|line| !line.is_empty()), "{name}");
    }
    assert!(report.files().names().any(|name| name == "json-schema/rfc3986-query.json"));
}

/// An even number of `a`: two states and the dead one, of which nothing and one `a` tell any
/// two apart.
#[test]
fn a_complete_suite_has_each_ending_behind_each_step() {
    let grammar = "start = *(%x61 %x61)\n";
    let grammar = urlbnf::Grammar::read("even.abnf", grammar, Reading::Printed).unwrap();
    let suite = Suite::new(&grammar, grammar.start(), &FaultKind::ALL).unwrap();
    let complete = suite.complete.unwrap();
    assert_eq!((complete.states, complete.characters, complete.endings), (3, 2, 2));
    assert_eq!(complete.strings(), 14);
}

/// A user grammar is contested where its errata say otherwise.
#[test]
fn what_an_erratum_mends_is_contested() {
    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let grammar = urlbnf::Grammar::read("own.bnf", text, Reading::Corrected).unwrap();
        let judge = Judge::of_grammar(grammar).unwrap();
        let suite = suite(&judge, &[FaultKind::AlternativeDropped, FaultKind::ClassNarrower]);
        let report = SuiteReport::new(&judge, &suite);
        let records: Vec<Value> = report.records().map(|it| serde_json::json!(it)).collect();
        let group = |it: &Value| {
            let text = |key: &str| it[key].as_str().unwrap().to_owned();
            (text("input"), text("group"))
        };
        let found: Vec<(String, String)> = records.iter().map(group).collect();
        let expected = expected.iter().map(|&(one, two)| (one.to_owned(), two.to_owned()));
        assert_eq!(found, expected.collect::<Vec<_>>());
    }
    let printed = "# notation rfc822\nstart = \"a\" | \"b\"\n";
    check(printed, &[("a", "structure"), ("b", "structure")]);
    let mended = format!("{printed}#@erratum E1 start = \"a\" | \"c\"\n");
    check(&mended, &[("a", "structure"), ("c", "contested")]);
}

/// Some systems take two names for one that differ in case only.
#[test]
fn names_of_files_differ_without_their_case() {
    let text = "# notation rfc822\nstart = index Part part\n\
                index = \"a\" | \"b\"\npart = \"a\" | \"b\"\nPart = \"c\" | \"d\"\n";
    let grammar = urlbnf::Grammar::read("own.bnf", text, Reading::Printed).unwrap();
    let judge = Judge::of_grammar(grammar).unwrap();
    let suite = suite(&judge, &STRUCTURE);
    let files = texts(&SuiteReport::new(&judge, &suite));
    let lower: std::collections::BTreeSet<String> =
        files.keys().map(|name| name.to_ascii_lowercase()).collect();
    assert_eq!(lower.len(), files.len());
    assert!(files.contains_key("index_.json"), "{:?}", files.keys());
}

/// File systems refuse names of more than 255 bytes.
#[test]
fn long_names_of_productions_are_shortened_in_names_of_files() {
    let [one, two] = ["a", "b"].map(|last| "n".repeat(300) + last);
    let text = format!(
        "# notation rfc822\nstart = {one} {two}\n{one} = \"a\" | \"b\"\n{two} = \"c\" | \"d\"\n"
    );
    let grammar = urlbnf::Grammar::read("own.bnf", &text, Reading::Printed).unwrap();
    let judge = Judge::of_grammar(grammar).unwrap();
    let suite = suite(&judge, &STRUCTURE);
    let files = texts(&SuiteReport::new(&judge, &suite));
    assert_eq!(files.keys().filter(|it| it.starts_with("nnn")).count(), 2);
    assert!(files.keys().all(|it| it.len() < 100), "{:?}", files.keys());
}
