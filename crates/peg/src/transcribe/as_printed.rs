//! Rules that are written as printed.
//!
//! A production that recurs in its middle, and one that needs such a production, is written as
//! printed: pest recurses by itself. No language of its parts is known exactly, so nothing is
//! repaired. The same holds for a production of which no exact rule was found.
//!
//! A recursive rule that loses a string is proved once more with its alternatives reversed: in
//! `dot-atom / obs-domain` the first may match only a beginning of what the second matches. A rule
//! in a cycle is never reversed: the proofs of other rules in the cycle may rest on its printed
//! order.

use std::collections::BTreeMap;

use urlbnf_language::LanguageId;

use super::NoRuleReason;
use super::body::{RuleBodyBuilder, RuleBodyPart, RuleBodyPartKind};
use super::expression::PestExpression;
use crate::grammar::{self, ProductionId};

/// The rule of a production as printed.
#[derive(Debug, Clone)]
pub(super) struct PrintedRule {
    pub expression: PestExpression,
    /// The expression with the alternatives reversed, if that is to be tried.
    pub reversed: Option<PestExpression>,
    pub reason: NoRuleReason,
}

impl RuleBodyBuilder<'_> {
    /// The rules of the productions that have no body because of a recursion.
    pub fn as_printed(
        &mut self,
        missing: &BTreeMap<ProductionId, NoRuleReason>,
        names: &[String],
    ) -> BTreeMap<ProductionId, PrintedRule> {
        let recursive: Vec<(ProductionId, &NoRuleReason)> = missing
            .iter()
            .filter(|(_, reason)| {
                matches!(reason, NoRuleReason::Recurs(_) | NoRuleReason::Needs(_))
            })
            .map(|(&id, reason)| (id, reason))
            .collect();
        // The parts are written as they are, whatever their languages.
        for &(id, _) in &recursive {
            self.languages[id.index()] = Some(LanguageId::NONE);
        }
        let components = self.grammar.component_numbers();
        let mut rules = BTreeMap::new();
        for &(id, reason) in &recursive {
            let component = |id: ProductionId| components[id.index()];
            let is_in_cycle =
                self.grammar.named_by(id).any(|named| component(named) == component(id));
            let mut alternatives: Vec<&grammar::Expression> =
                self.grammar.production(id).alternatives().collect();
            let mut written = |alternatives: &[&grammar::Expression]| {
                let part = self.choice(alternatives).ok()?;
                Some(with_ranges(literal(&part, names)?))
            };
            let Some(expression) = written(&alternatives) else { continue };
            let mut reversed = None;
            if alternatives.len() > 1 && !is_in_cycle {
                alternatives.reverse();
                reversed = written(&alternatives);
            }
            rules.insert(id, PrintedRule { expression, reversed, reason: reason.clone() });
        }
        for (id, _) in recursive {
            self.languages[id.index()] = None;
        }
        rules
    }
}

/// A part as printed; `None` if a choice in it has no alternatives.
pub(super) fn literal(part: &RuleBodyPart, names: &[String]) -> Option<PestExpression> {
    let all = |parts: &[RuleBodyPart]| -> Option<Vec<PestExpression>> {
        parts.iter().map(|part| literal(part, names)).collect()
    };
    Some(match &part.kind {
        RuleBodyPartKind::Text(written) => written.clone(),
        RuleBodyPartKind::Name(id) => PestExpression::name(&names[id.index()]),
        RuleBodyPartKind::Sequence(parts) => PestExpression::sequence(all(parts)?),
        RuleBodyPartKind::Choice(parts) => PestExpression::choice(all(parts)?)?,
        RuleBodyPartKind::Optional(body) => {
            PestExpression::Optional(Box::new(literal(body, names)?))
        }
        RuleBodyPartKind::Repetition { at_least, at_most, body } => {
            literal(body, names)?.repeated(*at_least, *at_most)
        }
    })
}

/// The fewest consecutive characters that are written as a range.
const FEWEST: usize = 4;

/// Writes consecutive characters in a choice as a range: `'0'..'9'`.
pub(super) fn with_ranges(expression: PestExpression) -> PestExpression {
    let single = |part: &PestExpression| match part {
        PestExpression::String(text) => {
            text.chars().next().filter(|first| text.len() == first.len_utf8())
        }
        _ => None,
    };
    let mut made: Vec<PestExpression> = Vec::new();
    let mut left = expression.alternatives();
    while let Some(&first) = left.first() {
        let follows = |(at, part): (usize, &PestExpression)| {
            let (first, here) = (u32::from(single(first)?), u32::from(single(part)?));
            (first + at as u32 == here).then_some(here)
        };
        let run: Vec<u32> =
            left.iter().enumerate().map_while(|(at, part)| follows((at, part))).collect();
        let last = run.last().filter(|_| run.len() >= FEWEST).copied().and_then(char::from_u32);
        match (single(first), last) {
            (Some(from), Some(to)) => {
                made.push(PestExpression::Range(from, to));
                left.drain(..run.len());
            }
            _ => made.push(left.remove(0).clone()),
        }
    }
    PestExpression::choice(made).unwrap_or(expression)
}
