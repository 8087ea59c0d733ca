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

mod alive;
mod attempt;
mod body;
mod change;
mod contexts;
mod decision;
mod lookahead;
mod lower;
mod needed;
mod parts;
mod reason;
mod repair;
mod rounds;
mod stops;
mod words;
mod writer;

pub use change::{Change, Changed};
pub use writer::expression as written;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use urlbnf_language::{CharacterSet, LanguageId, Limits, Store};

use crate::grammar::{Grammar, ProductionId, Unit};
use crate::proof::{Expression, Matcher, Outcome, rule_names};
use body::{Bodies, Part};
use change::Piece;
pub use reason::Reason;
use repair::{Failure, Repaired};

/// A rule as it is written.
#[derive(Debug, Clone)]
pub struct TranscribedRule {
    /// Its name.
    pub name: String,
    /// The production that it transcribes.
    pub production: ProductionId,
    /// What it does.
    pub expression: Expression,
    /// Whether it is a character, an escape or nothing, which makes no node in a tree.
    pub silent: bool,
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
    /// Of each production that has a rule, what the proof says of the text.
    pub outcomes: Vec<(ProductionId, Outcome)>,
    /// As a text that pest reads.
    pub text: String,
}

impl Transcribed {
    /// How many rules are proved to be equal to their productions.
    pub fn equal(&self) -> usize {
        self.outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Equal).count()
    }
}

impl TranscribedRule {
    /// Whether it is a copy of a rule, for some of the places that use it.
    pub fn is_copy(&self) -> bool {
        is_copy(&self.name)
    }
}

/// Whether a rule of that name is a copy: the place after which it is called follows two of `_`,
/// and no name of a grammar has two.
fn is_copy(name: &str) -> bool {
    name.contains("__")
}

/// The name of the rule of which a rule of that name is a copy.
fn original(name: &str) -> &str {
    name.split_once("__").map_or(name, |it| it.0)
}

/// One rule of a production: for some of the contexts.
#[derive(Debug, Clone)]
struct Variant {
    name: String,
    contexts: Vec<LanguageId>,
    repaired: Repaired,
    /// Whether it is a token as it is printed.
    token: bool,
}

struct Transcriber<'g> {
    grammar: &'g Grammar,
    matcher: Matcher,
    rules: lower::Rules,
    classes: Vec<(String, CharacterSet)>,
    /// By production: its rules, the first for itself.
    variants: HashMap<ProductionId, Vec<Variant>>,
    /// Before which repetitions stop as soon as they may, so that what follows gets its part.
    stopped: BTreeSet<LanguageId>,
    words: words::Words,
}

/// Transcribes a grammar, within its limits.
///
/// ```
/// use urlbnf_peg::proof::Outcome;
/// use urlbnf_peg::transcribe::transcribe;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "size = 1*DIGIT [ \"k\" / \"kb\" ]\n";
/// let grammar = Grammar::read("size.abnf", text, Reading::Printed)?;
/// let transcribed = transcribe(&grammar);
/// assert!(transcribed.missing.is_empty());
/// assert!(transcribed.outcomes.iter().all(|(_, outcome)| *outcome == Outcome::Equal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcribe(grammar: &Grammar) -> Transcribed {
    transcribe_within(grammar, grammar.limits())
}

/// How many times what one computation may take a production may, to find its changes.
const MOST_TIMES: usize = 20;
/// And all productions together.
const MOST_TIMES_IN_ALL: usize = 60;

/// Transcribes a grammar. To find a change each production may take twenty times what one
/// computation may, and all together sixty times. What is left then has no rule.
pub fn transcribe_within(grammar: &Grammar, limits: &Limits) -> Transcribed {
    let mut bodies = Bodies {
        grammar,
        languages: vec![None; grammar.len()],
        store: Store::new(limits),
        repeated: HashMap::new(),
    };
    let order = grammar.bottom_up();
    let mut parts: HashMap<ProductionId, Part> = HashMap::new();
    let mut missing: BTreeMap<ProductionId, Reason> = BTreeMap::new();
    for &id in &order {
        bodies.store.allow(limits);
        match bodies.body(id) {
            Ok(part) => {
                parts.insert(id, part);
            }
            Err(Reason::Needs(needed)) if !missing.contains_key(&needed) => {
                // It comes later, though it should come before.
                missing.insert(id, Reason::circle(grammar, id, needed));
            }
            Err(reason) => {
                missing.insert(id, reason);
            }
        }
    }
    let repeated = bodies.repeated;
    let mut transcriber = Transcriber {
        grammar,
        matcher: Matcher::of(bodies.store),
        rules: HashMap::new(),
        classes: Vec::new(),
        variants: HashMap::new(),
        stopped: BTreeSet::new(),
        words: words::Words::default(),
    };
    let names = rule_names(grammar);
    let tokens = transcriber.tokens(&order, &parts, &names);
    let mut left = limits.steps.saturating_mul(MOST_TIMES_IN_ALL);
    let contexts = transcriber.contexts(&order, &parts, &tokens, (limits, &mut left), &mut missing);
    parts.retain(|id, _| !missing.contains_key(id));
    for id in order.iter().filter(|id| parts.contains_key(id)) {
        let name = &names[id.index()];
        let own = limits.times(MOST_TIMES);
        let store = &mut transcriber.matcher.store;
        store.allow(&Limits { steps: own.steps.min(left), ..own });
        let result = match tokens.get(id) {
            Some(repaired) => {
                transcriber.rules.insert(name.clone(), repaired.peg);
                let contexts = vec![LanguageId::EMPTY];
                let (name, repaired) = (name.clone(), repaired.clone());
                Ok(vec![Variant { name, contexts, repaired, token: true }])
            }
            None => transcriber
                .variants_of(*id, &parts[id], &contexts[id], name, &names)
                .map_err(Failure::reason),
        };
        left = left.saturating_sub(transcriber.matcher.store.meter().steps());
        match result {
            Ok(variants) => {
                transcriber.variants.insert(*id, variants);
            }
            Err(reason) => {
                missing.insert(*id, reason);
            }
        }
    }
    let made = alive::Made {
        order: &order,
        parts: &parts,
        contexts: &contexts,
        tokens: &tokens,
        names: &names,
    };
    transcriber.say_in_words(&made, (limits, &mut left));
    transcriber.keep_alive(&made, limits);
    transcriber.take_back(&order, &parts, (limits, &mut left));
    transcriber.finish(&parts, missing, &repeated, limits)
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
        let cost = |it: &Repaired| it.piece.length();
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
            variants.push(Variant { name: own, contexts, repaired, token: false });
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
            let Some(mut written) = parts::literal(part, &|it| names[it.index()].clone()) else {
                continue;
            };
            if part.language == LanguageId::EMPTY {
                // However it is printed: pest refuses what always matches before others.
                written = Expression::String(String::new());
            }
            written = parts::with_ranges(written);
            let Ok(peg) = lower::lower(&written, &self.rules, &mut self.matcher) else { continue };
            let name = &names[id.index()];
            if self.matcher.as_token(peg) == Some(part.language) {
                self.rules.insert(name.clone(), peg);
                tokens.insert(*id, Repaired { piece: Piece::plain(written), peg });
                let characters = self.grammar.unit(*id).and_then(Unit::bytes);
                let several = |it: &CharacterSet| it.len() > 1;
                if let Some(characters) = characters.filter(several) {
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
