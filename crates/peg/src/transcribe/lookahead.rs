//! What has to be looked at, so that two kinds of what follows are told apart.
//!
//! Some strings ask for the one choice and others for the other. Where their first
//! characters tell, or that there is none, a set of characters is looked at, by a name of
//! the grammar's own where it has one. Else both are read together until one of them is
//! impossible: what is undecided till then is an automaton. States of it that no string
//! needs apart are put together, and what is left is written as an expression.

use urlbnf_language::{CharacterSet, LanguageId};

use super::body::class;
use super::decision::Decision;
use super::lower::{Rules, lower};
use super::words::SHORT;
use super::{Reason, writer};
use crate::proof::{Expression, Matcher};

/// The sets of characters that have names.
pub(super) type Classes = [(String, CharacterSet)];

/// Every lookahead before or after a choice that takes it for all of `yes` and for none of `no`,
/// the shortest first. The two have no string in common.
pub(super) fn separating(
    yes: LanguageId,
    no: LanguageId,
    rules: &Rules,
    classes: &Classes,
    words: Vec<Expression>,
    matcher: &mut Matcher,
) -> Result<Vec<Expression>, Reason> {
    if !matcher.store.are_apart(yes, no)? {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let (first, second) = (first(yes, matcher), first(no, matcher));
    if let Some(written) = first.unlike(&second, classes) {
        found.push(Expression::Ahead(Box::new(written)));
    }
    if let Some(written) = second.unlike(&first, classes) {
        found.push(Expression::NotAhead(Box::new(written)));
    }
    let mut right = right_ones(found, (yes, no), rules, matcher)?;
    if right.is_empty() {
        let ahead = words.iter().cloned().map(|it| Expression::Ahead(Box::new(it)));
        let not = words.iter().cloned().map(|it| Expression::NotAhead(Box::new(it)));
        right = right_ones(ahead.chain(not).collect(), (yes, no), rules, matcher)?;
    }
    if right.first().is_none_or(|it| writer::expression(it).len() > SHORT) {
        let (one, two) = (matcher.store.get(yes), matcher.store.get(no));
        let mut found = Vec::new();
        for decision in Decision::between(one, two).unwrap_or_default() {
            let written = decision.written(true, classes);
            found.extend(written.map(|it| Expression::Ahead(Box::new(it))));
            let written = decision.written(false, classes);
            found.extend(written.map(|it| Expression::NotAhead(Box::new(it))));
        }
        right.extend(right_ones(found, (yes, no), rules, matcher)?);
    }
    right.sort_by_cached_key(|written| written.to_string().len());
    Ok(right)
}

/// Those that are taken for all of the first and for none of the second.
fn right_ones(
    found: Vec<Expression>,
    (yes, no): (LanguageId, LanguageId),
    rules: &Rules,
    matcher: &mut Matcher,
) -> Result<Vec<Expression>, Reason> {
    let mut right = Vec::new();
    for written in found {
        let peg = lower(&written, rules, matcher)?;
        let ahead = matcher.takes(peg, LanguageId::ALL)?;
        if matcher.store.is_within(yes, ahead)? && matcher.store.are_apart(no, ahead)? {
            right.push(written);
        }
    }
    right.sort_by_cached_key(|written| writer::expression(written).len());
    Ok(right)
}

/// With which characters strings of a language begin, or the end, as it is written.
pub(super) fn begun(
    language: LanguageId,
    classes: &Classes,
    matcher: &Matcher,
) -> Option<Expression> {
    let none = First { characters: CharacterSet::default(), empty: false };
    first(language, matcher).unlike(&none, classes)
}

/// With which characters strings begin.
struct First {
    characters: CharacterSet,
    /// Whether the empty string is one.
    empty: bool,
}

fn first(language: LanguageId, matcher: &Matcher) -> First {
    let dfa = matcher.store.get(language);
    First { characters: dfa.first_bytes(), empty: dfa.is_accepting(dfa.start()) }
}

impl First {
    /// What all of these begin with, and none of the others.
    fn unlike(&self, other: &First, classes: &Classes) -> Option<Expression> {
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
        let end = self.empty.then(|| Expression::name("EOI"));
        Expression::choice(characters.into_iter().chain(end))
    }
}

/// A set of characters that has all of the first and none beside the second, in names of
/// the grammar where there are some.
pub(super) fn named(
    must: CharacterSet,
    may: CharacterSet,
    classes: &Classes,
) -> Option<Expression> {
    let beyond = CharacterSet::range(0x80, u8::MAX);
    if !must.is_ascii() {
        // Whole characters are looked at, not their bytes.
        if !beyond.without(may).is_empty() {
            return None;
        }
        let ascii = must.without(beyond);
        let rest = Expression::Range('\u{80}', char::MAX);
        return match ascii.is_empty() {
            true => Some(rest),
            false => Expression::choice([named(ascii, may, classes)?, rest]),
        };
    }
    if must.len() == 1 {
        return Some(class(must));
    }
    let fits = |set: CharacterSet| set.without(may).is_empty();
    let whole = classes.iter().filter(|(_, set)| fits(*set) && must.without(*set).is_empty());
    if let Some((name, _)) = whole.min_by_key(|(name, set)| (set.len(), name.len())) {
        return Some(Expression::name(name));
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
        parts.push(Expression::name(name));
    }
    if !left.is_empty() {
        parts.push(class(left));
    }
    Expression::choice(parts)
}
