//! The kinds of findings of a review. Their names are stable and never reused.

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReviewCode {
    /// A rule has other strings than before, some of which it had not, and lost some.
    LanguageCrossing,
    /// A rule has lost strings.
    LanguageNarrower,
    /// A rule has strings that it had not.
    LanguageWider,
    /// A rule has other strings, which differ from those before in case alone.
    CaseChanged,
    /// A rule that the document gives twice does not say the same both times.
    CollectedDiffers,
    /// A rule uses a name that nothing defines.
    Undefined,
    /// A rule has no string.
    DerivesNothing,
    /// A rule has a string with two derivations, and had none.
    AmbiguityGained,
    /// A reader of the first match takes fewer strings than the rule has.
    OrderMatters,
    /// What is said of a rule holds only for strings that are nested so deep.
    Undecided,
    /// A rule is no more.
    RuleRemoved,
    /// A rule is new.
    RuleAdded,
    /// A rule has another name.
    RuleRenamed,
    /// Characters are in other classes.
    ClassMoved,
    /// No string of a rule has two derivations any more.
    AmbiguityLost,
    /// A rule has another text, and the same strings.
    RewordedEqual,
}

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gravity {
    /// What was valid is not, or the grammar does not say what it seems to.
    Error,
    /// What was not valid is, or readers may differ.
    Warning,
    /// Nothing changes for those who write or read.
    Note,
}

impl Gravity {
    /// `error`, `warning`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Gravity::Error => "error",
            Gravity::Warning => "warning",
            Gravity::Note => "note",
        }
    }
}

impl ReviewCode {
    /// All of them, the gravest first.
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

    /// Its name, as reports have it.
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

    /// The code of a name.
    pub fn of_name(name: &str) -> Option<ReviewCode> {
        ReviewCode::ALL.into_iter().find(|it| it.name() == name)
    }

    /// How grave it is.
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

    /// What it means, and for whom.
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

    /// Whether it is that the rule has other strings than before.
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
