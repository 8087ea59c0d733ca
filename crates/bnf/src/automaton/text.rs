//! Layouts of the texts of single productions, in which names are not expanded.
//!
//! A position automaton expands all productions that it needs. Here a name is one step. The caller
//! decides what the step matches: the text of that production, nested to any depth
//! ([`Earley`](crate::earley::Earley)), or any string of a language. Parts that derive nothing
//! are left out, so every node leads to the end.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, Exceeded, Meter};

use super::NodeId;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

/// The steps that a node takes: it is kept.
pub(crate) const NODE: usize = 16;

/// A part of the layout.
#[derive(Debug)]
pub(crate) enum TextNode {
    /// Takes a byte.
    Takes(CharacterSet, NodeId),
    /// Names a production.
    Names(ProductionId, NodeId),
    /// Continues with any of these.
    Splits(Vec<NodeId>),
    /// The production is complete.
    Ends,
}

/// The layouts of productions, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct Texts<'g> {
    grammar: &'g Grammar,
    nodes: Vec<TextNode>,
    entries: HashMap<ProductionId, NodeId>,
}

impl<'g> Texts<'g> {
    /// The texts of a grammar, none of them laid out yet.
    pub fn of(grammar: &'g Grammar) -> Texts<'g> {
        Texts { grammar, nodes: Vec::new(), entries: HashMap::new() }
    }

    /// A node by its number.
    pub fn node(&self, node: NodeId) -> &TextNode {
        &self.nodes[node]
    }

    /// The first node of a production that derives something. Each node is a step.
    ///
    /// # Errors
    /// If there are more nodes than the meter allows steps.
    pub fn entry(&mut self, id: ProductionId, meter: &mut Meter) -> Result<NodeId, Exceeded> {
        if let Some(&entry) = self.entries.get(&id) {
            return Ok(entry);
        }
        let end = self.add(TextNode::Ends, meter)?;
        let grammar = self.grammar;
        let mut alternatives = Vec::new();
        for alternative in grammar.production(id).alternatives() {
            alternatives.extend(self.lay(alternative, end, meter)?);
        }
        let entry = self.add(TextNode::Splits(alternatives), meter)?;
        self.entries.insert(id, entry);
        Ok(entry)
    }

    fn add(&mut self, node: TextNode, meter: &mut Meter) -> Result<NodeId, Exceeded> {
        meter.step(NODE)?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Lays out an expression before `next`; `None` if it derives nothing.
    fn lay(
        &mut self,
        expression: &Expression,
        next: NodeId,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Exceeded> {
        if let Some(bytes) = expression.bytes() {
            if bytes.iter().any(|byte| byte.is_empty()) {
                return Ok(None);
            }
            let mut entry = next;
            for byte in bytes.into_iter().rev() {
                entry = self.add(TextNode::Takes(byte, entry), meter)?;
            }
            return Ok(Some(entry));
        }
        let mut entry = next;
        match &expression.kind {
            ExpressionKind::Empty
            | ExpressionKind::Literal(_)
            | ExpressionKind::AnyCase(_)
            | ExpressionKind::Value(_) => {}
            ExpressionKind::Reference(id) if self.grammar.derives_nothing(*id) => return Ok(None),
            ExpressionKind::Reference(id) => entry = self.add(TextNode::Names(*id, next), meter)?,
            ExpressionKind::Sequence(parts) => {
                for part in parts.iter().rev() {
                    let Some(laid) = self.lay(part, entry, meter)? else { return Ok(None) };
                    entry = laid;
                }
            }
            ExpressionKind::Choice(parts) => {
                let mut laid = Vec::new();
                for part in parts {
                    laid.extend(self.lay(part, next, meter)?);
                }
                if laid.is_empty() {
                    return Ok(None);
                }
                entry = self.add(TextNode::Splits(laid), meter)?;
            }
            ExpressionKind::Optional(body) => {
                let mut ways = vec![next];
                ways.extend(self.lay(body, next, meter)?);
                entry = self.add(TextNode::Splits(ways), meter)?;
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                entry = match at_most {
                    None => self.without_end(body, next, meter)?,
                    Some(most) => {
                        self.at_most(most.saturating_sub(*at_least), body, next, meter)?
                    }
                };
                for _ in 0..*at_least {
                    // Count each round, even if it lays out nothing.
                    meter.step(1)?;
                    let Some(laid) = self.lay(body, entry, meter)? else { return Ok(None) };
                    entry = laid;
                }
            }
        }
        Ok(Some(entry))
    }

    /// Lays out any number of `body`.
    fn without_end(
        &mut self,
        body: &Expression,
        next: NodeId,
        meter: &mut Meter,
    ) -> Result<NodeId, Exceeded> {
        let entry = self.add(TextNode::Splits(vec![next]), meter)?;
        let laid = self.lay(body, entry, meter)?;
        if let TextNode::Splits(ways) = &mut self.nodes[entry] {
            ways.extend(laid);
        }
        Ok(entry)
    }

    /// Lays out at most `most` times `body`.
    fn at_most(
        &mut self,
        most: usize,
        body: &Expression,
        next: NodeId,
        meter: &mut Meter,
    ) -> Result<NodeId, Exceeded> {
        let mut entry = next;
        for _ in 0..most {
            meter.step(1)?;
            let Some(laid) = self.lay(body, entry, meter)? else { break };
            entry = self.add(TextNode::Splits(vec![next, laid]), meter)?;
        }
        Ok(entry)
    }
}
