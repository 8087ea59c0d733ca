//! The roles of characters, and the sets of editions that strings conform to, each compared
//! with a second way of computing it.

use std::collections::BTreeSet;

use urlbnf::automaton::DEAD;
use urlbnf::characters::{CharacterRoles, PRINTABLE};
use urlbnf::combination::{Combinations, conforming};
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

#[test]
fn each_witness_conforms_to_its_set_and_to_no_other() {
    let found = Combinations::for_editions(&Edition::BORN, Reading::Corrected).unwrap();
    let judges = Edition::BORN.map(|it| Judge::by_scheme(it, Reading::Corrected));
    let set = |input: &[u8]| {
        let conforms = |judge: &Judge| judge.judge(input).verdict == Verdict::Conforms;
        judges.iter().enumerate().fold(0, |set, (bit, it)| set | u32::from(conforms(it)) << bit)
    };
    for (&number, witness) in &found.witnesses {
        assert_eq!(set(witness), number, "{:?}", String::from_utf8_lossy(witness));
    }
    assert!(found.witnesses.contains_key(&0b11_1111), "some string conforms to all");
    assert!(found.impossible().count() > 0);
    // Every set of editions that a real URL conforms to is found, and no URL is shorter than
    // its witness.
    let mut tried = 0;
    for corpus in ["grammar/documents/urls.tsv", "tests/corpus/failures.tsv"] {
        for cell in read(corpus).split(['\t', '\n']) {
            for end in (0..=cell.len()).filter(|&end| cell.is_char_boundary(end)) {
                let input = &cell.as_bytes()[..end];
                let witness = &found.witnesses[&set(input)];
                assert!(witness.len() <= input.len(), "{cell:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
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
