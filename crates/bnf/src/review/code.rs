//! The codes of review findings. They are stable and never reused.

crate::named! {
    "kind of finding";
    /// The kind of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ReviewCode {
        /// A rule gained strings and lost others.
        LanguageCrossing = "language-crossing": ReviewSeverity::Error,
        /// A rule lost strings.
        LanguageNarrower = "language-narrower": ReviewSeverity::Error,
        /// A rule gained strings.
        LanguageWider = "language-wider": ReviewSeverity::Warning,
        /// The language of a rule changed, but only in the case of letters.
        CaseChanged = "case-changed": ReviewSeverity::Warning,
        /// The document defines a rule twice, with different languages.
        CollectedDiffers = "collected-differs": ReviewSeverity::Error,
        /// A rule uses an undefined name.
        Undefined = "undefined": ReviewSeverity::Error,
        /// A rule derives no string.
        DerivesNothing = "derives-nothing": ReviewSeverity::Error,
        /// A rule became ambiguous.
        AmbiguityGained = "ambiguity-gained": ReviewSeverity::Warning,
        /// A first-match parser does not take all strings of a rule.
        OrderMatters = "order-matters": ReviewSeverity::Warning,
        /// The result for a rule holds only up to the nesting limit, or the rule is too large.
        Undecided = "undecided": ReviewSeverity::Warning,
        /// A rule was removed.
        RuleRemoved = "rule-removed": ReviewSeverity::Note,
        /// A rule was added.
        RuleAdded = "rule-added": ReviewSeverity::Note,
        /// A rule was renamed.
        RuleRenamed = "rule-renamed": ReviewSeverity::Note,
        /// Characters moved to other classes.
        ClassMoved = "class-moved": ReviewSeverity::Note,
        /// A rule is no longer ambiguous.
        AmbiguityLost = "ambiguity-lost": ReviewSeverity::Note,
        /// A rule has a new text and the same language.
        RewordedEqual = "reworded-equal": ReviewSeverity::Note,
    }
    /// How serious a finding of this code is.
    pub fn gravity(self) -> ReviewSeverity;
}

crate::named! {
    /// How serious a finding is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ReviewSeverity {
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
