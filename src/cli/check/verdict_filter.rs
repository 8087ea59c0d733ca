//! The values of `--only`: a verdict, or the relative references among the conforming strings.

use urlbnf::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictFilter {
    /// Strings with this verdict.
    Verdict(Verdict),
    /// Strings that conform as a relative reference, which counts keep apart.
    Relative,
}

impl VerdictFilter {
    pub const ALL: [VerdictFilter; 5] = [
        VerdictFilter::Verdict(Verdict::Conforms),
        VerdictFilter::Relative,
        VerdictFilter::Verdict(Verdict::GenericOnly),
        VerdictFilter::Verdict(Verdict::Rejected),
        VerdictFilter::Verdict(Verdict::Undecided),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            VerdictFilter::Verdict(verdict) => verdict.name(),
            VerdictFilter::Relative => "relative",
        }
    }

    /// Whether this value selects a string.
    pub fn takes(self, verdict: Verdict, relative: bool) -> bool {
        match self {
            VerdictFilter::Verdict(only) => only == verdict,
            VerdictFilter::Relative => relative,
        }
    }
}
