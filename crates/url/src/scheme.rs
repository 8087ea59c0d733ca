//! Which schemes a grammar gives productions of their own.
//!
//! Not by the names of productions (ftp's is called fileaddress in the drafts)
//! but by their strings: an alternative belongs to a scheme if every string of
//! it begins with that scheme and `:`. The alternatives that belong to none
//! (`generic`, `otherurl`) are for all the schemes that a document leaves open.

use crate::bnf::{Expression, ExpressionKind, Grammar, ProductionId};

/// The alternatives of a start, and the scheme of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schemes {
    /// The productions from the start down to the one whose alternatives these are.
    pub chain: Vec<ProductionId>,
    /// The alternatives, in printed order.
    pub alternatives: Vec<Alternative>,
}

/// One alternative of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Its production.
    pub production: ProductionId,
    /// The scheme with which all its strings begin; `None` where it takes any.
    pub scheme: Option<String>,
}

impl Schemes {
    /// The schemes of a start: below the productions that only pass on, or only add a fragment.
    pub fn of(grammar: &Grammar, start: ProductionId) -> Schemes {
        let chain = grammar.passed_on(start);
        // The chain begins with the start, so it has a last.
        let id = chain.last().copied().unwrap_or(start);
        if grammar.production(id).alternatives().nth(1).is_none() {
            return Schemes::alone(grammar, chain);
        }
        let references: Vec<ProductionId> =
            grammar.production(id).alternatives().filter_map(Expression::as_reference).collect();
        let schemes: Vec<Alternative> = references
            .into_iter()
            .map(|production| Alternative { production, scheme: scheme_of(grammar, production) })
            .collect();
        if schemes.iter().any(|alternative| alternative.scheme.is_some()) {
            Schemes { chain, alternatives: schemes }
        } else {
            Schemes::alone(grammar, chain)
        }
    }

    /// A start without alternatives: the last production of the chain is all there is.
    fn alone(grammar: &Grammar, mut chain: Vec<ProductionId>) -> Schemes {
        let production = if chain.len() > 1 { chain.pop() } else { chain.last().copied() };
        let alternatives = production
            .map(|production| Alternative { production, scheme: scheme_of(grammar, production) })
            .into_iter()
            .collect();
        Schemes { chain, alternatives }
    }

    /// The production of a scheme's own and those that no other alternative uses, in printed order.
    pub fn productions(&self, grammar: &Grammar, scheme: &str) -> Vec<ProductionId> {
        let Some(own) = self.production(scheme) else { return Vec::new() };
        let others = self.alternatives.iter().map(|it| it.production).filter(|it| *it != own);
        let unreached: Vec<Vec<ProductionId>> =
            others.chain([own]).map(|it| grammar.unreachable_from(it)).collect();
        let (of_own, of_others) = match unreached.split_last() {
            Some((of_own, of_others)) => (of_own, of_others),
            None => return Vec::new(),
        };
        let only = |id: &ProductionId| {
            !of_own.contains(id) && of_others.iter().all(|unreached| unreached.contains(id))
        };
        grammar.ids().filter(|id| *id == own || only(id)).collect()
    }

    /// The production of a scheme's own.
    pub fn production(&self, scheme: &str) -> Option<ProductionId> {
        let own = |it: &&Alternative| it.scheme.as_deref() == Some(scheme);
        self.alternatives.iter().find(own).map(|it| it.production)
    }

    /// The alternatives that take any scheme, where others have their own.
    pub fn generic(&self) -> Vec<ProductionId> {
        if self.alternatives.iter().all(|it| it.scheme.is_none()) {
            return Vec::new();
        }
        self.alternatives.iter().filter(|it| it.scheme.is_none()).map(|it| it.production).collect()
    }

    /// The schemes that have productions of their own, in printed order.
    pub fn defined(&self) -> impl Iterator<Item = &str> {
        self.alternatives.iter().filter_map(|it| it.scheme.as_deref())
    }
}

/// The scheme of a string: what precedes its first `:`, if there is one.
pub fn scheme(input: &[u8]) -> Option<&[u8]> {
    input.iter().position(|&byte| byte == b':').map(|colon| &input[..colon])
}

/// The scheme with which all strings of a production begin, followed by `:`.
pub fn scheme_of(grammar: &Grammar, id: ProductionId) -> Option<String> {
    let mut search = Search { grammar, open: vec![id], steps: 0 };
    let (prefix, _) = search.production(id);
    prefix.find(':').map(|colon| prefix[..colon].to_owned())
}

/// The bytes of a text that is looked through for a scheme; a longer one has none.
const LONGEST: usize = 1_000;

/// The parts of a grammar that are looked at for one scheme; of the rest nothing is known.
const MOST_STEPS: usize = 10_000;

/// The productions in each other that are looked at for one scheme.
const MOST_OPEN: usize = 500;

/// Looks for the longest text with which all strings begin, as far as its first `:`.
///
/// A grammar of thirty lines can derive a text of a billion characters, so the
/// search ends where a scheme would be out of all measure.
struct Search<'g> {
    grammar: &'g Grammar,
    open: Vec<ProductionId>,
    steps: usize,
}

impl Search<'_> {
    /// The text with which all strings of a production begin, and whether it is all that they are.
    fn production(&mut self, id: ProductionId) -> (String, bool) {
        let grammar = self.grammar;
        common(grammar.production(id).alternatives().map(|body| self.prefix(body)).collect())
    }

    fn prefix(&mut self, expression: &Expression) -> (String, bool) {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return (String::new(), false);
        }
        match &expression.kind {
            ExpressionKind::Empty => (String::new(), true),
            ExpressionKind::Literal(text) if text.len() > LONGEST => {
                (text.chars().take(LONGEST).collect(), false)
            }
            ExpressionKind::Literal(text) => (text.clone(), true),
            ExpressionKind::Reference(id)
                if self.open.len() > MOST_OPEN || self.open.contains(id) =>
            {
                (String::new(), false)
            }
            ExpressionKind::Reference(id) => {
                self.open.push(*id);
                let found = self.production(*id);
                self.open.pop();
                found
            }
            ExpressionKind::Sequence(parts) => {
                let mut text = String::new();
                for part in parts {
                    let (more, whole) = self.prefix(part);
                    text.push_str(&more);
                    if !whole || text.len() > LONGEST || more.contains(':') {
                        return (text, false);
                    }
                }
                (text, true)
            }
            ExpressionKind::Choice(parts) => {
                common(parts.iter().map(|part| self.prefix(part)).collect())
            }
            // A scheme is known by its letters; one in either case is written in lower case.
            ExpressionKind::AnyCase(text) => (
                text.chars().take(LONGEST).collect::<String>().to_ascii_lowercase(),
                text.len() <= LONGEST,
            ),
            ExpressionKind::Value(_)
            | ExpressionKind::Optional(_)
            | ExpressionKind::Repetition { .. } => (String::new(), false),
        }
    }
}

fn common(prefixes: Vec<(String, bool)>) -> (String, bool) {
    let whole = prefixes.len() == 1 && prefixes[0].1;
    let shared = prefixes.into_iter().map(|(text, _)| text).reduce(|one, other| {
        one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    (shared.unwrap_or_default(), whole)
}
