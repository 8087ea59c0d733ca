//! Translates expressions of a grammar into the nodes of [`suffixes`]. A node is a condition on the
//! rest of an input.
//!
//! Expressions are translated from right to left, since the node of a part depends on the node of
//! what follows it. The result is cached by that pair. A choice, option or repetition matches in
//! every possible way, as the document means it, or only in the first, as a PEG parser reads it.
//!
//! [`suffixes`]: urlbnf_language::suffixes

use urlbnf_language::suffixes::{Node, NodeId, TRUE};
use urlbnf_language::{FastMap, Nfa};

use crate::grammar::{CharacterSet, Expression, ExpressionKind, ProductionId};

/// A condition that no rest meets.
fn never() -> Node {
    Node::Character(CharacterSet::default(), TRUE)
}

/// The nodes made so far, and the cache.
pub(crate) struct Rests {
    pub nodes: Vec<Node>,
    /// The nodes by part of the text and the node that follows it.
    made: FastMap<(*const Expression, NodeId), NodeId>,
    /// The nesting depth of the part that is being translated.
    pub depth: usize,
}

impl Rests {
    pub fn new() -> Rests {
        Rests { nodes: vec![Node::True], made: FastMap::default(), depth: 0 }
    }
}

/// Translates the expressions of a grammar.
pub(crate) trait Reader<'g> {
    /// Why an expression is not translated.
    type Error;

    /// The nodes made so far.
    fn rests(&mut self) -> &mut Rests;

    /// Counts a node before it is made.
    fn count_node(&mut self) -> Result<(), Self::Error>;

    /// Counts a part before it is looked up. Fails if it is nested too deeply.
    fn enter(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A string of a production, and then `next`.
    fn name(&mut self, id: ProductionId, next: NodeId) -> Result<NodeId, Self::Error>;

    /// Whether a part takes the first match.
    fn is_first_match(&self, part: &Expression) -> bool;

    /// Fails if an unbounded repetition of this part is not supported.
    fn repeat(&self, body: &Expression) -> Result<(), Self::Error>;

    /// Makes a node.
    fn node(&mut self, node: Node) -> Result<NodeId, Self::Error> {
        self.count_node()?;
        let nodes = &mut self.rests().nodes;
        nodes.push(node);
        Ok(nodes.len() - 1)
    }

    /// A part of the text, and then `next`.
    fn then(&mut self, part: &'g Expression, next: NodeId) -> Result<NodeId, Self::Error> {
        self.enter()?;
        let key = (std::ptr::from_ref(part), next);
        if let Some(&made) = self.rests().made.get(&key) {
            return Ok(made);
        }
        self.rests().depth += 1;
        let node = self.make(part, next);
        self.rests().depth -= 1;
        if let Ok(node) = node {
            self.rests().made.insert(key, node);
        }
        node
    }

    /// Like [`Reader::then`], without the cache.
    fn make(&mut self, part: &'g Expression, next: NodeId) -> Result<NodeId, Self::Error> {
        if let Some(bytes) = part.bytes() {
            let mut bytes = bytes.into_iter().rev();
            return bytes.try_fold(next, |next, bytes| self.node(Node::Character(bytes, next)));
        }
        let is_first = self.is_first_match(part);
        match &part.kind {
            ExpressionKind::Reference(id) => self.name(*id, next),
            ExpressionKind::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.then(part, next))
            }
            ExpressionKind::Choice(parts) if is_first => self.first_of(parts, next),
            ExpressionKind::Choice(parts) => self.any(parts, next),
            ExpressionKind::Optional(body) => self.perhaps(body, next, next, is_first),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let mut after = next;
                match at_most {
                    Some(most) => {
                        for _ in *at_least..*most {
                            after = self.perhaps(body, after, next, is_first)?;
                        }
                    }
                    None => {
                        self.repeat(body)?;
                        after = self.node(Node::True)?;
                        let first = self.then(body, after)?;
                        self.rests().nodes[after] = self.or(first, body, next, is_first)?;
                    }
                }
                for _ in 0..*at_least {
                    let before = self.then(body, after)?;
                    // The body adds no node, however often it is repeated.
                    if before == after {
                        break;
                    }
                    after = before;
                }
                Ok(after)
            }
            _ => Ok(next),
        }
    }

    /// Either `first`, which is the body and what follows it, or `second`; by the first match,
    /// `second` only where the body does not match.
    fn or(
        &mut self,
        first: NodeId,
        body: &'g Expression,
        second: NodeId,
        is_first_match: bool,
    ) -> Result<Node, Self::Error> {
        Ok(match is_first_match {
            true => Node::Choice { first, matches: self.then(body, TRUE)?, second },
            false => Node::Either(first, second),
        })
    }

    /// The body and then `after`, or `otherwise`.
    fn perhaps(
        &mut self,
        body: &'g Expression,
        after: NodeId,
        otherwise: NodeId,
        is_first_match: bool,
    ) -> Result<NodeId, Self::Error> {
        let first = self.then(body, after)?;
        let node = self.or(first, body, otherwise, is_first_match)?;
        self.node(node)
    }

    /// One of the alternatives, and then `next`.
    fn any(
        &mut self,
        alternatives: impl IntoIterator<Item = &'g Expression>,
        next: NodeId,
    ) -> Result<NodeId, Self::Error> {
        let mut all = self.node(never())?;
        for alternative in alternatives {
            let one = self.then(alternative, next)?;
            all = self.node(Node::Either(one, all))?;
        }
        Ok(all)
    }

    /// The first alternative that matches a beginning of the rest, and then `next`.
    fn first_of(
        &mut self,
        alternatives: impl IntoIterator<Item = &'g Expression, IntoIter: DoubleEndedIterator>,
        next: NodeId,
    ) -> Result<NodeId, Self::Error> {
        let mut before = alternatives.into_iter().rev();
        let Some(last) = before.next() else { return self.node(never()) };
        let last = self.then(last, next)?;
        before.try_fold(last, |second, one| self.perhaps(one, next, second, true))
    }

    /// A string of a language, and then `next`. Every match is tried, not only the longest.
    fn whole(&mut self, language: &Nfa, next: NodeId) -> Result<NodeId, Self::Error> {
        let first = self.rests().nodes.len();
        for _ in &language.steps {
            self.node(Node::True)?;
        }
        for (state, steps) in language.steps.iter().enumerate() {
            let mut way = match language.accepting[state] {
                true => next,
                false => self.node(never())?,
            };
            for &(characters, target) in steps {
                let step = self.node(Node::Character(characters, first + target))?;
                way = self.node(Node::Either(step, way))?;
            }
            self.rests().nodes[first + state] = Node::Either(way, way);
        }
        Ok(first + language.starts.first().copied().unwrap_or_default())
    }
}
