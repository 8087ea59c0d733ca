//! From where a grammar is read, and how deep.
//!
//! Many documents print a grammar with several starts: a field each. Nothing is guessed
//! then: one that no other rule uses alone is the start, and else one has to be named.

use super::{Expression, ExpressionKind, Grammar, Notation, ProductionId};

impl Grammar {
    /// The productions of the file that no other of it names: where a grammar in ABNF
    /// declares no start and has not one of these alone, one of them has to be chosen.
    pub fn starts(&self) -> &[ProductionId] {
        &self.starts
    }

    /// Whether it says from which production its strings derive, or leaves no choice.
    pub fn has_start(&self) -> bool {
        self.listing.start.is_some()
            || self.listing.notation != Notation::Abnf
            || self.starts.len() == 1
    }

    /// The productions that no string of the start needs, or of any production that could
    /// be the start.
    pub fn unneeded(&self) -> Vec<ProductionId> {
        match self.has_start() {
            true => self.unreachable_from(self.start),
            false => self.unreachable(&self.starts),
        }
    }

    /// The same grammar, in which what recurs in its middle is looked at so deep: some of
    /// the productions that name each other so, the [seeds](crate::automaton::seeds), are
    /// enclosed in themselves and each other, with something on both sides, so many times
    /// at most. All that is said of such a production is then exact for its strings that
    /// have such a derivation, and for no others; what needs no such production is not
    /// touched. A list, which goes on at one end, encloses nothing, however long it is.
    #[must_use]
    pub fn nested(mut self, most: usize) -> Grammar {
        self.nesting = Some(most);
        self
    }

    /// The same grammar, looked at so deep.
    #[must_use]
    pub fn at_nesting(&self, most: usize) -> Grammar {
        self.with_productions(Vec::new()).nested(most)
    }

    /// How deep what recurs in its middle is looked at; `None` where it is refused.
    pub fn nesting(&self) -> Option<usize> {
        self.nesting
    }

    /// A production, and those to which it only passes on, each to the next: its text is the next
    /// one's name, with nothing but what may be left out after it.
    pub fn passed_on(&self, start: ProductionId) -> Vec<ProductionId> {
        let (mut chain, mut last) = (vec![start], start);
        loop {
            let mut alternatives = self.production(last).alternatives();
            let next = match (alternatives.next(), alternatives.next()) {
                (Some(only), None) => passes_on(only),
                _ => None,
            };
            match next {
                Some(next) if !chain.contains(&next) => {
                    chain.push(next);
                    last = next;
                }
                _ => return chain,
            }
        }
    }

    /// The first rule of the file of each circle of rules that nothing outside it uses: where
    /// the start is used by what it needs, it is a root all the same.
    pub(super) fn roots(&self) -> Vec<ProductionId> {
        let circles = self.circles();
        let mut used = vec![false; self.len()];
        for id in self.ids() {
            for named in self.named_by(id) {
                let circle = circles[named.index()];
                if circle != circles[id.index()] {
                    used[circle] = true;
                }
            }
        }
        let own = |id: &ProductionId| {
            let definitions = self.production(*id).definitions();
            definitions.iter().any(|it| self.listing.is_own(it.place.start))
        };
        let mut roots = Vec::new();
        for id in self.ids().filter(own) {
            // Of each circle the first.
            if !std::mem::replace(&mut used[circles[id.index()]], true) {
                roots.push(id);
            }
        }
        roots
    }
}

/// The production that an expression is, or is with optional parts after it.
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
