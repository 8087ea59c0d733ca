//! Two languages read together until it is known which of them a string is of.

use indexmap::IndexSet;
use urlbnf_language::{CharacterSet, DEAD, Dfa};

use super::lookahead::{Classes, named};
use crate::proof::Expression;

/// The most states in which nothing is decided.
const MOST_STATES: usize = 400;
/// The most states that are put together with a look at each circle.
const MOST_STRAIGHT: usize = 60;
/// The most states after putting together what may be.
const MOST_LEFT: usize = 40;
/// The most parts of what is written.
const MOST_PARTS: usize = 400;

/// Where a byte or the end leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// No string comes here.
    Free,
    /// It is of the first, or of the second.
    Known(bool),
    /// It is not known yet.
    State(usize),
}

/// An automaton that decides.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    /// By state and byte.
    ways: Vec<Vec<Way>>,
    /// By state, where the input ends there.
    ends: Vec<Way>,
    /// By state: the one that it is now.
    same: Vec<usize>,
}

impl Decision {
    /// Of two languages without a string in common, with states put together in several
    /// ways; `None` where it is too large.
    pub fn between(yes: &Dfa, no: &Dfa) -> Option<Vec<Decision>> {
        let mut states = IndexSet::from([(yes.start(), no.start())]);
        let (mut ways, mut ends) = (Vec::new(), Vec::new());
        while let Some(&(one, two)) = states.get_index(ways.len()) {
            if states.len() > MOST_STATES {
                return None;
            }
            ends.push(match (yes.is_accepting(one), no.is_accepting(two)) {
                (true, _) => Way::Known(true),
                (_, true) => Way::Known(false),
                _ => Way::Free,
            });
            let way = |byte| match (yes.step(one, byte), no.step(two, byte)) {
                (DEAD, DEAD) => Way::Free,
                (_, DEAD) => Way::Known(true),
                (DEAD, _) => Way::Known(false),
                next => Way::State(states.insert_full(next).0),
            };
            ways.push((0..=u8::MAX).map(way).collect());
        }
        let same = (0..ways.len()).collect();
        let read = Decision { ways, ends, same };
        let (mut straight, mut all) = (read.clone(), read.clone());
        if read.ways.len() <= MOST_STRAIGHT {
            straight.put_together(true);
        }
        all.put_together(false);
        Some(vec![straight, all, read])
    }

    fn find(&self, mut state: usize) -> usize {
        while self.same[state] != state {
            state = self.same[state];
        }
        state
    }

    /// Puts states together where nothing contradicts it, earlier ones first; if it is to stay
    /// straight, only where no more of them then lead in a circle.
    fn put_together(&mut self, straight: bool) {
        let mut circling = if straight { self.circling() } else { usize::MAX };
        for state in 1..self.ways.len() {
            for earlier in 0..state {
                if self.find(state) != state {
                    break;
                }
                if self.find(earlier) == earlier {
                    let mut trial = self.clone();
                    if !trial.merge(earlier, state) {
                        continue;
                    }
                    let now = if straight { trial.circling() } else { circling };
                    if now <= circling {
                        circling = now;
                        *self = trial;
                    }
                }
            }
        }
    }

    /// How many states lead to others and so back to themselves.
    fn circling(&self) -> usize {
        let count = self.ways.len();
        let own = |state: usize| self.find(state) == state;
        let next: Vec<Vec<usize>> = (0..count)
            .map(|state| {
                let mut next: Vec<usize> = (self.ways[state].iter())
                    .filter_map(|way| match way {
                        Way::State(next) => Some(self.find(*next)),
                        _ => None,
                    })
                    .filter(|&next| next != state)
                    .collect();
                next.sort_unstable();
                next.dedup();
                next
            })
            .collect();
        let returns = |from: usize| {
            let (mut seen, mut pending) = (vec![false; count], next[from].clone());
            while let Some(state) = pending.pop() {
                if !std::mem::replace(&mut seen[state], true) {
                    pending.extend(&next[state]);
                }
            }
            seen[from]
        };
        (0..count).filter(|&state| own(state) && returns(state)).count()
    }

    /// Makes two states one, and then those to which they lead. Whether that may be.
    fn merge(&mut self, one: usize, two: usize) -> bool {
        let mut pending = vec![(one, two)];
        while let Some((one, two)) = pending.pop() {
            let (one, two) = (self.find(one), self.find(two));
            if one == two {
                continue;
            }
            let (one, two) = (one.min(two), one.max(two));
            self.same[two] = one;
            let Some(end) = joined(self.ends[one], self.ends[two], &mut pending) else {
                return false;
            };
            self.ends[one] = end;
            for byte in 0..=usize::from(u8::MAX) {
                let (left, right) = (self.ways[one][byte], self.ways[two][byte]);
                let Some(way) = joined(left, right, &mut pending) else { return false };
                self.ways[one][byte] = way;
            }
        }
        true
    }

    /// What the strings of the one side begin with, as an expression.
    pub fn written(&self, side: bool, classes: &Classes) -> Option<Expression> {
        let left = (0..self.ways.len()).filter(|&state| self.find(state) == state).count();
        if left > MOST_LEFT {
            return None;
        }
        let mut writer = Writer { decision: self, side, classes, parts: 0 };
        writer.exits(0, &mut Vec::new()).flatten().map(shorter)
    }
}

