//! The language of each rule of a transcription, for all strings.

use std::collections::HashMap;

use urlbnf_language::{Exceeded, Limits};

use super::expression::Expression;
use super::notation::{self, Written};
use super::peg::{Equations, MOST_NESTED, NodeId, Rules, TRUE, Unreadable};
use super::suffixes;
use crate::automaton::Dfa;

/// The rules of a transcription, as pest reads them.
#[derive(Debug, Clone)]
pub struct Transcription {
    rules: Rules,
}

/// Rules that mean something to pest: with the first two it would skip something
/// between the parts of a rule, and the others it has itself.
const RESERVED: [&str; 4] = ["WHITESPACE", "COMMENT", "EOI", "ANY"];

/// Why the language of a rule is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// The text cannot be read, or uses something of pest that no transcription needs.
    Syntax(String),
    /// The rule cannot be read as equations.
    Unreadable(Unreadable),
    /// Its automaton takes more than the limits allow.
    TooLarge(Exceeded),
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unknown::Syntax(message) => f.write_str(message),
            Unknown::Unreadable(error) => error.fmt(f),
            Unknown::TooLarge(exceeded) => {
                write!(f, "its automaton is too large: it takes {exceeded}")
            }
        }
    }
}

impl std::error::Error for Unknown {}

impl From<Unreadable> for Unknown {
    fn from(error: Unreadable) -> Self {
        Unknown::Unreadable(error)
    }
}

impl From<Exceeded> for Unknown {
    fn from(exceeded: Exceeded) -> Self {
        Unknown::TooLarge(exceeded)
    }
}

impl Transcription {
    /// Reads the text of a pest grammar.
    ///
    /// # Errors
    /// If the text is no pest grammar, defines a rule twice, or uses what is not read here.
    pub fn read(text: &str) -> Result<Transcription, Unknown> {
        let mut rules = Rules::new();
        for Written { name, expression, .. } in notation::rules(text).map_err(Unknown::Syntax)? {
            if RESERVED.contains(&name.as_str()) {
                return Err(Unreadable::Unsupported(name).into());
            }
            if rules.insert(name.clone(), expression).is_some() {
                return Err(Unreadable::Twice(name).into());
            }
        }
        Ok(Transcription { rules })
    }

    /// What a rule does.
    pub fn expression(&self, name: &str) -> Option<&Expression> {
        self.rules.get(name)
    }

    /// The strings that a rule matches from the first byte to the last, within the limits
    /// that are usual.
    ///
    /// # Errors
    ///
    /// If the rule cannot be read as equations, or takes more.
    pub fn language(&self, name: &str) -> Result<Dfa, Unknown> {
        self.language_within(name, &Limits::default())
    }

    /// The strings that a rule matches from the first byte to the last.
    ///
    /// # Errors
    ///
    /// If the rule cannot be read as equations, or takes more than the limits allow.
    pub fn language_within(&self, name: &str, limits: &Limits) -> Result<Dfa, Unknown> {
        let rule = self.rules.get(name).ok_or_else(|| Unreadable::NoRule(name.to_owned()))?;
        let mut equations = Equations::new(&self.rules, limits);
        let end = equations.end()?;
        let (rules, made) = (&self.rules, HashMap::new());
        Languages { rules, limits, equations, made, open: Vec::new(), nested: 0 }
            .language(rule, end)
    }
}

struct Languages<'r> {
    rules: &'r Rules,
    limits: &'r Limits,
    equations: Equations<'r>,
    made: HashMap<(*const Expression, NodeId), Dfa>,
    /// The rules that are being read: one that names itself has no end.
    open: Vec<&'r str>,
    /// How many parts stand around what is read.
    nested: usize,
}

impl<'r> Languages<'r> {
    /// The strings on which the expression matches, and `next` holds after it.
    fn language(&mut self, expr: &'r Expression, next: NodeId) -> Result<Dfa, Unknown> {
        let key = (std::ptr::from_ref(expr), next);
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(Unreadable::TooDeep.into());
        }
        let made = match expr {
            _ if !self.is_wide(expr) => {
                let root = self.equations.then(expr, next)?;
                suffixes::language(&self.equations.nodes, root, self.limits)?
            }
            Expression::Name(name) => {
                let rule = self.rules.get(name);
                let rule = rule.ok_or_else(|| Unreadable::NoRule(name.clone()))?;
                if self.open.contains(&name.as_str()) {
                    return Err(Unreadable::Recursive(name.clone()).into());
                }
                self.open.push(name);
                let made = self.language(rule, next);
                self.open.pop();
                made?
            }
            Expression::Sequence(first, second) => {
                if let Expression::String(text) = first.as_ref() {
                    self.language(second, next)?.after(text)
                } else {
                    let second = self.equations.then(second, next)?;
                    self.language(first, second)?
                }
            }
            // What `a | b` then k accepts is L(a k), and L(b k) less what begins
            // with a match of a. Each alternative is small; all at once are not.
            Expression::Choice(first, second) => {
                let taken = self.language(first, next)?;
                let matches = self.language(first, TRUE)?;
                let second = self.language(second, next)?;
                let second = second.difference_within(&matches, self.limits)?;
                taken.union_within(&second, self.limits)?.minimise()
            }
            other => return Err(Unreadable::Unsupported(format!("{other}")).into()),
        };
        self.nested -= 1;
        self.made.insert(key, made.clone());
        Ok(made)
    }

    /// Whether it begins with a choice between alternatives of many kinds.
    fn is_wide(&self, expr: &Expression) -> bool {
        let (mut at, mut names) = (expr, 0);
        loop {
            at = match at {
                Expression::Name(name) if names < 16 => {
                    names += 1;
                    let Some(rule) = self.rules.get(name) else { return false };
                    rule
                }
                Expression::Sequence(first, second) => match first.as_ref() {
                    Expression::String(_) => second,
                    first => first,
                },
                Expression::Choice(..) if self.equations.characters(at).is_some() => return false,
                Expression::Choice(first, _) => {
                    if alternatives(at) > 3 {
                        return true;
                    }
                    first
                }
                _ => return false,
            };
        }
    }
}

/// How many alternatives a choice has.
fn alternatives(choice: &Expression) -> usize {
    let (mut count, mut at) = (1, choice);
    while let Expression::Choice(first, _) = at {
        count += 1;
        at = first;
    }
    count
}
