//! The undefined name without which a production derives nothing.

use crate::grammar::{Grammar, ProductionId};

/// From a production that derives nothing to the undefined name without which it does not;
/// the production alone, where it derives something.
pub fn undefined_chain(grammar: &Grammar, empty: ProductionId) -> Vec<ProductionId> {
    let mut chain = Vec::new();
    let mut id = Some(empty);
    while let Some(next) = id {
        chain.push(next);
        id = needed_and_empty(grammar, next).filter(|id| !chain.contains(id));
    }
    chain
}

fn needed_and_empty(grammar: &Grammar, id: ProductionId) -> Option<ProductionId> {
    grammar.named_by(id).find(|&named| grammar.derives_nothing(named))
}
