//! Limits on the steps and memory of a computation.
//!
//! Most of the computations here can exhaust time and memory, even for a text of one line. So each
//! of them counts what it makes and what it does, and stops at a limit. A clock is never used, so
//! the answer is the same on every machine.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most nodes of one layout.
const NODES: usize = 400_000;
/// The most productions nested in each other.
const DEPTH: usize = 2_000;
/// The most states of one automaton.
const STATES: usize = 500_000;
/// The most entries in the transition table of one automaton: its states times its byte classes.
const TRANSITIONS: usize = 16_000_000;
/// The most steps of one computation.
const STEPS: usize = 20_000_000;
/// The steps of all computations of one command, apart from those for each rule.
const STEPS_OF_COMMAND: usize = 550_000_000;
/// The additional steps for each rule of a grammar, since each is decided separately.
const STEPS_OF_RULE: usize = 40_000_000;
/// The most steps of all computations of one command.
const STEPS_IN_ALL: usize = 1_000_000_000;
/// One computation may take this fraction (1/n) of the free steps that are left.
const SHARE: usize = 8;
/// This fraction (1/n) of all steps is reserved for computations of at most [`LEAST`] steps.
const RESERVE: usize = 20;
/// Every computation may take this many steps while any are left, so that easy questions are
/// decided however many hard ones came before.
const LEAST: usize = 2_000_000;

/// The most that a computation may take, by kind.
///
/// ```
/// use urlbnf_language::{Limit, Limits, Meter};
///
/// let mut meter = Meter::new(&Limits { steps: 2, ..Limits::without_budget() });
/// meter.step(2)?;
/// assert_eq!(meter.step(1).unwrap_err().limit, Limit::Steps);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes in the layout of a production: positions, and the epsilon nodes between them.
    pub nodes: usize,
    /// The most productions nested in each other.
    pub depth: usize,
    /// The most states of one automaton.
    pub states: usize,
    /// The most entries in the transition table of one automaton: its states times its byte
    /// classes.
    pub transitions: usize,
    /// The most steps: transitions followed, and members of the sets of states that are built.
    pub steps: usize,
    /// The steps left to all computations that share this budget.
    pub budget: Budget,
}

/// A number of steps that many computations share. Clones share one counter.
///
/// Each computation has limits of its own, but a command makes thousands of computations. So a
/// command makes one budget, and the grammars that it reads carry the budget in their
/// [`Limits`]. Every [`Meter`] also takes its steps from the budget, about 1,000 at a time.
///
/// ```
/// use urlbnf_language::{Budget, Limit, Limits, Meter};
///
/// let limits = Limits { budget: Budget::new(3), ..Limits::without_budget() };
/// Meter::new(&limits).step(2)?;
/// assert_eq!(Meter::new(&limits).step(2).unwrap_err().limit, Limit::Budget);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone)]
pub struct Budget(Option<Arc<BudgetCounter>>);

/// Budgets are equal if they share one counter, or if neither has one.
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
struct BudgetCounter {
    most: AtomicUsize,
    /// The factor of the steps of a command and of its rules.
    factor: usize,
    spent: AtomicUsize,
}

impl BudgetCounter {
    fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    fn left(&self) -> usize {
        self.most().saturating_sub(self.spent.load(Ordering::Relaxed))
    }
}

impl Budget {
    /// No budget: steps are not counted across computations.
    pub const NONE: Budget = Budget(None);

    /// A budget of this many steps.
    pub fn new(most: usize) -> Budget {
        Budget::with_counter(most, 1)
    }

    /// The default budget of a command times a factor: 550,000,000 steps, and those that
    /// [`Budget::add_rules`] adds. The product saturates.
    pub fn times(factor: usize) -> Budget {
        Budget::with_counter(STEPS_OF_COMMAND.saturating_mul(factor), factor)
    }

    fn with_counter(most: usize, factor: usize) -> Budget {
        let (most, spent) = (AtomicUsize::new(most), AtomicUsize::new(0));
        Budget(Some(Arc::new(BudgetCounter { most, factor, spent })))
    }

