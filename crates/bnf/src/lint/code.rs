//! The codes of what is wrong or doubtful in a grammar: stable, never reused,
//! each explained.

use std::fmt;
use std::str::FromStr;

use crate::grammar::UnknownName;

/// What kind of thing is wrong or doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LintCode {
    /// The text cannot be read as a grammar.
    Syntax,
    /// A name is used that nothing defines.
    Undefined,
    /// A production has no string at all.
    DerivesNothing,
    /// A production recurs in the middle.
    NotRegular,
    /// A production is too large to be looked at.
    TooLarge,
    /// A production is not needed by the start.
    Unused,
    /// A string has two derivations.
    Ambiguous,
    /// All strings of an alternative come from those before it.
    CoveredAlternative,
    /// A literal looks like something of another notation, or like a name.
    SuspiciousLiteral,
}

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The grammar does not say what it seems to say, or nothing at all.
    Error,
    /// It says something that was hardly meant, or says it twice.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl LintCode {
    /// All codes, the gravest first.
    pub const ALL: [LintCode; 9] = [
        LintCode::Syntax,
        LintCode::Undefined,
        LintCode::DerivesNothing,
        LintCode::NotRegular,
        LintCode::TooLarge,
        LintCode::Unused,
        LintCode::Ambiguous,
        LintCode::CoveredAlternative,
        LintCode::SuspiciousLiteral,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            LintCode::Syntax => "syntax",
            LintCode::Undefined => "undefined",
            LintCode::DerivesNothing => "derives-nothing",
            LintCode::NotRegular => "not-regular",
            LintCode::TooLarge => "too-large",
            LintCode::Unused => "unused",
            LintCode::Ambiguous => "ambiguous",
            LintCode::CoveredAlternative => "covered-alternative",
            LintCode::SuspiciousLiteral => "suspicious-literal",
        }
    }

    /// How much it matters.
    pub fn severity(self) -> Severity {
        match self {
            LintCode::Syntax | LintCode::Undefined | LintCode::DerivesNothing => Severity::Error,
            LintCode::NotRegular
            | LintCode::TooLarge
            | LintCode::Unused
            | LintCode::Ambiguous
            | LintCode::CoveredAlternative
            | LintCode::SuspiciousLiteral => Severity::Warning,
        }
    }

    /// What it means, and what to do about it.
    pub fn explanation(self) -> &'static str {
        match self {
            LintCode::Syntax => {
                "The text cannot be read in the notation that its first lines declare. All such \
                 places are shown, each where it goes wrong.\n\n\
                 What the notations have is told in `grammar/README.md`."
            }
            LintCode::Undefined => {
                "A production uses a name, and no line of the grammar defines it. No string can be \
                 made of it, and so every alternative that needs it is dead.\n\n\
                 Define the name, or correct it: the nearest one that is defined is named."
            }
            LintCode::DerivesNothing => {
                "A production is defined, and still no string can be made of it: each of its \
                 alternatives needs a name that nothing defines, or needs the production itself \
                 without an end.\n\n\
                 Define what is missing, or give the recursion an alternative that ends it."
            }
            LintCode::NotRegular => {
                "A production uses itself in the middle: neither at its left end alone nor at its \
                 right end alone. Whether a finite automaton can take its strings cannot be decided \
                 in general, so nothing is decided of it here, and the commands that decide \
                 something for all strings refuse it. The code does not say that no other text \
                 could: the language may still be regular.\n\n\
                 Where the recursion is only a list, write a repetition."
            }
            LintCode::TooLarge => {
                "To decide something for all strings, a production is unrolled: every name in it is \
                 replaced by what it stands for. This one becomes larger than the limit that is \
                 named, so nothing was decided of it.\n\n\
                 Often one large count is the reason (`100000*x`)."
            }
            LintCode::Unused => {
                "No string of the start needs this production: nothing that the start uses, \
                 directly or through others, names it.\n\n\
                 Use it, take it out, or name it as the start if it is one."
            }
            LintCode::Ambiguous => {
                "A string can be made in two ways, so a reader cannot say which part of it is what. \
                 A shortest such string is shown. Where the production only inherits this from one \
                 that it uses, the other is named and this one is not.\n\n\
                 Often two alternatives, or a repetition and what follows it, can take the same \
                 character."
            }
            LintCode::CoveredAlternative => {
                "Every string of this alternative is a string of one that stands before it. It adds \
                 nothing, and a parser that takes the first match never reaches it.\n\n\
                 Take it out, or write what was meant."
            }
            LintCode::SuspiciousLiteral => {
                "A literal stands for its own characters. This one reads like the name of a \
                 production, or like a value in another notation (`%x41`).\n\n\
                 Take the quotes off if the production was meant."
            }
        }
    }
}

impl fmt::Display for LintCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for LintCode {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        (LintCode::ALL.into_iter().find(|code| code.name() == name))
            .ok_or_else(|| UnknownName::new("code", name, LintCode::ALL.map(LintCode::name)))
    }
}
