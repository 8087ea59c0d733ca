//! The codes of review findings. They are stable and never reused.

crate::named! {
    "kind of finding";
    /// The kind of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ReviewCode {
        /// A rule gained strings and lost others.
        LanguageCrossing = "language-crossing": Gravity::Error,
        /// A rule lost strings.
        LanguageNarrower = "language-narrower": Gravity::Error,
        /// A rule gained strings.
        LanguageWider = "language-wider": Gravity::Warning,
        /// The language of a rule changed, but only in the case of letters.
        CaseChanged = "case-changed": Gravity::Warning,
        /// The document defines a rule twice, with different languages.
        CollectedDiffers = "collected-differs": Gravity::Error,
        /// A rule uses an undefined name.
        Undefined = "undefined": Gravity::Error,
        /// A rule derives no string.
        DerivesNothing = "derives-nothing": Gravity::Error,
        /// A rule became ambiguous.
        AmbiguityGained = "ambiguity-gained": Gravity::Warning,
        /// A first-match parser does not take all strings of a rule.
        OrderMatters = "order-matters": Gravity::Warning,
        /// The result for a rule holds only up to the nesting limit.
        Undecided = "undecided": Gravity::Warning,
        /// A rule was removed.
        RuleRemoved = "rule-removed": Gravity::Note,
        /// A rule was added.
        RuleAdded = "rule-added": Gravity::Note,
        /// A rule was renamed.
        RuleRenamed = "rule-renamed": Gravity::Note,
        /// Characters moved to other classes.
        ClassMoved = "class-moved": Gravity::Note,
        /// A rule is no longer ambiguous.
        AmbiguityLost = "ambiguity-lost": Gravity::Note,
        /// A rule has a new text and the same language.
        RewordedEqual = "reworded-equal": Gravity::Note,
    }
    /// How serious a finding of this code is.
    pub fn gravity(self) -> Gravity;
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
