//! The suites in `suite/`, checked independently: the parsers repeat the verdicts, and automata
//! decide whether a string tells its fault.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use urlbnf::automaton::{Automaton, LanguageSpec, Work};
use urlbnf::bnf::fingerprint::Fingerprint;
use urlbnf::report::conformity::ConformitySuite;
use urlbnf::report::suite::VERSION;
use urlbnf::suite::{Fault, FaultKind, faults_of};
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::repository::{files_below, read, root};
use crate::support::follow;

/// A suite, as its file has it.
struct LoadedSuite {
    name: String,
    text: String,
    whole: Value,
    tested: ConformitySuite,
    edition: Edition,
    judge: Judge,
}

/// All suites.
fn suites() -> Vec<LoadedSuite> {
    let files = files_below("suite").into_iter();
    let files = files.filter(|it| it.ends_with(".json") && it.matches('/').count() == 1);
    let suite = |name: String| {
        let text = read(&name);
        let whole: Value = serde_json::from_str(&text).unwrap();
        let tested = ConformitySuite::read(&name, text.as_bytes()).unwrap();
        let edition: Edition = tested.grammar.parse().unwrap();
        let id = edition.grammar(Reading::Corrected).find(&tested.start).unwrap();
        let judge = Judge::by_start(edition, Reading::Corrected, id);
        LoadedSuite { name, text, whole, tested, edition, judge }
    };
    files.map(suite).collect()
}

fn conforms(judge: &Judge, input: &[u8]) -> bool {
    judge.judge(input).verdict == Verdict::Conforms
}

#[test]
fn there_is_one_of_every_edition_and_all_have_their_schema() {
    let mut own_starts = BTreeSet::new();
    for suite in suites() {
        follow("docs/suite-file.schema.json", std::slice::from_ref(&suite.whole));
        assert_eq!(suite.whole["version"], VERSION, "{}", suite.name);
        if suite.judge.start() == suite.judge.grammar().start() {
            own_starts.insert(suite.edition);
        }
        let strings: BTreeSet<&[u8]> =
            suite.tested.cases.iter().map(|case| case.input.as_slice()).collect();
        assert_eq!(strings.len(), suite.tested.cases.len(), "{}: a string twice", suite.name);
        assert_eq!(suite.whole["strings"], strings.len(), "{}", suite.name);
        let ids: BTreeSet<&str> = suite.tested.cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(ids.len(), strings.len(), "{}: a name is used twice", suite.name);
        // The digest, as the schema says.
        let lines = suite.text.lines().filter(|line| line.starts_with("{\"id\":"));
        let digest = lines.fold(Fingerprint::default(), |digest, line| {
            digest.with(line.trim_end_matches(',').bytes()).with(*b"\n")
        });
        assert_eq!(suite.whole["digest"], format!("fnv1a-64:{digest}"), "{}", suite.name);
    }
    assert_eq!(own_starts, Edition::ALL.into_iter().collect());
    assert!(read("suite/CHANGELOG.md").contains(&format!("## {VERSION} ")));
}

/// The parsers say what the cases say, each by its own start; and the automata.
#[test]
fn every_verdict_is_what_the_parsers_say() {
    let mut said = 0;
    for suite in suites() {
        let grammar = suite.judge.grammar();
        let automaton =
            Automaton::new(grammar, &LanguageSpec::from_production(suite.judge.start())).unwrap();
        for case in &suite.tested.cases {
            assert_eq!(conforms(&suite.judge, &case.input), case.valid, "{case:?}");
            assert_eq!(automaton.accepts(&case.input), case.valid, "{case:?}");
            assert_eq!(case.fails_in.is_some(), !case.valid, "{case:?}");
            said += 1;
        }
    }
    assert!(said > 8_000, "{said}");
}

