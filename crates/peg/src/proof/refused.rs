//! Why pest makes no parser of a text, and where: all of it, worded here.

use std::fmt;

use crate::grammar::Place;

/// The most mistakes that are told of one text.
const MOST_MISTAKES: usize = 100;

/// All for which pest refuses a text, in the order of the text; never nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    mistakes: Vec<Mistake>,
    more: usize,
}

impl Refused {
    /// `None` where there is nothing wrong.
    pub(super) fn new(mut mistakes: Vec<Mistake>) -> Option<Refused> {
        mistakes.sort_by_key(|it| it.place);
        let more = mistakes.len().saturating_sub(MOST_MISTAKES);
        mistakes.truncate(MOST_MISTAKES);
        (!mistakes.is_empty()).then_some(Refused { mistakes, more })
    }

    /// For one thing.
    pub(super) fn one(text: &str, place: Place, kind: MistakeKind) -> Refused {
        Refused { mistakes: vec![Mistake::at(text, place, kind)], more: 0 }
    }

    /// The first of them, a hundred at most.
    pub fn all(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// How many there are beside those.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for Refused {
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

impl std::error::Error for Refused {}

/// One thing for which pest refuses a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where, in bytes.
    pub place: Place,
    /// The line and the column in which the place begins, each counted from 1.
    pub position: (usize, usize),
    /// What.
    pub kind: MistakeKind,
}

impl Mistake {
    pub(super) fn at(text: &str, place: Place, kind: MistakeKind) -> Mistake {
        let before = text.get(..place.start).unwrap_or(text);
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        let number = before.matches('\n').count() + 1;
        Mistake { place, position: (number, line.chars().count() + 1), kind }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        write!(f, "line {line}, column {column}: {}", self.kind)
    }
}

/// Why pest refuses a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MistakeKind {
    /// Its notation goes on with something else: what may occur there.
    Expected(Vec<&'static str>),
    /// Parentheses or comments stand too deep in each other; how deep they may.
    TooDeep(usize),
    /// A rule has too many parts; how many it may have.
    TooLong(usize),
    /// An escape has the number of no character.
    NoCharacter,
    /// A number is greater than any that pest reads.
    TooOften,
    /// Something is repeated no times.
    NoTimes,
    /// pest has a rule of that name itself, or can make none.
    Reserved(String),
    /// Two rules have the name.
    Twice(String),
    /// No rule has the name, and pest has none itself.
    NoRule(String),
    /// What is repeated always matches, or takes nothing: to repeat it has no end.
    Endless,
    /// What precedes other alternatives always matches: nothing reaches them.
    Unreached,
    /// A rule begins with itself: the names on the way.
    Recurs(Vec<String>),
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MistakeKind::Expected(what) => match what.split_last() {
                None => f.write_str("this is not the notation of pest"),
                Some((last, [])) => write!(f, "expected {last}"),
                Some((last, before)) => write!(f, "expected {} or {last}", before.join(", ")),
            },
            MistakeKind::TooDeep(most) => {
                write!(f, "parentheses or comments are nested more than {most} deep")
            }
            MistakeKind::TooLong(most) => {
                write!(f, "the rule is too long: it has more than {most} parts")
            }
            MistakeKind::NoCharacter => f.write_str("an escape is not a character"),
            MistakeKind::TooOften => f.write_str("pest reads no number as great as this"),
            MistakeKind::NoTimes => f.write_str("nothing can be repeated no times"),
            MistakeKind::Reserved(name) => write!(f, "no rule can be called `{name}`"),
            MistakeKind::Twice(name) => write!(f, "two rules are called `{name}`"),
            MistakeKind::NoRule(name) => write!(f, "no rule is called `{name}`"),
            MistakeKind::Endless => {
                f.write_str("what is repeated can match without a character, so it has no end")
            }
            MistakeKind::Unreached => {
                f.write_str("this always matches, so no alternative after it is reached")
            }
            MistakeKind::Recurs(names) => {
                let first = names.first().map_or("", String::as_str);
                write!(f, "the rule `{first}` recurs at its left end: {}", names.join(" > "))
            }
        }
    }
}
