//! Units: productions whose strings are each one character or one escape. In a grammar of code
//! points a character may have several bytes.
//!
//! Units such as `digit`, `uchar` and `gtype` are what a reader would call symbols. A diagnostic
//! may say that a unit is expected, but never that one failed, and a tree need not show what is
//! inside.

use std::collections::HashSet;

use urlbnf_language::CharacterSet;

use super::Grammar;
use super::expression::{Expression, ExpressionKind, ProductionId};

/// A production with more ranges of characters of several bytes is no unit, so that many rules of
/// many ranges do not take all memory.
const MOST_RANGES: usize = 256;

/// A range of characters, both ends included.
type CharacterRange = (char, char);

/// The strings of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CharacterUnit {
    /// The characters of one byte.
    pub characters: CharacterSet,
    /// Disjoint ranges of the characters that have several bytes in UTF-8.
    pub(crate) wide: Vec<(char, char)>,
    /// If escapes (`%` and two hexadecimal digits) are among the strings: the production of a
    /// digit.
    pub escape: Option<ProductionId>,
}

impl CharacterUnit {
    /// Its characters, if each is one byte and there are no escapes; otherwise `None`.
    pub fn bytes(&self) -> Option<CharacterSet> {
        (self.escape.is_none() && self.wide.is_empty()).then_some(self.characters)
    }

    /// The length in bytes of the unit at the beginning of the input; `None` if there is none.
    /// `hex` returns the characters of the digit production.
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

    /// Whether it has this character, of however many bytes.
    pub fn takes(&self, character: char) -> bool {
        match u8::try_from(character).ok().filter(u8::is_ascii) {
            Some(byte) => self.characters.contains(byte),
            None => self.wide.iter().any(|&(first, last)| (first..=last).contains(&character)),
        }
    }
}

/// The first character of some bytes; `None` if they do not begin with UTF-8.
pub fn first_character(bytes: &[u8]) -> Option<char> {
    let beginning = bytes.get(..4).unwrap_or(bytes);
    beginning.utf8_chunks().next()?.valid().chars().next()
}

/// By production: its unit, if it is one.
pub(super) fn units(grammar: &Grammar) -> Vec<Option<CharacterUnit>> {
    let mut units = vec![None; grammar.len()];
    // Bottom-up, since a unit consists of units only and never of itself.
    for &id in grammar.bottom_up() {
        let definitions = grammar.production(id).definitions();
        if !definitions.is_empty() {
            let parts = definitions
                .iter()
                .map(|definition| unit_of(&definition.body, &units, grammar.listing().code_points));
            units[id.index()] = parts.collect::<Option<Vec<CharacterUnit>>>().and_then(join);
        }
    }
    units
}

/// The union of some units. `None` if their escapes use different digit productions, since a
/// unit has only one, if two have the same character of several bytes, or if there are too many
/// ranges of these.
fn join(parts: Vec<CharacterUnit>) -> Option<CharacterUnit> {
    parts.into_iter().try_fold(CharacterUnit::default(), |mut all, part| {
        all.escape = match (all.escape, part.escape) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        let meets = |&(first, last): &CharacterRange| {
            part.wide.iter().any(|&(other, end)| first <= end && other <= last)
        };
        if all.wide.len() + part.wide.len() > MOST_RANGES || all.wide.iter().any(meets) {
            return None;
        }
        all.characters = all.characters.union(part.characters);
        all.wide.extend(part.wide);
        Some(all)
    })
}

/// The characters of a value, or a range of values, that has several bytes. All expressions for
/// these bytes have its place.
fn wide(expression: &Expression) -> Option<Vec<CharacterRange>> {
    let value = |part: &Expression| match (&part.kind, part.place == expression.place) {
        (ExpressionKind::Value(bytes), true) => {
            Some((bytes.bytes().next()?, bytes.bytes().last()?))
        }
        _ => None,
    };
    match &expression.kind {
        ExpressionKind::Choice(parts) => {
            let own = |part: &Expression| wide(part).filter(|_| part.place == expression.place);
            let parts: Option<Vec<Vec<CharacterRange>>> = parts.iter().map(own).collect();
            parts.map(|parts| parts.concat())
        }
        ExpressionKind::Sequence(parts) => {
            let (first, last): (Vec<u8>, Vec<u8>) =
                parts.iter().map(value).collect::<Option<Vec<_>>>()?.into_iter().unzip();
            let whole = |bytes: &[u8]| {
                first_character(bytes)
                    .filter(|character| character.len_utf8() == bytes.len() && bytes.len() > 1)
            };
            Some(vec![(whole(&first)?, whole(&last)?)])
        }
        _ => None,
    }
}

fn unit_of(
    expression: &Expression,
    units: &[Option<CharacterUnit>],
    code_points: bool,
) -> Option<CharacterUnit> {
    if let Some(characters) = expression.one_byte() {
        return Some(CharacterUnit { characters, ..CharacterUnit::default() });
    }
    if let Some(wide) = wide(expression).filter(|_| code_points) {
        return Some(CharacterUnit { wide, ..CharacterUnit::default() });
    }
    match &expression.kind {
        ExpressionKind::Reference(id) => units[id.index()].clone(),
        ExpressionKind::Choice(parts) => {
            let parts = parts.iter().map(|part| unit_of(part, units, code_points));
            join(parts.collect::<Option<Vec<CharacterUnit>>>()?)
        }
        ExpressionKind::Sequence(parts) => match parts.as_slice() {
            [percent, first, second] if percent.kind == ExpressionKind::Literal("%".to_owned()) => {
                let hex = first.as_reference().filter(|&hex| Some(hex) == second.as_reference())?;
                let single = units[hex.index()]
                    .as_ref()
                    .is_some_and(|unit| unit.escape.is_none() && unit.wide.is_empty());
                single.then(|| CharacterUnit { escape: Some(hex), ..CharacterUnit::default() })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The alternatives of a production, with nested choices flattened. A name that occurs twice is
/// returned once.
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
