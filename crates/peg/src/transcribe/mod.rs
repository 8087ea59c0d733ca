//! Makes an exact pest grammar from a printed one.
//!
//! pest takes the first alternative that matches, repeats as often as it can, and never
//! backtracks. So a grammar that is merely copied into its notation can have another language.
//! Here each production becomes a rule with exactly the same strings, on its own and wherever the
//! grammar uses it. A rule stays as printed if that is exact already. Otherwise it is changed as
//! little as needed, at the choice that goes wrong (`repair`). What can follow a production is
//! computed from the printed grammar first, so no search is necessary, and each change has a
//! string that makes it necessary. If no exact rule is found, the production is written as printed,
//! with the reason (`as_printed`).
//!
//! The resulting text is not trusted, but proved ([`proof`](crate::proof)).

mod as_printed;
mod body;
mod change;
mod contexts;
mod decision;
mod expression;
mod lookahead;
mod lower;
mod outcomes;
mod reason;
mod repair;
mod rounds;
mod stops;
mod writer;

pub use change::{RuleChange, RuleChangeKind};
pub use expression::PestExpression;
pub use writer::expression as written;

use std::collections::{BTreeMap, HashMap};

use urlbnf_language::{
    CharacterSet, Exceeded, IsOutOfWork, LanguageId, LanguageInterner, Reserve, Work,
};

use crate::automaton::{NestingLimit, cycles};
use crate::grammar::{CharacterUnit, Grammar, ProductionId};
use crate::proof::{PegLanguages, PestMistake, PestMistakes, ProofResult, rule_names};
use as_printed::{PrintedRule, literal, with_ranges};
use body::{RuleBodyBuilder, RuleBodyPart};
use change::AnnotatedExpression;
use outcomes::{ProofEnd, TranscriptionProof};
pub use reason::NoRuleReason;
use repair::{RepairFailure, RepairResult, RepairedPart};

/// A rule of a transcription.
#[derive(Debug, Clone)]
pub struct TranscribedRule {
    /// The name.
    pub name: String,
    /// The production that it transcribes.
    pub production: ProductionId,
    /// The expression.
    pub expression: PestExpression,
    /// Whether it is a character, an escape or empty, and so makes no node in a tree.
    pub silent: bool,
    /// The changes from the printed text.
    pub changes: Vec<RuleChange>,
    /// Why it is written as printed although nothing is known of it; the proof of the text may
    /// still show that it is equal to its production.
    pub reason: Option<NoRuleReason>,
    /// The expression with the alternatives in the other order: reversed, if that is still to be tried;
    /// as printed, once it is tried.
    other_order: Option<PestExpression>,
}

/// A production without a rule.
#[derive(Debug, Clone)]
pub struct MissingRule {
    /// The production.
    pub production: ProductionId,
    /// Why it has no rule.
    pub reason: NoRuleReason,
    /// The name and the expression of the rule as printed, which pest refuses.
    pub refused: Option<(String, PestExpression)>,
}

/// A transcription, with the productions that could not be transcribed.
#[derive(Debug)]
pub struct TranscribedGrammar {
    /// The rules, in printed order.
    pub rules: Vec<TranscribedRule>,
    /// The productions without a rule, in printed order.
    pub missing: Vec<MissingRule>,
    /// For each production with a rule, the result of the proof of the text.
    pub outcomes: Vec<(ProductionId, ProofResult)>,
    /// The strings for which rules that recur are proved; `None` if there are no such rules.
    pub nesting: Option<NestingLimit>,
    /// The text, as pest reads it.
    pub text: String,
}

impl TranscribedGrammar {
    /// How many rules are proved equal to their productions.
    pub fn equal(&self) -> usize {
        self.outcomes.iter().filter(|(_, outcome)| *outcome == ProofResult::Equal).count()
    }

    /// Reverses the alternatives of the rules that lose a string, at most once each, and puts them back
    /// if the rule is not equal then either. Returns the productions of these rules.
    fn reverse(&mut self) -> Vec<ProductionId> {
        let mut reversed = Vec::new();
        for rule in &mut self.rules {
            let outcome = self.outcomes.iter().find(|(id, _)| *id == rule.production);
            let Some((id, outcome)) = outcome else { continue };
            let changes = match outcome {
                ProofResult::Equal => continue,
                _ if !rule.changes.is_empty() => Vec::new(),
                ProofResult::Differ { witness, printed: true } => {
                    vec![RuleChange::new(RuleChangeKind::Order, witness.clone())]
                }
                _ => continue,
            };
            if let Some(other) = rule.other_order.take() {
                let is_tried = changes.is_empty();
                let before = std::mem::replace(&mut rule.expression, other);
                rule.other_order = Some(before).filter(|_| !is_tried);
                rule.changes = changes;
                reversed.push(*id);
            }
        }
        reversed
    }

