//! A position automaton as a language.
//!
//! The positions are the states of a nondeterministic automaton; made
//! deterministic and as small as it gets, it has forgotten the text and kept
//! the language.

use urlbnf_language::{Dfa, Nfa};

use super::Automaton;

impl Automaton {
    /// The same language, deterministic and with the fewest states.
    pub fn determinise(&self) -> Dfa {
        let start = self.positions.len();
        let mut nfa = Nfa {
            steps: vec![Vec::new(); start + 1],
            accepting: vec![false; start + 1],
            starts: vec![start],
        };
        // A state is a position that has just taken its byte.
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
        nfa.determinise().minimise()
    }
}
