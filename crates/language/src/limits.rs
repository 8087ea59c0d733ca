//! How much a computation may take.
//!
//! Most of what is decided here can take more than there is of time and memory, for a
//! text of one line. So everything counts what it makes and what it does, and stops
//! where it is more than was allowed: never a clock, so that the answer is the same on
//! every machine.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Nodes of one layout.
const NODES: usize = 400_000;
/// Productions that are in each other.
const DEPTH: usize = 2_000;
/// States of one automaton.
const STATES: usize = 500_000;
/// Steps of one computation.
const STEPS: usize = 20_000_000;
/// Steps of all computations of one command.
const STEPS_IN_ALL: usize = 800_000_000;
/// One computation may take one part in so many of the steps that are left.
const SHARE: usize = 8;
/// One part in so many of all steps is kept for what takes no more than [`LEAST`].
const RESERVE: usize = 3;
/// So many steps each may take as long as any are left: what is easy is decided, however many
/// hard questions came before.
const LEAST: usize = 1_000_000;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of the layout of a production: positions, and what is silent between them.
    pub nodes: usize,
    /// Productions that are in each other.
    pub depth: usize,
    /// States of one automaton.
    pub states: usize,
    /// Steps: transitions that are followed, and members of the sets that states are.
    pub steps: usize,
    /// What is left to all computations that share it.
    pub budget: Budget,
}

/// Steps that many computations take from one supply. Copies share it.
///
/// Each computation has limits of its own, but a command makes thousands. So a command makes
/// one budget, the grammars that it reads carry it in their [`Limits`], and every [`Meter`]
/// takes each of its steps from it too.
///
/// ```
/// use urlbnf_language::{Budget, Limit, Limits, Meter};
///
/// let limits = Limits { budget: Budget::of(3), ..Limits::default() };
/// Meter::new(&limits).step(2)?;
/// assert_eq!(Meter::new(&limits).step(2).unwrap_err().limit, Limit::Budget);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone)]
pub struct Budget(Option<Arc<Supply>>);

/// Two are equal where they share what they have.
impl PartialEq for Budget {
    fn eq(&self, other: &Budget) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        }
    }
}

impl Eq for Budget {}

#[derive(Debug)]
struct Supply {
    most: usize,
    spent: AtomicUsize,
}

impl Supply {
    fn left(&self) -> usize {
        self.most.saturating_sub(self.spent.load(Ordering::Relaxed))
    }
}

impl Budget {
    /// No supply: nothing is shared.
    pub const NONE: Budget = Budget(None);

    /// So many steps.
    pub fn of(most: usize) -> Budget {
        Budget(Some(Arc::new(Supply { most, spent: AtomicUsize::new(0) })))
    }

    /// What a command may take by default, so many times.
    pub fn times(times: usize) -> Budget {
        Budget::of(STEPS_IN_ALL.saturating_mul(times))
    }

    /// How many steps were taken from it.
    pub fn spent(&self) -> usize {
        self.0.as_ref().map_or(0, |supply| supply.spent.load(Ordering::Relaxed))
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.0.as_ref().is_some_and(|supply| supply.left() == 0)
    }

    /// What one computation may take of what is left.
    fn share(&self) -> usize {
        match &self.0 {
            Some(supply) => {
                let free = supply.left().saturating_sub(supply.most / RESERVE);
                (free / SHARE).max(LEAST).min(supply.left())
            }
            None => usize::MAX,
        }
    }

    fn spend(&self, steps: usize, is_too_much: bool) -> Result<(), Exceeded> {
        let Some(supply) = &self.0 else { return Ok(()) };
        if is_too_much {
            return Err(Exceeded { limit: Limit::Budget, most: supply.most });
        }
        let before = supply.spent.fetch_add(steps, Ordering::Relaxed);
        match before.saturating_add(steps) > supply.most {
            true => Err(Exceeded { limit: Limit::Budget, most: supply.most }),
            false => Ok(()),
        }
    }
}

impl Default for Limits {
    /// What takes two seconds and 500 MB at most, on a machine of two cores of 2024.
    fn default() -> Self {
        Limits { nodes: NODES, depth: DEPTH, states: STATES, steps: STEPS, budget: Budget::NONE }
    }
}

impl Limits {
    /// None: for what is known to be small.
    pub const NONE: Limits = Limits {
        nodes: usize::MAX,
        depth: usize::MAX,
        states: usize::MAX,
        steps: usize::MAX,
        budget: Budget::NONE,
    };

    /// Of each thing what either allows. The budget is that of the one that has one.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        let budget = if self.budget.0.is_some() { self.budget } else { other.budget };
        Limits {
            budget,
            nodes: self.nodes.max(other.nodes),
            depth: self.depth.max(other.depth),
            states: self.states.max(other.states),
            steps: self.steps.max(other.steps),
        }
    }

    /// The same without a budget, for each of any number of inputs: what one takes is not
    /// taken from another.
    #[must_use]
    pub fn alone(&self) -> Limits {
        Limits { budget: Budget::NONE, ..self.clone() }
    }

    /// So many times as much of everything, from the same budget.
    #[must_use]
    pub fn times(&self, factor: usize) -> Limits {
        let more = |most: usize| most.saturating_mul(factor);
        Limits {
            nodes: more(self.nodes),
            depth: more(self.depth),
            states: more(self.states),
            steps: more(self.steps),
            budget: self.budget.clone(),
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
    /// [`Limits::budget`].
    Budget,
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
            Limit::Budget => "steps of the whole command",
        }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = if self.limit == Limit::Budget { "is left of " } else { "" };
        write!(f, "more than {left}{} {}", self.most, self.limit.name())
    }
}

impl std::error::Error for Exceeded {}

/// Counts what one computation makes and does.
#[derive(Debug, Clone)]
pub struct Meter {
    limits: Limits,
    steps: usize,
    /// What it may take of the budget.
    share: usize,
}

impl Meter {
    /// Nothing is counted yet. It may take an eighth of the steps that the budget has left, so that
    /// one hard question leaves something for all that come after it.
    pub fn new(limits: &Limits) -> Meter {
        Meter { share: limits.budget.share(), limits: limits.clone(), steps: 0 }
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
    /// If there are more than the limit, or than the budget has.
    pub fn step(&mut self, steps: usize) -> Result<(), Exceeded> {
        self.steps = self.steps.saturating_add(steps);
        self.within(Limit::Steps, self.steps)?;
        self.limits.budget.spend(steps, self.steps > self.share)
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
            Limit::Budget => return Ok(()),
        };
        if count > most { Err(Exceeded { limit, most }) } else { Ok(()) }
    }
}
