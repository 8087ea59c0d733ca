//! Rules that a first-match parser reads differently from the document.
//!
//! A document means every string that a rule derives. Most generated parsers, and pest, try the
//! alternatives in order, take the first that matches a prefix, repeat as often as they can, and
//! never backtrack. [`suffixes`] has the equations for what such a parser accepts; here they are
//! built from the printed rule. First, the names in a rule are read as the document reads them,
//! so that only the rule's own text can be at fault. If that finds nothing, the names without a
//! finding are read by first match too, which finds rules that take too much of what follows
//! their name. Recursive names are always read as the document reads them.

use std::collections::{HashMap, HashSet};

use urlbnf_language::Dfa;
use urlbnf_language::suffixes::{self, SuffixNode, SuffixNodeId, TRUE};

use super::by_strings;
use super::decided::GrammarAnalysis;
use super::left_recursion::LeftRecursionAnalysis;
use super::lookahead::{FirstSetAnalyser, FirstSetCache};
use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{Expression, Grammar, ProductionId};
use crate::suffix_nodes::{SuffixNodeArena, SuffixTranslator};

/// The most nodes for one rule; a larger rule is not decided.
const MOST_NODES: usize = 20_000;

/// How deeply parts may be nested for their names to be expanded; the names in deeper parts are
/// read as the document reads them.
pub(super) const DEEPEST: usize = 300;

/// The rules whose order matters, each with a shortest string that a first-match parser refuses,
/// and the rules on which such a parser does not terminate. Rules that could not be decided are
/// added to `undecided`.
pub(super) fn findings(
    grammar: &Grammar,
    decided: &GrammarAnalysis,
    undecided: &mut Vec<ProductionId>,
) -> Vec<Finding> {
    let endless = LeftRecursionAnalysis::from_grammar(grammar);
    let mut found = endless.findings(grammar);
    let never_end: HashSet<ProductionId> = found.iter().map(|it| it.production).collect();
    // The productions that are expanded where they are named.
    let mut plain = vec![false; grammar.len()];
    let none = plain.clone();
    // Callees come first, so what is known of a name does not change later.
    let mut memories = <[FirstSetCache; 2]>::default();
    for &id in grammar.bottom_up() {
        let Some(definition) = grammar.production(id).definitions().first() else { continue };
        if grammar.unit(id).is_some() || endless.is_left_recursive(id) {
            continue;
        }
        let difference = difference(grammar, decided, [&none, &plain], &mut memories, id);
        let difference = match difference {
            None if decided.is_undecided(id) || decided.cycles.contains_key(&id) => {
                let found = decided.questions.ask(|work| by_strings::witness(grammar, id, work));
                found.ok().flatten().map(|string| Some((string, false)))
            }
            other => other,
        };
        match difference {
            None => {
                if !never_end.contains(&id) {
                    undecided.push(id);
                }
            }
            Some(None) => plain[id.index()] = !decided.recurs(grammar, id),
            Some(Some((string, by_names))) => {
                let (code, place) = (LintCode::OrderMatters, definition.name_place);
                let fault = FindingDetails::OrderMatters { string, by_names };
                found.push(Finding { code, place, production: id, fault });
            }
        }
    }
    found
}

/// Whether it could be decided if the order of the alternatives in a rule's own text matters.
pub(super) fn is_decided(grammar: &Grammar, decided: &GrammarAnalysis, id: ProductionId) -> bool {
    let none = vec![false; grammar.len()];
    let memories = &mut Default::default();
    difference(grammar, decided, [&none, &none], memories, id).is_some()
}

/// Returns a shortest string that a first-match parser does not take, and whether only its
/// reading of the named rules explains this; `None` if it is too much to decide. `plain` are the
/// productions that are expanded: first none, then those that may be.
fn difference(
    grammar: &Grammar,
    decided: &GrammarAnalysis,
    plain: [&[bool]; 2],
    memories: &mut [FirstSetCache; 2],
    id: ProductionId,
) -> Option<Option<(Vec<u8>, bool)>> {
    let passes = plain.into_iter().zip([false, true]);
    for (memory, (plain, by_names)) in memories.iter_mut().zip(passes) {
        let known = std::mem::take(memory);
        let mut beginnings = FirstSetAnalyser::new(grammar, decided, plain).with(known);
        let next_byte_decides = beginnings.decide(id);
        *memory = beginnings.memory();
        if next_byte_decides {
            continue;
        }
        if by_names && !grammar.named_by(id).any(|it| plain[it.index()]) {
            break;
        }
        let document = decided.language_of(id)?;
        let ordered = ordered(grammar, decided, plain, id)?;
        if let Some(string) = decided.questions.ask(|work| document.witness(&ordered, work)).ok()? {
            return Some(Some((string, by_names)));
        }
    }
    Some(None)
}

/// The language that a first-match parser accepts if it expands the plain names; `None` if it is
/// too much to decide.
fn ordered(
    grammar: &Grammar,
    decided: &GrammarAnalysis,
    plain: &[bool],
    id: ProductionId,
) -> Option<Dfa> {
    let (rests, named) = (SuffixNodeArena::new(), HashMap::new());
    let mut reader = FirstMatchTranslator { grammar, decided, plain, rests, named };
    let end = reader.node(SuffixNode::End(TRUE)).ok()?;
    let root = reader.production(id, end).ok()?;
    let nodes = &reader.rests.nodes;
    decided.questions.ask(|work| suffixes::language(nodes, root, work)).ok()
}

struct FirstMatchTranslator<'g> {
    grammar: &'g Grammar,
    decided: &'g GrammarAnalysis,
    /// The names that are expanded to their texts.
    plain: &'g [bool],
    rests: SuffixNodeArena,
    /// The nodes built so far, by name and the node that follows it.
    named: HashMap<(ProductionId, SuffixNodeId), SuffixNodeId>,
}

/// The error for a rule that is too large to decide.
struct RuleTooLarge;

impl<'g> FirstMatchTranslator<'g> {
    fn production(
        &mut self,
        id: ProductionId,
        next: SuffixNodeId,
    ) -> Result<SuffixNodeId, RuleTooLarge> {
        let alternatives: Vec<&Expression> = self.grammar.production(id).alternatives().collect();
        self.first_of(alternatives, next)
    }
}

impl<'g> SuffixTranslator<'g> for FirstMatchTranslator<'g> {
    type Error = RuleTooLarge;

    fn arena(&mut self) -> &mut SuffixNodeArena {
        &mut self.rests
    }

    fn count_node(&mut self) -> Result<(), RuleTooLarge> {
        (self.rests.nodes.len() < MOST_NODES).then_some(()).ok_or(RuleTooLarge)
    }

    fn name(&mut self, id: ProductionId, next: SuffixNodeId) -> Result<SuffixNodeId, RuleTooLarge> {
        if let Some(&made) = self.named.get(&(id, next)) {
            return Ok(made);
        }
        let made = match self.plain[id.index()] && self.rests.depth < DEEPEST {
            true => self.production(id, next),
            false => self.whole(&self.decided.language_of(id).ok_or(RuleTooLarge)?.nfa(), next),
        }?;
        self.named.insert((id, next), made);
        Ok(made)
    }

    fn is_first_match(&self, _: &Expression) -> bool {
        true
    }

    fn repeat(&self, body: &Expression) -> Result<(), RuleTooLarge> {
        // An unbounded repetition of an empty string never ends.
        (!body.may_be_empty(self.grammar.may_be_empty())).then_some(()).ok_or(RuleTooLarge)
    }
}