/// Both ways as one; what has to be made one with it is added.
fn joined(one: Way, two: Way, pending: &mut Vec<(usize, usize)>) -> Option<Way> {
    match (one, two) {
        (Way::Free, way) | (way, Way::Free) => Some(way),
        (Way::State(one), Way::State(two)) => {
            pending.push((one, two));
            Some(Way::State(one))
        }
        (one, two) => (one == two).then_some(one),
    }
}

/// What is wanted: an end on the side, or to be in a state again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Side,
    State(usize),
}

struct Writer<'d> {
    decision: &'d Decision,
    side: bool,
    classes: &'d Classes,
    parts: usize,
}

/// `None` where it is too long; within, `None` where there is no way.
type Written = Option<Option<Expression>>;

impl Writer<'_> {
    /// From a state to the end on the side, past none of those that are closed.
    fn exits(&mut self, state: usize, closed: &mut Vec<usize>) -> Written {
        self.to(state, Goal::Side, closed)
    }

    /// From a state to the goal: around as often as it goes, and then on.
    fn to(&mut self, state: usize, goal: Goal, closed: &mut Vec<usize>) -> Written {
        closed.push(state);
        let around = self.ways(state, Goal::State(state), closed)?;
        let on = self.ways(state, goal, closed)?;
        closed.pop();
        Some(match (around, on) {
            (_, None) => None,
            (None, on) => on,
            (Some(around), Some(on)) => {
                let around = Expression::Repetition(Box::new(around));
                Some(Expression::sequence([around, on]))
            }
        })
    }

    /// Whether some way leads from a state to the goal, past none of those that are closed.
    fn leads(&self, state: usize, goal: Goal, closed: &[usize]) -> bool {
        let (mut seen, mut pending) = (closed.to_vec(), vec![state]);
        while let Some(state) = pending.pop() {
            if seen.contains(&state) {
                continue;
            }
            seen.push(state);
            if goal == Goal::Side && self.decision.ends[state] == Way::Known(self.side) {
                return true;
            }
            for way in &self.decision.ways[state] {
                match (*way, goal) {
                    (Way::Known(side), Goal::Side) if side == self.side => return true,
                    (Way::State(next), _) => {
                        let next = self.decision.find(next);
                        if goal == Goal::State(next) {
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

    /// What leads from a state to the goal, past none of those that are closed.
    fn ways(&mut self, state: usize, goal: Goal, closed: &mut Vec<usize>) -> Written {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        let ways = &self.decision.ways[state];
        let find = |way: Way| match way {
            Way::State(next) => Way::State(self.decision.find(next)),
            way => way,
        };
        let mut targets: Vec<(Way, CharacterSet)> = Vec::new();
        let mut free = CharacterSet::default();
        for (byte, &way) in (0..=u8::MAX).zip(ways) {
            let one = CharacterSet::of(byte);
            match (find(way), targets.iter_mut().find(|it| it.0 == find(way))) {
                (Way::Free, _) => free = free.union(one),
                (_, Some((_, set))) => *set = set.union(one),
                (way, None) => targets.push((way, one)),
            }
        }
        let mut all = Vec::new();
        for (way, set) in targets {
            let after = match (way, goal) {
                (Way::Known(side), Goal::Side) if side == self.side => None,
                (Way::State(next), Goal::State(wanted)) if next == wanted => None,
                (Way::State(next), _) if self.leads(next, goal, closed) => {
                    match self.to(next, goal, closed)? {
                        Some(after) => Some(after),
                        None => continue,
                    }
                }
                _ => continue,
            };
            let one = named(set, set.union(free), self.classes)?;
            all.push(in_sequence(one, after));
        }
        if goal == Goal::Side && self.decision.ends[state] == Way::Known(self.side) {
            all.push(Expression::name("EOI"));
        }
        Some(Expression::choice(all))
    }
}

/// The one and then the other; characters that follow each other are one text.
fn in_sequence(one: Expression, after: Option<Expression>) -> Expression {
    let Some(after) = after else { return one };
    if let Expression::String(text) = &one {
        match &after {
            Expression::String(rest) => return Expression::String(format!("{text}{rest}")),
            Expression::Sequence(..) => {
                let parts: Vec<Expression> = after.parts().into_iter().cloned().collect();
                if let Some((Expression::String(rest), others)) = parts.split_first() {
                    let joined = Expression::String(format!("{text}{rest}"));
                    return Expression::sequence(std::iter::once(joined).chain(others.to_vec()));
                }
            }
            _ => {}
        }
    }
    Expression::sequence([one, after])
}

/// `a ~ a*` is `a+`.
fn shorter(expression: Expression) -> Expression {
    let one = |body: Box<Expression>| Box::new(shorter(*body));
    match expression {
        Expression::Sequence(..) => {
            let mut all: Vec<Expression> = Vec::new();
            for part in expression.parts() {
                let part = shorter(part.clone());
                match (all.last_mut(), &part) {
                    (Some(last), Expression::Repetition(body)) if *last == **body => {
                        *last = Expression::AtLeastOnce(body.clone());
                    }
                    _ => all.push(part),
                }
            }
            Expression::sequence(all)
        }
        Expression::Choice(one, two) => {
            Expression::Choice(Box::new(shorter(*one)), Box::new(shorter(*two)))
        }
        Expression::Repetition(body) => Expression::Repetition(one(body)),
        other => other,
    }
}
