//! The values of `--only`: a verdict, or the relative references among the conforming strings.

use urlbnf::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// Strings with this verdict.
    Verdict(Verdict),
    /// Strings that conform as a relative reference, which counts keep apart.
    Relative,
}

impl Only {
    pub const ALL: [Only; 4] = [
        Only::Verdict(Verdict::Conforms),
        Only::Relative,
        Only::Verdict(Verdict::GenericOnly),
        Only::Verdict(Verdict::Rejected),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Only::Verdict(verdict) => verdict.name(),
            Only::Relative => "relative",
        }
    }

    /// Whether this value selects a string.
    pub fn takes(self, verdict: Verdict, relative: bool) -> bool {
        match self {
            Only::Verdict(only) => only == verdict,
            Only::Relative => relative,
        }
    }
}
