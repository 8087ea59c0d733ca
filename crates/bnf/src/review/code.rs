//! The codes of review findings. They are stable and never reused.

crate::named! {
    "kind of finding";
    /// The kind of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ReviewCode {
        /// A rule gained strings and lost others.
        LanguageCrossing = "language-crossing",
        /// A rule lost strings.
        LanguageNarrower = "language-narrower",
        /// A rule gained strings.
        LanguageWider = "language-wider",
        /// The language of a rule changed, but only in the case of letters.
        CaseChanged = "case-changed",
        /// The document defines a rule twice, with different languages.
        CollectedDiffers = "collected-differs",
        /// A rule uses an undefined name.
        Undefined = "undefined",
        /// A rule derives no string.
        DerivesNothing = "derives-nothing",
        /// A rule became ambiguous.
        AmbiguityGained = "ambiguity-gained",
        /// A first-match parser does not take all strings of a rule.
        OrderMatters = "order-matters",
        /// The result for a rule holds only up to the nesting limit.
        Undecided = "undecided",
        /// A rule was removed.
        RuleRemoved = "rule-removed",
        /// A rule was added.
        RuleAdded = "rule-added",
        /// A rule was renamed.
        RuleRenamed = "rule-renamed",
        /// Characters moved to other classes.
        ClassMoved = "class-moved",
        /// A rule is no longer ambiguous.
        AmbiguityLost = "ambiguity-lost",
        /// A rule has a new text and the same language.
        RewordedEqual = "reworded-equal",
    }
}

crate::named! {
    /// How serious a finding is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Gravity {
        /// A valid string became invalid, or the grammar does not mean what it seems to mean.
        Error = "error",
        /// An invalid string became valid, or readers may differ.
        Warning = "warning",
        /// Nothing changes for writers or readers.
        Note = "note",
    }
}

impl ReviewCode {
    /// How serious a finding of this code is.
    pub fn gravity(self) -> Gravity {
        match self {
            ReviewCode::LanguageCrossing
            | ReviewCode::LanguageNarrower
            | ReviewCode::CollectedDiffers
            | ReviewCode::Undefined
            | ReviewCode::DerivesNothing => Gravity::Error,
            ReviewCode::LanguageWider
            | ReviewCode::CaseChanged
            | ReviewCode::AmbiguityGained
            | ReviewCode::OrderMatters
            | ReviewCode::Undecided => Gravity::Warning,
            ReviewCode::RuleRemoved
            | ReviewCode::RuleAdded
            | ReviewCode::RuleRenamed
            | ReviewCode::ClassMoved
            | ReviewCode::AmbiguityLost
            | ReviewCode::RewordedEqual => Gravity::Note,
        }
    }

    /// What the code means, and who is affected.
    pub fn explanation(self) -> &'static str {
        crate::text::below(include_str!("explanations.txt"), self.name())
    }

    /// Whether the code says that the language of a rule changed.
    pub fn is_of_language(self) -> bool {
        matches!(
            self,
            ReviewCode::LanguageCrossing
                | ReviewCode::LanguageNarrower
                | ReviewCode::LanguageWider
                | ReviewCode::CaseChanged
        )
    }
}
