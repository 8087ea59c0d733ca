//! Rules that a first-match parser reads differently from the document.
//!
//! A document means every string that a rule derives. Most generated parsers, and pest, try the
//! alternatives in order, take the first that matches a prefix, repeat as often as they can, and
//! never backtrack. [`suffixes`] has the equations for what such a parser accepts; here they are
//! built from the printed rule. First, the names in a rule are read as the document reads them,
//! so that only the rule's own text can be at fault. If that finds nothing, the names without a
//! finding are read by first match too, which finds rules that take too much of what follows
//! their name. Recursive names are always read as the document reads them.

use std::collections::HashMap;

use urlbnf_language::suffixes::{self, Node, NodeId, TRUE};
use urlbnf_language::{Dfa, Meter};

use super::by_strings;
use super::decided::Decided;
use super::endless::Endless;
use super::first::Beginnings;
use super::{Fault, Finding, LintCode};
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

/// The most nodes for one rule; a larger rule is not decided.
const MOST_NODES: usize = 20_000;

/// The steps that a node takes: it is kept, and looked up.
const NODE: usize = 32;

/// How deeply parts may be nested for their names to be expanded; the names in deeper parts are
/// read as the document reads them.
pub(super) const DEEPEST: usize = 300;

/// The most steps for one rule together with the rules that it names.
const MOST_STEPS: usize = 2_000_000;

/// The rules whose order matters, each with a shortest string that a first-match parser refuses,
/// and the rules on which such a parser never ends.
pub(super) fn findings(grammar: &Grammar, decided: &Decided) -> Vec<Finding> {
    let endless = Endless::of(grammar);
    let mut found = endless.findings(grammar);
    // The productions that are expanded where they are named.
    let mut plain = vec![false; grammar.len()];
    for id in grammar.bottom_up() {
        let Some(definition) = grammar.production(id).definitions().first() else { continue };
        if grammar.unit(id).is_some() || endless.is_left_recursive(id) {
            continue;
        }
        let difference = difference(grammar, decided, (&plain, &endless.empty), id);
        let difference = match difference {
            None if decided.is_undecided(id) || decided.cycles.contains_key(&id) => {
                by_strings::witness(grammar, id).map(|string| Some((string, false)))
            }
            other => other,
        };
        match difference {
            None => {}
            Some(None) => plain[id.index()] = !decided.recurs(grammar, id),
            Some(Some((string, by_names))) => {
                let (code, place) = (LintCode::OrderMatters, definition.name_place);
                let fault = Fault::OrderMatters { string, by_names };
                found.push(Finding { code, place, production: id, fault });
            }
        }
    }
    found
}

/// Whether it could be decided if the order of the alternatives in a rule's own text matters.
pub(super) fn is_decided(grammar: &Grammar, decided: &Decided, id: ProductionId) -> bool {
    let none = vec![false; grammar.len()];
    difference(grammar, decided, (&none, &grammar.may_be_empty()), id).is_some()
}

/// Returns a shortest string that a first-match parser does not take, and whether only its
/// reading of the named rules explains this; `None` if it is too much to decide.
fn difference(
    grammar: &Grammar,
    decided: &Decided,
    (plain, empty): (&[bool], &[bool]),
    id: ProductionId,
) -> Option<Option<(Vec<u8>, bool)>> {
    let none = vec![false; plain.len()];
    for (plain, by_names) in [(&none[..], false), (plain, true)] {
        if Beginnings::new(grammar, decided, plain).decide(id) {
            continue;
        }
        if by_names && !grammar.named_by(id).any(|it| plain[it.index()]) {
            break;
        }
        let document = decided.language_of(id)?;
        let ordered = ordered(grammar, decided, (plain, empty), id)?;
        if let Some(string) = document.witness_within(&ordered, grammar.limits()).ok()? {
            return Some(Some((string, by_names)));
        }
    }
    Some(None)
}

/// The language that a first-match parser accepts if it expands the plain names; `None` if it is
/// too much to decide.
fn ordered(
    grammar: &Grammar,
    decided: &Decided,
    (plain, empty): (&[bool], &[bool]),
    id: ProductionId,
) -> Option<Dfa> {
    let (nodes, made, named) = (vec![Node::True], HashMap::new(), HashMap::new());
    let mut reader = Reader { grammar, decided, plain, empty, nodes, made, named, open: 0 };
    let end = reader.node(Node::End(TRUE))?;
    let root = reader.production(id, end)?;
    let mut limits = grammar.limits().clone();
    if plain.contains(&true) {
        limits.steps = limits.steps.min(MOST_STEPS);
    }
    let mut meter = Meter::new(&limits);
    meter.charge(reader.nodes.len().saturating_mul(NODE)).ok()?;
    suffixes::language(&reader.nodes, root, &mut meter).ok()
}

