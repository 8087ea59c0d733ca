//! Which change is the cause of which: roots, and what follows from them.

use std::collections::HashSet;

use super::language::Languages;
use super::{Change, Comparison, DiffError, Pair};
use crate::automaton::Relation;
use crate::bnf::{Grammar, ProductionId};

impl Comparison<'_> {
    /// What the text of a pair does by itself: the old text, read with the new
    /// grammar's productions, against the new.
    pub(super) fn alone(
        &self,
        old: ProductionId,
        new: ProductionId,
    ) -> Result<Relation, DiffError> {
        let grafted = self.new.grammar.graft(self.old.grammar, old, |id| self.pairing.of_old(id));
        let languages = Languages::new(&grafted);
        match languages.of(grafted.start()) {
            Ok(language) => Ok(language.relation(&*self.new_language(new)?)),
            // Too large to be read so: then the whole change counts as its own.
            Err(_) => self.relation(old, new),
        }
    }

    /// Finds out what follows from what.
    pub(super) fn trace(&self, pairs: &mut [Pair]) {
        let reached: Vec<Vec<usize>> =
            (0..pairs.len()).map(|at| self.roots_below(pairs, at)).collect();
        let follows: Vec<bool> =
            pairs.iter().map(|pair| matches!(pair.change, Change::Follows { .. })).collect();
        for (at, pair) in pairs.iter_mut().enumerate() {
            match &mut pair.change {
                Change::Same => {}
                Change::Follows { roots, .. } => roots.clone_from(&reached[at]),
                Change::Root { alone, also, followers, .. } => {
                    also.clone_from(&reached[at]);
                    if also.is_empty() {
                        *alone = None;
                    }
                    let follow = |&it: &usize| follows[it] && reached[it].contains(&at);
                    *followers = (0..reached.len()).filter(follow).collect();
                }
            }
        }
    }

    /// The next other roots that a pair's texts reach.
    fn roots_below(&self, pairs: &[Pair], at: usize) -> Vec<usize> {
        let mut old_seen: HashSet<ProductionId> = HashSet::from([pairs[at].old]);
        let mut new_seen: HashSet<ProductionId> = HashSet::from([pairs[at].new]);
        let mut pending = vec![(Some(pairs[at].old), Some(pairs[at].new))];
        let mut roots = Vec::new();
        let named = |grammar: &Grammar, id: ProductionId| -> Vec<ProductionId> {
            let definitions = grammar.production(id).definitions();
            definitions.iter().flat_map(|it| it.body.references()).map(|(id, _)| id).collect()
        };
        while let Some((old, new)) = pending.pop() {
            for id in old.into_iter().flat_map(|id| named(self.old.grammar, id)) {
                if !old_seen.insert(id) {
                    continue;
                }
                match self.pairing.of_old(id) {
                    None => pending.push((Some(id), None)),
                    Some(partner) => {
                        new_seen.insert(partner);
                        reach(pairs, |pair| pair.old == id, &mut pending, &mut roots);
                    }
                }
            }
            for id in new.into_iter().flat_map(|id| named(self.new.grammar, id)) {
                if !new_seen.insert(id) {
                    continue;
                }
                match self.pairing.of_new(id) {
                    None => pending.push((None, Some(id))),
                    Some(partner) => {
                        old_seen.insert(partner);
                        reach(pairs, |pair| pair.new == id, &mut pending, &mut roots);
                    }
                }
            }
        }
        roots.sort_unstable();
        roots
    }
}

/// Goes on below a pair if it follows; counts it, and goes no further, if it is a root.
fn reach(
    pairs: &[Pair],
    is_it: impl Fn(&Pair) -> bool,
    pending: &mut Vec<(Option<ProductionId>, Option<ProductionId>)>,
    roots: &mut Vec<usize>,
) {
    let Some(at) = pairs.iter().position(is_it) else { return };
    match pairs[at].change {
        Change::Same => {}
        Change::Root { .. } => roots.push(at),
        Change::Follows { .. } => pending.push((Some(pairs[at].old), Some(pairs[at].new))),
    }
}
