//! Strings that probably show a change: a witness of the change of a part, inside shortest
//! strings of everything around it.
//!
//! Building a language is expensive, and trying a string is cheap. Most productions that name a
//! changed production change on such a string too.

use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};
use crate::languages::ProductionLanguages;

/// The longest string that is tried, in bytes, and the most strings.
const LONGEST: usize = 200;
const MOST: usize = 8;

/// Puts a string that shows the change of a production into strings of its users.
pub(super) struct WitnessEmbedder<'l, 'g> {
    pub languages: &'l ProductionLanguages<&'g Grammar>,
    /// The production that changed.
    pub below: ProductionId,
    /// A string that shows the change.
    pub witness: &'l [u8],
}

impl WitnessEmbedder<'_, '_> {
    /// Strings of a production in which the witness takes the place of the changed production.
    pub fn strings(&self, of: ProductionId) -> Vec<Vec<u8>> {
        let mut strings = Vec::new();
        for alternative in self.languages.grammar.production(of).alternatives() {
            strings.extend(self.around(alternative));
            strings.truncate(MOST);
        }
        strings
    }

    fn around(&self, expression: &Expression) -> Vec<Vec<u8>> {
        let mut strings = match &expression.kind {
            ExpressionKind::Empty
            | ExpressionKind::Literal(_)
            | ExpressionKind::AnyCase(_)
            | ExpressionKind::Value(_) => Vec::new(),
            ExpressionKind::Reference(id) if *id == self.below => vec![self.witness.to_vec()],
            ExpressionKind::Reference(_) => Vec::new(),
            ExpressionKind::Choice(parts) => {
                parts.iter().flat_map(|part| self.around(part)).collect()
            }
            ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
                self.around(body)
            }
            ExpressionKind::Sequence(parts) => self.in_sequence(parts),
        };
        strings.retain(|string| string.len() <= LONGEST);
        strings.truncate(MOST);
        strings
    }

    fn in_sequence(&self, parts: &[Expression]) -> Vec<Vec<u8>> {
        let mut strings = Vec::new();
        let shortest: Option<Vec<Vec<u8>>> = parts.iter().map(|it| self.shortest(it)).collect();
        let Some(shortest) = shortest else { return strings };
        for (at, part) in parts.iter().enumerate() {
            for inner in self.around(part) {
                strings.push(
                    [&shortest[..at].concat(), &inner, &shortest[at + 1..].concat()]
                        .map(|it| &it[..])
                        .concat(),
                );
            }
        }
        strings
    }

    /// A shortest string of a part, or nearly so; `None` if there is none or it is too long.
    fn shortest(&self, expression: &Expression) -> Option<Vec<u8>> {
        match &expression.kind {
            ExpressionKind::Empty | ExpressionKind::Optional(_) => Some(Vec::new()),
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => {
                Some(text.as_bytes().to_vec())
            }
            ExpressionKind::Value(characters) => characters.bytes().next().map(|it| vec![it]),
            ExpressionKind::Reference(id) => self.languages.language(*id).ok()?.shortest(),
            ExpressionKind::Sequence(parts) => {
                let parts: Option<Vec<Vec<u8>>> =
                    parts.iter().map(|it| self.shortest(it)).collect();
                parts.map(|parts| parts.concat())
            }
            ExpressionKind::Choice(parts) => {
                parts.iter().filter_map(|it| self.shortest(it)).min_by_key(Vec::len)
            }
            ExpressionKind::Repetition { at_least: 0, .. } => Some(Vec::new()),
            ExpressionKind::Repetition { at_least, body, .. } => {
                let once = self.shortest(body)?;
                (once.len().saturating_mul(*at_least) <= LONGEST).then(|| once.repeat(*at_least))
            }
        }
    }
}
