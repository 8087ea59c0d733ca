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
            let Ok(faulty) = fault.language(grammar, judge.start()) else {
                // Which other strings tell it is not known.
                told.insert(*by, 1);
                continue;
            };
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
        assert!(suite.least.unwrap() <= suite.covering);
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
