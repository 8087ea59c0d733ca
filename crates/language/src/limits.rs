//! How much a computation may take.
//!
//! Most of what is decided here can take more than there is of time and memory, for a
//! text of one line. So everything counts what it makes and what it does, and stops
//! where it is more than was allowed: never a clock, so that the answer is the same on
//! every machine.

use std::fmt;

/// Nodes of one layout.
const NODES: usize = 400_000;
/// Productions that stand in each other.
const DEPTH: usize = 2_000;
/// States of one automaton.
const STATES: usize = 500_000;
/// Steps of one computation.
const STEPS: usize = 20_000_000;

/// The most that a computation may take of each thing.
///
/// ```
/// use urlbnf_language::{Limit, Limits, Meter};
///
/// let mut meter = Meter::new(&Limits { steps: 2, ..Limits::default() });
/// meter.step(2)?;
/// assert_eq!(meter.step(1).unwrap_err().limit, Limit::Steps);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of the layout of a production: positions, and what is silent between them.
    pub nodes: usize,
    /// Productions that stand in each other.
    pub depth: usize,
    /// States of one automaton.
    pub states: usize,
    /// Steps: transitions that are followed, and members of the sets that states are.
    pub steps: usize,
}

impl Default for Limits {
    /// What takes two seconds and 500 MB at most, on a machine of two cores of 2024.
    fn default() -> Self {
        Limits { nodes: NODES, depth: DEPTH, states: STATES, steps: STEPS }
    }
}

impl Limits {
    /// None: for what is known to be small.
    pub const NONE: Limits =
        Limits { nodes: usize::MAX, depth: usize::MAX, states: usize::MAX, steps: usize::MAX };

    /// Of each thing what either allows.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        Limits {
            nodes: self.nodes.max(other.nodes),
            depth: self.depth.max(other.depth),
            states: self.states.max(other.states),
            steps: self.steps.max(other.steps),
        }
    }

    /// So many times as much of everything.
    #[must_use]
    pub fn times(self, factor: usize) -> Limits {
        let more = |most: usize| most.saturating_mul(factor);
        Limits {
            nodes: more(self.nodes),
            depth: more(self.depth),
            states: more(self.states),
            steps: more(self.steps),
        }
    }
}

/// Of which thing there is a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::states`].
    States,
    /// [`Limits::steps`].
    Steps,
}

/// That a computation would take more than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// More of what.
    pub limit: Limit,
    /// How much it may take.
    pub most: usize,
}

impl Limit {
    /// What there would be too many of: `states`.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Nodes => "nodes",
            Limit::Depth => "productions in each other",
            Limit::States => "states",
            Limit::Steps => "steps",
        }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} {}", self.most, self.limit.name())
    }
}

impl std::error::Error for Exceeded {}

/// Counts what one computation makes and does.
#[derive(Debug, Clone)]
pub struct Meter {
    limits: Limits,
    steps: usize,
}

impl Meter {
    /// Nothing is counted yet.
    pub fn new(limits: &Limits) -> Meter {
        Meter { limits: *limits, steps: 0 }
    }

    /// What it holds things against.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many steps were counted.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Counts steps.
    ///
    /// # Errors
    ///
    /// If there are more than the limit.
    pub fn step(&mut self, steps: usize) -> Result<(), Exceeded> {
        self.steps = self.steps.saturating_add(steps);
        self.within(Limit::Steps, self.steps)
    }

    /// Holds how many there are of a thing against its limit.
    ///
    /// # Errors
    ///
    /// If there are more than the limit.
    pub fn within(&self, limit: Limit, count: usize) -> Result<(), Exceeded> {
        let most = match limit {
            Limit::Nodes => self.limits.nodes,
            Limit::Depth => self.limits.depth,
            Limit::States => self.limits.states,
            Limit::Steps => self.limits.steps,
        };
        if count > most { Err(Exceeded { limit, most }) } else { Ok(()) }
    }
}
