//! Changes left out: the new grammar with the old texts of some pairs.

use super::likely::Likely;
use super::{Comparison, DiffError, New, Old};
use crate::automaton::{Automaton, Dfa, Exceeded, Language, Limits};
use crate::grammar::Grammar;

/// The new grammar with the old texts of some pairs, each name in them meaning
/// the partner of what it meant.
pub(super) struct Without<'c> {
    comparison: &'c Comparison<'c>,
    /// `None` where it would have too many names.
    grammar: Option<Grammar>,
}

impl<'c> Without<'c> {
    pub fn the(comparison: &'c Comparison<'c>, pairs: &[(Old, New)]) -> Self {
        let partner = |id| comparison.pairing.of_old(Old(id)).map(|it| it.0);
        let pairs: Vec<_> = pairs.iter().map(|(old, new)| (old.0, new.0)).collect();
        let (old, new) = (comparison.old.grammar, comparison.new.grammar);
        Without { comparison, grammar: new.with_texts_of(old, &pairs, partner) }
    }

    /// The language of a production of the new grammar; `None` where old texts
    /// and new recur through each other as those of neither grammar do, or are
    /// together too large.
    pub fn language(&self, new: New) -> Option<Dfa> {
        self.automaton(new)?.determinise().ok()
    }

    /// The positions of a production of the new grammar, which are enough to try strings;
    /// `None` where there is no language.
    pub fn automaton(&self, new: New) -> Option<Automaton> {
        Automaton::new(self.grammar.as_ref()?, &Language::of(new.0)).ok()
    }

    /// Whether a production has another language here than this one; strings that
    /// are likely to show it are tried first.
    pub fn differs(&self, new: New, from: Option<&Dfa>, likely: &[Vec<u8>]) -> bool {
        // What has no language is like no other.
        let (Some(from), Some(automaton)) = (from, self.automaton(new)) else { return true };
        likely.iter().any(|it| automaton.accepts(it) != from.accepts(it))
            || automaton
                .determinise()
                .map_or(true, |made| !same(&made, from, &self.comparison.limits))
    }

    /// A string by which a production has another language than in the new
    /// grammar, likely ones first; `None` where it has the same.
    pub fn distinguished(
        &self,
        new: New,
        likely: Option<Likely<'_, '_>>,
    ) -> Result<Option<Vec<u8>>, DiffError> {
        let language = self.comparison.new_language(new)?;
        // Any string will do: what has no language is like no other.
        let Some(automaton) = self.automaton(new) else { return Ok(Some(Vec::new())) };
        let mut strings =
            likely.map(|likely| likely.strings(new.0)).unwrap_or_default().into_iter();
        if let Some(found) = strings.find(|it| automaton.accepts(it) != language.accepts(it)) {
            return Ok(Some(found));
        }
        let Ok(changed) = automaton.determinise() else { return Ok(Some(Vec::new())) };
        // What is too large to be told apart has, as far as can be said, another.
        let limits = &self.comparison.limits;
        Ok(tell_apart(&language, &changed, limits).unwrap_or_else(|_| Some(Vec::new())))
    }
}

/// Whether two languages are the same; those that are too large to be told apart are not.
pub(super) fn same(one: &Dfa, two: &Dfa, limits: &Limits) -> bool {
    one == two || tell_apart(one, two, limits).is_ok_and(|witness| witness.is_none())
}

/// A string of only one of two languages.
fn tell_apart(one: &Dfa, two: &Dfa, limits: &Limits) -> Result<Option<Vec<u8>>, Exceeded> {
    match one.witness_within(two, limits)? {
        None => two.witness_within(one, limits),
        found => Ok(found),
    }
}
