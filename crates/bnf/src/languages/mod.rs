//! The languages of a grammar's productions, each computed once.
//!
//! A production's language is composed from the languages of the productions that it names. That is
//! much less work than unrolling the production into positions. A production that recurs in its
//! middle is unrolled instead.

pub(crate) mod composed;

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use composed::{Bound, Piece};

use crate::automaton::{
    Automaton, AutomatonError, Dfa, LanguageSpec, Reserve, Work, nesting_productions,
};
use crate::grammar::{Expression, Grammar, ProductionId};

/// A cache of the languages of a grammar. Each is computed when it is first asked for.
///
/// ```
/// use urlbnf_bnf::languages::ProductionLanguages;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let grammar = Grammar::read("w.abnf", "week = year \"-W\"\nyear = 2DIGIT\n", Reading::Printed)?;
/// let languages = ProductionLanguages::new(&grammar);
/// assert!(languages.language(grammar.start())?.accepts(b"99-W"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ProductionLanguages<G> {
    pub(crate) grammar: G,
    made: Vec<OnceLock<Result<Arc<Dfa>, AutomatonError>>>,
    /// The work of languages. No question about a rule pays for them.
    reserve: Reserve,
    components: OnceLock<ComponentNumbers>,
}

#[derive(Debug)]
struct ComponentNumbers {
    /// By production: the same number for those that use each other.
    numbers: Vec<usize>,
    /// The productions that recur in their middle. They are unrolled, because their nesting depth is
    /// limited. A production that only names one of them is composed, since the depth starts at zero
    /// at each name.
    nested: HashSet<ProductionId>,
}

impl<G: Deref<Target = Grammar>> ProductionLanguages<G> {
    /// Creates an empty cache for a grammar.
    pub fn new(grammar: G) -> Self {
        let made = vec![OnceLock::new(); grammar.len()];
        let reserve = Reserve::new(grammar.limits(), grammar.len());
        ProductionLanguages { grammar, made, reserve, components: OnceLock::new() }
    }

    /// The grammar.
    pub fn grammar(&self) -> &G {
        &self.grammar
    }

    fn components(&self) -> &ComponentNumbers {
        self.components.get_or_init(|| ComponentNumbers {
            numbers: self.grammar.component_numbers(),
            nested: nesting_productions(&self.grammar),
        })
    }

    /// The language of a production.
    ///
    /// # Errors
    /// If it exceeds the limits, or is not regular.
    pub fn language(&self, id: ProductionId) -> Result<Arc<Dfa>, AutomatonError> {
        let is_made = |id: ProductionId| self.made[id.index()].get().is_some();
        let mut opened = HashSet::new();
        // A stack of its own, since recursion would be as deep as the grammar.
        let mut pending = vec![id];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if !is_made(next) && opened.insert(next) {
                let numbers = &self.components().numbers;
                let is_other = |name: &ProductionId| numbers[name.index()] != numbers[next.index()];
                let names = self.grammar.named_by(next).filter(is_other);
                pending.extend(names.filter(|&name| !is_made(name) && !opened.contains(&name)));
            }
            if pending.len() == before {
                pending.pop();
                self.made[next.index()].get_or_init(|| self.compute(next));
            }
        }
        self.made[id.index()].get_or_init(|| self.compute(id)).clone()
    }

    fn compute(&self, id: ProductionId) -> Result<Arc<Dfa>, AutomatonError> {
        // The unrolled production contains the automaton of each name, so it is not tried if one of
        // these is too large.
        for name in self.grammar.named_by(id) {
            if let Some(Err(error @ AutomatonError::TooLarge(..))) = self.made_for(id, name) {
                return Err(error.clone());
            }
        }
        // A recursive production may unroll into millions of positions. It gets no more than its share.
        if self.components().nested.contains(&id) {
            let language = unrolled_within(&self.grammar, id, &mut self.reserve.share());
            return language.map(Arc::new);
        }
        let known = |name| Some(&**self.made_for(id, name)?.as_ref().ok()?);
        let text = self.grammar.core(id);
        let language = self.reserve.ask(|work| {
            let composed = composed::language(&[Piece::Once(text)], known, Bound::Exact, work);
            match composed.map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))? {
                Some(composed) => Ok(composed),
                None => unrolled_within(&self.grammar, id, work),
            }
        });
        language.map(Arc::new)
    }

    /// The result for a production that another names; `None` if the two use each other.
    fn made_for(
        &self,
        production: ProductionId,
        name: ProductionId,
    ) -> Option<&Result<Arc<Dfa>, AutomatonError>> {
        let numbers = &self.components().numbers;
        let is_other = numbers[name.index()] != numbers[production.index()];
        self.made[name.index()].get().filter(|_| is_other)
    }

    /// The union of the languages of these productions.
    pub(crate) fn of_any(&self, ids: &[ProductionId]) -> Result<Dfa, AutomatonError> {
        ids.iter().try_fold(Dfa::none(), |all, &id| {
            let language = self.language(id)?;
            let all = self.reserve.ask(|work| all.union(&language, work));
            all.map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))
        })
    }
}

/// The language of a production, unrolled into positions. For a single production this is less work
/// than composing it, which computes the languages of all productions that it needs.
///
/// # Errors
/// If it exceeds the limits, or is not regular.
pub fn unrolled(grammar: &Grammar, id: ProductionId) -> Result<Dfa, AutomatonError> {
    unrolled_within(grammar, id, &mut grammar.work())
}

/// The language of an expression, unrolled like a production; `None` if the grammar has no free name.
pub(crate) fn unrolled_expression(
    grammar: &Grammar,
    body: Expression,
    work: &mut Work,
) -> Option<Result<Dfa, AutomatonError>> {
    let id = ProductionId::from_index(grammar.len())?;
    Some(unrolled_within(&grammar.with_productions(vec![body]), id, work))
}

pub(crate) fn unrolled_within(
    grammar: &Grammar,
    id: ProductionId,
    work: &mut Work,
) -> Result<Dfa, AutomatonError> {
    let automaton = Automaton::within(grammar, &LanguageSpec::from_production(id), work)?;
    let dfa = automaton.determinise(work);
    dfa.map_err(|exceeded| AutomatonError::TooLarge(id, exceeded))
}
