//! Ambiguity: strings with two derivations.
//!
//! Whether a grammar is ambiguous is undecidable in general. Here each rule is decided by its own text,
//! as `local` describes. A production is unambiguous if the text of every rule that its derivations use is
//! proved to be unambiguous. It is ambiguous if one of these texts derives a string in two ways. A string
//! has infinitely many derivations if a production derives itself alone (url-00's xpalphas as printed), or
//! if something that may be empty is repeated. That is reported as a case of its own.

mod cyclic;
mod derivation_list;

use std::cell::OnceCell;
use std::collections::VecDeque;

use crate::grammar::{Grammar, ProductionId};
use crate::local::analysis::{
    AmbiguousString, Decision, GrammarAnalysis, OpenConflict, productive_users,
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
        /// The production whose own text causes it: the requested production, or one that occurs in its
        /// derivations.
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
    /// The production whose own text is ambiguous: the requested production, or one that occurs in its
    /// derivations.
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
    /// For each production, whether its own text is ambiguous.
    decisions: Vec<Decision<AmbiguousString>>,
    /// For each production whose own text is ambiguous, a string with its two trees. The trees are built
    /// when they are first asked for; `None` if that takes too much work.
    witnesses: Vec<OnceCell<Option<AmbiguityWitness>>>,
    /// For each production, the nearest production below it whose text gives a string infinitely many
    /// derivations. Each production counts as below itself.
    endless: Vec<Option<ProductionId>>,
    /// For each production, the nearest production below it whose text is ambiguous.
    ambiguous: Vec<Option<ProductionId>>,
    /// For each production, the nearest production below it whose text is undecided.
    undecided: Vec<Option<ProductionId>>,
}

impl<'g> GrammarAmbiguity<'g> {
    /// Decides the texts of all rules.
    pub fn new(grammar: &'g Grammar) -> GrammarAmbiguity<'g> {
        GrammarAmbiguity::of_analysis(GrammarAnalysis::from_grammar(grammar))
    }

    /// Like [`new`](GrammarAmbiguity::new), but uses an analysis that the caller already has.
    pub(crate) fn of_analysis(analysis: GrammarAnalysis<'g>) -> GrammarAmbiguity<'g> {
        let grammar = analysis.grammar;
        let decisions: Vec<Decision<AmbiguousString>> =
            grammar.ids().map(|id| analysis.ambiguity(id)).collect();
        let users = productive_users(grammar);
        let nearest = |is: &dyn Fn(&Decision<AmbiguousString>) -> bool| {
            nearest(&users, grammar.ids().filter(|id| is(&decisions[id.index()])))
        };
        GrammarAmbiguity {
            endless: nearest(&|decision| {
                matches!(decision, Decision::Found(AmbiguousString { endless: Some(_), .. }))
            }),
            ambiguous: nearest(&|decision| matches!(decision, Decision::Found(_))),
            undecided: nearest(&|decision| matches!(decision, Decision::Undecided(_))),
            witnesses: vec![OnceCell::new(); grammar.len()],
            decisions,
            analysis,
        }
    }

    /// Whether a production is ambiguous.
    ///
    /// # Errors
    /// If the text of a rule that its derivations use is not decided, and none of these texts is ambiguous.
    pub fn of(&self, id: ProductionId) -> Result<Ambiguity, UndecidedAmbiguity> {
        let decision = |rule: ProductionId| &self.decisions[rule.index()];
        if let Some(by) = self.endless[id.index()]
            && let Decision::Found(AmbiguousString { string, endless: Some(production), .. }) =
                decision(by)
        {
            let (string, production) = (string.clone(), *production);
            return Ok(Ambiguity::Infinite { by, string, production });
        }
        if let Some(by) = self.ambiguous[id.index()]
            && let Decision::Found(found) = decision(by)
        {
            let witness =
                self.witnesses[by.index()].get_or_init(|| self.witness(by, &found.string));
            if let Some(witness) = witness {
                return Ok(Ambiguity::Ambiguous(witness.clone()));
            }
            return Err(self.not_decided(by, true));
        }
        match self.undecided[id.index()] {
            None => Ok(Ambiguity::Unambiguous),
            Some(rule) => {
                let is_out_of_work = matches!(
                    decision(rule),
                    Decision::Undecided(OpenConflict { is_out_of_work: true, .. })
                );
                Err(self.not_decided(rule, is_out_of_work))
            }
        }
    }

    fn not_decided(&self, rule: ProductionId, is_out_of_work: bool) -> UndecidedAmbiguity {
        let name = self.analysis.grammar.name(rule).to_owned();
        UndecidedAmbiguity { name, rule, is_out_of_work }
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
}

/// For each production, the nearest of some productions that its derivations use; `None` if they use none.
/// `users` has, for each production, those whose derivations use it.
fn nearest(
    users: &[Vec<ProductionId>],
    of: impl Iterator<Item = ProductionId>,
) -> Vec<Option<ProductionId>> {
    let mut nearest = vec![None; users.len()];
    let mut pending: VecDeque<(ProductionId, ProductionId)> = of.map(|id| (id, id)).collect();
    while let Some((id, found)) = pending.pop_front() {
        if nearest[id.index()].is_none() {
            nearest[id.index()] = Some(found);
            pending.extend(users[id.index()].iter().map(|&user| (user, found)));
        }
    }
    nearest
}

/// Decides whether a production is ambiguous. To ask for several, use [`GrammarAmbiguity`].
///
/// # Errors
/// The same as for [`GrammarAmbiguity::of`].
pub fn ambiguity(grammar: &Grammar, id: ProductionId) -> Result<Ambiguity, UndecidedAmbiguity> {
    GrammarAmbiguity::new(grammar).of(id)
}
