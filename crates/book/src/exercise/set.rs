//! A file of exercises.
//!
//! It is TOML, in which a teacher need not escape quotation marks: it contains a grammar as
//! printed. All errors are reported, each with its line.

use std::ops::Range;
use std::sync::OnceLock;

use serde::Deserialize;
use toml::Spanned;

use super::Exercise;
use super::error::{ExerciseError, ExerciseErrorKind};
use super::written::ExerciseRecord;
use crate::text::line_and_column;

/// The exercises of the book.
const BUILT_IN: &str = include_str!("../../exercises.toml");

/// The exercises of a file.
#[derive(Debug, Clone, Default)]
pub struct ExerciseSet {
    /// The exercises, in order.
    pub exercises: Vec<Exercise>,
    /// The line and the column of each exercise.
    places: Vec<(usize, usize)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExerciseFile {
    #[serde(default)]
    exercise: Vec<Spanned<ExerciseRecord>>,
}

/// The exercises of the book.
pub fn built_in() -> &'static ExerciseSet {
    static SET: OnceLock<ExerciseSet> = OnceLock::new();
    // A test checks that they can be read.
    SET.get_or_init(|| ExerciseSet::read(BUILT_IN).unwrap_or_default())
}

impl ExerciseSet {
    /// Reads a file of exercises.
    ///
    /// # Errors
    /// All errors, in order; for text that is not TOML, only the first.
    pub fn read(text: &str) -> Result<ExerciseSet, Vec<ExerciseError>> {
        ExerciseSet::read_beside(text, &[])
    }

    /// Reads a file of exercises that are added to those of the book. They cannot have the
    /// names of those.
    ///
    /// # Errors
    /// As [`ExerciseSet::read`].
    pub fn added(text: &str) -> Result<ExerciseSet, Vec<ExerciseError>> {
        ExerciseSet::read_beside(text, &built_in().exercises)
    }

    fn read_beside(text: &str, others: &[Exercise]) -> Result<ExerciseSet, Vec<ExerciseError>> {
        let file: ExerciseFile = toml::from_str(text).map_err(|error| {
            let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
            let kind = ExerciseErrorKind::Unread(error.message().to_owned());
            vec![ExerciseError { line, column, exercise: None, kind }]
        })?;
        let (mut set, mut wrong) = (ExerciseSet::default(), Vec::new());
        let mut names: Vec<String> = Vec::new();
        for written in file.exercise {
            let span = written.span();
            let written = written.into_inner();
            let name = written.name.clone();
            let read = if names.contains(&name) {
                Err(ExerciseErrorKind::NameTwice)
            } else if others.iter().any(|exercise| exercise.name == name) {
                Err(ExerciseErrorKind::NameOfBook)
            } else {
                written.exercise()
            };
            names.push(name.clone());
            match read {
                Ok(exercise) => {
                    set.exercises.push(exercise);
                    set.places.push(line_and_column(text, span.start));
                }
                Err(kind) => {
                    let (line, column) = line_and_column(text, place(text, span, &kind));
                    wrong.push(ExerciseError { line, column, exercise: Some(name), kind });
                }
            }
        }
        if wrong.is_empty() { Ok(set) } else { Err(wrong) }
    }

    /// Judges the solution of each exercise, and its wrong answers.
    ///
    /// # Errors
    /// All exercises with a solution that is not right, or a wrong answer that is not wrong.
    pub fn check(&self) -> Result<(), Vec<ExerciseError>> {
        let wrong = self.exercises.iter().zip(&self.places).filter_map(|(exercise, place)| {
            let kind = exercise.check().err()?;
            let ((line, column), exercise) = (*place, Some(exercise.name.clone()));
            Some(ExerciseError { line, column, exercise, kind })
        });
        let wrong: Vec<ExerciseError> = wrong.collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// The offset of an error in an exercise: at its key, if it is about one.
fn place(text: &str, span: Range<usize>, kind: &ExerciseErrorKind) -> usize {
    let Some(key) = kind.key() else { return span.start };
    let own = text.get(span.start..).unwrap_or_default();
    // The keys of an exercise end where the next exercise begins.
    let end = own.get(1..).and_then(|rest| rest.find("[[")).map_or(own.len(), |at| at + 1);
    let mut at = 0;
    for line in own.get(..end).unwrap_or(own).split_inclusive('\n') {
        let is_key = line.trim_start().strip_prefix(key).map(str::trim_start);
        if is_key.is_some_and(|rest| rest.starts_with('=')) {
            return span.start + at;
        }
        at += line.len();
    }
    span.start
}
