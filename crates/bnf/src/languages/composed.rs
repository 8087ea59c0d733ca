//! The language of a text, composed from the languages of the names in it.
//!
//! A position automaton unrolls everything that a production needs, down to its characters. If
//! the languages of the names are known as minimal automata, it is enough to connect these, which
//! is much less work in a grammar of hundreds of rules.
//!
//! A recursive component is connected in another way: each of its members is entered and left where
//! it is named, but what follows the place is not remembered (Mohri and Nederhof, *Regular
//! approximation of context-free grammars through transformation*, 2001). If all members are named at
//! one end of their texts, nothing is lost by that.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, Dfa, Exceeded, Nfa, Work};

use crate::core::{Core, CoreKind};
use crate::grammar::{ProductionId, Span};

/// Which language is composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Bound {
    /// The language itself.
    Exact,
    /// One that contains it: after a few rounds, a count has no end.
    Above,
    /// One that it contains: a count ends after a few rounds more than it needs.
    Below,
}

/// How many rounds of a count are written out if it is approximated.
const FEW: usize = 3;

impl Bound {
    /// The bounds of a count, as they are written out.
    fn rounds(self, least: usize, most: Option<usize>) -> (usize, Option<usize>) {
        match self {
            Bound::Exact => (least, most),
            Bound::Above => (least.min(FEW), most.filter(|&most| most <= FEW)),
            Bound::Below => {
                let few = least.saturating_add(FEW);
                (least, most.map(|most| most.min(few)))
            }
        }
    }
}

/// A piece of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Piece<'c> {
    /// An expression.
    Once(&'c Core),
    /// An expression, any number of times.
    AnyTimes(&'c Core),
    /// An expression, a number of times that a count limits. Seen from above, any number; from below,
    /// none.
    SomeTimes(&'c Core),
}

impl<'c> Piece<'c> {
    /// The expression.
    pub fn core(self) -> &'c Core {
        match self {
            Piece::Once(core) | Piece::AnyTimes(core) | Piece::SomeTimes(core) => core,
        }
    }

    /// Whether it derives the empty string.
    pub fn is_nullable(self) -> bool {
        match self {
            Piece::Once(core) => core.is_nullable,
            Piece::AnyTimes(_) | Piece::SomeTimes(_) => true,
        }
    }

    /// The piece with another expression.
    pub fn with<'d>(self, core: &'d Core) -> Piece<'d> {
        match self {
            Piece::Once(_) => Piece::Once(core),
            Piece::AnyTimes(_) => Piece::AnyTimes(core),
            Piece::SomeTimes(_) => Piece::SomeTimes(core),
        }
    }
}

/// The language of some pieces, one after the other; `None` if the language of a name is not known.
///
/// # Errors
/// If the work runs out.
pub(crate) fn language<'g>(
    parts: &[Piece<'_>],
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    bound: Bound,
    work: &mut Work,
) -> Result<Option<Dfa>, Exceeded> {
    let Some(nfa) = nfa(parts, known, bound, work)? else { return Ok(None) };
    let dfa = nfa.determinise(work)?;
    work.ticks(dfa.size())?;
    Ok(Some(dfa.minimise()))
}

/// An automaton of some pieces, one after the other; `None` if the language of a name is not known.
///
/// # Errors
/// If the work runs out.
pub(crate) fn nfa<'g>(
    parts: &[Piece<'_>],
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    bound: Bound,
    work: &mut Work,
) -> Result<Option<Nfa>, Exceeded> {
    if !parts.iter().flat_map(|part| part.core().names()).all(|name| known(name).is_some()) {
        return Ok(None);
    }
    Ok(Some(composed(parts, known, bound, work)?.nfa))
}

/// An automaton of a text in which names are not replaced by their languages.
#[derive(Debug, Default)]
pub(crate) struct TextNfa {
    /// Its states, with the transitions that read a byte. It starts in the first.
    pub nfa: Nfa,
    /// By state: the transitions that read a name.
    pub names: Vec<Vec<NameStep>>,
}

/// A transition that reads a string of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NameStep {
    pub name: ProductionId,
    /// Where the text has the name.
    pub place: Span,
    /// The state after it.
    pub target: usize,
}

