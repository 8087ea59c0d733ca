//! Makes an exact pest grammar from a printed one.
//!
//! pest takes the first alternative that matches, repeats as often as it can, and never
//! backtracks. So a grammar that is merely copied into its notation can have another language.
//! Here each production becomes a rule with exactly the same strings, on its own and wherever the
//! grammar uses it. A rule stays as printed if that is exact already. Otherwise it is changed as
//! little as needed, at the choice that goes wrong (`repair`). What can follow a production is
//! computed from the printed grammar first, so no search is necessary, and each change has a
//! string that makes it necessary.
//!
//! The resulting text is not trusted, but proved ([`proof`](crate::proof)). Productions that recur
//! in their middle, and those that need them, are written as printed or with their alternatives
//! reversed, and kept if that is proved as deep as the grammar is nested (`nesting`).

mod early_stops;
mod attempt;
mod body;
mod change;
mod contexts;
mod decision;
mod lookahead;
mod lower;
mod prune;
mod nesting;
mod outcomes;
mod parts;
mod reason;
mod repair;
mod rounds;
mod stops;
mod named_lookahead;
mod writer;

pub use change::{RuleChange, RuleChangeKind};
pub use writer::expression as written;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use urlbnf_language::{CharacterSet, LanguageId, LanguageInterner, Reserve, Work};

use crate::automaton::{NestingLimit, cycles};
use crate::grammar::{CharacterUnit, Grammar, ProductionId};
use crate::proof::{PegId, PegLanguages, PestExpression, ProofResult, rule_names};
use body::{RuleBodyBuilder, RuleBodyPart};
use change::AnnotatedExpression;
use outcomes::TranscriptionProof;
pub use reason::NoRuleReason;
use repair::{RepairFailure, RepairedPart};

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
    /// The parts that no string uses wherever the grammar uses the rule, as written. `None` if that
    /// is not decided; the rule is exact all the same.
    pub unused_parts: Option<Vec<String>>,
    /// The languages that may follow it.
    contexts: Vec<LanguageId>,
}

/// A transcription, with the productions that could not be transcribed.
#[derive(Debug)]
pub struct TranscribedGrammar {
    /// The rules: each production in printed order, then the copies.
    pub rules: Vec<TranscribedRule>,
    /// The productions without a rule, with the reasons.
    pub missing: Vec<(ProductionId, NoRuleReason)>,
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
}

impl TranscribedRule {
    /// Whether it is a copy of another rule, for some of the places that use that rule.
    pub fn is_copy(&self) -> bool {
        is_copy(&self.name)
    }
}

/// Whether the name is that of a copy: the copy's place follows a `__`, which no other name
/// contains.
fn is_copy(name: &str) -> bool {
    name.contains("__")
}

/// The name of the rule that a copy is made of; any other name is returned unchanged.
fn original(name: &str) -> &str {
    name.split_once("__").map_or(name, |it| it.0)
}

/// A rule for a production in some of its contexts.
#[derive(Debug, Clone)]
struct RuleVariant {
    name: String,
    contexts: Vec<LanguageId>,
    piece: Arc<AnnotatedExpression>,
    peg: PegId,
    /// Whether it is a token as printed.
    token: bool,
}

impl RuleVariant {
    fn new(
        name: String,
        contexts: Vec<LanguageId>,
        RepairedPart { piece, peg }: RepairedPart,
        token: bool,
    ) -> RuleVariant {
        RuleVariant { name, contexts, piece: Arc::new(piece), peg, token }
    }
}

struct Transcriber<'g> {
    grammar: &'g Grammar,
    matcher: PegLanguages,
    rules: lower::LoweredRules,
    classes: Vec<(String, CharacterSet)>,
    decided: lookahead::LookaheadCache,
    /// By production: its rules, of which the first is its main rule.
    variants: HashMap<ProductionId, Vec<RuleVariant>>,
    /// The continuations before which repetitions stop early, so that what follows is used.
    stopped: BTreeSet<LanguageId>,
    prefixes: named_lookahead::PrefixExpressions,
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
    let nesting = bodies.nesting(&missing, &names);
    let repeated = bodies.repeated;
    let mut transcriber = Transcriber {
        grammar,
        matcher: PegLanguages::from_store(bodies.store),
        rules: HashMap::new(),
        classes: Vec::new(),
        decided: lookahead::LookaheadCache::default(),
        variants: HashMap::new(),
        stopped: BTreeSet::new(),
        prefixes: named_lookahead::PrefixExpressions::default(),
    };
    let tokens = transcriber.tokens(order, &parts, &names);
    let contexts = transcriber.contexts(order, &parts, &tokens, &reserve, &mut missing);
    parts.retain(|id, _| !missing.contains_key(id));
    for id in order.iter().filter(|id| parts.contains_key(id)) {
        let name = &names[id.index()];
        let result = match tokens.get(id) {
            Some(repaired) => {
                transcriber.rules.insert(name.clone(), repaired.peg);
                let contexts = vec![LanguageId::EMPTY];
                Ok(vec![RuleVariant::new(name.clone(), contexts, repaired.clone(), true)])
            }
            None => transcriber
                .ask(&reserve, |this| {
                    this.variants_of(*id, &parts[id], &contexts[id], name, &names)
                })
                .map_err(RepairFailure::reason),
        };
        match result {
            Ok(variants) => {
                transcriber.variants.insert(*id, variants);
            }
            Err(reason) => {
                missing.insert(*id, reason);
            }
        }
    }
    let made = early_stops::TranscriptionAnalysis {
        order,
        parts: &parts,
        contexts: &contexts,
        tokens: &tokens,
        names: &names,
    };
    transcriber.name_rules(&made, &mut Work::of(limits.total, limits));
    transcriber.stop_early(&made, &mut Work::new(limits));
    transcriber.take_back(order, &parts, &mut Work::of(limits.total, limits));
    let outcomes = TranscriptionProof::new(grammar, cycles, least_nesting);
    transcriber.finish(&parts, missing, (&repeated, nesting), outcomes, &reserve)
}

