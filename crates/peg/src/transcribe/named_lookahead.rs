//! Lookaheads that name rules of the grammar.
//!
//! If two continuations have long prefixes in common, the automaton that tells them apart is
//! unreadable as an expression. A lookahead can instead name rules of the grammar: `!( "@" ~ host
//! )` for a mail address. These rules have to be written first, so this is a second pass over the
//! grammar.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{FastSet, IsOutOfWork, LanguageId, Work};

use super::early_stops::{LONGEST_LOOKAHEAD, MOST_COPIES, TranscriptionAnalysis};
use super::lookahead::begun;
use super::lower::lower;
use super::{NoRuleReason, RuleVariant, Transcriber, is_copy, writer};
use crate::grammar::ProductionId;
use crate::proof::PestExpression;

/// For a lookahead longer than this, in characters, one that names rules is tried.
pub(super) const SHORT: usize = 40;
/// The most expressions that are tried at a place.
const MOST_TRIED: usize = 24;
/// The most parts of an expression for a prefix.
const MOST_PREFIX_PARTS: usize = 64;
/// The most expressions for the prefixes of one continuation.
const MOST_PREFIXES: usize = 64;

/// By continuation: expressions for its prefixes, and what follows each.
#[derive(Debug, Clone, Default)]
pub(super) struct PrefixExpressions {
    named_expressions: HashMap<LanguageId, Vec<(PestExpression, LanguageId)>>,
    /// Whether they are used; not before all rules that they name are written.
    pub used: bool,
}

impl PrefixExpressions {
    /// Adds an expression for a prefix of `whole`, after which `next` follows, unless it is too
    /// long or there are too many.
    pub fn add(&mut self, whole: LanguageId, written: &PestExpression, next: LanguageId) {
        if written.all().take(MOST_PREFIX_PARTS + 1).count() > MOST_PREFIX_PARTS {
            return;
        }
        let known = self.named_expressions.entry(whole).or_default();
        if known.len() < MOST_PREFIXES && known.iter().all(|it| it.0 != *written || it.1 != next) {
            known.push((written.clone(), next));
        }
    }

    /// An upper limit for the number of parts in all results of `beginnings`.
    fn beginning(&self, after: &[LanguageId]) -> usize {
        let of = |next: &LanguageId| self.named_expressions.get(next).into_iter().flatten();
        let size = |it: &PestExpression| it.all().count();
        let two = |(one, next): &(PestExpression, LanguageId)| {
            let pairs = of(next).map(|it| size(one) + size(&it.0));
            size(one) + pairs.sum::<usize>()
        };
        after.iter().flat_map(of).map(two).sum()
    }

    /// The expressions for the beginnings of these languages, each with what may follow it.
    fn beginnings(&self, after: &[LanguageId]) -> Vec<(PestExpression, BTreeSet<LanguageId>)> {
        let mut all: Vec<(PestExpression, BTreeSet<LanguageId>)> = Vec::new();
        let mut add = |written: PestExpression, next: LanguageId| match all
            .iter_mut()
            .find(|it| it.0 == written)
        {
            Some((_, rest)) => {
                rest.insert(next);
            }
            None => all.push((written, BTreeSet::from([next]))),
        };
        let of = |next: &LanguageId| self.named_expressions.get(next).into_iter().flatten();
        for whole in after {
            for (one, next) in of(whole) {
                add(one.clone(), *next);
                for (two, next) in of(next) {
                    add(PestExpression::sequence([one.clone(), two.clone()]), *next);
                }
            }
        }
        all
    }
}

