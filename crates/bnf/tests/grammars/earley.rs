//! Compares the recogniser, which has no depth limit, with the derived strings, and with
//! automata of a sufficient nesting depth.

use urlbnf_bnf::automaton::{Automaton, AutomatonRun, LanguageSpec};
use urlbnf_bnf::derivation::{complete, verify};
use urlbnf_bnf::earley::{EarleyRecogniser, GrammarRecogniser};
use urlbnf_bnf::failure::{Expectation, Failure};
use urlbnf_bnf::{Grammar, Reading};

use super::draw::ALPHABET;
use super::matcher::{self, DerivedStrings, LONGEST_COUNTED, number, text};
use super::{MismatchSummary, cases};

#[test]
fn the_recogniser_accepts_exactly_the_derived_strings() {
    let (mut findings, mut asked) = (MismatchSummary::default(), 0);
    for (seed, drawn, grammar) in cases(2) {
        let derived = DerivedStrings::from_grammar(&drawn);
        let mut earley = GrammarRecogniser::new(&grammar);
        for string in (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED) {
            let has = |set: &matcher::StringSet| {
                Ok(number(string.as_bytes()).is_some_and(|it| set.contains(it)))
            };
            asked += 1;
            if earley.derives(grammar.start(), string.as_bytes()) != has(&derived.strings[0]) {
                findings.add("derives", seed, &drawn, string.clone());
            }
            if earley.begins(grammar.start(), string.as_bytes()) != has(&derived.beginnings[0]) {
                findings.add("begins", seed, &drawn, string);
            }
        }
    }
    println!("{asked} asked");
    findings.none();
    assert!(asked > 0);
}

/// The length of the longest strings that are compared.
const LONGEST: usize = 7;

/// All strings over some bytes, up to [`LONGEST`] bytes.
fn strings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..LONGEST {
        let longer = |string: &Vec<u8>| {
            let string = string.clone();
            bytes.iter().map(move |&byte| [&string[..], &[byte]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Each level of nesting takes at least one byte, so no string of this length is nested
/// deeper.
#[track_caller]
fn agree(text: &str, bytes: &[u8]) {
    let grammar = Grammar::read("own.abnf", text, Reading::Printed).expect("it is a grammar");
    let limits = grammar.limits().times(16);
    let grammar = grammar.nested(LONGEST + 1).within(limits);
    let language = LanguageSpec::from_production(grammar.start());
    let automaton = Automaton::new(&grammar, &language).expect("it is small");
    let mut earley = GrammarRecogniser::new(&grammar);
    let mut derived = 0;
    for string in strings(bytes) {
        let shown = String::from_utf8_lossy(&string).into_owned();
        let mut walk = AutomatonRun::new(&automaton);
        let (goes_on, all) = (walk.follow(&string), walk.may_end());
        assert_eq!(earley.begins(grammar.start(), &string), Ok(goes_on), "{text}: {shown}");
        let derives = goes_on && all;
        assert_eq!(earley.derives(grammar.start(), &string), Ok(derives), "{text}: {shown}");
        derived += usize::from(derives);
    }
    assert!(derived > 0, "{text}");
}

#[test]
fn the_recogniser_agrees_with_automata_that_look_deep_enough() {
    agree("s = \"(\" [ s ] \")\"\n", b"()");
    agree("s = \"a\" [ s ] \"a\"\n", b"ab");
    agree("s = \"a\" s \"b\" / \"c\"\n", b"abc");
    agree("s = [ \"a\" ] s [ \"b\" ] / \"c\"\n", b"abc");
    agree("s = t [ s ] \"b\"\nt = \"a\" [ s ]\n", b"ab");
    agree("s = s \"+\" t / t\nt = \"(\" s \")\" / \"1\"\n", b"+(1)");
    agree("s = *t\nt = \"(\" s \")\" / \"\"\n", b"()");
    agree("s = \"a\" t \"b\" / t\nt = \"b\" s \"a\" / \"a\"\n", b"ab");
    agree("s = *\"a\" [ \"b\" s \"b\" ] t\nt = 2\"a\" / %x62\n", b"ab");
    agree("s = *1( t ) t / <in words>\nt = \"a\" / \"(\" s \")\"\n", b"a()");
}

/// The bytes that may come next, according to a failure.
fn next_bytes(grammar: &Grammar, failure: &Failure) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    for expected in &failure.expected {
        match expected {
            Expectation::Literal(text) => bytes.extend(text.bytes().next()),
            Expectation::Production(id) => {
                bytes.extend(grammar.characters(*id).bytes());
                bytes.extend(grammar.unit(*id).and_then(|it| it.escape).map(|_| b'%'));
            }
            Expectation::Value(_) | Expectation::End => {}
        }
    }
    bytes.sort_unstable();
    bytes.dedup();
    bytes
}

#[test]
fn the_recogniser_gives_derivations_and_says_where_strings_fail() {
    failures_are_those_of_the_definition(20);
}

#[test]
#[ignore = "a thousand grammars take some minutes"]
fn the_recogniser_gives_derivations_and_says_where_strings_fail_on_a_thousand_grammars() {
    failures_are_those_of_the_definition(2);
}

fn failures_are_those_of_the_definition(fewer: u64) {
    let (mut findings, mut trees, mut failed) = (MismatchSummary::default(), 0, 0);
    for (seed, drawn, grammar) in cases(fewer) {
        let derived = DerivedStrings::from_grammar(&drawn);
        let recogniser =
            EarleyRecogniser::new(&grammar, &LanguageSpec::from_production(grammar.start()))
                .unwrap();
        let begins = |text: &str| {
            number(text.as_bytes()).is_some_and(|it| derived.beginnings[0].contains(it))
        };
        let is_one =
            |text: &str| number(text.as_bytes()).is_some_and(|it| derived.strings[0].contains(it));
        for string in (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED) {
            let input = string.as_bytes();
            let tree = recogniser.tree(&grammar, input).unwrap();
            let failure = recogniser.failure(input).unwrap();
            if tree.is_some() != is_one(&string) || failure.is_some() == is_one(&string) {
                findings.add("verdict", seed, &drawn, string.clone());
            }
            if let Some(tree) = tree {
                trees += 1;
                let verified = verify(&tree).and_then(|()| verify(&complete(&tree)?));
                if verified.is_err() || tree.root().span() != (0..input.len()) {
                    findings.add("no derivation", seed, &drawn, format!("{string:?}\n{tree}"));
                }
            }
            let Some(failure) = failure.filter(|_| !derived.beginnings[0].is_empty()) else {
                continue;
            };
            failed += 1;
            let longest = (0..=string.len()).rev().find(|&end| begins(&string[..end]));
            if longest != Some(failure.offset) {
                findings.add("offset", seed, &drawn, format!("{string:?} {}", failure.offset));
                continue;
            }
            let before = &string[..failure.offset];
            let mut next: Vec<u8> = ALPHABET
                .map(|it| it as u8)
                .into_iter()
                .filter(|&it| begins(&format!("{before}{}", char::from(it))))
                .collect();
            next.sort_unstable();
            if next != next_bytes(&grammar, &failure)
                || failure.expected.contains(&Expectation::End) != is_one(before)
            {
                let what = format!("{string:?} {:?}", failure.expected);
                findings.add("expected", seed, &drawn, what);
            }
        }
    }
    println!("{trees} trees, {failed} failures");
    findings.none();
    assert!(trees > 0 && failed > 0);
}