struct Reader<'g> {
    grammar: &'g Grammar,
    decided: &'g Decided,
    /// The names that are expanded to their texts.
    plain: &'g [bool],
    /// By production: whether it derives the empty string.
    empty: &'g [bool],
    nodes: Vec<Node>,
    /// The nodes built so far, by part of the text and the node that follows it.
    made: HashMap<(*const Expression, NodeId), NodeId>,
    /// The same, by name and the node that follows it.
    named: HashMap<(ProductionId, NodeId), NodeId>,
    /// The current nesting depth of parts.
    open: usize,
}

impl<'g> Reader<'g> {
    fn node(&mut self, node: Node) -> Option<NodeId> {
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    fn production(&mut self, id: ProductionId, next: NodeId) -> Option<NodeId> {
        let alternatives: Vec<&Expression> = self.grammar.production(id).alternatives().collect();
        self.choice(&alternatives, next)
    }

    fn choice(&mut self, alternatives: &[&'g Expression], next: NodeId) -> Option<NodeId> {
        let (last, before) = alternatives.split_last()?;
        let mut second = self.then(last, next)?;
        for alternative in before.iter().rev() {
            let matches = self.then(alternative, TRUE)?;
            let first = self.then(alternative, next)?;
            second = self.node(Node::Choice { first, matches, second })?;
        }
        Some(second)
    }

    /// The node for a part of the text, followed by `next`.
    fn then(&mut self, expression: &'g Expression, next: NodeId) -> Option<NodeId> {
        let key = (std::ptr::from_ref(expression), next);
        if let Some(&made) = self.made.get(&key) {
            return Some(made);
        }
        self.open += 1;
        let node = self.make(expression, next);
        self.open -= 1;
        let node = node?;
        self.made.insert(key, node);
        Some(node)
    }

    fn make(&mut self, expression: &'g Expression, next: NodeId) -> Option<NodeId> {
        if let Some(bytes) = expression.bytes() {
            let mut next = next;
            for characters in bytes.into_iter().rev() {
                next = self.node(Node::Character(characters, next))?;
            }
            return Some(next);
        }
        match &expression.kind {
            ExpressionKind::Reference(id) => self.name(*id, next),
            ExpressionKind::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.then(part, next))
            }
            ExpressionKind::Choice(parts) => self.choice(&parts.iter().collect::<Vec<_>>(), next),
            ExpressionKind::Optional(body) => self.once_more(body, next, next),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let mut after = match at_most {
                    Some(most) => {
                        let mut after = next;
                        for _ in *at_least..*most {
                            after = self.once_more(body, after, next)?;
                        }
                        after
                    }
                    None => {
                        // An unbounded repetition of an empty string never ends.
                        if body.may_be_empty(self.empty) {
                            return None;
                        }
                        let again = self.node(Node::True)?;
                        let first = self.then(body, again)?;
                        let matches = self.then(body, TRUE)?;
                        self.nodes[again] = Node::Choice { first, matches, second: next };
                        again
                    }
                };
                for _ in 0..*at_least {
                    let before = self.then(body, after)?;
                    // The body adds no node, however often it is repeated.
                    if before == after {
                        break;
                    }
                    after = before;
                }
                Some(after)
            }
            _ => Some(next),
        }
    }

    /// The body and then `after` if the body matches, `otherwise` if not.
    fn once_more(
        &mut self,
        body: &'g Expression,
        after: NodeId,
        otherwise: NodeId,
    ) -> Option<NodeId> {
        let (first, matches) = (self.then(body, after)?, self.then(body, TRUE)?);
        self.node(Node::Choice { first, matches, second: otherwise })
    }

    fn name(&mut self, id: ProductionId, next: NodeId) -> Option<NodeId> {
        if let Some(&made) = self.named.get(&(id, next)) {
            return Some(made);
        }
        let made = match self.plain[id.index()] && self.open < DEEPEST {
            true => self.production(id, next),
            false => self.any(id, next),
        }?;
        self.named.insert((id, next), made);
        Some(made)
    }

    /// Any string of a production, followed by `next`; unlike a parser, it may stop at any match.
    fn any(&mut self, id: ProductionId, next: NodeId) -> Option<NodeId> {
        let language = self.decided.language_of(id)?.nfa();
        let states: Vec<NodeId> =
            language.steps.iter().map(|_| self.node(Node::True)).collect::<Option<_>>()?;
        for (state, steps) in language.steps.iter().enumerate() {
            let never = Node::Character(crate::grammar::CharacterSet::default(), TRUE);
            let mut way = match language.accepting[state] {
                true => next,
                false => self.node(never)?,
            };
            for &(characters, target) in steps {
                let step = self.node(Node::Character(characters, states[target]))?;
                way = self.node(Node::Either(step, way))?;
            }
            self.nodes[states[state]] = Node::Either(way, way);
        }
        language.starts.first().map(|&start| states[start])
    }
}
