//! Languages as DFAs: compared, counted, listed, sampled.

use std::collections::BTreeSet;

use urlbnf::automaton::{AutomatonError, Census, Dfa, Relation, Work};
use urlbnf::bnf::languages::{ProductionLanguages, unrolled};
use urlbnf::{Edition, Grammar, Reading};

use crate::abnf;
use crate::draw::{GrammarRng, draw, written};
use crate::support::{self, XorshiftRng, production};

fn language(text: &str) -> Dfa {
    let text = format!("# notation rfc822\n{text}");
    let grammar = Grammar::read("test.bnf", &text, Reading::Printed).unwrap();
    support::language(&grammar, grammar.start())
}

fn printed_language(edition: Edition, name: &str) -> Dfa {
    let id = production(edition, Reading::Printed, name);
    support::language(edition.grammar(Reading::Printed), id)
}

#[test]
fn a_production_without_strings_equals_nothing() {
    let none = printed_language(Edition::Rfc1630, "midaddress");
    assert_eq!(none.relation(&Dfa::none(), &mut Work::default()), Ok(Relation::Equal));
}

#[test]
fn a_language_is_listed_in_order_and_counted() {
    let dfa = language("start = 1*[ \"a\" | \"b\" ] [ \"!\" ]");
    let census = Census::within(&dfa, 3, &mut Work::default()).unwrap();
    let counts: Vec<String> = (0..=4).map(|length| census.count(length).to_string()).collect();
    assert_eq!(counts, ["0", "2", "6", "12", "0"]);
    let strings: Vec<String> =
        census.strings().take(9).map(|string| String::from_utf8(string).unwrap()).collect();
    assert_eq!(strings, ["a", "b", "a!", "aa", "ab", "b!", "ba", "bb", "aa!"]);
    assert_eq!(census.strings().count(), 2 + 6 + 12);
    assert!(census.strings().all(|string| dfa.accepts(&string)));
}

#[test]
fn every_string_of_a_length_can_be_drawn_and_is_as_likely_as_the_others() {
    let dfa = printed_language(Edition::Rfc1738, "hostname");
    let census = Census::within(&dfa, 40, &mut Work::default()).unwrap();
    let mut numbers = XorshiftRng::new(1034);
    let mut bits = |bytes: &mut [u8]| bytes.fill_with(|| numbers.below(256) as u8);
    let small = language("start = [ \"a\" ] [ \"b\" ] [ \"c\" ]");
    let small_census = Census::within(&small, 3, &mut Work::default()).unwrap();
    let mut drawn = [0; 3];
    for _ in 0..3000 {
        let string = small_census.draw(1, &mut bits).unwrap();
        drawn[usize::from(string[0] - b'a')] += 1;
    }
    assert!(drawn.iter().all(|&times| (850..1150).contains(&times)), "{drawn:?}");
    let names: BTreeSet<Vec<u8>> = (0..200).map(|_| census.draw(40, &mut bits).unwrap()).collect();
    assert_eq!(names.len(), 200);
    assert!(names.iter().all(|name| name.len() == 40 && dfa.accepts(name)));
    assert_eq!(census.draw(41, &mut bits), None);
}

/// Compares the composed and the unrolled language of each production. Returns how many there are.
fn compare(grammar: &Grammar, said: &str) -> usize {
    let languages = ProductionLanguages::new(grammar);
    let mut known = 0;
    for id in grammar.ids() {
        let name = grammar.name(id);
        match (languages.language(id), unrolled(grammar, id)) {
            (Ok(composed), Ok(whole)) => {
                assert_eq!(*composed, whole, "{name} of {said}");
                known += 1;
            }
            (Err(_), Err(_)) => {}
            // To compose a production that names a nested one takes less than to unroll it.
            (Ok(_), Err(AutomatonError::TooLarge(..))) if grammar.nesting().is_some() => {}
            (composed, whole) => {
                panic!("{name} of {said}: {:?}, {:?}", composed.err(), whole.err())
            }
        }
    }
    known
}

#[test]
fn composed_languages_are_those_of_the_unrolled_productions() {
    for (edition, reading) in Edition::ALL.into_iter().flat_map(|it| Reading::ALL.map(|r| (it, r)))
    {
        assert!(compare(edition.grammar(reading), edition.name()) > 20);
    }
    for name in ["rfc3339", "rfc6749", "rfc9110", "rfc9535"] {
        let path = abnf::files().into_iter().find(|it| it.ends_with(format!("{name}.abnf")));
        assert!(compare(&abnf::read(&path.unwrap()), name) > 5);
    }
    let (mut known, mut known_nested) = (0, 0);
    for seed in 0..500 {
        let text = written(&draw(&mut GrammarRng::new(seed)));
        if let Ok(grammar) = Grammar::read("draft.bnf", &text, Reading::Corrected) {
            known += compare(&grammar, &text);
            known_nested += compare(&grammar.nested(2), &text);
        }
    }
    assert!(known > 500, "{known}");
    // These name a production that recurs in its middle, or are one.
    assert!(known_nested > known + 100, "{known} {known_nested}");
}
