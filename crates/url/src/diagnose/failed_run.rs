//! The attempt to match a string that does not conform.
//!
//! Its scheme is looked up once, and the automaton of the language in which its failure is
//! measured runs once. The diagnostic, the repair and the notes all start from the result.

use super::note;
use crate::automaton::{Automaton, AutomatonRun};
use crate::bnf::ProductionId;
use crate::scheme::scheme;
use crate::verdict::Judge;

/// A string, and how far the automaton reads it.
pub(super) struct FailedRun<'a> {
    pub judge: &'a Judge,
    pub input: &'a [u8],
    /// The production that judges the string.
    pub judged: Option<ProductionId>,
    /// The run along the string, as far as it goes.
    pub run: AutomatonRun<'a>,
    /// The same run before the first `:`, if it went that far and the `:` may be read as anything
    /// but the end of a scheme.
    pub before_colon: Option<AutomatonRun<'a>>,
}

impl<'a> FailedRun<'a> {
    /// Runs the automaton along a string.
    pub fn new(judge: &'a Judge, input: &'a [u8], judged: Option<ProductionId>) -> Self {
        let mut run = AutomatonRun::new(judge.measure(judged));
        let (scheme, rest) = scheme_and_rest(input);
        let reached = run.follow(scheme);
        let before_colon =
            (reached && !rest.is_empty() && note::may_go_on(&run)).then(|| run.clone());
        if reached {
            run.follow(rest);
        }
        FailedRun { judge, input, judged, run, before_colon }
    }

    /// The language in which the failure is measured.
    pub fn automaton(&self) -> &'a Automaton {
        self.run.automaton()
    }

    /// The failure offset, in bytes.
    pub fn offset(&self) -> usize {
        self.run.offset()
    }

    /// The byte at that offset; `None` at the end.
    pub fn found(&self) -> Option<u8> {
        self.input.get(self.offset()).copied()
    }
}

/// A string up to its first `:`, and from there on.
pub(super) fn scheme_and_rest(input: &[u8]) -> (&[u8], &[u8]) {
    input.split_at(scheme(input).unwrap_or(input).len())
}
