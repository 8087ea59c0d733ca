//! What is tried, and put back where it is no better.
//!
//! Some changes can only be judged when they are made: whether every rule is exact then,
//! whether more of its parts are used, whether it reads better.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{LanguageId, Limits};

use super::lower::Rules;
use super::repair::Failure;
use super::{Transcriber, Variant};
use crate::grammar::ProductionId;

/// What is written so far.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub rules: Rules,
    pub variants: HashMap<ProductionId, Vec<Variant>>,
    stopped: BTreeSet<LanguageId>,
}

impl Transcriber<'_> {
    /// Makes a change, which may take what is left, and says whether it is to stay. Where
    /// not, or where that is not known, all is as it was. What it took is taken from what is
    /// left.
    pub(super) fn attempt(
        &mut self,
        limits: &Limits,
        left: &mut usize,
        change: impl FnOnce(&mut Self, &State) -> Result<bool, Failure>,
    ) -> bool {
        let before = State {
            rules: self.rules.clone(),
            variants: self.variants.clone(),
            stopped: self.stopped.clone(),
        };
        let stays = self.metered(limits, left, |it| change(it, &before)).unwrap_or(false);
        if !stays {
            self.put_back(before);
        }
        stays
    }

    /// Computes something, which may take what is left; `None` where it takes more. What it
    /// took is taken from what is left.
    pub(super) fn metered<T>(
        &mut self,
        limits: &Limits,
        left: &mut usize,
        compute: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Option<T> {
        let steps = limits.steps.min(*left);
        self.matcher.store.allow(&Limits { steps, ..limits.clone() });
        let computed = compute(self);
        *left = left.saturating_sub(self.matcher.store.meter().steps());
        computed.ok()
    }

    /// Puts back what was written before, and says what was written till now.
    pub(super) fn put_back(&mut self, before: State) -> State {
        State {
            rules: std::mem::replace(&mut self.rules, before.rules),
            variants: std::mem::replace(&mut self.variants, before.variants),
            stopped: std::mem::replace(&mut self.stopped, before.stopped),
        }
    }
}