    /// Removes the rules as printed for which there is a reason, and those that name them. Returns
    /// whether there are any.
    fn remove(&mut self, mut reasons: BTreeMap<String, NoRuleReason>) -> bool {
        let count = self.rules.len();
        loop {
            let is_removed = |rule: &mut TranscribedRule| {
                rule.reason.is_some() && reasons.contains_key(&rule.name)
            };
            let removed: Vec<TranscribedRule> = self.rules.extract_if(.., is_removed).collect();
            if removed.is_empty() {
                self.missing.sort_by_key(|missing| missing.production);
                return self.rules.len() < count;
            }
            for rule in removed {
                self.need(rule.production, &rule.name, &mut reasons);
                let reason = reasons[&rule.name].clone();
                let refused = Some((rule.name, rule.expression));
                self.missing.push(MissingRule { production: rule.production, reason, refused });
            }
        }
    }

    /// Adds the reason that a rule needs a production without a rule.
    fn need(
        &self,
        production: ProductionId,
        name: &str,
        reasons: &mut BTreeMap<String, NoRuleReason>,
    ) {
        let needs = |rule: &&TranscribedRule| {
            let mut parts = rule.expression.all();
            parts.any(|part| matches!(part, PestExpression::Name(named) if named == name))
        };
        for rule in self.rules.iter().filter(needs) {
            reasons.entry(rule.name.clone()).or_insert(NoRuleReason::Needs(production));
        }
    }
}

/// The reason of each rule that pest refuses, by its name.
fn refused_rules(text: &str, refused: &PestMistakes) -> BTreeMap<String, NoRuleReason> {
    let name = |line: usize| text.lines().nth(line - 1)?.split_whitespace().next();
    let reason = |mistake: &PestMistake| {
        let name = name(mistake.position.0)?.to_owned();
        Some((name, NoRuleReason::Refused(mistake.message.clone())))
    };
    refused.all().iter().filter_map(reason).collect()
}

impl TranscribedRule {
    /// Whether it is written as printed because of a recursion.
    pub(crate) fn is_recursive(&self) -> bool {
        matches!(self.reason, Some(NoRuleReason::Recurs(_) | NoRuleReason::Needs(_)))
    }
}

/// An exact rule.
#[derive(Debug, Clone)]
struct ExactRule {
    /// The languages before which it is exact.
    contexts: Vec<LanguageId>,
    repaired: RepairedPart,
    /// Whether it is a token as printed.
    is_token: bool,
}

struct Transcriber<'g> {
    grammar: &'g Grammar,
    names: &'g [String],
    /// By production: its text.
    parts: &'g HashMap<ProductionId, RuleBodyPart>,
    matcher: PegLanguages,
    rules: lower::LoweredRules,
    classes: Vec<(String, CharacterSet)>,
    decided: lookahead::LookaheadCache,
    exact: HashMap<ProductionId, ExactRule>,
}

/// Transcribes a grammar within its limits.
///
/// ```
/// use urlbnf_peg::proof::ProofResult;
/// use urlbnf_peg::transcribe::transcribe;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "size = 1*DIGIT [ \"k\" / \"kb\" ]\n";
/// let grammar = Grammar::read("size.abnf", text, Reading::Printed)?;
/// let transcribed = transcribe(&grammar);
/// assert!(transcribed.missing.is_empty());
/// assert!(transcribed.outcomes.iter().all(|(_, outcome)| *outcome == ProofResult::Equal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcribe(grammar: &Grammar) -> TranscribedGrammar {
    transcribe_down_to(grammar, grammar.nesting().unwrap_or(0))
}

