//! Completing a tree: right recursion is nested again, and every character is derived.
//!
//! The automaton of a production's own text shows which part of it took what. If there is a
//! choice, the part that is printed first is taken.

use crate::automaton::{self, Automaton, AutomatonRun};
use crate::grammar::{Grammar, ProductionId, alternatives};
use crate::tree::{NodeData, Tree};

use super::partial::PartialDerivation;
use super::route::{self, ExpectedContinuation, ProductionRoute};
use super::{NodeToken, NotDerived, ProductionAutomata, children, tokens};

/// Completes a tree: nothing is flattened, a right recursion that ends in an empty name has that
/// name, and every unit is derived to its characters. If the printed grammar leaves a choice,
/// the part that is printed first is taken.
///
/// # Errors
/// The first node that its production does not derive, and the offset in the input.
pub fn complete<'g, 'i>(tree: &Tree<'g, 'i>) -> Result<Tree<'g, 'i>, NotDerived> {
    Ok(with_empty_ends(completed(tree, &[])?).tree)
}

/// Completes a tree in which some nodes are open, each the last child of the one before.
pub(super) fn completed<'g, 'i>(
    tree: &Tree<'g, 'i>,
    open: &[(usize, ExpectedContinuation)],
) -> Result<PartialDerivation<'g, 'i>, NotDerived> {
    let (mut continuations, mut begun) = (Vec::new(), 0);
    let mut productions = ProductionAutomata::new(tree.grammar);
    let mut completing = CompletedTreeBuilder { nodes: Vec::new(), open: Vec::new() };
    let mut pending = vec![CompletionTask::Node(0)];
    while let Some(next) = pending.pop() {
        match next {
            CompletionTask::Node(index) => {
                let level = open.iter().position(|&(node, _)| node == index);
                let expected = level.map(|level| &open[level].1);
                let mut parts = parts(&mut productions, tree, index, expected)?;
                if let Some(expected) = expected {
                    let again = ExpectedContinuation::Child(tree.nodes[index].production, None);
                    continuations.extend(std::iter::repeat_n(again, parts.opened - 1));
                    continuations.push(expected.clone());
                    begun = parts.begun;
                }
                if let Some((below, _)) = level.and_then(|level| open.get(level + 1)) {
                    let last = parts.steps.len() - parts.opened;
                    parts.steps.insert(last, CompletionTask::Node(*below));
                }
                pending.extend(parts.steps.into_iter().rev());
            }
            CompletionTask::Open(production, start) => completing.open(production, start),
            CompletionTask::Close(end) => completing.close(end),
            CompletionTask::Unit(unit, start, end) => {
                completing.unit(tree.grammar, unit, &tree.input[start..end], start);
            }
        }
    }
    let tree = Tree { grammar: tree.grammar, input: tree.input, nodes: completing.nodes };
    let mut open: Vec<(usize, ExpectedContinuation)> = Vec::new();
    for expected in continuations {
        let node = match open.last() {
            None => 0,
            Some(&(above, _)) => children(&tree, above).last().unwrap_or(above),
        };
        open.push((node, expected));
    }
    Ok(PartialDerivation { tree, open, begun })
}

/// Adds the empty names in which right recursions end. The parser's trees leave these out.
pub(super) fn with_empty_ends<'g, 'i>(
    partial: PartialDerivation<'g, 'i>,
) -> PartialDerivation<'g, 'i> {
    let PartialDerivation { tree, open, begun } = partial;
    let grammar = tree.grammar;
    let names_itself = |id: ProductionId| {
        let mut texts = grammar.production(id).definitions().iter();
        texts.any(|definition| definition.body.references().iter().any(|&(named, _)| named == id))
    };
    let empty = grammar.may_be_empty();
    let recursive: Vec<bool> =
        grammar.ids().map(|id| empty[id.index()] && names_itself(id)).collect();
    let is_open = |node: usize| open.binary_search_by_key(&node, |&(number, _)| number).is_ok();
    let lacks = |node: usize| {
        let NodeData { production, end, .. } = tree.nodes[node];
        if !recursive[production.index()] || is_open(node) {
            return false;
        }
        let mut tokens = route::tokens(&tree, node, None, end);
        let leads = |tokens: &[_]| {
            ProductionRoute::from_tokens(grammar, production, tokens, None)
                .is_ok_and(|route| route.is_some())
        };
        if leads(&tokens) {
            return false;
        }
        tokens.push((route::RouteToken::Child(production), end..end));
        leads(&tokens)
    };
    let mut nodes: Vec<NodeData> = Vec::with_capacity(tree.nodes.len());
    let mut places = Vec::with_capacity(tree.nodes.len());
    // By open node: the old number after it, its new number, and whether it lacks a name.
    let mut enclosing: Vec<(usize, usize, bool)> = Vec::new();
    let close = |nodes: &mut Vec<NodeData>, (_, node, lacking): (usize, usize, bool)| {
        let NodeData { production, end, .. } = nodes[node];
        if lacking {
            nodes.push(NodeData { production, start: end, end, below: 0 });
        }
        nodes[node].below = nodes.len() - node - 1;
    };
    for (index, &node) in tree.nodes.iter().enumerate() {
        while let Some(ended) = enclosing.pop_if(|(end, ..)| *end <= index) {
            close(&mut nodes, ended);
        }
        places.push(nodes.len());
        enclosing.push((index + 1 + node.below, nodes.len(), lacks(index)));
        nodes.push(node);
    }
    while let Some(ended) = enclosing.pop() {
        close(&mut nodes, ended);
    }
    let open = open.iter().map(|(node, expected)| (places[*node], expected.clone())).collect();
    PartialDerivation { tree: Tree { nodes, ..tree.clone() }, open, begun }
}

