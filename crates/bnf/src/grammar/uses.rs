//! Which productions use which, and what follows from that.
//!
//! Many properties of a production depend on those of the productions that it names. They are
//! computed bottom-up, so that the time is about that of reading the grammar, however long the
//! chains are in which its productions name each other.

use std::collections::VecDeque;

use super::{Expression, Grammar, ProductionId};
use crate::graph::components;

impl Grammar {
    /// The productions that `start` can reach by names, itself included, in printed order.
    pub fn reachable_from(&self, start: ProductionId) -> Vec<ProductionId> {
        self.reachable(&[start])
    }

    /// The productions that any of these can reach by names, themselves included, in printed
    /// order.
    pub(crate) fn reachable(&self, starts: &[ProductionId]) -> Vec<ProductionId> {
        let mut is_reached = vec![false; self.len()];
        let mut reached = Vec::new();
        let mut pending = starts.to_vec();
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut is_reached[id.index()], true) {
                reached.push(id);
                pending.extend(self.named_by(id));
            }
        }
        reached.sort_unstable();
        reached
    }

    /// The productions that `start` cannot reach by names.
    pub fn unreachable_from(&self, start: ProductionId) -> Vec<ProductionId> {
        self.unreachable(&[start])
    }

    /// The productions that none of these can reach by names.
    pub(crate) fn unreachable(&self, starts: &[ProductionId]) -> Vec<ProductionId> {
        let reached = self.reachable(starts);
        self.ids().filter(|id| reached.binary_search(id).is_err()).collect()
    }

    /// Whether a production derives no string at all, because it needs an undefined name or
    /// itself.
    pub fn derives_nothing(&self, id: ProductionId) -> bool {
        let derives =
            || self.settled(vec![false; self.len()], |body, derives| body.derives(derives));
        !self.analyses.derives.get_or_init(derives)[id.index()]
    }

    /// By production: whether it derives a string, with some undefined names taken to derive a string.
    pub(super) fn derivable_with(&self, words: &dyn Fn(ProductionId) -> bool) -> Vec<bool> {
        self.settled(self.ids().map(words).collect(), |body, derives| body.derives(derives))
    }

    /// By production: whether it derives the empty string.
    pub(crate) fn may_be_empty(&self) -> &[bool] {
        let empty =
            || self.settled(vec![false; self.len()], |body, empty| body.may_be_empty(empty));
        self.analyses.empty.get_or_init(empty)
    }

    /// By production: whether `is` holds for one of its alternatives. `is` may depend on the
    /// productions for which it holds. This is the least fixed point above what is `settled`.
    fn settled(
        &self,
        mut settled: Vec<bool>,
        is: impl Fn(&Expression, &[bool]) -> bool,
    ) -> Vec<bool> {
        let mut pending: VecDeque<ProductionId> = self.bottom_up().iter().copied().collect();
        let mut is_pending = vec![true; self.len()];
        while let Some(id) = pending.pop_front() {
            is_pending[id.index()] = false;
            let mut alternatives = self.production(id).alternatives();
            if !settled[id.index()] && alternatives.any(|body| is(body, &settled)) {
                settled[id.index()] = true;
                for &user in self.users(id) {
                    if !settled[user.index()]
                        && !std::mem::replace(&mut is_pending[user.index()], true)
                    {
                        pending.push_back(user);
                    }
                }
            }
        }
        settled
    }

    /// Whether a production needs one that needs itself.
    pub(crate) fn needs_recursion(&self, id: ProductionId) -> bool {
        self.least_nodes(id).is_none()
    }

    /// A lower bound on the number of nodes of an automaton of a production: its characters, with
    /// each name written out. `None` if it needs a production that needs itself.
    pub(crate) fn least_nodes(&self, id: ProductionId) -> Option<usize> {
        self.analyses.least_nodes.get_or_init(|| self.all_least_nodes())[id.index()]
    }

    /// The first production, bottom-up, that `start` reaches and whose
    /// [least nodes](Grammar::least_nodes) are more than this; `start` if there is none.
    pub(crate) fn lowest_above(&self, start: ProductionId, nodes: usize) -> ProductionId {
        let reached = self.reachable_from(start);
        let is_above = |id: &ProductionId| self.least_nodes(*id).is_some_and(|count| count > nodes);
        let mut above = self.bottom_up().iter().copied().filter(is_above);
        above.find(|id| reached.binary_search(id).is_ok()).unwrap_or(start)
    }

    /// By production: its [least nodes](Grammar::least_nodes).
    fn all_least_nodes(&self) -> Vec<Option<usize>> {
        let mut nodes: Vec<Option<usize>> = vec![None; self.len()];
        for &id in self.bottom_up() {
            let mut definitions = self.production(id).definitions().iter();
            let own = definitions.try_fold(1, |sum: usize, definition| {
                Some(sum.saturating_add(definition.body.least_nodes(&nodes)?))
            });
            nodes[id.index()] = own.map(|own| if self.unit(id).is_some() { 1 } else { own });
        }
        nodes
    }

    /// By production: the productions that name it, in printed order.
    fn all_users(&self) -> Vec<Vec<ProductionId>> {
        let mut users: Vec<Vec<ProductionId>> = vec![Vec::new(); self.len()];
        for id in self.ids() {
            for named in self.named_by(id) {
                let users = &mut users[named.index()];
                if users.last() != Some(&id) {
                    users.push(id);
                }
            }
        }
        users
    }

    /// By production: a number, the same for productions that use each other.
    pub fn component_numbers(&self) -> Vec<usize> {
        component_numbers(&self.all_named())
    }

    fn all_named(&self) -> Vec<Vec<ProductionId>> {
        self.ids().map(|id| self.named_by(id).collect()).collect()
    }

    /// The names in the definitions of a production, in printed order, each as often as it
    /// occurs.
    pub fn named_by(&self, id: ProductionId) -> impl DoubleEndedIterator<Item = ProductionId> {
        self.production(id).named.iter().copied()
    }

    /// All names in postorder: each after those that it uses, except in cycles.
    pub fn bottom_up(&self) -> &[ProductionId] {
        self.analyses.bottom_up.get_or_init(|| self.postorder())
    }

    /// All names in postorder. Of the names in a production the last one comes first.
    fn postorder(&self) -> Vec<ProductionId> {
        let mut order = Vec::with_capacity(self.len());
        let mut seen = vec![false; self.len()];
        for root in self.ids() {
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            let mut open = vec![(root, self.named_by(root))];
            while let Some((id, left)) = open.last_mut() {
                match left.next_back() {
                    None => {
                        order.push(*id);
                        open.pop();
                    }
                    Some(next) => {
                        if !std::mem::replace(&mut seen[next.index()], true) {
                            open.push((next, self.named_by(next)));
                        }
                    }
                }
            }
        }
        order
    }

    /// The productions that name this one, in printed order.
    pub fn users(&self, id: ProductionId) -> &[ProductionId] {
        &self.analyses.users.get_or_init(|| self.all_users())[id.index()]
    }
}

/// By production: the number of its strongly connected component.
pub(crate) fn component_numbers(leads: &[Vec<ProductionId>]) -> Vec<usize> {
    let leads: Vec<Vec<usize>> =
        leads.iter().map(|leads| leads.iter().map(|id| id.index()).collect()).collect();
    let mut numbers = vec![0; leads.len()];
    for (number, members) in components(0..leads.len(), &leads).into_iter().enumerate() {
        members.into_iter().for_each(|member| numbers[member] = number);
    }
    numbers
}

/// By production: whether it leads to one of its own component.
pub(crate) fn lead_back(leads: &[Vec<ProductionId>], components: &[usize]) -> Vec<bool> {
    let own = |(leads, own): (&Vec<ProductionId>, &usize)| {
        leads.iter().any(|to| components[to.index()] == *own)
    };
    leads.iter().zip(components).map(own).collect()
}
