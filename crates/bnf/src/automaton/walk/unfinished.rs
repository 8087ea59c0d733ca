//! Which production an input that stops too early leaves unfinished, and what it lacks.
//!
//! The production that was entered last may be complete, and only what comes after it be
//! missing: `a.1` stops in a label that could end there, but not the name in which it
//! stands. A reader is better told of the name, and of the dot that it lacks.

use super::super::{Edge, Symbol};
use super::Walk;
use crate::grammar::ProductionId;

/// A production that an input leaves unfinished.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unfinished {
    /// The production.
    pub production: ProductionId,
    /// How many productions of the chain there are down to it.
    pub depth: usize,
    /// What every string has that begins with the input, if that is one literal.
    pub missing: Option<String>,
}

impl Walk<'_> {
    /// The innermost production that is not complete, of the chain of a position that waits
    /// at the end of this walk. `input` is what was walked; of an empty one it is `None`, as
    /// where the position does not wait.
    pub fn unfinished(&self, input: &[u8], position: usize) -> Option<Unfinished> {
        let (&last, before) = input.split_last()?;
        let mut walk = Walk::new(self.automaton);
        let taken = before.iter().all(|&byte| walk.step(byte));
        taken.then(|| self.unfinished_behind(&walk, last, position))?
    }

    /// The same, by the walk before the last byte, whatever led there.
    pub fn unfinished_behind(
        &self,
        before: &Walk<'_>,
        last: u8,
        position: usize,
    ) -> Option<Unfinished> {
        let (automaton, walk) = (self.automaton, before);
        let positions = walk.waiting.positions.iter().copied().enumerate();
        let takes =
            |&(_, from): &(usize, usize)| automaton.positions[from].characters.contains(last);
        let taking: Vec<(usize, usize)> = positions.filter(takes).collect();
        let edge = taking.iter().find_map(|&(_, from)| {
            automaton.follow[from].iter().find(|edge| edge.target as usize == position)
        })?;
        let own = self.waiting.positions.iter().position(|&it| it == position)?;
        let frames = self.frames(own);
        let kept = edge.kept as usize;
        // What was begun before is complete if something may come after it, or nothing, in
        // whatever way it was read since.
        let is_left = |level: usize| {
            let leaves = |edge: &Edge| edge.kept as usize <= level;
            taking.iter().any(|&(slot, from)| {
                walk.frames(slot).get(level) == frames.get(level)
                    && walk.entered(slot, level) == self.entered(own, level)
                    && (automaton.last[from] || automaton.follow[from].iter().any(leaves))
            })
        };
        // Of what nothing was read, it may be that something else is as good.
        let has_others = |level: usize| {
            let mut slots = 0..self.waiting.positions.len();
            slots.any(|slot| self.frames(slot).get(level) != frames.get(level))
        };
        let is_complete =
            |level: usize| if level < kept { is_left(level) } else { has_others(level) };
        let level = (0..frames.len()).rev().find(|&level| !is_complete(level)).unwrap_or(0);
        let production = automaton.frames[*frames.get(level)?].production;
        let depth = level + 1;
        // What goes on in the same part of it comes to its end later.
        let goes_on = |slot: &usize| {
            depth < kept.min(frames.len())
                && self.frames(*slot).get(depth) == frames.get(depth)
                && self.entered(*slot, depth) == self.entered(own, depth)
        };
        let slots = (0..self.waiting.positions.len()).filter(|slot| !goes_on(slot));
        let mut wanted =
            slots.map(|slot| match &automaton.positions[self.waiting.positions[slot]].symbol {
                Symbol::Literal(text) => Some(text.to_string()),
                Symbol::Production(_) | Symbol::Value => None,
            });
        let first = wanted.next().flatten();
        let missing = first.filter(|text| wanted.all(|other| other.as_ref() == Some(text)));
        Some(Unfinished { production, depth, missing })
    }

    /// The frames of a position that waits, that of the start first.
    fn frames(&self, slot: usize) -> Vec<usize> {
        let automaton = self.automaton;
        let mut frames = Vec::new();
        let mut frame = Some(automaton.positions[self.waiting.positions[slot]].frame);
        while let Some(index) = frame {
            frames.push(index);
            frame = automaton.frames[index].parent;
        }
        frames.reverse();
        frames
    }

    /// The byte at which a production of its chain was entered.
    fn entered(&self, slot: usize, level: usize) -> usize {
        self.waiting.rows[slot * self.automaton.depth + level]
    }
}
