//! Productions that are one unit long: a character, or an escape for one. In a grammar of
//! code points a character may be several bytes.
//!
//! `digit`, `uchar`, `gtype`: they are what a reader would call symbols. A
//! diagnostic says that one is expected, and never that one failed; a tree
//! need not show what is inside them.

use std::collections::HashSet;

use urlbnf_language::CharacterSet;

use super::Grammar;
use super::expression::{Expression, ExpressionKind, ProductionId};

/// Characters from one to another, both included.
type Characters = (char, char);

/// The strings of a production that is one unit long.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unit {
    /// The single characters of one byte.
    pub characters: CharacterSet,
    /// Those of several bytes of UTF-8, none in two ranges.
    pub(crate) wide: Vec<(char, char)>,
    /// `%` and two hexadecimal digits, where it has escapes: the production of a digit.
    pub escape: Option<ProductionId>,
}

impl Unit {
    /// Its characters, where each is one byte, and it has no escapes.
    pub fn bytes(&self) -> Option<CharacterSet> {
        (self.escape.is_none() && self.wide.is_empty()).then_some(self.characters)
    }

    /// How many bytes of the input the unit at its beginning takes; `None` where there is none.
    pub fn length(
        &self,
        input: &[u8],
        hex: impl Fn(ProductionId) -> CharacterSet,
    ) -> Option<usize> {
        let &first = input.first()?;
        if self.characters.contains(first) {
            return Some(1);
        }
        if first >= 0x80 {
            let character = first_character(input)?;
            return self.takes(character).then(|| character.len_utf8());
        }
        let hex = hex(self.escape?);
        let is_escape = first == b'%' && input.get(1..3)?.iter().all(|&byte| hex.contains(byte));
        is_escape.then_some(3)
    }

    /// Whether it has a character, of however many bytes.
    pub fn takes(&self, character: char) -> bool {
        match u8::try_from(character).ok().filter(u8::is_ascii) {
            Some(byte) => self.characters.contains(byte),
            None => self.wide.iter().any(|&(first, last)| (first..=last).contains(&character)),
        }
    }
}

/// The character with which bytes begin; `None` where they are not UTF-8.
pub fn first_character(bytes: &[u8]) -> Option<char> {
    let beginning = bytes.get(..4).unwrap_or(bytes);
    beginning.utf8_chunks().next()?.valid().chars().next()
}

/// The unit of each production of the grammar that is one.
pub(super) fn units(grammar: &Grammar) -> Vec<Option<Unit>> {
    let mut units = vec![None; grammar.len()];
    // A unit is made of units alone, and never of itself.
    for id in grammar.bottom_up() {
        let definitions = grammar.production(id).definitions();
        if !definitions.is_empty() {
            let parts = definitions
                .iter()
                .map(|it| unit_of(&it.body, &units, grammar.listing().code_points));
            units[id.index()] = parts.collect::<Option<Vec<Unit>>>().and_then(join);
        }
    }
    units
}

/// All of them as one; `None` where their escapes differ, for a unit has digits of one kind,
/// and where two have the same character of several bytes.
fn join(parts: Vec<Unit>) -> Option<Unit> {
    parts.into_iter().try_fold(Unit::default(), |mut all, part| {
        all.escape = match (all.escape, part.escape) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        let meets = |&(first, last): &Characters| {
            part.wide.iter().any(|&(other, end)| first <= end && other <= last)
        };
        if all.wide.iter().any(meets) {
            return None;
        }
        all.characters = all.characters.union(part.characters);
        all.wide.extend(part.wide);
        Some(all)
    })
}

/// The characters of a value, or a range of values, that takes several bytes: it is made of
/// them at the place where it is printed.
fn wide(expression: &Expression) -> Option<Vec<Characters>> {
    let value = |it: &Expression| match (&it.kind, it.place == expression.place) {
        (ExpressionKind::Value(bytes), true) => {
            Some((bytes.bytes().next()?, bytes.bytes().last()?))
        }
        _ => None,
    };
    match &expression.kind {
        ExpressionKind::Choice(parts) => {
            let own = |it: &Expression| wide(it).filter(|_| it.place == expression.place);
            let parts: Option<Vec<Vec<Characters>>> = parts.iter().map(own).collect();
            parts.map(|parts| parts.concat())
        }
        ExpressionKind::Sequence(parts) => {
            let (first, last): (Vec<u8>, Vec<u8>) =
                parts.iter().map(value).collect::<Option<Vec<_>>>()?.into_iter().unzip();
            let whole = |bytes: &[u8]| {
                first_character(bytes).filter(|it| it.len_utf8() == bytes.len() && bytes.len() > 1)
            };
            Some(vec![(whole(&first)?, whole(&last)?)])
        }
        _ => None,
    }
}

fn unit_of(expression: &Expression, units: &[Option<Unit>], code_points: bool) -> Option<Unit> {
    if let Some(characters) = expression.one_byte() {
        return Some(Unit { characters, ..Unit::default() });
    }
    if let Some(wide) = wide(expression).filter(|_| code_points) {
        return Some(Unit { wide, ..Unit::default() });
    }
    match &expression.kind {
        ExpressionKind::Reference(id) => units[id.index()].clone(),
        ExpressionKind::Choice(parts) => {
            let parts = parts.iter().map(|part| unit_of(part, units, code_points));
            join(parts.collect::<Option<Vec<Unit>>>()?)
        }
        ExpressionKind::Sequence(parts) => match parts.as_slice() {
            [percent, first, second] if percent.kind == ExpressionKind::Literal("%".to_owned()) => {
                let hex = first.as_reference().filter(|&hex| Some(hex) == second.as_reference())?;
                let single = units[hex.index()]
                    .as_ref()
                    .is_some_and(|unit| unit.escape.is_none() && unit.wide.is_empty());
                single.then(|| Unit { escape: Some(hex), ..Unit::default() })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The alternatives of a production, those in groups too; what is named twice once.
pub(crate) fn alternatives(grammar: &Grammar, unit: ProductionId) -> Vec<&Expression> {
    let mut found = Vec::new();
    let mut named = HashSet::new();
    let mut pending: Vec<&Expression> = grammar.production(unit).alternatives().collect();
    pending.reverse();
    while let Some(alternative) = pending.pop() {
        match &alternative.kind {
            ExpressionKind::Choice(parts) => pending.extend(parts.iter().rev()),
            ExpressionKind::Reference(id) if !named.insert(*id) => {}
            _ => found.push(alternative),
        }
    }
    found
}