/// A pending step of writing the completed tree.
enum CompletionTask {
    Node(usize),
    Open(ProductionId, usize),
    Close(usize),
    Unit(ProductionId, usize, usize),
}

/// The parts of a node in a completed tree.
struct NodeCompletion {
    steps: Vec<CompletionTask>,
    /// How many nodes of the production are open: one, and one for each right recursion.
    opened: usize,
    /// How many of the last bytes are an incomplete character.
    begun: usize,
}

/// The parts of a completed node; of an open node, those before what is `expected`.
fn parts(
    productions: &mut ProductionAutomata<'_>,
    tree: &Tree<'_, '_>,
    index: usize,
    expected: Option<&ExpectedContinuation>,
) -> Result<NodeCompletion, NotDerived> {
    let node = tree.nodes[index];
    let closure = automaton::has_closure(productions.grammar, node.production);
    let fault = |offset| NotDerived { node: index, offset };
    let automaton = productions.automaton(node.production).map_err(|_| fault(node.start))?;
    let mut tokens = tokens(tree, index)?;
    if let Some(ExpectedContinuation::Child(..)) = expected {
        tokens.pop();
    }
    let (path, next) = path(automaton, tree, &tokens, expected).ok_or(fault(node.start))?;
    let mut steps = vec![CompletionTask::Open(node.production, node.start)];
    let mut opened = 1;
    let mut again: Vec<bool> =
        (0..path.len()).map(|at| at > 0 && automaton.reenters(path[at - 1], path[at])).collect();
    let reenters =
        path.last().zip(next).is_some_and(|(&last, next)| automaton.reenters(last, next));
    again.push(reenters);
    let last = again.iter().rposition(|&again| again).unwrap_or_default();
    let is_itself = |token: NodeToken| {
        token.child.is_some_and(|child| tree.nodes[child].production == node.production)
    };
    let inside = |position: usize| {
        let position = automaton.position(position);
        position.in_escape || position.in_character
    };
    let mut begun = 0;
    if next.is_some_and(inside) {
        begun = 1 + path.iter().rev().take_while(|&&position| inside(position)).count();
    }
    let whole = tokens.len() - begun.min(tokens.len());
    let mut alone = false;
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        if again[at] {
            steps.push(CompletionTask::Open(node.production, token.start));
            opened += 1;
        }
        // X = X [ X ]: each A is in an X of its own, beside the X of the rest.
        let begins = at == 0 || again[at];
        if closure && begins && at < last && !is_itself(token) {
            steps.push(CompletionTask::Open(node.production, token.start));
            alone = true;
        }
        let position = automaton.position(path[at]);
        match (token.child, &position.symbol) {
            (Some(child), _) => steps.push(CompletionTask::Node(child)),
            (None, automaton::PositionSymbol::Production(unit)) if at < whole => {
                let escape =
                    (path.get(at + 1)).is_some_and(|&next| automaton.position(next).in_escape);
                let further = path[at + 1..].iter();
                let further =
                    further.take_while(|&&number| automaton.position(number).in_character);
                let end = token.start + if escape { 3 } else { 1 + further.count() };
                steps.push(CompletionTask::Unit(*unit, token.start, end));
                at += end - token.start - 1;
            }
            (None, _) => {}
        }
        if alone && again.get(at + 1) == Some(&true) {
            steps.push(CompletionTask::Close(tokens[at].end));
            alone = false;
        }
        at += 1;
    }
    if reenters {
        let start = tokens.last().map_or(node.start, |token| token.end);
        steps.push(CompletionTask::Open(node.production, start));
        opened += 1;
    }
    steps.extend((0..opened).map(|_| CompletionTask::Close(node.end)));
    Ok(NodeCompletion { steps, opened, begun })
}

