//! What `--only` asks for: a verdict, or the relative references among what conforms.

use urlbnf::Verdict;

/// One thing that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// Strings of which the verdict is this.
    Verdict(Verdict),
    /// Strings that conform as a relative reference, which counts keep apart.
    Relative,
}

impl Only {
    /// All that can be asked for.
    pub const ALL: [Only; 4] = [
        Only::Verdict(Verdict::Conforms),
        Only::Relative,
        Only::Verdict(Verdict::GenericOnly),
        Only::Verdict(Verdict::Rejected),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Only::Verdict(verdict) => verdict.name(),
            Only::Relative => "relative",
        }
    }

    /// Whether a string is one of these.
    pub fn takes(self, verdict: Verdict, relative: bool) -> bool {
        match self {
            Only::Verdict(only) => only == verdict,
            Only::Relative => relative,
        }
    }
}
