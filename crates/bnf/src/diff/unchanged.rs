//! Pairs of productions that are known to be the same without comparing languages.
//!
//! Two grammars mostly differ in a few rules. If the texts of a pair differ at most in the order
//! of their alternatives, and their names are such pairs too, nothing has to be computed: the
//! strings and the derivations are the same at any nesting depth.

use super::text::{ComparableExpression, in_one_order, named, one_body};
use super::{NewProduction, OldProduction, Pairing};
use crate::grammar::Grammar;

/// By production of the new grammar: whether it and its partner are alike.
pub(super) fn alike(old: &Grammar, new: &Grammar, pairing: &Pairing) -> Vec<bool> {
    let mut names: Vec<Vec<NewProduction>> = vec![Vec::new(); new.len()];
    let mut alike = vec![false; new.len()];
    for (id, two) in new.ids().map(|id| (id, NewProduction(id))) {
        let Some(one) = pairing.of_new(two) else { continue };
        let (one, two) = pairing.texts((old, one), (new, two));
        let is_defined = one.is_empty() == two.is_empty();
        let (one, two): (ComparableExpression, ComparableExpression) =
            (one_body(one), one_body(two));
        if is_defined && in_one_order(&one) == in_one_order(&two) {
            named(&two, &mut names[id.index()]);
            alike[id.index()] = true;
        }
    }
    let mut used_by: Vec<Vec<usize>> = vec![Vec::new(); new.len()];
    for (user, names) in names.iter().enumerate() {
        names.iter().for_each(|name| used_by[name.0.index()].push(user));
    }
    let mut pending: Vec<usize> = (0..new.len()).filter(|&at| !alike[at]).collect();
    while let Some(other) = pending.pop() {
        for &user in &used_by[other] {
            if std::mem::take(&mut alike[user]) {
                pending.push(user);
            }
        }
    }
    alike
}

impl super::GrammarComparison<'_> {
    /// Whether two productions are partners with the same text all the way down.
    pub(super) fn are_alike(&self, old: OldProduction, new: NewProduction) -> bool {
        self.pairing.of_new(new) == Some(old) && self.alike[new.0.index()]
    }
}
