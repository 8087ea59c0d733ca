//! The production that a truncated input leaves unfinished, and what it lacks.
//!
//! The production that was entered last may be complete although the input is not: `a.1` ends in
//! a label that could end there, but the name around the label could not. The useful report is
//! that the name is unfinished and lacks a dot.

use super::super::{PositionEdge, PositionSymbol};
use super::AutomatonRun;
use crate::grammar::ProductionId;

/// A production that an input leaves unfinished.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnfinishedProduction {
    /// The production.
    pub production: ProductionId,
    /// How many productions the chain has, down to and including this one.
    pub depth: usize,
    /// The literal that it lacks, if that is the same in all continuations.
    pub missing: Option<String>,
}

impl AutomatonRun<'_> {
    /// The innermost production that is not complete, in the chain of a position that waits at
    /// the end of this run. `input` is what it read. `None` if it is empty, or if the
    /// position does not wait.
    pub fn unfinished(&self, input: &[u8], position: usize) -> Option<UnfinishedProduction> {
        let (&last, before) = input.split_last()?;
        let mut run = AutomatonRun::new(self.automaton);
        run.follow_bytes(before).then(|| self.unfinished_after_byte(&run, last, position))?
    }

    /// Like [`AutomatonRun::unfinished`], for a caller that still has the run before the last byte.
    pub fn unfinished_after_byte(
        &self,
        before: &AutomatonRun<'_>,
        last: u8,
        position: usize,
    ) -> Option<UnfinishedProduction> {
        let (automaton, run) = (self.automaton, before);
        let positions = run.waiting.iter().map(|thread| thread.position).enumerate();
        let takes =
            |&(_, from): &(usize, usize)| automaton.positions[from].characters.contains(last);
        let taking: Vec<(usize, usize)> = positions.filter(takes).collect();
        let edge = taking.iter().find_map(|&(_, from)| {
            automaton.follow[from].iter().find(|edge| edge.target as usize == position)
        })?;
        let own = self.waiting.iter().position(|thread| thread.position == position)?;
        let frames = self.frames(own);
        let kept = edge.common_depth as usize;
        // A production that was entered before the last byte is complete if, on one of the paths
        // that read it, the last byte may be its last.
        let is_left = |level: usize| {
            let leaves = |edge: &PositionEdge| edge.common_depth as usize <= level;
            taking.iter().any(|&(slot, from)| {
                run.frames(slot).get(level) == frames.get(level)
                    && run.entered(slot, level) == self.entered(own, level)
                    && (automaton.last[from] || automaton.follow[from].iter().any(leaves))
            })
        };
        // A production of which nothing was read is optional if a position waits outside it.
        let has_others = |level: usize| {
            let mut slots = 0..self.waiting.len();
            slots.any(|slot| self.frames(slot).get(level) != frames.get(level))
        };
        let is_complete =
            |level: usize| if level < kept { is_left(level) } else { has_others(level) };
        let level = (0..frames.len()).rev().find(|&level| !is_complete(level)).unwrap_or(0);
        let production = automaton.frames[*frames.get(level)?].production;
        let depth = level + 1;
        // Positions in the child that is being read come before the end of that child.
        let goes_on = |slot: &usize| {
            depth < kept.min(frames.len())
                && self.frames(*slot).get(depth) == frames.get(depth)
                && self.entered(*slot, depth) == self.entered(own, depth)
        };
        let slots = (0..self.waiting.len()).filter(|slot| !goes_on(slot));
        let mut wanted =
            slots.map(|slot| match &automaton.positions[self.waiting[slot].position].symbol {
                PositionSymbol::Literal(text) => Some(text.to_string()),
                PositionSymbol::Production(_) | PositionSymbol::Value => None,
            });
        let first = wanted.next().flatten();
        let missing = first.filter(|text| wanted.all(|other| other.as_ref() == Some(text)));
        Some(UnfinishedProduction { production, depth, missing })
    }

    /// The frames of a waiting position, from the start down.
    fn frames(&self, slot: usize) -> Vec<usize> {
        let automaton = self.automaton;
        let mut frames = Vec::new();
        let mut frame = Some(automaton.positions[self.waiting[slot].position].frame);
        while let Some(index) = frame {
            frames.push(index);
            frame = automaton.frames[index].parent;
        }
        frames.reverse();
        frames
    }
}
