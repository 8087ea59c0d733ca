//! The contradictions: each is one, and the page that lists them is the program's.

use std::collections::BTreeSet;

use urlbnf::contradiction::{Bench, CONTRADICTIONS};
use urlbnf::quotation;
use urlbnf::report::contradiction;
use urlbnf::{Edition, Reading};

use crate::repository::{hold_to, read};

#[test]
fn each_string_shows_what_it_should() {
    let mut bench = Bench::default();
    let mut wrong = Vec::new();
    for one in CONTRADICTIONS {
        for case in one.cases {
            let found = bench.found(case);
            if !found.holds {
                wrong.push(format!(
                    "{}, {}: {}: {}",
                    one.name, case.edition, case.string, found.text
                ));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "\n{}", wrong.join("\n"));
}

/// Both sides are the document's: a quotation of the list that the tests find in
/// its text, and a production that is printed there.
#[test]
fn each_has_the_words_of_both_sides() {
    let mut names = BTreeSet::new();
    for one in CONTRADICTIONS {
        assert!(names.insert(one.name), "{} is there twice", one.name);
        assert!(!one.cases.is_empty());
        assert!(one.cases.is_sorted_by_key(|it| it.edition), "{}", one.name);
        for case in one.cases {
            let name = one.name;
            assert!(quotation::all().any(|it| it == case.prose), "{name}");
            assert_eq!(case.prose.document(), case.edition.document(), "{name}");
            let grammar = case.edition.grammar(Reading::Printed);
            let id = grammar.find(case.production);
            let Some(id) = id else {
                panic!("{name}: {} has no {}", case.edition, case.production)
            };
            for definition in grammar.production(id).definitions() {
                assert!(case.edition.printed_lines(definition).is_some(), "{name}");
            }
            let printed = case.printed();
            assert!(printed.text.starts_with(case.production), "{name}: {}", printed.text);
        }
    }
    // Every edition contradicts itself, but the one of whose document no prose is at hand.
    for edition in Edition::ALL.into_iter().filter(|it| *it != Edition::Rfc6874) {
        assert!(CONTRADICTIONS.iter().any(|it| it.cases.iter().any(|it| it.edition == edition)));
    }
}

/// What stands between two comments, with the comments as they are.
fn replaced(page: &str, name: &str, text: &str) -> String {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&open).expect("it begins");
    let (_, after) = rest.split_once(&close).expect("it ends");
    format!("{before}{open}\n{}\n\n{close}{after}", text.trim())
}

#[test]
fn the_page_is_what_the_program_finds() {
    let path = "docs/contradictions.md";
    let page = read(path);
    let list = contradiction::markdown(CONTRADICTIONS, &mut Bench::default());
    let real = replaced(&page, "contradictions", &list);
    let real = replaced(&real, "urls", &contradiction::urls_markdown());
    hold_to(path, &real);
}

/// What other pages tell of prose and grammar is on the list: each row of the table of
/// oddities, by its words.
#[test]
fn no_contradiction_that_the_oddities_tell_is_missing() {
    let page = read("docs/contradictions.md").replace('`', "");
    let oddities = read("docs/oddities.md");
    let (_, table) = oddities.split_once("## Where a document disagrees").expect("the section");
    let mut rows = 0;
    for row in table.lines().filter(|line| line.starts_with("| ") && line.contains('“')) {
        let words = row.split('“').nth(1).and_then(|it| it.split('”').next()).expect("words");
        let words = words.replace('`', "");
        assert!(page.contains(&words), "{words}");
        rows += 1;
    }
    assert!(rows >= 10, "{rows}");
}
