//! What follows, in the grammar's own words.
//!
//! Where two kinds of what follows begin alike for long, what tells them apart is long too:
//! an automaton written out is nothing to read. Then what is to follow can be looked at as
//! the grammar says it: `!( "@" ~ host )` for a mail address. Those rules are written by
//! then, all but what they are put into; so this is a second writing.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{LanguageId, Limits};

use super::alive::{LONGEST_LOOKAHEAD, MOST_COPIES, Made};
use super::lookahead::begun;
use super::lower::{PART, lower};
use super::repair::Failure;
use super::{MOST_TIMES, Transcriber, Variant, is_copy, writer};
use crate::grammar::ProductionId;
use crate::proof::Expression;

/// A lookahead that is longer, in characters, is tried in words.
pub(super) const SHORT: usize = 40;
/// The most of them that are tried at a place.
const MOST_TRIED: usize = 24;

/// By what follows: how rules of the grammar say a beginning of it, and what follows that.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    said: HashMap<LanguageId, Vec<(Expression, LanguageId)>>,
    /// Whether they are used: not as long as rules that they name are not written.
    pub used: bool,
}

impl Words {
    pub fn say(&mut self, whole: LanguageId, written: &Expression, next: LanguageId) {
        let said = self.said.entry(whole).or_default();
        if said.iter().all(|it| it.0 != *written || it.1 != next) {
            said.push((written.clone(), next));
        }
    }

    /// How many parts the ways to say a beginning have at most, all together.
    fn beginning(&self, after: &[LanguageId]) -> usize {
        let of = |next: &LanguageId| self.said.get(next).into_iter().flatten();
        let size = |it: &Expression| it.all().count();
        let two = |(one, next): &(Expression, LanguageId)| {
            let ways = of(next).map(|it| size(one) + size(&it.0));
            size(one) + ways.sum::<usize>()
        };
        after.iter().flat_map(of).map(two).sum()
    }

    /// Each way to say a beginning, and what can follow it then.
    fn beginnings(&self, after: &[LanguageId]) -> Vec<(Expression, BTreeSet<LanguageId>)> {
        let mut all: Vec<(Expression, BTreeSet<LanguageId>)> = Vec::new();
        let mut add =
            |written: Expression, next: LanguageId| match all.iter_mut().find(|it| it.0 == written)
            {
                Some((_, rest)) => {
                    rest.insert(next);
                }
                None => all.push((written, BTreeSet::from([next]))),
            };
        let of = |next: &LanguageId| self.said.get(next).into_iter().flatten();
        for whole in after {
            for (one, next) in of(whole) {
                add(one.clone(), *next);
                for (two, next) in of(next) {
                    add(Expression::sequence([one.clone(), two.clone()]), *next);
                }
            }
        }
        all
    }
}

impl Transcriber<'_> {
    /// What can be looked at to know whether one of these follows: the shortest first.
    pub(super) fn in_words(&mut self, after: &[LanguageId]) -> Result<Vec<Expression>, Failure> {
        if !self.words.used {
            return Ok(Vec::new());
        }
        let cost = self.words.beginning(after);
        self.matcher.store.meter().step(cost.saturating_mul(PART))?;
        let beginnings = self.words.beginnings(after);
        let pairs = beginnings.len().saturating_mul(beginnings.len());
        self.matcher.store.meter().step(pairs.saturating_mul(PART))?;
        let mut found: Vec<Expression> = Vec::new();
        for (written, nexts) in &beginnings {
            for (_, others) in &beginnings {
                let mut next = LanguageId::NONE;
                for &one in nexts.union(others) {
                    next = self.matcher.store.union(next, one)?;
                }
                let rest = begun(next, &self.classes, &self.matcher);
                found.extend(rest.map(|rest| Expression::sequence([written.clone(), rest])));
            }
            found.push(written.clone());
        }
        found.retain(|it| lower(it, &self.rules, &mut self.matcher).is_ok());
        found.sort_by_cached_key(|it| writer::expression(it).len());
        found.dedup();
        found.truncate(MOST_TRIED);
        Ok(found)
    }

    /// Writes what has a long lookahead anew, in words, if it is shorter then.
    pub(super) fn say_in_words(&mut self, made: &Made<'_>, (limits, left): (&Limits, &mut usize)) {
        self.words.used = true;
        let own = limits.times(MOST_TIMES);
        for &id in made.order {
            let variants = self.variants.get(&id).into_iter().flatten();
            let looks = |it: &Variant| lookaheads(&it.repaired.piece.written).into_iter().max();
            let longest: Vec<(usize, Vec<LanguageId>)> =
                variants.filter_map(|it| Some((looks(it)?, it.contexts.clone()))).collect();
            let beyond = |most: usize| longest.iter().filter(move |it| it.0 > most);
            if beyond(SHORT).count() == 0 {
                continue;
            }
            // With another end of what repeats, where it is unreadable else.
            let stopped = beyond(LONGEST_LOOKAHEAD).flat_map(|it| it.1.clone()).collect();
            for before in [BTreeSet::new(), stopped] {
                let was = (self.long(id), self.copies());
                self.attempt(&own, left, |it, _| {
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

    /// How many rules are copies of others.
    fn copies(&self) -> usize {
        self.variants.values().flatten().filter(|it| is_copy(&it.name)).count()
    }

    /// The characters of the long lookaheads of a production's rules.
    fn long(&self, id: ProductionId) -> usize {
        let variants = self.variants.get(&id).into_iter().flatten();
        variants
            .flat_map(|it| lookaheads(&it.repaired.piece.written))
            .filter(|it| *it > SHORT)
            .sum()
    }
}

/// How long each lookahead of an expression is, in characters.
pub(super) fn lookaheads(expression: &Expression) -> Vec<usize> {
    let of = |it: &Expression| match it {
        Expression::Ahead(body) | Expression::NotAhead(body) => {
            Some(writer::expression(body).chars().count())
        }
        _ => None,
    };
    expression.all().filter_map(of).collect()
}
