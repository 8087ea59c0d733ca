//! The errata that a string of a corrected reading needs.
//!
//! These are the errata of the productions in its derivation. A string that the printed reading
//! rejects needs at least one. If an alternative can reach only one erratum, it is that one,
//! and the string need not be parsed.

use std::collections::BTreeSet;

use crate::bnf::ProductionId;
use crate::tree::Tree;
use crate::verdict::Judge;

/// The numbers of the errata whose productions a derivation uses.
pub(super) fn of_tree(tree: &Tree<'_, '_>) -> Vec<String> {
    let productions: BTreeSet<ProductionId> = tree.nodes().map(|node| node.production()).collect();
    let definitions =
        productions.iter().flat_map(|&id| tree.grammar().production(id).definitions());
    let numbers: BTreeSet<String> = definitions.filter_map(|it| it.erratum.clone()).collect();
    numbers.into_iter().collect()
}

/// The alternatives of a start production that reach exactly one erratum, with its number.
#[derive(Debug)]
pub(super) struct Errata(Vec<(ProductionId, String)>);

impl Errata {
    /// The alternatives of the start of a judge.
    pub fn of(judge: &Judge) -> Errata {
        let alternatives = judge.schemes().alternatives.iter().map(|it| it.production);
        let one = |alternative| {
            let mut numbers = in_reach(judge, alternative).into_iter();
            let first = numbers.next().filter(|_| numbers.next().is_none())?;
            Some((alternative, first))
        };
        Errata(alternatives.filter_map(one).collect())
    }

    /// The only erratum that an alternative reaches; `None` if it reaches several or none.
    pub fn only(&self, alternative: ProductionId) -> Option<&str> {
        let known = self.0.iter().find(|(known, _)| *known == alternative);
        known.map(|(_, number)| number.as_str())
    }
}

/// The errata that a derivation by an alternative can use.
fn in_reach(judge: &Judge, alternative: ProductionId) -> BTreeSet<String> {
    let (grammar, schemes) = (judge.grammar(), judge.schemes());
    let above = &schemes.chain;
    let definitions = |id: ProductionId| grammar.production(id).definitions().iter();
    let is_alternative = |id| schemes.alternatives.iter().any(|it| it.production == id);
    // Productions that surround the alternative, such as a fragment.
    let named = above.iter().flat_map(|&id| definitions(id)).flat_map(|it| it.body.references());
    let beside = named.map(|(id, _)| id).filter(|id| !above.contains(id) && !is_alternative(*id));
    let mut reached: BTreeSet<ProductionId> = above.iter().copied().collect();
    for from in beside.chain([alternative]) {
        reached.extend(grammar.reachable_from(from));
    }
    reached.into_iter().flat_map(definitions).filter_map(|it| it.erratum.clone()).collect()
}
