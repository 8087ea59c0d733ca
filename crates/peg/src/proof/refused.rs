//! The mistakes for which a text is refused, with their places.

use std::fmt;
use std::sync::Arc;

use pest_meta::parser::Rule;

use crate::grammar::Span;

/// The most mistakes that are listed for one text.
const MOST_MISTAKES: usize = 100;

/// The mistakes of a text that pest refuses, in the order of the text; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PestMistakes {
    mistakes: Arc<[PestMistake]>,
    more: usize,
}

impl PestMistakes {
    /// What pest says of a text that it refuses.
    pub(super) fn from_errors(text: &str, errors: Vec<pest::error::Error<Rule>>) -> PestMistakes {
        let mistakes = errors.into_iter().map(|error| PestMistake::from_error(text, error));
        let mut mistakes: Vec<PestMistake> = mistakes.collect();
        mistakes.sort_by_key(|mistake| mistake.place);
        let more = mistakes.len().saturating_sub(MOST_MISTAKES);
        mistakes.truncate(MOST_MISTAKES);
        PestMistakes { mistakes: mistakes.into(), more }
    }

    /// A single mistake.
    pub(super) fn one(text: &str, place: Span, message: String) -> PestMistakes {
        PestMistakes { mistakes: [PestMistake::new(text, place, message)].into(), more: 0 }
    }

    /// The first mistakes, at most a hundred.
    pub fn all(&self) -> &[PestMistake] {
        &self.mistakes
    }

    /// How many mistakes are not listed.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for PestMistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.mistakes.iter().enumerate() {
            write!(f, "{}{mistake}", if index == 0 { "" } else { "\n" })?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for PestMistakes {}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PestMistake {
    /// The span, in bytes.
    pub place: Span,
    /// The line and column at which the span begins, each counted from 1.
    pub position: (usize, usize),
    /// What is wrong; mostly in the words of pest.
    pub message: String,
}

impl PestMistake {
    fn new(text: &str, place: Span, message: String) -> PestMistake {
        let before = text.get(..place.start).unwrap_or(text);
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        let number = before.matches('\n').count() + 1;
        PestMistake { place, position: (number, line.chars().count() + 1), message }
    }

    fn from_error(text: &str, error: pest::error::Error<Rule>) -> PestMistake {
        let place = match error.location {
            pest::error::InputLocation::Pos(at) => Span { start: at, end: at },
            pest::error::InputLocation::Span((start, end)) => Span { start, end },
        };
        let renamed = error.renamed_rules(|rule| match rule {
            Rule::EOI => "the end of the file".to_owned(),
            // pest calls it `&`.
            Rule::sequence_operator => "`~`".to_owned(),
            rule => pest_meta::parser::rename_meta_rule(rule),
        });
        PestMistake::new(text, place, renamed.variant.message().into_owned())
    }
}

impl fmt::Display for PestMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}
