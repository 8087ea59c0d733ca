//! The schemes to which a grammar gives productions of their own.
//!
//! The strings of a production decide, not its name (ftp's is called fileaddress in the
//! drafts): an alternative belongs to a scheme if every string of it begins with that scheme
//! and `:`. The alternatives that belong to none (`generic`, `otherurl`) cover all the schemes
//! that a document leaves open.

use crate::bnf::{Expression, ExpressionKind, Grammar, ProductionId};

/// The alternatives of a start, and the scheme of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemeAlternatives {
    /// The productions from the start to the one with these alternatives.
    pub chain: Vec<ProductionId>,
    /// The alternatives, in printed order.
    pub alternatives: Vec<SchemeAlternative>,
}

/// One alternative of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemeAlternative {
    /// Its production.
    pub production: ProductionId,
    /// The scheme with which all its strings begin; `None` if there is no single one.
    pub scheme: Option<String>,
}

impl SchemeAlternatives {
    /// The schemes of a start, below the productions that only refer to another or add a fragment.
    pub fn from_start(grammar: &Grammar, start: ProductionId) -> SchemeAlternatives {
        let chain = grammar.passed_on(start);
        // The chain begins with the start, so it is not empty.
        let id = chain.last().copied().unwrap_or(start);
        if grammar.production(id).alternatives().nth(1).is_none() {
            return SchemeAlternatives::alone(grammar, chain);
        }
        let references: Vec<ProductionId> =
            grammar.production(id).alternatives().filter_map(Expression::as_reference).collect();
        let schemes: Vec<SchemeAlternative> = references
            .into_iter()
            .map(|production| SchemeAlternative {
                production,
                scheme: scheme_of(grammar, production),
            })
            .collect();
        if schemes.iter().any(|alternative| alternative.scheme.is_some()) {
            SchemeAlternatives { chain, alternatives: schemes }
        } else {
            SchemeAlternatives::alone(grammar, chain)
        }
    }

    /// A start without alternatives: the last production of the chain is the only one.
    fn alone(grammar: &Grammar, mut chain: Vec<ProductionId>) -> SchemeAlternatives {
        let production = if chain.len() > 1 { chain.pop() } else { chain.last().copied() };
        let alternatives = production
            .map(|production| SchemeAlternative {
                production,
                scheme: scheme_of(grammar, production),
            })
            .into_iter()
            .collect();
        SchemeAlternatives { chain, alternatives }
    }

    /// The production of a scheme and those that no other alternative uses, in printed order.
    pub fn productions(&self, grammar: &Grammar, scheme: &str) -> Vec<ProductionId> {
        let Some(own) = self.production(scheme) else { return Vec::new() };
        let others = self
            .alternatives
            .iter()
            .map(|alternative| alternative.production)
            .filter(|id| *id != own);
        let unreached: Vec<Vec<ProductionId>> =
            others.chain([own]).map(|id| grammar.unreachable_from(id)).collect();
        let (of_own, of_others) = match unreached.split_last() {
            Some((of_own, of_others)) => (of_own, of_others),
            None => return Vec::new(),
        };
        let only = |id: &ProductionId| {
            !of_own.contains(id) && of_others.iter().all(|unreached| unreached.contains(id))
        };
        grammar.ids().filter(|id| *id == own || only(id)).collect()
    }

    /// The production of a scheme.
    pub fn production(&self, scheme: &str) -> Option<ProductionId> {
        let own = |alternative: &&SchemeAlternative| alternative.scheme.as_deref() == Some(scheme);
        self.alternatives.iter().find(own).map(|alternative| alternative.production)
    }

    /// The only alternative with the scheme of another or, for `None`, without a scheme; `None` if
    /// there are several.
    pub(crate) fn only(&self, own: Option<ProductionId>) -> Option<ProductionId> {
        let scheme =
            self.alternatives.iter().find(|alternative| Some(alternative.production) == own);
        let scheme = scheme.and_then(|alternative| alternative.scheme.as_ref());
        let mut of_scheme =
            self.alternatives.iter().filter(|alternative| alternative.scheme.as_ref() == scheme);
        of_scheme
            .next()
            .filter(|_| of_scheme.next().is_none())
            .map(|alternative| alternative.production)
    }

    /// The alternatives without a scheme; empty if no alternative has one.
    pub fn generic(&self) -> Vec<ProductionId> {
        if self.alternatives.iter().all(|alternative| alternative.scheme.is_none()) {
            return Vec::new();
        }
        self.alternatives
            .iter()
            .filter(|alternative| alternative.scheme.is_none())
            .map(|alternative| alternative.production)
            .collect()
    }

    /// The schemes that have productions of their own, in printed order.
    pub fn defined(&self) -> impl Iterator<Item = &str> {
        self.alternatives.iter().filter_map(|alternative| alternative.scheme.as_deref())
    }
}

/// The scheme of a string: what precedes its first `:`; `None` without a `:`.
pub fn scheme(input: &[u8]) -> Option<&[u8]> {
    input.iter().position(|&byte| byte == b':').map(|colon| &input[..colon])
}

/// Whether a text looks like a scheme (RFC 1738, section 2.1, in either case).
pub(crate) fn is_scheme(scheme: &[u8]) -> bool {
    !scheme.is_empty() && scheme.iter().copied().all(is_scheme_byte)
}

pub(crate) fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// The scheme with which all strings of a production begin, before a `:`, if there is one.
pub fn scheme_of(grammar: &Grammar, id: ProductionId) -> Option<String> {
    let mut search = SchemePrefixSearch { grammar, open: vec![id], steps: 0 };
    let (prefix, _) = search.production(id);
    prefix.find(':').map(|colon| prefix[..colon].to_owned())
}

/// The maximum length, in bytes, of a prefix that is searched for a scheme.
const LONGEST: usize = 1_000;

/// The maximum number of expressions visited for one scheme; the rest counts as unknown.
const MOST_STEPS: usize = 10_000;

/// The maximum nesting of productions visited for one scheme.
const MOST_OPEN: usize = 500;

/// Computes the longest prefix that all strings share, up to the first `:`.
///
/// A grammar of thirty lines can derive a text of a billion characters, so the search is
/// limited.
struct SchemePrefixSearch<'g> {
    grammar: &'g Grammar,
    open: Vec<ProductionId>,
    steps: usize,
}

impl SchemePrefixSearch<'_> {
    /// The common prefix of all strings of a production, and whether it is the only string.
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
            // Schemes ignore case; one in either case is written in lower case.
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
