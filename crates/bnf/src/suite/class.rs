//! Character classes, and the faults that change them.
//!
//! A class is a choice between characters, or a range. If a choice has longer alternatives too,
//! those that are single characters form a class. A fault adds one character to a class, or removes
//! the first or the last of a range. A parser with `[0-9a-f]` for hexadecimal digits takes letters
//! in one case where the grammar takes both.
//!
//! That last fault is made where a class is used, as well as where it is defined: a parser may read
//! the digits of an escape in one way, and those of an address in another. So for this fault, and
//! for one character more or less at a place of use, the name of a class is a class too.

use super::fault::ExpressionMutation;
use super::kind::FaultKind;
use crate::grammar::{CharacterSet, CharacterUnit, Expression, ExpressionKind, Grammar};

/// How a part of a text belongs to a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClassContext {
    /// In no class.
    Alone,
    /// In a longer alternative of a choice that is a class by others of its alternatives.
    Beside,
    /// It is one of the characters of a class.
    Character,
}

impl ClassContext {
    /// The context of a direct part of this one. `is_class` says whether this one is a class.
    pub fn descend(self, grammar: &Grammar, is_class: bool, part: &Expression) -> ClassContext {
        match is_class {
            true if single(grammar, part).is_some() => ClassContext::Character,
            true => ClassContext::Beside,
            false => self,
        }
    }
}

/// A change of a class, with its kind and the byte that it adds or removes.
pub(super) type ClassMutation = (FaultKind, Option<u8>, ExpressionMutation);

/// The characters of a class: several, of which one is taken.
pub(super) fn class(grammar: &Grammar, expression: &Expression) -> Option<CharacterSet> {
    let all = match &expression.kind {
        ExpressionKind::Value(characters) => *characters,
        ExpressionKind::Choice(parts) => {
            let singles = parts.iter().filter_map(|part| single(grammar, part));
            singles.fold(CharacterSet::default(), CharacterSet::union)
        }
        _ => return None,
    };
    (all.len() > 1).then_some(all)
}

/// The characters of a part that is always one of them.
pub(super) fn single(grammar: &Grammar, part: &Expression) -> Option<CharacterSet> {
    match part.as_reference() {
        Some(id) => grammar.unit(id).and_then(CharacterUnit::bytes),
        None => part.one_byte(),
    }
}

/// The changes of a part as a class. It is widened by each byte of `foreign` that it lacks, unless
/// the choice around it is widened.
pub(super) fn changes(
    grammar: &Grammar,
    expression: &Expression,
    context: ClassContext,
    foreign: &[u8],
) -> Vec<ClassMutation> {
    let mut found = narrower(expression);
    if context == ClassContext::Character {
        return found;
    }
    let class = class(grammar, expression);
    let widened = class.filter(|_| context == ClassContext::Alone);
    found.extend(widened.into_iter().flat_map(|class| wider(class, foreign)));
    let class = class.or_else(|| single(grammar, expression));
    found.extend(class.into_iter().flat_map(|class| in_one_case(expression, class)));
    found
}

/// The changes that remove the first or the last character of a range.
fn narrower(expression: &Expression) -> Vec<ClassMutation> {
    let ExpressionKind::Value(characters) = expression.kind else { return Vec::new() };
    let ends = [characters.bytes().min(), characters.bytes().max()];
    let without = |byte: u8| {
        let left = characters.without(CharacterSet::from_byte(byte));
        (
            FaultKind::ClassNarrower,
            Some(byte),
            ExpressionMutation::Other(ExpressionKind::Value(left)),
        )
    };
    match ends {
        [Some(first), Some(last)] if first != last => vec![without(first), without(last)],
        _ => Vec::new(),
    }
}

/// The changes that add one character to a class.
fn wider(class: CharacterSet, foreign: &[u8]) -> impl Iterator<Item = ClassMutation> {
    let more = foreign.iter().filter(move |byte| !class.contains(**byte));
    more.map(|&byte| (FaultKind::ClassWider, Some(byte), ExpressionMutation::Wider(byte)))
}

/// The class with one character more.
pub(super) fn with(expression: &Expression, byte: u8) -> ExpressionKind {
    let one = ExpressionKind::Value(CharacterSet::from_byte(byte));
    let mut all = expression.alternatives().to_vec();
    all.push(Expression { kind: one, place: expression.place });
    ExpressionKind::Choice(all)
}

