//! Every production of every edition has an automaton, and the parser agrees with it.

use urlbnf::automaton::{Automaton, LanguageSpec};
use urlbnf::parse;

use crate::support::{XorshiftRng, distinct_readings};

/// Strings that follow the automaton, with occasional mistakes.
fn string(numbers: &mut XorshiftRng, automaton: &Automaton, bytes: &[u8]) -> Vec<u8> {
    let mut walk = urlbnf::automaton::AutomatonRun::new(automaton);
    let mut string = Vec::new();
    while string.len() < 60 {
        if walk.may_end() && numbers.below(6) == 0 {
            break;
        }
        let waiting: Vec<_> = walk.waiting().collect();
        if waiting.is_empty() || numbers.below(40) == 0 {
            string.push(bytes[numbers.below(bytes.len())]);
            break;
        }
        let thread = waiting[numbers.below(waiting.len())];
        let takes: Vec<u8> = automaton.position(thread.position).characters.bytes().collect();
        let byte = takes[numbers.below(takes.len())];
        walk.step(byte);
        string.push(byte);
    }
    string
}

#[test]
fn the_parsers_agree_with_the_printed_grammars() {
    let mut numbers = XorshiftRng::new(1993);
    let (mut accepted, mut rejected) = (0, 0);
    for (edition, reading) in distinct_readings() {
        let grammar = edition.grammar(reading);
        for id in grammar.ids() {
            let automaton = Automaton::new(grammar, &LanguageSpec::from_production(id)).unwrap();
            assert_eq!(automaton.is_empty(), grammar.derives_nothing(id), "{edition}: {id:?}");
            // Separators and digits are more frequent than by chance.
            let bytes = b"a1.@:/?#%+-;=&*~ \"0z{";
            for round in 0..120 {
                let string = match round % 3 {
                    0 => (0..numbers.below(5)).map(|_| bytes[numbers.below(bytes.len())]).collect(),
                    _ => string(&mut numbers, &automaton, bytes),
                };
                let parsed = parse(edition, reading, id, &string);
                let expected = automaton.accepts(&string);
                *(if expected { &mut accepted } else { &mut rejected }) += 1;
                let shown = String::from_utf8_lossy(&string);
                let name = grammar.name(id);
                assert_eq!(parsed.is_ok(), expected, "{edition}, {reading}, {name}: {shown:?}");
                if let Ok(tree) = parsed {
                    let verified = urlbnf::derivation::verify(&tree);
                    assert_eq!(verified, Ok(()), "{edition}, {reading}, {name}: {shown:?}\n{tree}");
                    let complete = urlbnf::derivation::complete(&tree).unwrap();
                    assert_eq!(
                        urlbnf::derivation::verify(&complete),
                        Ok(()),
                        "{edition}, {reading}, {name}: {shown:?}\n{complete}"
                    );
                }
            }
        }
    }
    assert!(accepted > 10_000 && rejected > 10_000, "{accepted} accepted, {rejected} rejected");
}
