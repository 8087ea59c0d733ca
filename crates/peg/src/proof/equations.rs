//! A repetition as equations about the suffixes of the input.
//!
//! If nothing simpler applies, an expression is combined with its continuation k into a node that
//! tells, at any position of the input, whether the rest of it matches:
//!
//! - a character, then k: the next byte is in the set, and k holds after it;
//! - `a | b`, then k: a then k; or a matches no prefix of the rest, and b then k;
//! - `a*`, then k: the node is its own continuation, since each round takes a byte;
//! - `!a`, then k: a matches no prefix of the rest, and k holds;
//! - a language: a node for each state of its DFA.

use std::rc::Rc;

use urlbnf_language::suffixes::{self, SuffixNode, SuffixNodeId, TRUE};
use urlbnf_language::{FastMap, LanguageId, Nfa, Work};

use super::matcher::{MatchBound, PegLanguages};
use super::peg::{Peg, PegId};
use super::transcription::LanguageError;
use crate::grammar::CharacterSet;

/// The strings of which the expression matches a prefix and the rest is in `next`. The search may
/// take one part in `share` of the work that is left.
pub(super) fn solve(
    matcher: &mut PegLanguages,
    (peg, next, bound): (PegId, LanguageId, MatchBound),
    share: u64,
) -> Result<LanguageId, LanguageError> {
    let mut equations = Equations {
        matcher: &mut *matcher,
        nodes: vec![SuffixNode::True],
        made: FastMap::default(),
        nfas: FastMap::default(),
    };
    let after = equations.language(next, None)?;
    let root = equations.then(peg, after, bound)?;
    let nodes = equations.nodes;
    let left = matcher.store.work();
    let mut work = Work::of(left.left() / share, left.limits());
    let dfa = suffixes::language(&nodes, root, &mut work);
    left.spend(work.spent())?;
    let dfa = dfa?;
    Ok(matcher.store.add(&dfa))
}

struct Equations<'m> {
    matcher: &'m mut PegLanguages,
    nodes: Vec<SuffixNode>,
    made: FastMap<(PegId, SuffixNodeId, MatchBound), SuffixNodeId>,
    /// The languages that were laid out, each with its transitions by target.
    nfas: FastMap<LanguageId, Rc<Nfa>>,
}

impl Equations<'_> {
    fn node(&mut self, node: SuffixNode) -> Result<SuffixNodeId, LanguageError> {
        let work = self.matcher.store.work();
        work.check_nodes(self.nodes.len() + 1)?;
        work.grow::<SuffixNode>(1)?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// A string of the language, and then `next`, or the end of the input if that is `None`.
    fn language(
        &mut self,
        id: LanguageId,
        next: Option<SuffixNodeId>,
    ) -> Result<SuffixNodeId, LanguageError> {
        match (id, next) {
            (LanguageId::ALL, None) => return Ok(TRUE),
            (LanguageId::EMPTY, Some(next)) => return Ok(next),
            _ => {}
        }
        let dfa = self.matcher.store.get(id).clone();
        self.matcher.store.work().ticks(dfa.size())?;
        let nfa = Rc::clone(self.nfas.entry(id).or_insert_with(|| Rc::new(dfa.nfa())));
        let first = self.nodes.len();
        for _ in 0..dfa.len() {
            self.node(SuffixNode::True)?;
        }
        for (state, steps) in nfa.steps.iter().enumerate() {
            self.nodes[first + state] = match next.filter(|_| dfa.is_accepting(state)) {
                Some(next) => SuffixNode::And(next, TRUE),
                None => self.state(dfa.is_accepting(state), steps, first)?,
            };
        }
        Ok(first + dfa.start())
    }

    /// The node of a state: one of its transitions, or the end if the state accepts.
    fn state(
        &mut self,
        is_accepting: bool,
        steps: &[(CharacterSet, usize)],
        first: SuffixNodeId,
    ) -> Result<SuffixNode, LanguageError> {
        let mut all = match is_accepting {
            true => SuffixNode::End(TRUE),
            false => SuffixNode::Character(CharacterSet::default(), TRUE),
        };
        for &(characters, next) in steps {
            let step = self.node(SuffixNode::Character(characters, first + next))?;
            all = SuffixNode::Either(step, self.node(all)?);
        }
        Ok(all)
    }

    /// The expression, followed by `next`.
    fn then(
        &mut self,
        peg: PegId,
        next: SuffixNodeId,
        bound: MatchBound,
    ) -> Result<SuffixNodeId, LanguageError> {
        let bound = if self.matcher.pegs.is_open(peg) { bound } else { MatchBound::Certain };
        if let Some(&made) = self.made.get(&(peg, next, bound)) {
            return Ok(made);
        }
        let node = match self.matcher.pegs.get(peg) {
            Peg::Token(language) | Peg::Exact { language, .. } => {
                self.language(language, Some(next))?
            }
            Peg::End => self.node(SuffixNode::End(next))?,
            Peg::Unknown(begins) if bound == MatchBound::Possible => self.language(begins, None)?,
            Peg::Unknown(_) => self.node(SuffixNode::Character(CharacterSet::default(), TRUE))?,
            Peg::Sequence(..) => {
                let parts = self.matcher.pegs.parts(peg);
                parts.into_iter().rev().try_fold(next, |next, part| self.then(part, next, bound))?
            }
            Peg::Choice(..) => {
                let mut alternatives = self.matcher.pegs.alternatives(peg).into_iter().rev();
                let last =
                    alternatives.next().map(|last| self.then(last, next, bound)).transpose()?;
                alternatives.try_fold(last.unwrap_or(next), |second, alternative| {
                    let matches = self.then(alternative, TRUE, bound.other())?;
                    let first = self.then(alternative, next, bound)?;
                    self.node(SuffixNode::Choice { first, matches, second })
                })?
            }
            Peg::Repetition(_) if next == TRUE => TRUE,
            Peg::Repetition(body) => {
                let again = self.node(SuffixNode::True)?;
                let first = self.then(body, again, bound)?;
                let matches = self.then(body, TRUE, bound.other())?;
                self.nodes[again] = SuffixNode::Choice { first, matches, second: next };
                again
            }
            Peg::Ahead(body) => {
                let body = self.then(body, TRUE, bound)?;
                self.node(SuffixNode::And(body, next))?
            }
            Peg::NotAhead(body) => {
                let body = self.then(body, TRUE, bound.other())?;
                self.node(SuffixNode::Not(body, next))?
            }
        };
        self.made.insert((peg, next, bound), node);
        Ok(node)
    }
}
