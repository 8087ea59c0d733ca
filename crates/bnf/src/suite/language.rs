//! A choice read by the first match, in a grammar that is read as it is meant; or an optional or
//! repeated part that takes all that it can, which is the first match of that part and nothing.
//!
//! Many parsers take the first alternative that matches a beginning of what is left, and never
//! come back to the others. What such a parser makes of one choice is not a language of its own:
//! it depends on what follows. So the start is read together with all that follows, as
//! [`suffixes`] reads a repetition: a node for each place of the text says whether the rest of the
//! input matches from there.

use std::collections::{HashMap, HashSet};

use urlbnf_language::suffixes::{self, Node, NodeId, TRUE};
use urlbnf_language::{Dfa, Limit, Limits, Meter};

use super::Undecided;
use crate::automaton::{Automaton, Language, NotRegular};
use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, ProductionId};

/// How many productions and brackets may be nested in each other on the way to the choice: beyond,
/// nothing is said.
const DEEPEST: usize = 300;

/// The strings of a start where one choice is read by the first match.
pub(super) fn language(
    grammar: &Grammar,
    start: ProductionId,
    choice: &Expression,
    within: ProductionId,
) -> Result<Dfa, Undecided> {
    let limits = grammar.limits().clone();
    let reaching = reaching(grammar, within);
    let mut reader = Reader {
        grammar,
        empty: grammar.may_be_empty(),
        choice,
        reaching,
        limits: limits.clone(),
        nodes: vec![Node::True],
        made: HashMap::new(),
        inside: HashSet::new(),
        depth: 0,
    };
    let too_large = |exceeded| NotRegular::TooLarge(start, exceeded);
    let end = reader.node(Node::End(TRUE))?;
    let root = reader.name(start, end)?;
    let found = suffixes::language(&reader.nodes, root, &mut Meter::new(&limits));
    Ok(found.map_err(too_large)?.minimise())
}

/// The productions that lead to the one with the choice, and that one.
fn reaching(grammar: &Grammar, within: ProductionId) -> HashSet<ProductionId> {
    let (mut reaching, mut pending) = (HashSet::from([within]), vec![within]);
    while let Some(id) = pending.pop() {
        pending.extend(grammar.users(id).iter().filter(|&&user| reaching.insert(user)));
    }
    reaching
}

struct Reader<'g> {
    grammar: &'g Grammar,
    /// By production: whether the empty string is one of its strings.
    empty: Vec<bool>,
    choice: &'g Expression,
    reaching: HashSet<ProductionId>,
    limits: Limits,
    nodes: Vec<Node>,
    /// What was made already: a part of the text, and what comes after it.
    made: HashMap<(*const Expression, NodeId), NodeId>,
    /// The productions that are being read.
    inside: HashSet<ProductionId>,
    depth: usize,
}

type Made = Result<NodeId, Undecided>;

