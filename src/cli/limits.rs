//! The limits on the work to decide something about a grammar.
//!
//! The default limits keep the wait for an error short. Users who would rather wait for the
//! answer raise all limits at once, because the limit that is reached first says little about
//! the next.

use clap::Args;
use urlbnf::Grammar;
use urlbnf::automaton::Limits;

/// The limits of a command.
#[derive(Debug, Clone, Args)]
pub struct CommandLimits {
    /// Raise the limits of time and memory so many times, for a grammar file that an error
    /// calls too large to be decided
    #[arg(
        id = "raise-limits", long, value_name = "TIMES", default_value = "1", hide_default_value = true,
        value_parser = clap::value_parser!(u16).range(1..=1000),
    )]
    times: u16,
}

impl CommandLimits {
    pub fn times(&self) -> u16 {
        self.times
    }

    /// Returns a grammar with these limits.
    pub fn apply_to(&self, grammar: Grammar) -> Grammar {
        grammar.within(self.limits())
    }

    /// The limits themselves.
    pub fn limits(&self) -> Limits {
        limits().times(self.times.into())
    }
}

/// The limits before they are raised; small under the fuzzer, so that many inputs are tried and the
/// limits are often reached.
fn limits() -> Limits {
    let limits = Limits::default();
    if cfg!(fuzzing) {
        Limits { total: 40_000_000, question: 20_000_000, ..limits }
    } else {
        limits
    }
}
