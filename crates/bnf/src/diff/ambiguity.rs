//! Which productions became ambiguous, and which no longer are.
//!
//! A new text can give a string a second derivation without gaining or losing a string, which
//! matters to readers that build trees. A production that names an ambiguous one is ambiguous
//! too, so only the lowest pairs are listed: those that reach no other with the same change.

use super::{
    DiffError, DiffSide, GrammarComparison, NewProduction, OldProduction, ProductionPair,
    UndecidedPair, UndecidedQuestion,
};
use crate::ambiguity::{Ambiguity, ambiguity_within};
use crate::automaton::AutomatonError;
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
    /// The lowest pairs that became ambiguous, or no longer are, in the order of the pairs. Those
    /// of which this is not decided are added to `undecided`.
    pub(super) fn ambiguities(
        &self,
        pairs: &[ProductionPair],
        undecided: &mut Vec<UndecidedPair>,
    ) -> Vec<AmbiguityChange> {
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
        let olds = self.decided(old, pairs.iter().map(|it| it.old.0), &is_old_alike);
        let news = self.decided(new, pairs.iter().map(|it| it.new.0), &is_new_alike);
        let is_unambiguous = |of: &[Option<DecidedAmbiguity>], id: ProductionId| {
            matches!(of[id.index()], Some(Ok(Ambiguity::Unambiguous)))
        };
        let is_ambiguous = |of: &[Option<DecidedAmbiguity>], id: ProductionId| {
            matches!(of[id.index()], Some(Ok(_))) && !is_unambiguous(of, id)
        };
        let became = |id: ProductionId| {
            let partner = self.pairing.of_new(NewProduction(id));
            is_ambiguous(&news, id) && partner.is_none_or(|old| is_unambiguous(&olds, old.0))
        };
        let ceased = |id: ProductionId| {
            let partner = self.pairing.of_old(OldProduction(id));
            is_ambiguous(&olds, id) && partner.is_none_or(|new| is_unambiguous(&news, new.0))
        };
        let (old_components, new_components) = (old.component_numbers(), new.component_numbers());
        let mut changes = Vec::new();
        for (at, pair) in pairs.iter().enumerate() {
            let sides = [(DiffSide::Old, &olds, pair.old.0), (DiffSide::New, &news, pair.new.0)];
            let error = sides.into_iter().find_map(|(side, of, id)| match &of[id.index()] {
                Some(Err(error)) => Some(DiffError::Undecided(side, error.clone())),
                _ => None,
            });
            undecided.extend(error.map(|reason| UndecidedPair {
                old: pair.old,
                new: pair.new,
                reworded: pair.reworded,
                what: UndecidedQuestion::Ambiguity,
                reason,
            }));
            let (ambiguous, found) = if became(pair.new.0)
                && is_lowest(new, &new_components, pair.new.0, &became)
            {
                (DiffSide::New, &news[pair.new.0.index()])
            } else if ceased(pair.old.0) && is_lowest(old, &old_components, pair.old.0, &ceased) {
                (DiffSide::Old, &olds[pair.old.0.index()])
            } else {
                continue;
            };
            if let Some(Ok(ambiguity)) = found.clone() {
                changes.push(AmbiguityChange { pair: at, ambiguous, ambiguity });
            }
        }
        changes
    }

    /// Decides the ambiguity of the given productions and of all that they reach. The result is indexed
    /// by production; a production that is alike in both grammars, or not reached, is `None`.
    fn decided(
        &self,
        grammar: &Grammar,
        of: impl Iterator<Item = ProductionId>,
        is_alike: &dyn Fn(ProductionId) -> bool,
    ) -> Vec<Option<DecidedAmbiguity>> {
        let mut decided = vec![None; grammar.len()];
        let mut seen = vec![false; grammar.len()];
        let mut pending: Vec<ProductionId> = of.collect();
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut seen[id.index()], true) || is_alike(id) {
                continue;
            }
            decided[id.index()] = Some(match grammar.needs_recursion(id) {
                true => ambiguity_within(grammar, id, &mut self.reserve.share()),
                false => self.reserve.ask(|work| ambiguity_within(grammar, id, work)),
            });
            pending.extend(grammar.named_by(id));
        }
        decided
    }
}

type DecidedAmbiguity = Result<Ambiguity, AutomatonError>;

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
