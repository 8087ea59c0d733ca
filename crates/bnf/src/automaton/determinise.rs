//! A position automaton as a language.
//!
//! The positions are the states of a nondeterministic automaton; made
//! deterministic and as small as it gets, it has forgotten the text and kept
//! the language.

use urlbnf_language::{Dfa, Exceeded, Limits, Nfa};

use super::Automaton;

impl Automaton {
    /// The same language, deterministic and with the fewest states, within the limits
    /// within which this automaton was made.
    ///
    /// # Errors
    ///
    /// If it takes more.
    pub fn determinise(&self) -> Result<Dfa, Exceeded> {
        self.determinise_within(&self.limits)
    }

    /// The same language, deterministic and with the fewest states.
    ///
    /// # Errors
    ///
    /// If it takes more than the limits allow.
    pub fn determinise_within(&self, limits: &Limits) -> Result<Dfa, Exceeded> {
        Ok(self.nfa().determinise(limits)?.minimise())
    }

    /// The same language, with a state for each position that has just taken its byte, and
    /// one before all.
    pub(crate) fn nfa(&self) -> Nfa {
        let start = self.positions.len();
        let mut nfa = Nfa {
            steps: vec![Vec::new(); start + 1],
            accepting: vec![false; start + 1],
            starts: vec![start],
        };
        let step = |edge: &super::Edge| {
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