impl Transcriber<'_> {
    /// The expressions to test whether one of these languages follows, the shortest first.
    pub(super) fn by_rule_names(
        &mut self,
        after: &[LanguageId],
    ) -> Result<Vec<PestExpression>, NoRuleReason> {
        if !self.prefixes.used {
            return Ok(Vec::new());
        }
        let cost = self.prefixes.beginning(after);
        self.matcher.store.work().ticks(cost)?;
        let beginnings = self.prefixes.beginnings(after);
        let pairs = beginnings.len().saturating_mul(beginnings.len());
        self.matcher.store.work().ticks(pairs)?;
        let mut lowered = Vec::new();
        for (written, nexts) in &beginnings {
            // Many pairs continue with the same language, and many languages have the same
            // lookahead. Each is written and tried once.
            let mut known: FastSet<LanguageId> = FastSet::default();
            let mut rests: FastSet<PestExpression> = FastSet::default();
            for (_, others) in &beginnings {
                let mut next = LanguageId::NONE;
                for &one in nexts.union(others) {
                    next = self.matcher.store.union(next, one)?;
                }
                if known.insert(next) {
                    rests.extend(begun(next, &self.classes, &self.matcher));
                }
            }
            let copied = written.all().count().saturating_mul(1 + rests.len());
            self.matcher.store.work().ticks(copied)?;
            let sequence = |rest| PestExpression::sequence([written.clone(), rest]);
            let whole = std::iter::once(written.clone());
            for written in rests.into_iter().map(sequence).chain(whole) {
                match lower(&written, &self.rules, &mut self.matcher) {
                    Ok(_) => lowered.push(written),
                    Err(NoRuleReason::TooLarge(exceeded)) if exceeded.is_out_of_work() => {
                        return Err(NoRuleReason::TooLarge(exceeded));
                    }
                    Err(_) => {}
                }
            }
        }
        lowered.sort_by_cached_key(|it| writer::expression(it).len());
        lowered.dedup();
        lowered.truncate(MOST_TRIED);
        Ok(lowered)
    }

    /// Rewrites long lookaheads to name rules, if that makes them shorter.
    pub(super) fn name_rules(&mut self, made: &TranscriptionAnalysis<'_>, pass: &mut Work) {
        self.prefixes.used = true;
        for &id in made.order {
            let variants = self.variants.get(&id).into_iter().flatten();
            let looks = |it: &RuleVariant| lookaheads(&it.piece.written).into_iter().max();
            let longest: Vec<(usize, Vec<LanguageId>)> =
                variants.filter_map(|it| Some((looks(it)?, it.contexts.clone()))).collect();
            let beyond = |most: usize| longest.iter().filter(move |it| it.0 > most);
            if beyond(SHORT).count() == 0 {
                continue;
            }
            // If that is still unreadable, repetitions may stop earlier.
            let stopped = beyond(LONGEST_LOOKAHEAD).flat_map(|it| it.1.clone()).collect();
            for before in [BTreeSet::new(), stopped] {
                let was = (self.long(id), self.copies());
                self.attempt(pass, |it, _| {
                    it.stopped.extend(&before);
                    let is_exact = it.anew(&BTreeSet::from([id]), &before, made)?;
                    let copies = MOST_COPIES.max(was.1);
                    Ok(is_exact && it.long(id) < was.0 && it.copies() <= copies)
                });
                if self.long(id) == 0 {
                    break;
                }
            }
        }
    }

    /// The number of rules that are copies of others.
    fn copies(&self) -> usize {
        self.variants.values().flatten().filter(|it| is_copy(&it.name)).count()
    }

    /// The total length of the long lookaheads in a production's rules, in characters.
    fn long(&self, id: ProductionId) -> usize {
        let variants = self.variants.get(&id).into_iter().flatten();
        variants.flat_map(|it| lookaheads(&it.piece.written)).filter(|it| *it > SHORT).sum()
    }
}

/// The length of each lookahead of an expression, in characters.
pub(super) fn lookaheads(expression: &PestExpression) -> Vec<usize> {
    let of = |it: &PestExpression| match it {
        PestExpression::Ahead(body) | PestExpression::NotAhead(body) => {
            Some(writer::expression(body).chars().count())
        }
        _ => None,
    };
    expression.all().filter_map(of).collect()
}