/// Transcribes a grammar within its limits. If a rule that recurs is too large to be proved as deep
/// as the grammar is nested, all such rules are proved less deep, down to this depth.
pub fn transcribe_down_to(grammar: &Grammar, least_nesting: usize) -> TranscribedGrammar {
    let limits = grammar.limits();
    let reserve = Reserve::new(limits, grammar.len());
    let cycles = cycles(grammar);
    let mut bodies = RuleBodyBuilder {
        grammar,
        cycles: &cycles,
        languages: vec![None; grammar.len()],
        store: LanguageInterner::new(reserve.share()),
        repeated: HashMap::new(),
    };
    let order = grammar.bottom_up();
    let mut parts: HashMap<ProductionId, RuleBodyPart> = HashMap::new();
    let mut missing: BTreeMap<ProductionId, NoRuleReason> = BTreeMap::new();
    for &id in order {
        let body = reserve.ask(|work| {
            bodies.store.allow(work.rest());
            let body = bodies.body(id);
            work.spend(bodies.store.work().spent())?;
            body
        });
        match body {
            Ok(part) => {
                parts.insert(id, part);
            }
            Err(NoRuleReason::Needs(needed)) if !missing.contains_key(&needed) => {
                // Callees come first, so this production is part of a cycle.
                missing.insert(id, NoRuleReason::cycle(grammar, cycles.get(&id), id, needed));
            }
            Err(reason) => {
                missing.insert(id, reason);
            }
        }
    }
    let names = rule_names(grammar);
    let mut printed = bodies.as_printed(&missing, &names);
    let repeated = bodies.repeated;
    let mut transcriber = Transcriber {
        grammar,
        names: &names,
        parts: &parts,
        matcher: PegLanguages::from_store(bodies.store),
        rules: HashMap::new(),
        classes: Vec::new(),
        decided: lookahead::LookaheadCache::default(),
        exact: HashMap::new(),
    };
    let tokens = transcriber.tokens(order);
    let contexts = transcriber.contexts(order, &tokens, &reserve);
    for id in order {
        let Some(part) = parts.get(id) else { continue };
        let made = match tokens.get(id) {
            Some(token) => Ok(ExactRule {
                contexts: vec![LanguageId::EMPTY],
                repaired: token.clone(),
                is_token: true,
            }),
            None => transcriber.ask(&reserve, |this| this.exact_rule(part, &contexts[id])).or_else(
                // Too much work, or a rule that is too long.
                |_| transcriber.ask(&reserve, |this| this.exact_rule_at_the_end(part)),
            ),
        };
        match made {
            Ok(rule) => {
                transcriber.rules.insert(names[id.index()].clone(), rule.repaired.peg);
                transcriber.exact.insert(*id, rule);
            }
            Err(failure) => {
                missing.insert(*id, failure.reason());
            }
        }
    }
    for (&id, reason) in &missing {
        let expression = parts.get(&id).and_then(|part| literal(part, &names));
        if let Some(expression) = expression.map(with_ranges) {
            let reason = reason.clone();
            printed.insert(id, PrintedRule { expression, reversed: None, reason });
        }
    }
    let mut made = TranscribedGrammar {
        rules: Vec::new(),
        missing: Vec::new(),
        outcomes: Vec::new(),
        nesting: None,
        text: String::new(),
    };
    let mut exact = transcriber.exact;
    for id in grammar.ids() {
        let name = names[id.index()].clone();
        if let Some(ExactRule { repaired, is_token, .. }) = exact.remove(&id) {
            let AnnotatedExpression { written, mut changes } = repaired.piece;
            let string = repeated.get(&id).cloned();
            changes
                .extend(string.map(|string| RuleChange::new(RuleChangeKind::Repetition, string)));
            let is_empty = parts[&id].language == LanguageId::EMPTY;
            made.rules.push(TranscribedRule {
                name,
                production: id,
                expression: written,
                silent: is_token && (grammar.unit(id).is_some() || is_empty),
                changes,
                reason: None,
                other_order: None,
            });
        } else if let Some(PrintedRule { expression, reversed, reason }) = printed.remove(&id) {
            made.rules.push(TranscribedRule {
                name,
                production: id,
                expression,
                silent: false,
                changes: Vec::new(),
                reason: Some(reason),
                other_order: reversed,
            });
        } else if let Some(reason) = missing.remove(&id) {
            made.missing.push(MissingRule { production: id, reason, refused: None });
        }
    }
    let mut reasons = BTreeMap::new();
    for missing in &made.missing {
        made.need(missing.production, &names[missing.production.index()], &mut reasons);
    }
    made.remove(reasons);
    let proof = TranscriptionProof::new(grammar, cycles, least_nesting);
    proved(grammar, made, proof)
}

/// Writes and proves a transcription, without the rules that pest refuses.
fn proved(
    grammar: &Grammar,
    mut made: TranscribedGrammar,
    mut proof: TranscriptionProof<'_>,
) -> TranscribedGrammar {
    loop {
        made.outcomes.clear();
        made.text = writer::text(grammar, &made);
        let is_done = match proof.prove(&mut made) {
            ProofEnd::Proved => {
                let reversed = made.reverse();
                let is_final = reversed.is_empty();
                proof.forget(reversed);
                is_final
            }
            ProofEnd::Refused(refused) => !made.remove(refused_rules(&made.text, &refused)),
            ProofEnd::TooDeep => false,
        };
        if is_done {
            let recurs = made.rules.iter().any(TranscribedRule::is_recursive);
            made.nesting = NestingLimit::of_grammar(proof.grammar()).filter(|_| recurs);
            made.text = writer::text(grammar, &made);
            return made;
        }
    }
}

