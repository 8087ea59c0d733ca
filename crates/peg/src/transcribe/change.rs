//! The changes of a rule, with their paths.
//!
//! A change is reported with the string that makes it necessary, and is taken back if it turns
//! out not to be needed. So each change keeps the path to the choice or lookahead that it
//! affects. When expressions are combined, the paths of their changes are prefixed.

use crate::proof::PestExpression;

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
    /// A copy of a rule is used, because of what follows there.
    Copy,
}

/// A change, with a shortest string that shows why it is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleChange {
    /// The kind of change.
    pub kind: RuleChangeKind,
    /// A string of the production, or of a user of it, that is lost without the change, or that
    /// an earlier alternative takes completely, or that uses a part which is unused without the
    /// change; for a repetition, a string that repeats.
    pub string: Vec<u8>,
    /// For an order: the printed index, from 0, of each alternative as written now.
    pub order: Vec<usize>,
    /// The path to the choice or lookahead, as in [`PestExpression::at`]; for other changes, the
    /// path to the expression that contains them.
    pub place: Vec<usize>,
}

impl RuleChange {
    pub(super) fn new(kind: RuleChangeKind, string: Vec<u8>) -> RuleChange {
        RuleChange { kind, string, order: Vec::new(), place: Vec::new() }
    }
}

/// An expression with the changes in it.
#[derive(Debug, Clone)]
pub(super) struct AnnotatedExpression {
    pub written: PestExpression,
    pub changes: Vec<RuleChange>,
}

/// The path to one of `count` parts of a sequence or choice, which lean to the left.
fn in_row(at: usize, count: usize) -> Vec<usize> {
    let mut path = vec![0; (count - 1).saturating_sub(at)];
    path.extend((at > 0).then_some(1));
    path
}

/// The changes of the parts of a sequence or choice.
fn changes_in_row(parts: &[AnnotatedExpression]) -> Vec<RuleChange> {
    let of =
        |(at, part): (usize, &AnnotatedExpression)| part.changes_within(&in_row(at, parts.len()));
    parts.iter().enumerate().flat_map(of).collect()
}

impl AnnotatedExpression {
    pub fn plain(written: PestExpression) -> AnnotatedExpression {
        AnnotatedExpression { written, changes: Vec::new() }
    }

    /// The changes, with paths from an expression that contains this one at `path`.
    fn changes_within(&self, path: &[usize]) -> Vec<RuleChange> {
        let within =
            |it: &RuleChange| RuleChange { place: [path, &it.place].concat(), ..it.clone() };
        self.changes.iter().map(within).collect()
    }

    pub fn sequence(parts: &[AnnotatedExpression]) -> AnnotatedExpression {
        let written = PestExpression::sequence(parts.iter().map(|it| it.written.clone()));
        AnnotatedExpression { written, changes: changes_in_row(parts) }
    }

    /// An ordered choice; `None` if there are no parts.
    pub fn choice(parts: &[AnnotatedExpression]) -> Option<AnnotatedExpression> {
        let written = PestExpression::choice(parts.iter().map(|it| it.written.clone()))?;
        Some(AnnotatedExpression { written, changes: changes_in_row(parts) })
    }

    pub fn repeated(self, at_least: usize, at_most: Option<usize>) -> AnnotatedExpression {
        let changes = match (at_least, at_most) {
            (1, Some(1)) => self.changes,
            _ => self.changes_within(&[0]),
        };
        AnnotatedExpression { written: self.written.repeated(at_least, at_most), changes }
    }

    /// A repetition whose rounds begin with an empty string; any other expression is unchanged.
    pub fn apart(self) -> AnnotatedExpression {
        let PestExpression::Repetition(round) = self.written else { return self };
        let within = |it: RuleChange| {
            let place = it.place.strip_prefix(&[0]).unwrap_or_default().to_vec();
            RuleChange { place, ..it }
        };
        let changes = self.changes.into_iter().map(within).collect();
        let empty = AnnotatedExpression::plain(PestExpression::String(String::new()));
        AnnotatedExpression::sequence(&[empty, AnnotatedExpression { written: *round, changes }])
            .repeated(0, None)
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

    /// The expression without one of its changes; `None` unless that is an order or a lookahead.
    pub fn without(&self, change: usize) -> Option<AnnotatedExpression> {
        match self.changes.get(change)?.kind {
            RuleChangeKind::Lookahead => self.without_lookahead(change),
            RuleChangeKind::Order => self.as_printed(change),
            RuleChangeKind::Repetition | RuleChangeKind::Apart | RuleChangeKind::Copy => None,
        }
    }

    /// Replaces the sequence of a lookahead and another part by that part.
    fn without_lookahead(&self, change: usize) -> Option<AnnotatedExpression> {
        let (&own, parent) = self.changes.get(change)?.place.split_last()?;
        let PestExpression::Sequence(one, two) = self.written.at(parent)? else { return None };
        let other = if own == 0 { two } else { one };
        let written = self.written.clone().with(parent, other);
        let moved = |it: &RuleChange| match it.place.strip_prefix(parent) {
            Some([_, rest @ ..]) => RuleChange { place: [parent, rest].concat(), ..it.clone() },
            _ => it.clone(),
        };
        Some(AnnotatedExpression { written, changes: self.others(change).map(moved).collect() })
    }

    /// Restores the printed order of the alternatives.
    fn as_printed(&self, change: usize) -> Option<AnnotatedExpression> {
        let RuleChange { place, order, .. } = self.changes.get(change)?;
        let count = order.len();
        let path = |at: usize| [place, in_row(at, count).as_slice()].concat();
        let mut printed: Vec<usize> = (0..count).collect();
        printed.sort_by_key(|&at| order[at]);
        let alternatives = printed.iter().map(|&at| self.written.at(&path(at)).cloned());
        let choice = PestExpression::choice(alternatives.collect::<Option<Vec<_>>>()?);
        let written = self.written.clone().with(place, &choice.filter(|_| count > 1)?);
        let moved = |change: &RuleChange| {
            let of =
                |(now, &at): (usize, &usize)| Some((now, change.place.strip_prefix(&*path(at))?));
            let place = match printed.iter().enumerate().find_map(of) {
                Some((now, rest)) => [path(now).as_slice(), rest].concat(),
                None => change.place.clone(),
            };
            RuleChange { place, ..change.clone() }
        };
        Some(AnnotatedExpression { written, changes: self.others(change).map(moved).collect() })
    }

    fn others(&self, change: usize) -> impl Iterator<Item = &RuleChange> {
        self.changes.iter().enumerate().filter(move |it| it.0 != change).map(|it| it.1)
    }
}
