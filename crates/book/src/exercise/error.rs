//! What is wrong with exercises, worded here.

use super::kind::{Kind, Level};
use super::written::{LONGEST_NAME, PAGES};
use crate::bnf::UnknownName;

/// What is wrong with a file of exercises.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {}{kind}", of(exercise.as_deref()))]
pub struct ExerciseError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The name of the exercise, where it has one.
    pub exercise: Option<String>,
    /// What.
    pub kind: ExerciseErrorKind,
}

fn of(exercise: Option<&str>) -> String {
    exercise.map_or_else(String::new, |name| format!("exercise `{name}`: "))
}

/// What is wrong with an exercise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseErrorKind {
    /// It cannot be read: what the reader of TOML, or of JSON, says.
    #[error("{0}")]
    Unread(String),
    /// A key is missing that this kind needs.
    #[error("`{key}` is missing; an exercise of the kind `{kind}` has it")]
    Missing {
        /// The key.
        key: &'static str,
        /// The kind.
        kind: Kind,
    },
    /// A key is there that this kind has not.
    #[error("an exercise of the kind `{kind}` has no `{key}`")]
    Foreign {
        /// The key.
        key: &'static str,
        /// The kind.
        kind: Kind,
    },
    /// There is no such kind.
    #[error("{0}")]
    NoKind(UnknownName),
    /// There is no such level.
    #[error("the level is {levels}, and not {0}", levels = levels())]
    NoLevel(u8),
    /// The form of a derivation is neither.
    #[error("{0}")]
    NoForm(UnknownName),
    /// A name that cannot be that of a page.
    #[error(
        "a name has small letters, digits and `-`, {} at most, and begins with a letter",
        LONGEST_NAME
    )]
    BadName,
    /// Two exercises of a name.
    #[error("the name is taken by another exercise")]
    NameTwice,
    /// An exercise that is added has the name of one of the book.
    #[error("the name is taken by an exercise of the book")]
    NameOfBook,
    /// A name that a page beside the exercises has.
    #[error("the name is taken by a page of the book: {names} have theirs", names = PAGES.join(", "))]
    NameOfPage,
    /// A grammar file is named, and its text is not there.
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
        /// So many bytes it may have.
        most: usize,
    },
    /// A grammar has no such production.
    #[error("`{name}` is not a production of `{grammar}`{}", like(nearest.as_deref()))]
    NoProduction {
        /// The name.
        name: String,
        /// The grammar.
        grammar: String,
        /// The name that is most like it.
        nearest: Option<String>,
    },
    /// A user grammar cannot be read, or not decided: in words.
    #[error("{0}")]
    Grammar(String),
    /// There are too few of something.
    #[error("`{key}` has to have {least} at least")]
    TooFew {
        /// The key.
        key: &'static str,
        /// So many.
        least: usize,
    },
    /// A grammar stands twice in an order.
    #[error("`{0}` occurs twice")]
    Twice(String),
    /// The string conforms, so that nothing is to blame.
    #[error("the string conforms: no production is to blame")]
    Conforms,
    /// The string does not conform, so that it has no derivation.
    #[error("the string does not conform: it has no derivation")]
    NotDerived,
    /// The string has more than one derivation, so that none is the right one.
    #[error("the string has more than one derivation")]
    Ambiguous,
    /// As printed it derives the same as corrected.
    #[error("as printed the production derives the same as corrected: there is nothing to mend")]
    NoMisprint,
    /// Two productions of an order each have strings that the other has not.
    #[error("`{0}` and `{1}` have no order: each has strings that the other has not")]
    NoOrder(String, String),
    /// No string is such.
    #[error("there is no such string")]
    NoString,
    /// No solution is given, and none can be computed.
    #[error(
        "no `solution` is given, and it is computed only where `start` or `production` is named"
    )]
    NoSolution,
    /// The solution is judged to be wrong.
    #[error("its solution `{solution}` is not right: {why}")]
    NotRight {
        /// The solution.
        solution: String,
        /// Why it is not right.
        why: String,
    },
    /// An answer is judged to be right that is to be wrong.
    #[error("its wrong answer `{answer}` is right")]
    NotWrong {
        /// The answer.
        answer: String,
    },
}

impl ExerciseErrorKind {
    /// The key at which it stands, where it is at one.
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
    let [others @ .., last] = Level::ALL.map(|it| format!("{} ({})", it.number(), it.name()));
    format!("{} or {last}", others.join(", "))
}

fn like(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; the nearest is `{name}`"))
}
