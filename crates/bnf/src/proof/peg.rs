//! A transcription as equations about the rest of the input.
//!
//! pest takes the first alternative that matches, repeats as often as it can,
//! and never comes back: whether a rule matches depends on what follows. So an
//! expression is read together with what follows it, and becomes a node that
//! says, at any place of the input, whether the rest matches:
//!
//! - a character, then k: the next byte is one of these, and k holds after it;
//! - `a | b`, then k: a then k; or a matches no beginning of the rest, and b then k;
//! - `a*`, then k: the node is its own continuation, since each round takes a byte;
//! - `!a`, then k: a matches no beginning of the rest, and k.

use std::collections::HashMap;

use urlbnf_language::{Limit, Limits, Meter};

use super::expression::Expression;
use super::notation::MOST_PARTS;
use super::transcription::Unknown;
use crate::grammar::CharacterSet;

/// A node by its number.
pub(crate) type NodeId = usize;

/// How many parts may stand in each other, names written out: each is a turn on the stack.
pub(super) const MOST_NESTED: usize = 2000;

/// It holds everywhere.
pub(crate) const TRUE: NodeId = 0;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Node {
    True,
    /// Nothing is left, and then this.
    End(NodeId),
    /// One of the characters, and then this.
    Character(CharacterSet, NodeId),
    /// The first; or the first matches no beginning, and the second.
    Choice {
        first: NodeId,
        matches: NodeId,
        second: NodeId,
    },
    /// The one or the other, whichever comes to an end.
    Either(NodeId, NodeId),
    /// Both.
    And(NodeId, NodeId),
    /// The second, and not the first.
    Not(NodeId, NodeId),
}

/// The rules of a transcription, by their names.
pub(super) type Rules = HashMap<String, Expression>;

/// That a rule cannot be read as equations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It names a rule that there is not.
    NoRule(String),
    /// Two rules have the name.
    Twice(String),
    /// It recurs.
    Recursive(String),
    /// Too many parts stand in each other, its names written out.
    TooDeep,
    /// It repeats what can match without a character, or is a rule that pest gives
    /// a meaning of its own.
    Unsupported(String),
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::NoRule(name) => write!(f, "no rule is called `{name}`"),
            Unreadable::Twice(name) => write!(f, "two rules are called `{name}`"),
            Unreadable::Recursive(name) => write!(f, "the rule `{name}` recurs"),
            Unreadable::TooDeep => {
                write!(f, "more than {MOST_NESTED} parts stand in each other, names written out")
            }
            Unreadable::Unsupported(what) => write!(f, "cannot read `{what}`"),
        }
    }
}

impl std::error::Error for Unreadable {}

pub(super) struct Equations<'r> {
    rules: &'r Rules,
    pub nodes: Vec<Node>,
    made: HashMap<(*const Expression, NodeId), NodeId>,
    open: Vec<&'r str>,
    /// How many parts stand around what is read.
    nested: usize,
    meter: Meter,
    /// By rule: whether it can match without a byte.
    nothing: HashMap<&'r str, bool>,
}

impl<'r> Equations<'r> {
    pub fn new(rules: &'r Rules, limits: &Limits) -> Self {
        Equations {
            rules,
            nodes: vec![Node::True],
            made: HashMap::new(),
            open: Vec::new(),
            nested: 0,
            meter: Meter::new(limits),
            nothing: HashMap::new(),
        }
    }

