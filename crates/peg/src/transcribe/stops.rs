//! Decides where repetitions and optional parts stop.
//!
//! Another round is wrong for a string that only the continuation can finish, and stopping is
//! wrong for a string that only another round can finish. If both begin alike, the two sets of
//! strings are disjoint, and a lookahead before or after the round tells them apart.

use urlbnf_language::LanguageId;

use super::Transcriber;
use super::body::{RuleBodyPart, times};
use super::change::AnnotatedExpression;
use super::repair::{RepairFailure, RepairResult, RepairedPart};

/// The most rounds of a bounded repetition that are analysed one by one.
const MOST_ROUNDS: usize = 64;

impl Transcriber<'_> {
    pub(super) fn optional(&mut self, body: &RuleBodyPart, after: &[LanguageId]) -> RepairResult {
        let round = self.repair(body, after)?;
        let (mut stop, mut go, mut right) = (LanguageId::NONE, LanguageId::NONE, LanguageId::NONE);
        for &next in after {
            let (stops, goes) =
                self.stop_and_continue_languages(&round, (body.language, next), next)?;
            let store = &mut self.matcher.store;
            stop = store.union(stop, stops)?;
            go = store.union(go, goes)?;
            right = store.union(right, next)?;
        }
        if stop == LanguageId::NONE {
            return self.made(round.piece.repeated(0, Some(1)));
        }
        let looked = self.looked_at(&round.piece, body.language, (stop, go, right), after)?;
        let cheapest = looked.into_iter().min_by_key(AnnotatedExpression::length);
        self.made(cheapest.ok_or(RepairFailure::Contradiction)?.repeated(0, Some(1)))
    }

    /// The strings on which to stop although a round would match, and those on which to go on. If
    /// both are right, the repetition goes on.
    fn stop_and_continue_languages(
        &mut self,
        round: &RepairedPart,
        (body, rest): (LanguageId, LanguageId),
        next: LanguageId,
    ) -> Result<(LanguageId, LanguageId), RepairFailure> {
        let begun = self.matcher.takes(round.peg, LanguageId::ALL)?;
        let store = &mut self.matcher.store;
        let goes = store.concat(body, rest)?;
        let stops = store.intersection(next, begun)?;
        Ok((store.difference(stops, goes)?, goes))
    }

    /// The round with each lookahead that makes it stop and go on correctly.
    fn looked_at(
        &mut self,
        round: &AnnotatedExpression,
        language: LanguageId,
        (stop, go, right): (LanguageId, LanguageId, LanguageId),
        after: &[LanguageId],
    ) -> Result<Vec<AnnotatedExpression>, RepairFailure> {
        let string = self.shortest(stop);
        let rests = self.matcher.store.left_quotient(language, stop)?;
        let mut looked: Vec<AnnotatedExpression> = Vec::new();
        for look in self.between(right, rests)? {
            looked.push(round.before(look, string.clone()));
        }
        for look in self.between(go, stop)? {
            looked.push(round.after(look, string.clone()));
        }
        if looked.is_empty() {
            // On strings that either may finish, it need not go on.
            let mut only = go;
            for &next in after {
                only = self.matcher.store.difference(only, next)?;
            }
            for look in self.between(only, stop)? {
                looked.push(round.after(look, string.clone()));
            }
        }
        Ok(looked)
    }

    pub(super) fn repetition(
        &mut self,
        at_least: usize,
        at_most: Option<usize>,
        body: &RuleBodyPart,
        after: &[LanguageId],
    ) -> RepairResult {
        if at_most.unwrap_or(at_least) > MOST_ROUNDS {
            // Too many rounds to analyse: the repetition is written as printed, if that is exact.
            let all = times(body.language, 0, None, LanguageId::EMPTY, &mut self.matcher.store)?;
            let after = self.before(all, after)?;
            let round = self.repair(body, &after)?;
            return self.made(round.piece.repeated(at_least, at_most));
        }
        // What follows a round, by the number of rounds before it.
        let mut follows: Vec<(LanguageId, LanguageId, bool)> = Vec::new();
        for &next in after {
            let rounds = match at_most {
                None => at_least.max(1),
                Some(most) => most,
            };
            for round in 1..=rounds {
                let least = at_least.saturating_sub(round);
                let most = at_most.map(|most| most - round);
                let store = &mut self.matcher.store;
                let rest = times(body.language, least, most, next, store)?;
                // Whether the repetition may stop before this round.
                let open = round > at_least || at_most.is_none() && round == rounds;
                follows.push((rest, next, open));
            }
        }
        let mut rests: Vec<LanguageId> = follows.iter().map(|it| it.0).collect();
        rests.sort_unstable();
        rests.dedup();
        let round = self.repair(body, &rests)?;
        let (mut stop, mut go, mut right) = (LanguageId::NONE, LanguageId::NONE, LanguageId::NONE);
        for &(rest, next, open) in &follows {
            let (stops, goes) =
                self.stop_and_continue_languages(&round, (body.language, rest), next)?;
            let store = &mut self.matcher.store;
            right = store.union(right, rest)?;
            if open {
                stop = store.union(stop, stops)?;
                go = store.union(go, goes)?;
            }
        }
        if stop == LanguageId::NONE {
            return self.made(round.piece.repeated(at_least, at_most));
        }
        let mut found: Vec<AnnotatedExpression> = Vec::new();
        for looked in self.looked_at(&round.piece, body.language, (stop, go, right), after)? {
            found.push(looked.clone().repeated(at_least, at_most));
            if at_least > 0 {
                let first = round.piece.clone().repeated(at_least, Some(at_least));
                let most = at_most.map(|most| most - at_least);
                found.push(AnnotatedExpression::sequence(&[first, looked.repeated(0, most)]));
            }
        }
        found.sort_by_cached_key(AnnotatedExpression::length);
        let language =
            times(body.language, at_least, at_most, LanguageId::EMPTY, &mut self.matcher.store)?;
        for piece in found {
            let repaired = self.made(piece)?;
            let mut exact = true;
            for &next in after {
                let taken = self.matcher.takes(repaired.peg, next)?;
                exact = exact && taken == self.matcher.store.concat(language, next)?;
            }
            if exact {
                return Ok(repaired);
            }
        }
        Err(RepairFailure::Contradiction)
    }
}
