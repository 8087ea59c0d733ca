//! How much may be taken to decide something of a grammar.
//!
//! The limits are set so that nobody waits long for an error. Who would rather wait for
//! the answer raises them, all at once: which of them a grammar meets first says little
//! of what it meets next.

use clap::Args;
use urlbnf::Grammar;

/// How many times the limits there are.
#[derive(Debug, Clone, Copy, Args)]
pub struct RaisedLimits {
    /// Raise the limits of time and memory so many times, for a grammar file that an error
    /// calls too large to be decided
    #[arg(
        long = "raise-limits", value_name = "TIMES", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1000), hide_default_value = true,
    )]
    times: u16,
}

impl RaisedLimits {
    /// How many times the limits.
    pub fn times(self) -> u16 {
        self.times
    }

    /// A grammar with its limits raised.
    pub fn of(self, grammar: Grammar) -> Grammar {
        let limits = grammar.limits().times(self.times.into());
        grammar.within(limits)
    }
}
