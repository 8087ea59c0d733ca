//! The roles of characters, and the language of the strings that conform, each compared with a
//! second way of computing it.

use std::collections::BTreeSet;

use urlbnf::automaton::DEAD;
use urlbnf::characters::{CharacterRoles, PRINTABLE};
use urlbnf::timeline::conforming;
use urlbnf::{Edition, Judge, Reading, Verdict};

use crate::repository::read;
use crate::support::language;

/// A character can occur in a URL if the DFA has a transition on it to a state from which a
/// string is accepted.
#[test]
fn a_character_may_occur_exactly_where_some_url_has_it() {
    for edition in Edition::ALL {
        let grammar = edition.grammar(Reading::Corrected);
        let roles = CharacterRoles::for_edition(edition);
        let dfa = language(grammar, grammar.start());
        let mut reached = BTreeSet::from([dfa.start()]);
        let mut pending = vec![dfa.start()];
        let mut standing = BTreeSet::new();
        while let Some(state) = pending.pop() {
            for byte in 0..0x80 {
                let next = dfa.step(state, byte);
                if next != DEAD {
                    standing.insert(byte);
                    if reached.insert(next) {
                        pending.push(next);
                    }
                }
            }
        }
        for byte in PRINTABLE {
            let role = roles.role(byte);
            assert_eq!(role.can_stand(), standing.contains(&byte), "{edition}: {byte:#x}");
            // A character of a class that some URL uses can occur in a URL.
            let needed = role.classes.iter().any(|it| it.used);
            assert!(!needed || role.can_stand(), "{edition}: {byte:#x}");
        }
        assert!(!roles.role(b'~').can_stand() || !Edition::BORN.contains(&edition));
    }
}

/// The conforming language agrees with the judge, string by string.
#[test]
fn the_conforming_language_agrees_with_the_verdicts_of_the_judge() {
    for edition in Edition::ALL {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let language = conforming(edition, Reading::Corrected).unwrap();
        for cell in read("grammar/documents/urls.tsv").split(['\t', '\n']) {
            let conforms = judge.judge(cell.as_bytes()).verdict == Verdict::Conforms;
            assert_eq!(language.accepts(cell.as_bytes()), conforms, "{edition}: {cell:?}");
        }
    }
}
