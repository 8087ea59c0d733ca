//! The references that an edition without productions for particular schemes derives.
//!
//! From RFC 1808 on a grammar derives two kinds of references, those with a
//! scheme and those without, which mean something only in a context. All of them
//! conform; a note beside the verdict says if one has no scheme.

use super::{Judge, JudgingMode};
use crate::bnf::ProductionId;
use crate::edition::{Edition, JudgingProductions, Reading};
use crate::tree::Tree;

/// The two kinds of references that a start derives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferenceProductions {
    /// The production of those that have a scheme.
    pub absolute: ProductionId,
    /// The production of those that have none.
    pub relative: ProductionId,
}

impl ReferenceProductions {
    /// The productions of an edition; `None` if its start does not derive references.
    pub(super) fn for_edition(edition: Edition, reading: Reading) -> Option<ReferenceProductions> {
        let JudgingProductions::References { absolute, relative } = edition.judged() else {
            return None;
        };
        let grammar = edition.grammar(reading);
        let both = grammar.find(absolute).zip(grammar.find(relative));
        both.map(|(absolute, relative)| ReferenceProductions { absolute, relative })
    }

    /// The outermost of the two in a derivation; `None` if it has neither.
    pub(super) fn matched(self, tree: &Tree<'_, '_>) -> Option<ProductionId> {
        let mut below = tree.nodes().map(|node| node.production());
        below.find(|id| [self.absolute, self.relative].contains(id))
    }
}

impl Judge {
    /// The edition, if whole URLs or whole references are judged, and not parts of them.
    pub(crate) fn whole_edition(&self) -> Option<Edition> {
        let by_scheme = self.judged_by() == JudgingMode::Scheme;
        // Where the start derives references, naming it makes no difference.
        let is_whole = |edition: &Edition| {
            let derives_references =
                matches!(edition.judged(), JudgingProductions::References { .. });
            by_scheme || derives_references && self.start() == self.grammar().start()
        };
        self.edition().filter(is_whole)
    }
}
