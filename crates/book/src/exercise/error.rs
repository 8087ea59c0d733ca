//! The errors of exercises, and their messages.

use super::kind::{Difficulty, ExerciseKind};
use super::written::{LONGEST_NAME, PAGES};
use crate::bnf::UnknownName;

/// An error in a file of exercises.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {}{kind}", exercise_prefix(exercise.as_deref()))]
pub struct ExerciseError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The name of the exercise, if it has one.
    pub exercise: Option<String>,
    /// The error.
    pub kind: ExerciseErrorKind,
}

fn exercise_prefix(exercise: Option<&str>) -> String {
    exercise.map_or_else(String::new, |name| format!("exercise `{name}`: "))
}

/// An error in an exercise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseErrorKind {
    /// It cannot be read; the message of the TOML or JSON reader.
    #[error("{0}")]
    Unread(String),
    /// A required key of the kind is missing.
    #[error("`{key}` is missing; an exercise of the kind `{kind}` has it")]
    Missing {
        /// The key.
        key: &'static str,
        /// The kind.
        kind: ExerciseKind,
    },
    /// The kind does not have this key.
    #[error("an exercise of the kind `{kind}` has no `{key}`")]
    Foreign {
        /// The key.
        key: &'static str,
        /// The kind.
        kind: ExerciseKind,
    },
    /// There is no such kind.
    #[error("{0}")]
    NoKind(UnknownName),
    /// There is no such level.
    #[error("the level is {levels}, and not {0}", levels = levels())]
    NoLevel(u8),
    /// There is no such form of a derivation.
    #[error("{0}")]
    NoForm(UnknownName),
    /// The name cannot be that of a page.
    #[error(
        "a name has small letters, digits and `-`, {} at most, and begins with a letter",
        LONGEST_NAME
    )]
    BadName,
    /// Two exercises have the same name.
    #[error("the name is taken by another exercise")]
    NameTwice,
    /// An added exercise has the name of one of the book.
    #[error("the name is taken by an exercise of the book")]
    NameOfBook,
    /// The name is that of another page in the folder of the exercises.
    #[error("the name is taken by a page of the book: {names} have theirs", names = PAGES.join(", "))]
    NameOfPage,
    /// A grammar file is named, but its text is missing.
    #[error("`{0}` is not an edition; the text of your own grammar goes into `text`")]
    NoText(String),
    /// There is no such edition, or no such reading.
    #[error("{0}")]
    Unknown(UnknownName),
    /// A text is too long.
    #[error("`{key}` has more than {most} bytes")]
    TooLong {
        /// Its key.
        key: &'static str,
        /// The maximum length in bytes.
        most: usize,
    },
    /// A grammar has no such production.
    #[error("`{name}` is not a production of `{grammar}`{}", like(nearest.as_deref()))]
    NoProduction {
        /// The name.
        name: String,
        /// The grammar.
        grammar: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// A user grammar cannot be read, or a question about it is undecided; the message.
    #[error("{0}")]
    Grammar(String),
    /// A list has too few entries.
    #[error("`{key}` has to have {least} at least")]
    TooFew {
        /// The key.
        key: &'static str,
        /// The minimum.
        least: usize,
    },
    /// A grammar occurs twice in an order.
    #[error("`{0}` occurs twice")]
    Twice(String),
    /// The string conforms, so no production is to blame.
    #[error("the string conforms: no production is to blame")]
    Conforms,
    /// The string does not conform, so it has no derivation.
    #[error("the string does not conform: it has no derivation")]
    NotDerived,
    /// The string has more than one derivation, so no answer would be the only right one.
    #[error("the string has more than one derivation")]
    Ambiguous,
    /// The printed production and the corrected one have the same language.
    #[error(
        "the printed production and the corrected one have the same strings: there is nothing to correct"
    )]
    NoMisprint,
    /// Each of two productions in an order has strings that the other does not have.
    #[error("`{0}` and `{1}` have no order: each has strings that the other does not have")]
    NoOrder(String, String),
    /// No string satisfies the conditions.
    #[error("there is no such string")]
    NoString,
    /// No solution is given, and none can be computed.
    #[error(
        "no `solution` is given, and it is computed only where `start` or `production` is named"
    )]
    NoSolution,
    /// The given solution is judged to be wrong.
    #[error("its solution `{solution}` is not right: {why}")]
    NotRight {
        /// The solution.
        solution: String,
        /// Why it is not right.
        why: String,
    },
    /// An answer that is marked as wrong is judged to be right.
    #[error("its wrong answer `{answer}` is right")]
    NotWrong {
        /// The answer.
        answer: String,
    },
}

impl ExerciseErrorKind {
    /// The key that contains the error, if there is one.
    pub fn key(&self) -> Option<&'static str> {
        Some(match self {
            ExerciseErrorKind::NoKind(_) => "kind",
            ExerciseErrorKind::NoLevel(_) => "level",
            ExerciseErrorKind::NoForm(_) => "form",
            ExerciseErrorKind::BadName
            | ExerciseErrorKind::NameTwice
            | ExerciseErrorKind::NameOfBook
            | ExerciseErrorKind::NameOfPage => "name",
            ExerciseErrorKind::NoText(_) => "grammar",
            ExerciseErrorKind::Foreign { key, .. }
            | ExerciseErrorKind::TooFew { key, .. }
            | ExerciseErrorKind::TooLong { key, .. } => key,
            ExerciseErrorKind::Twice(_) => "documents",
            ExerciseErrorKind::Grammar(_) => "text",
            _ => return None,
        })
    }
}

/// `1 (easy), 2 (middle) or 3 (hard)`.
fn levels() -> String {
    let [others @ .., last] =
        Difficulty::ALL.map(|level| format!("{} ({})", level.number(), level.name()));
    format!("{} or {last}", others.join(", "))
}

fn like(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; the nearest is `{name}`"))
}
