//! The lesson: its links lead into the book, and its statements about strings are true.

use urlbnf::book::{Book, LiveState};
use urlbnf::diagnose::examine;
use urlbnf::text::column;
use urlbnf::{Judge, Verdict};

use crate::repository::read;

/// The links of the lesson into the book, each with the words after it.
fn links(text: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    for rest in text.split("](../book/").skip(1) {
        let (target, after) = rest.split_once(')').unwrap();
        found.push((target, after.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    found
}

/// That the targets exist is tested with the book.
#[test]
fn every_link_of_the_lesson_is_on_its_page_in_the_book() {
    let text = read("docs/lesson.md");
    let links = links(&text);
    assert!(links.len() > 20, "{}", links.len());
    let page = Book::new(&urlbnf::DOCUMENTATION).page("docs/lesson.html").unwrap();
    let page = String::from_utf8(page).unwrap();
    for (target, _) in links {
        assert!(page.contains(&format!("../{target}")), "{target}");
    }
}

/// After a link to the live page, the lesson states the verdict, and also the column and the
/// production if the string fails.
#[test]
fn what_the_lesson_says_of_a_string_is_so() {
    let text = read("docs/lesson.md");
    let mut count = 0;
    for (target, after) in links(&text) {
        let Some(state) = target.strip_prefix("live.html#") else { continue };
        let state = LiveState::read(state).unwrap();
        let judge = Judge::by_scheme(state.edition, state.reading);
        let examination = examine(&judge, &state.url);
        let verdict = examination.judgement.verdict;
        let said = ["conforms", "generic-only", "rejected"].into_iter();
        let said = said.filter_map(|it| Some((after.find(&format!("`{it}`"))?, it))).min();
        assert_eq!(said.map(|it| it.1), Some(verdict.name()), "{target}: {after:.80}");
        if verdict != Verdict::Conforms {
            let diagnostic = examination.diagnostic.unwrap();
            let column = column(&state.url, diagnostic.offset);
            let production = judge.grammar().name(diagnostic.named_production(&judge));
            let place = format!("`{verdict}`, at column {column}, in `{production}`");
            let from = after.find(&place).unwrap_or_else(|| panic!("{target}: {place}"));
            assert!(from < 40, "{target}: {after:.80}");
        }
        count += 1;
    }
    assert!(count >= 7, "{count}");
}
