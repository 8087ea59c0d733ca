//! A pest grammar made of a printed one, and exact.
//!
//! pest takes the first alternative that matches, repeats as often as it can, and never
//! comes back. So a grammar that is copied into its notation is another grammar. Here each
//! production becomes a rule that has the same strings, all of them and no others: alone,
//! and wherever the grammar uses it. It stays as it is printed where that is so already;
//! where not, it is changed as little as is needed, at the place that chooses wrongly
//! (`repair`). What can follow a production is known from the printed grammar, before
//! anything is written: so nothing is searched, and each change has a string that made it
//! necessary.
//!
//! Nothing here is believed: the text that comes out is proved ([`proof`](crate::proof)).

mod body;
mod contexts;
mod decision;
mod lookahead;
mod lower;
mod parts;
mod repair;
mod rounds;
mod stops;
mod writer;

use std::collections::{BTreeMap, HashMap};

use urlbnf_language::{CharacterSet, Exceeded, LanguageId, Limits, Store};

use crate::grammar::{Grammar, ProductionId};
use crate::proof::{Expression, Matcher, Outcome, Prover, Transcription, Unknown};
use body::{Bodies, Part};
use repair::{Failure, Repaired};

/// Why a production has no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It needs itself, and not as a repetition.
    Recurs(String),
    /// It needs a production that has none.
    Needs(ProductionId),
    /// Its strings are bytes that are no characters.
    NoText,
    /// No change makes it exact.
    NoChange,
    /// It takes more than the limits allow.
    TooLarge(Exceeded),
    /// What was written cannot be read.
    Unknown(String),
}

impl Reason {
    /// In words, with the names of the grammar.
    pub fn message(&self, grammar: &Grammar) -> String {
        match self {
            Reason::Recurs(what) => what.clone(),
            Reason::Needs(id) => format!("it needs `{}`, which has no rule", grammar.name(*id)),
            Reason::NoText => "its strings are bytes that are no characters".to_owned(),
            Reason::NoChange => "no change was found that makes it exact".to_owned(),
            Reason::TooLarge(exceeded) => format!("it takes {exceeded}"),
            Reason::Unknown(what) => what.clone(),
        }
    }
}

impl From<Exceeded> for Reason {
    fn from(exceeded: Exceeded) -> Self {
        Reason::TooLarge(exceeded)
    }
}

impl From<Unknown> for Reason {
    fn from(unknown: Unknown) -> Self {
        match unknown {
            Unknown::TooLarge(exceeded) => Reason::TooLarge(exceeded),
            other => Reason::Unknown(other.to_string()),
        }
    }
}

/// How a rule differs from what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Changed {
    /// What needs itself is a repetition.
    Repetition,
    /// The alternatives stand in another order.
    Order,
    /// Something is looked at ahead.
    Lookahead,
    /// A copy of a rule is used, for what follows there.
    Copy,
}

/// A change, and a shortest string that is lost without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// How it is changed.
    pub kind: Changed,
    /// The string, of the production or of what uses it.
    pub string: Vec<u8>,
}

/// A rule as it is written.
#[derive(Debug, Clone)]
pub struct TranscribedRule {
    /// Its name.
    pub name: String,
    /// The production that it transcribes.
    pub production: ProductionId,
    /// What it does.
    pub expression: Expression,
    /// Whether it is a token, in which no reader looks for a part.
    pub token: bool,
    /// What was changed.
    pub changes: Vec<Change>,
    /// The parts that no string uses where the grammar uses the rule, as they are written.
    pub dead: Vec<String>,
    /// What may follow it.
    contexts: Vec<LanguageId>,
}

/// A transcription that was made, and what could not be made.
#[derive(Debug)]
pub struct Transcribed {
    /// The rules: each production in printed order, then the copies.
    pub rules: Vec<TranscribedRule>,
    /// The productions that have no rule, and why.
    pub missing: Vec<(ProductionId, Reason)>,
    /// As a text that pest reads.
    pub text: String,
}

