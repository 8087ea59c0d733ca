//! The language of a text, composed from the languages of the names in it.
//!
//! A position automaton unrolls everything that a production needs, down to its characters. If
//! the languages of the names are known as minimal automata, it is enough to connect these, which
//! is much less work in a grammar of hundreds of rules.

use urlbnf_language::{CharacterSet, Dfa, Limit, Limits, Meter, Nfa};

use crate::grammar::{Expression, ExpressionKind, ProductionId};

/// The union of the languages of some alternatives. `None` if the language of a name is not known
/// or the limits are exceeded; the caller then unrolls the text and reports the error.
pub(crate) fn language<'g>(
    alternatives: impl IntoIterator<Item = &'g Expression>,
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    limits: &Limits,
) -> Option<Dfa> {
    let mut parts = EpsilonNfaBuilder { known, meter: Meter::new(limits), states: Vec::new() };
    let end = parts.state(EpsilonNfaState::default())?;
    let starts = alternatives.into_iter().map(|it| parts.part(it, end)).collect::<Option<_>>()?;
    let start = parts.state(EpsilonNfaState { epsilon: starts, ..EpsilonNfaState::default() })?;
    let meter = &mut parts.meter;
    let nfa = without_epsilon(&parts.states, start, end, meter)?;
    let dfa = nfa.determinise_counted(meter).ok()?;
    meter.step(dfa.size()).ok()?;
    Some(dfa.minimise())
}

/// The steps for each state, because it is kept.
const STATE: usize = 8;
/// Steps charged to the budget for each state, in addition to the counted ones.
const KEPT: usize = 96;

/// A state of the automaton between two parts of a text.
#[derive(Default)]
struct EpsilonNfaState {
    steps: Vec<(CharacterSet, usize)>,
    /// The targets of the transitions that read no byte.
    epsilon: Vec<usize>,
}

struct EpsilonNfaBuilder<K> {
    known: K,
    meter: Meter,
    states: Vec<EpsilonNfaState>,
}

impl<'g, K: Fn(ProductionId) -> Option<&'g Dfa>> EpsilonNfaBuilder<K> {
    fn state(&mut self, state: EpsilonNfaState) -> Option<usize> {
        self.meter.within(Limit::Nodes, self.states.len() + 1).ok()?;
        self.meter.step(STATE).ok()?;
        self.meter.charge(KEPT).ok()?;
        self.states.push(state);
        Some(self.states.len() - 1)
    }

    /// The state before a part, given the state `next` after it.
    fn part(&mut self, part: &Expression, next: usize) -> Option<usize> {
        if let Some(bytes) = part.bytes() {
            return bytes.into_iter().rev().try_fold(next, |next, characters| {
                self.state(EpsilonNfaState { steps: vec![(characters, next)], epsilon: Vec::new() })
            });
        }
        match &part.kind {
            ExpressionKind::Reference(id) => self.name(*id, next),
            ExpressionKind::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.part(part, next))
            }
            ExpressionKind::Choice(parts) => {
                let starts = parts.iter().map(|it| self.part(it, next)).collect::<Option<_>>()?;
                self.state(EpsilonNfaState { epsilon: starts, ..EpsilonNfaState::default() })
            }
            ExpressionKind::Optional(body) => self.optional(body, next, next),
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let (mut after, due) = match at_most {
                    Some(most) => {
                        let after = (*at_least..*most)
                            .try_fold(next, |after, _| self.optional(body, after, next))?;
                        (after, *at_least)
                    }
                    None => {
                        let again = self.state(EpsilonNfaState {
                            epsilon: vec![next],
                            ..EpsilonNfaState::default()
                        })?;
                        let body = self.part(body, again)?;
                        self.states[again].epsilon.push(body);
                        // The last body that is due is the one that may be repeated.
                        match at_least.checked_sub(1) {
                            None => (again, 0),
                            Some(due) => (body, due),
                        }
                    }
                };
                for _ in 0..due {
                    let before = self.part(body, after)?;
                    // The body adds no state, however often it is repeated.
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

    /// The part and then `after`, or else `otherwise`.
    fn optional(&mut self, part: &Expression, after: usize, otherwise: usize) -> Option<usize> {
        let part = self.part(part, after)?;
        self.state(EpsilonNfaState { epsilon: vec![part, otherwise], ..EpsilonNfaState::default() })
    }

    fn name(&mut self, id: ProductionId, next: usize) -> Option<usize> {
        let language = (self.known)(id)?;
        let taken = language.size().saturating_mul(2) + language.len().saturating_mul(STATE);
        self.meter.charge(taken).ok()?;
        let language = language.nfa();
        let first = self.states.len();
        for (steps, accepting) in language.steps.into_iter().zip(language.accepting) {
            let steps = steps.into_iter().map(|(set, target)| (set, first + target)).collect();
            let epsilon = if accepting { vec![next] } else { Vec::new() };
            self.state(EpsilonNfaState { steps, epsilon })?;
        }
        let starts = language.starts.iter().map(|start| first + start).collect();
        self.state(EpsilonNfaState { epsilon: starts, ..EpsilonNfaState::default() })
    }
}

/// The automaton without its epsilon steps.
fn without_epsilon(
    states: &[EpsilonNfaState],
    start: usize,
    end: usize,
    meter: &mut Meter,
) -> Option<Nfa> {
    let mut nfa = Nfa { starts: vec![start], ..Nfa::default() };
    let mut seen = vec![usize::MAX; states.len()];
    let mut transitions = 0_usize;
    for state in 0..states.len() {
        let (mut steps, mut accepting) = (Vec::new(), false);
        let mut pending = vec![state];
        while let Some(next) = pending.pop() {
            if std::mem::replace(&mut seen[next], state) == state {
                continue;
            }
            meter.step(1 + states[next].steps.len() + states[next].epsilon.len()).ok()?;
            accepting |= next == end;
            steps.extend_from_slice(&states[next].steps);
            pending.extend(&states[next].epsilon);
        }
        transitions += steps.len();
        Nfa::check_size(transitions, meter).ok()?;
        nfa.steps.push(steps);
        nfa.accepting.push(accepting);
    }
    Some(nfa)
}
