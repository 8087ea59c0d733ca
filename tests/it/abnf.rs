//! Grammars of published RFCs, as found in the wild: each can be read, and each of its rules
//! is decided or has a reason why not.
//!
//! They are in `tests/abnf`. Most were sorted by a program, one rule per line. Those in
//! `source` are as documents print them, with comments and continuation lines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use urlbnf::automaton::{Automaton, AutomatonError, LanguageSpec, Work};
use urlbnf::bnf::{self, GrammarError, ProductionId};
use urlbnf::{Grammar, Reading};

use crate::support::{XorshiftRng, language, mutate, snapshot};

/// The grammar files of the folder and of `source`, in their order.
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/abnf");
    let files = |folder: &Path| -> Vec<PathBuf> {
        let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        files.filter(|it| it.extension().is_some_and(|it| it == "abnf")).collect()
    };
    let mut all = files(&folder);
    all.extend(files(&folder.join("source")));
    all.sort();
    all
}

pub fn read(path: &Path) -> Grammar {
    let bytes = std::fs::read(path).unwrap();
    let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_string_lossy();
    Grammar::read_bytes(&name, &bytes, Reading::Corrected)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_rule_is_read_and_decided_or_recurs() {
    let mut told = String::new();
    for path in files() {
        let grammar = read(&path);
        let (mut regular, mut large) = (0, 0);
        let mut recurring: BTreeSet<&str> = BTreeSet::new();
        for id in grammar.defined() {
            match Automaton::new(&grammar, &LanguageSpec::from_production(id)) {
                Ok(_) => regular += 1,
                Err(AutomatonError::Cycle(cycle, _)) => {
                    recurring.extend(cycle.iter().map(|&id| grammar.name(id)));
                }
                Err(AutomatonError::TooLarge(..)) => large += 1,
            }
        }
        let names = |ids: &[ProductionId]| {
            ids.iter().map(|&id| grammar.name(id)).collect::<Vec<_>>().join(", ")
        };
        let recurring: Vec<&str> = recurring.into_iter().collect();
        told += &format!(
            "{}: {} rules, {regular} regular, {large} too large\n  recurring: {}\n  undefined: {}\n",
            grammar.listing().name,
            grammar.defined().count(),
            recurring.join(", "),
            names(&grammar.undefined()),
        );
    }
    snapshot("abnf", &told);
}

/// A program wrote `%d195` for the `%xE0`, `%xED`, `%xF0` and `%xF4` of RFC 3629 into three of
/// the files. The result is valid, but another language. No string that differs is UTF-8.
#[test]
fn bytes_that_a_program_got_wrong_differ_from_the_right_ones() {
    let right = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/abnf/rfc3629.abnf"));
    let language = |grammar: &Grammar, name| language(grammar, grammar.find(name).unwrap());
    for file in ["rfc5545.abnf", "rfc9309.abnf", "rfc9394-imapv2.abnf"] {
        let wrong = read(&files()[0].with_file_name(file));
        let differing: [(&str, &[u8], &[u8]); 2] = [
            ("UTF8-3", b"\xE0\xA0\x80", b"\xC3\x80\x80"),
            ("UTF8-4", b"\xF0\x90\x80\x80", b"\xC3\x80\x80\x80"),
        ];
        for (name, gained, lost) in differing {
            let (old, new) = (language(&wrong, name), language(&right, name));
            assert_eq!(
                new.witness(&old, &mut Work::default()),
                Ok(Some(gained.to_vec())),
                "{file} {name}"
            );
            assert_eq!(
                old.witness(&new, &mut Work::default()),
                Ok(Some(lost.to_vec())),
                "{file} {name}"
            );
            assert!(std::str::from_utf8(lost).is_err());
        }
        assert_eq!(language(&wrong, "UTF8-2"), language(&right, "UTF8-2"));
    }
}

/// The same program kept only the first of several values joined by dots. The rules of RFC
/// 9110 that have such values in the RFC are the roots of all differences.
#[test]
fn values_that_a_program_lost_are_the_roots_of_what_differs() {
    let folder = files()[0].with_file_name("");
    let (old, new) =
        (read(&folder.join("rfc9110.abnf")), read(&folder.join("source/rfc9110.abnf")));
    let side = |grammar| urlbnf::diff::NamedGrammar { name: grammar_name(grammar), grammar };
    let diff =
        urlbnf::diff::UrlGrammarDiff::of_production(side(&old), side(&new), "HTTP-date").unwrap();
    let roots =
        diff.pairs.iter().filter(|it| matches!(it.change, urlbnf::diff::PairChange::Root { .. }));
    let mut roots: Vec<&str> = roots.map(|it| diff.new_name(it.new)).collect();
    roots.sort_unstable();
    assert_eq!(roots, ["GMT", "day-name", "day-name-l", "month"]);
}

fn grammar_name(grammar: &Grammar) -> String {
    grammar.listing().name.clone()
}

/// Asserts that the places in a grammar, or in its errors, are inside the text.
fn answers(bytes: &[u8]) {
    let text = bnf::text(bytes);
    match Grammar::read_bytes("a.abnf", bytes, Reading::Corrected) {
        Ok(grammar) => {
            let whole = &grammar.listing().text;
            for id in grammar.defined() {
                for definition in grammar.production(id).definitions() {
                    assert!(whole.get(definition.place.range()).is_some());
                }
            }
        }
        Err(GrammarError::Syntax(errors)) => {
            for error in errors.all() {
                assert!(text.get(error.place.range()).is_some(), "{error:?}");
                assert!(error.to_string().len() < 300);
            }
        }
        Err(_) => {}
    }
}

#[test]
fn a_grammar_cut_off_anywhere_is_read_or_told() {
    for name in ["rfc3986.abnf", "source/rfc5646.abnf"] {
        let bytes = std::fs::read(files()[0].with_file_name(name)).unwrap();
        for end in 0..bytes.len() {
            answers(&bytes[..end]);
        }
    }
}

#[test]
fn a_grammar_with_a_byte_changed_is_read_or_told() {
    let mut numbers = XorshiftRng::new(18);
    let bytes = std::fs::read(files()[0].with_file_name("rfc3986.abnf")).unwrap();
    for _ in 0..5_000 {
        let mut changed = bytes.clone();
        mutate(&mut numbers, &mut changed, b" \n=/\"%*;");
        answers(&changed);
    }
}
