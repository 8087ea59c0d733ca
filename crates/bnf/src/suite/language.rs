//! The language of a start in a grammar with a fault.
//!
//! A fault changes one production, and a suite looks at thousands of faults. So the productions
//! that do not need the changed one are decided once, and only the texts around them are read for
//! each fault: from right to left, each part together with all that follows it. A part that occurs
//! in several places before the same rest is read once.
//!
//! This way also shows what a first-match parser makes of a choice, or of an optional or repeated
//! part that takes all that it can. Many parsers take the first alternative that matches a
//! beginning of what is left, and never come back to the others. What such a parser makes of one
//! choice is not a language of its own: it depends on what follows. A node for each place of the
//! text says whether the rest of the input matches from there, as in [`suffixes`].

use std::collections::HashSet;
use std::rc::Rc;

use urlbnf_language::suffixes::{self, SuffixNode, SuffixNodeId, TRUE};
use urlbnf_language::{CharacterSet, Dfa, Exceeded, FastMap, Nfa, Reserve, Work};

use super::UndecidedReason;
use super::fault::Fault;
use crate::automaton::{AutomatonError, NestingLimit};
use crate::grammar::{Expression, Grammar, ProductionId};
use crate::languages::unrolled_within;
use crate::suffix_nodes::{SuffixNodeArena, SuffixTranslator};

/// How many productions and brackets may be nested in each other on the way to the changed part.
const DEEPEST: usize = 300;
/// Marks a node that has no state, or that no state has visited.
const NONE: usize = usize::MAX;

/// The languages of one start in the grammars that each have one fault.
pub(super) struct FaultLanguages<'g> {
    pub grammar: &'g Grammar,
    pub start: ProductionId,
    /// The language without a fault, if it is known.
    pub own: Option<&'g Dfa>,
    /// By production: whether the empty string is one of its strings.
    empty: &'g [bool],

    /// Of the productions that were needed so far.
    decided: FastMap<ProductionId, Rc<Nfa>>,
    /// The work of these.
    reserve: Reserve,
    /// The nodes of the current fault. The memory is reused for the next one.
    rests: SuffixNodeArena,
}

impl<'g> FaultLanguages<'g> {
    pub fn new(
        grammar: &'g Grammar,
        start: ProductionId,
        own: Option<&'g Dfa>,
    ) -> FaultLanguages<'g> {
        FaultLanguages {
            grammar,
            start,
            own,
            empty: grammar.may_be_empty(),
            decided: FastMap::default(),
            reserve: Reserve::new(grammar.limits(), grammar.len()),
            rests: SuffixNodeArena::new(),
        }
    }

    /// The language with a fault that changes a text.
    ///
    /// # Errors
    /// If the faulty grammar is not regular, or too large.
    pub fn changed(&mut self, fault: &Fault, work: &mut Work) -> Result<Dfa, UndecidedReason> {
        let (grammar, start) = (self.grammar, self.start);
        let body = fault.changed(grammar);
        let read = self.reader(fault, body.as_ref(), None, work).automaton(start);
        if matches!(read, Err(UndecidedReason::InItself)) {
            fault
                .count_grammar(grammar, work)
                .map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?;
            // An automaton of nested brackets does not have all strings.
            if let Some(faulty) = fault.grammar(grammar)
                && !NestingLimit::applies_to(&faulty, start)
            {
                return Ok(unrolled_within(&faulty, start, work)?);
            }
        }
        read
    }

    /// The language where one part is read by the first match.
    ///
    /// # Errors
    /// If the grammar is not regular, or too large, or if [`UndecidedReason::InItself`] applies.
    pub fn first_match(
        &mut self,
        fault: &Fault,
        choice: &Expression,
        work: &mut Work,
    ) -> Result<Dfa, UndecidedReason> {
        let start = self.start;
        self.reader(fault, None, Some(choice), work).suffixes(start)
    }

    fn reader<'a>(
        &'a mut self,
        fault: &Fault,
        changed: Option<&'a Expression>,
        choice: Option<&'a Expression>,
        work: &'a mut Work,
    ) -> FaultTranslator<'a> {
        self.rests.clear();
        FaultTranslator {
            grammar: self.grammar,
            empty: self.empty,
            choice,
            changed: choice.is_none().then_some((fault.production, fault.definition, changed)),
            reaching: reaching(self.grammar, fault.production),
            decided: &mut self.decided,
            reserve: &self.reserve,
            work,
            rests: &mut self.rests,
            inside: HashSet::new(),
        }
    }
}

/// The productions that lead to the one with the choice, and that one.
fn reaching(grammar: &Grammar, within: ProductionId) -> HashSet<ProductionId> {
    let (mut reaching, mut pending) = (HashSet::from([within]), vec![within]);
    while let Some(id) = pending.pop() {
        pending.extend(grammar.users(id).iter().filter(|&&user| reaching.insert(user)));
    }
    reaching
}

/// Reads the productions that lead to a changed part.
struct FaultTranslator<'a> {
    grammar: &'a Grammar,
    empty: &'a [bool],
    /// The part that is read by the first match.
    choice: Option<&'a Expression>,
    /// The definition that is changed, by its production and its number there, and its new text:
    /// none if it is removed.
    changed: Option<(ProductionId, usize, Option<&'a Expression>)>,
    reaching: HashSet<ProductionId>,
    decided: &'a mut FastMap<ProductionId, Rc<Nfa>>,
    reserve: &'a Reserve,
    work: &'a mut Work,
    rests: &'a mut SuffixNodeArena,
    /// The productions that are being read.
    inside: HashSet<ProductionId>,
}

