//! Write a production, or correct a misprinted one.
//!
//! The answer is read in the notation of the grammar, with its names, and its language is
//! compared with that of the production. So there are many right ways to write it. If the
//! languages differ, the reply contains a shortest string as a witness.

use super::error::ExerciseErrorKind;
use super::source::{language, relation};
use super::{AnswerOutcome, ExerciseProduction, shown};
use crate::automaton::Relation;
use crate::bnf::{Notation, RewriteError};
use crate::text::{in_one_line, line_and_column};

pub(super) fn question(of: &ExerciseProduction) -> String {
    format!(
        "Write the production `{}` of {}, so that it derives the same strings as the printed \
         one. Any way to write it is right. {}",
        of.name(),
        of.source,
        notation(of)
    )
}

/// The question about a misprint.
pub(super) fn question_of_misprint(of: &ExerciseProduction) -> String {
    format!(
        "In {} the production `{}` is misprinted. It reads `{}`. Write what must have been \
         meant. {}",
        of.source,
        of.name(),
        in_one_line(&of.text()),
        notation(of)
    )
}

/// A description of the notation, in a sentence.
fn notation(of: &ExerciseProduction) -> &'static str {
    match of.source.grammar.listing().notation {
        Notation::Spaced => {
            "In this notation single characters stand for themselves, words of two letters or \
             more are productions, and spaces stand between them; `|` is or, `[ ]` optional, \
             and `void` nothing."
        }
        Notation::Rfc822 => {
            "In this notation literals are written in quotes; `|` is or, `[ ]` optional, `*` any \
             number of what follows, `1*` one or more."
        }
        Notation::Abnf => {
            "In this notation literals are written in quotes; `/` is or, `[ ]` optional, `( )` a \
             group, `*` any number of what follows, `1*` one or more, `%x41-5A` a range."
        }
    }
}

/// Checks that the two languages differ.
pub(super) fn check_misprint(
    of: &ExerciseProduction,
    meant: &ExerciseProduction,
) -> Result<(), ExerciseErrorKind> {
    match relation(&of.language()?, &meant.language()?)? {
        Relation::Equal => Err(ExerciseErrorKind::NoMisprint),
        _ => Ok(()),
    }
}

/// Judges whether the answer derives the same strings as the production. For a misprint, `of`
/// is the corrected production and `misprint` the printed one.
pub(super) fn judge(
    of: &ExerciseProduction,
    misprint: Option<&ExerciseProduction>,
    answer: &str,
) -> Result<AnswerOutcome, ExerciseErrorKind> {
    let grammar = &of.source.grammar;
    let rewritten = match grammar.rewritten(of.id, answer) {
        Ok(rewritten) => rewritten,
        Err(error) => {
            let why = misread(&error, answer);
            return Ok(AnswerOutcome::Unreadable(match error {
                // The answer may be in another notation.
                RewriteError::Syntax(_) => format!("{why} {}", notation(of)),
                _ => why,
            }));
        }
    };
    let written = match language(&rewritten, of.id) {
        Ok(written) => written,
        Err(error) => return Ok(AnswerOutcome::Unreadable(format!("{error}."))),
    };
    let related = match of.language().and_then(|printed| relation(&printed, &written)) {
        Ok(related) => related,
        Err(error) => {
            return Ok(AnswerOutcome::Unreadable(format!("It cannot be compared: {error}.")));
        }
    };
    let theirs = if misprint.is_some() { "the one that was meant" } else { "the printed one" };
    let gained =
        related.gained().map(|string| format!("yours takes {}, {theirs} does not", shown(string)));
    let lost =
        related.lost().map(|string| format!("{theirs} takes {}, yours does not", shown(string)));
    let mut said: Vec<String> = gained.into_iter().chain(lost).collect();
    if said.is_empty() {
        let text = in_one_line(&of.text());
        return Ok(AnswerOutcome::Right(format!(
            "It derives the same strings as {theirs}: `{text}`."
        )));
    }
    let is_misprint = misprint.is_some_and(|misprint| {
        let printed = misprint.language().and_then(|printed| relation(&printed, &written));
        matches!(printed, Ok(Relation::Equal))
    });
    if is_misprint {
        said.insert(0, "this derives what is printed".to_owned());
    }
    Ok(AnswerOutcome::Wrong(sentence(&said.join("; "))))
}

fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// A text with an initial capital.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|character| character.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), characters.as_str())
}

/// The reason why the answer cannot be read, with its place.
fn misread(error: &RewriteError, answer: &str) -> String {
    let place = match error {
        RewriteError::Syntax(all) => all.first().map(|error| error.place),
        RewriteError::Unknown { place, .. } => Some(*place),
        _ => None,
    };
    let Some(place) = place else { return sentence(&error.to_string()) };
    let (line, column) = line_and_column(answer, place.start);
    match answer.contains('\n') {
        true => format!("Line {line}, column {column}: {error}."),
        false => format!("Column {column}: {error}."),
    }
}
