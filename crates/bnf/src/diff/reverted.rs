//! Leaves changes out: the new grammar with the old texts of some pairs.

use super::{DiffError, DiffSide, GrammarComparison, NewProduction, OldProduction};
use crate::automaton::{AutomatonError, Dfa, Relation};
use crate::earley::EarleyRecogniser;
use crate::grammar::Grammar;
use crate::languages::unrolled_within;

/// The new grammar with the old texts of some pairs. A name in them means the partner of the old
/// production.
pub(super) struct RevertedGrammar<'c> {
    comparison: &'c GrammarComparison<'c>,
    /// `None` if it has too many names.
    grammar: Option<Grammar>,
}

impl<'c> RevertedGrammar<'c> {
    pub fn new_grammar(
        comparison: &'c GrammarComparison<'c>,
        pairs: &[(OldProduction, NewProduction)],
    ) -> Self {
        let partner =
            |id| comparison.pairing.of_old(OldProduction(id)).map(|production| production.0);
        let pairs: Vec<_> = pairs.iter().map(|(old, new)| (old.0, new.0)).collect();
        let (old, new) = (comparison.old.grammar, comparison.new.grammar);
        RevertedGrammar { comparison, grammar: new.with_texts_of(old, &pairs, partner) }
    }

    /// Returns the language of a production of the new grammar; `None` if it is not regular once old
    /// and new texts are mixed.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn language(&self, new: NewProduction) -> Result<Option<Dfa>, DiffError> {
        let Some(grammar) = &self.grammar else { return Ok(None) };
        let reserve = &self.comparison.reserve;
        let language = match grammar.needs_recursion(new.0) {
            true => unrolled_within(grammar, new.0, &mut reserve.share()),
            false => reserve.ask(|work| unrolled_within(grammar, new.0, work)),
        };
        match language {
            Ok(language) => Ok(Some(language)),
            Err(AutomatonError::Cycle(..)) => Ok(None),
            // The mixture has productions that the new grammar lacks.
            Err(AutomatonError::TooLarge(_, exceeded)) => {
                let error = AutomatonError::TooLarge(new.0, exceeded);
                Err(DiffError::Undecided(DiffSide::New, error))
            }
        }
    }

    /// Whether a production derives a string; `None` if that is not decided.
    pub fn derives(&self, new: NewProduction, string: &[u8]) -> Option<bool> {
        let grammar = self.grammar.as_ref()?;
        let recogniser =
            EarleyRecogniser::without_trees(grammar, new.0, &mut grammar.work()).ok()?;
        recogniser.derives(string).ok()
    }

    /// Whether a production has another language here than `from`. What has no language is not
    /// equal to anything.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn differs(&self, new: NewProduction, from: Option<&Dfa>) -> Result<bool, DiffError> {
        let (Some(from), Some(language)) = (from, self.language(new)?) else { return Ok(true) };
        let relation = self.comparison.reserve.ask(|work| from.relation(&language, work));
        let too_large = |exceeded| AutomatonError::TooLarge(new.0, exceeded);
        let relation = relation.map_err(too_large);
        let relation = relation.map_err(|error| DiffError::Undecided(DiffSide::New, error))?;
        Ok(relation != Relation::Equal)
    }
}
