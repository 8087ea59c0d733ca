//! Kinds of faults: the model, which says what is looked for.

crate::named! {
    "kind of fault";
    /// What a fault does to a production.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum FaultKind {
        /// One alternative of several is missing.
        AlternativeDropped = "alternative-dropped",
        /// An optional part is required.
        OptionForced = "option-forced",
        /// An optional part is missing.
        OptionRemoved = "option-removed",
        /// A bound of a repetition is one more or one less.
        BoundMoved = "bound-moved",
        /// A part that may be repeated without a limit stands exactly once.
        RepetitionOnce = "repetition-once",
        /// A part that may be repeated without a limit is missing.
        RepetitionNever = "repetition-never",
        /// A class has one character more.
        ClassWider = "class-wider",
        /// A range has one character less.
        ClassNarrower = "class-narrower",
        /// The letters of a class are taken in one case only.
        CaseDropped = "case-dropped",
        /// The last character of a literal is another.
        LiteralChanged = "literal-changed",
        /// A case-insensitive literal is case-sensitive, or the reverse.
        CaseChanged = "case-changed",
        /// Two neighbouring parts of a sequence are swapped.
        NeighboursSwapped = "neighbours-swapped",
        /// The whole production is replaced by one of the names in it.
        NameForAll = "name-for-all",
        /// A choice is read by the first alternative that matches, as many parsers read it.
        FirstMatch = "first-match",
        /// An optional or repeated part takes all that it can, and never gives anything back.
        GreedyMatch = "greedy-match",
        /// A part that may be repeated without a limit is repeated a limited number of times.
        RepetitionBounded = "repetition-bounded",
        /// A part that may be repeated is required at least twice, or at least three times.
        RepetitionRequired = "repetition-required",
        /// A class has one more character at one place of use.
        UseWider = "use-wider",
        /// A class lacks one character at one place of use.
        UseNarrower = "use-narrower",
        /// A repeated class also accepts a control character, a space, or a character beyond ASCII at
        /// its beginning, in its middle, or at its end.
        Intruder = "intruder",
        /// A number is matched as simple patterns match it: with any digits, leading zeros, or a value
        /// that is too large.
        NumberPattern = "number-pattern",
        /// The whole string is read wrongly before it is checked, or only a part of it is checked.
        Reader = "reader",
    }
}

crate::named! {
    /// A group of kinds of faults.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Layer {
        /// One slip in the structure of a production.
        Structure = "structure",
        /// One slip in a set of characters.
        Class = "class",
        /// Characters that no class should have, and numbers that are matched as patterns.
        Character = "character",
        /// How a program reads its input. A runner whose input cannot contain line ends or the NUL
        /// character may leave it out.
        Reader = "reader",
    }
}

impl FaultKind {
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
