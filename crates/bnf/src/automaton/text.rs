//! The text of each production laid out by itself: what it names is left as a name.
//!
//! An automaton of positions writes out all that a production needs. Here a name stays one
//! step, and whoever follows it says what a name takes: another text, however deep
//! ([`Earley`](crate::earley::Earley)), or any string of a language. What derives nothing
//! is left out, so from every node some string ends.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, Exceeded, Meter};

use super::NodeId;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

/// A part of the layout.
#[derive(Debug)]
pub(crate) enum TextNode {
    /// Takes a byte.
    Takes(CharacterSet, NodeId),
    /// A production is named here.
    Names(ProductionId, NodeId),
    /// Goes on with any of these.
    Splits(Vec<NodeId>),
    /// The production is complete.
    Ends,
}

/// The texts of productions, each laid out when it is asked for.
#[derive(Debug)]
pub(crate) struct Texts<'g> {
    grammar: &'g Grammar,
    nodes: Vec<TextNode>,
    entries: HashMap<ProductionId, NodeId>,
}

impl<'g> Texts<'g> {
    /// Of a grammar; none is laid out yet.
    pub fn of(grammar: &'g Grammar) -> Texts<'g> {
        Texts { grammar, nodes: Vec::new(), entries: HashMap::new() }
    }

    /// A node.
    pub fn node(&self, node: NodeId) -> &TextNode {
        &self.nodes[node]
    }

    /// Where the text of a production begins, which derives something; a node is a step.
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
        meter.step(1)?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Lays an expression out before a node; `None` where it derives nothing.
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
                    // Even what lays out nothing is done so many times.
                    meter.step(1)?;
                    let Some(laid) = self.lay(body, entry, meter)? else { return Ok(None) };
                    entry = laid;
                }
            }
        }
        Ok(Some(entry))
    }

    /// As often as it goes.
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

    /// So many times at most.
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
