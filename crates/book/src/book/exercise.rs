//! The page of an exercise, and the reply to an answer.
//!
//! The page asks the question and shows the hints one by one. The engine in the page judges
//! the answer, as on the [`live`](super::live) page: nothing is sent. The browser alone remembers
//! which exercises were solved.

use std::sync::Arc;

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::{LiveState, PackedGrammar, engine, packed, words};
use crate::bnf::{Grammar, Notation, ProductionId};
use crate::exercise::{
    AnswerOutcome, Exercise, ExerciseGrammar, ExerciseJudge, ExerciseKind, ExerciseTask,
};

/// The path of the script that submits answers.
pub const SCRIPT: &str = "exercise.js";
/// The number of lines of a field for long answers.
const LINES: usize = 8;
/// The most lines of productions that are shown before a reader asks for them.
const SHOWN: usize = 24;

/// The content of the page.
pub fn text(exercise: &Exercise, all: &[Exercise], base: LinkBase) -> Markup {
    let at = all.iter().position(|candidate| candidate.name == exercise.name);
    let after = at.and_then(|at| all.get(at + 1));
    let before = at.and_then(|at| all.get(at.checked_sub(1)?));
    html! {
        h1 { (words::markup(&exercise.title)) }
        p.faint { (exercise.kind().title()) " · " (exercise.level.name()) " · " (grammars(exercise, base)) }
        p.solved hidden {}
        (question(exercise))
        (printed(exercise))
        (form(exercise, base))
        @for (number, hint) in exercise.hints.iter().enumerate() {
            details {
                summary { "Hint " (number + 1) }
                p { (words::markup(hint)) }
            }
        }
        nav.around aria-label="Exercises" {
            ul {
                @if let Some(neighbour) = before { li { a href=(base.to(&address::exercise(&neighbour.name))) rel="prev" { "← " (neighbour.title) } } }
                li { a href=(base.to(address::EXERCISES)) { "All exercises" } }
                @if let Some(neighbour) = after { li { a href=(base.to(&address::exercise(&neighbour.name))) rel="next" { (neighbour.title) " →" } } }
            }
        }
    }
}

pub fn question(exercise: &Exercise) -> Markup {
    html! {
        @if let Some(before) = &exercise.before { p { (words::markup(before)) } }
        p.question { (words::markup(&exercise.question())) }
        @if let Some((name, text)) = exercise.own_text() {
            pre tabindex="0" role="group" aria-label=(name) { code { (text) } }
        }
    }
}

/// The productions that an answer may need, as printed; without the one to be written. The text of
/// a grammar that the exercise brings is in the question.
fn printed(exercise: &Exercise) -> Markup {
    if exercise.own_text().is_some() {
        return html! {};
    }
    let needed: Vec<(&ExerciseGrammar, Vec<ProductionId>)> = match &exercise.task {
        ExerciseTask::Predict { by, .. }
        | ExerciseTask::Blame { by, .. }
        | ExerciseTask::Derive { by, .. } => {
            vec![(&by.source, reachable(by))]
        }
        ExerciseTask::Find { takes, refuses } => {
            takes.iter().chain(refuses).map(|by| (&by.source, reachable(by))).collect()
        }
        ExerciseTask::Write { of } => {
            let ids = of.source.grammar.reachable_from(of.id);
            vec![(&of.source, ids.into_iter().filter(|&id| id != of.id).collect())]
        }
        ExerciseTask::Mend { of, .. } => {
            vec![(&of.source, of.source.grammar.reachable_from(of.id))]
        }
        ExerciseTask::Order { of } => of
            .iter()
            .map(|production| {
                (&production.source, production.source.grammar.reachable_from(production.id))
            })
            .collect(),
    };
    html! {
        @for (source, ids) in needed {
            @let text = definitions(&source.grammar, &ids);
            @if !text.is_empty() {
                details.productions open[text.lines().count() <= SHOWN] {
                    summary { "The productions of " (source.name()) }
                    pre tabindex="0" role="group" aria-label={ "Productions of " (source.name()) } { code { (text) } }
                }
            }
        }
    }
}

fn reachable(by: &ExerciseJudge) -> Vec<ProductionId> {
    let grammar = &by.source.grammar;
    grammar.reachable_from(by.start.unwrap_or(grammar.start()))
}

/// The definitions of productions, line by line as printed.
fn definitions(grammar: &Grammar, ids: &[ProductionId]) -> String {
    let listing = grammar.listing();
    let definitions = ids.iter().flat_map(|&id| grammar.production(id).definitions());
    let lines = definitions.flat_map(|definition| listing.printed_lines(definition.place));
    lines.collect::<Vec<_>>().join("\n")
}

