//! Leaves changes out: the new grammar with the old texts of some pairs.

use super::probable_witness::WitnessEmbedder;
use super::{DiffError, GrammarComparison, NewProduction, OldProduction};
use crate::automaton::{Automaton, Dfa, Exceeded, LanguageSpec, Limits};
use crate::grammar::Grammar;

/// The new grammar with the old texts of some pairs. A name in them means the partner of the old
/// production.
pub(super) struct RevertedGrammar<'c> {
    comparison: &'c GrammarComparison<'c>,
    /// `None` if it has too many names, or if the budget is exhausted.
    grammar: Option<Grammar>,
}

impl<'c> RevertedGrammar<'c> {
    pub fn new_grammar(
        comparison: &'c GrammarComparison<'c>,
        pairs: &[(OldProduction, NewProduction)],
    ) -> Self {
        let partner = |id| comparison.pairing.of_old(OldProduction(id)).map(|it| it.0);
        let pairs: Vec<_> = pairs.iter().map(|(old, new)| (old.0, new.0)).collect();
        let (old, new) = (comparison.old.grammar, comparison.new.grammar);
        // Old texts are copied with all that they name, so both grammars are charged.
        let copied = [old, new].iter().try_for_each(|it| it.charge_copy(&comparison.limits));
        let grammar = copied.ok().and_then(|()| new.with_texts_of(old, &pairs, partner));
        RevertedGrammar { comparison, grammar }
    }

    /// Returns the language of a production of the new grammar; `None` if the mixture of old and
    /// new texts recurs in its middle or is too large.
    pub fn language(&self, new: NewProduction) -> Option<Dfa> {
        self.automaton(new)?.determinise().ok()
    }

    /// The position automaton of a production of the new grammar, which is enough to try strings;
    /// `None` if it cannot be built.
    pub fn automaton(&self, new: NewProduction) -> Option<Automaton> {
        Automaton::new(self.grammar.as_ref()?, &LanguageSpec::from_production(new.0)).ok()
    }

    /// Whether a production has another language here than `from`. The strings of `likely` are
    /// tried first.
    pub fn differs(&self, new: NewProduction, from: Option<&Dfa>, likely: &[Vec<u8>]) -> bool {
        // Without a language nothing can be equal.
        let (Some(from), Some(automaton)) = (from, self.automaton(new)) else { return true };
        likely.iter().any(|it| automaton.accepts(it) != from.accepts(it))
            || automaton
                .determinise()
                .map_or(true, |made| !same(&made, from, &self.comparison.limits))
    }

    /// Returns a string that shows that a production has another language than in the new
    /// grammar, trying likely strings first; `None` if the languages are the same.
    pub fn distinguished(
        &self,
        new: NewProduction,
        likely: Option<WitnessEmbedder<'_, '_>>,
    ) -> Result<Option<Vec<u8>>, DiffError> {
        let language = self.comparison.new_language(new)?;
        // Without a language nothing can be equal, so any string serves as the witness.
        let Some(automaton) = self.automaton(new) else { return Ok(Some(Vec::new())) };
        let mut strings =
            likely.map(|likely| likely.strings(new.0)).unwrap_or_default().into_iter();
        if let Some(found) = strings.find(|it| automaton.accepts(it) != language.accepts(it)) {
            return Ok(Some(found));
        }
        let Ok(changed) = automaton.determinise() else { return Ok(Some(Vec::new())) };
        // Languages that are too large to compare count as different.
        let limits = &self.comparison.limits;
        Ok(distinguishing_string(&language, &changed, limits).unwrap_or_else(|_| Some(Vec::new())))
    }
}

/// Whether two languages are the same; `false` if they are too large to compare.
pub(super) fn same(one: &Dfa, two: &Dfa, limits: &Limits) -> bool {
    one == two || distinguishing_string(one, two, limits).is_ok_and(|witness| witness.is_none())
}

/// Returns a string of only one of two languages; `None` if they are equal.
fn distinguishing_string(
    one: &Dfa,
    two: &Dfa,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, Exceeded> {
    match one.witness_within(two, limits)? {
        None => two.witness_within(one, limits),
        found => Ok(found),
    }
}
