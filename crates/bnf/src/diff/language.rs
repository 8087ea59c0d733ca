//! The languages of a grammar's productions, each computed once.

use std::sync::{Arc, OnceLock};

use crate::automaton::{Automaton, AutomatonError, Dfa, LanguageSpec};
use crate::grammar::{Grammar, ProductionId};

/// A grammar, and the languages computed so far.
#[derive(Debug)]
pub(super) struct LanguageCache<'g> {
    pub grammar: &'g Grammar,
    made: Vec<OnceLock<Result<Arc<Dfa>, AutomatonError>>>,
}

impl<'g> LanguageCache<'g> {
    pub fn new(grammar: &'g Grammar) -> Self {
        LanguageCache { grammar, made: vec![OnceLock::new(); grammar.len()] }
    }

    /// The language of a production.
    pub fn language(&self, id: ProductionId) -> Result<Arc<Dfa>, AutomatonError> {
        self.made[id.index()]
            .get_or_init(|| {
                let automaton = Automaton::new(self.grammar, &LanguageSpec::from_production(id))?;
                let dfa = automaton.determinise();
                Ok(Arc::new(dfa.map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))?))
            })
            .clone()
    }

    /// The union of the languages of these productions.
    pub fn of_any(&self, ids: &[ProductionId]) -> Result<Dfa, AutomatonError> {
        ids.iter().try_fold(Dfa::none(), |all, &id| {
            let all = all.union_within(&*self.language(id)?, self.grammar.limits());
            all.map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))
        })
    }
}