impl Transcriber<'_> {
    /// The rules of a production: one for all contexts, or as few as possible.
    fn variants_of(
        &mut self,
        id: ProductionId,
        part: &RuleBodyPart,
        contexts: &[(LanguageId, ProductionId)],
        name: &str,
        names: &[String],
    ) -> Result<Vec<RuleVariant>, RepairFailure> {
        let all: Vec<LanguageId> = contexts.iter().map(|it| it.0).collect();
        let alone = self.repair(part, &[LanguageId::EMPTY])?;
        let cost = |it: &RepairedPart| it.piece.length();
        let mut groups: Vec<(Vec<LanguageId>, RepairedPart, ProductionId)> = Vec::new();
        let together = match self.repair(part, &all) {
            Ok(repaired) => Some(repaired),
            Err(RepairFailure::Contradiction) => None,
            Err(failure) => return Err(failure),
        };
        match together {
            Some(repaired) if cost(&repaired) <= cost(&alone) + DEARER => {
                groups.push((all, repaired, id));
            }
            _ => {
                groups.push((vec![LanguageId::EMPTY], alone, id));
                for &(next, user) in contexts.iter().filter(|it| it.0 != LanguageId::EMPTY) {
                    let single = self.repair(part, &[next])?;
                    let mut fits = false;
                    for (number, group) in groups.iter_mut().enumerate() {
                        let mut wider = group.0.clone();
                        wider.push(next);
                        // A copy is made if one rule is longer than two.
                        let most = if number == 0 { DEARER } else { cost(&single) };
                        match self.repair(part, &wider) {
                            Ok(repaired) if cost(&repaired) <= cost(&group.1) + most => {
                                (group.0, group.1) = (wider, repaired);
                                fits = true;
                                break;
                            }
                            Ok(_) | Err(RepairFailure::Contradiction) => {}
                            Err(failure) => return Err(failure),
                        }
                    }
                    if !fits {
                        groups.push((vec![next], single, user));
                    }
                }
            }
        }
        let mut variants: Vec<RuleVariant> = Vec::new();
        for (number, (contexts, repaired, user)) in groups.into_iter().enumerate() {
            let mut own = match number {
                0 => name.to_owned(),
                _ => format!("{name}__{}", names[user.index()]),
            };
            while variants.iter().any(|it| it.name == own) {
                own += "_also";
            }
            self.rules.insert(own.clone(), repaired.peg);
            variants.push(RuleVariant::new(own, contexts, repaired, false));
        }
        Ok(variants)
    }

    /// The name of the rule that is exact before all of these continuations.
    fn variant(&mut self, id: ProductionId, after: &[LanguageId]) -> Result<String, RepairFailure> {
        let Some(variants) = self.variants.get(&id) else {
            return Err(RepairFailure::Undecided(NoRuleReason::Needs(id)));
        };
        let token = variants.first().filter(|it| self.matcher.as_token(it.peg).is_some());
        if let Some(token) = token {
            return Ok(token.name.clone());
        }
        let has = |it: &&RuleVariant| after.iter().all(|next| it.contexts.contains(next));
        match variants.iter().find(has) {
            Some(variant) => Ok(variant.name.clone()),
            None => Err(RepairFailure::Contradiction),
        }
    }

    /// The productions that are tokens as they are printed.
    fn tokens(
        &mut self,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, RuleBodyPart>,
        names: &[String],
    ) -> HashMap<ProductionId, RepairedPart> {
        let mut tokens = HashMap::new();
        for id in order {
            let Some(part) = parts.get(id) else { continue };
            let Some(mut written) = parts::literal(part, &|it| names[it.index()].clone()) else {
                continue;
            };
            if part.language == LanguageId::EMPTY {
                // However it is printed: pest refuses alternatives after one that always matches.
                written = PestExpression::String(String::new());
            }
            written = parts::with_ranges(written);
            let Ok(peg) = lower::lower(&written, &self.rules, &mut self.matcher) else { continue };
            let name = &names[id.index()];
            if self.matcher.as_token(peg) == Some(part.language) {
                self.rules.insert(name.clone(), peg);
                tokens
                    .insert(*id, RepairedPart { piece: AnnotatedExpression::plain(written), peg });
                let characters = self.grammar.unit(*id).and_then(CharacterUnit::bytes);
                let several = |it: &CharacterSet| it.len() > 1;
                if let Some(characters) = characters.filter(several) {
                    self.classes.push((name.clone(), characters));
                }
            }
        }
        tokens
    }
}

/// How much longer, in bytes, a rule may become before a copy is preferred.
const DEARER: usize = 60;

impl RepairFailure {
    fn reason(self) -> NoRuleReason {
        match self {
            RepairFailure::Contradiction => NoRuleReason::NoChange,
            RepairFailure::Undecided(reason) => reason,
        }
    }
}