impl Transcriber<'_> {
    /// Computes something for a rule with its share of the work, or else with what is left.
    ///
    /// # Errors
    /// If the computation returns an error, or the work runs out.
    fn ask<T, E: From<Exceeded> + IsOutOfWork>(
        &mut self,
        reserve: &Reserve,
        mut compute: impl FnMut(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        reserve.ask(|work: &mut Work| {
            self.matcher.store.allow(work.rest());
            let computed = compute(self);
            work.spend(self.matcher.store.work().spent())?;
            computed
        })
    }

    /// A rule that is exact before everything that may follow it. If these continuations contradict
    /// each other, it is exact at the end of the input, and before those that agree with that.
    fn exact_rule(
        &mut self,
        part: &RuleBodyPart,
        contexts: &[LanguageId],
    ) -> Result<ExactRule, RepairFailure> {
        let mut contexts = contexts.to_vec();
        let mut repaired = self.repair(part, &contexts);
        if let Err(RepairFailure::Contradiction) = repaired {
            let mut agreeing = vec![LanguageId::EMPTY];
            for next in contexts.into_iter().filter(|&next| next != LanguageId::EMPTY) {
                match self.repair(part, &[LanguageId::EMPTY, next]) {
                    Ok(_) => agreeing.push(next),
                    Err(RepairFailure::Contradiction) => {}
                    Err(failure) => return Err(failure),
                }
            }
            contexts = agreeing;
            repaired = self.repair(part, &contexts);
        }
        match repaired {
            Err(RepairFailure::Contradiction) => self.exact_rule_at_the_end(part),
            repaired => Ok(ExactRule { contexts, repaired: repaired?, is_token: false }),
        }
    }

    /// A rule that is exact at the end of the input.
    fn exact_rule_at_the_end(&mut self, part: &RuleBodyPart) -> Result<ExactRule, RepairFailure> {
        let contexts = vec![LanguageId::EMPTY];
        let repaired = self.repair(part, &contexts)?;
        Ok(ExactRule { contexts, repaired, is_token: false })
    }

    /// The name of a production where these continuations follow. If its rule is not exact there, its
    /// text is written instead.
    fn name(&mut self, id: ProductionId, after: &[LanguageId]) -> RepairResult {
        let (Some(rule), Some(part)) = (self.exact.get(&id), self.parts.get(&id)) else {
            return Err(RepairFailure::Undecided(NoRuleReason::Needs(id)));
        };
        let peg = rule.repaired.peg;
        let is_exact = self.matcher.as_token(peg).is_some()
            || after.iter().all(|next| rule.contexts.contains(next));
        if is_exact {
            let written = PestExpression::name(&self.names[id.index()]);
            return self.made(AnnotatedExpression::plain(written));
        }
        let lost = self.lost(part.language, peg, after)?;
        let mut repaired = self.repair(part, after)?;
        let change = RuleChange::new(RuleChangeKind::Inlined, self.shortest(lost));
        repaired.piece.changes.insert(0, change);
        Ok(repaired)
    }

    /// The productions that are tokens as they are printed.
    fn tokens(&mut self, order: &[ProductionId]) -> HashMap<ProductionId, RepairedPart> {
        let mut tokens = HashMap::new();
        for id in order {
            let Some(part) = self.parts.get(id) else { continue };
            let Some(mut written) = literal(part, self.names) else { continue };
            if part.language == LanguageId::EMPTY {
                // However it is printed: pest refuses alternatives after one that always matches.
                written = PestExpression::String(String::new());
            }
            written = with_ranges(written);
            let Ok(peg) = lower::lower(&written, &self.rules, &mut self.matcher) else { continue };
            let name = &self.names[id.index()];
            if self.matcher.as_token(peg) == Some(part.language) {
                self.rules.insert(name.clone(), peg);
                tokens
                    .insert(*id, RepairedPart { piece: AnnotatedExpression::plain(written), peg });
                let characters = self.grammar.unit(*id).and_then(CharacterUnit::bytes);
                let several = |set: &CharacterSet| set.len() > 1;
                if let Some(characters) = characters.filter(several) {
                    self.classes.push((name.clone(), characters));
                }
            }
        }
        tokens
    }
}

impl RepairFailure {
    fn reason(self) -> NoRuleReason {
        match self {
            RepairFailure::Contradiction => NoRuleReason::NoChange,
            RepairFailure::Undecided(reason) => reason,
        }
    }
}