    fn node(&mut self, node: Node) -> Result<NodeId, Unknown> {
        self.meter.within(Limit::Nodes, self.nodes.len() + 1)?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Nothing is left.
    pub fn end(&mut self) -> Result<NodeId, Unknown> {
        self.node(Node::End(TRUE))
    }

    /// Does something a part further in.
    fn inside<T>(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<T, Unknown>,
    ) -> Result<T, Unknown> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(Unreadable::TooDeep.into());
        }
        let done = what(self)?;
        self.nested -= 1;
        Ok(done)
    }

    /// The expression, and then `next`.
    pub fn then(&mut self, expr: &'r Expression, next: NodeId) -> Result<NodeId, Unknown> {
        let key = (std::ptr::from_ref(expr), next);
        if let Some(&made) = self.made.get(&key) {
            return Ok(made);
        }
        let node = self.inside(|it| it.make(expr, next))?;
        self.made.insert(key, node);
        Ok(node)
    }

    fn make(&mut self, expr: &'r Expression, next: NodeId) -> Result<NodeId, Unknown> {
        if let Some(characters) = self.characters(expr) {
            return self.node(Node::Character(characters, next));
        }
        match expr {
            Expression::String(text) => {
                let character = |byte: u8| CharacterSet::of(byte);
                text.bytes()
                    .rev()
                    .try_fold(next, |next, byte| self.node(Node::Character(character(byte), next)))
            }
            Expression::Name(name) if name == "EOI" => self.node(Node::End(next)),
            Expression::Name(name) => {
                let (name, rule) = (self.rules.get_key_value(name))
                    .ok_or_else(|| Unreadable::NoRule(name.clone()))?;
                if self.open.contains(&name.as_str()) {
                    return Err(Unreadable::Recursive(name.clone()).into());
                }
                self.open.push(name);
                let node = self.then(rule, next);
                self.open.pop();
                node
            }
            Expression::Sequence(first, second) => {
                let second = self.then(second, next)?;
                self.then(first, second)
            }
            Expression::Choice(first, second) => {
                let matches = self.then(first, TRUE)?;
                let (first, second) = (self.then(first, next)?, self.then(second, next)?);
                self.node(Node::Choice { first, matches, second })
            }
            Expression::Optional(body) => {
                let (first, matches) = (self.then(body, next)?, self.then(body, TRUE)?);
                self.node(Node::Choice { first, matches, second: next })
            }
            Expression::Repetition(body) | Expression::AtLeastOnce(body) => {
                let again = self.node(Node::True)?;
                let (first, matches) = (self.then(body, again)?, self.then(body, TRUE)?);
                // Only now, since it goes as deep as these did.
                if self.may_take_nothing(body) {
                    return Err(Unreadable::Unsupported(format!("{expr}")).into());
                }
                self.nodes[again] = Node::Choice { first, matches, second: next };
                let at_least_once = matches!(expr, Expression::AtLeastOnce(_));
                Ok(if at_least_once { first } else { again })
            }
            Expression::Ahead(body) => {
                let body = self.then(body, TRUE)?;
                self.node(Node::And(body, next))
            }
            Expression::NotAhead(body) => {
                let body = self.then(body, TRUE)?;
                self.node(Node::Not(body, next))
            }
            other => Err(Unreadable::Unsupported(format!("{other}")).into()),
        }
    }

    /// Whether it can match without a byte: then to repeat it has no end.
    fn may_take_nothing(&mut self, expr: &'r Expression) -> bool {
        match expr {
            Expression::String(text) => text.is_empty(),
            Expression::Name(name) => self.rule_may_take_nothing(name),
            Expression::Sequence(one, two) => {
                self.may_take_nothing(one) && self.may_take_nothing(two)
            }
            Expression::Choice(one, two) => {
                self.may_take_nothing(one) || self.may_take_nothing(two)
            }
            Expression::AtLeastOnce(body) => self.may_take_nothing(body),
            Expression::Range(..) => false,
            Expression::Optional(_)
            | Expression::Repetition(_)
            | Expression::Ahead(_)
            | Expression::NotAhead(_) => true,
        }
    }

    fn rule_may_take_nothing(&mut self, name: &'r str) -> bool {
        let Some(rule) = self.rules.get(name) else { return name == "EOI" };
        if let Some(&known) = self.nothing.get(name) {
            return known;
        }
        // What recurs is refused where it is read.
        self.nothing.insert(name, false);
        let nothing = self.may_take_nothing(rule);
        self.nothing.insert(name, nothing);
        nothing
    }

    /// The characters of an expression that always takes one, whatever follows. `None`
    /// too where it has so many parts that nobody would call it a class.
    pub fn characters(&self, expr: &Expression) -> Option<CharacterSet> {
        let mut all = CharacterSet::default();
        let mut pending = vec![expr];
        let mut parts = 0;
        while let Some(expr) = pending.pop() {
            // A rule that names itself comes to no end.
            parts += 1;
            if parts > MOST_PARTS {
                return None;
            }
            match expr {
                Expression::String(text) if text.len() == 1 => {
                    all = all.union(CharacterSet::of(text.as_bytes()[0]));
                }
                Expression::Range(from, to) => {
                    let (from, to) = (u8::try_from(*from).ok()?, u8::try_from(*to).ok()?);
                    all = all.union((from..=to).collect());
                }
                Expression::Name(name) if name == "ANY" => all = all.union((0..0x80).collect()),
                Expression::Name(name) => pending.push(self.rules.get(name)?),
                Expression::Choice(one, two) => pending.extend([&**one, &**two]),
                _ => return None,
            }
        }
        Some(all)
    }
}
