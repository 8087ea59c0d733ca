//! Why a string fails, in grammars that are not about URLs. Each row of a table has the report
//! as a reader sees it, and the offset is compared with all strings of the language.

use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
use urlbnf_bnf::derivation::Deriver;
use urlbnf_bnf::failure::{Expectation, Failure, FailureKind};
use urlbnf_bnf::{Grammar, Reading};

fn read(text: &str) -> Grammar {
    Grammar::read("a.bnf", text, Reading::Printed).unwrap()
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
    let language = LanguageSpec::from_production(grammar.start());
    let automaton = Automaton::new(&grammar, &language).unwrap();
    let deriver = Deriver::new(&grammar, &language).unwrap();
    let mut all = strings(6);
    all.retain(|string| deriver.derive(&grammar, string).is_some());
    let begins = |prefix: &[u8]| all.iter().any(|string| string.starts_with(prefix));
    let mut failed = 0;
    for input in strings(3) {
        let Some(failure) = Failure::for_input(&grammar, &automaton, &input) else {
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
        assert_eq!(failure.expected.contains(&Expectation::End), all.contains(&prefix.to_vec()));
        let mut first: Vec<u8> = Vec::new();
        for expected in failure.failing.iter().flat_map(|it| &it.expected) {
            let texts = match expected {
                Expectation::Literal(text) => vec![text.as_bytes().to_vec()],
                Expectation::Production(unit) => {
                    grammar.characters(*unit).bytes().map(|byte| vec![byte]).collect()
                }
                Expectation::Value(_) | Expectation::End => Vec::new(),
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

/// Nobody reads a list of thousands.
#[test]
fn of_many_expected_things_a_hundred_are_named() {
    let named = |count: usize| {
        let letters: String = (1..=count).map(|it| format!(" / \"b{it}\"")).collect();
        let text = format!("# notation rfc822\na = \"c\"{}\n", letters.replace('/', "|"));
        let grammar = read(&text);
        let automaton =
            Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
        let failure = Failure::for_input(&grammar, &automaton, b"a").unwrap();
        let expected = failure.expected_text(&grammar);
        expected.rsplit(", ").next().unwrap().to_owned()
    };
    let last = [99, 100, 249].map(named);
    assert_eq!(last, ["\"b98\" or \"b99\"", "\"b99\" or 1 other", "\"b99\" or 150 others"]);
}
