//! Every derivation of one string.

use std::collections::HashSet;

use urlbnf_language::{Exceeded, FastSet};

use super::cyclic::CyclicProductions;
use crate::automaton::{AutomatonError, enclosing};
use crate::core::{Core, CoreKind};
use crate::derivation::{Forest, NotDerived, as_shown, complete};
use crate::grammar::{Grammar, ProductionId};
use crate::tree::Tree;

/// The most derivations that are looked at. Several of them may be shown alike.
const MOST_TREES: usize = 10_000;

/// The derivations of a string, up to the number requested.
#[derive(Debug, Clone)]
pub struct DerivationList<'g, 'i> {
    /// The derivations, the parser's own first.
    pub trees: Vec<Tree<'g, 'i>>,
    /// Whether there are more, or may be.
    pub more: bool,
    /// The production because of which there are infinitely many derivations, if there are.
    /// `trees` then has only the parser's own.
    pub endless: Option<ProductionId>,
}

/// Why the derivations of a string cannot be enumerated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnumerationError {
    /// It takes more work than the limits allow.
    #[error(transparent)]
    TooLarge(AutomatonError),
    /// The tree is not a derivation.
    #[error(transparent)]
    NotDerived(#[from] NotDerived),
}

/// The derivations of a tree's input from the production of its root: the tree itself, then
/// others, at most `limit` in all. If `full`, deriving a character from another class makes
/// another derivation. If not, derivations are compared and given as the parser's trees show
/// them.
///
/// # Errors
/// If the tree is not a derivation, or its derivations take more than the limits allow.
pub fn every<'g, 'i>(
    tree: &Tree<'g, 'i>,
    full: bool,
    limit: usize,
) -> Result<DerivationList<'g, 'i>, EnumerationError> {
    let (grammar, input) = (tree.grammar, tree.input);
    // The parser shows some units: a gtype is one character, but a node of its own.
    let units: HashSet<ProductionId> = tree.nodes().map(|node| node.production()).collect();
    let start = tree.root().production();
    let enclosing = enclosing(grammar, start);
    let shown = |tree: Tree<'g, 'i>| match full {
        true => tree,
        false => as_shown(&tree, &units, &enclosing),
    };
    let whole = complete(tree)?;
    let own = if full || !enclosing.is_empty() { shown(whole) } else { tree.clone() };
    let mut found = DerivationList { trees: vec![own], more: false, endless: None };
    let mut hidden = FastSet::default();
    if !full {
        let is_hidden = |id: &ProductionId| grammar.unit(*id).is_some() && !units.contains(id);
        hidden.extend(grammar.ids().filter(is_hidden));
    }
    let too_large =
        |exceeded: Exceeded| EnumerationError::TooLarge(AutomatonError::TooLarge(start, exceeded));
    let mut work = grammar.work();
    let mut forest = Forest::new(grammar, start, input, hidden, &mut work).map_err(too_large)?;
    if may_be_endless(grammar, start) {
        found.endless = forest.endless(&mut work).map_err(too_large)?;
        found.more = found.endless.is_some();
        if found.more {
            return Ok(found);
        }
    }
    for (number, nodes) in forest.trees(&mut work).enumerate() {
        let Some(nodes) = nodes.ok().filter(|_| number < MOST_TREES) else {
            found.more = true;
            break;
        };
        let next = shown(Tree { grammar, input, nodes });
        if !found.trees.contains(&next) {
            if found.trees.len() >= limit {
                found.more = true;
                break;
            }
            found.trees.push(next);
        }
    }
    Ok(found)
}

/// Whether some string may have infinitely many derivations: if a production that a derivation uses derives
/// itself alone, or if a name that may be empty is repeated without end.
fn may_be_endless(grammar: &Grammar, start: ProductionId) -> bool {
    let cyclic = CyclicProductions::reached_from(grammar, &[start]);
    let repeats_nothing = |part: &Core| match &part.kind {
        CoreKind::Repetition { most: None, body, .. } => body.empty_name().is_some(),
        _ => false,
    };
    let is_endless =
        |id: &ProductionId| cyclic.is(*id) || grammar.core(*id).each().any(repeats_nothing);
    grammar.reachable(&[start]).iter().any(is_endless)
}