impl TextNfa {
    /// The automaton of some pieces, one after the other.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn new(pieces: &[Piece<'_>], bound: Bound, work: &mut Work) -> Result<TextNfa, Exceeded> {
        composed(pieces, |_| None, bound, work)
    }

    /// The automaton of several lists of pieces, each followed by the pieces `following`. It has a start
    /// state for each list, in their order.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn with_heads<'c>(
        heads: impl Iterator<Item = &'c [Piece<'c>]>,
        following: &[Piece<'_>],
        bound: Bound,
        work: &mut Work,
    ) -> Result<TextNfa, Exceeded> {
        let mut states = EpsilonNfa::new(|_| None, bound, work);
        let end = states.state(EpsilonNfaState::default())?;
        let next = states.pieces(following, end)?;
        let starts = heads.map(|head| states.pieces(head, next)).collect::<Result<Vec<_>, _>>()?;
        states.without_epsilon(&starts, end)
    }

    /// Appends the states and the start states of another automaton, and returns the number that its first
    /// state now has.
    pub fn add(&mut self, other: TextNfa) -> usize {
        let first = self.names.len();
        let steps = other.nfa.steps.into_iter().map(|steps| {
            steps.into_iter().map(|(bytes, target)| (bytes, first + target)).collect()
        });
        self.nfa.steps.extend(steps);
        self.nfa.accepting.extend(other.nfa.accepting);
        self.nfa.starts.extend(other.nfa.starts.into_iter().map(|start| first + start));
        let names = other.names.into_iter().map(|steps| {
            let moved = |step: NameStep| NameStep { target: first + step.target, ..step };
            steps.into_iter().map(moved).collect()
        });
        self.names.extend(names);
        first
    }
}

fn composed<'g>(
    parts: &[Piece<'_>],
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    bound: Bound,
    work: &mut Work,
) -> Result<TextNfa, Exceeded> {
    let mut states = EpsilonNfa::new(known, bound, work);
    let end = states.state(EpsilonNfaState::default())?;
    let start = states.pieces(parts, end)?;
    states.without_epsilon(&[start], end)
}

/// The automata of the members of a recursive component, in their order. All members must be named at
/// the same end of their texts. `known` returns the languages of the other names.
///
/// # Errors
/// If the work runs out.
pub(crate) fn component<'g>(
    members: &[(ProductionId, &Core)],
    known: impl Fn(ProductionId) -> Option<&'g Dfa>,
    work: &mut Work,
) -> Result<Vec<Nfa>, Exceeded> {
    let mut states = EpsilonNfa::new(known, Bound::Exact, work);
    for &(member, _) in members {
        let enter = states.state(EpsilonNfaState::default())?;
        let leave = states.state(EpsilonNfaState::default())?;
        states.members.insert(member, (enter, leave));
    }
    for &(member, text) in members {
        let (enter, leave) = states.members[&member];
        let text = states.part(text, leave)?;
        states.states[enter].epsilon.push(text);
    }
    let mut automata = Vec::with_capacity(members.len());
    for (member, _) in members {
        let (enter, leave) = states.members[member];
        automata.push(states.without_epsilon(&[enter], leave)?.nfa);
    }
    Ok(automata)
}

/// A state of the automaton between two parts of a text.
#[derive(Default)]
struct EpsilonNfaState {
    steps: Vec<(CharacterSet, usize)>,
    names: Vec<NameStep>,
    /// The targets of the transitions that read no byte.
    epsilon: Vec<usize>,
}

struct EpsilonNfa<'w, K> {
    known: K,
    bound: Bound,
    work: &'w mut Work,
    states: Vec<EpsilonNfaState>,
    /// The states in which the members of a component are entered and left.
    members: HashMap<ProductionId, (usize, usize)>,
}