    /// Adds the steps for the rules of a grammar that the command reads: 40,000,000 for each rule,
    /// up to 1,000,000,000 steps in all, both times the factor of [`Budget::times`].
    ///
    /// ```
    /// use urlbnf_language::Budget;
    ///
    /// let budget = Budget::times(2);
    /// assert_eq!(budget.left(), 1_100_000_000);
    /// budget.add_rules(3);
    /// assert_eq!(budget.left(), 1_340_000_000);
    /// budget.add_rules(1_000);
    /// assert_eq!(budget.left(), 2_000_000_000);
    /// ```
    pub fn add_rules(&self, rules: usize) {
        if let Some(counter) = &self.0 {
            let more = STEPS_OF_RULE.saturating_mul(counter.factor).saturating_mul(rules);
            let most = counter.most().saturating_add(more);
            let cap = STEPS_IN_ALL.saturating_mul(counter.factor).max(counter.most());
            counter.most.store(most.min(cap), Ordering::Relaxed);
        }
    }

    /// The number of steps taken so far; 0 for [`Budget::NONE`]. It can exceed the budget, because
    /// the steps of a computation that fails are counted too.
    pub fn spent(&self) -> usize {
        self.0.as_ref().map_or(0, |counter| counter.spent.load(Ordering::Relaxed))
    }

    /// The number of steps that are left; `usize::MAX` for [`Budget::NONE`].
    pub fn left(&self) -> usize {
        self.0.as_ref().map_or(usize::MAX, |counter| counter.left())
    }

    /// Checks that this many steps are left, without taking them.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn covers(&self, steps: usize) -> Result<(), Exceeded> {
        match steps <= self.left() {
            true => Ok(()),
            false => Err(self.exceeded()),
        }
    }

    fn exceeded(&self) -> Exceeded {
        Exceeded { limit: Limit::Budget, most: self.most() }
    }

    /// How many of the steps that are left one computation may take.
    fn share(&self) -> usize {
        match &self.0 {
            Some(counter) => {
                let free = counter.left().saturating_sub(counter.most() / RESERVE);
                (free / SHARE).max(LEAST).min(counter.left())
            }
            None => usize::MAX,
        }
    }

    fn most(&self) -> usize {
        self.0.as_ref().map_or(usize::MAX, |counter| counter.most())
    }

    /// Takes steps. Returns whether so many were left.
    fn spend(&self, steps: usize) -> bool {
        self.0.as_ref().is_none_or(|counter| {
            let before = counter.spent.fetch_add(steps, Ordering::Relaxed);
            before.saturating_add(steps) <= counter.most()
        })
    }
}

impl Limits {
    /// Limits of about two seconds and 500 MB for one computation on a two-core machine of 2024.
    /// They have no budget. Work on a grammar that a user gives takes the limits of that grammar.
    pub const fn without_budget() -> Limits {
        Limits {
            nodes: NODES,
            depth: DEPTH,
            states: STATES,
            transitions: TRANSITIONS,
            steps: STEPS,
            budget: Budget::NONE,
        }
    }

    /// No limits, for computations that are known to be small.
    pub(crate) const NONE: Limits = Limits {
        nodes: usize::MAX,
        depth: usize::MAX,
        states: usize::MAX,
        transitions: usize::MAX,
        steps: usize::MAX,
        budget: Budget::NONE,
    };

    /// The larger of the two limits of each kind. The budget is that of `self`, or else that of
    /// `other`.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        let budget = if self.budget.0.is_some() { self.budget } else { other.budget };
        Limits {
            budget,
            nodes: self.nodes.max(other.nodes),
            depth: self.depth.max(other.depth),
            states: self.states.max(other.states),
            transitions: self.transitions.max(other.transitions),
            steps: self.steps.max(other.steps),
        }
    }

    /// The same limits without a budget. With them, no input takes steps from another.
    #[must_use]
    pub fn alone(&self) -> Limits {
        Limits { budget: Budget::NONE, ..self.clone() }
    }

    /// All limits multiplied by a factor, with the same budget. The products saturate.
    #[must_use]
    pub fn times(&self, factor: usize) -> Limits {
        let more = |most: usize| most.saturating_mul(factor);
        Limits {
            nodes: more(self.nodes),
            depth: more(self.depth),
            states: more(self.states),
            transitions: more(self.transitions),
            steps: more(self.steps),
            budget: self.budget.clone(),
        }
    }
}

