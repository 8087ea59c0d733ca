//! How much may be taken to decide something of a grammar.
//!
//! The limits are set so that nobody waits long for an error. Who would rather wait for
//! the answer raises them, all at once: which of them a grammar meets first says little
//! of what it meets next.

use clap::Args;
use clap::builder::TypedValueParser as _;
use urlbnf::Grammar;
use urlbnf::automaton::{Budget, Limits};

/// The limits of a command, and the one budget of all that it computes on grammar files.
#[derive(Debug, Clone, Args)]
pub struct RaisedLimits {
    /// Raise the limits of time and memory so many times, for a grammar file that an error
    /// calls too large to be decided
    #[arg(
        long = "raise-limits", value_name = "TIMES", default_value = "1", hide_default_value = true,
        value_parser = clap::value_parser!(u16).range(1..=1000).map(Raised::times),
    )]
    raised: Raised,
}

/// So many times the limits.
#[derive(Debug, Clone)]
struct Raised {
    times: u16,
    limits: Limits,
}

impl Raised {
    fn times(times: u16) -> Raised {
        let budget = Budget::times(times.into());
        Raised { times, limits: Limits { budget, ..Limits::default() }.times(times.into()) }
    }
}

impl RaisedLimits {
    /// How many times the limits.
    pub fn times(&self) -> u16 {
        self.raised.times
    }

    /// A grammar with these limits.
    pub fn of(&self, grammar: Grammar) -> Grammar {
        grammar.within(self.raised.limits.clone())
    }
}