/// The changes that remove the upper case, or the lower case, of the letters that a class has in
/// both cases.
fn in_one_case(expression: &Expression, class: CharacterSet) -> Vec<ClassMutation> {
    // One letter that has no case is a literal, and no class.
    if matches!(expression.kind, ExpressionKind::Literal(_) | ExpressionKind::AnyCase(_)) {
        return Vec::new();
    }
    let both = |byte: &u8| class.contains(byte ^ CASE);
    let upper: CharacterSet =
        (b'A'..=b'Z').filter(|byte| class.contains(*byte)).filter(both).collect();
    let lower: CharacterSet = upper.bytes().map(|byte| byte ^ CASE).collect();
    let cases = if upper.is_empty() { Vec::new() } else { vec![upper, lower] };
    let change = |letters| (FaultKind::CaseDropped, None, ExpressionMutation::Without(letters));
    cases.into_iter().map(change).collect()
}

/// The bit in which the two cases of a letter differ.
const CASE: u8 = b'a' ^ b'A';

/// The class without some of its characters.
pub(super) fn without(
    grammar: &Grammar,
    expression: &Expression,
    gone: CharacterSet,
) -> ExpressionKind {
    let left = |part: &Expression| match single(grammar, part) {
        Some(all) if !all.intersection(gone).is_empty() => {
            let left = all.without(gone);
            let kind = ExpressionKind::Value(left);
            (!left.is_empty()).then_some(Expression { kind, place: part.place })
        }
        _ => Some(part.clone()),
    };
    ExpressionKind::Choice(expression.alternatives().iter().filter_map(left).collect())
}

/// The one-byte characters of a class at a place of use: of a unit that is named there, or of a
/// choice between units.
pub(super) fn used(grammar: &Grammar, expression: &Expression) -> CharacterSet {
    let one = |part: &Expression| match part.as_reference() {
        Some(id) => grammar.unit(id).map(|unit| unit.characters).unwrap_or_default(),
        None => part.one_byte().unwrap_or_default(),
    };
    match &expression.kind {
        ExpressionKind::Choice(parts) => {
            parts.iter().map(one).fold(CharacterSet::default(), CharacterSet::union)
        }
        _ => one(expression),
    }
}

/// The characters that a pattern for a class may lack: the ends of the ranges of letters and
/// digits, and each other character.
pub(super) fn representatives(class: CharacterSet) -> impl Iterator<Item = u8> {
    let is_end = move |byte: &u8| {
        let inside =
            |byte: Option<u8>| byte.is_some_and(|byte| alike(byte) && class.contains(byte));
        !alike(*byte) || !inside(byte.checked_sub(1)) || !inside(byte.checked_add(1))
    };
    class.bytes().filter(u8::is_ascii).filter(is_end)
}

fn alike(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

/// How deep units are looked into.
const DEEPEST: usize = 50;

/// A class without one character; `None` where nothing is left. The names of units are replaced by
/// what they stand for.
pub(super) fn lacking(
    grammar: &Grammar,
    part: &Expression,
    gone: u8,
    depth: usize,
) -> Option<Expression> {
    if depth > DEEPEST || !used(grammar, part).contains(gone) {
        return Some(part.clone());
    }
    let left = |parts: &mut dyn Iterator<Item = &Expression>| -> Option<Expression> {
        let left: Vec<Expression> = parts
            .filter_map(|alternative| lacking(grammar, alternative, gone, depth + 1))
            .collect();
        (!left.is_empty())
            .then_some(Expression { kind: ExpressionKind::Choice(left), place: part.place })
    };
    match (&part.kind, part.one_byte()) {
        (ExpressionKind::Choice(parts), _) => left(&mut parts.iter()),
        (ExpressionKind::Reference(id), _) => left(
            &mut grammar.production(*id).definitions().iter().map(|definition| &definition.body),
        ),
        (_, Some(all)) => {
            let kind = ExpressionKind::Value(all.without(CharacterSet::from_byte(gone)));
            (all.len() > 1).then_some(Expression { kind, place: part.place })
        }
        _ => Some(part.clone()),
    }
}
