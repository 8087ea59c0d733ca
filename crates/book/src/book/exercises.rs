//! The list of the exercises, the teacher's sheet, and a handout of one page.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::{edition, exercise, words};
use crate::edition::Edition;
use crate::exercise::{Difficulty, Exercise, ExerciseGrammar, ExerciseKind, ExerciseTask};

/// The number of lines on a handout, and the width of its columns in characters.
const ROOM: usize = 92;
const COLUMN: usize = 58;
/// The empty string in words, since it would be invisible.
const EMPTY: &str = "the empty string";
/// The lines of each exercise besides its text: the title, and space for the answer.
const BESIDE: usize = 4;

/// The list, by kind and edition.
pub fn contents(all: &[Exercise], lesson: Option<&str>, base: LinkBase) -> Markup {
    html! {
        h1 { "Exercises" }
        p {
            "An answer is judged on the page, by the grammars themselves. Nothing is sent anywhere: only "
            "this browser remembers what you solved. There are a " a href=(base.to(address::TEACHER)) { "teacher's sheet" }
            " with the solutions, and a " a href=(base.to(address::HANDOUT)) { "handout" } " on one page."
            @if let Some(lesson) = lesson {
                " A " a href=(base.to(lesson)) { "lesson of 45 minutes" } " goes through some of them with a class."
            }
        }
        p #progress hidden { output {} " " button type="button" { "Forget it" } }
        @for kind in ExerciseKind::ALL {
            @let of_kind: Vec<&Exercise> = all.iter().filter(|exercise| exercise.kind() == kind).collect();
            @if !of_kind.is_empty() {
                h2 id=(kind.name()) { (kind.title()) }
                ul.exercises {
                    @for exercise in of_kind {
                        li {
                            (link(exercise, base))
                            " " small { (exercise.level.name()) " · " (names(exercise)) }
                        }
                    }
                }
            }
        }
        (by_edition(all, base))
    }
}

fn link(exercise: &Exercise, base: LinkBase) -> Markup {
    html! { a href=(base.to(&address::exercise(&exercise.name))) { (words::markup(&exercise.title)) } }
}

fn names(exercise: &Exercise) -> String {
    exercise.sources().iter().map(|source| source.name()).collect::<Vec<_>>().join(", ")
}

fn by_edition(all: &[Exercise], base: LinkBase) -> Markup {
    let about = |edition: Edition| {
        let is = move |exercise: &&Exercise| {
            exercise.sources().iter().any(|of| of.edition == Some(edition))
        };
        all.iter().filter(is)
    };
    let editions: Vec<Edition> =
        Edition::ALL.into_iter().filter(|&edition| about(edition).next().is_some()).collect();
    html! {
        @if !editions.is_empty() {
            h2 #editions { "By grammar" }
            dl.facts {
                @for edition in editions {
                    dt { (edition::link(edition, base)) }
                    dd { (words::commas(about(edition).map(|exercise| link(exercise, base)))) }
                }
            }
        }
    }
}

/// The teacher's sheet: every exercise with its computed solution.
pub fn teacher(all: &[Exercise], base: LinkBase) -> Markup {
    html! {
        h1 { "Teacher's sheet" }
        p {
            "The program computes each solution from the printed grammar when it makes this page. "
            "Other answers can be right too: a production may be written in many ways."
        }
        @for exercise in all {
            section.sheet {
                h2 { (link(exercise, base)) }
                p.faint { (exercise.kind().title()) " · " (exercise.level.name()) " · " (exercise::grammars(exercise, base)) }
                (exercise::question(exercise))
                @match exercise.solution() {
                    Ok(solution) if solution.is_empty() => p { (EMPTY) },
                    Ok(solution) => pre tabindex="0" role="group" aria-label="Solution" { code { (solution) } },
                    Err(error) => p role="note" { (error) },
                }
                @if let Some(shows) = &exercise.shows { p { (words::markup(shows)) } }
                @if !exercise.wrong.is_empty() {
                    p { "Wrong answers:" }
                    ul {
                        @for wrong in &exercise.wrong {
                            li {
                                @if wrong.answer.is_empty() { (EMPTY) ":" }
                                @else { code { (wrong.answer.replace('\n', " ⏎ ")) } }
                                " " (words::markup(&wrong.why))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The handout: the exercises that fit on a page, with space for the answers.
pub fn handout(all: &[Exercise], base: LinkBase) -> Markup {
    let chosen = chosen(all);
    let mut sources: Vec<&ExerciseGrammar> = Vec::new();
    for source in chosen.iter().flat_map(|exercise| exercise.sources()) {
        if !sources.iter().any(|grammar| grammar.name() == source.name()) {
            sources.push(source);
        }
    }
    html! {
        div.handout {
            h1 { "Exercises on the grammars of the URL" }
            p.faint { "Name:" }
            p { "Printed beside it, to look things up in: " (exercise::listed(&sources, base)) "." }
            ol {
                @for exercise in chosen {
                    li {
                        strong { (words::markup(&exercise.title)) }
                        (exercise::question(exercise))
                        p.room { (room(exercise)) }
                    }
                }
            }
        }
    }
}

/// The space for the answer.
fn room(exercise: &Exercise) -> Markup {
    let choices = exercise.choices();
    html! {
        @if choices.is_empty() { span.line {} }
        @else { @for choice in choices { "☐ " (choice) " " } }
    }
}

/// The exercises that fit: easy ones first, alternating between the kinds.
fn chosen(all: &[Exercise]) -> Vec<&Exercise> {
    let mut room = ROOM;
    let mut chosen: Vec<&Exercise> = Vec::new();
    for level in [Difficulty::Easy, Difficulty::Middle] {
        for kind in ExerciseKind::ALL {
            let fits = all.iter().find(|exercise| {
                let is_new = !chosen.iter().any(|other| other.name == exercise.name);
                is_new
                    && exercise.level == level
                    && exercise.kind() == kind
                    && lines(exercise) <= room
            });
            if let Some(exercise) = fits {
                room -= lines(exercise);
                chosen.push(exercise);
            }
        }
    }
    chosen
}

/// The approximate number of lines of an exercise.
fn lines(exercise: &Exercise) -> usize {
    let before = exercise.before.as_ref().map_or(0, |text| text.chars().count().div_ceil(COLUMN));
    let written = if let ExerciseTask::Derive { .. } = exercise.task { BESIDE } else { 0 };
    let text = exercise.own_text().map_or(0, |(_, text)| text.lines().count() + 1);
    BESIDE + written + before + text + exercise.question().chars().count().div_ceil(COLUMN)
}
