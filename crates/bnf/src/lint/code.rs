//! The codes of findings. They are stable and never reused, and each has an explanation.

use std::fmt;
use std::str::FromStr;

use crate::grammar::UnknownName;

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LintCode {
    /// The text cannot be read as a grammar.
    Syntax,
    /// A name is used but not defined.
    Undefined,
    /// A production derives no string.
    DerivesNothing,
    /// A production recurs in the middle.
    NotRegular,
    /// A production is too large to decide.
    TooLarge,
    /// The start does not need a production.
    Unused,
    /// A string has two derivations.
    Ambiguous,
    /// The alternatives before it derive every string of an alternative.
    CoveredAlternative,
    /// A literal looks like a name, or like a value of ABNF.
    SuspiciousLiteral,
    /// A part is described in words.
    Prose,
    /// Nothing follows an `=`.
    EmptyRule,
    /// A name is defined twice, with different languages.
    CollectedDiffers,
    /// A case-insensitive literal was probably meant to be case-sensitive.
    Case,
    /// A first-match parser reads a rule differently.
    OrderMatters,
    /// A bound of a repetition makes no difference.
    IdleBound,
    /// `|` is used instead of `/`.
    Bar,
    /// RFC 5234 does not allow a form that is read here.
    NotRfc5234,
    /// A range includes surrogates.
    Surrogates,
    /// A large value turns all values into code points.
    CodePoints,
    /// A line allows a finding that does not occur.
    IdleAllow,
}

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The grammar does not mean what it seems to mean, or means nothing.
    Error,
    /// The grammar means something that was probably not intended, or says something twice.
    Warning,
}

impl Severity {
    /// The name: `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl LintCode {
    /// All codes, the most serious first.
    pub const ALL: [LintCode; 20] = [
        LintCode::Syntax,
        LintCode::Undefined,
        LintCode::DerivesNothing,
        LintCode::NotRegular,
        LintCode::TooLarge,
        LintCode::Unused,
        LintCode::Ambiguous,
        LintCode::CoveredAlternative,
        LintCode::SuspiciousLiteral,
        LintCode::EmptyRule,
        LintCode::CollectedDiffers,
        LintCode::Prose,
        LintCode::Case,
        LintCode::OrderMatters,
        LintCode::IdleBound,
        LintCode::Bar,
        LintCode::NotRfc5234,
        LintCode::Surrogates,
        LintCode::CodePoints,
        LintCode::IdleAllow,
    ];