impl<'g> Reader<'g> {
    fn node(&mut self, node: Node) -> Made {
        let too_large = |exceeded| NotRegular::TooLarge(self.grammar.start(), exceeded);
        let count = self.nodes.len() + 1;
        Meter::new(&self.limits).within(Limit::Nodes, count).map_err(too_large)?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// A string of a production, and then `next`.
    fn name(&mut self, id: ProductionId, next: NodeId) -> Made {
        if !self.reaching.contains(&id) {
            return self.whole(id, next);
        }
        if self.depth >= DEEPEST || !self.inside.insert(id) {
            return Err(Undecided::InItself);
        }
        self.depth += 1;
        let bodies = self.grammar.production(id).definitions().iter().map(|it| &it.body);
        let found = self.any(bodies, next);
        self.depth -= 1;
        self.inside.remove(&id);
        found
    }

    /// One of them, and then `next`.
    fn any(&mut self, parts: impl Iterator<Item = &'g Expression>, next: NodeId) -> Made {
        let mut all = self.node(Node::Character(CharacterSet::default(), TRUE))?;
        for part in parts {
            let one = self.then(part, next)?;
            all = self.node(Node::Either(one, all))?;
        }
        Ok(all)
    }

    /// A part of the text, and then `next`.
    fn then(&mut self, expression: &'g Expression, next: NodeId) -> Made {
        let key = (std::ptr::from_ref(expression), next);
        if let Some(&made) = self.made.get(&key) {
            return Ok(made);
        }
        if self.depth >= DEEPEST {
            return Err(Undecided::InItself);
        }
        self.depth += 1;
        let node = self.make(expression, next);
        self.depth -= 1;
        if let Ok(node) = node {
            self.made.insert(key, node);
        }
        node
    }

    fn make(&mut self, expression: &'g Expression, next: NodeId) -> Made {
        if let Some(bytes) = expression.bytes() {
            let mut next = next;
            for characters in bytes.into_iter().rev() {
                next = self.node(Node::Character(characters, next))?;
            }
            return Ok(next);
        }
        match &expression.kind {
            ExpressionKind::Reference(id) => self.name(*id, next),
            ExpressionKind::Sequence(parts) => {
                let mut next = next;
                for part in parts.iter().rev() {
                    next = self.then(part, next)?;
                }
                Ok(next)
            }
            ExpressionKind::Choice(parts) if std::ptr::eq(expression, self.choice) => {
                self.first_of(parts, next)
            }
            ExpressionKind::Choice(parts) => self.any(parts.iter(), next),
            ExpressionKind::Optional(body) => {
                self.perhaps(body, next, next, std::ptr::eq(expression, self.choice))
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let is_greedy = std::ptr::eq(expression, self.choice);
                let mut after = match at_most {
                    Some(most) => {
                        let mut after = next;
                        for _ in *at_least..*most {
                            after = self.perhaps(body, after, next, is_greedy)?;
                        }
                        after
                    }
                    None => {
                        if body.may_be_empty(&self.empty) {
                            return Err(Undecided::InItself);
                        }
                        let again = self.node(Node::True)?;
                        let round = self.then(body, again)?;
                        self.nodes[again] = match is_greedy {
                            true => {
                                let matches = self.then(body, TRUE)?;
                                Node::Choice { first: round, matches, second: next }
                            }
                            false => Node::Either(round, next),
                        };
                        again
                    }
                };
                for _ in 0..*at_least {
                    let before = self.then(body, after)?;
                    // Nothing, however often.
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

    /// The body and then `after`, or `otherwise`: that only where the body does not match, if it is
    /// greedy.
    fn perhaps(
        &mut self,
        body: &'g Expression,
        after: NodeId,
        otherwise: NodeId,
        is_greedy: bool,
    ) -> Made {
        let first = self.then(body, after)?;
        match is_greedy {
            true => {
                let matches = self.then(body, TRUE)?;
                self.node(Node::Choice { first, matches, second: otherwise })
            }
            false => self.node(Node::Either(first, otherwise)),
        }
    }

    /// The first alternative that matches a beginning of the rest, and then `next`.
    fn first_of(&mut self, parts: &'g [Expression], next: NodeId) -> Made {
        let mut second = self.node(Node::Character(CharacterSet::default(), TRUE))?;
        for part in parts.iter().rev() {
            let (matches, first) = (self.then(part, TRUE)?, self.then(part, next)?);
            second = self.node(Node::Choice { first, matches, second })?;
        }
        Ok(second)
    }

    fn dfa(&self, id: ProductionId) -> Result<Dfa, NotRegular> {
        let automaton = Automaton::within(self.grammar, &Language::of(id), &self.limits)?;
        automaton
            .determinise_within(&self.limits)
            .map_err(|exceeded| NotRegular::TooLarge(id, exceeded))
    }

    /// Any string of a production that does not reach the choice, and then `next`.
    fn whole(&mut self, id: ProductionId, next: NodeId) -> Made {
        let language = self.dfa(id)?.nfa();
        let first = self.nodes.len();
        for _ in &language.steps {
            self.node(Node::True)?;
        }
        for (state, steps) in language.steps.iter().enumerate() {
            let mut way = match language.accepting[state] {
                true => next,
                false => self.node(Node::Character(CharacterSet::default(), TRUE))?,
            };
            for &(characters, target) in steps {
                let step = self.node(Node::Character(characters, first + target))?;
                way = self.node(Node::Either(step, way))?;
            }
            self.nodes[first + state] = Node::Either(way, way);
        }
        Ok(first + language.starts.first().copied().unwrap_or_default())
    }
}
