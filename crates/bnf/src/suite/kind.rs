//! Kinds of faults: the model, which says what is looked for.

use std::fmt;
use std::str::FromStr;

/// What a fault does to a production.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// One alternative of several is missing.
    AlternativeDropped,
    /// What may be left out has to be there.
    OptionForced,
    /// What may be left out is never there.
    OptionRemoved,
    /// A number of times is one more or one less.
    BoundMoved,
    /// What may be repeated without an end stands once.
    RepetitionOnce,
    /// What may be repeated without an end is never there.
    RepetitionNever,
    /// A class has one character more.
    ClassWider,
    /// A range has one character less.
    ClassNarrower,
    /// The letters of a class are taken in one case only.
    CaseDropped,
    /// The last character of a literal is another.
    LiteralChanged,
    /// A literal is exact where it has no case, and has none where it is exact.
    CaseChanged,
    /// Two parts that stand one after the other stand the other way round.
    NeighboursSwapped,
    /// One name of the production stands for all of it.
    NameForAll,
    /// A choice is read by the first alternative that matches, as many parsers read it.
    FirstMatch,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 14] = [
        FaultKind::AlternativeDropped,
        FaultKind::OptionForced,
        FaultKind::OptionRemoved,
        FaultKind::BoundMoved,
        FaultKind::RepetitionOnce,
        FaultKind::RepetitionNever,
        FaultKind::ClassWider,
        FaultKind::ClassNarrower,
        FaultKind::CaseDropped,
        FaultKind::LiteralChanged,
        FaultKind::CaseChanged,
        FaultKind::NeighboursSwapped,
        FaultKind::NameForAll,
        FaultKind::FirstMatch,
    ];

    /// Its name in data: `alternative-dropped`.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::AlternativeDropped => "alternative-dropped",
            FaultKind::OptionForced => "option-forced",
            FaultKind::OptionRemoved => "option-removed",
            FaultKind::BoundMoved => "bound-moved",
            FaultKind::RepetitionOnce => "repetition-once",
            FaultKind::RepetitionNever => "repetition-never",
            FaultKind::ClassWider => "class-wider",
            FaultKind::ClassNarrower => "class-narrower",
            FaultKind::CaseDropped => "case-dropped",
            FaultKind::LiteralChanged => "literal-changed",
            FaultKind::CaseChanged => "case-changed",
            FaultKind::NeighboursSwapped => "neighbours-swapped",
            FaultKind::NameForAll => "name-for-all",
            FaultKind::FirstMatch => "first-match",
        }
    }

    /// What it does, as a part of a fault's name: `drop-alternative`.
    pub fn verb(self) -> &'static str {
        match self {
            FaultKind::AlternativeDropped => "drop-alternative",
            FaultKind::OptionForced => "force-option",
            FaultKind::OptionRemoved => "remove-option",
            FaultKind::BoundMoved => "move-bound",
            FaultKind::RepetitionOnce => "repeat-once",
            FaultKind::RepetitionNever => "repeat-never",
            FaultKind::ClassWider => "widen",
            FaultKind::ClassNarrower => "narrow",
            FaultKind::CaseDropped => "drop-case",
            FaultKind::LiteralChanged => "change-literal",
            FaultKind::CaseChanged => "change-case",
            FaultKind::NeighboursSwapped => "swap",
            FaultKind::NameForAll => "replace-by-name",
            FaultKind::FirstMatch => "take-first-match",
        }
    }

    /// Whether it changes a set of characters, and not how a string is built.
    pub fn is_of_a_class(self) -> bool {
        matches!(self, FaultKind::ClassWider | FaultKind::ClassNarrower | FaultKind::CaseDropped)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// That no kind of fault has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a kind of fault")]
pub struct UnknownKind(pub String);

impl FromStr for FaultKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let found = FaultKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}
