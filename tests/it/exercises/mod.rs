//! Exercises: right answers are accepted, wrong ones are rejected, and the judgement says why.

mod answers;
#[cfg(feature = "cli")]
mod browser;
pub mod files;
mod lesson;
mod pages;

use std::collections::BTreeMap;

use urlbnf::exercise::{
    AnswerOutcome, Difficulty, Exercise, ExerciseKind, ExerciseSet, ExerciseTask, built_in,
    of_grammar,
};
use urlbnf::{Edition, Grammar, Reading};

use crate::repository::read;

/// The exercises of the book.
fn set() -> ExerciseSet {
    ExerciseSet::read(&read("crates/book/exercises.toml")).unwrap_or_else(|wrong| {
        let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        panic!("crates/book/exercises.toml:\n{}", wrong.join("\n"))
    })
}

/// An exercise by its name.
#[track_caller]
pub fn named(name: &str) -> Exercise {
    let found = set().exercises.into_iter().find(|it| it.name == name);
    found.unwrap_or_else(|| panic!("there is no exercise {name}"))
}

#[test]
fn every_solution_holds_and_what_is_to_be_wrong_is_wrong() {
    let set = set();
    assert_eq!(built_in().exercises.len(), set.exercises.len());
    let wrong = set.check().err().unwrap_or_default();
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(wrong, [""; 0], "\n{}", wrong.join("\n"));
    for exercise in &set.exercises {
        let solution = exercise.solution().unwrap();
        let outcome = exercise.judge(&solution);
        assert_eq!(outcome.name(), "right", "{}: {outcome:?}", exercise.name);
        for it in &exercise.wrong {
            let outcome = exercise.judge(&it.answer);
            let name = &exercise.name;
            assert_eq!(outcome.name(), "wrong", "{name}: {}: {outcome:?}", it.answer);
        }
    }
}

#[test]
fn there_are_exercises_of_every_kind_and_on_every_edition() {
    let set = set();
    assert!(set.exercises.len() >= 40, "{}", set.exercises.len());
    let mut kinds: BTreeMap<ExerciseKind, usize> = BTreeMap::new();
    let mut levels: BTreeMap<Difficulty, usize> = BTreeMap::new();
    let mut editions: BTreeMap<Edition, usize> = BTreeMap::new();
    for exercise in &set.exercises {
        *kinds.entry(exercise.kind()).or_default() += 1;
        *levels.entry(exercise.level).or_default() += 1;
        let mut about: Vec<Edition> =
            exercise.sources().iter().filter_map(|it| it.edition).collect();
        about.dedup();
        for edition in about {
            *editions.entry(edition).or_default() += 1;
        }
        assert_eq!(exercise.wrong.len(), 2, "{}", exercise.name);
        assert!(!exercise.hints.is_empty(), "{}", exercise.name);
    }
    for kind in ExerciseKind::ALL {
        assert!(kinds.get(&kind).is_some_and(|&it| it >= 4), "{kind:?}: {kinds:?}");
    }
    for edition in Edition::ALL {
        let count = editions.get(&edition).copied().unwrap_or_default();
        assert!(count >= 2, "crates/book/exercises.toml has {count} on {edition}, and needs 2");
    }
    assert_eq!(levels.len(), Difficulty::ALL.len(), "{levels:?}");
}

/// No answer, whatever its bytes, makes a judge panic.
#[test]
fn any_text_is_answered() {
    let texts = [
        "\0",
        "\u{feff}",
        "=",
        "\n\n\n",
        "\"",
        "[[[[",
        "url url url",
        "«»",
        "%",
        "<",
        "⇒ \"",
        "é",
        "; urlbnf: import rfc1738.bnf url",
        "#@erratum E1 x",
        "\r",
        " = ",
        "*",
        "1*",
        "0",
        "( ) [ ]",
    ];
    let long = ["(".repeat(9_000), "a ".repeat(8_000), "x".repeat(20_000)];
    for exercise in set().exercises {
        for text in texts.iter().copied().chain(long.iter().map(String::as_str)) {
            let outcome = exercise.judge(text);
            assert!(!outcome.why().is_empty(), "{}", exercise.name);
            let is_right = matches!(outcome, AnswerOutcome::Right(_));
            // In 1993, a host name could contain spaces.
            let may = exercise.kind() == ExerciseKind::Find;
            assert!(may || !is_right, "{}: {text:?}", exercise.name);
        }
    }
}

/// A page has an exercise as JSON, and judges in the same way.
#[test]
fn an_exercise_goes_into_a_page_and_comes_back() {
    for exercise in set().exercises {
        let json = exercise.to_json().to_string();
        let again = Exercise::from_json(&json, None).unwrap();
        assert_eq!(again.question(), exercise.question());
        for answer in exercise.wrong.iter().map(|it| &it.answer) {
            assert_eq!(again.judge(answer), exercise.judge(answer), "{}", exercise.name);
        }
    }
}

#[test]
fn a_grammar_of_ones_own_has_exercises_too() {
    let text = "date = year \"-\" month\nyear = 4DIGIT\nmonth = \"0\" nonzero / \"1\" %x30-32\n\
                nonzero = %x31-39\nspan = date *( \",\" date )\n";
    let grammar = Grammar::read("date.abnf", text, Reading::Corrected).unwrap();
    let grammar = std::sync::Arc::new(grammar);
    let made = of_grammar(&grammar);
    let kinds: Vec<ExerciseKind> = made.iter().map(Exercise::kind).collect();
    for kind in [ExerciseKind::Predict, ExerciseKind::Blame, ExerciseKind::Write] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    for exercise in &made {
        exercise.check().unwrap();
        let json = exercise.to_json().to_string();
        let again = Exercise::from_json(&json, Some(grammar.clone())).unwrap();
        assert!(Exercise::from_json(&json, None).is_err(), "{}", exercise.name);
        let solution = exercise.solution().unwrap();
        assert_eq!(again.judge(&solution).name(), "right", "{}", exercise.name);
    }
    let verdicts = made.iter().filter(|it| matches!(it.task, ExerciseTask::Predict { .. }));
    let verdicts: Vec<String> = verdicts.map(|it| it.solution().unwrap()).collect();
    assert!(
        verdicts.iter().any(|it| it == "conforms") && verdicts.iter().any(|it| it == "rejected")
    );
}
