//! Which productions became ambiguous, and which no longer are.
//!
//! A new text can give a string a second derivation without gaining or losing a string, which
//! matters to readers that build trees. A production that names an ambiguous one is ambiguous
//! too, so only the lowest pairs are listed: those that reach no other with the same change.

use std::cell::OnceCell;

use super::{
    DiffError, DiffSide, GrammarComparison, NewProduction, OldProduction, ProductionPair,
    UndecidedPair, UndecidedQuestion,
};
use crate::ambiguity::{Ambiguity, GrammarAmbiguity, UndecidedAmbiguity};
use crate::grammar::{Grammar, ProductionId};
use crate::local::analysis::GrammarAnalysis;

/// A pair of which only one side is ambiguous.
#[derive(Debug, Clone)]
pub struct AmbiguityChange {
    /// The index of the pair in [`Diff::pairs`](super::Diff::pairs).
    pub pair: usize,
    /// The side that is ambiguous: the new one if the pair became ambiguous.
    pub ambiguous: DiffSide,
    /// A string of that side's production that has several derivations.
    pub string: Vec<u8>,
    /// Whether it has infinitely many.
    pub is_infinite: bool,
}

/// The analysis of a grammar's rules, each by its own text. It is computed when it is first asked for, and
/// then serves the comparisons of all starts and the review.
pub(crate) struct DecidedRules<'g> {
    grammar: &'g Grammar,
    analysis: OnceCell<GrammarAnalysis<'g>>,
    ambiguity: OnceCell<GrammarAmbiguity<'g>>,
}

impl<'g> DecidedRules<'g> {
    pub fn new(grammar: &'g Grammar) -> DecidedRules<'g> {
        DecidedRules { grammar, analysis: OnceCell::new(), ambiguity: OnceCell::new() }
    }

    /// An analysis for questions about the rules.
    pub fn analysis(&self) -> GrammarAnalysis<'g> {
        let known = self.analysis.get_or_init(|| GrammarAnalysis::from_grammar(self.grammar));
        known.for_more_questions()
    }

    fn ambiguity(&self) -> &GrammarAmbiguity<'g> {
        self.ambiguity.get_or_init(|| GrammarAmbiguity::of_analysis(self.analysis()))
    }
}

impl GrammarComparison<'_> {
    /// The lowest pairs that became ambiguous, or no longer are, in the order of the pairs. Those
    /// of which this is not decided are added to `undecided`.
    pub(super) fn ambiguities(
        &self,
        pairs: &[ProductionPair],
        [of_old, of_new]: &[DecidedRules<'_>; 2],
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
        let olds = decided(of_old, pairs.iter().map(|pair| pair.old.0), &is_old_alike);
        let news = decided(of_new, pairs.iter().map(|pair| pair.new.0), &is_new_alike);
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
                Some(Err(open)) => Some(DiffError::Ambiguity(side, open.clone())),
                _ => None,
            });
            undecided.extend(error.map(|reason| UndecidedPair {
                old: pair.old,
                new: pair.new,
                reworded: pair.reworded,
                what: UndecidedQuestion::Ambiguity,
                reason,
            }));
            let (ambiguous, rules, found, id) = if became(pair.new.0)
                && is_lowest(new, &new_components, pair.new.0, &became)
            {
                (DiffSide::New, of_new, &news, pair.new.0)
            } else if ceased(pair.old.0) && is_lowest(old, &old_components, pair.old.0, &ceased) {
                (DiffSide::Old, of_old, &olds, pair.old.0)
            } else {
                continue;
            };
            let (by, string, is_infinite) = match &found[id.index()] {
                Some(Ok(Ambiguity::Ambiguous(found))) => (found.by, &found.string, false),
                Some(Ok(Ambiguity::Infinite { by, string, .. })) => (*by, string, true),
                _ => continue,
            };
            let in_context = rules.ambiguity().in_context(id, by, string);
            let string = in_context.unwrap_or_else(|| string.clone());
            changes.push(AmbiguityChange { pair: at, ambiguous, string, is_infinite });
        }
        changes
    }
}

/// For each production of a grammar, whether it is ambiguous. `None` for productions that none of the
/// given ones reaches, and for those that are alike in both grammars.
fn decided(
    rules: &DecidedRules<'_>,
    productions: impl Iterator<Item = ProductionId>,
    is_alike: &dyn Fn(ProductionId) -> bool,
) -> Vec<Option<DecidedAmbiguity>> {
    let grammar = rules.grammar;
    let mut decided = vec![None; grammar.len()];
    let mut seen = vec![false; grammar.len()];
    let mut pending: Vec<ProductionId> = productions.collect();
    while let Some(id) = pending.pop() {
        if std::mem::replace(&mut seen[id.index()], true) || is_alike(id) {
            continue;
        }
        decided[id.index()] = Some(rules.ambiguity().of(id));
        pending.extend(grammar.named_by(id));
    }
    decided
}

type DecidedAmbiguity = Result<Ambiguity, UndecidedAmbiguity>;

/// Whether no production that this one reaches, outside its own cycle, changed likewise.
fn is_lowest(
    grammar: &Grammar,
    components: &[usize],
    id: ProductionId,
    changed: &dyn Fn(ProductionId) -> bool,
) -> bool {
    let is_lower = |production: ProductionId| {
        components[production.index()] != components[id.index()] && changed(production)
    };
    !grammar.reachable_from(id).into_iter().any(is_lower)
}
