//! An exercise file that a teacher writes: each error is reported at its line.

use urlbnf::book::Book;
use urlbnf::exercise::{DerivationForm, ExerciseSet, ExerciseTask};

use crate::html::HtmlPage;

pub const GOOD: &str = "[[exercise]]\nname = \"a\"\nkind = \"predict\"\ntitle = \"A\"\ngrammar = \"rfc1738\"\nurl = \"http://a/\"\n";

/// The errors of a file of exercises.
pub fn errors(text: &str) -> String {
    let errors =
        ExerciseSet::read(text).err().or_else(|| ExerciseSet::read(text).ok()?.check().err());
    let errors = errors.unwrap_or_default();
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_text_that_is_no_toml_is_told() {
    let errors = ExerciseSet::read("[[exercise]]\nname = \"a\n").unwrap_err();
    assert_eq!((errors.len(), errors[0].line), (1, 2), "{errors:?}");
    let errors = ExerciseSet::read("[[exercise]]\nname = \"a\"\nkind = \"predict\"\ncolour = 1\n")
        .unwrap_err();
    let said = errors[0].to_string();
    assert!(said.starts_with("4:1: unknown field `colour`"), "{said}");
}

/// A teacher's own grammar is embedded in the file.
#[test]
fn an_exercise_may_bring_its_own_grammar() {
    let text = "[[exercise]]\nname = \"own\"\nkind = \"write\"\ntitle = \"Own\"\ngrammar = \"time.abnf\"\nproduction = \"hour\"\ntext = '''\ntime = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n'''\n";
    let set = ExerciseSet::read(text).unwrap();
    set.check().unwrap();
    let exercise = &set.exercises[0];
    assert_eq!(exercise.judge("DIGIT DIGIT").name(), "right");
    assert_eq!(exercise.judge("1*2DIGIT").why(), "Yours takes `0`, the printed one does not.");
}

#[test]
fn a_page_of_the_books_own_is_not_replaced() {
    let text = GOOD.replace("\"a\"", "\"order-ports\"");
    assert!(ExerciseSet::read(&text).is_ok());
    let errors = ExerciseSet::added(&text).unwrap_err();
    let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["2:1: exercise `order-ports`: the name is taken by an exercise of the book"]);
}

/// Its page shows the grammar. The empty string can be an answer, and the sheet shows it.
#[test]
fn an_embedded_grammar_is_shown_and_the_empty_string_can_be_an_answer() {
    let text = "[[exercise]]\nname = \"none\"\nkind = \"find\"\ntitle = \"None\"\ngrammar = \"a.abnf\"\ntakes = [\"a.abnf some\"]\nrefuses = [\"a.abnf more\"]\ntext = '''\nsome = *DIGIT\nmore = 1*DIGIT\n'''\n";
    let set = ExerciseSet::added(text).unwrap();
    set.check().unwrap();
    assert_eq!(set.exercises[0].solution().unwrap(), "");
    let book = Book::with_exercises(&urlbnf::DOCUMENTATION, set);
    let asked = HtmlPage::from_book(&book, "exercises/none.html");
    let shown: Vec<&str> =
        asked.named("pre").flat_map(|it| asked.children(it)).map(|it| &*it.text).collect();
    assert_eq!(shown, ["some = *DIGIT\nmore = 1*DIGIT\n"]);
    let field = |page: &HtmlPage| {
        page.elements
            .iter()
            .find(|it| it.get("name") == Some("answer"))
            .unwrap()
            .get("required")
            .is_some()
    };
    assert!(!field(&asked));
    assert!(field(&HtmlPage::from_book(&book, "exercises/who-stops-the-tilde.html")));
    let sheet = HtmlPage::from_book(&book, "exercises/teacher.html");
    assert!(sheet.named("p").any(|it| it.text == "the empty string"));
}

/// A phone replaces plain quotation marks by typographic ones.
#[test]
fn a_derivation_may_have_printers_quotation_marks() {
    let mut count = 0;
    for exercise in super::set().exercises {
        let ExerciseTask::Derive { form: DerivationForm::Steps, .. } = exercise.task else {
            continue;
        };
        let plain = exercise.solution().unwrap();
        for (open, close) in [("“", "”"), ("”", "”"), ("„", "“")] {
            let lines = plain.lines().map(|line| {
                let words = line.split(' ').map(|word| match word.strip_prefix('"') {
                    Some(rest) => format!("{open}{}{close}", rest.strip_suffix('"').unwrap()),
                    None => word.to_owned(),
                });
                words.collect::<Vec<_>>().join(" ")
            });
            let answer = lines.collect::<Vec<_>>().join("\n");
            assert_ne!(answer, plain);
            assert_eq!(exercise.judge(&answer).name(), "right", "{answer}");
            count += 1;
        }
        let open = plain.replacen('"', "“", 1).replace("\" ", " ").replace("\"\n", "\n");
        assert_eq!(exercise.judge(open.trim_end_matches('"')).name(), "unreadable", "{open}");
    }
    assert!(count >= 6, "{count}");
}