/// A case is contested where the automata of the two readings disagree on its string.
#[test]
fn what_is_contested_is_what_the_readings_disagree_on() {
    let mut contested = BTreeSet::new();
    for suite in suites() {
        let readings = Reading::ALL.map(|reading| {
            let grammar = suite.edition.grammar(reading);
            let start = grammar.find(&suite.tested.start).unwrap();
            Automaton::new(grammar, &LanguageSpec::from_production(start)).unwrap()
        });
        let groups = suite.whole["groups"].as_array().unwrap().iter();
        let cases = groups.flat_map(|group| group["cases"].as_array().unwrap());
        for (case, told) in suite.tested.cases.iter().zip(cases) {
            let disagree = readings[0].accepts(&case.input) != readings[1].accepts(&case.input);
            assert_eq!(told["contested"] == true, disagree, "{case:?}");
            if disagree {
                contested.insert(suite.edition.name());
            }
        }
    }
    let editions = Edition::ALL.into_iter();
    let amended = editions.filter(|it| it.grammar(Reading::Corrected).listing().has_errata());
    let amended: BTreeSet<&str> = amended.map(Edition::name).collect();
    assert_eq!(contested, amended);
}

/// A checker that changes its input before it judges fails in every suite.
#[test]
fn who_reads_wrongly_fails() {
    type Read = fn(&[u8]) -> Vec<u8>;
    let checkers: [(&str, Read); 4] = [
        ("trailing line feed", |it| it.strip_suffix(b"\n").unwrap_or(it).to_vec()),
        ("trimmed", |it| it.trim_ascii().to_vec()),
        ("NUL", |it| it.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()),
        ("byte order mark", |it| it.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(it).to_vec()),
    ];
    for suite in suites() {
        for (name, habit) in checkers {
            let mut cases = suite.tested.cases.iter();
            let fails = cases.any(|case| conforms(&suite.judge, &habit(&case.input)) != case.valid);
            assert!(fails, "{}: {name}", suite.name);
        }
    }
}

/// In a sample of the cases, the automaton of the faulty grammar gives the string another answer
/// than that of the grammar.
#[test]
fn strings_tell_their_faults() {
    const EVERY: usize = 37;
    let mut tried: BTreeMap<FaultKind, usize> = BTreeMap::new();
    for suite in suites() {
        let (grammar, start) = (suite.judge.grammar(), suite.judge.start());
        let right = Automaton::new(grammar, &LanguageSpec::from_production(start)).unwrap();
        let right = right.determinise(&mut Work::default()).unwrap();
        let faults = faults_of(grammar, start, &FaultKind::ALL).unwrap();
        let id = |fault: &Fault| format!("{}/{}", suite.edition, fault.id(grammar));
        let faults: BTreeMap<String, &Fault> = faults.iter().map(|it| (id(it), it)).collect();
        for case in suite.tested.cases.iter().filter(|it| it.layer != "ordinary") {
            assert!(faults.contains_key(&case.id), "{}", case.id);
        }
        let cases = suite.tested.cases.iter().filter(|it| it.layer != "ordinary");
        for case in cases.step_by(EVERY) {
            let fault = faults[&case.id];
            assert_eq!(fault.kind.layer().name(), case.layer, "{}", case.id);
            let Ok(faulty) = fault.language(grammar, start) else { continue };
            *tried.entry(fault.kind).or_default() += 1;
            assert_ne!(right.accepts(&case.input), faulty.accepts(&case.input), "{}", case.id);
        }
    }
    assert!(tried.values().sum::<usize>() > 150 && tried.len() > 12, "{tried:?}");
}

/// The Python and npm packages contain the suites, so they carry the version of the suites.
#[test]
fn the_manifests_of_the_packages_have_the_version_of_the_suites() {
    let version = format!("\"{VERSION}.0.0\"");
    for manifest in ["python/pyproject.toml", "npm/package.json"] {
        assert!(read(&format!("packaging/suite/{manifest}")).contains(&version), "{manifest}");
    }
    assert!(root().join("packaging/suite/build").is_file());
}
