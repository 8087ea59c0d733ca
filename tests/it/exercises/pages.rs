//! The pages of exercises: each has its question, its hints and its form, and says of an answer
//! what the program says.

use urlbnf::Reading;
use urlbnf::bnf::Notation;
use urlbnf::book::{Book, OwnBook, Packed, Pages, answer, answer_of_page};
use urlbnf::exercise::{Exercise, Kind, Set};

use super::set;
use crate::html::Page;

fn page(book: &dyn Pages, path: &str) -> Page {
    let text = book.page(path).unwrap_or_else(|| panic!("there is no {path}"));
    Page::read(path, &String::from_utf8(text).unwrap())
}

#[test]
fn every_exercise_has_a_page_that_can_judge() {
    let book = Book::new();
    for exercise in set().exercises {
        let page = page(&book, &format!("exercises/{}.html", exercise.name));
        assert_eq!(page.named("summary").count(), exercise.hints.len(), "{}", exercise.name);
        let form = page.named("form").next().unwrap();
        let json = form.get("data-exercise").unwrap();
        let again = Exercise::from_json(json).unwrap();
        let solution = exercise.solution().unwrap();
        assert_eq!(again.judge(&solution).name(), "right", "{}", exercise.name);
        assert!(answer_of_page(json, &solution).contains("✓ Right."), "{}", exercise.name);
        let radios = page.named("input").filter(|it| it.get("type") == Some("radio")).count();
        assert_eq!(radios > 0, exercise.kind() == Kind::Predict, "{}", exercise.name);
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
    let book = Book::new();
    let (list, sheet) =
        (page(&book, "exercises/index.html"), page(&book, "exercises/teacher.html"));
    let all = set().exercises;
    for exercise in &all {
        let file = format!("../exercises/{}.html", exercise.name);
        assert!(list.values("href").any(|it| it == file), "{file}");
        assert!(sheet.values("href").any(|it| it == file), "{file}");
    }
    let solutions: Vec<&str> =
        sheet.named("pre").map(|it| sheet.children(it).next().unwrap().text.as_str()).collect();
    let expected: Vec<String> = all.iter().map(|it| it.solution().unwrap()).collect();
    assert_eq!(solutions, expected);
}

#[test]
fn a_teachers_exercises_stand_beside_those_of_the_book() {
    let text = "[[exercise]]\nname = \"mine\"\nkind = \"predict\"\ntitle = \"Mine\"\ngrammar = \"rfc1738\"\nurl = \"http://a/\"\n";
    let book = Book::with_exercises(Set::read(text).unwrap());
    assert!(book.page("exercises/mine.html").is_some());
    assert!(book.page("exercises/order-ports.html").is_some());
    assert!(Book::new().page("exercises/mine.html").is_none());
}

#[test]
fn a_book_of_ones_own_grammar_has_exercises() {
    let text = "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n";
    let mut load = |_: &urlbnf::bnf::Import, _: Option<&urlbnf::bnf::Imported>| Err("none".into());
    let how = (Notation::Abnf, Reading::Corrected);
    let (packed, _) = Packed::read("date.abnf", text.as_bytes(), how, &mut load).unwrap();
    let book = OwnBook::new(packed).unwrap();
    assert!(book.exercises().len() >= 3, "{}", book.exercises().len());
    for path in book.paths().iter().filter(|it| it.starts_with("exercises/")) {
        page(&book, path);
    }
    let write = page(&book, "exercises/write-1.html");
    let json = write.named("form").next().unwrap().get("data-exercise").unwrap().to_owned();
    assert!(answer_of_page(&json, "year \"-\" 2DIGIT").contains("✓ Right."));
    let said = answer_of_page(&json, "year \"-\" 1*2DIGIT");
    assert!(said.contains("<code>0000-0</code>"), "{said}");
}
