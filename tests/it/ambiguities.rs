//! Which productions are ambiguous, shown by strings that are verified independently of the
//! search that found them.

use std::fmt::Write as _;

use urlbnf::ambiguity::{Ambiguity, ambiguity};
use urlbnf::derivation::verify;
use urlbnf::{Edition, Reading};

use crate::support::{production, readings, snapshot};

#[test]
fn each_ambiguity_is_shown_by_two_derivations() {
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        for id in grammar.ids() {
            if let Ambiguity::Ambiguous(found) = ambiguity(grammar, id).unwrap() {
                let [one, two] = found.trees(grammar);
                let name = grammar.name(id);
                assert_ne!(one, two, "{edition}, {reading}, {name}");
                assert_eq!(verify(&one), Ok(()), "{edition}, {reading}, {name}\n{one}");
                assert_eq!(verify(&two), Ok(()), "{edition}, {reading}, {name}\n{two}");
            }
        }
    }
}

#[track_caller]
fn ambiguous(edition: Edition, name: &str, expected: Option<&str>) {
    let id = production(edition, Reading::Printed, name);
    let found = match ambiguity(edition.grammar(Reading::Printed), id).unwrap() {
        Ambiguity::Unambiguous => None,
        Ambiguity::Ambiguous(found) => Some(String::from_utf8(found.string).unwrap()),
        Ambiguity::Infinite { string, production } => {
            let of = edition.grammar(Reading::Printed).name(production);
            Some(format!("{}: {of} without end", String::from_utf8(string).unwrap()))
        }
    };
    assert_eq!(found.as_deref(), expected, "{edition}: {name}");
}

#[test]
fn ambiguities_that_can_be_argued_from_the_page() {
    // A host name needs a letter where a host number has a digit.
    ambiguous(Edition::Rfc1738, "host", None);
    ambiguous(Edition::Rfc1738, "login", None);
    // *xchar also derives everything that ip-schemepart derives.
    ambiguous(Edition::Rfc1738, "schemepart", Some("//A"));
    // After the type there is an empty selector, or none.
    ambiguous(Edition::Rfc1738, "gopherurl", Some("gopher://A/!"));
    // `.` is a character of a label, or separates two labels.
    ambiguous(Edition::Url02, "hostname", Some("A.A"));
    // `+` is safe, so it is an xalpha, and it is an xpalpha itself.
    ambiguous(Edition::Rfc1630, "xpalpha", Some("+"));
    ambiguous(Edition::Rfc1630, "attributes", Some("00"));
    ambiguous(Edition::Url00, "xpalphas", Some("!: xpalphas without end"));
    ambiguous(Edition::Url00, "xalphas", None);
}

#[test]
fn ambiguities_of_all_productions() {
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let mut table = String::new();
        for id in grammar.ids() {
            let name = grammar.name(id);
            let found = match ambiguity(grammar, id).unwrap() {
                Ambiguity::Unambiguous => continue,
                Ambiguity::Ambiguous(found) => String::from_utf8(found.string).unwrap(),
                Ambiguity::Infinite { string, production } => {
                    let of = grammar.name(production);
                    format!("{} ({of} without end)", String::from_utf8(string).unwrap())
                }
            };
            writeln!(table, "{name:<16} {found}").unwrap();
        }
        snapshot(&format!("ambiguous-{edition}-{reading}"), &table);
    }
}
