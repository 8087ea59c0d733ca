//! The strings that detect faults, where the language of the start is too large or not regular.
//!
//! A fault changes the text of one rule. So the text is compared with the changed one, as an expression
//! over bytes and names. If neither has a string that the other lacks, no string detects the fault. If
//! one has, a string is built around it: with short strings of its names, in a short context in which
//! the start has the rule. Recognisers confirm that the grammar and the faulty one judge it differently,
//! so the string detects the fault at any nesting depth.

use urlbnf_language::{CharacterSet, Exceeded, Reserve, Work};

use super::UndecidedReason;
use super::fault::Fault;
use super::reader::InputHabit;
use crate::automaton::AutomatonError;
use crate::core::Core;
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};
use crate::local::contexts::Contexts;
use crate::local::letters::{Letter, differences};

/// How many differences of two texts are tried.
const MOST_TRIED: usize = 4;

/// How many strings are kept, to be read wrongly.
const MOST_VALID: usize = 200;

/// Looks for strings that detect the faults of one grammar.
pub(super) struct FaultSearch<'g> {
    grammar: &'g Grammar,
    start: ProductionId,
    own: EarleyRecogniser,
    contexts: Contexts,
    /// By rule: the bytes that it derives, if each of its strings is one byte.
    classes: Vec<Option<CharacterSet>>,
    /// Some strings that conform.
    valid: Vec<Vec<u8>>,
    /// The work of the rules.
    rules: Reserve,
    /// What is known of the rule that was looked at last.
    rule: Option<SearchedRule>,
}

/// A rule with faults.
struct SearchedRule {
    id: ProductionId,
    /// Its text, in which a character of a class that is named is a character of the text.
    text: Core,
    /// The contexts in which it does not occur elsewhere.
    once: Contexts,
    /// By name: whether it is empty, and uses no changed rule.
    is_empty: Vec<bool>,
}

