//! The history pages and the grid of schemes, compared with the grammars.

use urlbnf::book::{Book, address};
use urlbnf::scheme::SchemeAlternatives;
use urlbnf::timeline::{TimelineSubject, is_side_branch, stages};
use urlbnf::{Edition, Reading};

use crate::html::{HtmlElement, HtmlPage};

#[test]
fn every_history_has_a_page_with_all_rows_of_the_command() {
    let book = Book::new(&urlbnf::DOCUMENTATION);
    let all = TimelineSubject::all();
    assert!(all.len() > 300, "only {}", all.len());
    // The other pages are made by the same code.
    for what in all.iter().step_by(23).chain(all.last()) {
        let path = address::history(what).unwrap();
        let page = HtmlPage::from_book(&book, &path);
        let shown = page.named("h1").next().unwrap();
        let name = what.to_string().replace(' ', "␣");
        assert!(shown.text.contains(&format!("{} {name}", what.kind())), "{path}: {}", shown.text);
        let body = page.named("tbody").next().unwrap();
        let rows: Vec<&HtmlElement> = page.children(body).collect();
        let stages = stages(what, Reading::Corrected).unwrap();
        assert_eq!(rows.len(), Edition::ALL.len(), "{path}");
        for (row, stage) in rows.into_iter().zip(stages) {
            let cells: Vec<&HtmlElement> = page.children(row).collect();
            let branch = if is_side_branch(stage.edition) { "└ " } else { "" };
            assert_eq!(cells[0].text, format!("{branch}{}", stage.edition), "{path}");
            assert_eq!(cells[2].text.ends_with("out"), !stage.present, "{path}: {}", row.text);
            let grammar = stage.edition.grammar(Reading::Corrected);
            for id in stage.productions.iter().chain(&stage.instead) {
                assert!(cells[3].text.contains(grammar.name(*id)), "{path}: {}", row.text);
            }
            let change = stage.change.as_ref().filter(|it| it.is_about);
            let words = change.map_or("", |it| it.relation.words());
            assert_eq!(cells[4].text, words, "{path}: {}", row.text);
            let strings = cells[5].text.matches("let in ").count()
                + cells[5].text.matches("shut out ").count();
            let known = stage.change.map_or(0, |it| {
                usize::from(it.plain_gained.is_some()) + usize::from(it.plain_lost.is_some())
            });
            assert_eq!(strings, known, "{path}: {}", row.text);
        }
    }
    let known =
        |word: &str| TimelineSubject::from_word(word).and_then(|what| address::history(&what));
    assert_eq!(known("~").as_deref(), Some("history/character-7e.html"));
    assert_eq!(known("http").as_deref(), Some("history/scheme-http.html"));
    assert_eq!(known("httpurl").as_deref(), Some("history/httpurl.html"));
    assert_eq!(known("nosuch"), None);
}

#[test]
fn the_grid_says_in_words_where_a_scheme_has_a_production_of_its_own() {
    let page = HtmlPage::from_book(&Book::new(&urlbnf::DOCUMENTATION), "history.html");
    let grid = page.elements.iter().find(|it| it.is("fates")).unwrap();
    let body = page.children(grid).find(|it| it.name == "tbody").unwrap();
    let has_own = |edition: Edition, scheme: &str| {
        let grammar = edition.grammar(Reading::Corrected);
        SchemeAlternatives::from_start(grammar, grammar.start()).production(scheme).is_some()
    };
    let mut changed = 0;
    for row in page.children(body) {
        let mut cells = page.children(row);
        let scheme = &cells.next().unwrap().text;
        let fields: Vec<&HtmlElement> = cells.collect();
        assert_eq!(fields.len(), Edition::LINE.len(), "{scheme}");
        for (field, (number, edition)) in
            fields.into_iter().zip(Edition::LINE.into_iter().enumerate())
        {
            let had = number > 0 && edition.before().is_some_and(|it| has_own(it, scheme));
            let has = has_own(edition, scheme);
            assert_eq!(field.is("made"), has && !had, "{scheme} in {edition}");
            assert_eq!(field.is("gone"), had && !has, "{scheme} in {edition}");
            let class = field.get("class").unwrap().trim_start_matches("fate ");
            let says = page.elements.iter().find(|it| it.name == "summary" && page.has(field, it));
            let words = &says.unwrap().text;
            assert!(words.split(' ').nth(1) == Some(class), "{scheme} in {edition}: {words}");
            changed += usize::from(has != had);
        }
    }
    assert!(changed > 20, "only {changed}");
}
