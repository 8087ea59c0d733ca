//! Grammars as texts: the table `tests/cases/texts.tsv`. In a cell, `\n` ends a line, and a byte
//! may be written `{0x0A}`.

use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity, endless_text};
use urlbnf_bnf::automaton::{Automaton, LanguageSpec, Work};
use urlbnf_bnf::derivation::verify;
use urlbnf_bnf::diff::{GrammarComparison, NamedGrammar, PairingHints};
use urlbnf_bnf::failure::Failure;
use urlbnf_bnf::grammar::{GrammarError, Import, ImportedText};
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
    let automaton = Automaton::new(&grammar, &LanguageSpec::from_production(first)).unwrap();
    let dfa = automaton.determinise(&mut Work::default()).unwrap();
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
            let told = errors.all().iter().map(|error| {
                let before = String::from_utf8_lossy(&text[..error.place.start]);
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
                format!("{line}:{column}+{} {}", error.place.end - error.place.start, error.kind)
            });
            told.collect()
        }
        Err(other) => vec![other.to_string()],
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

/// What is told of the failure of a string in a grammar of another notation than ABNF.
fn failure(
    text: &str,
    input: &[u8],
    told: impl Fn(&Failure, &Grammar) -> Option<String>,
) -> String {
    let grammar = Grammar::read("a.bnf", text, Reading::Printed).unwrap();
    let automaton =
        Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    let failure = Failure::for_input(&grammar, &automaton, input);
    failure.and_then(|it| told(&it, &grammar)).unwrap_or("none".to_owned())
}

fn relation(old: &str, new: &str) -> String {
    let (old, new) = (read(old).nested(3), read(new).nested(3));
    let sides = (NamedGrammar::new("old", &old), NamedGrammar::new("new", &new));
    let comparison = GrammarComparison::new(sides.0, sides.1, &PairingHints::default());
    let relation = comparison.diff().and_then(|diff| diff.relation);
    let Ok(relation) = relation else { return "not known".to_owned() };
    let shown = |it: Option<&[u8]>| String::from_utf8_lossy(it.unwrap_or(b"-")).into_owned();
    let (gained, lost) = (relation.gained(), relation.lost());
    format!("{} {} {}", relation.name(), shown(gained), shown(lost))
}

/// `no`, the string that has two derivations, which are valid, or why one has any number.
fn ambiguous(grammar: &Grammar) -> String {
    match ambiguity(grammar, grammar.start()).unwrap() {
        Ambiguity::Unambiguous => "no".to_owned(),
        Ambiguity::Infinite { production, .. } => endless_text(grammar, production),
        Ambiguity::Ambiguous(two) => {
            let [one, other] = two.trees(grammar);
            assert!(one != other && verify(&one) == Ok(()) && verify(&other) == Ok(()), "{one}");
            String::from_utf8(two.string.clone()).unwrap()
        }
    }
}

/// Reads a text that imports from files, the last of a name.
pub fn importing(
    text: &str,
    files: &[[&str; 2]],
    reading: Reading,
) -> Result<Grammar, GrammarError> {
    let mut load = |import: &Import, _: Option<&ImportedText>| {
        let found = files.iter().rev().find(|[name, _]| *name == import.source);
        let [name, text] = found.ok_or_else(|| format!("there is no {}", import.source))?;
        // An edition is also a file, whose extension names its notation.
        let extension = if name.contains('.') { "" } else { ".abnf" };
        let text = String::from_utf8(bytes(text)).unwrap();
        Ok(ImportedText { name: format!("{name}{extension}"), text, folder: None })
    };
    Grammar::read_importing("a.abnf", text.as_bytes(), reading, &mut load)
}

/// Asserts the strings of the first rule, and that each rule is where it is said to be.
#[track_caller]
fn imports(grammar: &Grammar, files: &[[&str; 2]], strings: &[&str], row: &str) {
    assert!(grammar.undefined().is_empty(), "{row}");
    let first = grammar.ids().next().unwrap();
    let automaton = Automaton::new(grammar, &LanguageSpec::from_production(first)).unwrap();
    for string in strings {
        assert_eq!(automaton.accepts(&string.as_bytes()[1..]), string.starts_with('+'), "{row}");
    }
    for id in grammar.defined() {
        for definition in grammar.production(id).definitions() {
            let (source, own) = grammar.listing().source(definition.name_place.start);
            let (line, _) = grammar.listing().line_and_column(definition.name_place.start);
            let named = own.lines().nth(line - 1).unwrap().trim_start_matches("#@erratum E1 ");
            // An import, or a phrase that imports, can name the rule differently from the line.
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
    let named = |files: &[[&'static str; 2]], cell: &'static str| {
        let name = cell.strip_prefix('@');
        files.iter().rev().find(|[it, _]| Some(*it) == name).map_or(cell, |[_, text]| *text)
    };
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
            ["fails", grammar, input, expected] => {
                let told = failure(&text(named(&files, grammar)), &bytes(input), |failure, of| {
                    let (offset, kind) = (failure.offset, failure.kind);
                    let (message, chain) = (failure.message(of), failure.chain_text(of));
                    let expected = failure.expected_text(of);
                    Some(format!("{offset} | {kind:?} | {message} | {chain} | {expected}"))
                });
                assert_eq!(told, *expected, "{row}");
            }
            ["has", grammar, input, expected] => {
                let told = failure(&text(named(&files, grammar)), &bytes(input), |failure, of| {
                    failure.found_text(of)
                });
                assert_eq!(told, *expected, "{row}");
            }
            ["relates", old, new, expected] => {
                assert_eq!(relation(&text(old), &text(new)), *expected, "{row}");
            }
            ["ambiguous", grammar, expected] => {
                for most in 1..4 {
                    assert_eq!(ambiguous(&read(&text(grammar)).nested(most)), *expected, "{row}");
                }
            }
            ["starts", grammar, expected] => {
                let grammar = read(&text(grammar));
                let starts = match grammar.has_start() {
                    true => vec![grammar.start()],
                    false => grammar.starts().to_vec(),
                };
                let names: Vec<&str> = starts.iter().map(|&id| grammar.name(id)).collect();
                assert_eq!(names.join(" or "), *expected, "{row}");
            }
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
            ["faults", kinds, grammar, expected @ ..] => {
                assert_eq!(crate::suite::faults(kinds, &text(grammar)), expected, "{row}");
            }
            ["explains", grammar, expected @ ..] => {
                assert_eq!(explains(&text(grammar)), expected, "{row}");
            }
            _ => panic!("{row}"),
        }
    }
}
