//! Kinds of faults: the model, which says what is looked for.

crate::named! {
    "kind of fault";
    /// What a fault does to a production.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum FaultKind {
        /// One alternative of several is missing.
        AlternativeDropped = "alternative-dropped": "drop-alternative",
        /// An optional part is required.
        OptionForced = "option-forced": "force-option",
        /// An optional part is missing.
        OptionRemoved = "option-removed": "remove-option",
        /// A bound of a repetition is one more or one less.
        BoundMoved = "bound-moved": "move-bound",
        /// A part that may be repeated without a limit occurs exactly once.
        RepetitionOnce = "repetition-once": "repeat-once",
        /// A part that may be repeated without a limit is missing.
        RepetitionNever = "repetition-never": "repeat-never",
        /// A class has one character more.
        ClassWider = "class-wider": "widen",
        /// A range has one character less.
        ClassNarrower = "class-narrower": "narrow",
        /// The letters of a class are taken in one case only.
        CaseDropped = "case-dropped": "drop-case",
        /// The last character of a literal is another.
        LiteralChanged = "literal-changed": "change-literal",
        /// A case-insensitive literal is case-sensitive, or the reverse.
        CaseChanged = "case-changed": "change-case",
        /// Two neighbouring parts of a sequence are swapped.
        NeighboursSwapped = "neighbours-swapped": "swap",
        /// The whole production is replaced by one of the names in it.
        NameForAll = "name-for-all": "replace-by-name",
        /// A choice is read by the first alternative that matches, as many parsers read it.
        FirstMatch = "first-match": "take-first-match",
        /// An optional or repeated part takes all that it can, and never gives anything back.
        GreedyMatch = "greedy-match": "take-all",
        /// A part that may be repeated without a limit is repeated a limited number of times.
        RepetitionBounded = "repetition-bounded": "repeat-at-most",
        /// A part that may be repeated is required at least twice, or at least three times.
        RepetitionRequired = "repetition-required": "repeat-at-least",
        /// A class has one more character at one place of use.
        UseWider = "use-wider": "widen-use",
        /// A class lacks one character at one place of use.
        UseNarrower = "use-narrower": "narrow-use",
        /// A repeated class also accepts a control character, a space, or a character beyond ASCII
        /// at its beginning, in its middle, or at its end.
        Intruder = "intruder": "admit",
        /// A number is matched as simple patterns match it: with any digits, leading zeros, or a
        /// value that is too large.
        NumberPattern = "number-pattern": "write-number",
        /// The whole string is read wrongly before it is checked, or only a part of it is checked.
        Reader = "reader": "read",
    }
    /// What it does, as a part of the name of a fault, such as `drop-alternative`.
    pub fn verb(self) -> &'static str;
}

crate::named! {
    /// A group of kinds of faults.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum FaultLayer {
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
    /// The layer that it belongs to.
    pub fn layer(self) -> FaultLayer {
        match self {
            FaultKind::ClassWider
            | FaultKind::ClassNarrower
            | FaultKind::CaseDropped
            | FaultKind::UseWider
            | FaultKind::UseNarrower => FaultLayer::Class,
            FaultKind::Intruder | FaultKind::NumberPattern => FaultLayer::Character,
            FaultKind::Reader => FaultLayer::Reader,
            _ => FaultLayer::Structure,
        }
    }

    /// Whether its strings are chosen so that few strings detect all faults. Each fault of another
    /// kind needs its own string in almost every case.
    pub(super) fn is_covered(self) -> bool {
        self <= FaultKind::FirstMatch
    }
}
