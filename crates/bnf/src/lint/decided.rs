//! The language and the ambiguity of every production, as far as they can be decided.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use urlbnf_language::{Dfa, Exceeded, Limit, Reserve, Work};

use super::lookahead::{FirstSetAnalyser, FirstSetCache};
use crate::ambiguity::{Ambiguity, ambiguity_within, own_ambiguity};
use crate::automaton::{AutomatonError, cycles};
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};
use crate::languages::{ProductionLanguages, composed, unrolled_within};

/// How many derivations the strings of a production have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DerivationCount {
    /// Each has one.
    Once,
    /// Some have several, because a production that this one uses is ambiguous.
    Inherited,
    /// Some have several.
    Several(Ambiguity),
}

/// How many productions that no other uses get the limits of a start.
const MOST_ROOTS: usize = 4;

/// The results, by production.
pub(crate) struct GrammarAnalysis {
    /// The work of the questions about the rules, apart from their languages.
    pub questions: Reserve,
    pub ambiguities: Vec<Result<DerivationCount, AutomatonError>>,
    /// Why the language or the ambiguity is unknown, or known only up to the nesting limit.
    pub errors: Vec<Option<AutomatonError>>,
    /// Where a production recurs in its middle, or needs one that does.
    pub cycles: HashMap<ProductionId, AutomatonError>,
    components: Vec<usize>,
    languages: Vec<Option<Arc<Dfa>>>,
}

impl GrammarAnalysis {
    /// Decides the productions bottom-up.
    pub fn from_grammar(grammar: &Grammar) -> GrammarAnalysis {
        GrammarAnalysis::from_languages(&ProductionLanguages::new(grammar))
    }

    /// Like [`GrammarAnalysis::from_grammar`], but reuses the results that are known already: the
    /// languages, and the limits that others exceeded.
    pub fn from_languages<G: Deref<Target = Grammar>>(
        known_languages: &ProductionLanguages<G>,
    ) -> GrammarAnalysis {
        let grammar: &Grammar = known_languages.grammar();
        let languages = Reserve::new(grammar.limits(), grammar.len());
        let nothing = || Ok(DerivationCount::Once);
        let mut decided = GrammarAnalysis {
            questions: Reserve::new(grammar.limits(), grammar.len()),
            ambiguities: grammar.ids().map(|_| nothing()).collect(),
            errors: vec![None; grammar.len()],
            cycles: cycles(grammar),
            components: grammar.component_numbers(),
            languages: vec![None; grammar.len()],
        };
        let mut memory = FirstSetCache::default();
        let roots = match grammar.has_start() {
            true => vec![grammar.start()],
            false => grammar.starts().iter().copied().take(MOST_ROOTS).collect(),
        };
        // Whether a production reaches no recursive one.
        let mut plain = vec![false; grammar.len()];
        for &id in grammar.bottom_up() {
            let is_cyclic = decided.cycles.contains_key(&id);
            let is_root = is_cyclic && roots.contains(&id);
            let inherited = decided.inherited(id, grammar.named_by(id)).filter(|_| !is_root);
            let error = match inherited {
                Some(exceeded) => {
                    let error = AutomatonError::TooLarge(id, exceeded);
                    decided.ambiguities[id.index()] = Err(error.clone());
                    Some(error)
                }
                None => {
                    plain[id.index()] = grammar.named_by(id).all(|it| plain[it.index()]);
                    let known = FirstSetAnalyser::new(grammar, &decided, &plain);
                    let mut known = known.with(std::mem::take(&mut memory));
                    let found = match plain[id.index()] && known.decide(id) {
                        true => Ok(DerivationCount::Once),
                        false => decided.derived(grammar, id),
                    };
                    memory = known.memory();
                    let language = known_languages.known(id).unwrap_or_else(|| {
                        let language = languages.ask(|work| {
                            let own = grammar.production(id).alternatives();
                            let composed = decided.composed(id, own, work);
                            match composed.map_err(|it| AutomatonError::TooLarge(id, it))? {
                                Some(composed) => Ok(composed),
                                None => unrolled_within(grammar, id, work),
                            }
                        });
                        language.map(Arc::new)
                    });
                    let error = language.as_ref().err().cloned();
                    decided.languages[id.index()] = language.ok();
                    // What is decided only up to the nesting limit is an error as well.
                    let error = error.or_else(|| found.clone().err());
                    let error = error.or_else(|| decided.cycles.get(&id).cloned());
                    decided.ambiguities[id.index()] = found;
                    error
                }
            };
            decided.errors[id.index()] = error;
        }
        decided
    }

