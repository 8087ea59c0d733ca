//! Reads two languages in parallel until it is known which of them a string belongs to.

use indexmap::IndexSet;
use urlbnf_language::{CharacterSet, DEAD, Dfa};

use super::expression::PestExpression;
use super::lookahead::{NamedCharacterSets, named};

/// The most undecided states.
const MOST_STATES: usize = 40;
/// The most parts of the expression.
const MOST_PARTS: usize = 400;

/// Where a byte or the end of the input leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecisionTarget {
    /// To nothing: no string of either language gets here.
    Free,
    /// To a decision for the first language (`true`) or the second.
    Known(bool),
    /// To an undecided state.
    State(usize),
}

/// An automaton that decides between two languages.
#[derive(Debug)]
pub(super) struct DecisionAutomaton {
    /// By class: its bytes.
    bytes: Vec<CharacterSet>,
    /// By state and class: the target.
    decision_targets: Vec<Vec<DecisionTarget>>,
    /// By state, for the end of the input.
    ends: Vec<DecisionTarget>,
}

impl DecisionAutomaton {
    /// Returns an automaton that decides between two disjoint languages; `None` if it has too many
    /// states. Adds the turns that this took.
    pub fn between(yes: &Dfa, no: &Dfa, turns: &mut usize) -> Option<DecisionAutomaton> {
        let classes = yes.joint_classes(no);
        let mut states = IndexSet::from([(yes.start(), no.start())]);
        let (mut decision_targets, mut ends) = (Vec::new(), Vec::new());
        while let Some(&(one, two)) = states.get_index(decision_targets.len()) {
            if states.len() > MOST_STATES {
                *turns += states.len() * classes.count();
                return None;
            }
            ends.push(match (yes.is_accepting(one), no.is_accepting(two)) {
                (true, _) => DecisionTarget::Known(true),
                (_, true) => DecisionTarget::Known(false),
                _ => DecisionTarget::Free,
            });
            let target = |&byte: &u8| match (yes.step(one, byte), no.step(two, byte)) {
                (DEAD, DEAD) => DecisionTarget::Free,
                (_, DEAD) => DecisionTarget::Known(true),
                (DEAD, _) => DecisionTarget::Known(false),
                next => DecisionTarget::State(states.insert_full(next).0),
            };
            decision_targets.push(classes.representatives().iter().map(target).collect());
        }
        *turns += decision_targets.len() * classes.count();
        Some(DecisionAutomaton { bytes: classes.sets(), decision_targets, ends })
    }

    /// An expression for the prefixes that decide for one side; `None` if too long or empty. Adds
    /// the turns that this took.
    pub fn written(
        &self,
        side: bool,
        classes: &NamedCharacterSets,
        turns: &mut usize,
    ) -> Option<PestExpression> {
        let mut writer = DecisionWriter { decision: self, side, classes, parts: 0, turns: 0 };
        let written = writer.exits(0, &mut Vec::new());
        *turns += writer.turns;
        written.flatten().map(shorter)
    }
}

/// The goal of a path: a decision for the side, or a return to a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathGoal {
    Side,
    State(usize),
}

struct DecisionWriter<'d> {
    decision: &'d DecisionAutomaton,
    side: bool,
    classes: &'d NamedCharacterSets,
    parts: usize,
    turns: usize,
}

/// The outer `None` means too long; the inner `None` means that there is no path.
type PathExpression = Option<Option<PestExpression>>;

