//! Layouts of units: a character, or an escape for one.
//!
//! The automaton takes bytes. A character of several bytes becomes several positions in
//! sequence. The first stands for the character and the others are marked, so that no failure
//! and no tree ends inside a character.

use std::sync::Arc;

use regex_syntax::utf8::{Utf8Range, Utf8Sequence, Utf8Sequences};
use urlbnf_language::Exceeded;

use super::{At, Builder, Layout, Symbol};
use crate::automaton::graph::{Node, NodeId};
use crate::grammar::{CharacterSet, ProductionId};

impl Builder<'_> {
    /// Lays out a unit: one of its characters, or an escape.
    pub(super) fn unit(&mut self, id: ProductionId, at: At) -> Result<NodeId, Exceeded> {
        let unit = self.grammar.unit(id).cloned().unwrap_or_default();
        let symbol = Symbol::Production(id);
        let mut starts = Vec::new();
        if self.layout == Layout::Children {
            starts.push(self.child(id, at)?);
        }
        if !unit.characters.is_empty() || unit.wide.is_empty() {
            starts.push(self.position(unit.characters, symbol.clone(), at)?);
        }
        if !unit.wide.is_empty() {
            let ways = self.wide.entry(id).or_insert_with(|| {
                let of = |&(first, last): &(char, char)| Utf8Sequences::new(first, last);
                let sequences: Vec<Utf8Sequence> = unit.wide.iter().flat_map(of).collect();
                let bytes: Vec<&[Utf8Range]> =
                    sequences.iter().map(Utf8Sequence::as_slice).collect();
                ways(&bytes).into()
            });
            let ways = Arc::clone(ways);
            starts.extend(self.character(&ways, &symbol, at)?);
        }
        if let Some(hex) = unit.escape {
            let digits = self.grammar.characters(hex);
            let digit = Symbol::Production(hex);
            let next = self.position(digits, digit.clone(), at)?;
            let next = self.position(digits, digit, At { next, ..at })?;
            for position in self.positions.iter_mut().rev().take(2) {
                position.in_escape = true;
            }
            let percent = CharacterSet::of(b'%');
            starts.push(self.position(percent, symbol, At { next, ..at })?);
        }
        self.node(Node::Split(starts))
    }

    /// Lays out characters of several bytes, and returns the positions of their first bytes.
    fn character(
        &mut self,
        ways: &[Way],
        symbol: &Symbol,
        at: At,
    ) -> Result<Vec<NodeId>, Exceeded> {
        let mut starts = Vec::new();
        for Way { bytes, rest } in ways {
            let next = match &rest[..] {
                [] => at.next,
                rest => {
                    let further = self.character(rest, &Symbol::Value, at)?;
                    self.node(Node::Split(further))?
                }
            };
            starts.push(self.position(*bytes, symbol.clone(), At { next, ..at })?);
            if let Some(position) = self.positions.last_mut() {
                position.in_character = *symbol == Symbol::Value;
            }
        }
        Ok(starts)
    }
}

/// Bytes of characters, and what continues them; nothing if they are the last.
pub(super) struct Way {
    bytes: CharacterSet,
    rest: Vec<Way>,
}

/// The characters of several bytes in tree form. Bytes with the same continuation are together.
fn ways(characters: &[&[Utf8Range]]) -> Vec<Way> {
    let mut ways: Vec<(Vec<&[Utf8Range]>, CharacterSet)> = Vec::new();
    for byte in 0x80..=u8::MAX {
        let begun = characters.iter().filter_map(|it| it.split_first());
        let begun = begun.filter(|(first, _)| first.matches(byte));
        let rest: Vec<&[Utf8Range]> = begun.map(|(_, rest)| rest).collect();
        if rest.is_empty() {
            continue;
        }
        let own = CharacterSet::of(byte);
        match ways.iter_mut().find(|(other, _)| *other == rest) {
            Some((_, set)) => *set = set.union(own),
            None => ways.push((rest, own)),
        }
    }
    let way = |(rest, bytes): (Vec<&[Utf8Range]>, CharacterSet)| {
        let ends = rest.iter().all(|it| it.is_empty());
        Way { bytes, rest: if ends { Vec::new() } else { self::ways(&rest) } }
    };
    ways.into_iter().map(way).collect()
}
