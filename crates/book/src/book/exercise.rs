//! The page of an exercise, and what it says of an answer.
//!
//! The page asks, and has its hints one by one. What is answered is judged by the engine in
//! the page, as on the [`live`](super::live) one: nothing is sent, and nothing is kept.

use std::sync::Arc;

use maud::{Markup, html};

use super::address::{self, Base};
use super::{Packed, State, engine, packed, words};
use crate::bnf::Notation;
use crate::exercise::{Exercise, Kind, Outcome, Source, Task};

/// The path of the script that hands over answers.
pub const SCRIPT: &str = "exercise.js";
/// How many lines a field has for what takes several.
const LINES: usize = 8;

/// Its text.
pub fn text(exercise: &Exercise, all: &[Exercise], base: Base) -> Markup {
    let at = all.iter().position(|it| it.name == exercise.name);
    let after = at.and_then(|at| all.get(at + 1));
    let before = at.and_then(|at| all.get(at.checked_sub(1)?));
    html! {
        h1 { (words::markup(&exercise.title)) }
        p.faint { (exercise.kind().title()) " · " (exercise.level.name()) " · " (grammars(exercise, base)) }
        (question(exercise))
        (form(exercise, base))
        @for (number, hint) in exercise.hints.iter().enumerate() {
            details {
                summary { "Hint " (number + 1) }
                p { (words::markup(hint)) }
            }
        }
        nav.around aria-label="Exercises" {
            ul {
                @if let Some(it) = before { li { a href=(base.to(&address::exercise(&it.name))) rel="prev" { "← " (it.title) } } }
                li { a href=(base.to(address::EXERCISES)) { "All exercises" } }
                @if let Some(it) = after { li { a href=(base.to(&address::exercise(&it.name))) rel="next" { (it.title) " →" } } }
            }
        }
    }
}

/// What is asked.
pub fn question(exercise: &Exercise) -> Markup {
    html! {
        @if let Some(before) = &exercise.before { p { (words::markup(before)) } }
        p.question { (words::markup(&exercise.question())) }
        @if let Some((name, text)) = exercise.own_text() {
            pre tabindex="0" role="group" aria-label=(name) { code { (text) } }
        }
    }
}

/// The grammars that it is about, with links to those of the book.
pub fn grammars(exercise: &Exercise, base: Base) -> Markup {
    listed(&exercise.sources(), base)
}

/// Grammars, with links to those of the book.
pub fn listed(sources: &[&Source], base: Base) -> Markup {
    let one = |source: &Source| match source.edition {
        Some(edition) => html! { a href=(base.to(&address::edition(edition))) { (source.name()) } },
        None => html! { (source.name()) },
    };
    html! {
        @for (number, source) in sources.iter().enumerate() {
            @if number > 0 { ", " }
            (one(source))
        }
    }
}

fn form(exercise: &Exercise, base: Base) -> Markup {
    let grammar = exercise.own_grammar().map(|_| base.to(packed::SCRIPT));
    let choices = exercise.choices();
    let several = matches!(exercise.kind(), Kind::Derive | Kind::Write | Kind::Mend);
    html! {
        form.ask #answer hidden aria-label="Your answer" data-exercise=(exercise.to_json().to_string())
            data-engine=(base.to(engine::SCRIPT)) data-grammar=[grammar] {
            @if !choices.is_empty() {
                fieldset {
                    legend { "Your answer" }
                    @for choice in &choices {
                        label.choice { input type="radio" name="answer" value=(choice) required; (choice) }
                    }
                }
            } @else if several {
                label {
                    (field(exercise))
                    textarea name="answer" rows=(LINES) spellcheck="false" autocapitalize="none" autocomplete="off" required {}
                }
            } @else {
                label {
                    (field(exercise))
                    input type="text" name="answer" spellcheck="false" autocapitalize="none" autocomplete="off"
                        required[exercise.kind() != Kind::Find];
                }
            }
            p { button type="submit" { "Judge it" } }
        }
        div #outcome role="status" {}
        noscript { p role="note" { "Without a script no answer is judged here. The teacher's sheet has the solutions." } }
    }
}

/// What is to be written into the field.
fn field(exercise: &Exercise) -> String {
    match &exercise.task {
        Task::Write { of } | Task::Mend { of, .. } => match of.source.grammar.listing().notation {
            // It has no sign between a name and what it stands for.
            Notation::Spaced => of.name().to_owned(),
            Notation::Rfc822 | Notation::Abnf => format!("{} =", of.name()),
        },
        Task::Blame { .. } => "The production".to_owned(),
        Task::Find { .. } => "The string".to_owned(),
        Task::Order { .. } => "Their names, the one that allows least first".to_owned(),
        Task::Derive { .. } => "The derivation".to_owned(),
        Task::Predict { .. } => "The verdict".to_owned(),
    }
}

/// What is said of an answer.
pub fn answer(exercise: &Exercise, answer: &str) -> Markup {
    let outcome = exercise.judge(answer);
    let (class, said) = match &outcome {
        Outcome::Right(_) => ("finding good", "✓ Right."),
        Outcome::Wrong(_) => ("finding", "✗ Not so."),
        Outcome::Unreadable(_) => ("finding half", "◐ This cannot be judged."),
    };
    let expected = exercise.wrong.iter().find(|it| it.answer.trim() == answer.trim());
    let expected = expected.filter(|_| matches!(outcome, Outcome::Wrong(_)));
    html! {
        div class=(class) {
            p { strong { (said) } " " (words::markup(outcome.why())) }
            @if let Some(wrong) = expected { p { (words::markup(&wrong.why)) } }
            @if let Outcome::Right(_) = outcome {
                @if let Some(shows) = &exercise.shows { p { (words::markup(shows)) } }
                @if let Some(address) = live(exercise) {
                    p { a href=(Base::of(&address::exercise(&exercise.name)).to(&address)) { "See it on the live page" } }
                }
            }
        }
    }
}

/// What is said of an answer to an exercise that a page has, and with it the grammar that it is
/// about, where it is one of one's own.
pub fn answer_of_page(exercise: &str, given: &str, grammar: Option<&str>) -> String {
    let read = || {
        let packed = grammar.map(Packed::of_json).transpose()?;
        let grammar = packed.map(|it| it.grammar().map_err(|error| error.to_string()));
        let grammar = grammar.transpose()?.map(Arc::new);
        Exercise::from_json(exercise, grammar).map_err(|error| error.to_string())
    };
    match read() {
        Ok(exercise) => answer(&exercise, given).into_string(),
        Err(error) => html! { div.finding.half { p { (error) } } }.into_string(),
    }
}

/// The live page with the string of an exercise, where it is of an edition.
fn live(exercise: &Exercise) -> Option<String> {
    let (Task::Predict { by, input } | Task::Blame { by, input } | Task::Derive { by, input, .. }) =
        &exercise.task
    else {
        return None;
    };
    let state = State {
        url: input.as_bytes().to_vec(),
        edition: by.source.edition?,
        reading: by.source.grammar.reading(),
        start: by.start.map(|id| by.source.grammar.name(id).to_owned()),
        ..State::default()
    };
    Some(state.address())
}
