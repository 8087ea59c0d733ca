//! The derivation of a string that fails, as far as it goes.
//!
//! Up to the byte at which a string fails, some strings of the language begin with it. So
//! there is a derivation of that beginning that is not complete: along it the productions
//! stand that were entered and have not ended, and the innermost of them waits for what
//! does not come. Before it everything is derived.

use crate::grammar::{Grammar, ProductionId};
use crate::tree::Tree;

use super::Deriver;
use super::complete::{Completed, completed};
use super::first::Reached;
use super::route::Ahead;

/// A derivation that stops before a byte.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, Language, Walk};
/// use urlbnf_bnf::derivation::{Deriver, Steps};
/// use urlbnf_bnf::failure::principal;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let language = Language::of(grammar.start());
/// let automaton = Automaton::new(&grammar, &language)?;
/// let mut walk = Walk::new(&automaton);
/// walk.follow(b"12:3x");
///
/// let deriver = Deriver::new(&grammar, &language)?;
/// let partial = deriver.partial(&grammar, b"12:3", principal(&walk)).unwrap();
/// let open: Vec<&str> = partial.open().map(|id| grammar.name(id)).collect();
/// assert_eq!(open, ["time", "minute"]);
/// let mut steps = Steps::of_partial(&partial, true)?;
/// while steps.step().is_some() {}
/// assert_eq!((steps.derived(), steps.rest().len()), (&b"12:3"[..], 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partial<'g, 'i> {
    pub(super) tree: Tree<'g, 'i>,
    pub(super) open: Vec<(usize, Ahead)>,
    /// How many of the last bytes are the beginning of a character.
    pub(super) begun: usize,
}

impl Deriver {
    /// Derives a beginning of strings of the language, up to a position that waits after it, by
    /// its number in the automaton of the same language; without one, the whole. `None` where no
    /// derivation leads there.
    pub fn partial<'g, 'i>(
        &self,
        grammar: &'g Grammar,
        beginning: &'i [u8],
        position: Option<usize>,
    ) -> Option<Partial<'g, 'i>> {
        let Reached { nodes, open } = self.reach(beginning, position)?;
        let tree = Tree::of(grammar, beginning, nodes)?;
        let Completed { tree, open, begun } = completed(&tree, &open).ok()?;
        Some(Partial { tree, open, begun })
    }
}

impl<'g, 'i> Partial<'g, 'i> {
    /// The tree of the beginning: what is open ends with it.
    pub fn tree(&self) -> &Tree<'g, 'i> {
        &self.tree
    }

    /// The productions that are open, outermost first; none where all is complete.
    pub fn open(&self) -> impl Iterator<Item = ProductionId> + '_ {
        self.open.iter().map(|&(node, _)| self.tree.nodes[node].production)
    }

    /// How many of the last bytes are the beginning of a character or an escape: they are in the
    /// innermost open production, and no part of its text has given them yet.
    pub fn begun(&self) -> usize {
        self.begun
    }
}
