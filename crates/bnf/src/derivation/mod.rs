//! Derivations: whether a tree is a derivation of the printed grammar, and a whole derivation of
//! it.
//!
//! The parser's trees leave two things out (see [`tree`](crate::tree)), and the parser is made from
//! the transcription, not from the page. So a tree is checked against the printed productions: each
//! production has an automaton whose input symbols are bytes and child nodes, and which must accept
//! what is below each node of that production. The same run shows which part of the text took
//! which bytes. From that the tree is completed: right recursion is nested again, and every
//! character is derived from its class. A whole derivation can then be followed step by step
//! ([`DerivationSteps`]). So can the derivation of a string up to the byte at which it fails
//! ([`PartialDerivation`]).

mod complete;
mod first;
mod forest;
mod partial;
mod route;
mod steps;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::automaton::{
    Automaton, AutomatonError, AutomatonRun, LanguageSpec, LayoutKind, enclosing,
};
use crate::grammar::{Grammar, ProductionId};
use crate::tree::{NodeData, Tree};

pub use complete::complete;
pub use first::Deriver;
pub(crate) use first::{CallLayout, CallLayoutCache, SpannedSymbol};
pub(crate) use forest::Forest;
pub use partial::PartialDerivation;
pub use route::{ChosenAlternative, ProductionRoute, RoutePart, RoutePartSpan, RouteStop};
pub use steps::{DerivationOrder, DerivationStep, DerivationSteps, SententialSymbol};

/// The error that a node is not a derivation of its production.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("node {node} of the tree does not derive its part of the input")]
pub struct NotDerived {
    /// The node, in the order of [`Tree::nodes`], from 0 for the root.
    pub node: usize,
    /// The byte offset in the input at which the printed production does not continue.
    pub offset: usize,
}

/// Checks that every node of a tree is derived by its production as the grammar prints it, and
/// that the root covers the whole input.
///
/// # Errors
/// The first node that its production does not derive, and the offset in the input.
pub fn verify(tree: &Tree<'_, '_>) -> Result<(), NotDerived> {
    let mut productions = ProductionAutomata::new(tree.grammar);
    let whole = tree.nodes[0].start == 0 && tree.nodes[0].end == tree.input.len();
    if !whole {
        return Err(NotDerived { node: 0, offset: tree.nodes[0].end });
    }
    for index in 0..tree.nodes.len() {
        let node = NotDerived { node: index, offset: tree.nodes[index].start };
        let automaton = productions.automaton(tree.nodes[index].production).map_err(|_| node)?;
        let mut run = AutomatonRun::new(automaton);
        for token in tokens(tree, index)? {
            if !token.step(tree, &mut run) {
                return Err(NotDerived { node: index, offset: token.start });
            }
        }
        if !run.may_end() {
            return Err(NotDerived { node: index, offset: tree.nodes[index].end });
        }
    }
    Ok(())
}

/// The tree without the nodes of units, which the bytes make redundant. The root is kept.
pub fn abridge<'g, 'i>(tree: &Tree<'g, 'i>) -> Tree<'g, 'i> {
    abridge_but(tree, |_| false)
}

/// The tree without the nodes of units, except the root and the productions that are `shown`.
pub(crate) fn abridge_but<'g, 'i>(
    tree: &Tree<'g, 'i>,
    shown: impl Fn(ProductionId) -> bool,
) -> Tree<'g, 'i> {
    thin(tree, |node, parent, _| {
        parent.is_some() && tree.grammar.unit(node.production).is_some() && !shown(node.production)
    })
}

/// The tree without some of its nodes, whose children become children of the node above.
/// `leave_out` gets a node, the node above that is kept, and whether the node is the last one
/// below it.
fn thin<'g, 'i>(
    tree: &Tree<'g, 'i>,
    leave_out: impl Fn(&NodeData, Option<&NodeData>, bool) -> bool,
) -> Tree<'g, 'i> {
    let mut nodes: Vec<NodeData> = Vec::new();
    // By open node that is kept: the old number after its last descendant, and its new number.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, &node) in tree.nodes.iter().enumerate() {
        while let Some((_, kept)) = open.pop_if(|(end, _)| *end <= index) {
            nodes[kept].below = nodes.len() - kept - 1;
        }
        let parent = open.last().map(|&(_, kept)| nodes[kept]);
        let last = open.last().is_some_and(|&(end, _)| index + 1 + node.below == end);
        if !leave_out(&node, parent.as_ref(), last) {
            open.push((index + 1 + node.below, nodes.len()));
            nodes.push(node);
        }
    }
    while let Some((_, kept)) = open.pop() {
        nodes[kept].below = nodes.len() - kept - 1;
    }
    Tree { grammar: tree.grammar, input: tree.input, nodes }
}

