//! Why a string fails, in grammars that are not about URLs. Each row of a table has the report
//! as a reader sees it, and the offset is compared with all strings of the language.

use urlbnf_bnf::automaton::{Automaton, Language};
use urlbnf_bnf::derivation::Deriver;
use urlbnf_bnf::failure::{Expected, Failure, FailureKind};
use urlbnf_bnf::{Grammar, Reading};

const BOOKS: &str = "# notation rfc822
entry  = author 1*[ \";\" author ] \":\" title [ \" (\" year \")\" ]
author = 1*letter
title  = 1*[ letter | mark ]
mark   = \"!\" | \"-\" | \"%\" digit digit
year   = digit digit digit digit
letter = \"a\" | \"b\"
digit  = \"0\" | \"1\"
other  = curl | \"~\"
curl   = \"{\" | \"}\"
";

fn read(text: &str) -> Grammar {
    Grammar::read("a.bnf", text, Reading::Printed).unwrap()
}

/// The failure of a string, as `offset | kind | headline | chain | expected`.
fn told(grammar: &Grammar, input: &[u8]) -> Option<String> {
    let automaton = Automaton::new(grammar, &Language::of(grammar.start())).unwrap();
    let failure = Failure::of(grammar, &automaton, input)?;
    let Failure { offset, kind, .. } = failure;
    Some(format!(
        "{offset} | {kind:?} | {} | {} | {}",
        failure.message(grammar),
        failure.chain_text(grammar),
        failure.expected_text(grammar)
    ))
}

#[test]
fn a_reader_is_told_where_which_production_and_what_was_expected() {
    let grammar = read(BOOKS);
    let cases: &[(&[u8], &str)] = &[
        (
            b"",
            "0 | EndsTooEarly | the empty string is not a valid `entry` | entry > author | letter",
        ),
        (b"~", "0 | NotAllowed | `~` cannot begin `entry` | entry > author | letter"),
        (
            b"a",
            "1 | EndsTooEarly | the input stops before `entry` is complete: `;` must come next | entry > author | letter or \";\"",
        ),
        (
            b"a:",
            "1 | NotAllowed | `:` is not allowed in `author` | entry > author | letter or \";\"",
        ),
        (
            b"a;b:a~",
            "5 | NotAllowed | `~` is not allowed in `title` | entry > title | letter, mark, \" (\" or the end",
        ),
        (b"a;b:%0", "6 | BadEscape | `%` without two hexadecimal digits | entry > title | digit"),
        (b"a;b:%0-", "6 | BadEscape | `%` without two hexadecimal digits | entry > title | digit"),
        (
            b"a;b:a (",
            "7 | EndsTooEarly | the input stops before `year` is complete | entry > year | digit",
        ),
        (
            b"a;b:a (010",
            "10 | EndsTooEarly | the input stops before `year` is complete | entry > year | digit",
        ),
        (b"a;b:a (0101)x", "12 | NotAllowed | `x` follows the end of `entry` | entry | the end"),
        (b"a;\xC3\xA9", "2 | NotAscii | byte 0xC3 is not ASCII | entry > author | letter"),
    ];
    for (input, expected) in cases {
        assert_eq!(told(&grammar, input).unwrap_or_default(), *expected);
    }
    for input in [&b"a;b:ab"[..], b"ab;a;b:!-%01 (0101)"] {
        assert_eq!(told(&grammar, input), None);
    }
}

#[test]
fn a_failure_names_the_productions_that_contain_the_character() {
    let grammar = read(BOOKS);
    let automaton = Automaton::new(&grammar, &Language::of(grammar.start())).unwrap();
    let cases: &[(&[u8], Option<&str>)] = &[
        (b"a;b:a~", Some("`~` is `other`, which no production uses")),
        (b"a;b:a{", Some("`{` is `curl`, which `title` leaves out")),
        (b"a!", Some("`!` is `mark`")),
        (b"a;b:a?", Some("`?` is in no production")),
        // A byte in the text of a production belongs to no class, so there is nothing to
        // report.
        (b"a;b:a;", None),
        (b"a;b:a)", None),
        (b"a;b:ax", None),
        (b"", None),
    ];
    for (input, expected) in cases {
        let failure = Failure::of(&grammar, &automaton, input).unwrap();
        assert_eq!(failure.found_text(&grammar).as_deref(), *expected, "{failure:?}");
    }
}

/// All strings of four characters up to a length, shorter ones first.
fn strings(longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = all.len();
        for at in from..until {
            all.extend(
                b"ab:;".iter().map(|&byte| [&all[at][..], &[byte]].concat()).collect::<Vec<_>>(),
            );
        }
        from = until;
    }
    all
}

