//! Exercises for a class, and a judge of answers.
//!
//! An exercise is data: a question about a grammar, hints, and two answers that are wrong,
//! with why. What is right is never data. It is computed from the printed grammar, or, where
//! a teacher gives a solution, that is judged as any answer is. So whoever adds an exercise
//! cannot teach anything wrong by a slip of the pen: an exercise whose solution does not hold
//! is an error.
//!
//! An answer is judged by the same engine that judges URLs. A production that somebody wrote
//! is held against the printed one by their languages, so every way to write it is right, and
//! a wrong one is answered by a shortest string that shows it. All is bounded in states and
//! steps.

mod blame;
mod derive;
mod error;
mod find;
mod kind;
mod of_grammar;
mod order;
mod predict;
mod set;
mod source;
mod write;
mod written;

use std::sync::Arc;

use serde_json::Value;

pub use derive::Form;
pub use error::{ExerciseError, ExerciseErrorKind};
pub use kind::{Kind, Level};
pub use of_grammar::of_grammar;
pub use set::{Set, built_in};
pub use source::{Judged, Named, Source};

use crate::automaton::Budget;
use crate::bnf::{Grammar, Limits};
use crate::text::visible;

/// The longest answer that is read, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 14;

/// What may be taken to judge an answer: a tenth of what a command may.
const LIMITS: Limits =
    Limits { nodes: 40_000, depth: 200, states: 50_000, steps: 4_000_000, budget: Budget::NONE };

/// An exercise.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// Its name, which is that of its page: small letters, digits and `-`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How hard it is.
    pub level: Level,
    /// What is asked.
    pub task: Task,
    /// What is said before the question, if anything.
    pub before: Option<String>,
    /// Hints, each a little more than the one before.
    pub hints: Vec<String>,
    /// Answers that are wrong, and why.
    pub wrong: Vec<Wrong>,
    /// What it shows: said after the right answer.
    pub shows: Option<String>,
    /// The solution of whoever wrote it, where one is given.
    given: Option<String>,
    written: written::Written,
}

/// An answer that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// The answer.
    pub answer: String,
    /// Why somebody gives it, and why it is wrong.
    pub why: String,
}

/// What is asked.
#[derive(Debug, Clone)]
pub enum Task {
    /// The verdict on a string.
    Predict {
        /// By what it is judged.
        by: Judged,
        /// The string.
        input: String,
    },
    /// A string that conforms by some, and not by others.
    Find {
        /// Those by which it has to conform: at least one.
        takes: Vec<Judged>,
        /// Those by which it must not: at least one.
        refuses: Vec<Judged>,
    },
    /// The production to blame for that a string does not conform.
    Blame {
        /// By what it is judged.
        by: Judged,
        /// The string.
        input: String,
    },
    /// A production, written so that it derives the same strings.
    Write {
        /// The production.
        of: Named,
    },
    /// A misprinted production, written as it must have been meant.
    Mend {
        /// The production, in the reading as printed.
        of: Named,
        /// The same production, in the corrected reading.
        meant: Named,
    },
    /// The derivation of a string.
    Derive {
        /// By what it is derived.
        by: Judged,
        /// The string.
        input: String,
        /// How the derivation is written.
        form: Form,
    },
    /// Documents, in the order of what they allow.
    Order {
        /// Productions of theirs: two at least.
        of: Vec<Named>,
    },
}

/// What is said of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is right; why, in a sentence.
    Right(String),
    /// It is wrong; why, in a sentence.
    Wrong(String),
    /// It is not an answer to what was asked; why, in a sentence.
    Unreadable(String),
}

impl Outcome {
    /// `right`, `wrong`, `unreadable`.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Right(_) => "right",
            Outcome::Wrong(_) => "wrong",
            Outcome::Unreadable(_) => "unreadable",
        }
    }

    /// Why.
    pub fn why(&self) -> &str {
        let (Outcome::Right(why) | Outcome::Wrong(why) | Outcome::Unreadable(why)) = self;
        why
    }
}

/// A string for people: a space is a sign, and the empty string is called so.
fn shown(string: &[u8]) -> String {
    match string {
        [] => "the empty string".to_owned(),
        _ => format!("`{}`", visible(string).replace(' ', "␣")),
    }
}

impl Exercise {
    /// What kind of exercise it is.
    pub fn kind(&self) -> Kind {
        match self.task {
            Task::Predict { .. } => Kind::Predict,
            Task::Find { .. } => Kind::Find,
            Task::Blame { .. } => Kind::Blame,
            Task::Write { .. } => Kind::Write,
            Task::Mend { .. } => Kind::Mend,
            Task::Derive { .. } => Kind::Derive,
            Task::Order { .. } => Kind::Order,
        }
    }

