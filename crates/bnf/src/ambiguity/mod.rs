//! Ambiguity: strings with two derivations.
//!
//! Whether a grammar is ambiguous is undecidable in general. Here each rule is decided by its own text
//! (see `local`): a production is unambiguous if this is proved of the text of every rule that occurs
//! in its derivations, and ambiguous if the text of one of these has a string with two derivations. A
//! production that derives itself alone (url-00's xpalphas as printed), or a repetition of something
//! that may be empty, gives a string infinitely many derivations. That is reported as a case of its
//! own.

mod closures;
mod cyclic;
mod derivation_list;
mod marked;
mod marked_tree;
mod units;

use std::cell::OnceCell;
use std::collections::VecDeque;

use crate::grammar::{Grammar, ProductionId};
use crate::local::analysis::{
    AmbiguousString, Decision, GrammarAnalysis, OpenConflict, productive_names,
};
use crate::local::contexts::Contexts;
use crate::tree::{NodeData, Tree};

pub(crate) use cyclic::CyclicProductions;

pub use cyclic::endless_text;
pub use derivation_list::{DerivationList, EnumerationError, every};

/// How many derivations the strings of a production have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ambiguity {
    /// Each string has one.
    Unambiguous,
    /// Some strings have two or more.
    Ambiguous(AmbiguityWitness),
    /// Some strings have infinitely many.
    Infinite {
        /// The production whose text shows it: the one that was asked for, or one in its derivations.
        by: ProductionId,
        /// A string of that production.
        string: Vec<u8>,
        /// A production that can occur in it any number of times without another character.
        production: ProductionId,
    },
}

/// A string and two derivations of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmbiguityWitness {
    /// The production whose text shows it: the one that was asked for, or one in its derivations.
    pub by: ProductionId,
    /// A string of that production with two derivations.
    pub string: Vec<u8>,
    nodes: [Vec<NodeData>; 2],
}

impl AmbiguityWitness {
    /// The two derivations as trees.
    pub fn trees<'g>(&self, grammar: &'g Grammar) -> [Tree<'g, '_>; 2] {
        let tree =
            |nodes: &Vec<NodeData>| Tree { grammar, input: &self.string, nodes: nodes.clone() };
        [tree(&self.nodes[0]), tree(&self.nodes[1])]
    }

    /// Whether the two read some character by different productions. If not, they only divide
    /// the string differently into rounds of the same production.
    pub fn read_differently(&self) -> bool {
        let readers = |nodes: &[NodeData]| {
            let mut readers: Vec<Vec<ProductionId>> = vec![Vec::new(); self.string.len()];
            for node in nodes {
                for reader in &mut readers[node.start..node.end] {
                    reader.push(node.production);
                }
            }
            readers
        };
        readers(&self.nodes[0]) != readers(&self.nodes[1])
    }
}

/// It could not be decided whether the text of a rule is ambiguous.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is not decided whether `{name}` is ambiguous")]
pub struct UndecidedAmbiguity {
    /// The name of the rule.
    pub name: String,
    /// The rule.
    pub rule: ProductionId,
    /// Whether more work may decide it.
    pub is_out_of_work: bool,
}

/// The ambiguity of the productions of a grammar.
///
/// ```
/// use urlbnf_bnf::ambiguity::{Ambiguity, GrammarAmbiguity};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "name = word word\nword = *ALPHA\n";
/// let grammar = Grammar::read("name.abnf", text, Reading::Printed)?;
/// let ambiguity = GrammarAmbiguity::new(&grammar);
/// let Ok(Ambiguity::Ambiguous(found)) = ambiguity.of(grammar.start()) else {
///     panic!("a letter can be of either word")
/// };
/// assert_eq!(found.string, b"A");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GrammarAmbiguity<'g> {
    analysis: GrammarAnalysis<'g>,
    /// By production: what is decided of its own text.
    decisions: Vec<OnceCell<Decision<AmbiguousString>>>,
    /// By production: a string with two derivations by its own text, if there is one.
    witnesses: Vec<OnceCell<Option<AmbiguityWitness>>>,
    /// By production: the names in its derivations.
    names: Vec<Vec<ProductionId>>,
}

