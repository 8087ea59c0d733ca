//! Makes the cheapest change at the choice that goes wrong.
//!
//! A part of a production is written so that it is exact before everything that may follow it:
//! `[e]K` = L(e)K for each such language K. The literal text stays if it is exact. Otherwise one
//! alternative, or one more round, takes strings that only another one can finish. These strings
//! are computed, and that choice is repaired by another order or a lookahead.

use urlbnf_language::{FastSet, IsOutOfWork, LanguageId};

use super::body::{RuleBodyPart, RuleBodyPartKind};
use super::change::{AnnotatedExpression, RuleChange, RuleChangeKind};
use super::lower::lower;
use super::{NoRuleReason, Transcriber};
use crate::proof::PegId;

/// A part as written, and its compiled form.
#[derive(Debug, Clone)]
pub(super) struct RepairedPart {
    pub piece: AnnotatedExpression,
    pub peg: PegId,
}

/// Why a part cannot be written for all of these contexts, or for any.
#[derive(Debug)]
pub(super) enum RepairFailure {
    /// The contexts contradict each other, or no change was found.
    Contradiction,
    /// It could not be decided.
    Undecided(NoRuleReason),
}

impl IsOutOfWork for RepairFailure {
    fn is_out_of_work(&self) -> bool {
        matches!(self, RepairFailure::Undecided(reason) if reason.is_out_of_work())
    }
}

impl<E: Into<NoRuleReason>> From<E> for RepairFailure {
    fn from(error: E) -> Self {
        RepairFailure::Undecided(error.into())
    }
}

pub(super) type RepairResult = Result<RepairedPart, RepairFailure>;

/// The length, in bytes, up to which no shorter lookahead is searched.
const SHORT: usize = 30;

