//! Translates expressions of a grammar into the nodes of [`suffixes`]. A node is a condition on the
//! rest of an input.
//!
//! Expressions are translated from right to left, since the node of a part depends on the node of
//! what follows it. The result is cached by that pair. A choice, option or repetition matches in
//! every possible way, as the document means it, or only in the first, as a PEG parser reads it.
//!
//! [`suffixes`]: urlbnf_language::suffixes

use urlbnf_language::suffixes::{SuffixNode, SuffixNodeId, TRUE};
use urlbnf_language::{FastMap, Nfa};

use crate::grammar::{CharacterSet, Expression, ExpressionKind, ProductionId};

/// A condition that no rest meets.
fn never() -> SuffixNode {
    SuffixNode::Character(CharacterSet::default(), TRUE)
}

/// The nodes made so far, and the cache.
pub(crate) struct SuffixNodeArena {
    pub nodes: Vec<SuffixNode>,
    /// The nodes by part of the text and the node that follows it.
    made: FastMap<(*const Expression, SuffixNodeId), SuffixNodeId>,
    /// The nesting depth of the part that is being translated.
    pub depth: usize,
}

impl SuffixNodeArena {
    pub fn new() -> SuffixNodeArena {
        SuffixNodeArena { nodes: vec![SuffixNode::True], made: FastMap::default(), depth: 0 }
    }

    /// Removes all nodes but keeps their memory, so that the arena can be reused.
    pub fn clear(&mut self) {
        self.nodes.truncate(1);
        self.made.clear();
        self.depth = 0;
    }
}

/// Translates the expressions of a grammar.
pub(crate) trait SuffixTranslator<'g> {
    /// Why an expression is not translated.
    type Error;

    /// The nodes made so far.
    fn arena(&mut self) -> &mut SuffixNodeArena;

    /// Counts a node before it is made.
    fn count_node(&mut self) -> Result<(), Self::Error>;

    /// Counts a part before it is looked up. Fails if it is nested too deeply.
    fn enter(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A string of a production, and then `next`.
    fn name(&mut self, id: ProductionId, next: SuffixNodeId) -> Result<SuffixNodeId, Self::Error>;

    /// Whether a part takes the first match.
    fn is_first_match(&self, part: &Expression) -> bool;

    /// Fails if an unbounded repetition of this part is not supported.
    fn repeat(&self, body: &Expression) -> Result<(), Self::Error>;

    /// Makes a node. Without `#[inline]`, copying the node dominates its cost.
    #[inline]
    fn node(&mut self, node: SuffixNode) -> Result<SuffixNodeId, Self::Error> {
        self.count_node()?;
        let nodes = &mut self.arena().nodes;
        nodes.push(node);
        Ok(nodes.len() - 1)
    }

    /// A part of the text, and then `next`.
    fn then(
        &mut self,
        part: &'g Expression,
        next: SuffixNodeId,
    ) -> Result<SuffixNodeId, Self::Error> {
        self.enter()?;
        let key = (std::ptr::from_ref(part), next);
        if let Some(&made) = self.arena().made.get(&key) {
            return Ok(made);
        }
        self.arena().depth += 1;
        let node = self.make(part, next)?;
        self.arena().depth -= 1;
        self.arena().made.insert(key, node);
        Ok(node)
    }

    /// Like [`SuffixTranslator::then`], without the cache.
    fn make(
        &mut self,
        part: &'g Expression,
        next: SuffixNodeId,
    ) -> Result<SuffixNodeId, Self::Error> {
        if let Some(bytes) = part.bytes() {
            let mut bytes = bytes.into_iter().rev();
            return bytes
                .try_fold(next, |next, bytes| self.node(SuffixNode::Character(bytes, next)));
        }
        let is_first = self.is_first_match(part);
        match &part.kind {
            ExpressionKind::Reference(id) => self.name(*id, next),
            ExpressionKind::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.then(part, next))
            }
            ExpressionKind::Choice(parts) if is_first => self.first_of(parts, next),
            ExpressionKind::Choice(parts) => self.any(parts, next),
            ExpressionKind::Optional(body) => self.optional(body, next, next, is_first),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let mut after = next;
                match at_most {
                    Some(most) => {
                        for _ in *at_least..*most {
                            after = self.optional(body, after, next, is_first)?;
                        }
                    }
                    None => {
                        self.repeat(body)?;
                        after = self.node(SuffixNode::True)?;
                        let first = self.then(body, after)?;
                        self.arena().nodes[after] = self.or(first, body, next, is_first)?;
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
        first: SuffixNodeId,
        body: &'g Expression,
        second: SuffixNodeId,
        is_first_match: bool,
    ) -> Result<SuffixNode, Self::Error> {
        Ok(match is_first_match {
            true => SuffixNode::Choice { first, matches: self.then(body, TRUE)?, second },
            false => SuffixNode::Either(first, second),
        })
    }

    /// The body and then `after`, or `otherwise`.
    fn optional(
        &mut self,
        body: &'g Expression,
        after: SuffixNodeId,
        otherwise: SuffixNodeId,
        is_first_match: bool,
    ) -> Result<SuffixNodeId, Self::Error> {
        let first = self.then(body, after)?;
        let node = self.or(first, body, otherwise, is_first_match)?;
        self.node(node)
    }

    /// One of the alternatives, and then `next`.
    fn any(
        &mut self,
        alternatives: impl IntoIterator<Item = &'g Expression>,
        next: SuffixNodeId,
    ) -> Result<SuffixNodeId, Self::Error> {
        let mut all = None;
        for alternative in alternatives {
            let one = self.then(alternative, next)?;
            all = Some(self.either(one, all)?);
        }
        all.map_or_else(|| self.node(never()), Ok)
    }

    /// A node that holds where `one` or `other` holds: `one` itself if there is no `other`.
    fn either(
        &mut self,
        one: SuffixNodeId,
        other: Option<SuffixNodeId>,
    ) -> Result<SuffixNodeId, Self::Error> {
        other.map_or(Ok(one), |other| self.node(SuffixNode::Either(one, other)))
    }

    /// The first alternative that matches a beginning of the rest, and then `next`.
    fn first_of(
        &mut self,
        alternatives: impl IntoIterator<Item = &'g Expression, IntoIter: DoubleEndedIterator>,
        next: SuffixNodeId,
    ) -> Result<SuffixNodeId, Self::Error> {
        let mut before = alternatives.into_iter().rev();
        let Some(last) = before.next() else { return self.node(never()) };
        let last = self.then(last, next)?;
        before.try_fold(last, |second, one| self.optional(one, next, second, true))
    }

    /// A string of a language, and then `next`. Every match is tried, not only the longest.
    fn whole(&mut self, language: &Nfa, next: SuffixNodeId) -> Result<SuffixNodeId, Self::Error> {
        let first = self.arena().nodes.len();
        for _ in &language.steps {
            self.node(SuffixNode::True)?;
        }
        for (state, steps) in language.steps.iter().enumerate() {
            let mut node = language.accepting[state].then_some(next);
            for &(characters, target) in steps {
                let step = self.node(SuffixNode::Character(characters, first + target))?;
                node = Some(self.either(step, node)?);
            }
            self.arena().nodes[first + state] =
                node.map_or_else(never, |id| SuffixNode::Either(id, id));
        }
        Ok(first + language.starts.first().copied().unwrap_or_default())
    }
}
