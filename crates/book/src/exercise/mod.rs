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

pub use derive::DerivationForm;
pub use error::{ExerciseError, ExerciseErrorKind};
pub use kind::{Difficulty, ExerciseKind};
pub use of_grammar::of_grammar;
pub use set::{ExerciseSet, built_in};
pub use source::{ExerciseGrammar, ExerciseJudge, ExerciseProduction};

use crate::automaton::Work;
use crate::bnf::{Grammar, Limits};
use crate::text::visible;

/// The maximum length of an answer, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 14;

/// The work of judging an answer, which may be any grammar: a small part of that of a command, since
/// a reader waits for it.
fn answer_work() -> Work {
    Work::of(Limits::default().question / 10, &Limits::default())
}

/// An exercise.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// Its name, also that of its page: lower-case letters, digits and `-`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its difficulty.
    pub level: Difficulty,
    /// The question.
    pub task: ExerciseTask,
    /// The text before the question, if any.
    pub before: Option<String>,
    /// Hints, each more specific than the one before.
    pub hints: Vec<String>,
    /// Wrong answers, with explanations.
    pub wrong: Vec<WrongAnswer>,
    /// The lesson, which is shown after the right answer.
    pub shows: Option<String>,
    /// The solution given by the author, if any.
    given: Option<String>,
    written: written::ExerciseRecord,
}

/// A wrong answer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswer {
    /// The answer.
    pub answer: String,
    /// The reason why somebody gives it, and why it is wrong.
    pub why: String,
}

/// The task of an exercise.
#[derive(Debug, Clone)]
pub enum ExerciseTask {
    /// The verdict on a string.
    Predict {
        /// The judge of the string.
        by: ExerciseJudge,
        /// The string.
        input: String,
    },
    /// A string that conforms by some judges, and not by others.
    Find {
        /// The judges by which it must conform: at least one.
        takes: Vec<ExerciseJudge>,
        /// The judges by which it must not conform: at least one.
        refuses: Vec<ExerciseJudge>,
    },
    /// The production that prevents a string from conforming.
    Blame {
        /// The judge of the string.
        by: ExerciseJudge,
        /// The string.
        input: String,
    },
    /// A production, written so that it derives the same strings.
    Write {
        /// The production.
        of: ExerciseProduction,
    },
    /// A misprinted production, rewritten as it was meant.
    Mend {
        /// The production, in the reading as printed.
        of: ExerciseProduction,
        /// The same production, in the corrected reading.
        meant: ExerciseProduction,
    },
    /// The derivation of a string.
    Derive {
        /// The judge of the string.
        by: ExerciseJudge,
        /// The string.
        input: String,
        /// The form of the derivation.
        form: DerivationForm,
    },
    /// Documents, ordered by the languages of a production.
    Order {
        /// The productions, at least two.
        of: Vec<ExerciseProduction>,
    },
}

/// The result for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerOutcome {
    /// The answer is right; the reason in a sentence.
    Right(String),
    /// The answer is wrong; the reason in a sentence.
    Wrong(String),
    /// The answer cannot be judged; the reason in a sentence.
    Unreadable(String),
}