    /// The stable name.
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
            LintCode::EmptyRule => "empty-rule",
            LintCode::CollectedDiffers => "collected-differs",
            LintCode::Prose => "prose",
            LintCode::Case => "case",
            LintCode::OrderMatters => "order-matters",
            LintCode::IdleBound => "idle-bound",
            LintCode::Bar => "bar",
            LintCode::NotRfc5234 => "not-rfc5234",
            LintCode::Surrogates => "surrogates",
            LintCode::CodePoints => "code-points",
            LintCode::IdleAllow => "idle-allow",
        }
    }

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
                "A production uses itself in its middle, as brackets in brackets do: neither at its \
                 left end alone nor at its right end alone. Its strings may then be nested without \
                 end, and no finite automaton follows that. So what the commands say of it holds \
                 for strings that are nested no deeper than `--nesting` says, and nothing is said \
                 of deeper ones. The code does not say that no other text could do without: the \
                 language may still be regular.\n\n\
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
                 A derivation says which productions stand for which parts of the string; two that \
                 differ in nothing else, as those of `x` by `\"x\" / \"x\"`, count as one. A \
                 shortest such string is shown. A production that only \
                 inherits this from one that it uses is listed with that one. It is named itself \
                 where its own text has such a string, whatever those that it uses derive. \
                 `urlbnf ambiguity` shows a shortest string of each.\n\n\
                 Often the productions that two alternatives name, or one that is repeated and one \
                 that follows it, can take the same character."
            }
            LintCode::CoveredAlternative => {
                "Every string of this alternative is a string of one that stands before it. It adds \
                 nothing, and a parser that takes the first match never reaches it.\n\n\
                 Take it out, or write what was meant."
            }
            LintCode::EmptyRule => {
                "Nothing stands between the `=` of this production and the next one, so it derives \
                 the empty string and nothing else. More often a line was lost. It is looked for in \
                 RFC 822's notation; ABNF has no such rule, and the drafts print one on purpose, \
                 `void`.\n\n\
                 Write what is missing, or put brackets around the name where it is used."
            }
            LintCode::CollectedDiffers => {
                "A name is defined twice with `=`. In ABNF that is right where a document says a \
                 rule in its text and again in the grammar that it collects at its end: both have \
                 to mean the same strings. These do not; a shortest string is shown that only one \
                 of them has, and no other command reads by the grammar.\n\n\
                 Make them the same, or write `=/` where alternatives are to be added. Where this \
                 is allowed in the file, the first definition is taken."
            }
            LintCode::Prose => {
                "A part of the rule is in words, between `<` and `>`. Words that name a rule are \
                 that rule; no string can be made of any others, and what needs them has none \
                 here.\n\n\
                 Write the rule out, or import it from the grammar that has it."
            }
            LintCode::Case => {
                "In ABNF a literal in quotes has no case: `\"abc\"` is also `ABC`. Here it looks as \
                 if one case was meant.\n\n\
                 Write `%s\"abc\"` (RFC 7405) where the case matters; where not, one case is \
                 enough."
            }
            LintCode::OrderMatters => {
                "A grammar means every string that a rule derives. A parser that takes the first \
                 alternative that matches, repeats as often as it can and never comes back, as PEG \
                 and most ABNF libraries do, takes fewer: a shortest string is shown that it \
                 refuses. First what the rule names is read as the grammar means it, so that the fault \
                 is found in the rule that has it. Where nothing is found so, the names are read as \
                 such a parser reads them too: a rule that takes too much for what stands behind \
                 its name is found there. Names that recur are always read as the grammar means \
                 them. A parser of that kind also never ends where a rule can begin with itself, \
                 or where what is repeated without a bound may be empty; that is told without a \
                 string.\n\n\
                 A rule that is too large to be read so is passed over. \
                 For such parsers, put the longer alternative first; the grammar stays the same."
            }
            LintCode::IdleBound => {
                "The rule has the same strings without this bound: the number is not what limits \
                 them.\n\n\
                 Leave it out, or look for what it was to limit."
            }
            LintCode::Bar => {
                "ABNF writes `/` between alternatives. `|` is read as the same, but most tools \
                 refuse it.\n\n\
                 Write `/`."
            }
            LintCode::NotRfc5234 => {
                "It is read here, and RFC 5234 has it otherwise: a `_` in a name, a blank behind a \
                 number of times, no blank between two elements, a rule that is indented more than \
                 one before it, `=/` for what no `=` defines. Other tools refuse such a text, or \
                 read it as something else.\n\n\
                 Write it as the section has it that is named."
            }
            LintCode::Surrogates => {
                "The numbers D800 to DFFF are halves of pairs in UTF-16, and no characters: UTF-8 \
                 has none of them. A range that goes over them is read without them; of one that \
                 has no others, or of a single one, no string can be made.\n\n\
                 Write two ranges: `%x80-D7FF / %xE000-10FFFF`."
            }
            LintCode::CodePoints => {
                "A value by number is an octet, up to FF. This file has a larger one, and so all \
                 its values are code points in UTF-8, and those from 80 on are two bytes long and \
                 more. RFC 5234 has no such effect from afar, so it is told here.\n\n\
                 Where that is meant, `; urlbnf: code-points` says so. Where not, write larger \
                 characters by the bytes that they have in UTF-8."
            }
            LintCode::IdleAllow => {
                "A line `; urlbnf: allow CODE reason` allows a finding that is not there: not in the \
                 rule under it, or, where no rule is right under it, not in the file.\n\n\
                 Take it out."
            }
            LintCode::SuspiciousLiteral => {
                "A literal stands for its own characters. This one reads like the name of a \
                 production, or like a value as ABNF writes one (`%x41`). In ABNF only the latter \
                 is looked for, and a name after `%s`: a literal without case is mostly what the \
                 production of its name stands for.\n\n\
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
