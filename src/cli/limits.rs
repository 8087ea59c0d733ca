//! The limits on the work to decide something about a grammar.
//!
//! The default limits keep the wait for an error short. Users who would rather wait for the
//! answer raise all limits at once, because the limit that is reached first says little about
//! the next.

use clap::Args;
use clap::builder::TypedValueParser as _;
use urlbnf::Grammar;
use urlbnf::automaton::{Budget, Limits};

/// The budget of a command under the fuzzer: small, so that many inputs are tried and it often runs out.
const STEPS: Option<usize> = if cfg!(fuzzing) { Some(10_000_000) } else { None };

/// The limits of a command, and the one budget of all that it computes on grammar files.
#[derive(Debug, Clone, Args)]
pub struct CommandLimits {
    /// Raise the limits of time and memory so many times, for a grammar file that an error
    /// calls too large to be decided
    #[arg(
        long = "raise-limits", value_name = "TIMES", default_value = "1", hide_default_value = true,
        value_parser = clap::value_parser!(u16).range(1..=1000).map(ScaledLimits::times),
    )]
    raised: ScaledLimits,
}

/// The limits, raised by a factor.
#[derive(Debug, Clone)]
struct ScaledLimits {
    times: u16,
    limits: Limits,
}

impl ScaledLimits {
    fn times(times: u16) -> ScaledLimits {
        let budget = STEPS.map_or_else(|| Budget::times(times.into()), Budget::new);
        ScaledLimits {
            times,
            limits: Limits { budget, ..Limits::without_budget() }.times(times.into()),
        }
    }
}

impl CommandLimits {
    pub fn times(&self) -> u16 {
        self.raised.times
    }

    /// Returns a grammar with these limits, and adds the steps of its rules to the budget.
    pub fn apply_to(&self, grammar: Grammar) -> Grammar {
        if STEPS.is_none() {
            self.raised.limits.budget.add_rules(grammar.defined().count());
        }
        grammar.within(self.raised.limits.clone())
    }
}
