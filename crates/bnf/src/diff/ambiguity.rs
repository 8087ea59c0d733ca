//! Which productions became ambiguous, and which no longer are.
//!
//! A new text can give a string a second derivation without gaining or losing a string, which
//! matters to readers that build trees. A production that names an ambiguous one is ambiguous
//! too, so only the lowest pairs are listed: those that reach no other with the same change.

use super::{DiffError, DiffSide, GrammarComparison, NewProduction, OldProduction, ProductionPair};
use crate::ambiguity::{Ambiguity, ambiguity};
use crate::grammar::{Grammar, ProductionId};

/// A pair of which only one side is ambiguous.
#[derive(Debug, Clone)]
pub struct AmbiguityChange {
    /// The index of the pair in [`Diff::pairs`](super::Diff::pairs).
    pub pair: usize,
    /// The side that is ambiguous: the new one if the pair became ambiguous.
    pub ambiguous: DiffSide,
    /// That side's ambiguity, with a shortest string.
    pub ambiguity: Ambiguity,
}

impl GrammarComparison<'_> {
    /// The lowest pairs that became ambiguous, or no longer are, in the order of the pairs.
    pub(super) fn ambiguities(
        &self,
        pairs: &[ProductionPair],
    ) -> Result<Vec<AmbiguityChange>, DiffError> {
        let (old, new) = (self.old.grammar, self.new.grammar);
        // Productions that are alike have the same ambiguity.
        let is_old_alike = |id: ProductionId| {
            self.pairing
                .of_old(OldProduction(id))
                .is_some_and(|new| self.are_alike(OldProduction(id), new))
        };
        let is_new_alike = |id: ProductionId| {
            self.pairing
                .of_new(NewProduction(id))
                .is_some_and(|old| self.are_alike(old, NewProduction(id)))
        };
        let olds = decided(old, pairs.iter().map(|it| it.old.0), &is_old_alike, DiffSide::Old)?;
        let news = decided(new, pairs.iter().map(|it| it.new.0), &is_new_alike, DiffSide::New)?;
        let is = |of: &[Option<Ambiguity>], id: ProductionId| matches!(&of[id.index()], Some(it) if *it != Ambiguity::Unambiguous);
        let became = |id: ProductionId| {
            is(&news, id)
                && self.pairing.of_new(NewProduction(id)).is_none_or(|old| !is(&olds, old.0))
        };
        let ceased = |id: ProductionId| {
            is(&olds, id)
                && self.pairing.of_old(OldProduction(id)).is_none_or(|new| !is(&news, new.0))
        };
        let (old_components, new_components) = (old.component_numbers(), new.component_numbers());
        let mut changes = Vec::new();
        for (at, pair) in pairs.iter().enumerate() {
            let (ambiguous, found) = if became(pair.new.0)
                && is_lowest(new, &new_components, pair.new.0, &became)
            {
                (DiffSide::New, &news[pair.new.0.index()])
            } else if ceased(pair.old.0) && is_lowest(old, &old_components, pair.old.0, &ceased) {
                (DiffSide::Old, &olds[pair.old.0.index()])
            } else {
                continue;
            };
            changes.extend(found.clone().map(|it| AmbiguityChange {
                pair: at,
                ambiguous,
                ambiguity: it,
            }));
        }
        Ok(changes)
    }
}

/// By production: the ambiguity of the given productions and of all that they reach, except those
/// that are alike in both grammars.
fn decided(
    grammar: &Grammar,
    of: impl Iterator<Item = ProductionId>,
    is_alike: &dyn Fn(ProductionId) -> bool,
    which: DiffSide,
) -> Result<Vec<Option<Ambiguity>>, DiffError> {
    let mut decided = vec![None; grammar.len()];
    let mut seen = vec![false; grammar.len()];
    let mut pending: Vec<ProductionId> = of.collect();
    while let Some(id) = pending.pop() {
        if std::mem::replace(&mut seen[id.index()], true) || is_alike(id) {
            continue;
        }
        let found = ambiguity(grammar, id).map_err(|error| DiffError::Undecided(which, error))?;
        decided[id.index()] = Some(found);
        pending.extend(grammar.named_by(id));
    }
    Ok(decided)
}

/// Whether no production that this one reaches, outside its own cycle, changed likewise.
fn is_lowest(
    grammar: &Grammar,
    components: &[usize],
    id: ProductionId,
    changed: &dyn Fn(ProductionId) -> bool,
) -> bool {
    let is_lower =
        |it: ProductionId| components[it.index()] != components[id.index()] && changed(it);
    !grammar.reachable_from(id).into_iter().any(is_lower)
}
