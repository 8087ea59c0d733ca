//! The mistakes for which pest refuses a text, with spans and messages.

use std::fmt;
use std::sync::Arc;

use urlbnf_bnf::text::listed;

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
    /// `None` if there are no mistakes.
    pub(super) fn new(mut mistakes: Vec<PestMistake>) -> Option<PestMistakes> {
        mistakes.sort_by_key(|it| it.place);
        let more = mistakes.len().saturating_sub(MOST_MISTAKES);
        mistakes.truncate(MOST_MISTAKES);
        (!mistakes.is_empty()).then(|| PestMistakes { mistakes: mistakes.into(), more })
    }

    /// A single mistake.
    pub(super) fn one(text: &str, place: Span, kind: PestMistakeKind) -> PestMistakes {
        PestMistakes { mistakes: [PestMistake::at(text, place, kind)].into(), more: 0 }
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
    /// What is wrong.
    pub kind: PestMistakeKind,
}

impl PestMistake {
    pub(super) fn at(text: &str, place: Span, kind: PestMistakeKind) -> PestMistake {
        let before = text.get(..place.start).unwrap_or(text);
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        let number = before.matches('\n').count() + 1;
        PestMistake { place, position: (number, line.chars().count() + 1), kind }
    }
}

impl fmt::Display for PestMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        write!(f, "line {line}, column {column}: {}", self.kind)
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PestMistakeKind {
    /// A syntax error, with what is expected there.
    Expected(Vec<&'static str>),
    /// Parentheses or comments are nested deeper than this.
    TooDeep(usize),
    /// A rule has more parts than this.
    TooLong(usize),
    /// An escape denotes no character.
    NoCharacter,
    /// A number is too large for pest.
    TooOften,
    /// A count is zero.
    NoTimes,
    /// A rule has the name of a built-in rule, or a name that Rust does not allow.
    Reserved(String),
    /// Two rules have this name.
    Twice(String),
    /// There is no rule of this name, not even a built-in one.
    NoRule(String),
    /// A repeated part can match without a character, so the repetition never ends.
    Endless,
    /// An alternative always matches, so the ones after it are never reached.
    Unreached,
    /// A rule is left recursive; these are the names on the cycle.
    Recurs(Vec<String>),
}

impl fmt::Display for PestMistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PestMistakeKind::Expected(what) if what.is_empty() => {
                f.write_str("this is not the notation of pest")
            }
            PestMistakeKind::Expected(what) => write!(f, "expected {}", listed(what, "or")),
            PestMistakeKind::TooDeep(most) => {
                write!(f, "parentheses or comments are nested more than {most} deep")
            }
            PestMistakeKind::TooLong(most) => {
                write!(f, "the rule is too long: it has more than {most} parts")
            }
            PestMistakeKind::NoCharacter => f.write_str("an escape is not a character"),
            PestMistakeKind::TooOften => f.write_str("pest reads no number as great as this"),
            PestMistakeKind::NoTimes => f.write_str("nothing can be repeated no times"),
            PestMistakeKind::Reserved(name) => write!(f, "no rule can be called `{name}`"),
            PestMistakeKind::Twice(name) => write!(f, "two rules are called `{name}`"),
            PestMistakeKind::NoRule(name) => write!(f, "no rule is called `{name}`"),
            PestMistakeKind::Endless => {
                f.write_str("what is repeated can match without a character, so it has no end")
            }
            PestMistakeKind::Unreached => {
                f.write_str("this always matches, so no alternative after it is reached")
            }
            PestMistakeKind::Recurs(names) => {
                let first = names.first().map_or("", String::as_str);
                write!(f, "the rule `{first}` recurs at its left end: {}", names.join(" > "))
            }
        }
    }
}
