//! The pages of exercises: each has its question, its hints and its form, and judges an answer
//! as the program does.

use std::sync::Arc;

use urlbnf::Reading;
use urlbnf::bnf::{Import, ImportedText, Notation};
use urlbnf::book::{Book, PackedGrammar, answer, answer_of_page};
use urlbnf::exercise::{Exercise, ExerciseKind, ExerciseSet};

use super::set;
use crate::html::HtmlPage;

#[test]
fn every_exercise_has_a_page_that_can_judge() {
    let book = Book::new(&urlbnf::DOCUMENTATION);
    for exercise in set().exercises {
        let page = HtmlPage::from_book(&book, &format!("exercises/{}.html", exercise.name));
        let hints = page.named("summary").filter(|it| it.text.starts_with("Hint ")).count();
        assert_eq!(hints, exercise.hints.len(), "{}", exercise.name);
        let form = page.named("form").next().unwrap();
        let json = form.get("data-exercise").unwrap();
        let again = Exercise::from_json(json, None).unwrap();
        let solution = exercise.solution().unwrap();
        assert_eq!(again.judge(&solution).name(), "right", "{}", exercise.name);
        assert!(answer_of_page(json, &solution, None).contains("✓ Right."), "{}", exercise.name);
        let radios = page.named("input").filter(|it| it.get("type") == Some("radio")).count();
        assert_eq!(radios > 0, exercise.kind() == ExerciseKind::Predict, "{}", exercise.name);
    }
}

#[test]
fn a_wrong_answer_that_was_foreseen_is_explained() {
    for exercise in set().exercises {
        for wrong in &exercise.wrong {
            let said = answer(&exercise, &wrong.answer).into_string();
            assert!(said.contains("✗ Not so."), "{}: {said}", exercise.name);
            assert_eq!(said.matches("<p>").count(), 2, "{}: {said}", exercise.name);
        }
    }
}

#[test]
fn the_lists_have_all_and_the_sheet_has_the_solutions() {
    let book = Book::new(&urlbnf::DOCUMENTATION);
    let (list, sheet) = (
        HtmlPage::from_book(&book, "exercises/index.html"),
        HtmlPage::from_book(&book, "exercises/teacher.html"),
    );
    let all = set().exercises;
    for exercise in &all {
        let file = format!("{}.html", exercise.name);
        assert!(list.values("href").any(|it| it == file), "{file}");
        assert!(sheet.values("href").any(|it| it == file), "{file}");
    }
    let solutions: Vec<&str> =
        sheet.named("pre").map(|it| sheet.children(it).next().unwrap().text.as_str()).collect();
    let expected: Vec<String> = all.iter().map(|it| it.solution().unwrap()).collect();
    assert_eq!(solutions, expected);
}

/// The exercises in the search index: their titles and addresses.
fn found(book: &Book) -> Vec<(String, String)> {
    let index = String::from_utf8(book.page("search-index.js").unwrap()).unwrap();
    let list = index.strip_prefix("window.urlbnfSearch = ").unwrap().trim_end();
    let entries: Vec<[String; 3]> = serde_json::from_str(list.trim_end_matches(';')).unwrap();
    let exercises = entries.into_iter().filter(|[_, of, _]| of == "exercise");
    exercises.map(|[title, _, path]| (title, path)).collect()
}

#[test]
fn the_search_finds_exercises_by_their_titles() {
    let titles = set().exercises.into_iter().map(|it| {
        let path = format!("exercises/{}.html", it.name);
        (it.title.replace('`', ""), path)
    });
    assert_eq!(found(&Book::new(&urlbnf::DOCUMENTATION)), titles.collect::<Vec<_>>());
}

#[test]
fn a_teachers_exercises_stand_beside_those_of_the_book() {
    let text = "[[exercise]]\nname = \"mine\"\nkind = \"predict\"\ntitle = \"Mine\"\ngrammar = \"rfc1738\"\nurl = \"http://a/\"\n";
    let book = Book::with_exercises(&urlbnf::DOCUMENTATION, ExerciseSet::read(text).unwrap());
    assert!(book.page("exercises/mine.html").is_some());
    assert!(book.page("exercises/order-ports.html").is_some());
    assert!(found(&book).contains(&("Mine".to_owned(), "exercises/mine.html".to_owned())));
    assert!(Book::new(&urlbnf::DOCUMENTATION).page("exercises/mine.html").is_none());
}

#[test]
fn a_book_of_ones_own_grammar_has_exercises() {
    let text = "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n";
    judges_on_its_pages(text, "");
}

#[test]
fn exercises_of_a_grammar_that_imports_judge_too() {
    let text = "; urlbnf: import parts.abnf year month\ndate = year \"-\" month\n";
    judges_on_its_pages(text, "year = 4DIGIT\nmonth = 2DIGIT\n");
}

/// The exercises of a date grammar whose parts may come from another file.
#[track_caller]
fn judges_on_its_pages(text: &str, parts: &str) {
    let mut load = |_: &Import, _: Option<&ImportedText>| {
        Ok(ImportedText { name: "parts.abnf".into(), text: parts.to_owned(), folder: None })
    };
    let how = (Notation::Abnf, Reading::Corrected);
    let (packed, grammar) =
        PackedGrammar::read("date.abnf", text.as_bytes(), how, &mut load).unwrap();
    let book = Book::of_grammar(packed.clone(), Arc::new(grammar));
    assert_eq!(book.paths(), Book::of_packed(packed).unwrap().paths());
    assert!(book.exercises().len() >= 3, "{}", book.exercises().len());
    // The data that the script passes to a page.
    let script = String::from_utf8(book.page("grammar.js").unwrap()).unwrap();
    let packed = script.strip_prefix("self.urlbnfGrammar = ").unwrap().trim_end();
    let packed: String = serde_json::from_str(packed.trim_end_matches(';')).unwrap();
    for exercise in book.exercises() {
        let page = HtmlPage::from_book(&book, &format!("exercises/{}.html", exercise.name));
        let form = page.named("form").next().unwrap();
        assert_eq!(form.get("data-grammar"), Some("../grammar.js"), "{}", exercise.name);
        let json = form.get("data-exercise").unwrap();
        let said = |answer: &str| answer_of_page(json, answer, Some(&packed));
        assert!(said(&exercise.solution().unwrap()).contains("✓ Right."), "{}", exercise.name);
        if exercise.name == "write-1" {
            let said = said("year \"-\" 1*2DIGIT");
            assert!(said.contains("<code>0000-0</code>"), "{said}");
        }
    }
    assert!(book.exercises().iter().any(|it| it.name == "write-1"));
}
