//! Grammars of published RFCs, as they are met: each can be read, and each of its rules
//! is decided or has a reason why not.
//!
//! They are in `tests/abnf`: most were sorted by a program, one rule a line; in
//! `source` are some as documents print them, with comments and lines that go on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use urlbnf::automaton::{Automaton, Language, NotRegular};
use urlbnf::bnf::{self, GrammarError, ProductionId};
use urlbnf::{Grammar, Reading};

use crate::support::snapshot;

/// The files of the folder and of the one in it, in their order.
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
            match Automaton::new(&grammar, &Language::of(id)) {
                Ok(_) => regular += 1,
                Err(NotRegular::Cycle(cycle, _)) => {
                    recurring.extend(cycle.iter().map(|&id| grammar.name(id)));
                }
                Err(NotRegular::TooLarge(..)) => large += 1,
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

/// What can be read of a text has its places in it; what cannot is told at a place of it.
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
    use rand_pcg::rand_core::{Rng as _, SeedableRng as _};
    let mut numbers = rand_pcg::Pcg64::seed_from_u64(18);
    let bytes = std::fs::read(files()[0].with_file_name("rfc3986.abnf")).unwrap();
    for _ in 0..5_000 {
        let number = numbers.next_u64();
        let mut changed = bytes.clone();
        let at = (number >> 8) as usize % bytes.len();
        changed[at] = number as u8;
        answers(&changed);
    }
}