/// A kind of limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::nodes`].
    Nodes,
    /// The faults of a suite: a quarter of [`Limits::nodes`], since a fault takes the memory of four
    /// nodes.
    Faults,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::states`].
    States,
    /// [`Limits::transitions`].
    Transitions,
    /// [`Limits::steps`].
    Steps,
    /// [`REGISTERS`](crate::REGISTERS).
    Registers,
    /// [`Limits::budget`].
    Budget,
}

/// The error of a computation that would exceed a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The kind of the limit.
    pub limit: Limit,
    /// The number that the limit allows; for [`Limit::Budget`], the whole budget.
    pub most: usize,
}

impl Limit {
    /// What the limit counts, in the plural, for messages: `states`.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Nodes => "nodes",
            Limit::Faults => "faults",
            Limit::Depth => "productions in each other",
            Limit::States => "states",
            Limit::Transitions => "transitions",
            Limit::Steps => "steps",
            Limit::Registers => "registers",
            Limit::Budget => "steps of the whole command",
        }
    }
}

impl Exceeded {
    /// Whether the steps are used up. Then every later operation of the same meter fails too.
    pub fn is_of_steps(&self) -> bool {
        matches!(self.limit, Limit::Steps | Limit::Budget)
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = if self.limit == Limit::Budget { "is left of " } else { "" };
        write!(f, "more than {left}{} {}", self.most, self.limit.name())
    }
}

impl std::error::Error for Exceeded {}

/// Counts the steps of one computation, and checks them against its [`Limits`].
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    steps: usize,
    /// The most steps: those of the limits, or the share of the budget if that is less.
    most: usize,
    /// Steps that are not taken from the budget yet.
    due: usize,
}

impl Clone for Meter {
    /// The same count; the steps due to the budget stay with the original.
    fn clone(&self) -> Meter {
        Meter { limits: self.limits.clone(), due: 0, ..*self }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.limits.budget.spend(self.due);
    }
}

impl Meter {
    /// The number of steps that are charged to the shared budget at once.
    const DUE: usize = 1_000;

    /// A meter that has counted nothing. It may take an eighth of the unreserved steps that the
    /// budget has left, or 2,000,000 if that is more, but no more than are left. So later
    /// computations have steps too.
    pub fn new(limits: &Limits) -> Meter {
        let most = limits.steps.min(limits.budget.share());
        Meter { most, limits: limits.clone(), steps: 0, due: 0 }
    }

    /// The limits that the meter checks.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The number of steps counted so far.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Counts steps.
    ///
    /// # Errors
    /// If the count exceeds the limit or the share of the budget, or the budget is used up.
    #[inline]
    pub fn step(&mut self, steps: usize) -> Result<(), Exceeded> {
        // The budget pays for steps beyond the limit too.
        self.due = self.due.saturating_add(steps);
        self.count(steps)?;
        if self.due >= Self::DUE { self.spend() } else { Ok(()) }
    }

    /// Counts steps, but takes none from the shared budget, for work that costs less.
    ///
    /// # Errors
    /// If the count exceeds the limit or the share of the budget.
    #[inline]
    pub fn count(&mut self, steps: usize) -> Result<(), Exceeded> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.most { self.settle() } else { Ok(()) }
    }

    /// Takes steps from the shared budget alone, for work that costs more than its counted steps.
    ///
    /// # Errors
    /// If the budget is used up. It is checked once for about 1,000 steps.
    #[inline]
    pub fn charge(&mut self, steps: usize) -> Result<(), Exceeded> {
        self.due = self.due.saturating_add(steps);
        if self.due >= Self::DUE { self.spend() } else { Ok(()) }
    }

    /// Checks the count, and takes what is due from the budget.
    #[cold]
    fn settle(&mut self) -> Result<(), Exceeded> {
        self.within(Limit::Steps, self.steps)?;
        self.spend()?;
        if self.steps > self.most { Err(self.limits.budget.exceeded()) } else { Ok(()) }
    }

    /// Takes what is due from the budget.
    #[cold]
    fn spend(&mut self) -> Result<(), Exceeded> {
        let is_left = self.limits.budget.spend(std::mem::take(&mut self.due));
        if is_left { Ok(()) } else { Err(self.limits.budget.exceeded()) }
    }

    /// Checks a number of states, nodes or the like against the limit of its kind. Nothing is
    /// counted. [`Limit::Budget`] is not checked here.
    ///
    /// # Errors
    /// If the number is greater than the limit.
    pub fn within(&self, limit: Limit, count: usize) -> Result<(), Exceeded> {
        let most = match limit {
            Limit::Nodes => self.limits.nodes,
            Limit::Faults => self.limits.nodes / 4,
            Limit::Depth => self.limits.depth,
            Limit::States => self.limits.states,
            Limit::Transitions => self.limits.transitions,
            Limit::Steps => self.limits.steps,
            Limit::Registers => crate::REGISTERS,
            Limit::Budget => return Ok(()),
        };
        if count > most { Err(Exceeded { limit, most }) } else { Ok(()) }
    }
}