    /// How many derivations the strings of a production have. The results for the names in it are
    /// used first; the production is unrolled completely only if they are not enough.
    fn derived(
        &self,
        grammar: &Grammar,
        id: ProductionId,
    ) -> Result<DerivationCount, AutomatonError> {
        let component = |id: ProductionId| self.components[id.index()];
        let mut named = Vec::new();
        for alternative in grammar.production(id).alternatives() {
            used(grammar, alternative, &mut named);
        }
        let is_ambiguous = |it: &ProductionId| {
            let found = &self.ambiguities[it.index()];
            component(*it) != component(id)
                && matches!(found, Ok(DerivationCount::Inherited | DerivationCount::Several(_)))
        };
        if named.iter().any(is_ambiguous) {
            return Ok(DerivationCount::Inherited);
        }
        let is_known = |it: ProductionId| {
            let once = matches!(self.ambiguities[it.index()], Ok(DerivationCount::Once));
            let exact = self.errors[it.index()].is_none() && self.language_of(it).is_some();
            once && exact && component(it) != component(id)
        };
        // If each string of the names has one derivation, only the text itself can be ambiguous.
        if grammar.named_by(id).all(is_known) {
            let language = |name| self.language_of(name);
            let own = self.questions.ask(|work| own_ambiguity(grammar, id, language, work));
            if matches!(own, Ok(None)) {
                return Ok(DerivationCount::Once);
            }
        }
        let found = self.questions.ask(|work| ambiguity_within(grammar, id, work));
        found.map(|found| match found {
            Ambiguity::Unambiguous => DerivationCount::Once,
            several => DerivationCount::Several(several),
        })
    }

    /// Whether a production was too large to decide completely.
    pub fn is_undecided(&self, id: ProductionId) -> bool {
        matches!(self.errors[id.index()], Some(AutomatonError::TooLarge(..)))
    }

    /// The number of a production: the same for those that use each other.
    pub fn component(&self, id: ProductionId) -> usize {
        self.components[id.index()]
    }

    /// Whether a production uses itself.
    pub fn recurs(&self, grammar: &Grammar, id: ProductionId) -> bool {
        grammar.named_by(id).any(|it| self.component(it) == self.component(id))
    }

    /// The language of a production, if it is known.
    pub fn language_of(&self, id: ProductionId) -> Option<&Dfa> {
        self.languages.get(id.index()).and_then(Option::as_deref)
    }

    /// The language of some alternatives of a production, composed from the languages of the
    /// names in them; `None` if these are not all known exactly.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn composed<'g>(
        &'g self,
        production: ProductionId,
        alternatives: impl IntoIterator<Item = &'g Expression>,
        work: &mut Work,
    ) -> Result<Option<Dfa>, Exceeded> {
        // A language that is exact only up to the nesting limit is not composed here.
        let known = |id: ProductionId| {
            let own = self.components[id.index()] == self.components[production.index()];
            let is_known = !own && self.errors[id.index()].is_none();
            self.language_of(id).filter(|_| is_known)
        };
        composed::language(alternatives, known, work)
    }

    /// Why a part of a production is too large: it names a production that is too large itself.
    /// `None` if it names none.
    pub fn too_large(&self, production: ProductionId, part: &Expression) -> Option<Exceeded> {
        self.inherited(production, part.references().into_iter().map(|(named, _)| named))
    }

    fn inherited(
        &self,
        production: ProductionId,
        named: impl IntoIterator<Item = ProductionId>,
    ) -> Option<Exceeded> {
        let component = |id: ProductionId| self.components[id.index()];
        named.into_iter().filter(|&name| component(name) != component(production)).find_map(|it| {
            match &self.errors[it.index()] {
                Some(AutomatonError::TooLarge(_, exceeded))
                    if matches!(exceeded.limit, Limit::Nodes | Limit::Depth) =>
                {
                    Some(*exceeded)
                }
                _ => None,
            }
        })
    }
}

/// Whether a part derives a string; if so, adds the names in its derivations to `names`.
fn used(grammar: &Grammar, part: &Expression, names: &mut Vec<ProductionId>) -> bool {
    let before = names.len();
    let has_string = match &part.kind {
        ExpressionKind::Reference(id) => {
            names.push(*id);
            !grammar.derives_nothing(*id)
        }
        ExpressionKind::Sequence(parts) => parts.iter().all(|it| used(grammar, it, names)),
        ExpressionKind::Choice(parts) => {
            parts.iter().filter(|it| used(grammar, it, names)).count() > 0
        }
        ExpressionKind::Optional(body) => {
            used(grammar, body, names);
            true
        }
        ExpressionKind::Repetition { at_most: Some(0), .. } => true,
        ExpressionKind::Repetition { at_least, body, .. } => {
            used(grammar, body, names) || *at_least == 0
        }
        _ => part.bytes().is_none_or(|bytes| bytes.iter().all(|set| !set.is_empty())),
    };
    if !has_string {
        names.truncate(before);
    }
    has_string
}
