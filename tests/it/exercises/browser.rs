//! An exercise in a real browser: the engine of the page judges as the program does.

use serde_json::json;

use crate::book_files::{address, own_book};
use crate::browser::Browser;

/// The judgement that the page shows for an answer.
#[track_caller]
fn said(browser: &Browser, answer: &str) -> String {
    browser.evaluate(&format!(
        "const form = document.getElementById('answer');
         const text = {};
         const field = [...form.elements].find((it) =>
           it.type === 'radio' ? it.value === text : it.name === 'answer');
         if (field.type === 'radio') field.checked = true; else field.value = text;
         document.getElementById('outcome').replaceChildren();
         form.requestSubmit();
         return true",
        json!(answer)
    ));
    browser.wait("return document.querySelector('#outcome .finding') !== null");
    let said = browser.evaluate("return document.getElementById('outcome').textContent");
    said.as_str().unwrap().to_owned()
}

#[test]
#[ignore = "needs a browser"]
fn the_page_judges_as_the_program_does() {
    let browser = Browser::open("exercises");
    let mut judged = 0;
    for exercise in super::set().exercises {
        let name = &exercise.name;
        browser.go(&address(&format!("exercises/{name}.html")));
        let choices = exercise.choices();
        let wrong = exercise.wrong.iter().map(|it| it.answer.clone());
        let given = [exercise.solution().unwrap()].into_iter().chain(wrong);
        for answer in given.filter(|it| choices.is_empty() || choices.contains(it)) {
            let said = said(&browser, &answer);
            let why = exercise.judge(&answer).why().replace('`', "");
            assert!(said.contains(&why), "{name}: {answer}: {said}, not {why}");
            judged += 1;
        }
        assert_eq!(browser.complaints(), [""; 0], "{name}");
    }
    assert!(judged > 100, "{judged}");
}

/// The exercises of such a grammar need the files that it imports.
#[test]
#[ignore = "needs a browser"]
fn the_page_of_a_grammar_that_imports_judges_too() {
    let browser = Browser::open("own-exercises");
    let folder = own_book("docs/abnf/links.abnf", "book-of-links");
    browser.go(&format!("file://{}", folder.join("exercises/teacher.html").display()));
    let sheets = browser.evaluate(
        "return [...document.querySelectorAll('.sheet')].map((it) =>
           [it.querySelector('h2 a').href, it.querySelector('pre').textContent])",
    );
    let sheets: Vec<[String; 2]> = serde_json::from_value(sheets).unwrap();
    assert!(sheets.len() >= 5, "{sheets:?}");
    for [page, solution] in sheets {
        browser.go(&page);
        let said = said(&browser, &solution);
        assert!(said.starts_with("✓ Right."), "{page}: {solution}: {said}");
        assert_eq!(browser.complaints(), [""; 0], "{page}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_browser_remembers_what_was_solved_until_it_is_told_to_forget() {
    let browser = Browser::open("exercise-progress");
    let list = address("exercises/index.html");
    let marks = "return [document.querySelectorAll('.exercises .solved').length, \
                 document.getElementById('progress').hidden]";
    browser.go(&list);
    assert_eq!(browser.evaluate(marks), json!([0, true]));
    let set = super::set();
    let exercise = set.exercises.iter().find(|it| it.choices().is_empty()).unwrap();
    let page = address(&format!("exercises/{}.html", exercise.name));
    browser.go(&page);
    assert!(said(&browser, "nothing of the kind").starts_with(['✗', '◐']));
    browser.go(&list);
    assert_eq!(browser.evaluate(marks), json!([0, true]));
    browser.go(&page);
    assert!(said(&browser, &exercise.solution().unwrap()).starts_with('✓'));
    browser.go(&page);
    assert_eq!(browser.evaluate("return document.querySelector('p.solved').hidden"), json!(false));
    browser.go(&list);
    assert_eq!(browser.evaluate(marks), json!([1, false]));
    browser.evaluate("document.querySelector('#progress button').click(); return true");
    assert_eq!(browser.evaluate(marks), json!([0, true]));
    assert_eq!(browser.complaints(), [""; 0]);
}