impl Transcribed {
    /// Of each production that has a rule, what the proof says of the text.
    ///
    /// # Errors
    ///
    /// If the text cannot be read.
    pub fn prove(
        &self,
        grammar: &Grammar,
        limits: &Limits,
    ) -> Result<Vec<(ProductionId, Outcome)>, Unknown> {
        let transcription = Transcription::read(&self.text)?;
        let mut prover = Prover::new(&transcription, limits);
        let rules = self.rules.iter().filter(|rule| !rule.is_copy());
        Ok(rules
            .map(|rule| (rule.production, prover.compare(grammar, rule.production, &rule.name)))
            .collect())
    }
}

impl TranscribedRule {
    /// Whether it is a copy of a rule, for some of the places that use it.
    pub fn is_copy(&self) -> bool {
        is_copy(&self.name)
    }
}

/// Whether a rule of that name is a copy: the place after which it is called stands behind
/// two of `_`, and no name of a grammar has two.
fn is_copy(name: &str) -> bool {
    name.contains("__")
}

/// One rule of a production: for some of the contexts.
struct Variant {
    name: String,
    contexts: Vec<LanguageId>,
    repaired: Repaired,
}

struct Transcriber<'g> {
    grammar: &'g Grammar,
    matcher: Matcher,
    rules: lower::Rules,
    classes: Vec<(String, CharacterSet)>,
    /// By production: its rules, the first for itself.
    variants: HashMap<ProductionId, Vec<Variant>>,
}

/// Transcribes a grammar, within its limits.
///
/// ```
/// use urlbnf_bnf::proof::Outcome;
/// use urlbnf_bnf::transcribe::transcribe;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "size = 1*DIGIT [ \"k\" / \"kb\" ]\n";
/// let grammar = Grammar::read("size.abnf", text, Reading::Printed)?;
/// let transcribed = transcribe(&grammar);
/// assert!(transcribed.missing.is_empty());
/// let proved = transcribed.prove(&grammar, grammar.limits())?;
/// assert!(proved.iter().all(|(_, outcome)| *outcome == Outcome::Equal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcribe(grammar: &Grammar) -> Transcribed {
    transcribe_within(grammar, grammar.limits())
}

