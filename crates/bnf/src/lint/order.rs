//! Rules that a first-match parser reads differently from the document.
//!
//! A document means every string that a rule derives. Most generated parsers, and pest, try the
//! alternatives in order, take the first that matches a prefix, repeat as often as they can, and
//! never backtrack. First, the names in a rule are read as the document reads them, so that only the
//! rule's own text can be at fault. If that finds nothing, the names without a finding are read by
//! first match too, which finds rules that take too much of what follows their name. Recursive names
//! are always read as the document reads them.
//!
//! The text of a rule shows where the two may differ. If it does nowhere, they are the same. If the
//! languages of the rule and of its names are small, the equations of [`suffixes`] say what a
//! first-match parser accepts; otherwise strings that may show the difference are tried.

use std::collections::{HashMap, HashSet};

use urlbnf_language::Dfa;
use urlbnf_language::suffixes::{self, SuffixNode, SuffixNodeId, TRUE};

use super::left_recursion::LeftRecursionAnalysis;
use super::{Finding, FindingDetails, LintCode, Question, UndecidedQuestion};
use crate::grammar::{Expression, ProductionId};
use crate::local::analysis::{Decision, GrammarAnalysis, OpenConflict, by_length};
use crate::local::conflicts::Conflict;
use crate::suffix_nodes::{SuffixNodeArena, SuffixTranslator};

/// The most nodes for one rule; a larger rule is not decided by its language.
const MOST_NODES: usize = 20_000;

/// How deeply parts may be nested for their names to be expanded; the names in deeper parts are
/// read as the document reads them.
const DEEPEST: usize = 300;

/// A string that a first-match parser does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RefusedString {
    string: Vec<u8>,
    /// Whether only its reading of the named rules explains this.
    by_names: bool,
}

/// The rules whose order matters, each with a string that a first-match parser refuses, and the rules
/// on which such a parser does not terminate. Rules that could not be decided are added to
/// `undecided`.
pub(super) fn findings(
    decided: &GrammarAnalysis<'_>,
    undecided: &mut Vec<UndecidedQuestion>,
) -> Vec<Finding> {
    let grammar = decided.grammar;
    let endless = LeftRecursionAnalysis::from_grammar(grammar);
    let mut found = endless.findings(grammar);
    let never_end: HashSet<ProductionId> = found.iter().map(|finding| finding.production).collect();
    // The productions that are expanded where they are named.
    let mut plain = vec![false; grammar.len()];
    // Callees come first, so what is known of a name does not change later.
    for &id in grammar.bottom_up() {
        let Some(definition) = grammar.production(id).definitions().first() else { continue };
        let is_reported = never_end.contains(&id) || endless.is_left_recursive(id);
        if grammar.unit(id).is_some() || is_reported {
            continue;
        }
        match decision(decided, &plain, id) {
            Decision::Undecided(open) => {
                undecided.push(UndecidedQuestion::new(id, Question::Order, open));
            }
            Decision::Nothing => plain[id.index()] = !decided.recurs(id),
            Decision::Found(RefusedString { string, by_names }) => {
                let (code, place) = (LintCode::OrderMatters, definition.name_place);
                let fault = FindingDetails::OrderMatters { string, by_names };
                found.push(Finding { code, place, production: id, fault });
            }
        }
    }
    found
}

/// Whether it could be decided if the order of the alternatives in a rule's own text matters.
pub(super) fn is_decided(decided: &GrammarAnalysis<'_>, id: ProductionId) -> bool {
    let none = vec![false; decided.grammar.len()];
    !matches!(decision(decided, &none, id), Decision::Undecided(_))
}

/// Whether a first-match parser refuses a string of a rule. `plain` are the names that it reads by
/// first match in the second pass.
fn decision(
    decided: &GrammarAnalysis<'_>,
    plain: &[bool],
    id: ProductionId,
) -> Decision<RefusedString> {
    let none = vec![false; plain.len()];
    let mut open: Option<OpenConflict> = None;
    for (plain, by_names) in [(&none[..], false), (plain, true)] {
        let expands = |name: ProductionId| plain[name.index()];
        let reads = by_names.then_some(&expands as &dyn Fn(ProductionId) -> bool);
        let (conflicts, is_out_of_work) = decided.order_conflicts(id, reads);
        if conflicts.is_empty() && !is_out_of_work {
            continue;
        }
        match refused(decided, plain, (id, &conflicts), is_out_of_work) {
            Decision::Nothing => {}
            Decision::Found(string) => {
                return Decision::Found(RefusedString { string, by_names });
            }
            Decision::Undecided(more) => open = open.or(Some(more)),
        }
    }
    open.map_or(Decision::Nothing, Decision::Undecided)
}

/// A string that a first-match parser refuses, because of one of some conflicts.
fn refused(
    decided: &GrammarAnalysis<'_>,
    plain: &[bool],
    (id, conflicts): (ProductionId, &[Conflict]),
    mut is_out_of_work: bool,
) -> Decision<Vec<u8>> {
    if let Some(document) = decided.language_of(id)
        && decided.is_exact(id)
    {
        let witness = || {
            let ordered = ordered(decided, plain, id)?;
            decided.questions.ask(|work| document.witness(&ordered, work)).ok()
        };
        match witness() {
            Some(None) => return Decision::Nothing,
            Some(Some(string)) => return Decision::Found(string),
            None => is_out_of_work = true,
        }
    }
    let text = decided.names().text(id);
    let expands = |name: ProductionId| plain[name.index()];
    for string in by_length(conflicts) {
        match decided.questions.ask(|work| decided.is_refused(text, string, &expands, work)) {
            Ok(true) => return Decision::Found(string.to_vec()),
            Ok(false) => {}
            Err(_) => is_out_of_work = true,
        }
    }
    Decision::Undecided(decided.open(id, conflicts, is_out_of_work))
}

/// The language that a first-match parser accepts if it expands the plain names; `None` if it is
/// too much to decide.
fn ordered(decided: &GrammarAnalysis<'_>, plain: &[bool], id: ProductionId) -> Option<Dfa> {
    let (rests, named) = (SuffixNodeArena::new(), HashMap::new());
    let mut reader = FirstMatchTranslator { decided, plain, rests, named };
    let end = reader.node(SuffixNode::End(TRUE)).ok()?;
    let root = reader.production(id, end).ok()?;
    let nodes = &reader.rests.nodes;
    decided.questions.ask(|work| suffixes::language(nodes, root, work)).ok()
}

struct FirstMatchTranslator<'a, 'g> {
    decided: &'a GrammarAnalysis<'g>,
    /// The names that are expanded to their texts.
    plain: &'a [bool],
    rests: SuffixNodeArena,
    /// The nodes built so far, by name and the node that follows it.
    named: HashMap<(ProductionId, SuffixNodeId), SuffixNodeId>,
}

/// The error for a rule that is too large to decide.
struct RuleTooLarge;

impl FirstMatchTranslator<'_, '_> {
    fn production(
        &mut self,
        id: ProductionId,
        next: SuffixNodeId,
    ) -> Result<SuffixNodeId, RuleTooLarge> {
        let alternatives: Vec<&Expression> =
            self.decided.grammar.production(id).alternatives().collect();
        self.first_of(alternatives, next)
    }
}

impl<'g> SuffixTranslator<'g> for FirstMatchTranslator<'_, 'g> {
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
        (!body.may_be_empty(self.decided.grammar.may_be_empty())).then_some(()).ok_or(RuleTooLarge)
    }
}