type SuffixNodeResult = Result<SuffixNodeId, UndecidedReason>;

impl<'a> FaultTranslator<'a> {
    /// The strings of a start, where a part is read by the first match.
    fn suffixes(mut self, start: ProductionId) -> Result<Dfa, UndecidedReason> {
        let root = self.whole_string(start)?;
        let found = suffixes::language(&self.rests.nodes, root, self.work);
        Ok(found.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?.minimise())
    }

    /// The strings of a start. No part is read by the first match.
    fn automaton(mut self, start: ProductionId) -> Result<Dfa, UndecidedReason> {
        let root = self.whole_string(start)?;
        let dfa = self.nfa(root).and_then(|nfa| nfa.determinise(self.work));
        Ok(dfa.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))?.minimise())
    }

    /// The node of all strings of a start.
    fn whole_string(&mut self, start: ProductionId) -> SuffixNodeResult {
        let end = self.node(SuffixNode::End(TRUE))?;
        self.name(start, end)
    }

    /// An automaton with a state for the root, and for each node after a character.
    fn nfa(&mut self, root: SuffixNodeId) -> Result<Nfa, Exceeded> {
        let mut nfa = Nfa { starts: vec![0], ..Nfa::default() };
        // By node: the number of its state, and the state that was the last to visit it.
        let mut numbers = vec![NONE; self.rests.nodes.len()];
        let mut seen = vec![NONE; self.rests.nodes.len()];
        let mut states = vec![root];
        numbers[root] = 0;
        while let Some(&state) = states.get(nfa.steps.len()) {
            let (mut steps, mut accepts) = (Vec::new(), false);
            let mut pending = vec![state];
            while let Some(node) = pending.pop() {
                self.work.tick()?;
                if std::mem::replace(&mut seen[node], nfa.steps.len()) == nfa.steps.len() {
                    continue;
                }
                match self.rests.nodes[node] {
                    SuffixNode::End(_) => accepts = true,
                    SuffixNode::Either(one, other) => pending.extend([other, one]),
                    SuffixNode::Character(characters, _) if characters.is_empty() => {}
                    SuffixNode::Character(characters, next) => {
                        if numbers[next] == NONE {
                            numbers[next] = states.len();
                            states.push(next);
                        }
                        steps.push((characters, numbers[next]));
                    }
                    // None of these is made where no part is read by the first match.
                    SuffixNode::True
                    | SuffixNode::Choice { .. }
                    | SuffixNode::And(..)
                    | SuffixNode::Not(..) => {}
                }
            }
            self.work.grow::<(CharacterSet, usize)>(steps.len())?;
            nfa.steps.push(steps);
            nfa.accepting.push(accepts);
        }
        Ok(nfa)
    }

    fn too_large(&self, exceeded: Exceeded) -> UndecidedReason {
        AutomatonError::TooLarge(self.grammar.start(), exceeded).into()
    }
}

impl<'a> SuffixTranslator<'a> for FaultTranslator<'a> {
    type Error = UndecidedReason;

    fn arena(&mut self) -> &mut SuffixNodeArena {
        self.rests
    }

    fn count_node(&mut self) -> Result<(), UndecidedReason> {
        let count = self.rests.nodes.len() + 1;
        let fits = self.work.check_nodes(count).and_then(|()| self.work.grow::<SuffixNode>(1));
        fits.map_err(|exceeded| self.too_large(exceeded))
    }

    fn enter(&mut self) -> Result<(), UndecidedReason> {
        self.work.tick().map_err(|exceeded| self.too_large(exceeded))?;
        (self.rests.depth < DEEPEST).then_some(()).ok_or(UndecidedReason::InItself)
    }

    fn name(&mut self, id: ProductionId, next: SuffixNodeId) -> SuffixNodeResult {
        if !self.reaching.contains(&id) {
            if !self.decided.contains_key(&id) {
                let grammar = self.grammar;
                let dfa = self.reserve.ask(|work| unrolled_within(grammar, id, work))?;
                self.decided.insert(id, Rc::new(dfa.nfa()));
            }
            let language = Rc::clone(&self.decided[&id]);
            return self.whole(&language, next);
        }
        if self.rests.depth >= DEEPEST || !self.inside.insert(id) {
            return Err(UndecidedReason::InItself);
        }
        self.rests.depth += 1;
        let (grammar, changed) = (self.grammar, self.changed);
        let bodies = grammar.production(id).definitions().iter().enumerate();
        let bodies = bodies.filter_map(|(number, definition)| match changed {
            Some((production, at, body)) if (production, at) == (id, number) => body,
            _ => Some(&definition.body),
        });
        let found = self.any(bodies, next);
        self.rests.depth -= 1;
        self.inside.remove(&id);
        found
    }

    fn is_first_match(&self, part: &Expression) -> bool {
        self.choice.is_some_and(|choice| std::ptr::eq(choice, part))
    }

    fn repeat(&self, body: &Expression) -> Result<(), UndecidedReason> {
        let is_endless = self.choice.is_some() && body.may_be_empty(self.empty);
        (!is_endless).then_some(()).ok_or(UndecidedReason::InItself)
    }
}
