//! The contradictions: each is real, and the book lists them all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use urlbnf::book::Book;
use urlbnf::contradiction::{self, Contradiction, ContradictionChecker, ContradictionStrength};
use urlbnf::report::contradiction as report;
use urlbnf::text::visible;
use urlbnf::{DOCUMENTATION, Edition, Reading};

use crate::html::HtmlPage;
use crate::support::snapshot;

#[test]
fn each_string_shows_what_it_should() {
    let mut bench = ContradictionChecker::default();
    let mut wrong = Vec::new();
    for one in contradiction::all() {
        for case in &one.cases {
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

/// Both sides belong to the document: words at the place that the entry cites, and a
/// production that is printed there. Words of another document count only where the grammar
/// imports productions from it.
#[test]
fn each_has_the_words_of_both_sides() {
    let mut names = BTreeSet::new();
    for one in contradiction::all() {
        assert!(names.insert(one.name), "{} is there twice", one.name);
        assert!(!one.cases.is_empty());
        assert!(one.cases.is_sorted_by_key(|it| it.edition), "{}", one.name);
        for case in &one.cases {
            let name = one.name;
            let prose = case.prose();
            assert!(prose.line().is_some(), "{name}: {prose}");
            let grammar = case.edition.grammar(Reading::Printed);
            let id = grammar.find(case.production);
            let Some(id) = id else {
                panic!("{name}: {} has no {}", case.edition, case.production)
            };
            let mut documents = vec![case.edition.document()];
            for definition in grammar.production(id).definitions() {
                assert!(case.edition.printed_lines(definition).is_some(), "{name}");
                documents.extend(case.edition.printed_in(definition).map(|it| it.0));
            }
            assert!(documents.contains(&prose.document()), "{name}: {prose}");
            let printed = case.printed();
            assert!(printed.text.starts_with(case.production), "{name}: {}", printed.text);
        }
    }
    // Every edition contradicts itself, except RFC 6874, whose prose is not available.
    for edition in Edition::ALL.into_iter().filter(|it| *it != Edition::Rfc6874) {
        let has_one = Contradiction::in_edition(edition).next().is_some();
        assert!(has_one, "grammar/documents/contradictions.toml has nothing of {edition}");
    }
}

/// An entry that is not plain gives a reason, and an entry that is settled cites the words
/// that settle it. The test of the page finds these words in their document.
#[test]
fn the_strength_of_each_has_its_reason() {
    let mut counts = [0; 3];
    for one in contradiction::all() {
        let reason = one.strength.reason();
        assert!(reason.is_none_or(|it| it.ends_with(['.', ')'])), "{}", one.name);
        let cited = reason.is_some_and(|it| it.contains('“') && it.contains(", page "));
        assert!(
            cited || !matches!(one.strength, ContradictionStrength::Settled(_)),
            "{}",
            one.name
        );
        counts[match one.strength {
            ContradictionStrength::Plain => 0,
            ContradictionStrength::Weak(_) => 1,
            ContradictionStrength::Settled(_) => 2,
        }] += 1;
    }
    assert!(counts.into_iter().all(|it| it > 0), "{counts:?}");
}

/// The book lists all contradictions, with the words and the string of every case, and the
/// documents' own URLs that their grammars reject. The snapshot has the result for each
/// string.
#[test]
fn the_page_of_the_book_is_what_the_program_finds() {
    let page = HtmlPage::from_book(&Book::new(&DOCUMENTATION), "docs/contradictions.html");
    let text = page.named("body").next().unwrap().text.split_whitespace().collect::<Vec<_>>();
    let text = text.join(" ");
    let has = |words: &str| {
        let words = words.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&words), "{words}");
    };
    let (mut bench, mut told) = (ContradictionChecker::default(), String::new());
    for one in contradiction::all() {
        has(one.title);
        has(one.what);
        writeln!(told, "{}: {}", one.name, one.strength.name()).unwrap();
        for case in &one.cases {
            has(case.prose().words());
            has(&case.printed().text);
            let string = visible(case.string.as_bytes());
            has(&string);
            let found = bench.found(case).text;
            has(&found);
            writeln!(told, "  {} {string} {found}", case.edition).unwrap();
        }
    }
    for own in report::rejected() {
        has(own.printed.url.trim());
        let (document, verdicts) = (own.document.citation(), report::verdicts(&own));
        writeln!(told, "{document}: {} {verdicts}", own.printed.url).unwrap();
    }
    snapshot("contradictions", &told);
}
