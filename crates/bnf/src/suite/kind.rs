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
    /// An optional or repeated part takes all that it can and gives nothing back.
    GreedyMatch,
    /// What may be repeated without an end is repeated a limited number of times.
    RepetitionBounded,
    /// What may be repeated is required to be there at least twice, or three times.
    RepetitionRequired,
    /// A class has one more character at one place of use.
    UseWider,
    /// A class lacks one character at one place of use.
    UseNarrower,
    /// A repeated class also accepts a control character, a space, or a character beyond ASCII at
    /// its beginning, in its middle, or at its end.
    Intruder,
    /// A number is written as patterns write it: any digits, leading zeros, too large values.
    NumberPattern,
    /// The whole string is read wrongly before it is checked, or not checked as a whole.
    Reader,
}

/// Faults that are handled alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// One slip in the structure of a production.
    Structure,
    /// One slip in a set of characters.
    Class,
    /// Characters that no class should have, and numbers.
    Character,
    /// How a program reads its input. A runner whose input cannot contain line ends or the NUL
    /// character may leave it out.
    Reader,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 4] = [Layer::Structure, Layer::Class, Layer::Character, Layer::Reader];

    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Structure => "structure",
            Layer::Class => "class",
            Layer::Character => "character",
            Layer::Reader => "reader",
        }
    }
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 22] = [
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
        FaultKind::GreedyMatch,
        FaultKind::RepetitionBounded,
        FaultKind::RepetitionRequired,
        FaultKind::UseWider,
        FaultKind::UseNarrower,
        FaultKind::Intruder,
        FaultKind::NumberPattern,
        FaultKind::Reader,
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
            FaultKind::GreedyMatch => "greedy-match",
            FaultKind::RepetitionBounded => "repetition-bounded",
            FaultKind::RepetitionRequired => "repetition-required",
            FaultKind::UseWider => "use-wider",
            FaultKind::UseNarrower => "use-narrower",
            FaultKind::Intruder => "intruder",
            FaultKind::NumberPattern => "number-pattern",
            FaultKind::Reader => "reader",
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
            FaultKind::GreedyMatch => "take-all",
            FaultKind::RepetitionBounded => "repeat-at-most",
            FaultKind::RepetitionRequired => "repeat-at-least",
            FaultKind::UseWider => "widen-use",
            FaultKind::UseNarrower => "narrow-use",
            FaultKind::Intruder => "admit",
            FaultKind::NumberPattern => "write-number",
            FaultKind::Reader => "read",
        }
    }

    /// The faults that it is handled with.
    pub fn layer(self) -> Layer {
        match self {
            FaultKind::ClassWider
            | FaultKind::ClassNarrower
            | FaultKind::CaseDropped
            | FaultKind::UseWider
            | FaultKind::UseNarrower => Layer::Class,
            FaultKind::Intruder | FaultKind::NumberPattern => Layer::Character,
            FaultKind::Reader => Layer::Reader,
            _ => Layer::Structure,
        }
    }

    /// Whether its strings are chosen so that few strings tell all faults. Each fault of another
    /// kind needs its own string in almost every case.
    pub(super) fn is_covered(self) -> bool {
        self <= FaultKind::FirstMatch
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
