//! Grammars as texts: the table `tests/cases/texts.tsv`. In a cell, `\n` ends a line, and a byte
//! may be written `{0x0A}`.

use urlbnf_bnf::automaton::{Automaton, Language};
use urlbnf_bnf::grammar::GrammarError;
use urlbnf_bnf::lint::lint;
use urlbnf_bnf::{Grammar, Reading};

/// The bytes of a cell.
fn bytes(cell: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let text = cell.replace("\\n", "\n");
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once("{0x") {
        let (digits, behind) = behind.split_once('}').unwrap();
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(digits, 16).unwrap());
        rest = behind;
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[track_caller]
pub fn read(text: &str) -> Grammar {
    Grammar::read("a.abnf", text, Reading::Printed).unwrap_or_else(|error| panic!("{error}"))
}

/// Asserts that the first rule derives some strings, and does not derive others.
#[track_caller]
pub fn derives(text: &str, strings: &[&[u8]], others: &[&[u8]]) {
    let grammar = read(text);
    let first = grammar.ids().next().unwrap();
    let automaton = Automaton::new(&grammar, &Language::of(first)).unwrap();
    let dfa = automaton.determinise().unwrap();
    for string in strings {
        assert!(automaton.accepts(string) && dfa.accepts(string), "{string:?} of {text}");
    }
    for string in others {
        assert!(!automaton.accepts(string) && !dfa.accepts(string), "{string:?} of {text}");
    }
}

/// Asserts the errors of a file, as `LINE:COLUMN+LENGTH MESSAGE`.
#[track_caller]
pub fn errors(name: &str, text: &[u8], expected: &[&str]) {
    let reading = if name == "a.abnf" { Reading::Printed } else { Reading::Corrected };
    let found: Vec<String> = match Grammar::read_bytes(name, text, reading) {
        Ok(_) => Vec::new(),
        Err(GrammarError::Syntax(errors)) => {
            let told = errors.all().iter().map(|it| {
                let before = String::from_utf8_lossy(&text[..it.place.start]);
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
                format!("{line}:{column}+{} {}", it.place.end - it.place.start, it.kind)
            });
            told.collect()
        }
        Err(other) => panic!("{}: {other}", String::from_utf8_lossy(text)),
    };
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(text));
}

/// The findings on a grammar in ABNF, as `LINE:COLUMN CODE WITNESS`.
fn lints(text: &str) -> Vec<String> {
    let grammar = read(text).nested(1);
    let findings = lint(&grammar).into_iter().map(|finding| {
        assert!(!finding.message(&grammar).is_empty());
        let (line, column) = grammar.listing().line_and_column(finding.place.start);
        let witness = finding.witness().map(|it| format!(" {}", String::from_utf8_lossy(it)));
        format!("{line}:{column} {}{}", finding.code, witness.unwrap_or_default())
    });
    findings.collect()
}

/// The findings on a grammar, as `LINE:COLUMN CODE: MESSAGE (WITNESS)`.
fn explains(text: &str) -> Vec<String> {
    let grammar = Grammar::read("own.bnf", text, Reading::Corrected);
    let grammar = grammar.unwrap_or_else(|error| panic!("{error}"));
    let findings = lint(&grammar).into_iter().map(|finding| {
        let (line, column) = grammar.listing().line_and_column(finding.place.start);
        let witness = finding.witness().map(String::from_utf8_lossy);
        let witness = witness.map(|it| format!(" ({it:?})")).unwrap_or_default();
        format!("{line}:{column} {}: {}{witness}", finding.code, finding.message(&grammar))
    });
    findings.collect()
}

#[test]
fn texts_are_read_and_told_as_the_table_has_it() {
    let table = include_str!("../cases/texts.tsv");
    for row in table.lines().filter(|it| !it.starts_with('#') && !it.is_empty()) {
        let cells: Vec<&str> = row.split('\t').collect();
        let text = |cell: &str| String::from_utf8(bytes(cell)).unwrap();
        match &cells[..] {
            ["derives", grammar, strings @ ..] => {
                let strings = |sign| {
                    let signed = strings.iter().filter_map(move |it| it.strip_prefix(sign));
                    signed.map(bytes).collect::<Vec<_>>()
                };
                let (own, others) = (strings('+'), strings('-'));
                assert!(!own.is_empty(), "{row}");
                let own: Vec<&[u8]> = own.iter().map(Vec::as_slice).collect();
                let others: Vec<&[u8]> = others.iter().map(Vec::as_slice).collect();
                derives(&text(grammar), &own, &others);
            }
            ["errors", name, grammar, expected @ ..] => errors(name, &bytes(grammar), expected),
            ["lints", grammar, expected @ ..] => {
                assert_eq!(lints(&text(grammar)), expected, "{row}")
            }
            ["explains", grammar, expected @ ..] => {
                assert_eq!(explains(&text(grammar)), expected, "{row}");
            }
            _ => panic!("{row}"),
        }
    }
}
