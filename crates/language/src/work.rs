//! How much a computation may do: one counter, and caps on what a grammar unrolls into.
//!
//! Most of the computations here can exhaust time and memory, even for a text of one line. So each
//! of them draws on a [`Work`]. Two rules are enough to see that none of them runs away:
//!
//! - A loop that may run long calls [`Work::tick`] once a turn, or [`Work::ticks`] once for an inner
//!   loop whose turns are known before.
//! - A container that grows calls [`Work::grow`] where it grows, with what it grows by, and a hash
//!   table [`Work::enter`].
//!
//! There is no other number: a tick counts as [`TICK`] bytes everywhere, and growth counts by its
//! size. A clock is never used, so the answer is the same on every machine.
//!
//! Each question (the language of a rule, the ambiguity of a rule, the verdict on a string) has a
//! `Work` of its own. Where a command asks the same of many rules, each gets an equal share first,
//! so no answer depends on the rules before it. What its share does not decide is asked again with
//! what is left in the [`Reserve`], in the order of the rules.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The work of the whole program, in builds that measure how long a unit of work takes. No answer
/// depends on it.
#[cfg(counted_work)]
pub static COUNTED_WORK: AtomicU64 = AtomicU64::new(0);

/// What one turn of a loop counts as, in bytes.
const TICK: u64 = 4;

/// The most that a computation may take.
///
/// ```
/// use urlbnf_language::{Limits, Work};
///
/// let limits = Limits { question: 8, ..Limits::default() };
/// let mut work = Work::new(&limits);
/// work.tick()?;
/// work.grow::<u32>(1)?;
/// assert_eq!(work.spent(), 8);
/// assert!(work.tick().is_err());
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes into which a production is unrolled. A count such as `1000000"a"` is short in
    /// the text, and so is a rule that names another ten times, which names another ten times.
    pub nodes: usize,
    /// The most productions nested in each other, each of which has to be looked through.
    pub depth: usize,
    /// The work of one question about a grammar, in bytes.
    pub question: u64,
    /// The work of all questions that share a [`Reserve`], in bytes.
    pub total: u64,
    /// The work of judging one string, in bytes.
    pub string: u64,
}

impl Default for Limits {
    /// Limits of a few seconds and a few hundred megabytes for a command.
    fn default() -> Limits {
        Limits {
            nodes: 400_000,
            depth: 2_000,
            question: 300_000_000,
            total: 1_000_000_000,
            string: 100_000_000,
        }
    }
}

impl Limits {
    /// The larger of the two limits of each kind.
    #[must_use]
    pub fn max(self, other: Limits) -> Limits {
        Limits {
            nodes: self.nodes.max(other.nodes),
            depth: self.depth.max(other.depth),
            question: self.question.max(other.question),
            total: self.total.max(other.total),
            string: self.string.max(other.string),
        }
    }

    /// All limits multiplied by a factor. The products saturate.
    #[must_use]
    pub fn times(self, factor: usize) -> Limits {
        let more = |most: u64| most.saturating_mul(factor as u64);
        Limits {
            nodes: self.nodes.saturating_mul(factor),
            depth: self.depth.saturating_mul(factor),
            question: more(self.question),
            total: more(self.total),
            string: more(self.string),
        }
    }
}

/// A kind of limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::question`], or another amount of work.
    Work,
}

/// The error of a computation that would exceed a limit. It says nothing about the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The kind of the limit.
    pub limit: Limit,
    /// The number that the limit allows.
    pub most: u64,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.limit {
            Limit::Nodes => "nodes",
            Limit::Depth => "productions in each other",
            Limit::Work => "bytes of work",
        };
        write!(f, "more than {} {what}", self.most)
    }
}

impl std::error::Error for Exceeded {}

/// Counts the work of one question.
#[derive(Debug)]
pub struct Work {
    limits: Limits,
    most: u64,
    spent: u64,
}

impl Default for Work {
    /// The work of one question by the default limits.
    fn default() -> Work {
        Work::new(&Limits::default())
    }
}

impl Work {
    /// The work of one question.
    pub fn new(limits: &Limits) -> Work {
        Work::of(limits.question, limits)
    }

    /// The work of judging one string.
    pub fn for_string(limits: &Limits) -> Work {
        Work::of(limits.string, limits)
    }

    /// This much work, with the other limits.
    pub fn of(most: u64, limits: &Limits) -> Work {
        Work { limits: *limits, most, spent: 0 }
    }

    /// Work without a limit, for computations that are known to be small.
    pub(crate) fn unlimited() -> Work {
        let limits = Limits { nodes: usize::MAX, depth: usize::MAX, ..Limits::default() };
        Work::of(u64::MAX, &limits)
    }

