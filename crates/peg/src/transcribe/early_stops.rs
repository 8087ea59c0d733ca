//! Makes greedy repetitions stop early, so that the parts after them can match.
//!
//! A greedy repetition may leave nothing for an optional part after it, although the language
//! stays the same. In a name, `(alpha | ".")*` takes all dots, and `("." ~ label)*` after it
//! never matches. Such a repetition is made to stop as soon as the rest of the input fits the
//! part after it. The rules that have to stop are not searched: the language of everything that
//! may follow there is marked, and every repetition before that language stops.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use urlbnf_language::{LanguageId, Work};

use super::body::{RuleBodyPart, RuleBodyPartKind, times};
use super::contexts::FollowLanguages;
use super::named_lookahead::{SHORT, lookaheads};
use super::repair::{RepairFailure, RepairedPart};
use super::{RuleVariant, Transcriber, is_copy};
use crate::grammar::ProductionId;

/// The most copies of rules in a grammar whose repetitions stop early: more copies would make it
/// unreadable.
pub(super) const MOST_COPIES: usize = 6;
/// The longest lookahead that is easy to read, in characters.
pub(super) const LONGEST_LOOKAHEAD: usize = 100;
/// The most longer lookaheads in a grammar whose repetitions stop early.
const MOST_LONG: usize = 2;

/// How readable a transcription is.
#[derive(Debug, Clone, Copy)]
struct Readability {
    /// The number of parts that no string uses.
    unused: usize,
    copies: usize,
    /// The number of lookaheads that are hard to read, and the length of all that are not short.
    long: usize,
    characters: usize,
}

impl Readability {
    fn better_than(&self, other: &Readability) -> bool {
        (self.unused, self.characters) < (other.unused, other.characters)
            && self.copies <= MOST_COPIES.max(other.copies)
            && self.long <= MOST_LONG.max(other.long)
    }
}

/// The results of the earlier steps.
pub(super) struct TranscriptionAnalysis<'m> {
    pub order: &'m [ProductionId],
    pub parts: &'m HashMap<ProductionId, RuleBodyPart>,
    pub contexts: &'m FollowLanguages,
    pub tokens: &'m HashMap<ProductionId, RepairedPart>,
    pub names: &'m [String],
}