/// Transcribes a grammar. To find a change each production may take twenty times what one
/// computation may.
pub fn transcribe_within(grammar: &Grammar, limits: &Limits) -> Transcribed {
    let mut bodies =
        Bodies { grammar, languages: vec![None; grammar.len()], store: Store::new(limits) };
    let order = grammar.bottom_up();
    let mut parts: HashMap<ProductionId, Part> = HashMap::new();
    let mut missing: BTreeMap<ProductionId, Reason> = BTreeMap::new();
    for &id in &order {
        bodies.store.allow(limits);
        match bodies.body(id) {
            Ok(part) => {
                parts.insert(id, part);
            }
            Err(reason) => {
                missing.insert(id, reason);
            }
        }
    }
    let mut transcriber = Transcriber {
        grammar,
        matcher: Matcher::of(bodies.store),
        rules: HashMap::new(),
        classes: Vec::new(),
        variants: HashMap::new(),
    };
    let names = writer::names(grammar);
    let tokens = transcriber.tokens(&order, &parts, &names);
    let contexts = transcriber.contexts(&order, &parts, &tokens, limits, &mut missing);
    parts.retain(|id, _| !missing.contains_key(id));
    for id in order.iter().filter(|id| parts.contains_key(id)) {
        let name = &names[id.index()];
        transcriber.matcher.store.allow(&limits.times(20));
        let result = match tokens.get(id) {
            Some(repaired) => {
                transcriber.rules.insert(name.clone(), repaired.peg);
                let contexts = vec![LanguageId::EMPTY];
                Ok(vec![Variant { name: name.clone(), contexts, repaired: repaired.clone() }])
            }
            None => transcriber
                .variants_of(*id, &parts[id], &contexts[id], name, &names)
                .map_err(Failure::reason),
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
    transcriber.finish(&parts, &tokens, missing)
}

impl Transcriber<'_> {
    /// The rules of a production: one for all contexts, or as few as there can be.
    fn variants_of(
        &mut self,
        id: ProductionId,
        part: &Part,
        contexts: &[(LanguageId, ProductionId)],
        name: &str,
        names: &[String],
    ) -> Result<Vec<Variant>, Failure> {
        let all: Vec<LanguageId> = contexts.iter().map(|it| it.0).collect();
        let alone = self.repair(part, &[LanguageId::EMPTY])?;
        let cost = |it: &Repaired| it.written.to_string().len();
        let mut groups: Vec<(Vec<LanguageId>, Repaired, ProductionId)> = Vec::new();
        let together = match self.repair(part, &all) {
            Ok(repaired) => Some(repaired),
            Err(Failure::Contradiction) => None,
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
                        // A copy, where one rule is longer than two.
                        let most = if number == 0 { DEARER } else { cost(&single) };
                        match self.repair(part, &wider) {
                            Ok(repaired) if cost(&repaired) <= cost(&group.1) + most => {
                                (group.0, group.1) = (wider, repaired);
                                fits = true;
                                break;
                            }
                            Ok(_) | Err(Failure::Contradiction) => {}
                            Err(failure) => return Err(failure),
                        }
                    }
                    if !fits {
                        groups.push((vec![next], single, user));
                    }
                }
            }
        }
        let mut variants: Vec<Variant> = Vec::new();
        for (number, (contexts, repaired, user)) in groups.into_iter().enumerate() {
            let mut own = match number {
                0 => name.to_owned(),
                _ => format!("{name}__{}", names[user.index()]),
            };
            while variants.iter().any(|it| it.name == own) {
                own += "_also";
            }
            self.rules.insert(own.clone(), repaired.peg);
            variants.push(Variant { name: own, contexts, repaired });
        }
        Ok(variants)
    }

    /// The name of the rule that is exact before all of these.
    fn variant(&mut self, id: ProductionId, after: &[LanguageId]) -> Result<String, Failure> {
        let Some(variants) = self.variants.get(&id) else {
            return Err(Failure::Undecided(Reason::Needs(id)));
        };
        let token = variants.first().filter(|it| self.matcher.as_token(it.repaired.peg).is_some());
        if let Some(token) = token {
            return Ok(token.name.clone());
        }
        let has = |it: &&Variant| after.iter().all(|next| it.contexts.contains(next));
        match variants.iter().find(has) {
            Some(variant) => Ok(variant.name.clone()),
            None => Err(Failure::Contradiction),
        }
    }

    /// The productions that are tokens as they are printed.
    fn tokens(
        &mut self,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, Part>,
        names: &[String],
    ) -> HashMap<ProductionId, Repaired> {
        let mut tokens = HashMap::new();
        for id in order {
            let Some(part) = parts.get(id) else { continue };
            let Some(written) = parts::literal(part, &|it| names[it.index()].clone()) else {
                continue;
            };
            let Ok(peg) = lower::lower(&written, &self.rules, &mut self.matcher) else { continue };
            let name = &names[id.index()];
            if self.matcher.as_token(peg) == Some(part.language) {
                self.rules.insert(name.clone(), peg);
                tokens.insert(*id, Repaired { written, peg, changes: Vec::new() });
                let characters = self.grammar.characters(*id);
                let only = self.grammar.unit(*id).is_some_and(|unit| unit.escape.is_none());
                if only && characters.bytes().count() > 1 {
                    self.classes.push((name.clone(), characters));
                }
            }
        }
        tokens
    }
}

/// How much longer a rule may get, in bytes, before a copy is better.
const DEARER: usize = 60;

impl Failure {
    fn reason(self) -> Reason {
        match self {
            Failure::Contradiction => Reason::NoChange,
            Failure::Undecided(reason) => reason,
        }
    }
}
