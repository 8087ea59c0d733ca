//! The history of schemes: one row for each scheme, one column for each grammar.

use indexmap::IndexSet;

use super::{
    DiffError, GrammarComparison, NamedGrammar, SchemeChange, SchemeCoverage, compare, scheme,
};
use crate::scheme::SchemeAlternatives;

/// How each scheme changed from one grammar to the next.
#[derive(Debug, Clone)]
pub struct SchemeHistories<'g> {
    /// The grammars, in order.
    pub sides: Vec<NamedGrammar<'g>>,
    /// The schemes in order of first appearance; the last row is for any other scheme.
    pub rows: Vec<SchemeHistory>,
}

/// The history of a scheme.
#[derive(Debug, Clone)]
pub struct SchemeHistory {
    /// The scheme; `None` for the alternatives that accept any scheme.
    pub scheme: Option<String>,
    /// The productions that derive it in the first grammar.
    pub first: SchemeCoverage,
    /// The changes to each grammar but the first, from the one that it follows.
    pub changes: Vec<SchemeChange>,
}

/// Grammars, each but the first compared with the one that it follows.
#[derive(Debug)]
pub struct ComparisonChain<'g> {
    sides: Vec<NamedGrammar<'g>>,
    schemes: Vec<SchemeAlternatives>,
    /// The indices of the old and the new grammar, and their comparison.
    pairs: Vec<((usize, usize), GrammarComparison<'g>)>,
}

impl<'g> ComparisonChain<'g> {
    /// Creates the comparisons. `before` has the index of the predecessor of each later grammar.
    pub fn new(sides: Vec<NamedGrammar<'g>>, before: &[usize]) -> ComparisonChain<'g> {
        let schemes = sides
            .iter()
            .map(|side| SchemeAlternatives::from_start(side.grammar, side.grammar.start()))
            .collect();
        let pair = |(at, &old): (usize, &usize)| {
            ((old, at + 1), compare(sides[old].clone(), sides[at + 1].clone()))
        };
        let pairs = before.iter().enumerate().map(pair).collect();
        ComparisonChain { sides, schemes, pairs }
    }

    /// The history of one scheme; without a name, of the alternatives that accept any scheme.
    /// `None` if there are fewer than two grammars.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::UrlGrammarDiff::new).
    pub fn row(&self, name: Option<&str>) -> Result<Option<SchemeHistory>, DiffError> {
        let change = |((old, new), comparison): &((usize, usize), GrammarComparison<'g>)| {
            scheme::scheme(comparison, name, &self.schemes[*old], &self.schemes[*new])
        };
        let changes: Vec<SchemeChange> = self.pairs.iter().map(change).collect::<Result<_, _>>()?;
        let first = changes.first().map(|change| change.old.ids());
        Ok(first.map(|first| SchemeHistory { scheme: name.map(str::to_owned), first, changes }))
    }
}

impl<'g> SchemeHistories<'g> {
    /// Compares each grammar with the one before it.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::UrlGrammarDiff::new).
    pub fn from_sides(sides: Vec<NamedGrammar<'g>>) -> Result<SchemeHistories<'g>, DiffError> {
        let before: Vec<usize> = (1..sides.len()).map(|at| at - 1).collect();
        SchemeHistories::along(sides, &before)
    }

    /// Compares each grammar but the first with the one that it follows; `before` holds the
    /// index of that predecessor for each.
    ///
    /// # Errors
    /// If two grammars cannot be compared: see [`Diff::new`](super::UrlGrammarDiff::new).
    pub fn along(
        sides: Vec<NamedGrammar<'g>>,
        before: &[usize],
    ) -> Result<SchemeHistories<'g>, DiffError> {
        let along = ComparisonChain::new(sides, before);
        let names: IndexSet<&str> =
            along.schemes.iter().flat_map(SchemeAlternatives::defined).collect();
        let names = names.into_iter().map(Some).chain([None]);
        let rows = names.map(|name| along.row(name)).collect::<Result<Vec<_>, _>>()?;
        let rows = rows.into_iter().flatten().collect();
        Ok(SchemeHistories { sides: along.sides, rows })
    }
}
