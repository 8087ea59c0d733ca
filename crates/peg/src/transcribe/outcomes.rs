//! Proves the rules of a transcription.
//!
//! The text is read back as pest reads it, and each rule is compared with its production. Rules
//! that recur in their middle are compared as deep as the grammar is nested. If one of them is too
//! large there, all of them are compared less deep.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use urlbnf_language::Reserve;

use super::nesting::RecursiveRules;
use super::{NoRuleReason, TranscribedGrammar, TranscribedRule, writer};
use crate::automaton::AutomatonError;
use crate::grammar::{Grammar, ProductionId};
use crate::proof::{PestMistakes, ProofResult, Prover, Transcription};

/// The results of a proof so far.
pub(super) struct TranscriptionProof<'g> {
    grammar: &'g Grammar,
    /// The grammar nested less deep, if a rule was too large.
    lowered: Option<Grammar>,
    least_nesting: usize,
    cycles: HashMap<ProductionId, AutomatonError>,
    /// The results stay when a rule is dropped, because all its users are dropped with it.
    known: BTreeMap<ProductionId, ProofResult>,
    reserve: Arc<Reserve>,
}

/// How the proof of a text ended.
#[derive(Debug)]
pub(super) enum ProofEnd {
    /// The outcomes are in the transcription. Rules that use a rule that will be dropped have none.
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

    /// Forgets the results for rules whose alternatives were reversed, and for all that need them.
    pub fn forget(&mut self, reversed: Vec<ProductionId>) {
        let mut seen: BTreeSet<ProductionId> = reversed.iter().copied().collect();
        let mut pending = reversed;
        while let Some(id) = pending.pop() {
            self.known.remove(&id);
            pending.extend(self.grammar.users(id).iter().filter(|&&user| seen.insert(user)));
        }
    }

    /// The grammar, nested as deep as the rules are proved.
    pub fn grammar(&self) -> &Grammar {
        self.lowered.as_ref().unwrap_or(self.grammar)
    }

    /// Why a production is not among those with a rule: its rule is not proved as it is printed, or
    /// it needs one that is not there; otherwise `why`.
    pub fn reason(
        &self,
        id: ProductionId,
        why: &NoRuleReason,
        written: &BTreeSet<ProductionId>,
        nesting: &RecursiveRules,
    ) -> NoRuleReason {
        let failure = self.known.get(&id).and_then(writer::failure).map(|failure| {
            let as_printed = nesting.result_as_printed(id);
            as_printed.as_ref().and_then(writer::failure).unwrap_or(failure)
        });
        match (why, failure) {
            (NoRuleReason::Needs(_) | NoRuleReason::Recurs(_), Some(failure)) => {
                NoRuleReason::Unknown(format!("as it is printed it is {failure}"))
            }
            (NoRuleReason::Needs(needed), None) => {
                let lacking = self.grammar.named_by(id).find(|it| !written.contains(it));
                NoRuleReason::Needs(lacking.unwrap_or(*needed))
            }
            _ => why.clone(),
        }
    }

    /// Proves the rules of the text, callees first, and adds the outcomes to the transcription.
    pub fn prove(&mut self, made: &mut TranscribedGrammar, nesting: &RecursiveRules) -> ProofEnd {
        let rules = || made.rules.iter().filter(|rule| !rule.is_copy());
        let transcription = match Transcription::read(&made.text) {
            Ok(transcription) => transcription,
            Err(refused) => {
                let outcome = || ProofResult::Undecided(refused.clone().into());
                made.outcomes = rules().map(|rule| (rule.production, outcome())).collect();
                return ProofEnd::Refused(refused);
            }
        };
        let named: HashMap<ProductionId, &TranscribedRule> =
            rules().map(|rule| (rule.production, rule)).collect();
        let grammar = self.lowered.as_ref().unwrap_or(self.grammar);
        let mut prover = Prover::sharing(&transcription, Arc::clone(&self.reserve));
        let less = grammar.nesting().and_then(|most| most.checked_sub(1));
        let less = less.filter(|&less| less >= self.least_nesting);
        let mut unproved: BTreeSet<ProductionId> = BTreeSet::new();
        let mut is_too_deep = false;
        for &id in self.grammar.bottom_up() {
            let Some(rule) = named.get(&id) else { continue };
            let recurs = nesting.has(id);
            if let Some(known) = self.known.get(&id) {
                unproved.extend((recurs && *known != ProofResult::Equal).then_some(id));
                continue;
            }
            if recurs && grammar.named_by(id).any(|it| unproved.contains(&it)) {
                unproved.insert(id);
                continue;
            }
            // What its share does not decide is proved less deep, if it can be.
            prover.asks_again = !(recurs && less.is_some());
            let outcome = prover.compare_with(grammar, self.cycles.get(&id), id, &rule.name);
            if recurs && outcome != ProofResult::Equal {
                unproved.insert(id);
                is_too_deep |= matches!(outcome, ProofResult::Undecided(_));
            }
            self.known.insert(id, outcome);
            if let Some(less) = less.filter(|_| is_too_deep) {
                self.known.retain(|&id, _| !nesting.has(id));
                self.lowered = Some(self.grammar.at_nesting(less));
                return ProofEnd::TooDeep;
            }
        }
        let outcome = |rule: &TranscribedRule| {
            Some((rule.production, self.known.get(&rule.production)?.clone()))
        };
        made.outcomes = rules().filter_map(outcome).collect();
        ProofEnd::Proved
    }
}