impl<'g> GrammarAmbiguity<'g> {
    /// Computes the languages of the names. A production is decided when it is asked for.
    pub fn new(grammar: &'g Grammar) -> GrammarAmbiguity<'g> {
        GrammarAmbiguity {
            analysis: GrammarAnalysis::from_grammar(grammar),
            decisions: vec![OnceCell::new(); grammar.len()],
            witnesses: vec![OnceCell::new(); grammar.len()],
            names: grammar.ids().map(|id| productive_names(grammar, id)).collect(),
        }
    }

    /// Decides whether a production is ambiguous.
    ///
    /// # Errors
    /// If the text of a rule in its derivations is not decided, and none is ambiguous.
    pub fn of(&self, id: ProductionId) -> Result<Ambiguity, UndecidedAmbiguity> {
        let mut undecided = None;
        let mut ambiguous = None;
        for rule in self.reached(id) {
            let decide = || self.analysis.ambiguity(rule);
            match self.decisions[rule.index()].get_or_init(decide) {
                Decision::Nothing => {}
                Decision::Undecided(open) => undecided = undecided.or(Some((rule, open))),
                Decision::Found(AmbiguousString { string, endless: Some(production), .. }) => {
                    let (by, string, production) = (rule, string.clone(), *production);
                    return Ok(Ambiguity::Infinite { by, string, production });
                }
                Decision::Found(found) => {
                    let witness = || self.witness(rule, &found.string);
                    ambiguous =
                        ambiguous.or(self.witnesses[rule.index()].get_or_init(witness).as_ref());
                }
            }
        }
        match (ambiguous, undecided) {
            (Some(witness), _) => Ok(Ambiguity::Ambiguous(witness.clone())),
            (None, Some((rule, OpenConflict { is_out_of_work, .. }))) => {
                let name = self.analysis.grammar.name(rule).to_owned();
                Err(UndecidedAmbiguity { name, rule, is_out_of_work: *is_out_of_work })
            }
            (None, None) => Ok(Ambiguity::Unambiguous),
        }
    }

    /// A string of a production in which another derives this string; `None` if none is known.
    pub fn in_context(
        &self,
        id: ProductionId,
        inner: ProductionId,
        string: &[u8],
    ) -> Option<Vec<u8>> {
        let grammar = self.analysis.grammar;
        Contexts::of_start(grammar, id, &mut grammar.work()).with(inner, string)
    }

    fn witness(&self, by: ProductionId, string: &[u8]) -> Option<AmbiguityWitness> {
        let mut work = self.analysis.grammar.work();
        let nodes = self.analysis.two_trees(by, string, &mut work).ok()??;
        Some(AmbiguityWitness { by, string: string.to_vec(), nodes })
    }

    /// The productions that occur in the derivations of one, those that are near first.
    fn reached(&self, id: ProductionId) -> Vec<ProductionId> {
        let mut seen = vec![false; self.names.len()];
        seen[id.index()] = true;
        let (mut reached, mut pending) = (Vec::new(), VecDeque::from([id]));
        while let Some(next) = pending.pop_front() {
            reached.push(next);
            let names = self.names[next.index()].iter();
            pending.extend(names.filter(|name| !std::mem::replace(&mut seen[name.index()], true)));
        }
        reached
    }
}

/// Decides whether a production is ambiguous. To ask for several, use [`GrammarAmbiguity`].
///
/// # Errors
/// As [`GrammarAmbiguity::of`].
pub fn ambiguity(grammar: &Grammar, id: ProductionId) -> Result<Ambiguity, UndecidedAmbiguity> {
    GrammarAmbiguity::new(grammar).of(id)
}
