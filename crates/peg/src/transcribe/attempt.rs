//! Changes that are tried, and undone if they are no improvement.
//!
//! Some changes can only be judged once they are made: whether every rule is still exact, whether
//! more parts are used, whether the text is more readable.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{LanguageId, Limits};

use super::lower::LoweredRules;
use super::repair::RepairFailure;
use super::{RuleVariant, Transcriber};
use crate::grammar::ProductionId;

/// Steps charged to the budget for each rule that an attempt copies and compiles again.
const COPIED: usize = 64;

/// The rules written so far.
#[derive(Debug, Clone)]
pub(super) struct TranscriberSnapshot {
    pub rules: LoweredRules,
    pub variants: HashMap<ProductionId, Vec<RuleVariant>>,
    stopped: BTreeSet<LanguageId>,
}

impl Transcriber<'_> {
    /// Makes a change within the remaining steps, and returns whether it is kept. It is undone if
    /// `change` returns `false` or fails. The steps used are subtracted from `left`.
    pub(super) fn attempt(
        &mut self,
        limits: &Limits,
        left: &mut usize,
        change: impl FnOnce(&mut Self, &TranscriberSnapshot) -> Result<bool, RepairFailure>,
    ) -> bool {
        let rules = self.rules.len();
        let copied = |it: &mut Self| Ok(it.matcher.store.meter().charge(COPIED * rules)?);
        if self.metered(limits, left, copied).is_none() {
            return false;
        }
        let before = TranscriberSnapshot {
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

    /// Computes something within the remaining steps; `None` if it fails. The steps used are
    /// subtracted from `left`.
    pub(super) fn metered<T>(
        &mut self,
        limits: &Limits,
        left: &mut usize,
        compute: impl FnOnce(&mut Self) -> Result<T, RepairFailure>,
    ) -> Option<T> {
        let steps = limits.steps.min(*left);
        self.matcher.store.allow(&Limits { steps, ..limits.clone() });
        let computed = compute(self);
        *left = left.saturating_sub(self.matcher.store.meter().steps());
        computed.ok()
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
