//! The language of a text, made of the languages of what it names.
//!
//! An automaton of positions writes out all that a production needs, down to its letters.
//! Where the languages of the names are known, each already as small as it gets, it is
//! enough to put these together; in a grammar of hundreds of rules that is much less.

use urlbnf_language::{CharacterSet, Dfa, Limits, Meter, Nfa};

use crate::grammar::{Expression, ExpressionKind, ProductionId};

/// The strings of any of some alternatives. `None` where a name's are not known, or where
/// it takes more than the limits allow: that is told by whoever writes all of it out.
pub(super) fn language<'g>(
    alternatives: impl IntoIterator<Item = &'g Expression>,
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    limits: &Limits,
) -> Option<Dfa> {
    let mut parts = Parts { known, most: limits.nodes, states: Vec::new() };
    let end = parts.state(State::default())?;
    let ways = alternatives.into_iter().map(|it| parts.part(it, end)).collect::<Option<_>>()?;
    let start = parts.state(State { silent: ways, ..State::default() })?;
    let nfa = without_silence(&parts.states, start, end, limits)?;
    Some(nfa.determinise(limits).ok()?.minimise())
}

/// A place between the parts of a text.
#[derive(Default)]
struct State {
    steps: Vec<(CharacterSet, usize)>,
    /// Where it goes on without a byte.
    silent: Vec<usize>,
}

struct Parts<K> {
    known: K,
    /// How many states there may be.
    most: usize,
    states: Vec<State>,
}

impl<'g, K: Fn(ProductionId) -> Option<&'g Dfa>> Parts<K> {
    fn state(&mut self, state: State) -> Option<usize> {
        if self.states.len() >= self.most {
            return None;
        }
        self.states.push(state);
        Some(self.states.len() - 1)
    }

    /// Where a part begins after which `next` comes.
    fn part(&mut self, part: &Expression, next: usize) -> Option<usize> {
        if let Some(bytes) = part.bytes() {
            return bytes.into_iter().rev().try_fold(next, |next, characters| {
                self.state(State { steps: vec![(characters, next)], silent: Vec::new() })
            });
        }
        match &part.kind {
            ExpressionKind::Reference(id) => self.name(*id, next),
            ExpressionKind::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.part(part, next))
            }
            ExpressionKind::Choice(parts) => {
                let ways = parts.iter().map(|it| self.part(it, next)).collect::<Option<_>>()?;
                self.state(State { silent: ways, ..State::default() })
            }
            ExpressionKind::Optional(body) => self.perhaps(body, next, next),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let mut after = match at_most {
                    Some(most) => (*at_least..*most)
                        .try_fold(next, |after, _| self.perhaps(body, after, next))?,
                    None => {
                        let again = self.state(State { silent: vec![next], ..State::default() })?;
                        let body = self.part(body, again)?;
                        self.states[again].silent.push(body);
                        again
                    }
                };
                for _ in 0..*at_least {
                    let before = self.part(body, after)?;
                    // Nothing, however often.
                    if before == after {
                        break;
                    }
                    after = before;
                }
                Some(after)
            }
            _ => Some(next),
        }
    }

    /// The part and then `after`, or `otherwise`.
    fn perhaps(&mut self, part: &Expression, after: usize, otherwise: usize) -> Option<usize> {
        let part = self.part(part, after)?;
        self.state(State { silent: vec![part, otherwise], ..State::default() })
    }

    fn name(&mut self, id: ProductionId, next: usize) -> Option<usize> {
        let language = (self.known)(id)?.nfa();
        let first = self.states.len();
        for (steps, accepting) in language.steps.into_iter().zip(language.accepting) {
            let steps = steps.into_iter().map(|(set, target)| (set, first + target)).collect();
            let silent = if accepting { vec![next] } else { Vec::new() };
            self.state(State { steps, silent })?;
        }
        let starts = language.starts.iter().map(|start| first + start).collect();
        self.state(State { silent: starts, ..State::default() })
    }
}

/// The automaton without its silent steps.
fn without_silence(states: &[State], start: usize, end: usize, limits: &Limits) -> Option<Nfa> {
    let mut nfa = Nfa { starts: vec![start], ..Nfa::default() };
    let (mut seen, mut meter) = (vec![usize::MAX; states.len()], Meter::new(limits));
    for state in 0..states.len() {
        let (mut steps, mut accepting) = (Vec::new(), false);
        let mut pending = vec![state];
        while let Some(next) = pending.pop() {
            if std::mem::replace(&mut seen[next], state) == state {
                continue;
            }
            meter.step(1 + states[next].steps.len() + states[next].silent.len()).ok()?;
            accepting |= next == end;
            steps.extend_from_slice(&states[next].steps);
            pending.extend(&states[next].silent);
        }
        nfa.steps.push(steps);
        nfa.accepting.push(accepting);
    }
    Some(nfa)
}
