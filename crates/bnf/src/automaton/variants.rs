//! Alternatives rewritten so that names are at their ends.
//!
//! In `"i" s [ "e" s ]` the first `s` is at the right end if what follows it is empty. So a part
//! at an end that may be empty is written as two alternatives: without it, and with it not
//! empty. Of a repetition at an end the outermost round is written separately. Each derivation
//! belongs to exactly one of the alternatives, and names and places stay the same.

use std::cell::Cell;

use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};

/// An alternative that would grow by more than this factor is left as it is.
const MOST_TIMES: usize = 8;
/// The limit on the expressions that are written, as a multiple of the limit on those that are kept.
/// More are written than kept, because inner variants are copied into outer ones.
const WRITTEN: usize = 8;

/// The variants of an alternative that names some production in `names`; otherwise the
/// alternative itself.
pub(super) fn variants(
    grammar: &Grammar,
    alternative: &Expression,
    names: impl Fn(ProductionId) -> bool,
) -> Vec<Expression> {
    let named = alternative.references().into_iter().any(|(id, _)| names(id));
    let size = |expression: &Expression| expression.all().count();
    let most = size(alternative) * MOST_TIMES;
    let left = Cell::new(most * WRITTEN);
    let writer = VariantWriter { grammar, empty: grammar.may_be_empty(), left };
    let variants = if named { writer.at_both_ends(alternative) } else { Vec::new() };
    let whole: usize = variants.iter().map(size).sum();
    let is_dropped = variants.is_empty() || writer.left.get() == 0 || whole > most;
    if is_dropped { vec![alternative.clone()] } else { variants }
}

struct VariantWriter<'g> {
    grammar: &'g Grammar,
    empty: &'g [bool],
    /// How many expressions may still be written. If none, the variants are not used.
    left: Cell<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SequenceSide {
    Left,
    Right,
}

impl VariantWriter<'_> {
    fn at_both_ends(&self, expression: &Expression) -> Vec<Expression> {
        let right = self.at_the_end(expression, SequenceSide::Right);
        right.iter().flat_map(|variant| self.at_the_end(variant, SequenceSide::Left)).collect()
    }

    fn at_the_end(&self, expression: &Expression, side: SequenceSide) -> Vec<Expression> {
        match &expression.kind {
            ExpressionKind::Choice(parts) => {
                parts.iter().flat_map(|part| self.at_the_end(part, side)).collect()
            }
            ExpressionKind::Optional(_) | ExpressionKind::Repetition { .. } => {
                self.sequence(vec![expression.clone()], expression.place, side)
            }
            ExpressionKind::Sequence(parts) => self.sequence(parts.clone(), expression.place, side),
            _ => vec![expression.clone()],
        }
    }

    /// A sequence with and without each of the parts at an end that may be empty.
    fn sequence(
        &self,
        mut parts: Vec<Expression>,
        place: Span,
        side: SequenceSide,
    ) -> Vec<Expression> {
        let mut all = Vec::new();
        loop {
            if self.left.get() == 0 {
                return Vec::new();
            }
            let outer = match side {
                SequenceSide::Left if !parts.is_empty() => Some(parts.remove(0)),
                SequenceSide::Left => None,
                SequenceSide::Right => parts.pop(),
            };
            let Some(outer) = outer else {
                all.push(Expression { kind: ExpressionKind::Empty, place });
                return all;
            };
            let may_be_empty = outer.may_be_empty(self.empty);
            let written = match may_be_empty {
                true => self.not_empty(&outer),
                false => Some(vec![outer.clone()]),
            };
            let Some(written) = written else {
                // Its text does not show whether it is empty.
                all.push(self.with(&parts, vec![outer], place, side));
                return all;
            };
            for outer in written {
                for outer in self.outermost(&outer, side) {
                    all.push(self.with(&parts, outer, place, side));
                }
            }
            if !may_be_empty {
                return all;
            }
        }
    }

    /// What an expression derives except the empty string, as alternatives; `None` if that
    /// cannot be written.
    fn not_empty(&self, expression: &Expression) -> Option<Vec<Expression>> {
        if !expression.may_be_empty(self.empty) {
            let nothing = |expression: &Expression| {
                expression.as_reference().is_some_and(|id| self.grammar.derives_nothing(id))
            };
            let never = match &expression.kind {
                ExpressionKind::Sequence(parts) => parts.iter().any(nothing),
                _ => nothing(expression),
            };
            return Some(if never { Vec::new() } else { vec![expression.clone()] });
        }
        match &expression.kind {
            ExpressionKind::Empty | ExpressionKind::Literal(_) | ExpressionKind::AnyCase(_) => {
                Some(Vec::new())
            }
            ExpressionKind::Optional(body) => self.not_empty(body),
            ExpressionKind::Choice(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.not_empty(part)).collect();
                Some(parts?.into_iter().flatten().collect())
            }
            ExpressionKind::Repetition { at_most: Some(0), .. } => Some(Vec::new()),
            ExpressionKind::Repetition { at_least: 0, at_most, body }
                if !body.may_be_empty(self.empty) =>
            {
                let (at_most, body) = (*at_most, body.clone());
                let kind = ExpressionKind::Repetition { at_least: 1, at_most, body };
                Some(vec![Expression { kind, place: expression.place }])
            }
            _ => None,
        }
    }

    /// A part that is not empty. If it is a repetition, its outermost round is separate, with
    /// the round's own end rewritten too.
    fn outermost(&self, part: &Expression, side: SequenceSide) -> Vec<Vec<Expression>> {
        let ExpressionKind::Repetition { at_least, at_most, body } = &part.kind else {
            return self.at_the_end(part, side).into_iter().map(|variant| vec![variant]).collect();
        };
        if *at_least == 0 || *at_most == Some(0) || body.may_be_empty(self.empty) {
            return vec![vec![part.clone()]];
        }
        let rest = ExpressionKind::Repetition {
            at_least: at_least - 1,
            at_most: at_most.map(|most| most - 1),
            body: body.clone(),
        };
        let rest = Expression { kind: rest, place: part.place };
        let rounds = self.at_the_end(body, side).into_iter();
        rounds
            .map(|round| match (side, at_most) {
                (_, Some(1)) => vec![round],
                (SequenceSide::Left, _) => vec![round, rest.clone()],
                (SequenceSide::Right, _) => vec![rest.clone(), round],
            })
            .collect()
    }

    /// A sequence with more parts at one end.
    fn with(
        &self,
        parts: &[Expression],
        outer: Vec<Expression>,
        place: Span,
        side: SequenceSide,
    ) -> Expression {
        let written: usize = parts.iter().chain(&outer).map(|part| part.all().count()).sum();
        self.left.set(self.left.get().saturating_sub(1 + written));
        let mut all = match side {
            SequenceSide::Left => [outer, parts.to_vec()].concat(),
            SequenceSide::Right => [parts.to_vec(), outer].concat(),
        };
        match all.len() {
            1 => all.remove(0),
            _ => Expression { kind: ExpressionKind::Sequence(all), place },
        }
    }
}
