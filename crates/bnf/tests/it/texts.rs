//! Grammars as texts: the table `tests/cases/texts.tsv`. In a cell, `\n` ends a line, and a byte
//! may be written `{0x0A}`.

use urlbnf_bnf::automaton::{Automaton, Language};
use urlbnf_bnf::grammar::{GrammarError, Import, Imported};
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

/// Reads a text that imports from files, the last of a name.
pub fn importing(
    text: &str,
    files: &[[&str; 2]],
    reading: Reading,
) -> Result<Grammar, GrammarError> {
    let mut load = |import: &Import, _: Option<&Imported>| {
        let found = files.iter().rev().find(|[name, _]| *name == import.source);
        let [name, text] = found.ok_or_else(|| format!("there is no {}", import.source))?;
        // An edition is also a file, whose extension names its notation.
        let extension = if name.contains('.') { "" } else { ".abnf" };
        let text = String::from_utf8(bytes(text)).unwrap();
        Ok(Imported { name: format!("{name}{extension}"), text, folder: None })
    };
    Grammar::read_importing("a.abnf", text.as_bytes(), reading, &mut load)
}

/// Asserts the strings of the first rule, and that each rule is where it is said to be.
#[track_caller]
fn imports(grammar: &Grammar, files: &[[&str; 2]], strings: &[&str], row: &str) {
    assert!(grammar.undefined().is_empty(), "{row}");
    let first = grammar.ids().next().unwrap();
    let automaton = Automaton::new(grammar, &Language::of(first)).unwrap();
    for string in strings {
        assert_eq!(automaton.accepts(string[1..].as_bytes()), string.starts_with('+'), "{row}");
    }
    for id in grammar.defined() {
        for definition in grammar.production(id).definitions() {
            let (source, own) = grammar.listing().source(definition.name_place.start);
            let (line, _) = grammar.listing().line_and_column(definition.name_place.start);
            let named = own.lines().nth(line - 1).unwrap().trim_start_matches("#@erratum E1 ");
            // A phrase or an import may give a rule another name.
            let is_own = source.name == "a.abnf" && !named.contains(", see [");
            assert!(!is_own || named.starts_with(grammar.name(id)), "{named} of {row}");
            let known = files.iter().any(|[name, _]| source.name.starts_with(name));
            assert!(known || source.name == "a.abnf" || !source.is_file, "{row}");
        }
    }
}

#[test]
fn texts_are_read_and_told_as_the_table_has_it() {
    let table = include_str!("../cases/texts.tsv");
    let mut files: Vec<[&str; 2]> = Vec::new();
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
            ["file", name, content] => files.push([*name, content]),
            ["imports", reading, grammar, strings @ ..] => {
                let grammar = importing(&text(grammar), &files, reading.parse().unwrap());
                let grammar = grammar.unwrap_or_else(|error| panic!("{row}: {error}"));
                imports(&grammar, &files, strings, row);
            }
            ["refuses", grammar, why] => {
                let error = importing(&text(grammar), &files, Reading::Printed).unwrap_err();
                assert_eq!(error.to_string(), *why, "{row}");
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