impl<'w, 'g, K: Fn(ProductionId) -> Option<&'g Dfa>> EpsilonNfa<'w, K> {
    fn new(known: K, bound: Bound, work: &'w mut Work) -> EpsilonNfa<'w, K> {
        EpsilonNfa { known, bound, work, states: Vec::new(), members: HashMap::new() }
    }

    fn state(&mut self, state: EpsilonNfaState) -> Result<usize, Exceeded> {
        self.work.check_nodes(self.states.len() + 1)?;
        self.work.grow::<EpsilonNfaState>(1)?;
        self.work.grow::<usize>(state.epsilon.len())?;
        self.work.grow::<(CharacterSet, usize)>(state.steps.len())?;
        self.states.push(state);
        Ok(self.states.len() - 1)
    }

    fn epsilon(&mut self, epsilon: Vec<usize>) -> Result<usize, Exceeded> {
        self.state(EpsilonNfaState { epsilon, ..EpsilonNfaState::default() })
    }

    /// The state before some pieces, given the state `next` after them.
    fn pieces(&mut self, pieces: &[Piece<'_>], next: usize) -> Result<usize, Exceeded> {
        pieces.iter().rev().try_fold(next, |next, piece| match piece {
            Piece::Once(part) => self.part(part, next),
            Piece::SomeTimes(_) if self.bound == Bound::Below => Ok(next),
            Piece::AnyTimes(body) | Piece::SomeTimes(body) => self.rounds(body, next),
        })
    }

    /// The state before a part, given the state `next` after it.
    fn part(&mut self, part: &Core, next: usize) -> Result<usize, Exceeded> {
        match &part.kind {
            CoreKind::Text(sets) => sets.iter().rev().try_fold(next, |next, &set| {
                let steps = vec![(set, next)];
                self.state(EpsilonNfaState { steps, ..EpsilonNfaState::default() })
            }),
            CoreKind::Name(id) => self.name(*id, part.place, next),
            CoreKind::Concatenation(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.part(part, next))
            }
            CoreKind::Alternation(parts) => {
                let starts = parts.iter().map(|part| self.part(part, next));
                let starts = starts.collect::<Result<_, _>>()?;
                self.epsilon(starts)
            }
            CoreKind::Repetition { least, most, body } => {
                let (least, most) = self.bound.rounds(*least, *most);
                let mut after = match most {
                    Some(most) => (least..most).try_fold(next, |after, _| {
                        let part = self.part(body, after)?;
                        self.epsilon(vec![part, next])
                    })?,
                    None => self.rounds(body, next)?,
                };
                for _ in 0..least {
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
        }
    }

    /// The state before any number of rounds, given the state after them.
    fn rounds(&mut self, body: &Core, next: usize) -> Result<usize, Exceeded> {
        let again = self.epsilon(vec![next])?;
        let body = self.part(body, again)?;
        self.states[again].epsilon.push(body);
        Ok(again)
    }

    fn name(&mut self, id: ProductionId, place: Span, next: usize) -> Result<usize, Exceeded> {
        if let Some(&(enter, leave)) = self.members.get(&id) {
            self.states[leave].epsilon.push(next);
            self.work.grow::<usize>(1)?;
            return self.epsilon(vec![enter]);
        }
        let Some(language) = (self.known)(id) else {
            let names = vec![NameStep { name: id, place, target: next }];
            self.work.grow::<NameStep>(1)?;
            return self.state(EpsilonNfaState { names, ..EpsilonNfaState::default() });
        };
        self.work.ticks(language.size())?;
        let language = language.nfa();
        let first = self.states.len();
        for (steps, accepting) in language.steps.into_iter().zip(language.accepting) {
            let steps = steps.into_iter().map(|(set, target)| (set, first + target)).collect();
            let epsilon = if accepting { vec![next] } else { Vec::new() };
            self.state(EpsilonNfaState { steps, epsilon, ..EpsilonNfaState::default() })?;
        }
        self.epsilon(language.starts.iter().map(|start| first + start).collect())
    }

    /// The automaton from some states to another, without epsilon transitions. It has the starts, and
    /// the states that a byte or a name leads to.
    fn without_epsilon(&mut self, starts: &[usize], end: usize) -> Result<TextNfa, Exceeded> {
        let mut text = TextNfa::default();
        let mut numbers = vec![usize::MAX; self.states.len()];
        let mut seen = vec![usize::MAX; self.states.len()];
        self.work.grow::<[usize; 2]>(self.states.len())?;
        let mut reached = Vec::new();
        for &start in starts {
            if numbers[start] == usize::MAX {
                numbers[start] = reached.len();
                reached.push(start);
            }
            text.nfa.starts.push(numbers[start]);
        }
        let mut done = 0;
        while let Some(&state) = reached.get(done) {
            let (mut steps, mut names, mut accepting) = (Vec::new(), Vec::new(), false);
            let mut pending = vec![state];
            let mut number = |target: usize| {
                if numbers[target] == usize::MAX {
                    numbers[target] = reached.len();
                    reached.push(target);
                }
                numbers[target]
            };
            while let Some(next) = pending.pop() {
                if std::mem::replace(&mut seen[next], done) == done {
                    continue;
                }
                let state = &self.states[next];
                self.work.ticks(1 + state.steps.len() + state.epsilon.len())?;
                accepting |= next == end;
                pending.extend(&state.epsilon);
                steps.extend(state.steps.iter().map(|&(set, target)| (set, number(target))));
                names.extend(
                    state
                        .names
                        .iter()
                        .map(|&step| NameStep { target: number(step.target), ..step }),
                );
            }
            // Alternatives of one byte often lead to the same state.
            steps.sort_by_key(|&(_, target): &(CharacterSet, usize)| target);
            steps.dedup_by(|(set, target), (kept, other)| {
                let is_same = target == other;
                if is_same {
                    *kept = kept.union(*set);
                }
                is_same
            });
            self.work.grow::<(CharacterSet, usize)>(steps.len())?;
            self.work.grow::<NameStep>(names.len())?;
            text.nfa.steps.push(steps);
            text.nfa.accepting.push(accepting);
            text.names.push(names);
            done += 1;
        }
        Ok(text)
    }
}