impl AnswerOutcome {
    /// `right`, `wrong`, `unreadable`.
    pub fn name(&self) -> &'static str {
        match self {
            AnswerOutcome::Right(_) => "right",
            AnswerOutcome::Wrong(_) => "wrong",
            AnswerOutcome::Unreadable(_) => "unreadable",
        }
    }

    /// The reason.
    pub fn why(&self) -> &str {
        let (AnswerOutcome::Right(why)
        | AnswerOutcome::Wrong(why)
        | AnswerOutcome::Unreadable(why)) = self;
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
    pub fn kind(&self) -> ExerciseKind {
        match self.task {
            ExerciseTask::Predict { .. } => ExerciseKind::Predict,
            ExerciseTask::Find { .. } => ExerciseKind::Find,
            ExerciseTask::Blame { .. } => ExerciseKind::Blame,
            ExerciseTask::Write { .. } => ExerciseKind::Write,
            ExerciseTask::Mend { .. } => ExerciseKind::Mend,
            ExerciseTask::Derive { .. } => ExerciseKind::Derive,
            ExerciseTask::Order { .. } => ExerciseKind::Order,
        }
    }

    /// The grammars of the exercise, without duplicates.
    pub fn sources(&self) -> Vec<&ExerciseGrammar> {
        let all: Vec<&ExerciseGrammar> = match &self.task {
            ExerciseTask::Predict { by, .. }
            | ExerciseTask::Blame { by, .. }
            | ExerciseTask::Derive { by, .. } => {
                vec![&by.source]
            }
            ExerciseTask::Find { takes, refuses } => {
                takes.iter().chain(refuses).map(|judge| &judge.source).collect()
            }
            ExerciseTask::Write { of } | ExerciseTask::Mend { of, .. } => vec![&of.source],
            ExerciseTask::Order { of } => of.iter().map(|production| &production.source).collect(),
        };
        let mut sources: Vec<&ExerciseGrammar> = Vec::new();
        for source in all {
            if !sources.iter().any(|grammar| grammar.name() == source.name()) {
                sources.push(source);
            }
        }
        sources
    }

    /// The question, in a sentence or two; code is between backquotes.
    pub fn question(&self) -> String {
        match &self.task {
            ExerciseTask::Predict { by, input } => predict::question(by, input),
            ExerciseTask::Find { takes, refuses } => find::question(takes, refuses),
            ExerciseTask::Blame { by, input } => blame::question(by, input),
            ExerciseTask::Write { of } => write::question(of),
            ExerciseTask::Mend { of, .. } => write::question_of_misprint(of),
            ExerciseTask::Derive { by, input, form } => derive::question(by, input, *form),
            ExerciseTask::Order { of } => order::question(of),
        }
    }

    /// Judges an answer, which can be any text.
    pub fn judge(&self, answer: &str) -> AnswerOutcome {
        if answer.len() > LONGEST_ANSWER {
            let most = LONGEST_ANSWER;
            return AnswerOutcome::Unreadable(format!("the answer is longer than {most} bytes"));
        }
        let outcome = match &self.task {
            ExerciseTask::Predict { by, input } => predict::judge(by, input, answer),
            ExerciseTask::Find { takes, refuses } => find::judge(takes, refuses, answer),
            ExerciseTask::Blame { by, input } => blame::judge(by, input, answer),
            ExerciseTask::Write { of } => write::judge(of, None, answer),
            ExerciseTask::Mend { of, meant } => write::judge(meant, Some(of), answer),
            ExerciseTask::Derive { by, input, form } => derive::judge(by, input, *form, answer),
            ExerciseTask::Order { of } => order::judge(of, answer),
        };
        outcome.unwrap_or_else(|error| AnswerOutcome::Unreadable(error.to_string()))
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
            ExerciseTask::Predict { by, input } => predict::solution(by, input),
            ExerciseTask::Find { takes, refuses } => find::solution(takes, refuses),
            ExerciseTask::Blame { by, input } => blame::solution(by, input),
            ExerciseTask::Write { of } | ExerciseTask::Mend { meant: of, .. } => Ok(of.text()),
            ExerciseTask::Derive { by, input, form } => derive::solution(by, input, *form),
            ExerciseTask::Order { of } => order::solution(of),
        }
    }

    /// Judges the solution and the wrong answers.
    ///
    /// # Errors
    /// If the solution is not right, or a wrong answer is not wrong.
    pub fn check(&self) -> Result<(), ExerciseErrorKind> {
        if let ExerciseTask::Mend { of, meant } = &self.task {
            write::check_misprint(of, meant)?;
        }
        let solution = self.solution()?;
        match self.judge(&solution) {
            AnswerOutcome::Right(_) => {}
            other => {
                let why = other.why().to_owned();
                return Err(ExerciseErrorKind::NotRight { solution, why });
            }
        }
        for WrongAnswer { answer, .. } in &self.wrong {
            if let AnswerOutcome::Right(_) = self.judge(answer) {
                return Err(ExerciseErrorKind::NotWrong { answer: answer.clone() });
            }
        }
        Ok(())
    }

    /// The possible answers, as they are written, if there are few; else empty.
    pub fn choices(&self) -> Vec<String> {
        match &self.task {
            ExerciseTask::Predict { by, .. } => predict::choices(by),
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
        written::ExerciseRecord::from_json(text, own)?.exercise()
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