/// The grammars of an exercise, with links to those in the book.
pub fn grammars(exercise: &Exercise, base: LinkBase) -> Markup {
    listed(&exercise.sources(), base)
}

/// Grammars, with links to those in the book.
pub fn listed(sources: &[&ExerciseGrammar], base: LinkBase) -> Markup {
    let one = |source: &ExerciseGrammar| match source.edition {
        Some(edition) => html! { a href=(base.to(&address::edition(edition))) { (source.name()) } },
        None => html! { (source.name()) },
    };
    words::commas(sources.iter().copied().map(one))
}

fn form(exercise: &Exercise, base: LinkBase) -> Markup {
    let grammar = exercise.own_grammar().map(|_| base.to(packed::SCRIPT));
    let choices = exercise.choices();
    let several =
        matches!(exercise.kind(), ExerciseKind::Derive | ExerciseKind::Write | ExerciseKind::Mend);
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
                        required[exercise.kind() != ExerciseKind::Find];
                }
            }
            p { button type="submit" { "Judge it" } }
        }
        div #outcome role="status" {}
        noscript { p role="note" { "Without a script no answer is judged here. The teacher's sheet has the solutions." } }
    }
}

/// The label of the answer field.
fn field(exercise: &Exercise) -> String {
    match &exercise.task {
        ExerciseTask::Write { of } | ExerciseTask::Mend { of, .. } => {
            match of.source.grammar.listing().notation {
                // The notation has no sign between a name and its definition.
                Notation::Spaced => of.name().to_owned(),
                Notation::Rfc822 | Notation::Abnf => format!("{} =", of.name()),
            }
        }
        ExerciseTask::Blame { .. } => "The production".to_owned(),
        ExerciseTask::Find { .. } => "The string".to_owned(),
        ExerciseTask::Order { .. } => "Their names, the one that allows least first".to_owned(),
        ExerciseTask::Derive { .. } => "The derivation".to_owned(),
        ExerciseTask::Predict { .. } => "The verdict".to_owned(),
    }
}

/// The reply to an answer.
pub fn answer(exercise: &Exercise, answer: &str) -> Markup {
    let outcome = exercise.judge(answer);
    let (class, said) = match &outcome {
        AnswerOutcome::Right(_) => ("finding good", "✓ Right."),
        AnswerOutcome::Wrong(_) => ("finding", "✗ Not so."),
        AnswerOutcome::Unreadable(_) => ("finding half", "◐ This cannot be judged."),
    };
    let expected = exercise.wrong.iter().find(|mistake| mistake.answer.trim() == answer.trim());
    let expected = expected.filter(|_| matches!(outcome, AnswerOutcome::Wrong(_)));
    html! {
        div class=(class) {
            p { strong { (said) } " " (words::markup(outcome.why())) }
            @if let Some(wrong) = expected { p { (words::markup(&wrong.why)) } }
            @if let AnswerOutcome::Right(_) = outcome {
                @if let Some(shows) = &exercise.shows { p { (words::markup(shows)) } }
                @if let Some(address) = live(exercise) {
                    p { a href=(LinkBase::from_path(&address::exercise(&exercise.name)).to(&address)) { "See it on the live page" } }
                }
            }
        }
    }
}

/// The reply to an answer on a page. `exercise` is the exercise of the page as JSON, and
/// `grammar` the packed user grammar, if it is about one.
pub fn answer_of_page(exercise: &str, given: &str, grammar: Option<&str>) -> String {
    let read = || {
        let packed = grammar.map(PackedGrammar::of_json).transpose()?;
        let grammar = packed.map(|package| package.grammar().map_err(|error| error.to_string()));
        let grammar = grammar.transpose()?.map(Arc::new);
        Exercise::from_json(exercise, grammar).map_err(|error| error.to_string())
    };
    match read() {
        Ok(exercise) => answer(&exercise, given).into_string(),
        Err(error) => html! { div.finding.half { p { (error) } } }.into_string(),
    }
}

/// The link to the live page with the string of an exercise, if it is of an edition.
fn live(exercise: &Exercise) -> Option<String> {
    let (ExerciseTask::Predict { by, input }
    | ExerciseTask::Blame { by, input }
    | ExerciseTask::Derive { by, input, .. }) = &exercise.task
    else {
        return None;
    };
    let state = LiveState {
        url: input.as_bytes().to_vec(),
        edition: by.source.edition?,
        reading: by.source.grammar.reading(),
        start: by.start.map(|id| by.source.grammar.name(id).to_owned()),
        ..LiveState::default()
    };
    Some(state.address())
}
