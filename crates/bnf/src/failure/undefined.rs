//! Why a production derives no string: an undefined name, or recursion without an end.

use std::collections::VecDeque;

use indexmap::IndexMap;

use crate::grammar::{Grammar, ProductionId};

/// Returns a chain of productions from one that derives nothing to the cause: a shortest chain to
/// a name that nothing defines or, where there is none, to a production that needs itself.
pub fn undefined_chain(grammar: &Grammar, empty: ProductionId) -> Vec<ProductionId> {
    let mut users: IndexMap<ProductionId, Option<ProductionId>> = IndexMap::from([(empty, None)]);
    let mut queue = VecDeque::from([empty]);
    let mut cause = empty;
    while let Some(user) = queue.pop_front() {
        cause = user;
        if grammar.production(user).definitions().is_empty() {
            break;
        }
        for named in grammar.named_by(user).filter(|&named| grammar.derives_nothing(named)) {
            users.entry(named).or_insert_with(|| {
                queue.push_back(named);
                Some(user)
            });
        }
    }
    let user_of = |&id: &ProductionId| users.get(&id).copied().flatten();
    let mut chain: Vec<ProductionId> = std::iter::successors(Some(cause), user_of).collect();
    chain.reverse();
    chain
}
