//! Finds lookaheads that tell apart two languages of what follows.
//!
//! Some continuations require one choice, and others another. If their first characters, or the
//! end of the input, tell them apart, the lookahead is a set of characters, by its name in the
//! grammar if it has one. Otherwise both languages are read in parallel until one of them is
//! impossible; the undecided states form an automaton, which is written as an expression.

use urlbnf_language::{CharacterSet, Dfa, FastMap, LanguageId};

use super::body::class;
use super::decision::DecisionAutomaton;
use super::expression::PestExpression;
use super::lower::lower;
use super::{NoRuleReason, Transcriber, writer};
use crate::proof::PegLanguages;

/// For a lookahead longer than this, in bytes, a shorter one is searched.
const SHORT: usize = 40;

/// The named sets of characters.
pub(super) type NamedCharacterSets = [(String, CharacterSet)];

/// Cache, by two languages: the exact lookaheads written from an automaton that decides between them.
/// They are slow to write and to check, and several places of a grammar ask for the same pair.
pub(super) type LookaheadCache = FastMap<(LanguageId, LanguageId), Vec<PestExpression>>;

impl Transcriber<'_> {
    /// Returns the lookaheads that hold before all strings of `yes` and no strings of `no`, the
    /// shortest first. There are none if the two languages have a common string.
    pub(super) fn between(
        &mut self,
        yes: LanguageId,
        no: LanguageId,
    ) -> Result<Vec<PestExpression>, NoRuleReason> {
        if !self.matcher.store.are_apart(yes, no)? {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let (first, second) = (first(yes, &self.matcher), first(no, &self.matcher));
        if let Some(written) = first.unlike(&second, &self.classes) {
            found.push(PestExpression::Ahead(Box::new(written)));
        }
        if let Some(written) = second.unlike(&first, &self.classes) {
            found.push(PestExpression::NotAhead(Box::new(written)));
        }
        let mut right = self.right_ones(found, yes, no)?;
        if right.first().is_none_or(|it| writer::expression(it).len() > SHORT) {
            let found = match self.decided.get(&(yes, no)) {
                Some(found) => found.clone(),
                None => {
                    let mut turns = 0;
                    let (one, two) = (self.matcher.store.get(yes), self.matcher.store.get(no));
                    let found = deciding(one, two, &self.classes, &mut turns);
                    self.matcher.store.work().ticks(turns)?;
                    let found = self.right_ones(found, yes, no)?;
                    self.decided.insert((yes, no), found.clone());
                    found
                }
            };
            right.extend(found);
        }
        let parts: usize = right.iter().map(|written| written.all().count()).sum();
        self.matcher.store.work().grow::<PestExpression>(parts)?;
        right.sort_by_cached_key(|written| written.to_string().len());
        Ok(right)
    }

    /// Filters lookaheads by whether they hold for all of the first and none of the second.
    fn right_ones(
        &mut self,
        found: Vec<PestExpression>,
        yes: LanguageId,
        no: LanguageId,
    ) -> Result<Vec<PestExpression>, NoRuleReason> {
        let matcher = &mut self.matcher;
        let mut right = Vec::new();
        for written in found {
            let peg = match lower(&written, &self.rules, matcher) {
                // It has too many parts.
                Err(NoRuleReason::Unknown(_)) => continue,
                lowered => lowered?,
            };
            let ahead = matcher.takes(peg, LanguageId::ALL)?;
            if matcher.store.is_within(yes, ahead)? && matcher.store.are_apart(no, ahead)? {
                right.push(written);
            }
        }
        right.sort_by_cached_key(|written| writer::expression(written).len());
        Ok(right)
    }
}

/// The lookaheads written from an automaton that decides between two languages. Adds the turns that this
/// took.
fn deciding(
    yes: &Dfa,
    no: &Dfa,
    classes: &NamedCharacterSets,
    turns: &mut usize,
) -> Vec<PestExpression> {
    let mut found = Vec::new();
    if let Some(decision) = DecisionAutomaton::between(yes, no, turns) {
        let written = decision.written(true, classes, turns);
        found.extend(written.map(|written| PestExpression::Ahead(Box::new(written))));
        let written = decision.written(false, classes, turns);
        found.extend(written.map(|written| PestExpression::NotAhead(Box::new(written))));
    }
    found
}

/// The first characters of a language.
struct FirstCharacters {
    characters: CharacterSet,
    /// Whether it contains the empty string.
    empty: bool,
}

fn first(language: LanguageId, matcher: &PegLanguages) -> FirstCharacters {
    let dfa = matcher.store.get(language);
    FirstCharacters { characters: dfa.first_bytes(), empty: dfa.is_accepting(dfa.start()) }
}

impl FirstCharacters {
    /// An expression for these first characters; `None` if `other` shares any of them.
    fn unlike(
        &self,
        other: &FirstCharacters,
        classes: &NamedCharacterSets,
    ) -> Option<PestExpression> {
        if self.empty && other.empty {
            return None;
        }
        if !self.characters.intersection(other.characters).is_empty() {
            return None;
        }
        let may = CharacterSet::range(0, u8::MAX).without(other.characters);
        let characters = match self.characters.is_empty() {
            true => None,
            false => Some(named(self.characters, may, classes)?),
        };
        let end = self.empty.then(|| PestExpression::name("EOI"));
        PestExpression::choice(characters.into_iter().chain(end))
    }
}

/// A set that includes `must` and is within `may`, written with the grammar's names where
/// possible; `None` if there is none.
pub(super) fn named(
    must: CharacterSet,
    may: CharacterSet,
    classes: &NamedCharacterSets,
) -> Option<PestExpression> {
    let beyond = CharacterSet::range(0x80, u8::MAX);
    if !must.is_ascii() {
        // A lookahead matches whole characters, not their bytes.
        if !beyond.without(may).is_empty() {
            return None;
        }
        let ascii = must.without(beyond);
        let rest = PestExpression::Range('\u{80}', char::MAX);
        return match ascii.is_empty() {
            true => Some(rest),
            false => PestExpression::choice([named(ascii, may, classes)?, rest]),
        };
    }
    if must.len() == 1 {
        return Some(class(must));
    }
    let fits = |set: CharacterSet| set.without(may).is_empty();
    let whole = classes.iter().filter(|(_, set)| fits(*set) && must.without(*set).is_empty());
    if let Some((name, _)) = whole.min_by_key(|(name, set)| (set.len(), name.len())) {
        return Some(PestExpression::name(name));
    }
    let (mut left, mut parts) = (must, Vec::new());
    loop {
        let covers = |set: CharacterSet| left.intersection(set).len();
        let best = classes
            .iter()
            .filter(|(_, set)| fits(*set) && covers(*set) > 2)
            .max_by_key(|(name, set)| (covers(*set), std::cmp::Reverse(name.len())));
        let Some((name, set)) = best else { break };
        left = left.without(*set);
        parts.push(PestExpression::name(name));
    }
    if !left.is_empty() {
        parts.push(class(left));
    }
    PestExpression::choice(parts)
}