/// Each prefix of a string of the language can be completed with three characters, so the
/// strings up to six characters determine how every string up to three fails.
#[test]
fn a_failure_is_what_all_strings_of_the_language_say() {
    let text = "# notation rfc822\npair = name sep name\nname = \"a\" *bee\nbee = \"b\" | \"%\" hex hex\nsep = \":\" | \";;\"\nhex = \"0\"\n";
    let grammar = read(text);
    let language = Language::of(grammar.start());
    let automaton = Automaton::new(&grammar, &language).unwrap();
    let deriver = Deriver::new(&grammar, &language).unwrap();
    let mut all = strings(6);
    all.retain(|string| deriver.derive(&grammar, string).is_some());
    let begins = |prefix: &[u8]| all.iter().any(|string| string.starts_with(prefix));
    let mut failed = 0;
    for input in strings(3) {
        let Some(failure) = Failure::of(&grammar, &automaton, &input) else {
            assert!(all.contains(&input));
            continue;
        };
        failed += 1;
        assert!(!all.contains(&input));
        let offset = (0..=input.len()).rev().find(|&it| begins(&input[..it])).unwrap();
        assert_eq!(failure.offset, offset);
        let (prefix, found) = (&input[..offset], input.get(offset).copied());
        assert_eq!(failure.found, found);
        let kind = found.map_or(FailureKind::EndsTooEarly, |_| FailureKind::NotAllowed);
        assert_eq!(failure.kind, kind);
        assert_eq!(failure.expected.contains(&Expected::End), all.contains(&prefix.to_vec()));
        let mut first: Vec<u8> = Vec::new();
        for expected in failure.failing.iter().flat_map(|it| &it.expected) {
            let texts = match expected {
                Expected::Literal(text) => vec![text.as_bytes().to_vec()],
                Expected::Production(unit) => {
                    grammar.characters(*unit).bytes().map(|byte| vec![byte]).collect()
                }
                Expected::Value(_) | Expected::End => Vec::new(),
            };
            for text in texts {
                assert!(begins(&[prefix, &text].concat()), "{failure:?}");
                first.push(text[0]);
            }
        }
        for byte in *b"ab:;" {
            assert_eq!(first.contains(&byte), begins(&[prefix, &[byte]].concat()), "{failure:?}");
        }
    }
    assert_eq!((failed, strings(3).len()), (84, 85));
}

#[test]
fn what_derives_nothing_is_blamed_on_its_cause() {
    let cases = [
        (
            "letter = date greeting\ndate = day month\nday = \"1\"\ngreeting = \"x\"\n",
            "`date` derives no string: `month` is defined nowhere | letter > date > month",
        ),
        ("a = a \"x\" | b\n", "`a` derives no string: `b` is defined nowhere | a > b"),
        (
            "a = b | c\nb = c\nc = a \"x\" | d\n",
            "`c` derives no string: `d` is defined nowhere | a > c > d",
        ),
        ("a = a \"x\"\n", "no string derives: `a` always needs itself | a"),
        ("s = t\nt = t \"x\"\n", "`s` derives no string: `t` always needs itself | s > t"),
    ];
    for (text, expected) in cases {
        let grammar = read(&format!("# notation rfc822\n{text}"));
        let expected = format!("0 | Undefined | {expected} | nothing");
        assert_eq!(told(&grammar, b"1x").unwrap(), expected);
    }
}
