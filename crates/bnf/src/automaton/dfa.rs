//! Position automata as minimal DFAs.
//!
//! The positions are the states of an NFA. The minimal DFA has the same language, and no places
//! in the printed text.

use urlbnf_language::{Dfa, Exceeded, Limits, Nfa};

use super::Automaton;

impl Automaton {
    /// The minimal DFA of the language, within the limits that this automaton was made with.
    ///
    /// # Errors
    /// If it takes more than those limits allow.
    pub fn determinise(&self) -> Result<Dfa, Exceeded> {
        self.determinise_within(&self.limits)
    }

    /// The minimal DFA of the language.
    ///
    /// # Errors
    /// If it takes more than the limits allow.
    pub fn determinise_within(&self, limits: &Limits) -> Result<Dfa, Exceeded> {
        Ok(self.nfa().determinise(limits)?.minimise())
    }

    /// The same language as an NFA, with a state after each position, and a start state.
    pub(crate) fn nfa(&self) -> Nfa {
        let start = self.positions.len();
        let mut nfa = Nfa {
            steps: vec![Vec::new(); start + 1],
            accepting: vec![false; start + 1],
            starts: vec![start],
        };
        let step = |edge: &super::PositionEdge| {
            let target = edge.target as usize;
            (self.positions[target].characters, target)
        };
        for (position, edges) in self.follow.iter().enumerate() {
            nfa.steps[position].extend(edges.iter().map(step));
            nfa.accepting[position] = self.last[position];
        }
        nfa.steps[start].extend(self.first.iter().map(step));
        nfa.accepting[start] = self.accepts_empty;
        nfa
    }
}