impl<'g> FaultSearch<'g> {
    /// For the faults of a start.
    ///
    /// # Errors
    /// If the texts are too large.
    pub fn new(
        grammar: &'g Grammar,
        start: ProductionId,
    ) -> Result<FaultSearch<'g>, AutomatonError> {
        let own = EarleyRecogniser::without_trees(grammar, start, &mut grammar.work())?;
        let contexts = Contexts::of_start(grammar, start, &mut grammar.work());
        let mut classes = vec![None; grammar.len()];
        for &id in grammar.bottom_up() {
            classes[id.index()] = grammar.core(id).one_byte(&|name| classes[name.index()]);
        }
        let rules = Reserve::new(grammar.limits(), grammar.len());
        let (valid, rule) = (Vec::new(), None);
        Ok(FaultSearch { grammar, start, own, contexts, classes, valid, rules, rule })
    }

    /// Looks at a rule, unless it is the one that was looked at last.
    fn look_at(&mut self, id: ProductionId) {
        if self.rule.as_ref().is_some_and(|rule| rule.id == id) {
            return;
        }
        let grammar = self.grammar;
        let mut work = self.rules.share();
        let mut is_empty = grammar.may_be_empty().to_vec();
        let mut users = vec![id];
        while let Some(user) = users.pop() {
            if work.ticks(1 + grammar.users(user).len()).is_err() {
                is_empty.fill(false);
                break;
            }
            for &name in grammar.users(user) {
                if std::mem::replace(&mut is_empty[name.index()], false) {
                    users.push(name);
                }
            }
        }
        is_empty[id.index()] = false;
        let once = Contexts::without(grammar, self.start, Some(id), &mut work);
        let text = grammar.core(id).with_bytes(&|name| self.class(id, name));
        self.rule = Some(SearchedRule { id, text, once, is_empty });
    }

    /// The bytes of a name in the text of a rule, if each of its strings is one byte.
    fn class(&self, rule: ProductionId, name: ProductionId) -> Option<CharacterSet> {
        self.classes[name.index()].filter(|_| name != rule)
    }

    /// A string that detects a fault; `None` if there is none.
    ///
    /// # Errors
    /// If none is found, and it is not known that there is none.
    pub fn string(
        &mut self,
        fault: &Fault,
        work: &mut Work,
    ) -> Result<Option<Vec<u8>>, UndecidedReason> {
        let start = self.start;
        let too_large = |exceeded| AutomatonError::TooLarge(start, exceeded);
        if let Some(habit) = fault.habit() {
            let found = self.misread(habit, work).map_err(too_large)?;
            return found.map(Some).ok_or(UndecidedReason::NotFound);
        }
        fault.count_copy(self.grammar, work).map_err(too_large)?;
        let Some(changed) = fault.text(self.grammar) else { return Err(UndecidedReason::NotFound) };
        self.look_at(fault.production);
        let [gained, lost] = self.differences(fault, &changed, work).map_err(too_large)?;
        if gained.is_empty() && lost.is_empty() {
            return Ok(None);
        }
        let found = self.gained(fault.production, &gained, work).map_err(too_large)?;
        if found.is_some() {
            return Ok(found);
        }
        // The other strings are asked of the faulty grammar too, a copy that is analysed again.
        fault.count_grammar(self.grammar, work).map_err(too_large)?;
        let faulty = fault.grammar(self.grammar).ok_or(UndecidedReason::NotFound)?;
        let faulty = self.own.with_text(&faulty, fault.production, work)?;
        for (letters, is_valid) in
            lost.iter().map(|it| (it, true)).chain(gained.iter().map(|it| (it, false)))
        {
            for string in self.contexts.strings(fault.production, letters) {
                let is_different = |work: &mut Work| -> Result<bool, Exceeded> {
                    Ok(self.own.derives_within(&string, work)? == is_valid
                        && faulty.derives_within(&string, work)? != is_valid)
                };
                if is_different(work).map_err(too_large)? {
                    if is_valid && self.valid.len() < MOST_VALID {
                        self.valid.push(string.clone());
                    }
                    return Ok(Some(string));
                }
            }
        }
        Err(UndecidedReason::NotFound)
    }

    /// What a changed text has and the text of its rule has not, and the other way round.
    fn differences(
        &self,
        fault: &Fault,
        changed: &Core,
        work: &mut Work,
    ) -> Result<[Vec<Vec<Letter>>; 2], Exceeded> {
        let Some(rule) = &self.rule else { return Ok([Vec::new(), Vec::new()]) };
        let changed = &changed.with_bytes(&|name| self.class(fault.production, name));
        let empty = self.grammar.may_be_empty();
        let may_omit = |name: ProductionId| empty[name.index()];
        let gained = differences([changed, &rule.text], Some, may_omit, MOST_TRIED, work)?;
        // Of what uses the changed rule it is not known if it may still be empty.
        let may_omit = |name: ProductionId| rule.is_empty[name.index()];
        let lost = differences([&rule.text, changed], Some, may_omit, MOST_TRIED, work)?;
        Ok([gained, lost])
    }

    /// A string that only the faulty grammar has. It has a derivation in which the changed rule occurs
    /// once, so only the grammar itself is asked for it.
    fn gained(
        &self,
        id: ProductionId,
        gained: &[Vec<Letter>],
        work: &mut Work,
    ) -> Result<Option<Vec<u8>>, Exceeded> {
        let contexts = self.rule.iter().map(|rule| &rule.once);
        for string in
            contexts.flat_map(|it| gained.iter().flat_map(|letters| it.strings(id, letters)))
        {
            if !self.own.derives_within(&string, work)? {
                return Ok(Some(string));
            }
        }
        Ok(None)
    }

    /// A string that a program with a habit judges wrongly.
    fn misread(&self, habit: InputHabit, work: &mut Work) -> Result<Option<Vec<u8>>, Exceeded> {
        let start = [Letter::Name(self.start)];
        let short = self.contexts.strings(self.start, &start);
        for own in short.chain(self.valid.iter().cloned()) {
            for string in habit.misread(&own) {
                let is_valid = self.own.derives_within(&string, work)?;
                let mut reads = false;
                for read in habit.readings(&string) {
                    work.grow::<u8>(read.len())?;
                    reads = reads || self.own.derives_within(&read, work)?;
                }
                if reads != is_valid {
                    return Ok(Some(string));
                }
            }
        }
        Ok(None)
    }
}
