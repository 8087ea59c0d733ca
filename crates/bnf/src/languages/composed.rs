//! The language of a text, composed from the languages of the names in it.
//!
//! A position automaton unrolls everything that a production needs, down to its characters. If
//! the languages of the names are known as minimal automata, it is enough to connect these, which
//! is much less work in a grammar of hundreds of rules.

use urlbnf_language::{CharacterSet, Dfa, Exceeded, Nfa, Work};

use crate::grammar::{Expression, ExpressionKind, ProductionId};

/// The union of the languages of some alternatives; `None` if the language of a name is not known.
///
/// # Errors
/// If the work runs out.
pub(crate) fn language<'g>(
    alternatives: impl IntoIterator<Item = &'g Expression>,
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    work: &mut Work,
) -> Result<Option<Dfa>, Exceeded> {
    let mut parts = EpsilonNfaBuilder { known, work, states: Vec::new() };
    let alternatives: Vec<&Expression> = alternatives.into_iter().collect();
    let mut names = alternatives.iter().flat_map(|alternative| alternative.references());
    if !names.all(|(name, _)| (parts.known)(name).is_some()) {
        return Ok(None);
    }
    let end = parts.state(EpsilonNfaState::default())?;
    let starts = alternatives.iter().map(|part| parts.part(part, end)).collect::<Result<_, _>>()?;
    let start = parts.state(EpsilonNfaState { epsilon: starts, ..EpsilonNfaState::default() })?;
    let EpsilonNfaBuilder { work, states, .. } = parts;
    let dfa = without_epsilon(&states, start, end, work)?.determinise(work)?;
    work.ticks(dfa.size())?;
    Ok(Some(dfa.minimise()))
}

/// A state of the automaton between two parts of a text.
#[derive(Default)]
struct EpsilonNfaState {
    steps: Vec<(CharacterSet, usize)>,
    /// The targets of the transitions that read no byte.
    epsilon: Vec<usize>,
}

struct EpsilonNfaBuilder<'w, K> {
    known: K,
    work: &'w mut Work,
    states: Vec<EpsilonNfaState>,
}

impl<'g, K: Fn(ProductionId) -> Option<&'g Dfa>> EpsilonNfaBuilder<'_, K> {
    fn state(&mut self, state: EpsilonNfaState) -> Result<usize, Exceeded> {
        self.work.check_nodes(self.states.len() + 1)?;
        self.work.grow::<EpsilonNfaState>(1)?;
        self.work.grow::<usize>(state.epsilon.len())?;
        self.work.grow::<(CharacterSet, usize)>(state.steps.len())?;
        self.states.push(state);
        Ok(self.states.len() - 1)
    }

    /// The state before a part, given the state `next` after it.
    fn part(&mut self, part: &Expression, next: usize) -> Result<usize, Exceeded> {
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
                let starts =
                    parts.iter().map(|it| self.part(it, next)).collect::<Result<_, _>>()?;
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
                    self.work.tick()?;
                    let before = self.part(body, after)?;
                    // The body adds no state, however often it is repeated.
                    if before == after {
                        break;
                    }
                    after = before;
                }
                Ok(after)
            }
            _ => Ok(next),
        }
    }

    /// The part and then `after`, or else `otherwise`.
    fn optional(
        &mut self,
        part: &Expression,
        after: usize,
        otherwise: usize,
    ) -> Result<usize, Exceeded> {
        let part = self.part(part, after)?;
        self.state(EpsilonNfaState { epsilon: vec![part, otherwise], ..EpsilonNfaState::default() })
    }

    fn name(&mut self, id: ProductionId, next: usize) -> Result<usize, Exceeded> {
        // The caller has looked whether all names are known.
        let Some(language) = (self.known)(id) else { return Ok(next) };
        self.work.ticks(language.size())?;
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
    work: &mut Work,
) -> Result<Nfa, Exceeded> {
    let mut nfa = Nfa { starts: vec![start], ..Nfa::default() };
    let mut seen = vec![usize::MAX; states.len()];
    for state in 0..states.len() {
        let (mut steps, mut accepting) = (Vec::new(), false);
        let mut pending = vec![state];
        while let Some(next) = pending.pop() {
            if std::mem::replace(&mut seen[next], state) == state {
                continue;
            }
            work.ticks(1 + states[next].steps.len() + states[next].epsilon.len())?;
            accepting |= next == end;
            steps.extend_from_slice(&states[next].steps);
            pending.extend(&states[next].epsilon);
        }
        work.grow::<(CharacterSet, usize)>(steps.len())?;
        nfa.steps.push(steps);
        nfa.accepting.push(accepting);
    }
    Ok(nfa)
}
