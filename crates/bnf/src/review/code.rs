//! The codes of review findings. They are stable and never reused.

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReviewCode {
    /// A rule gained strings and lost others.
    LanguageCrossing,
    /// A rule lost strings.
    LanguageNarrower,
    /// A rule gained strings.
    LanguageWider,
    /// The language of a rule changed, but only in the case of letters.
    CaseChanged,
    /// The document defines a rule twice, with different languages.
    CollectedDiffers,
    /// A rule uses an undefined name.
    Undefined,
    /// A rule derives no string.
    DerivesNothing,
    /// A rule became ambiguous.
    AmbiguityGained,
    /// A first-match parser does not take all strings of a rule.
    OrderMatters,
    /// The result for a rule holds only up to the nesting limit.
    Undecided,
    /// A rule was removed.
    RuleRemoved,
    /// A rule was added.
    RuleAdded,
    /// A rule was renamed.
    RuleRenamed,
    /// Characters moved to other classes.
    ClassMoved,
    /// A rule is no longer ambiguous.
    AmbiguityLost,
    /// A rule has a new text and the same language.
    RewordedEqual,
}

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gravity {
    /// A valid string became invalid, or the grammar does not mean what it seems to mean.
    Error,
    /// An invalid string became valid, or readers may differ.
    Warning,
    /// Nothing changes for writers or readers.
    Note,
}

impl Gravity {
    /// The name: `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Gravity::Error => "error",
            Gravity::Warning => "warning",
            Gravity::Note => "note",
        }
    }
}

impl ReviewCode {
    /// All codes, the most serious first.
    pub const ALL: [ReviewCode; 16] = [
        ReviewCode::LanguageCrossing,
        ReviewCode::LanguageNarrower,
        ReviewCode::LanguageWider,
        ReviewCode::CaseChanged,
        ReviewCode::CollectedDiffers,
        ReviewCode::Undefined,
        ReviewCode::DerivesNothing,
        ReviewCode::AmbiguityGained,
        ReviewCode::OrderMatters,
        ReviewCode::Undecided,
        ReviewCode::RuleRemoved,
        ReviewCode::RuleAdded,
        ReviewCode::RuleRenamed,
        ReviewCode::ClassMoved,
        ReviewCode::AmbiguityLost,
        ReviewCode::RewordedEqual,
    ];

    /// The name, as printed in reports.
    pub fn name(self) -> &'static str {
        match self {
            ReviewCode::LanguageCrossing => "language-crossing",
            ReviewCode::LanguageNarrower => "language-narrower",
            ReviewCode::LanguageWider => "language-wider",
            ReviewCode::CaseChanged => "case-changed",
            ReviewCode::CollectedDiffers => "collected-differs",
            ReviewCode::Undefined => "undefined",
            ReviewCode::DerivesNothing => "derives-nothing",
            ReviewCode::AmbiguityGained => "ambiguity-gained",
            ReviewCode::OrderMatters => "order-matters",
            ReviewCode::Undecided => "undecided",
            ReviewCode::RuleRemoved => "rule-removed",
            ReviewCode::RuleAdded => "rule-added",
            ReviewCode::RuleRenamed => "rule-renamed",
            ReviewCode::ClassMoved => "class-moved",
            ReviewCode::AmbiguityLost => "ambiguity-lost",
            ReviewCode::RewordedEqual => "reworded-equal",
        }
    }

    /// The code of this name; `None` if there is none.
    pub fn of_name(name: &str) -> Option<ReviewCode> {
        ReviewCode::ALL.into_iter().find(|it| it.name() == name)
    }

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
        match self {
            ReviewCode::LanguageCrossing => {
                "The rule has strings that it had not, and has lost others. It breaks those who write what was lost, and those who read by the old grammar."
            }
            ReviewCode::LanguageNarrower => {
                "The rule has lost strings: what was valid is not. It breaks those who write."
            }
            ReviewCode::LanguageWider => {
                "The rule has strings that it had not: what was not valid is. It breaks those who read by the old grammar."
            }
            ReviewCode::CaseChanged => {
                "The rule has other strings than before, which differ from those before in the case of letters alone. In ABNF a literal in quotes has no case, and a value by number has."
            }
            ReviewCode::CollectedDiffers => {
                "The document gives the rule twice, in its text and in its collected grammar, and the two do not have the same strings."
            }
            ReviewCode::Undefined => "The rule uses a name that nothing defines.",
            ReviewCode::DerivesNothing => "The rule has no string at all.",
            ReviewCode::AmbiguityGained => {
                "A string of the rule can be derived in two ways now, and none could before. Readers that make trees may differ."
            }
            ReviewCode::OrderMatters => {
                "A parser that takes the first alternative that matches, and never comes back, does not take all strings of the rule any more."
            }
            ReviewCode::Undecided => {
                "It is not known whether the rule is regular. What is said of it holds for strings that are nested no deeper than a limit, and is not known of others."
            }
            ReviewCode::RuleRemoved => "The rule is gone, under any name.",
            ReviewCode::RuleAdded => "The rule is new.",
            ReviewCode::RuleRenamed => "The rule has another name. Who refers to it has to follow.",
            ReviewCode::ClassMoved => {
                "Characters stand in other classes than before, which no single rule says."
            }
            ReviewCode::AmbiguityLost => {
                "Some string of the rule had two derivations, and none has any more."
            }
            ReviewCode::RewordedEqual => {
                "The rule has another text, and exactly the same strings: that is proved."
            }
        }
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
