//! Changes that are tried, and undone if they are no improvement.
//!
//! Some changes can only be judged once they are made: whether every rule is still exact, whether
//! more parts are used, whether the text is more readable.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{Exceeded, IsOutOfWork, LanguageId, Reserve, Work};

use super::lower::LoweredRules;
use super::repair::RepairFailure;
use super::{RuleVariant, Transcriber};
use crate::grammar::ProductionId;

/// The rules written so far.
#[derive(Debug, Clone)]
pub(super) struct TranscriberSnapshot {
    pub rules: LoweredRules,
    pub variants: HashMap<ProductionId, Vec<RuleVariant>>,
    stopped: BTreeSet<LanguageId>,
}

impl Transcriber<'_> {
    /// Makes a change, and returns whether it is kept. It is undone if `change` returns `false` or
    /// fails. All attempts of a pass draw on the same work.
    pub(super) fn attempt(
        &mut self,
        pass: &mut Work,
        change: impl FnOnce(&mut Self, &TranscriberSnapshot) -> Result<bool, RepairFailure>,
    ) -> bool {
        let before = TranscriberSnapshot {
            rules: self.rules.clone(),
            variants: self.variants.clone(),
            stopped: self.stopped.clone(),
        };
        let stays = self.within(pass, |this| {
            this.matcher.store.work().ticks(before.rules.len())?;
            change(this, &before)
        });
        let stays = stays.unwrap_or(false);
        if !stays {
            self.put_back(before);
        }
        stays
    }

    /// Computes something within some work.
    ///
    /// # Errors
    /// If the computation returns an error, or the work runs out.
    pub(super) fn within<T, E: From<Exceeded>>(
        &mut self,
        work: &mut Work,
        compute: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.matcher.store.allow(work.rest());
        let computed = compute(self);
        work.spend(self.matcher.store.work().spent())?;
        computed
    }

    /// Computes something for a rule with its share, or else with what is left.
    ///
    /// # Errors
    /// If the computation returns an error, or the work runs out.
    pub(super) fn ask<T, E: From<Exceeded> + IsOutOfWork>(
        &mut self,
        reserve: &Reserve,
        mut compute: impl FnMut(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        reserve.ask(|work| self.within(work, &mut compute))
    }

    /// Restores an earlier state, and returns the current one.
    pub(super) fn put_back(&mut self, before: TranscriberSnapshot) -> TranscriberSnapshot {
        TranscriberSnapshot {
            rules: std::mem::replace(&mut self.rules, before.rules),
            variants: std::mem::replace(&mut self.variants, before.variants),
            stopped: std::mem::replace(&mut self.stopped, before.stopped),
        }
    }
}
