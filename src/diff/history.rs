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
    /// From each grammar to the next.
    pub changes: Vec<SchemeChange>,
}

impl<'g> History<'g> {
    /// Compares each grammar with the one before it.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::Diff::new).
    pub fn of(sides: Vec<Side<'g>>) -> Result<History<'g>, DiffError> {
        let schemes: Vec<Schemes> =
            sides.iter().map(|side| Schemes::of(side.grammar, side.grammar.start())).collect();
        let mut names: Vec<Option<&str>> = Vec::new();
        for scheme in schemes.iter().flat_map(Schemes::defined) {
            if !names.contains(&Some(scheme)) {
                names.push(Some(scheme));
            }
        }
        names.push(None);
        let comparisons: Vec<Comparison<'_>> =
            sides.windows(2).map(|both| compare(both[0].clone(), both[1].clone())).collect();
        let mut rows = Vec::new();
        for name in names {
            let change = |(at, comparison): (usize, &Comparison<'_>)| {
                scheme::scheme(comparison, name, &schemes[at], &schemes[at + 1])
            };
            let changes: Vec<SchemeChange> =
                comparisons.iter().enumerate().map(change).collect::<Result<_, _>>()?;
            let Some(first) = changes.first().map(|change| change.old.clone()) else { continue };
            rows.push(Row { scheme: name.map(str::to_owned), first, changes });
        }
        Ok(History { sides, rows })
    }
}
