//! Position automata as minimal DFAs.
//!
//! The positions are the states of an NFA. The minimal DFA has the same language, and no places
//! in the printed text.

use urlbnf_language::{CharacterSet, Dfa, Exceeded, Nfa, Work};

use super::Automaton;

impl Automaton {
    /// The minimal DFA of the language.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn determinise(&self, work: &mut Work) -> Result<Dfa, Exceeded> {
        work.grow::<(CharacterSet, usize)>(self.edge_count())?;
        let dfa = self.nfa().determinise(work)?;
        work.ticks(dfa.size())?;
        Ok(dfa.minimise())
    }

    fn edge_count(&self) -> usize {
        self.first.len() + self.follow.iter().map(Vec::len).sum::<usize>()
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
