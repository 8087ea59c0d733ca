//! Proves the rules of a transcription.
//!
//! The text is read back as pest reads it, and each rule is compared with its production. Rules
//! that recur in their middle are compared as deep as the grammar is nested. If one of them is too
//! large there, all of them are compared less deep.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use urlbnf_language::Reserve;

use super::{TranscribedGrammar, TranscribedRule};
use crate::automaton::AutomatonError;
use crate::grammar::{Grammar, ProductionId};
use crate::proof::{LanguageError, PestMistakes, ProofResult, Prover, Transcription};

/// The results of a proof so far.
pub(super) struct TranscriptionProof<'g> {
    grammar: &'g Grammar,
    /// The grammar nested less deep, if a rule was too large.
    lowered: Option<Grammar>,
    least_nesting: usize,
    cycles: HashMap<ProductionId, AutomatonError>,
    known: BTreeMap<ProductionId, ProofResult>,
    reserve: Arc<Reserve>,
}

/// How the proof of a text ended.
#[derive(Debug)]
pub(super) enum ProofEnd {
    /// The outcomes are in the transcription.
    Proved,
    /// pest cannot read the text.
    Refused(PestMistakes),
    /// A rule that recurs was too large. The next proof is less deep.
    TooDeep,
}

impl<'g> TranscriptionProof<'g> {
    pub fn new(
        grammar: &'g Grammar,
        cycles: HashMap<ProductionId, AutomatonError>,
        least_nesting: usize,
    ) -> TranscriptionProof<'g> {
        TranscriptionProof {
            grammar,
            lowered: None,
            least_nesting,
            cycles,
            known: BTreeMap::new(),
            reserve: Arc::new(Reserve::new(grammar.limits(), grammar.len())),
        }
    }

    /// Forgets the results for some rules, and for all that need them.
    pub fn forget(&mut self, mut pending: Vec<ProductionId>) {
        let mut seen: BTreeSet<ProductionId> = pending.iter().copied().collect();
        while let Some(id) = pending.pop() {
            self.known.remove(&id);
            pending.extend(self.grammar.users(id).iter().filter(|&&user| seen.insert(user)));
        }
    }

    /// The grammar, nested as deep as the rules are proved.
    pub fn grammar(&self) -> &Grammar {
        self.lowered.as_ref().unwrap_or(self.grammar)
    }

    /// Proves the rules of the text, callees first, and adds the outcomes to the transcription.
    pub fn prove(&mut self, made: &mut TranscribedGrammar) -> ProofEnd {
        let transcription = match Transcription::read(&made.text) {
            Ok(transcription) => transcription,
            Err(refused) => {
                let outcome = || ProofResult::Undecided(refused.clone().into());
                made.outcomes =
                    made.rules.iter().map(|rule| (rule.production, outcome())).collect();
                return ProofEnd::Refused(refused);
            }
        };
        let rules: HashMap<ProductionId, &TranscribedRule> =
            made.rules.iter().map(|rule| (rule.production, rule)).collect();
        let grammar = self.lowered.as_ref().unwrap_or(self.grammar);
        let mut prover = Prover::sharing(&transcription, Arc::clone(&self.reserve));
        let less = grammar.nesting().and_then(|most| most.checked_sub(1));
        let less = less.filter(|&less| less >= self.least_nesting);
        for &id in self.grammar.bottom_up() {
            let Some(rule) = rules.get(&id).filter(|_| !self.known.contains_key(&id)) else {
                continue;
            };
            let unproved = |id: &ProductionId| {
                self.known.get(id).is_some_and(|outcome| *outcome != ProofResult::Equal)
            };
            let needed = self.grammar.named_by(id).find(unproved);
            let outcome = match needed.filter(|_| rule.reason.is_some()) {
                Some(needed) => {
                    let name = self.grammar.name(needed).to_owned();
                    ProofResult::Undecided(LanguageError::Needs(name))
                }
                None => {
                    // What its share does not decide is proved less deep, if it can be.
                    prover.asks_again = !(rule.is_recursive() && less.is_some());
                    prover.compare_with(grammar, self.cycles.get(&id), id, &rule.name)
                }
            };
            let is_too_deep = rule.is_recursive()
                && needed.is_none()
                && matches!(outcome, ProofResult::Undecided(_));
            self.known.insert(id, outcome);
            if let Some(less) = less.filter(|_| is_too_deep) {
                self.known.retain(|id, _| !rules.get(id).is_some_and(|rule| rule.is_recursive()));
                self.lowered = Some(self.grammar.at_nesting(less));
                return ProofEnd::TooDeep;
            }
        }
        let outcome = |rule: &TranscribedRule| {
            Some((rule.production, self.known.get(&rule.production)?.clone()))
        };
        made.outcomes = made.rules.iter().filter_map(outcome).collect();
        ProofEnd::Proved
    }
}
