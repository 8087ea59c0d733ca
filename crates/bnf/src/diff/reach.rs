//! The roots that a change can come from: the next ones that its texts reach.

use std::collections::HashSet;

use super::{GrammarComparison, NewProduction, OldProduction, PairChange, ProductionPair};

impl GrammarComparison<'_> {
    /// The next other roots that the texts of a pair reach, old or new, through pairs that follow
    /// and through productions without a partner.
    pub(super) fn roots_below(&self, pairs: &[ProductionPair], at: usize) -> Vec<usize> {
        let mut old_seen: HashSet<OldProduction> = HashSet::from([pairs[at].old]);
        let mut new_seen: HashSet<NewProduction> = HashSet::from([pairs[at].new]);
        let mut pending = vec![(Some(pairs[at].old), Some(pairs[at].new))];
        let mut roots = Vec::new();
        while let Some((old, new)) = pending.pop() {
            let olds = old.into_iter().flat_map(|id| self.old.grammar.named_by(id.0));
            for id in olds.map(OldProduction) {
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
            let news = new.into_iter().flat_map(|id| self.new.grammar.named_by(id.0));
            for id in news.map(NewProduction) {
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

/// Visits a pair: continues below it if it follows, and collects it if it is a root.
fn reach(
    pairs: &[ProductionPair],
    is_it: impl Fn(&ProductionPair) -> bool,
    pending: &mut Vec<(Option<OldProduction>, Option<NewProduction>)>,
    roots: &mut Vec<usize>,
) {
    let Some(at) = pairs.iter().position(is_it) else { return };
    match pairs[at].change {
        PairChange::Same => {}
        PairChange::Root { .. } => roots.push(at),
        PairChange::Follows { .. } => pending.push((Some(pairs[at].old), Some(pairs[at].new))),
    }
}