    /// The grammars that it is about, each once.
    pub fn sources(&self) -> Vec<&Source> {
        let all: Vec<&Source> = match &self.task {
            Task::Predict { by, .. } | Task::Blame { by, .. } | Task::Derive { by, .. } => {
                vec![&by.source]
            }
            Task::Find { takes, refuses } => {
                takes.iter().chain(refuses).map(|it| &it.source).collect()
            }
            Task::Write { of } | Task::Mend { of, .. } => vec![&of.source],
            Task::Order { of } => of.iter().map(|it| &it.source).collect(),
        };
        let mut sources: Vec<&Source> = Vec::new();
        for source in all {
            if !sources.iter().any(|it| it.name() == source.name()) {
                sources.push(source);
            }
        }
        sources
    }

    /// What is asked, in a sentence or two; code is between backquotes.
    pub fn question(&self) -> String {
        match &self.task {
            Task::Predict { by, input } => predict::question(by, input),
            Task::Find { takes, refuses } => find::question(takes, refuses),
            Task::Blame { by, input } => blame::question(by, input),
            Task::Write { of } => write::question(of),
            Task::Mend { of, .. } => write::question_of_misprint(of),
            Task::Derive { by, input, form } => derive::question(by, input, *form),
            Task::Order { of } => order::question(of),
        }
    }

    /// Judges an answer: any text.
    pub fn judge(&self, answer: &str) -> Outcome {
        if answer.len() > LONGEST_ANSWER {
            let most = LONGEST_ANSWER;
            return Outcome::Unreadable(format!("the answer is longer than {most} bytes"));
        }
        let outcome = match &self.task {
            Task::Predict { by, input } => predict::judge(by, input, answer),
            Task::Find { takes, refuses } => find::judge(takes, refuses, answer),
            Task::Blame { by, input } => blame::judge(by, input, answer),
            Task::Write { of } => write::judge(of, None, answer),
            Task::Mend { of, meant } => write::judge(meant, Some(of), answer),
            Task::Derive { by, input, form } => derive::judge(by, input, *form, answer),
            Task::Order { of } => order::judge(of, answer),
        };
        outcome.unwrap_or_else(|error| Outcome::Unreadable(error.to_string()))
    }

    /// An answer that is right: that of whoever wrote the exercise, or one that is computed.
    ///
    /// # Errors
    /// Why there is none.
    pub fn solution(&self) -> Result<String, ExerciseErrorKind> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        match &self.task {
            Task::Predict { by, input } => predict::solution(by, input),
            Task::Find { takes, refuses } => find::solution(takes, refuses),
            Task::Blame { by, input } => blame::solution(by, input),
            Task::Write { of } | Task::Mend { meant: of, .. } => Ok(of.text()),
            Task::Derive { by, input, form } => derive::solution(by, input, *form),
            Task::Order { of } => order::solution(of),
        }
    }

    /// Judges the solution, and the answers that are to be wrong.
    ///
    /// # Errors
    /// If the solution does not hold, or an answer is not wrong that is to be.
    pub fn check(&self) -> Result<(), ExerciseErrorKind> {
        if let Task::Mend { of, meant } = &self.task {
            write::check_misprint(of, meant)?;
        }
        let solution = self.solution()?;
        match self.judge(&solution) {
            Outcome::Right(_) => {}
            other => {
                let why = other.why().to_owned();
                return Err(ExerciseErrorKind::NotRight { solution, why });
            }
        }
        for Wrong { answer, .. } in &self.wrong {
            if let Outcome::Right(_) = self.judge(answer) {
                return Err(ExerciseErrorKind::NotWrong { answer: answer.clone() });
            }
        }
        Ok(())
    }

    /// What answers can be chosen from, where there are few: as they are written.
    pub fn choices(&self) -> Vec<String> {
        match &self.task {
            Task::Predict { by, .. } => predict::choices(by),
            _ => Vec::new(),
        }
    }

    /// The exercise as it is written, for a page.
    pub fn to_json(&self) -> Value {
        self.written.to_json()
    }

    /// Reads what [`to_json`](Exercise::to_json) gave; one that the program made of a grammar
    /// needs that [grammar](Exercise::own_grammar) beside it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str, own: Option<Arc<Grammar>>) -> Result<Exercise, ExerciseErrorKind> {
        written::Written::from_json(text, own)?.exercise()
    }

    /// The grammar that it brings along: its name, and its text.
    pub fn own_text(&self) -> Option<(&str, &str)> {
        let name = self.written.grammar.as_deref().unwrap_or_default();
        self.written.text.as_deref().map(|text| (name, text))
    }

    /// The grammar that the program made it of, which is not written in it.
    pub fn own_grammar(&self) -> Option<&Arc<Grammar>> {
        self.written.own.as_ref()
    }
}
