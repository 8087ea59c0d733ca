//! Layouts of units: a character, or an escape for one.
//!
//! The automaton takes bytes. A character of several bytes becomes several positions in
//! sequence. The first stands for the character and the others are marked, so that no failure
//! and no tree ends inside a character.

use std::sync::Arc;

use regex_syntax::utf8::{Utf8Range, Utf8Sequence, Utf8Sequences};
use urlbnf_language::Exceeded;

use super::{LayoutContext, LayoutKind, PositionSymbol, ThompsonBuilder};
use crate::automaton::graph::{ThompsonNode, ThompsonNodeId};
use crate::grammar::{CharacterSet, ProductionId};

impl ThompsonBuilder<'_> {
    /// Lays out a unit: one of its characters, or an escape.
    pub(super) fn unit(
        &mut self,
        id: ProductionId,
        at: LayoutContext,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let unit = self.grammar.unit(id).cloned().unwrap_or_default();
        let symbol = PositionSymbol::Production(id);
        let mut starts = Vec::new();
        if self.layout == LayoutKind::Children {
            starts.push(self.child(id, at)?);
        }
        if !unit.characters.is_empty() || unit.wide.is_empty() {
            starts.push(self.position(unit.characters, symbol.clone(), at)?);
        }
        if !unit.wide.is_empty() {
            let trie = self.wide.entry(id).or_insert_with(|| {
                let of = |&(first, last): &(char, char)| Utf8Sequences::new(first, last);
                let sequences: Vec<Utf8Sequence> = unit.wide.iter().flat_map(of).collect();
                let bytes: Vec<&[Utf8Range]> =
                    sequences.iter().map(Utf8Sequence::as_slice).collect();
                utf8_trie(&bytes).into()
            });
            let trie = Arc::clone(trie);
            starts.extend(self.character(&trie, &symbol, at)?);
        }
        if let Some(hex) = unit.escape {
            let digits = self.grammar.characters(hex);
            let digit = PositionSymbol::Production(hex);
            let next = self.position(digits, digit.clone(), at)?;
            let next = self.position(digits, digit, LayoutContext { next, ..at })?;
            for position in self.positions.iter_mut().rev().take(2) {
                position.in_escape = true;
            }
            let percent = CharacterSet::from_byte(b'%');
            starts.push(self.position(percent, symbol, LayoutContext { next, ..at })?);
        }
        self.node(ThompsonNode::Split(starts))
    }

    /// Lays out characters of several bytes, and returns the positions of their first bytes.
    fn character(
        &mut self,
        trie: &[Utf8TrieNode],
        symbol: &PositionSymbol,
        at: LayoutContext,
    ) -> Result<Vec<ThompsonNodeId>, Exceeded> {
        let mut starts = Vec::new();
        for Utf8TrieNode { bytes, rest } in trie {
            let next = match &rest[..] {
                [] => at.next,
                rest => {
                    let further = self.character(rest, &PositionSymbol::Value, at)?;
                    self.node(ThompsonNode::Split(further))?
                }
            };
            starts.push(self.position(*bytes, symbol.clone(), LayoutContext { next, ..at })?);
            if let Some(position) = self.positions.last_mut() {
                position.in_character = *symbol == PositionSymbol::Value;
            }
        }
        Ok(starts)
    }
}

/// Bytes of characters, and what continues them; nothing if they are the last.
pub(super) struct Utf8TrieNode {
    bytes: CharacterSet,
    rest: Vec<Utf8TrieNode>,
}

/// A trie of the UTF-8 encodings of characters outside ASCII. Lead bytes with the same
/// continuations share a node.
fn utf8_trie(characters: &[&[Utf8Range]]) -> Vec<Utf8TrieNode> {
    let mut groups: Vec<(Vec<&[Utf8Range]>, CharacterSet)> = Vec::new();
    for byte in 0x80..=u8::MAX {
        let begun = characters.iter().filter_map(|ranges| ranges.split_first());
        let begun = begun.filter(|(first, _)| first.matches(byte));
        let rest: Vec<&[Utf8Range]> = begun.map(|(_, rest)| rest).collect();
        if rest.is_empty() {
            continue;
        }
        let own = CharacterSet::from_byte(byte);
        match groups.iter_mut().find(|(other, _)| *other == rest) {
            Some((_, set)) => *set = set.union(own),
            None => groups.push((rest, own)),
        }
    }
    let node = |(rest, bytes): (Vec<&[Utf8Range]>, CharacterSet)| {
        let ends = rest.iter().all(|ranges| ranges.is_empty());
        Utf8TrieNode { bytes, rest: if ends { Vec::new() } else { self::utf8_trie(&rest) } }
    };
    groups.into_iter().map(node).collect()
}
