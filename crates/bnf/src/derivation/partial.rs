//! The derivation of a string that fails, up to the byte where it fails.
//!
//! The text before that byte is a prefix of some strings of the language, so it has an
//! incomplete derivation. Productions that were entered and have not ended are open in it, each
//! inside the other, and the innermost one waits for something other than the byte. Everything
//! before is derived.

use crate::grammar::{Grammar, ProductionId};
use crate::tree::Tree;

use super::Deriver;
use super::complete::completed;
use super::first::PrefixDerivation;
use super::route::ExpectedContinuation;

/// A derivation that stops before a byte.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, AutomatonRun, LanguageSpec};
/// use urlbnf_bnf::derivation::{DerivationSteps, Deriver};
/// use urlbnf_bnf::failure::principal;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let language = LanguageSpec::from_production(grammar.start());
/// let automaton = Automaton::new(&grammar, &language)?;
/// let mut run = AutomatonRun::new(&automaton);
/// run.follow(b"12:3x");
///
/// let deriver = Deriver::new(&grammar, &language)?;
/// let partial = deriver.partial(&grammar, b"12:3", principal(&run)).unwrap();
/// let open: Vec<&str> = partial.open().map(|id| grammar.name(id)).collect();
/// assert_eq!(open, ["time", "minute"]);
/// let mut steps = DerivationSteps::of_partial(&partial, true)?;
/// while steps.step().is_some() {}
/// assert_eq!((steps.derived(), steps.rest().len()), (&b"12:3"[..], 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialDerivation<'g, 'i> {
    pub(super) tree: Tree<'g, 'i>,
    /// The open nodes, outermost first, and what comes next in each.
    pub(super) open: Vec<(usize, ExpectedContinuation)>,
    /// How many of the last bytes are an incomplete character.
    pub(super) begun: usize,
}

impl Deriver {
    /// Derives a prefix of strings of the language, up to a position that waits after it, given
    /// by its number in the automaton of the same language. Without a position, derives the
    /// whole string. `None` if no derivation leads there.
    pub fn partial<'g, 'i>(
        &self,
        grammar: &'g Grammar,
        beginning: &'i [u8],
        position: Option<usize>,
    ) -> Option<PartialDerivation<'g, 'i>> {
        let PrefixDerivation { nodes, open } = self.reach(beginning, position)?;
        let tree = Tree::from_nodes(grammar, beginning, nodes)?;
        completed(&tree, &open).ok()
    }
}

impl<'g, 'i> PartialDerivation<'g, 'i> {
    /// The tree of the prefix. Open nodes end where the prefix ends.
    pub fn tree(&self) -> &Tree<'g, 'i> {
        &self.tree
    }

    /// The open productions, outermost first; none if the derivation is complete.
    pub fn open(&self) -> impl Iterator<Item = ProductionId> + '_ {
        self.open.iter().map(|&(node, _)| self.tree.nodes[node].production)
    }

    /// How many of the last bytes are an incomplete character or escape. They belong to the
    /// innermost open production, but to no part of its text yet.
    pub fn begun(&self) -> usize {
        self.begun
    }
}
