//! Whether a tree is a derivation of the printed grammar, and the whole of it.
//!
//! The parser's trees leave two things out (see [`tree`](crate::tree)), and the
//! parser is made from the transcription, not from the page. So a tree is held
//! against the production that is printed: the automaton of its text, over
//! bytes and over whole children, must take what the node has. The same walk
//! says which part of the text took what, and so completes the tree: right
//! recursion is folded again, and every character is derived from its class.
//! A whole derivation can then be gone through step by step ([`Leftmost`]).

mod first;
mod leftmost;

use std::collections::HashMap;

use crate::automaton::{self, Automaton, Closure, NotRegular, Walk};
use crate::grammar::{Grammar, ProductionId, alternatives};
use crate::tree::{NodeData, Tree};

pub use first::Deriver;
pub use leftmost::{Applied, Leftmost, Symbol};

/// That a node is no derivation of its production.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("node {node} of the tree does not derive its part of the input")]
pub struct NotDerived {
    /// The node, counted from the root in the order of [`Tree::nodes`].
    pub node: usize,
    /// The byte of the input at which the printed production does not go on.
    pub offset: usize,
}

/// Verifies that every node of a tree is derived by its production as the
/// grammar prints it, and that the root has the whole input.
///
/// # Errors
/// The first node that its production does not derive, and where in the input.
pub fn verify(tree: &Tree<'_, '_>) -> Result<(), NotDerived> {
    let mut productions = Productions::of(tree.grammar);
    let whole = tree.nodes[0].start == 0 && tree.nodes[0].end == tree.input.len();
    if !whole {
        return Err(NotDerived { node: 0, offset: tree.nodes[0].end });
    }
    for index in 0..tree.nodes.len() {
        let node = NotDerived { node: index, offset: tree.nodes[index].start };
        let automaton = productions.automaton(tree.nodes[index].production).map_err(|_| node)?;
        let mut walk = Walk::new(automaton);
        for token in tokens(tree, index)? {
            if !token.step(tree, &mut walk) {
                return Err(NotDerived { node: index, offset: token.start });
            }
        }
        if !walk.may_end() {
            return Err(NotDerived { node: index, offset: tree.nodes[index].end });
        }
    }
    Ok(())
}

/// Completes a tree: nothing flattened, and every unit derived to its characters.
/// Where the printed grammar leaves a choice, the first that it prints is taken.
///
/// # Errors
/// The first node that its production does not derive, and where in the input.
pub fn complete<'g, 'i>(tree: &Tree<'g, 'i>) -> Result<Tree<'g, 'i>, NotDerived> {
    let mut productions = Productions::of(tree.grammar);
    let mut completing = Completing { nodes: Vec::new(), open: Vec::new() };
    let mut pending = vec![Pending::Node(0)];
    while let Some(next) = pending.pop() {
        match next {
            Pending::Node(index) => {
                let steps = steps(&mut productions, tree, index)?;
                pending.extend(steps.into_iter().rev());
            }
            Pending::Open(production, start) => completing.open(production, start),
            Pending::Close(end) => completing.close(end),
            Pending::Unit(unit, start, end) => {
                completing.unit(tree.grammar, unit, &tree.input[start..end], start);
            }
        }
    }
    Ok(Tree { grammar: tree.grammar, input: tree.input, nodes: completing.nodes })
}

/// The same tree without what is one unit long: the bytes say it.
pub fn abridge<'g, 'i>(tree: &Tree<'g, 'i>) -> Tree<'g, 'i> {
    abridge_but(tree, |_| false)
}

/// The same tree without what is one unit long, but for the productions that are shown.
pub(crate) fn abridge_but<'g, 'i>(
    tree: &Tree<'g, 'i>,
    shown: impl Fn(ProductionId) -> bool,
) -> Tree<'g, 'i> {
    thin(tree, |node, parent, _| {
        parent.is_some() && tree.grammar.unit(node.production).is_some() && !shown(node.production)
    })
}

/// The tree without some of its nodes, whose parts go to the node above. What is
/// left out may depend on that node, as far as it is left in itself, and on whether
/// it is the last of its parts.
fn thin<'g, 'i>(
    tree: &Tree<'g, 'i>,
    leave_out: impl Fn(&NodeData, Option<&NodeData>, bool) -> bool,
) -> Tree<'g, 'i> {
    let mut nodes: Vec<NodeData> = Vec::new();
    // Where each node that is left in and still open ends, and its new number.
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

/// The same tree with right recursion flattened, as the parser's trees have it: a
/// node that is the last of its parent, ends it and is of the same production gives
/// its parts to it.
pub fn flatten<'g, 'i>(tree: &Tree<'g, 'i>) -> Tree<'g, 'i> {
    thin(tree, |node, parent, last| {
        last && parent.is_some_and(|it| it.production == node.production && it.end == node.end)
    })
}

/// The same tree without the nodes in which a right recursion ends in nothing, as a
/// completed tree has it.
pub(crate) fn without_empty_ends<'g, 'i>(tree: &Tree<'g, 'i>) -> Tree<'g, 'i> {
    thin(tree, |node, parent, last| {
        let of_itself = parent.is_some_and(|it| it.production == node.production);
        last && of_itself && node.start == node.end
    })
}

/// The automata of a grammar's productions over children, made when needed.
struct Productions<'g> {
    grammar: &'g Grammar,
    automata: HashMap<ProductionId, Automaton>,
}

