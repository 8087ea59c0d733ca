//! The schemes through the documents: one row a scheme, one column a grammar.

use indexmap::IndexSet;

use super::{Comparison, Covered, DiffError, SchemeChange, Side, compare, scheme};
use crate::scheme::Schemes;

/// What became of each scheme from one grammar to the next.
#[derive(Debug, Clone)]
pub struct History<'g> {
    /// The grammars, in order.
    pub sides: Vec<Side<'g>>,
    /// The schemes in the order in which they come up; at the end what any scheme may be.
    pub rows: Vec<Row>,
}

/// A scheme through the grammars.
#[derive(Debug, Clone)]
pub struct Row {
    /// The scheme; `None` for the alternatives that take any.
    pub scheme: Option<String>,
    /// What the first grammar derives it from.
    pub first: Covered,
    /// What became of it in each grammar but the first, from the one before it.
    pub changes: Vec<SchemeChange>,
}

/// Grammars of which each but the first is compared with the one that it follows.
#[derive(Debug)]
pub struct Along<'g> {
    sides: Vec<Side<'g>>,
    schemes: Vec<Schemes>,
    /// Which is compared with which, and both compared.
    pairs: Vec<((usize, usize), Comparison<'g>)>,
}

impl<'g> Along<'g> {
    /// `before` has the number of the grammar that each follows, of the second grammar first.
    pub fn new(sides: Vec<Side<'g>>, before: &[usize]) -> Along<'g> {
        let schemes =
            sides.iter().map(|side| Schemes::of(side.grammar, side.grammar.start())).collect();
        let pair = |(at, &old): (usize, &usize)| {
            ((old, at + 1), compare(sides[old].clone(), sides[at + 1].clone()))
        };
        let pairs = before.iter().enumerate().map(pair).collect();
        Along { sides, schemes, pairs }
    }

    /// One scheme through the grammars; without a name, the alternatives that take any.
    /// `None` where there are fewer than two grammars.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::Diff::new).
    pub fn row(&self, name: Option<&str>) -> Result<Option<Row>, DiffError> {
        let change = |((old, new), comparison): &((usize, usize), Comparison<'g>)| {
            scheme::scheme(comparison, name, &self.schemes[*old], &self.schemes[*new])
        };
        let changes: Vec<SchemeChange> = self.pairs.iter().map(change).collect::<Result<_, _>>()?;
        let first = changes.first().map(|change| change.old.ids());
        Ok(first.map(|first| Row { scheme: name.map(str::to_owned), first, changes }))
    }
}

impl<'g> History<'g> {
    /// Compares each grammar with the one before it.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::Diff::new).
    pub fn of(sides: Vec<Side<'g>>) -> Result<History<'g>, DiffError> {
        let before: Vec<usize> = (1..sides.len()).map(|at| at - 1).collect();
        History::along(sides, &before)
    }

    /// Compares each grammar but the first with the one that it follows: `before` has the
    /// number of that, of the second grammar first.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::Diff::new).
    pub fn along(sides: Vec<Side<'g>>, before: &[usize]) -> Result<History<'g>, DiffError> {
        let along = Along::new(sides, before);
        let names: IndexSet<&str> = along.schemes.iter().flat_map(Schemes::defined).collect();
        let names = names.into_iter().map(Some).chain([None]);
        let rows = names.map(|name| along.row(name)).collect::<Result<Vec<_>, _>>()?;
        let rows = rows.into_iter().flatten().collect();
        Ok(History { sides: along.sides, rows })
    }
}
