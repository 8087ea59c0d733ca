//! Write a production, or mend one that is misprinted.
//!
//! What somebody wrote is read in the notation of the grammar, with the names of the grammar,
//! and its language is held against that of the production. So it does not matter how it is
//! written. Where the languages differ, a shortest string says so.

use super::error::ExerciseErrorKind;
use super::source::language;
use super::{LIMITS, Named, Outcome, shown};
use crate::automaton::Relation;
use crate::bnf::{Notation, RewriteError};

/// What is asked.
pub(super) fn question(of: &Named) -> String {
    format!(
        "Write the production `{}` of {}, so that it derives the same strings as the printed \
         one. Any way to write it is right. {}",
        of.name(),
        of.source,
        notation(of)
    )
}

/// What is asked of a misprint.
pub(super) fn question_of_misprint(of: &Named) -> String {
    format!(
        "In {} the production `{}` is misprinted. It reads `{}`. Write what must have been \
         meant. {}",
        of.source,
        of.name(),
        of.text().split_whitespace().collect::<Vec<_>>().join(" "),
        notation(of)
    )
}

/// How the notation is written, in a sentence.
fn notation(of: &Named) -> &'static str {
    match of.source.grammar.listing().notation {
        Notation::Spaced => {
            "In this notation single characters stand for themselves, words of two letters or \
             more are productions, and spaces stand between them; `|` is or, `[ ]` optional, \
             and `void` nothing."
        }
        Notation::Rfc822 => {
            "In this notation literals stand in quotes; `|` is or, `[ ]` optional, `*` any \
             number of what follows, `1*` one or more."
        }
        Notation::Abnf => {
            "In this notation literals stand in quotes; `/` is or, `[ ]` optional, `( )` a \
             group, `*` any number of what follows, `1*` one or more, `%x41-5A` a range."
        }
    }
}

/// That there is something to mend.
pub(super) fn check_misprint(of: &Named, meant: &Named) -> Result<(), ExerciseErrorKind> {
    let undecided = |it: crate::automaton::NotRegular| {
        ExerciseErrorKind::Grammar(it.message(&of.source.grammar))
    };
    let (printed, corrected) =
        (of.language().map_err(undecided)?, meant.language().map_err(undecided)?);
    match printed.relation_within(&corrected, &LIMITS) {
        Ok(Relation::Equal) => Err(ExerciseErrorKind::NoMisprint),
        Ok(_) => Ok(()),
        Err(error) => Err(ExerciseErrorKind::Grammar(error.to_string())),
    }
}

/// Whether what was written derives the same as the production. Of a misprint, the
/// production is the corrected one, and `misprint` the one that is printed.
pub(super) fn judge(of: &Named, misprint: Option<&Named>, answer: &str) -> Outcome {
    let grammar = &of.source.grammar;
    let rewritten = match grammar.rewritten(of.id, answer) {
        Ok(rewritten) => rewritten,
        Err(error) => return Outcome::Unreadable(misread(&error, answer)),
    };
    let written = match language(&rewritten, of.id) {
        Ok(written) => written,
        Err(error) => return Outcome::Unreadable(format!("{}.", error.message(&rewritten))),
    };
    let relation = of.language().map_err(|it| it.message(grammar)).and_then(|printed| {
        printed.relation_within(&written, &LIMITS).map_err(|it| it.to_string())
    });
    let relation = match relation {
        Ok(relation) => relation,
        Err(error) => return Outcome::Unreadable(format!("It cannot be compared: {error}.")),
    };
    let theirs = if misprint.is_some() { "the one that was meant" } else { "the printed one" };
    let gained =
        relation.gained().map(|it| format!("yours takes {}, {theirs} does not", shown(it)));
    let lost = relation.lost().map(|it| format!("{theirs} takes {}, yours does not", shown(it)));
    let mut said: Vec<String> = gained.into_iter().chain(lost).collect();
    if said.is_empty() {
        return Outcome::Right(format!(
            "It derives the same strings as {theirs}: `{}`.",
            of.text().split_whitespace().collect::<Vec<_>>().join(" ")
        ));
    }
    let is_misprint = misprint.is_some_and(|it| {
        let printed = it.language();
        printed.is_ok_and(|it| matches!(it.relation_within(&written, &LIMITS), Ok(Relation::Equal)))
    });
    if is_misprint {
        said.insert(0, "this derives what is printed".to_owned());
    }
    Outcome::Wrong(sentence(&said.join("; ")))
}

fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// A text with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|it| it.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), characters.as_str())
}

/// Why it cannot be read, and where.
fn misread(error: &RewriteError, answer: &str) -> String {
    let place = match error {
        RewriteError::Syntax(all) => all.first().map(|it| it.place),
        RewriteError::Unknown { place, .. } => Some(*place),
        _ => None,
    };
    let Some(place) = place else { return sentence(&error.to_string()) };
    let before = answer.get(..place.start).unwrap_or(answer);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    match answer.contains('\n') {
        true => format!("Line {line}, column {column}: {error}."),
        false => format!("Column {column}: {error}."),
    }
}