impl Transcriber<'_> {
    /// Rewrites rules so that more of their parts are used.
    pub(super) fn stop_early(&mut self, made: &TranscriptionAnalysis<'_>, pass: &mut Work) {
        let reads = self.within(pass, |this| this.reads(made.order));
        let Ok(mut reads) = reads else { return };
        let mut better = reads.unused > 0;
        while std::mem::take(&mut better) {
            for &id in made.order.iter().rev().filter(|id| !made.tokens.contains_key(id)) {
                let (Some(part), Some(contexts)) = (made.parts.get(&id), made.contexts.get(&id))
                else {
                    continue;
                };
                let places = self.within(pass, |this| match this.unused_in(id)? {
                    0 => Ok(BTreeMap::new()),
                    _ => this.places(part, contexts),
                });
                for marked in places.unwrap_or_default().into_values() {
                    better |= self.attempt(pass, |it, _| {
                        it.stopped.extend(&marked);
                        if !it.anew(&BTreeSet::from([id]), &marked, made)? {
                            return Ok(false);
                        }
                        let now = it.reads(made.order)?;
                        let is_better = now.better_than(&reads);
                        if is_better {
                            reads = now;
                        }
                        Ok(is_better)
                    });
                }
            }
        }
    }

    /// Rewrites the productions in `of`, those that may precede `before`, and those that use a
    /// rewritten one. Returns whether every rule is still exact.
    pub(super) fn anew(
        &mut self,
        of: &BTreeSet<ProductionId>,
        before: &BTreeSet<LanguageId>,
        made: &TranscriptionAnalysis<'_>,
    ) -> Result<bool, RepairFailure> {
        let mut anew: BTreeSet<ProductionId> = BTreeSet::new();
        for &id in made.order.iter().filter(|id| !made.tokens.contains_key(id)) {
            let (Some(part), Some(contexts)) = (made.parts.get(&id), made.contexts.get(&id)) else {
                continue;
            };
            let stops = of.contains(&id) || contexts.iter().any(|it| before.contains(&it.0));
            let names = || self.grammar.named_by(id).any(|it| anew.contains(&it));
            if !self.variants.contains_key(&id) || !(stops || names()) {
                continue;
            }
            // A rule that still names a removed copy fails the check for exactness.
            for copy in self.variants.get(&id).into_iter().flatten().skip(1) {
                self.rules.remove(&copy.name);
            }
            let name = &made.names[id.index()];
            let variants = self.variants_of(id, part, contexts, name, made.names)?;
            self.variants.insert(id, variants);
            anew.insert(id);
        }
        self.are_exact(made.order, made.parts)
    }

    /// For each optional part after another part, in order: the languages that may begin there.
    fn places(
        &mut self,
        part: &RuleBodyPart,
        contexts: &[(LanguageId, ProductionId)],
    ) -> Result<BTreeMap<usize, BTreeSet<LanguageId>>, RepairFailure> {
        let mut found = BTreeMap::new();
        for &(next, _) in contexts {
            self.places_in(part, next, &mut 0, &mut found)?;
        }
        Ok(found)
    }

    fn places_in(
        &mut self,
        part: &RuleBodyPart,
        next: LanguageId,
        number: &mut usize,
        found: &mut BTreeMap<usize, BTreeSet<LanguageId>>,
    ) -> Result<(), RepairFailure> {
        match &part.kind {
            RuleBodyPartKind::Text(_) | RuleBodyPartKind::Name(_) => {}
            RuleBodyPartKind::Sequence(parts) => {
                let mut next = next;
                for (at, part) in parts.iter().enumerate().rev() {
                    self.places_in(part, next, number, found)?;
                    next = self.matcher.store.concat(part.language, next)?;
                    let optional = match part.kind {
                        RuleBodyPartKind::Optional(_) => true,
                        RuleBodyPartKind::Repetition { at_least, .. } => at_least == 0,
                        _ => false,
                    };
                    if optional && at > 0 {
                        found.entry(*number).or_default().insert(next);
                        *number += 1;
                    }
                }
            }
            RuleBodyPartKind::Choice(parts) => {
                for part in parts {
                    self.places_in(part, next, number, found)?;
                }
            }
            RuleBodyPartKind::Optional(body) => self.places_in(body, next, number, found)?,
            RuleBodyPartKind::Repetition { at_least, at_most, body } => {
                let (least, most) = (at_least.saturating_sub(1), at_most.map(|it| it - 1));
                let rest = times(body.language, least, most, next, &mut self.matcher.store)?;
                self.places_in(body, rest, number, found)?;
            }
        }
        Ok(())
    }

    fn reads(&mut self, order: &[ProductionId]) -> Result<Readability, RepairFailure> {
        let mut reads = Readability { unused: 0, copies: 0, long: 0, characters: 0 };
        for id in order {
            reads.unused += self.unused_in(*id)?;
            for variant in self.variants.get(id).into_iter().flatten() {
                reads.copies += usize::from(is_copy(&variant.name));
                let looks = lookaheads(&variant.piece.written).into_iter();
                let looks: Vec<usize> = looks.filter(|it| *it > SHORT).collect();
                reads.long += looks.iter().filter(|it| **it > LONGEST_LOOKAHEAD).count();
                reads.characters += looks.iter().sum::<usize>();
            }
        }
        Ok(reads)
    }

    /// How many parts of the rules of a production are not used by any string.
    fn unused_in(&mut self, id: ProductionId) -> Result<usize, RepairFailure> {
        let own = self.variants.get(&id).into_iter().flatten();
        let own: Vec<RuleVariant> = own.filter(|it| !it.token).cloned().collect();
        let mut unused = 0;
        for variant in own {
            unused += self.unused_parts(&variant.piece.written, &variant.contexts)?.len();
        }
        Ok(unused)
    }
}
