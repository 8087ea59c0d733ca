//! The codes of findings. They are stable and never reused, and each has an explanation.

crate::named! {
    "code";
    /// The kind of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum LintCode {
        /// The text cannot be read as a grammar.
        Syntax = "syntax": Severity::Error,
        /// A name is used but not defined.
        Undefined = "undefined": Severity::Error,
        /// A production derives no string.
        DerivesNothing = "derives-nothing": Severity::Error,
        /// A production recurs in the middle.
        NotRegular = "not-regular": Severity::Warning,
        /// A production is too large to decide.
        TooLarge = "too-large": Severity::Warning,
        /// The start does not need a production.
        Unused = "unused": Severity::Warning,
        /// A string has two derivations.
        Ambiguous = "ambiguous": Severity::Warning,
        /// The alternatives before it derive every string of an alternative.
        CoveredAlternative = "covered-alternative": Severity::Warning,
        /// A literal looks like a name, or like a value of ABNF.
        SuspiciousLiteral = "suspicious-literal": Severity::Warning,
        /// Nothing follows an `=`.
        EmptyRule = "empty-rule": Severity::Warning,
        /// A name is defined twice, with different languages.
        CollectedDiffers = "collected-differs": Severity::Error,
        /// A part is described in words.
        Prose = "prose": Severity::Warning,
        /// A case-insensitive literal was probably meant to be case-sensitive.
        Case = "case": Severity::Warning,
        /// A first-match parser reads a rule differently.
        OrderMatters = "order-matters": Severity::Warning,
        /// A bound of a repetition makes no difference.
        IdleBound = "idle-bound": Severity::Warning,
        /// `|` is used instead of `/`.
        Bar = "bar": Severity::Warning,
        /// RFC 5234 does not allow a form that is read here.
        NotRfc5234 = "not-rfc5234": Severity::Warning,
        /// A range includes surrogates.
        Surrogates = "surrogates": Severity::Warning,
        /// A large value turns all values into code points.
        CodePoints = "code-points": Severity::Warning,
        /// A line allows a finding that does not occur.
        IdleAllow = "idle-allow": Severity::Warning,
    }
    /// How serious a finding of this code is.
    pub fn severity(self) -> Severity;
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
    /// What the code means, and what to do about it.
    pub fn explanation(self) -> &'static str {
        crate::text::below(include_str!("explanations.txt"), self.name())
    }
}