impl DecisionWriter<'_> {
    /// The paths from a state to a decision for the side that avoid the closed states.
    fn exits(&mut self, state: usize, closed: &mut Vec<usize>) -> PathExpression {
        self.to(state, PathGoal::Side, closed)
    }

    /// The paths from a state to the goal: any number of loops, and then the rest.
    fn to(&mut self, state: usize, goal: PathGoal, closed: &mut Vec<usize>) -> PathExpression {
        closed.push(state);
        let around = self.direct_paths(state, PathGoal::State(state), closed)?;
        let on = self.direct_paths(state, goal, closed)?;
        closed.pop();
        Some(match (around, on) {
            (_, None) => None,
            (None, on) => on,
            (Some(around), Some(on)) => {
                let around = PestExpression::Repetition(Box::new(around));
                Some(PestExpression::sequence([around, on]))
            }
        })
    }

    /// Whether a path leads from a state to the goal and avoids the closed states.
    fn leads(&mut self, state: usize, goal: PathGoal, closed: &[usize]) -> bool {
        let (mut seen, mut pending) = (closed.to_vec(), vec![state]);
        while let Some(state) = pending.pop() {
            if seen.contains(&state) {
                continue;
            }
            seen.push(state);
            self.turns += self.decision.bytes.len() + seen.len();
            if goal == PathGoal::Side
                && self.decision.ends[state] == DecisionTarget::Known(self.side)
            {
                return true;
            }
            for target in &self.decision.decision_targets[state] {
                match (*target, goal) {
                    (DecisionTarget::Known(side), PathGoal::Side) if side == self.side => {
                        return true;
                    }
                    (DecisionTarget::State(next), _) => {
                        if goal == PathGoal::State(next) {
                            return true;
                        }
                        if !seen.contains(&next) && !pending.contains(&next) {
                            pending.push(next);
                        }
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// The paths from a state to the goal that avoid the closed states, without initial loops.
    fn direct_paths(
        &mut self,
        state: usize,
        goal: PathGoal,
        closed: &mut Vec<usize>,
    ) -> PathExpression {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        let row = &self.decision.decision_targets[state];
        let mut targets: Vec<(DecisionTarget, CharacterSet)> = Vec::new();
        let mut free = CharacterSet::default();
        for (&one, &target) in self.decision.bytes.iter().zip(row) {
            match (target, targets.iter_mut().find(|(known, _)| *known == target)) {
                (DecisionTarget::Free, _) => free = free.union(one),
                (_, Some((_, set))) => *set = set.union(one),
                (target, None) => targets.push((target, one)),
            }
        }
        let mut all = Vec::new();
        for (target, set) in targets {
            let after = match (target, goal) {
                (DecisionTarget::Known(side), PathGoal::Side) if side == self.side => None,
                (DecisionTarget::State(next), PathGoal::State(wanted)) if next == wanted => None,
                (DecisionTarget::State(next), _) if self.leads(next, goal, closed) => {
                    match self.to(next, goal, closed)? {
                        Some(after) => Some(after),
                        None => continue,
                    }
                }
                _ => continue,
            };
            let one = named(set, set.union(free), self.classes)?;
            self.turns += 1;
            all.push(in_sequence(one, after));
        }
        if goal == PathGoal::Side && self.decision.ends[state] == DecisionTarget::Known(self.side) {
            all.push(PestExpression::name("EOI"));
        }
        Some(PestExpression::choice(all))
    }
}

/// The first and then the second; adjacent strings are joined.
fn in_sequence(one: PestExpression, after: Option<PestExpression>) -> PestExpression {
    let Some(after) = after else { return one };
    if let PestExpression::String(text) = &one {
        match &after {
            PestExpression::String(rest) => return PestExpression::String(format!("{text}{rest}")),
            PestExpression::Sequence(..) => {
                let parts: Vec<PestExpression> = after.parts().into_iter().cloned().collect();
                if let Some((PestExpression::String(rest), others)) = parts.split_first() {
                    let joined = PestExpression::String(format!("{text}{rest}"));
                    return PestExpression::sequence(
                        std::iter::once(joined).chain(others.to_vec()),
                    );
                }
            }
            _ => {}
        }
    }
    PestExpression::sequence([one, after])
}

/// Rewrites `a ~ a*` to `a+`.
fn shorter(expression: PestExpression) -> PestExpression {
    let one = |body: Box<PestExpression>| Box::new(shorter(*body));
    match expression {
        PestExpression::Sequence(..) => {
            let mut all: Vec<PestExpression> = Vec::new();
            for part in expression.parts() {
                let part = shorter(part.clone());
                match (all.last_mut(), &part) {
                    (Some(last), PestExpression::Repetition(body)) if *last == **body => {
                        *last = PestExpression::AtLeastOnce(body.clone());
                    }
                    _ => all.push(part),
                }
            }
            PestExpression::sequence(all)
        }
        PestExpression::Choice(one, two) => {
            PestExpression::Choice(Box::new(shorter(*one)), Box::new(shorter(*two)))
        }
        PestExpression::Repetition(body) => PestExpression::Repetition(one(body)),
        other => other,
    }
}