impl Transcriber<'_> {
    /// Writes a part that is exact before all of these continuations.
    pub(super) fn repair(&mut self, part: &RuleBodyPart, after: &[LanguageId]) -> RepairResult {
        let repaired = match &part.kind {
            RuleBodyPartKind::Text(written) => {
                self.made(AnnotatedExpression::plain(written.clone()))
            }
            RuleBodyPartKind::Name(id) => self.name(*id, after),
            RuleBodyPartKind::Sequence(parts) => {
                let (mut made, mut following) = (Vec::<AnnotatedExpression>::new(), after.to_vec());
                for part in parts.iter().rev() {
                    made.push(self.repair(part, &following)?.piece);
                    let before = std::mem::take(&mut following);
                    following = self.before(part.language, &before)?;
                }
                made.reverse();
                let sequence = self.made(AnnotatedExpression::sequence(&made))?;
                match self.lost(part.language, sequence.peg, after)? {
                    LanguageId::NONE => Ok(sequence),
                    lost => self.kept_apart(made, lost),
                }
            }
            RuleBodyPartKind::Choice(parts) => self.choice(parts, after),
            RuleBodyPartKind::Optional(body) => self.optional(body, after),
            RuleBodyPartKind::Repetition { at_least, at_most, body } => {
                self.repetition(*at_least, *at_most, body, after)
            }
        }?;
        for &next in after {
            let taken = self.matcher.takes(repaired.peg, next)?;
            if taken != self.matcher.store.concat(part.language, next)? {
                return Err(RepairFailure::Contradiction);
            }
        }
        Ok(repaired)
    }

    /// The strings of a language and its continuations that an expression does not take.
    pub(super) fn lost(
        &mut self,
        language: LanguageId,
        peg: PegId,
        after: &[LanguageId],
    ) -> Result<LanguageId, RepairFailure> {
        let mut lost = LanguageId::NONE;
        for &next in after {
            let taken = self.matcher.takes(peg, next)?;
            let store = &mut self.matcher.store;
            let all = store.concat(language, next)?;
            let left = store.difference(all, taken)?;
            lost = store.union(lost, left)?;
        }
        Ok(lost)
    }

    /// Repairs a sequence of exact parts that is not exact as a whole, because pest compiles `(a
    /// ~ b)* ~ a` to `a ~ (b ~ a)*`. It does not if a round begins with an empty string.
    fn kept_apart(&mut self, parts: Vec<AnnotatedExpression>, lost: LanguageId) -> RepairResult {
        let parts: Vec<AnnotatedExpression> =
            parts.into_iter().map(AnnotatedExpression::apart).collect();
        let mut piece = AnnotatedExpression::sequence(&parts);
        piece.changes.push(RuleChange::new(RuleChangeKind::Apart, self.shortest(lost)));
        self.made(piece)
    }

    pub(super) fn made(&mut self, piece: AnnotatedExpression) -> RepairResult {
        let peg = lower(&piece.written, &self.rules, &mut self.matcher)?;
        Ok(RepairedPart { piece, peg })
    }

    /// The language followed by each of these continuations.
    pub(super) fn before(
        &mut self,
        language: LanguageId,
        after: &[LanguageId],
    ) -> Result<Vec<LanguageId>, RepairFailure> {
        let store = &mut self.matcher.store;
        let mut all: FastSet<LanguageId> = FastSet::default();
        for &next in after {
            store.work().tick()?;
            all.insert(store.concat(language, next)?);
        }
        Ok(all.into_iter().collect())
    }

    /// The strings of `of` that an alternative takes a prefix of but cannot finish.
    pub(super) fn unfinishable_strings(
        &mut self,
        taker: (PegId, LanguageId),
        of: LanguageId,
        next: LanguageId,
    ) -> Result<LanguageId, RepairFailure> {
        let begun = self.matcher.takes(taker.0, LanguageId::ALL)?;
        let store = &mut self.matcher.store;
        let others = store.concat(of, next)?;
        let own = store.concat(taker.1, next)?;
        let taken = store.intersection(others, begun)?;
        Ok(store.difference(taken, own)?)
    }

    fn choice(&mut self, parts: &[RuleBodyPart], after: &[LanguageId]) -> RepairResult {
        let mut made: Vec<RepairedPart> = Vec::new();
        for part in parts {
            made.push(self.repair(part, after)?);
        }
        let pieces: Vec<AnnotatedExpression> = made.iter().map(|it| it.piece.clone()).collect();
        let literal =
            self.made(AnnotatedExpression::choice(&pieces).ok_or(RepairFailure::Contradiction)?)?;
        let mut whole = LanguageId::NONE;
        for part in parts {
            whole = self.matcher.store.union(whole, part.language)?;
        }
        if self.matcher.as_token(literal.peg) == Some(whole) && whole != LanguageId::EMPTY {
            return Ok(literal);
        }
        let count = parts.len();
        // By two alternatives: the strings that the first takes from the second.
        let mut takes = vec![vec![LanguageId::NONE; count]; count];
        for (one, taker) in made.iter().enumerate() {
            for (two, other) in parts.iter().enumerate() {
                for &next in after.iter().filter(|_| one != two) {
                    let taken = self.unfinishable_strings(
                        (taker.peg, parts[one].language),
                        other.language,
                        next,
                    )?;
                    takes[one][two] = self.matcher.store.union(takes[one][two], taken)?;
                }
            }
        }
        let free = |one: usize, two: usize| takes[one][two] == LanguageId::NONE;
        let in_order = (0..count).all(|one| (one + 1..count).all(|two| free(one, two)));
        let order = match in_order && self.first_shadowed(&made, after)?.is_none() {
            true => (0..count).collect(),
            false => self.order(parts, &takes, after)?,
        };
        let reordered = self.lost_in_printed_order(parts, &takes, &order, after)?;
        let order = if reordered == LanguageId::NONE { (0..count).collect() } else { order };
        let (mut written, mut earlier) = (Vec::new(), Vec::new());
        for (at, &one) in order.iter().enumerate() {
            let own = parts[one].language;
            let (mut lost, mut rests, mut right) =
                (LanguageId::NONE, LanguageId::NONE, LanguageId::NONE);
            let mut whole = LanguageId::NONE;
            for &next in after {
                let mut finished = LanguageId::NONE;
                for &before in &earlier {
                    let before = self.matcher.store.concat(before, next)?;
                    finished = self.matcher.store.union(finished, before)?;
                }
                for &later in &order[at + 1..] {
                    let taken = self.unfinishable_strings(
                        (made[one].peg, own),
                        parts[later].language,
                        next,
                    )?;
                    let taken = self.matcher.store.difference(taken, finished)?;
                    lost = self.matcher.store.union(lost, taken)?;
                }
                right = self.matcher.store.union(right, next)?;
                let all = self.matcher.store.concat(own, next)?;
                whole = self.matcher.store.union(whole, all)?;
            }
            earlier.push(own);
            if lost == LanguageId::NONE {
                written.push(pieces[one].clone());
                // pest refuses alternatives after one that always matches.
                if self.matcher.takes(made[one].peg, LanguageId::ALL)? == LanguageId::ALL {
                    break;
                }
                continue;
            }
            let rest = self.matcher.store.left_quotient(own, lost)?;
            rests = self.matcher.store.union(rests, rest)?;
            let (own, string) = (&pieces[one], self.shortest(lost));
            let looks = self.between(right, rests)?.into_iter();
            let mut looked: Vec<AnnotatedExpression> =
                looks.map(|look| own.before(look, string.clone())).collect();
            if looked.iter().all(|it| it.length() > own.length() + SHORT) {
                let before = self.between(whole, lost)?.into_iter();
                looked.extend(before.map(|look| own.after(look, string.clone())));
            }
            let cheapest = looked.into_iter().min_by_key(AnnotatedExpression::length);
            written.push(cheapest.ok_or(RepairFailure::Contradiction)?);
        }
        let mut piece =
            AnnotatedExpression::choice(&written).ok_or(RepairFailure::Contradiction)?;
        if reordered != LanguageId::NONE {
            let change = RuleChange::new(RuleChangeKind::Order, self.shortest(reordered));
            piece.changes.insert(0, change);
        }
        self.made(piece)
    }

    /// The first alternative of which earlier ones take every string, if there is one.
    fn first_shadowed(
        &mut self,
        made: &[RepairedPart],
        after: &[LanguageId],
    ) -> Result<Option<usize>, RepairFailure> {
        let mut before = LanguageId::NONE;
        for (number, one) in made.iter().enumerate() {
            let mut is_reached = false;
            for &next in after {
                let taken = self.matcher.takes(one.peg, next)?;
                is_reached |= !self.matcher.store.is_within(taken, before)?;
            }
            if !is_reached {
                return Ok(Some(number));
            }
            let begun = self.matcher.takes(one.peg, LanguageId::ALL)?;
            before = self.matcher.store.union(before, begun)?;
        }
        Ok(None)
    }

    /// The strings that the printed order loses and `order` does not; or, if there are none,
    /// those that it would leave to a general alternative instead of a special one.
    fn lost_in_printed_order(
        &mut self,
        parts: &[RuleBodyPart],
        takes: &[Vec<LanguageId>],
        order: &[usize],
        after: &[LanguageId],
    ) -> Result<LanguageId, RepairFailure> {
        let (mut lost, mut special) = (LanguageId::NONE, LanguageId::NONE);
        for (at, &one) in order.iter().enumerate() {
            for &two in order[..at].iter().filter(|&&two| two > one) {
                lost = self.matcher.store.union(lost, takes[one][two])?;
                for &next in after {
                    let store = &mut self.matcher.store;
                    let general = store.concat(parts[one].language, next)?;
                    let own = store.concat(parts[two].language, next)?;
                    if store.is_within(own, general)? {
                        special = store.union(special, own)?;
                    }
                }
            }
        }
        Ok(if lost == LanguageId::NONE { special } else { lost })
    }

    /// The printed order, except that an alternative comes after those whose strings it takes,
    /// and special alternatives come before general ones.
    fn order(
        &mut self,
        parts: &[RuleBodyPart],
        takes: &[Vec<LanguageId>],
        after: &[LanguageId],
    ) -> Result<Vec<usize>, RepairFailure> {
        let count = parts.len();
        let mut special = vec![vec![false; count]; count];
        for one in 0..count {
            for two in 0..count {
                let mut within = parts[one].language != parts[two].language;
                for &next in after {
                    let store = &mut self.matcher.store;
                    let (one, two) = (
                        store.concat(parts[one].language, next)?,
                        store.concat(parts[two].language, next)?,
                    );
                    within = within && one != two && store.is_within(one, two)?;
                }
                special[one][two] = within;
            }
        }
        let mut left: Vec<usize> = (0..count).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let waits = |one: usize, strict: bool| {
                left.iter().any(|&two| {
                    one != two
                        && (takes[one][two] != LanguageId::NONE && !special[one][two]
                            || strict && special[two][one])
                })
            };
            let next = (left.iter().position(|&one| !waits(one, true)))
                .or_else(|| left.iter().position(|&one| !waits(one, false)))
                .unwrap_or(0);
            order.push(left.remove(next));
        }
        Ok(order)
    }

    pub(super) fn shortest(&self, language: LanguageId) -> Vec<u8> {
        self.matcher.store.get(language).plainest().unwrap_or_default()
    }
}
