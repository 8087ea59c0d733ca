//! The history of schemes: one row for each scheme, one column for each grammar.

use indexmap::IndexSet;

use super::{Comparison, Covered, DiffError, SchemeChange, Side, compare, scheme};
use crate::scheme::Schemes;

/// How each scheme changed from one grammar to the next.
#[derive(Debug, Clone)]
pub struct History<'g> {
    /// The grammars, in order.
    pub sides: Vec<Side<'g>>,
    /// The schemes in order of first appearance; the last row is for any other scheme.
    pub rows: Vec<Row>,
}

/// The history of a scheme.
#[derive(Debug, Clone)]
pub struct Row {
    /// The scheme; `None` for the alternatives that accept any scheme.
    pub scheme: Option<String>,
    /// The productions that derive it in the first grammar.
    pub first: Covered,
    /// The changes to each grammar but the first, from the one that it follows.
    pub changes: Vec<SchemeChange>,
}

/// Grammars, each but the first compared with the one that it follows.
#[derive(Debug)]
pub struct Along<'g> {
    sides: Vec<Side<'g>>,
    schemes: Vec<Schemes>,
    /// The indices of the old and the new grammar, and their comparison.
    pairs: Vec<((usize, usize), Comparison<'g>)>,
}

impl<'g> Along<'g> {
    /// Creates the comparisons. `before` has the index of the predecessor of each later grammar.
    pub fn new(sides: Vec<Side<'g>>, before: &[usize]) -> Along<'g> {
        let schemes =
            sides.iter().map(|side| Schemes::of(side.grammar, side.grammar.start())).collect();
        let pair = |(at, &old): (usize, &usize)| {
            ((old, at + 1), compare(sides[old].clone(), sides[at + 1].clone()))
        };
        let pairs = before.iter().enumerate().map(pair).collect();
        Along { sides, schemes, pairs }
    }

    /// The history of one scheme; without a name, of the alternatives that accept any scheme.
    /// `None` if there are fewer than two grammars.
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

    /// Compares each grammar but the first with the one that it follows; `before` holds the
    /// index of that predecessor for each.
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
