//! The schemes through the documents: one row a scheme, one column a grammar.

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
        let schemes: Vec<Schemes> =
            sides.iter().map(|side| Schemes::of(side.grammar, side.grammar.start())).collect();
        let mut names: Vec<Option<&str>> = Vec::new();
        for scheme in schemes.iter().flat_map(Schemes::defined) {
            if !names.contains(&Some(scheme)) {
                names.push(Some(scheme));
            }
        }
        names.push(None);
        let pairs: Vec<(usize, usize)> =
            before.iter().enumerate().map(|(at, &before)| (before, at + 1)).collect();
        let comparison =
            |&(old, new): &(usize, usize)| compare(sides[old].clone(), sides[new].clone());
        let comparisons: Vec<Comparison<'_>> = pairs.iter().map(comparison).collect();
        let mut rows = Vec::new();
        for name in names {
            let change = |(&(old, new), comparison): (&(usize, usize), &Comparison<'_>)| {
                scheme::scheme(comparison, name, &schemes[old], &schemes[new])
            };
            let changes: Vec<SchemeChange> =
                pairs.iter().zip(&comparisons).map(change).collect::<Result<_, _>>()?;
            let Some(first) = changes.first().map(|change| change.old.ids()) else { continue };
            rows.push(Row { scheme: name.map(str::to_owned), first, changes });
        }
        Ok(History { sides, rows })
    }
}
