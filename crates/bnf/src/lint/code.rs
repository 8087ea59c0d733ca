//! The codes of findings. They are stable and never reused, and each has an explanation.

crate::named! {
    "code";
    /// The kind of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum LintCode {
        /// The text cannot be read as a grammar.
        Syntax = "syntax": LintSeverity::Error,
        /// A name is used but not defined.
        Undefined = "undefined": LintSeverity::Error,
        /// A production derives no string.
        DerivesNothing = "derives-nothing": LintSeverity::Error,
        /// The start does not need a production.
        Unused = "unused": LintSeverity::Warning,
        /// A string has two derivations.
        Ambiguous = "ambiguous": LintSeverity::Warning,
        /// The alternatives before it derive every string of an alternative.
        CoveredAlternative = "covered-alternative": LintSeverity::Warning,
        /// A literal looks like a name, or like a value of ABNF.
        SuspiciousLiteral = "suspicious-literal": LintSeverity::Warning,
        /// Nothing follows an `=`.
        EmptyRule = "empty-rule": LintSeverity::Warning,
        /// A name is defined twice, with different languages.
        CollectedDiffers = "collected-differs": LintSeverity::Error,
        /// A part is described in words.
        Prose = "prose": LintSeverity::Warning,
        /// A case-insensitive literal was probably meant to be case-sensitive.
        Case = "case": LintSeverity::Warning,
        /// A first-match parser reads a rule differently.
        OrderMatters = "order-matters": LintSeverity::Warning,
        /// A bound of a repetition makes no difference.
        IdleBound = "idle-bound": LintSeverity::Warning,
        /// `|` is used instead of `/`.
        Bar = "bar": LintSeverity::Warning,
        /// RFC 5234 does not allow a form that is read here.
        NotRfc5234 = "not-rfc5234": LintSeverity::Warning,
        /// A range includes surrogates.
        Surrogates = "surrogates": LintSeverity::Warning,
        /// A large value turns all values into code points.
        CodePoints = "code-points": LintSeverity::Warning,
        /// A line allows a finding that does not occur.
        IdleAllow = "idle-allow": LintSeverity::Warning,
        /// In a pest grammar, a lookahead has no effect.
        IdleLookahead = "idle-lookahead": LintSeverity::Warning,
        /// A rule of a pest grammar and its production have different languages.
        NotEqual = "not-equal": LintSeverity::Error,
    }
    /// How serious a finding of this code is.
    pub fn severity(self) -> LintSeverity;
}

crate::named! {
    /// How serious a finding is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum LintSeverity {
        /// The grammar does not mean what it seems to mean, or means nothing.
        Error = "error",
        /// The grammar means something that was probably not intended, or says something twice.
        Warning = "warning",
    }
}

crate::serde_by_name! { Serialize for LintSeverity }

impl LintCode {
    /// What the code means, and what to do about it.
    pub fn explanation(self) -> &'static str {
        crate::text::below(include_str!("explanations.txt"), self.name())
    }
}
