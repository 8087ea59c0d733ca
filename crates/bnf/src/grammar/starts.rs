//! The start of a grammar, and the limit on its nesting.
//!
//! Many documents print a grammar with several starts, one for each field. Nothing is guessed then:
//! if one rule alone is used by no rule except those it uses, it is the start; else one has to be
//! named. Of rules that use each other, the first stands for all.

use super::{Expression, ExpressionKind, Grammar, Notation, ProductionId};

impl Grammar {
    /// The possible starts, where a grammar in ABNF declares none: the productions that none of
    /// the file uses except those they use. If there are several, the user has to choose one.
    pub fn starts(&self) -> &[ProductionId] {
        &self.starts
    }

    /// Whether the start is known: the file declares it, or there is no choice.
    pub fn has_start(&self) -> bool {
        self.listing.start.is_some()
            || self.listing.notation != Notation::Abnf
            || self.starts.len() == 1
    }

    /// The productions that the start does not need; if the start is not known, those that none
    /// of the possible starts needs.
    pub fn unneeded(&self) -> Vec<ProductionId> {
        match self.has_start() {
            true => self.unreachable_from(self.start),
            false => self.unreachable(&self.starts),
        }
    }

    /// Limits how deep middle recursion may nest. Of the productions that recur in their middle,
    /// the [seeds](crate::automaton::seeds) may then enclose themselves and each other, with
    /// something on both sides, at most `most` times. Results about such a production are exact
    /// for the strings with such a derivation, and cover no other strings. Productions that need
    /// no such production are not affected. A list, which recurs at one end, encloses nothing,
    /// however long it is.
    #[must_use]
    pub fn nested(mut self, most: usize) -> Grammar {
        self.nesting = Some(most);
        self
    }

    /// A copy of this grammar with this limit on nesting: see [`Grammar::nested`].
    #[must_use]
    pub fn at_nesting(&self, most: usize) -> Grammar {
        self.with_productions(Vec::new()).nested(most)
    }

    /// The limit on nesting; `None` if there is none, and middle recursion is refused.
    pub fn nesting(&self) -> Option<usize> {
        self.nesting
    }

    /// The chain of productions that begins with this one. Each is defined as the name of the
    /// next, followed at most by optional parts.
    pub fn passed_on(&self, start: ProductionId) -> Vec<ProductionId> {
        let (mut chain, mut last) = (vec![start], start);
        let mut is_passed = vec![false; self.len()];
        loop {
            is_passed[last.index()] = true;
            let mut alternatives = self.production(last).alternatives();
            let next = match (alternatives.next(), alternatives.next()) {
                (Some(only), None) => passes_on(only),
                _ => None,
            };
            match next {
                Some(next) if !is_passed[next.index()] => {
                    chain.push(next);
                    last = next;
                }
                _ => return chain,
            }
        }
    }

    /// The first rule of the file in each group of mutually recursive rules that no other rule
    /// uses. So a start that recurs is still found.
    pub(super) fn roots(&self) -> Vec<ProductionId> {
        let components = self.component_numbers();
        let mut used = vec![false; self.len()];
        for id in self.ids() {
            for named in self.named_by(id) {
                let component = components[named.index()];
                if component != components[id.index()] {
                    used[component] = true;
                }
            }
        }
        let own = |id: &ProductionId| {
            let definitions = self.production(*id).definitions();
            definitions.iter().any(|definition| self.listing.is_own(definition.place.start))
        };
        let mut roots = Vec::new();
        for id in self.ids().filter(own) {
            // Only the first rule of each group.
            if !std::mem::replace(&mut used[components[id.index()]], true) {
                roots.push(id);
            }
        }
        roots
    }
}

/// The production that an expression names, if only optional parts follow it.
fn passes_on(expression: &Expression) -> Option<ProductionId> {
    match &expression.kind {
        ExpressionKind::Reference(id) => Some(*id),
        ExpressionKind::Sequence(parts) => {
            let optional = |part: &Expression| matches!(part.kind, ExpressionKind::Optional(_));
            let (first, rest) = parts.split_first()?;
            first.as_reference().filter(|_| rest.iter().all(optional))
        }
        _ => None,
    }
}
