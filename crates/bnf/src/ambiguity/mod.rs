//! Which strings have two derivations.
//!
//! Whether a grammar is ambiguous cannot be decided in general; of the
//! grammars here it can, since they are regular. Of each production it is
//! either found out that no string at all has two derivations, or shown by a
//! shortest string that has, with both. Where a production derives itself and
//! nothing else (url-00's xpalphas as printed), a string has derivations
//! without end, and that is said.

mod annotated;
mod every;
mod search;

use crate::automaton::{Automaton, Language, NotRegular};
use crate::grammar::{ExpressionKind, Grammar, ProductionId};
use crate::tree::{NodeData, Tree};

use annotated::{Annotated, Mark, escape_derivation, unit_derivations};
use search::Written;

pub use every::{Every, Unknown, every};

/// How many derivations the strings of a production have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ambiguity {
    /// One each.
    Unambiguous,
    /// Some have two or more.
    Ambiguous(Derivations),
    /// Some have derivations without end.
    Infinite {
        /// A shortest such string.
        string: Vec<u8>,
        /// The production that derives itself and nothing else.
        production: ProductionId,
    },
}

/// A string, and two derivations of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivations {
    /// A shortest string that has two; of those, the one with the smallest bytes.
    pub string: Vec<u8>,
    nodes: [Vec<NodeData>; 2],
}

impl Derivations {
    /// The two derivations.
    pub fn trees<'g>(&self, grammar: &'g Grammar) -> [Tree<'g, '_>; 2] {
        let tree =
            |nodes: &Vec<NodeData>| Tree { grammar, input: &self.string, nodes: nodes.clone() };
        [tree(&self.nodes[0]), tree(&self.nodes[1])]
    }
}

/// Decides whether a production is ambiguous.
pub fn ambiguity(grammar: &Grammar, id: ProductionId) -> Result<Ambiguity, NotRegular> {
    let graph = Automaton::graph(grammar, &Language::of(id))?;
    let annotated = Annotated::new(grammar, &graph);
    let derives_itself = |mark: &Mark| match mark {
        Mark::Enter(id) | Mark::Reenter(id) => derives_itself_alone(grammar, *id),
        _ => false,
    };
    if let Some((string, Mark::Enter(production) | Mark::Reenter(production))) =
        search::shortest_with(&annotated, derives_itself)
    {
        return Ok(Ambiguity::Infinite { string, production });
    }
    Ok(match search::two_derivations(&annotated) {
        None => Ambiguity::Unambiguous,
        Some((string, written)) => {
            let nodes = written.map(|written| nodes(grammar, &string, &written));
            Ambiguity::Ambiguous(Derivations { string, nodes })
        }
    })
}

/// Whether X has an alternative `X [ X ]`, by which it derives X alone.
fn derives_itself_alone(grammar: &Grammar, id: ProductionId) -> bool {
    grammar.production(id).alternatives().any(|alternative| match &alternative.kind {
        ExpressionKind::Sequence(parts) => {
            parts[0].as_reference() == Some(id)
                && parts[1..].iter().all(|part| matches!(part.kind, ExpressionKind::Optional(_)))
        }
        ExpressionKind::Reference(named) => *named == id,
        _ => false,
    })
}

/// The tree that the marks write into a string.
fn nodes(grammar: &Grammar, string: &[u8], written: &[Written]) -> Vec<NodeData> {
    let mut nodes: Vec<NodeData> = Vec::new();
    // Each production that is open, with those that end together with it.
    let mut open: Vec<Vec<usize>> = Vec::new();
    let mut units: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut offset = 0;
    let close = |nodes: &mut Vec<NodeData>, closing: Vec<usize>, end: usize| {
        for index in closing.into_iter().rev() {
            nodes[index].end = end;
            nodes[index].below = nodes.len() - index - 1;
        }
    };
    for &one in written {
        let mut begin = |production: ProductionId| {
            nodes.push(NodeData { production, start: offset, end: offset, below: 0 });
            nodes.len() - 1
        };
        match one {
            Written::Byte => {
                offset += 1;
                while units.last().is_some_and(|(end, _)| *end == offset) {
                    if let Some((end, closing)) = units.pop() {
                        close(&mut nodes, closing, end);
                    }
                }
            }
            Written::Mark(Mark::Enter(id)) => open.push(vec![begin(id)]),
            Written::Mark(Mark::Reenter(id)) => {
                let index = begin(id);
                let mut ending = vec![index];
                while let Some(mut last) = open.pop() {
                    let own = nodes[last[0]].production == id;
                    last.append(&mut ending);
                    ending = last;
                    if own {
                        break;
                    }
                }
                open.push(ending);
            }
            Written::Mark(Mark::Leave) => {
                if let Some(closing) = open.pop() {
                    close(&mut nodes, closing, offset);
                }
            }
            Written::Mark(Mark::Unit(unit, way)) => {
                let byte = string.get(offset).copied().unwrap_or_default();
                let mut chains = unit_derivations(grammar, unit, byte);
                let chain = if way < chains.len() { chains.swap_remove(way) } else { vec![unit] };
                units.push((offset + 1, chain.into_iter().map(begin).collect()));
            }
            Written::Mark(Mark::Escape(unit)) => {
                let chain = escape_derivation(grammar, unit);
                units.push((offset + 3, chain.into_iter().map(begin).collect()));
            }
        }
    }
    nodes
}