/// The position that takes each token, on the path that is printed first; and with `expected`, the
/// position that waits after them.
fn path(
    automaton: &Automaton,
    tree: &Tree<'_, '_>,
    tokens: &[NodeToken],
    expected: Option<&ExpectedContinuation>,
) -> Option<(Vec<usize>, Option<usize>)> {
    let mut run = AutomatonRun::new(automaton);
    let mut waiting: Vec<Vec<usize>> = Vec::with_capacity(tokens.len());
    for token in tokens {
        waiting.push(run.waiting().map(|thread| thread.position).collect());
        if !token.step(tree, &mut run) {
            return None;
        }
    }
    let next: Vec<usize> = match expected {
        None => Vec::new(),
        Some(expected) => {
            let waiting = run.waiting().map(|thread| thread.position);
            waiting.filter(|&position| waits_for(automaton.position(position), expected)).collect()
        }
    };
    let ends = |position: usize| match expected {
        None => automaton.may_end_after(position),
        Some(_) => next.iter().any(|&target| automaton.leads(position, target)),
    };
    let takes = |position: usize, token: &NodeToken| match token.child {
        Some(child) => automaton.position(position).child == Some(tree.nodes[child].production),
        None => automaton.position(position).characters.contains(tree.input[token.start]),
    };
    let mut path: Vec<usize> = Vec::with_capacity(tokens.len());
    for (token, waiting) in tokens.iter().zip(&waiting).rev() {
        let leads = |position: usize| match path.last() {
            Some(&next) => automaton.leads(position, next),
            None => ends(position),
        };
        let position =
            *waiting.iter().find(|&&position| takes(position, token) && leads(position))?;
        path.push(position);
    }
    path.reverse();
    let leads = |next: &&usize| path.last().is_none_or(|&last| automaton.leads(last, **next));
    let next = next.iter().find(leads).copied();
    (expected.is_none() || next.is_some()).then_some((path, next))
}

/// Whether a position waits for what is expected.
fn waits_for(position: &automaton::Position, expected: &ExpectedContinuation) -> bool {
    match expected {
        ExpectedContinuation::Child(child, at) => {
            position.child == Some(*child) && at.is_none_or(|at| at == position.place.start)
        }
        ExpectedContinuation::Waits(symbol, place) => {
            position.child.is_none() && position.symbol == *symbol && position.place == *place
        }
    }
}

struct CompletedTreeBuilder {
    nodes: Vec<NodeData>,
    open: Vec<usize>,
}

impl CompletedTreeBuilder {
    fn open(&mut self, production: ProductionId, start: usize) {
        self.open.push(self.nodes.len());
        self.nodes.push(NodeData { production, start, end: start, below: 0 });
    }

    fn close(&mut self, end: usize) {
        if let Some(index) = self.open.pop() {
            self.nodes[index].end = end;
            self.nodes[index].below = self.nodes.len() - index - 1;
        }
    }

    /// Derives a unit, down to the production that has the character itself.
    fn unit(&mut self, grammar: &Grammar, unit: ProductionId, text: &[u8], start: usize) {
        let hex = |id| grammar.characters(id);
        let takes = |id: ProductionId, text: &[u8]| {
            grammar.unit(id).and_then(|unit| unit.length(text, hex)) == Some(text.len())
        };
        let mut depth = 0;
        let mut next = Some(unit);
        while let Some(id) = next {
            self.open(id, start);
            depth += 1;
            let mut alternatives = alternatives(grammar, id).into_iter();
            next = alternatives.find_map(|body| body.as_reference().filter(|&id| takes(id, text)));
            let escape = grammar.unit(id).and_then(|unit| unit.escape);
            if let Some(hex) =
                escape.filter(|_| next.is_none() && text.len() == 3 && text[0] == b'%')
            {
                for at in 1..3 {
                    self.unit(grammar, hex, &text[at..=at], start + at);
                }
            }
        }
        for _ in 0..depth {
            self.close(start + text.len());
        }
    }
}
