//! Kinds of faults: the model, which says what is looked for.

use std::fmt;
use std::str::FromStr;

/// What a fault does to a production.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// One alternative of several is missing.
    AlternativeDropped,
    /// An optional part is required.
    OptionForced,
    /// An optional part is missing.
    OptionRemoved,
    /// A bound of a repetition is one more or one less.
    BoundMoved,
    /// A part that may be repeated without a limit stands exactly once.
    RepetitionOnce,
    /// A part that may be repeated without a limit is missing.
    RepetitionNever,
    /// A class has one character more.
    ClassWider,
    /// A range has one character less.
    ClassNarrower,
    /// The letters of a class are taken in one case only.
    CaseDropped,
    /// The last character of a literal is another.
    LiteralChanged,
    /// A case-insensitive literal is case-sensitive, or the reverse.
    CaseChanged,
    /// Two neighbouring parts of a sequence are swapped.
    NeighboursSwapped,
    /// The whole production is replaced by one of the names in it.
    NameForAll,
    /// A choice is read by the first alternative that matches, as many parsers read it.
    FirstMatch,
    /// An optional or repeated part takes all that it can, and never gives anything back.
    GreedyMatch,
    /// A part that may be repeated without a limit is repeated a limited number of times.
    RepetitionBounded,
    /// A part that may be repeated is required at least twice, or at least three times.
    RepetitionRequired,
    /// A class has one more character at one place of use.
    UseWider,
    /// A class lacks one character at one place of use.
    UseNarrower,
    /// A repeated class also accepts a control character, a space, or a character beyond ASCII at
    /// its beginning, in its middle, or at its end.
    Intruder,
    /// A number is matched as simple patterns match it: with any digits, leading zeros, or a value
    /// that is too large.
    NumberPattern,
    /// The whole string is read wrongly before it is checked, or only a part of it is checked.
    Reader,
}

/// A group of kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// One slip in the structure of a production.
    Structure,
    /// One slip in a set of characters.
    Class,
    /// Characters that no class should have, and numbers that are matched as patterns.
    Character,
    /// How a program reads its input. A runner whose input cannot contain line ends or the NUL
    /// character may leave it out.
    Reader,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 4] = [Layer::Structure, Layer::Class, Layer::Character, Layer::Reader];

    /// The name in data: `structure`, `class`, `character` or `reader`.
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

    /// The name in data, such as `alternative-dropped`.
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

    /// What it does, as a part of the name of a fault, such as `drop-alternative`.
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

    /// The layer that it belongs to.
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

/// The error that no kind of fault has this name.
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
