//! The codes of findings. They are stable and never reused, and each has an explanation.

crate::named! {
    "code";
    /// The kind of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum LintCode {
        /// The text cannot be read as a grammar.
        Syntax = "syntax",
        /// A name is used but not defined.
        Undefined = "undefined",
        /// A production derives no string.
        DerivesNothing = "derives-nothing",
        /// A production recurs in the middle.
        NotRegular = "not-regular",
        /// A production is too large to decide.
        TooLarge = "too-large",
        /// The start does not need a production.
        Unused = "unused",
        /// A string has two derivations.
        Ambiguous = "ambiguous",
        /// The alternatives before it derive every string of an alternative.
        CoveredAlternative = "covered-alternative",
        /// A literal looks like a name, or like a value of ABNF.
        SuspiciousLiteral = "suspicious-literal",
        /// Nothing follows an `=`.
        EmptyRule = "empty-rule",
        /// A name is defined twice, with different languages.
        CollectedDiffers = "collected-differs",
        /// A part is described in words.
        Prose = "prose",
        /// A case-insensitive literal was probably meant to be case-sensitive.
        Case = "case",
        /// A first-match parser reads a rule differently.
        OrderMatters = "order-matters",
        /// A bound of a repetition makes no difference.
        IdleBound = "idle-bound",
        /// `|` is used instead of `/`.
        Bar = "bar",
        /// RFC 5234 does not allow a form that is read here.
        NotRfc5234 = "not-rfc5234",
        /// A range includes surrogates.
        Surrogates = "surrogates",
        /// A large value turns all values into code points.
        CodePoints = "code-points",
        /// A line allows a finding that does not occur.
        IdleAllow = "idle-allow",
    }
}

crate::named! {
    /// How serious a finding is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Severity {
        /// The grammar does not mean what it seems to mean, or means nothing.
        Error = "error",
        /// The grammar means something that was probably not intended, or says something twice.
        Warning = "warning",
    }
}

impl LintCode {
    /// How serious a finding of this code is.
    pub fn severity(self) -> Severity {
        match self {
            LintCode::Syntax
            | LintCode::Undefined
            | LintCode::DerivesNothing
            | LintCode::CollectedDiffers => Severity::Error,
            LintCode::NotRegular
            | LintCode::TooLarge
            | LintCode::Unused
            | LintCode::Ambiguous
            | LintCode::CoveredAlternative
            | LintCode::SuspiciousLiteral
            | LintCode::Prose
            | LintCode::Case
            | LintCode::OrderMatters
            | LintCode::IdleBound
            | LintCode::Bar
            | LintCode::NotRfc5234
            | LintCode::Surrogates
            | LintCode::CodePoints
            | LintCode::EmptyRule
            | LintCode::IdleAllow => Severity::Warning,
        }
    }

    /// What the code means, and what to do about it.
    pub fn explanation(self) -> &'static str {
        crate::text::below(include_str!("explanations.txt"), self.name())
    }
}