    /// The limits, by which another question may have more or less work than this one.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The work done so far, in bytes. It exceeds the limit if the last step was an error.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The work that is left, in bytes.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.spent)
    }

    /// A new `Work` with what is left of this one. What it spends is not taken from this one until
    /// [`Work::spend`].
    #[must_use]
    pub fn rest(&self) -> Work {
        Work::of(self.left(), &self.limits)
    }

    /// Counts one turn of a loop.
    ///
    /// # Errors
    /// If no work is left.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Exceeded> {
        self.count(TICK)
    }

    /// Counts turns of a loop.
    ///
    /// # Errors
    /// If less work is left.
    #[inline]
    pub fn ticks(&mut self, turns: usize) -> Result<(), Exceeded> {
        self.count(TICK.saturating_mul(turns as u64))
    }

    /// Counts the growth of a container by so many elements.
    ///
    /// # Errors
    /// If less work is left.
    #[inline]
    pub fn grow<T>(&mut self, elements: usize) -> Result<(), Exceeded> {
        self.count((size_of::<T>() as u64).saturating_mul(elements as u64))
    }

    /// Counts new entries of a hash table that keeps their order, with hash and place of each.
    ///
    /// # Errors
    /// If less work is left.
    #[inline]
    pub fn enter<T>(&mut self, entries: usize) -> Result<(), Exceeded> {
        self.grow::<(T, [usize; 3])>(entries)
    }

    #[inline]
    fn count(&mut self, bytes: u64) -> Result<(), Exceeded> {
        #[cfg(counted_work)]
        COUNTED_WORK.fetch_add(bytes, Ordering::Relaxed);
        self.spend(bytes)
    }

    /// Counts what another question took out of this one, even if that was an error.
    ///
    /// # Errors
    /// If less work is left.
    #[inline]
    pub fn spend(&mut self, bytes: u64) -> Result<(), Exceeded> {
        self.spent = self.spent.saturating_add(bytes);
        if self.spent > self.most {
            return Err(Exceeded { limit: Limit::Work, most: self.most });
        }
        Ok(())
    }

    /// Checks a number of nodes. Nothing is counted.
    ///
    /// # Errors
    /// If there are more than the limit.
    pub fn check_nodes(&self, nodes: usize) -> Result<(), Exceeded> {
        check(Limit::Nodes, nodes, self.limits.nodes)
    }

    /// Checks a number of productions in each other. Nothing is counted.
    ///
    /// # Errors
    /// If there are more than the limit.
    pub fn check_depth(&self, depth: usize) -> Result<(), Exceeded> {
        check(Limit::Depth, depth, self.limits.depth)
    }
}

/// The work of several questions of one kind: an equal share for each, and what is left for those that
/// their share does not decide.
///
/// ```
/// use urlbnf_language::{Exceeded, Limits, Reserve, Work};
///
/// let turns = |count| move |work: &mut Work| work.ticks(count);
/// let reserve = Reserve::new(&Limits { total: 1000, ..Limits::default() }, 10);
/// // 100 bytes are the share, and 1000 more are in the reserve.
/// assert!([20, 200, 200, 20].map(|count| reserve.ask(turns(count)).is_ok())
///     == [true, true, false, true]);
/// # Ok::<(), Exceeded>(())
/// ```
#[derive(Debug)]
pub struct Reserve {
    limits: Limits,
    share: u64,
    left: AtomicU64,
}

impl Reserve {
    /// The work of so many questions. Their shares are the total together, and the reserve is as much
    /// again; but no question takes more than [`Limits::question`].
    pub fn new(limits: &Limits, questions: usize) -> Reserve {
        let share = limits.question.min(limits.total / questions.max(1) as u64);
        Reserve { limits: *limits, share, left: AtomicU64::new(limits.total) }
    }

    /// The limits of the questions.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The share of a question.
    pub fn share(&self) -> Work {
        Work::of(self.share, &self.limits)
    }

    /// Asks a question with its share. If that is not enough, asks it again with what is left.
    ///
    /// # Errors
    /// If the question returns an error, the second time or for another reason than its share.
    pub fn ask<T, E: IsOutOfWork>(
        &self,
        mut question: impl FnMut(&mut Work) -> Result<T, E>,
    ) -> Result<T, E> {
        let first = question(&mut self.share());
        let left = self.left.load(Ordering::Relaxed);
        match &first {
            Err(error) if error.is_out_of_work() && left.min(self.limits.question) > self.share => {
            }
            _ => return first,
        }
        let mut work = Work::of(left.min(self.limits.question), &self.limits);
        let second = question(&mut work);
        self.left.store(left.saturating_sub(work.spent()), Ordering::Relaxed);
        second
    }
}

/// An error that may say that a question took more work than it had.
pub trait IsOutOfWork {
    /// Whether the question may be decided with more work.
    fn is_out_of_work(&self) -> bool;
}

impl IsOutOfWork for Exceeded {
    fn is_out_of_work(&self) -> bool {
        self.limit == Limit::Work
    }
}

fn check(limit: Limit, count: usize, most: usize) -> Result<(), Exceeded> {
    if count > most { Err(Exceeded { limit, most: most as u64 }) } else { Ok(()) }
}
