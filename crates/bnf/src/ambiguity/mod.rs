//! Ambiguity: strings with two derivations.
//!
//! Whether a grammar is ambiguous is undecidable in general. For regular grammars it is
//! decidable: for each production the result is that no string has two derivations, or a
//! shortest string that has, with both derivations. A production that derives itself alone
//! (url-00's xpalphas as printed), or a repetition of something that may be empty, gives a
//! string infinitely many derivations. That is reported as a case of its own.

mod cyclic;
mod marked;
mod closures;
mod derivation_list;
mod search;
mod units;
mod marked_tree;

use urlbnf_language::{Exceeded, Work};

use crate::automaton::{Automaton, AutomatonError, LanguageSpec, LayoutKind, ThompsonGraph};
use crate::grammar::{Grammar, ProductionId};
use crate::tree::{NodeData, Tree};

pub(crate) use cyclic::CyclicProductions;
use marked::MarkedDfa;
use marked_tree::nodes;
use search::MarkedSymbol;

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
        /// A shortest such string.
        string: Vec<u8>,
        /// A production that can occur in it any number of times without another character.
        production: ProductionId,
    },
}

/// A string and two derivations of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmbiguityWitness {
    /// A shortest string that has two derivations, the one with the smallest bytes.
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

/// Decides whether a production is ambiguous, within the limits of its grammar.
///
/// ```
/// use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "name = word word\nword = *ALPHA\n";
/// let grammar = Grammar::read("name.abnf", text, Reading::Printed)?;
/// let Ambiguity::Ambiguous(found) = ambiguity(&grammar, grammar.start())? else {
///     panic!("a letter can be of either word")
/// };
/// assert_eq!(found.string, b"A");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the production recurs in the middle, or is too large.
pub fn ambiguity(grammar: &Grammar, id: ProductionId) -> Result<Ambiguity, AutomatonError> {
    ambiguity_within(grammar, id, &mut grammar.work())
}

/// Decides whether a production is ambiguous.
///
/// # Errors
/// If the production recurs in the middle, or is too large.
pub fn ambiguity_within(
    grammar: &Grammar,
    id: ProductionId,
    work: &mut Work,
) -> Result<Ambiguity, AutomatonError> {
    let graph = Automaton::graph(
        grammar,
        &LanguageSpec::from_production(id),
        LayoutKind::Derivations,
        work,
    )?;
    decide(grammar, &graph, work).map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))
}

fn decide(
    grammar: &Grammar,
    graph: &ThompsonGraph,
    work: &mut Work,
) -> Result<Ambiguity, Exceeded> {
    let mut annotated = MarkedDfa::new(grammar, graph, work)?;
    if let Some(endless) = marked::endless_nodes(graph, work)?
        && let classes = &annotated.classes
        && let Some((string, production)) =
            search::shortest_endless(graph, &endless, classes, work)?
    {
        return Ok(Ambiguity::Infinite { string, production });
    }
    let trees = |string: &[u8], written: [Vec<MarkedSymbol>; 2]| {
        let [one, two] = written.map(|written| nodes(grammar, string, &written));
        // Two marked strings may give the same tree.
        (one != two).then_some([one, two])
    };
    Ok(match search::two_derivations(&mut annotated, work, trees)? {
        None => Ambiguity::Unambiguous,
        Some((string, nodes)) => {
            let derived: Vec<ProductionId> =
                nodes.iter().flatten().map(|node| node.production).collect();
            let cyclic = CyclicProductions::reached_from(grammar, &derived);
            match derived.into_iter().find(|&id| cyclic.is(id)) {
                Some(production) => Ambiguity::Infinite { string, production },
                None => Ambiguity::Ambiguous(AmbiguityWitness { string, nodes }),
            }
        }
    })
}
