//! Which productions are ambiguous, shown by strings that are verified independently of the
//! search that found them.

use std::fmt::Write as _;

use urlbnf::ambiguity::{Ambiguity, GrammarAmbiguity};
use urlbnf::derivation::verify;

use crate::support::{readings, snapshot};

#[test]
fn ambiguities_of_all_productions() {
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let ambiguity = GrammarAmbiguity::new(grammar);
        let mut table = String::new();
        for id in grammar.ids() {
            let name = grammar.name(id);
            let (by, found) = match ambiguity.of(id).unwrap() {
                Ambiguity::Unambiguous => continue,
                Ambiguity::Ambiguous(found) => {
                    let [one, two] = found.trees(grammar);
                    assert_ne!(one, two, "{edition}, {reading}, {name}");
                    assert_eq!([verify(&one), verify(&two)], [Ok(()), Ok(())], "{one}\n{two}");
                    (found.by, String::from_utf8(found.string).unwrap())
                }
                Ambiguity::Infinite { by, string, production } => {
                    let of = grammar.name(production);
                    let string = String::from_utf8(string).unwrap();
                    (by, format!("{string} ({of} without end)"))
                }
            };
            let found = match by == id {
                true => found,
                false => format!("{found} of {}", grammar.name(by)),
            };
            writeln!(table, "{name:<16} {found}").unwrap();
        }
        snapshot(&format!("ambiguous-{edition}-{reading}"), &table);
    }
}
