//! Character classes: which characters moved from one class to another.
//!
//! A class is a production whose alternatives are single characters or names of such productions.
//! A class owns only the characters that it lists itself. Letters and digits are ignored: no
//! document disputes them.

use std::collections::HashSet;

use super::{NewProduction, OldProduction, Pairing};
use crate::grammar::{CharacterSet, Grammar, ProductionId};

/// Characters that moved together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterMove {
    /// The characters, in the order of their codes.
    pub characters: Vec<char>,
    /// The classes of the old grammar that listed them.
    pub from: Vec<ClassMembership<OldProduction>>,
    /// The classes of the new grammar that list them.
    pub to: Vec<ClassMembership<NewProduction>>,
}

/// A class that lists a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassMembership<P> {
    /// The production, [`OldProduction`] or [`NewProduction`].
    pub class: P,
    /// Whether the start reaches the class.
    pub used: bool,
}

/// The characters that moved. A move is reported if any of the classes involved is not in
/// `without`.
pub(super) fn moves(
    old: &Grammar,
    new: &Grammar,
    pairing: &Pairing,
    without: &(HashSet<OldProduction>, HashSet<NewProduction>),
) -> Vec<CharacterMove> {
    let mut moves: Vec<CharacterMove> = Vec::new();
    let unused = [old, new].map(|grammar| {
        let starts = [grammar.start()];
        let starts = if grammar.has_start() { &starts } else { grammar.starts() };
        grammar.unreachable(starts).into_iter().collect()
    });
    for code in (b' '..=b'~').filter(|code| !code.is_ascii_alphanumeric()) {
        let character = char::from(code);
        let mut from = classes(old, character, &unused[0], OldProduction);
        let mut to = classes(new, character, &unused[1], NewProduction);
        // What is a class in one grammar alone says nothing of the characters that stay in it.
        from.retain(|membership| {
            let stays = |partner: &NewProduction| lists(new, partner.0, character);
            pairing
                .of_old(membership.class)
                .filter(stays)
                .is_none_or(|partner| is_class(new, partner.0))
        });
        to.retain(|membership| {
            let stays = |partner: &OldProduction| lists(old, partner.0, character);
            pairing
                .of_new(membership.class)
                .filter(stays)
                .is_none_or(|partner| is_class(old, partner.0))
        });
        let partners: HashSet<_> =
            from.iter().map(|membership| pairing.of_old(membership.class)).collect();
        let stay: HashSet<_> = to.iter().map(|membership| Some(membership.class)).collect();
        let reached = from.iter().any(|membership| !without.0.contains(&membership.class))
            || to.iter().any(|membership| !without.1.contains(&membership.class));
        if !reached || partners == stay && partners.len() == from.len() {
            continue;
        }
        match moves.iter_mut().find(|group| group.from == from && group.to == to) {
            Some(together) => together.characters.push(character),
            None => moves.push(CharacterMove { characters: vec![character], from, to }),
        }
    }
    moves
}

/// The classes that list a character, in printed order.
fn classes<P>(
    grammar: &Grammar,
    character: char,
    unused: &HashSet<ProductionId>,
    of: impl Fn(ProductionId) -> P,
) -> Vec<ClassMembership<P>> {
    let all = grammar.ids().filter(|&id| is_class(grammar, id) && lists(grammar, id, character));
    all.map(|id| ClassMembership { class: of(id), used: !unused.contains(&id) }).collect()
}

fn is_class(grammar: &Grammar, id: ProductionId) -> bool {
    grammar.unit(id).is_some_and(|unit| unit.escape.is_none())
}

/// Whether an alternative of a production is a character, or a set of characters that has it.
fn lists(grammar: &Grammar, id: ProductionId, character: char) -> bool {
    let byte = u8::try_from(character).ok();
    let has = |set: CharacterSet| byte.is_some_and(|byte| set.contains(byte));
    grammar.production(id).alternatives().any(|alternative| alternative.one_byte().is_some_and(has))
}
