//! Which productions use which, and what follows from that.
//!
//! What is said of a production often needs what is said of those that it names. They are
//! looked at from below, so that the time is that of reading the grammar, however long the
//! chains are in which its productions name each other.

use std::collections::{HashSet, VecDeque};

use super::{Expression, Grammar, ProductionId};

impl Grammar {
    /// The productions that a string of `start` may need, itself among them: it names
    /// them, or what it names does. In printed order.
    pub fn reachable_from(&self, start: ProductionId) -> Vec<ProductionId> {
        self.reachable(&[start])
    }

    /// The productions that a string of any of these may need, themselves among them. In
    /// printed order.
    pub(crate) fn reachable(&self, starts: &[ProductionId]) -> Vec<ProductionId> {
        let mut reached: HashSet<ProductionId> = starts.iter().copied().collect();
        let mut pending = starts.to_vec();
        while let Some(id) = pending.pop() {
            pending.extend(self.named_by(id).filter(|&next| reached.insert(next)));
        }
        let mut reached: Vec<ProductionId> = reached.into_iter().collect();
        reached.sort_unstable();
        reached
    }

    /// The productions that no string of `start` needs: nothing that it derives names them.
    pub fn unreachable_from(&self, start: ProductionId) -> Vec<ProductionId> {
        self.unreachable(&[start])
    }

    /// The productions that no string of any of these needs.
    pub(super) fn unreachable(&self, starts: &[ProductionId]) -> Vec<ProductionId> {
        let reached = self.reachable(starts);
        self.ids().filter(|id| reached.binary_search(id).is_err()).collect()
    }

    /// Whether a production derives no string at all, because it needs a name
    /// that nothing defines, or itself.
    pub fn derives_nothing(&self, id: ProductionId) -> bool {
        !self.derives[id.index()]
    }

    pub(super) fn derivable(&self) -> Vec<bool> {
        self.settled(|body, derives| body.derives(derives))
    }

    /// The same, where some names that nothing defines derive something.
    pub(super) fn derivable_with(&self, words: &dyn Fn(ProductionId) -> bool) -> Vec<bool> {
        self.settled_from(self.ids().map(words).collect(), |body, derives| body.derives(derives))
    }

    /// By production: whether the empty string is one of its strings.
    pub(crate) fn may_be_empty(&self) -> Vec<bool> {
        self.settled(|body, empty| body.may_be_empty(empty))
    }

    /// By production: whether it is so of one of its alternatives, which may depend on of which
    /// productions it is.
    fn settled(&self, is: impl Fn(&Expression, &[bool]) -> bool) -> Vec<bool> {
        self.settled_from(vec![false; self.len()], is)
    }

    /// The same, where it is known of some.
    fn settled_from(
        &self,
        mut settled: Vec<bool>,
        is: impl Fn(&Expression, &[bool]) -> bool,
    ) -> Vec<bool> {
        let users = self.all_users();
        let mut pending: VecDeque<ProductionId> = self.bottom_up().into();
        while let Some(id) = pending.pop_front() {
            let mut alternatives = self.production(id).alternatives();
            if !settled[id.index()] && alternatives.any(|body| is(body, &settled)) {
                settled[id.index()] = true;
                pending.extend(users[id.index()].iter().filter(|user| !settled[user.index()]));
            }
        }
        settled
    }

    /// By production: those that name it, in printed order.
    pub(crate) fn all_users(&self) -> Vec<Vec<ProductionId>> {
        reversed(&self.all_named())
    }

    /// By production: a number, the same for those that use each other.
    pub(crate) fn circles(&self) -> Vec<usize> {
        circles(&self.all_named())
    }

    /// By production: the names that it uses.
    fn all_named(&self) -> Vec<Vec<ProductionId>> {
        self.ids().map(|id| self.named_by(id).collect()).collect()
    }

    /// The names that the texts of a production use, in printed order, each as often as it
    /// does.
    pub fn named_by(&self, id: ProductionId) -> impl Iterator<Item = ProductionId> {
        let bodies = self.production(id).definitions().iter().map(|it| &it.body);
        bodies.flat_map(Expression::all).filter_map(Expression::as_reference)
    }

    /// All names, each after those that it uses, unless those use it.
    pub fn bottom_up(&self) -> Vec<ProductionId> {
        bottom_up(&self.all_named())
    }

    /// The productions that name this one, in printed order.
    pub fn users(&self, id: ProductionId) -> Vec<ProductionId> {
        self.ids().filter(|&user| self.named_by(user).any(|used| used == id)).collect()
    }
}

/// By production: those that lead to it, in printed order, where it is known to which each
/// leads.
fn reversed(leads: &[Vec<ProductionId>]) -> Vec<Vec<ProductionId>> {
    let mut reversed: Vec<Vec<ProductionId>> = vec![Vec::new(); leads.len()];
    for (id, to) in (0..).map(ProductionId).zip(leads) {
        for next in to {
            let from = &mut reversed[next.index()];
            if from.last() != Some(&id) {
                from.push(id);
            }
        }
    }
    reversed
}

/// By production: a number, the same for those that lead to each other.
pub(crate) fn circles(leads: &[Vec<ProductionId>]) -> Vec<usize> {
    let reversed = reversed(leads);
    let mut circles = vec![usize::MAX; leads.len()];
    // What leads to it, and is led to by what has no number yet, is in its circle.
    for (number, root) in bottom_up(leads).into_iter().rev().enumerate() {
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            if circles[id.index()] == usize::MAX {
                circles[id.index()] = number;
                pending.extend(&reversed[id.index()]);
            }
        }
    }
    circles
}

/// All productions, each after those to which it leads, unless those lead to it.
fn bottom_up(leads: &[Vec<ProductionId>]) -> Vec<ProductionId> {
    let mut order = Vec::with_capacity(leads.len());
    let mut seen = vec![false; leads.len()];
    for root in (0..leads.len()).filter_map(ProductionId::of) {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        let mut open = vec![(root, leads[root.index()].as_slice())];
        while let Some((id, left)) = open.last_mut() {
            match left.split_last() {
                None => {
                    order.push(*id);
                    open.pop();
                }
                Some((next, rest)) => {
                    *left = rest;
                    if !std::mem::replace(&mut seen[next.index()], true) {
                        open.push((*next, leads[next.index()].as_slice()));
                    }
                }
            }
        }
    }
    order
}
