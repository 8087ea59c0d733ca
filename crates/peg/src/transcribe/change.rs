//! The changes of a rule from its printed form.

use super::expression::PestExpression;

/// How a rule differs from its printed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleChangeKind {
    /// A recursive production is written as a repetition.
    Repetition,
    /// The alternatives are in another order.
    Order,
    /// A lookahead is added.
    Lookahead,
    /// An empty string prevents pest from rewriting a repetition into another expression.
    Apart,
    /// The text of a rule stands in the place of its name, because the rule itself would stop elsewhere
    /// there.
    Inlined,
}

/// A change, with a shortest string that shows why it is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleChange {
    /// The kind of change.
    pub kind: RuleChangeKind,
    /// A string of the production, or of a user of it, that is lost without the change, or that
    /// an earlier alternative takes completely; for a repetition, a string that repeats.
    pub string: Vec<u8>,
}

impl RuleChange {
    pub(super) fn new(kind: RuleChangeKind, string: Vec<u8>) -> RuleChange {
        RuleChange { kind, string }
    }
}

/// An expression with the changes in it.
#[derive(Debug, Clone)]
pub(super) struct AnnotatedExpression {
    pub written: PestExpression,
    pub changes: Vec<RuleChange>,
}

impl AnnotatedExpression {
    pub fn plain(written: PestExpression) -> AnnotatedExpression {
        AnnotatedExpression { written, changes: Vec::new() }
    }

    pub fn sequence(parts: &[AnnotatedExpression]) -> AnnotatedExpression {
        let written = PestExpression::sequence(parts.iter().map(|part| part.written.clone()));
        AnnotatedExpression { written, changes: changes_of(parts) }
    }

    /// An ordered choice; `None` if there are no parts.
    pub fn choice(parts: &[AnnotatedExpression]) -> Option<AnnotatedExpression> {
        let written = PestExpression::choice(parts.iter().map(|part| part.written.clone()))?;
        Some(AnnotatedExpression { written, changes: changes_of(parts) })
    }

    pub fn repeated(self, at_least: usize, at_most: Option<usize>) -> AnnotatedExpression {
        AnnotatedExpression { written: self.written.repeated(at_least, at_most), ..self }
    }

    /// A repetition whose rounds begin with an empty string; any other expression is unchanged.
    pub fn apart(self) -> AnnotatedExpression {
        let PestExpression::Repetition(round) = self.written else { return self };
        let empty = PestExpression::String(String::new());
        let written = PestExpression::sequence([empty, *round]).repeated(0, None);
        AnnotatedExpression { written, ..self }
    }

    /// This expression, followed by a lookahead.
    pub fn before(&self, look: PestExpression, string: Vec<u8>) -> AnnotatedExpression {
        AnnotatedExpression::sequence(&[self.clone(), AnnotatedExpression::look(look, string)])
    }

    /// This expression, preceded by a lookahead.
    pub fn after(&self, look: PestExpression, string: Vec<u8>) -> AnnotatedExpression {
        AnnotatedExpression::sequence(&[AnnotatedExpression::look(look, string), self.clone()])
    }

    fn look(look: PestExpression, string: Vec<u8>) -> AnnotatedExpression {
        AnnotatedExpression {
            written: look,
            changes: vec![RuleChange::new(RuleChangeKind::Lookahead, string)],
        }
    }

    /// The length in bytes, with all parentheses.
    pub fn length(&self) -> usize {
        self.written.to_string().len()
    }
}

fn changes_of(parts: &[AnnotatedExpression]) -> Vec<RuleChange> {
    parts.iter().flat_map(|part| part.changes.iter().cloned()).collect()
}