impl<'g> Productions<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        Productions { grammar, automata: HashMap::new() }
    }

    fn automaton(&mut self, id: ProductionId) -> Result<&Automaton, NotRegular> {
        Ok(match self.automata.entry(id) {
            std::collections::hash_map::Entry::Occupied(made) => made.into_mut(),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(Automaton::over_children(self.grammar, id, self.grammar.limits())?)
            }
        })
    }
}

/// What a node is made of: a byte of its own, or a child.
#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
    child: Option<usize>,
}

impl Token {
    fn step(self, tree: &Tree<'_, '_>, walk: &mut Walk<'_>) -> bool {
        match self.child {
            Some(child) => walk.step_child(tree.nodes[child].production, self.end - self.start),
            None => walk.step(tree.input[self.start]),
        }
    }
}

fn tokens(tree: &Tree<'_, '_>, index: usize) -> Result<Vec<Token>, NotDerived> {
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
        tokens.push(Token { start: child.start, end: child.end, child: Some(next) });
        at = child.end;
        next += 1 + child.below;
    }
    tokens.extend((at..node.end).map(byte_token));
    Ok(tokens)
}

fn byte_token(at: usize) -> Token {
    Token { start: at, end: at + 1, child: None }
}

/// What is left to write of a completed tree.
enum Pending {
    Node(usize),
    Open(ProductionId, usize),
    Close(usize),
    Unit(ProductionId, usize, usize),
}

/// The parts of a completed node.
fn steps(
    productions: &mut Productions<'_>,
    tree: &Tree<'_, '_>,
    index: usize,
) -> Result<Vec<Pending>, NotDerived> {
    let node = tree.nodes[index];
    let closure = Closure::of_production(productions.grammar, node.production).is_some();
    let fault = |offset| NotDerived { node: index, offset };
    let automaton = productions.automaton(node.production).map_err(|_| fault(node.start))?;
    let tokens = tokens(tree, index)?;
    let path = path(automaton, tree, &tokens).ok_or(fault(node.start))?;
    let mut steps = vec![Pending::Open(node.production, node.start)];
    let mut opened = 1;
    let again: Vec<bool> =
        (0..tokens.len()).map(|at| at > 0 && automaton.reenters(path[at - 1], path[at])).collect();
    let last = again.iter().rposition(|&again| again).unwrap_or_default();
    let is_itself = |token: Token| {
        token.child.is_some_and(|child| tree.nodes[child].production == node.production)
    };
    let mut alone = false;
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        if again[at] {
            steps.push(Pending::Open(node.production, token.start));
            opened += 1;
        }
        // X = X [ X ]: each A stands in an X of its own, beside the X of the rest.
        let begins = at == 0 || again[at];
        if closure && begins && at < last && !is_itself(token) {
            steps.push(Pending::Open(node.production, token.start));
            alone = true;
        }
        let position = automaton.position(path[at]);
        match (token.child, &position.symbol) {
            (Some(child), _) => steps.push(Pending::Node(child)),
            (None, automaton::Symbol::Production(unit)) => {
                let escape =
                    (path.get(at + 1)).is_some_and(|&next| automaton.position(next).in_escape);
                let further = path[at + 1..].iter();
                let further = further.take_while(|&&it| automaton.position(it).in_character);
                let end = token.start + if escape { 3 } else { 1 + further.count() };
                steps.push(Pending::Unit(*unit, token.start, end));
                at += end - token.start - 1;
            }
            (None, automaton::Symbol::Literal(_) | automaton::Symbol::Value) => {}
        }
        if alone && again.get(at + 1) == Some(&true) {
            steps.push(Pending::Close(tokens[at].end));
            alone = false;
        }
        at += 1;
    }
    steps.extend((0..opened).map(|_| Pending::Close(node.end)));
    Ok(steps)
}

/// The position that takes each token, along the first path that is printed.
fn path(automaton: &Automaton, tree: &Tree<'_, '_>, tokens: &[Token]) -> Option<Vec<usize>> {
    let mut walk = Walk::new(automaton);
    let mut waiting: Vec<Vec<usize>> = Vec::with_capacity(tokens.len());
    for token in tokens {
        waiting.push(walk.waiting().map(|thread| thread.position).collect());
        if !token.step(tree, &mut walk) {
            return None;
        }
    }
    let takes = |position: usize, token: &Token| match token.child {
        Some(child) => automaton.position(position).child == Some(tree.nodes[child].production),
        None => automaton.position(position).characters.contains(tree.input[token.start]),
    };
    let mut path: Vec<usize> = Vec::with_capacity(tokens.len());
    for (token, waiting) in tokens.iter().zip(&waiting).rev() {
        let leads = |position: usize| match path.last() {
            Some(&next) => automaton.leads(position, next),
            None => automaton.may_end_after(position),
        };
        let position = *waiting.iter().find(|&&it| takes(it, token) && leads(it))?;
        path.push(position);
    }
    path.reverse();
    Some(path)
}

struct Completing {
    nodes: Vec<NodeData>,
    open: Vec<usize>,
}

impl Completing {
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

    /// A unit, down to the production that has the character itself.
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