/// The tree with right recursion flattened, as in the parser's trees. If the last child of a
/// node has the same production and end as the node, the child's children become the node's.
pub fn flatten<'g, 'i>(tree: &Tree<'g, 'i>) -> Tree<'g, 'i> {
    flatten_but(tree, |_| false)
}

/// The tree with right recursion flattened, except for the productions that are `kept`.
fn flatten_but<'g, 'i>(tree: &Tree<'g, 'i>, kept: impl Fn(ProductionId) -> bool) -> Tree<'g, 'i> {
    thin(tree, |node, parent, last| {
        let again =
            parent.filter(|parent| parent.production == node.production && parent.end == node.end);
        last && again.is_some() && !kept(node.production)
    })
}

/// The tree as it is shown: the parts of a list are siblings, and productions that enclose
/// themselves stay nested.
///
/// In `list = item [ "," list ]` the nested lists say no more than the commas do.
/// In `sum = sum "+" sum / "1"` the nesting is all that there is to show.
///
/// # Errors
/// The first node that its production does not derive, and the offset in the input.
pub fn unfold<'g, 'i>(tree: &Tree<'g, 'i>) -> Result<Tree<'g, 'i>, NotDerived> {
    let enclosing = enclosing(tree.grammar, tree.root().production());
    if enclosing.is_empty() {
        return Ok(tree.clone());
    }
    let units: HashSet<ProductionId> = tree.nodes().map(|node| node.production()).collect();
    Ok(as_shown(&complete(tree)?, &units, &enclosing))
}

/// A whole tree as it is shown: without units except for some, and with lists flattened except
/// for productions that enclose themselves.
pub(crate) fn as_shown<'g, 'i>(
    tree: &Tree<'g, 'i>,
    units: &HashSet<ProductionId>,
    enclosing: &HashSet<ProductionId>,
) -> Tree<'g, 'i> {
    let abridged = abridge_but(tree, |id| units.contains(&id));
    flatten_but(&abridged, |id| enclosing.contains(&id))
}

/// The tree with lists flattened, except for productions that enclose themselves.
pub(crate) fn flatten_lists<'g, 'i>(tree: &Tree<'g, 'i>) -> Tree<'g, 'i> {
    let enclosing = enclosing(tree.grammar, tree.root().production());
    flatten_but(tree, |id| enclosing.contains(&id))
}

/// The automata of a grammar's productions over children, each made when it is first needed.
struct ProductionAutomata<'g> {
    grammar: &'g Grammar,
    automata: HashMap<ProductionId, Automaton>,
}

impl<'g> ProductionAutomata<'g> {
    fn new(grammar: &'g Grammar) -> Self {
        ProductionAutomata { grammar, automata: HashMap::new() }
    }

    fn automaton(&mut self, id: ProductionId) -> Result<&Automaton, AutomatonError> {
        Ok(match self.automata.entry(id) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => {
                let (language, work) =
                    (LanguageSpec::from_production(id), &mut self.grammar.work());
                let layout = LayoutKind::Children;
                place.insert(Automaton::laid_out(self.grammar, &language, layout, work)?)
            }
        })
    }
}

/// A part of a node: a byte of its own, or a child.
#[derive(Clone, Copy)]
struct NodeToken {
    start: usize,
    end: usize,
    child: Option<usize>,
}

impl NodeToken {
    fn step(self, tree: &Tree<'_, '_>, run: &mut AutomatonRun<'_>) -> bool {
        match self.child {
            Some(child) => run.step_child(tree.nodes[child].production, self.end - self.start),
            None => run.step(tree.input[self.start]),
        }
    }
}

fn tokens(tree: &Tree<'_, '_>, index: usize) -> Result<Vec<NodeToken>, NotDerived> {
    let node = tree.nodes[index];
    let mut tokens = Vec::new();
    let mut at = node.start;
    let mut next = index + 1;
    while next <= index + node.below {
        let child = tree.nodes[next];
        if child.start < at || child.end > node.end {
            return Err(NotDerived { node: next, offset: child.start });
        }
        tokens.extend((at..child.start).map(byte_token));
        tokens.push(NodeToken { start: child.start, end: child.end, child: Some(next) });
        at = child.end;
        next += 1 + child.below;
    }
    tokens.extend((at..node.end).map(byte_token));
    Ok(tokens)
}

fn byte_token(at: usize) -> NodeToken {
    NodeToken { start: at, end: at + 1, child: None }
}

/// The nodes directly below a node, in order.
fn children(tree: &Tree<'_, '_>, index: usize) -> impl Iterator<Item = usize> {
    let end = index + 1 + tree.nodes[index].below;
    let next = move |child: usize| (child < end).then_some(child);
    std::iter::successors(next(index + 1), move |&child| next(child + 1 + tree.nodes[child].below))
}
