//! Exercises for a class, and a judge of answers.
//!
//! An exercise is data: a question about a grammar, hints, and two wrong answers with
//! explanations. The right answer is not data. It is computed from the printed grammar, or, if
//! a teacher gives a solution, that solution is judged like any answer. So an exercise cannot
//! teach an error: if its solution is not right, the exercise is rejected.
//!
//! The engine that judges URLs also judges the answers. A production in an answer is compared
//! with the printed one by language, so every way to write it is right, and a wrong answer
//! gets a shortest string as a witness. All computations are bounded in states and steps.

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

/// The maximum length of an answer, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 14;

/// The limits for judging an answer: a tenth of those of a command.
const LIMITS: Limits =
    Limits { nodes: 40_000, depth: 200, states: 50_000, steps: 4_000_000, budget: Budget::NONE };

/// An exercise.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// Its name, also that of its page: lower-case letters, digits and `-`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its difficulty.
    pub level: Level,
    /// The question.
    pub task: Task,
    /// The text before the question, if any.
    pub before: Option<String>,
    /// Hints, each more specific than the one before.
    pub hints: Vec<String>,
    /// Wrong answers, with explanations.
    pub wrong: Vec<Wrong>,
    /// The lesson, which is shown after the right answer.
    pub shows: Option<String>,
    /// The solution given by the author, if any.
    given: Option<String>,
    written: written::Written,
}

/// A wrong answer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// The answer.
    pub answer: String,
    /// The reason why somebody gives it, and why it is wrong.
    pub why: String,
}

/// The task of an exercise.
#[derive(Debug, Clone)]
pub enum Task {
    /// The verdict on a string.
    Predict {
        /// The judge of the string.
        by: Judged,
        /// The string.
        input: String,
    },
    /// A string that conforms by some judges, and not by others.
    Find {
        /// The judges by which it must conform: at least one.
        takes: Vec<Judged>,
        /// The judges by which it must not conform: at least one.
        refuses: Vec<Judged>,
    },
    /// The production that prevents a string from conforming.
    Blame {
        /// The judge of the string.
        by: Judged,
        /// The string.
        input: String,
    },
    /// A production, written so that it derives the same strings.
    Write {
        /// The production.
        of: Named,
    },
    /// A misprinted production, rewritten as it was meant.
    Mend {
        /// The production, in the reading as printed.
        of: Named,
        /// The same production, in the corrected reading.
        meant: Named,
    },
    /// The derivation of a string.
    Derive {
        /// The judge of the string.
        by: Judged,
        /// The string.
        input: String,
        /// The form of the derivation.
        form: Form,
    },
    /// Documents, ordered by the languages of a production.
    Order {
        /// The productions, at least two.
        of: Vec<Named>,
    },
}

/// The result for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The answer is right; the reason in a sentence.
    Right(String),
    /// The answer is wrong; the reason in a sentence.
    Wrong(String),
    /// The answer cannot be judged; the reason in a sentence.
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

    /// The reason.
    pub fn why(&self) -> &str {
        let (Outcome::Right(why) | Outcome::Wrong(why) | Outcome::Unreadable(why)) = self;
        why
    }
}

/// A string for people: spaces and the empty string are made visible.
fn shown(string: &[u8]) -> String {
    match string {
        [] => "the empty string".to_owned(),
        _ => format!("`{}`", visible(string).replace(' ', "␣")),
    }
}

impl Exercise {
    /// The kind of the exercise.
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

    /// The grammars of the exercise, without duplicates.
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

    /// The question, in a sentence or two; code is between backquotes.
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

    /// Judges an answer, which can be any text.
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

    /// A right answer: the one given by the author, or a computed one.
    ///
    /// # Errors
    /// If there is none.
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

    /// Judges the solution and the wrong answers.
    ///
    /// # Errors
    /// If the solution is not right, or a wrong answer is not wrong.
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

    /// The possible answers, as they are written, if there are few; else empty.
    pub fn choices(&self) -> Vec<String> {
        match &self.task {
            Task::Predict { by, .. } => predict::choices(by),
            _ => Vec::new(),
        }
    }

    /// The exercise as it is written, as JSON for a page.
    pub fn to_json(&self) -> Value {
        self.written.to_json()
    }

    /// Reads the output of [`to_json`](Exercise::to_json). An exercise that the program made
    /// of a grammar also needs that [grammar](Exercise::own_grammar).
    ///
    /// # Errors
    /// If the exercise has an error.
    pub fn from_json(text: &str, own: Option<Arc<Grammar>>) -> Result<Exercise, ExerciseErrorKind> {
        written::Written::from_json(text, own)?.exercise()
    }

    /// The grammar in the exercise: its name, and its text.
    pub fn own_text(&self) -> Option<(&str, &str)> {
        let name = self.written.grammar.as_deref().unwrap_or_default();
        self.written.text.as_deref().map(|text| (name, text))
    }

    /// The grammar that the program made it of, which is not part of the written exercise.
    pub fn own_grammar(&self) -> Option<&Arc<Grammar>> {
        self.written.own.as_ref()
    }
}
