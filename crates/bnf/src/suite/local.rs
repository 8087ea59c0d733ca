//! The strings that detect faults, where the language of the start is too large or not regular.
//!
//! A fault changes the text of one rule. The old and the new text are compared as regular expressions over
//! bytes and names. If they are equal in this sense, no string detects the fault. If they differ, a string
//! is built from the difference: each name is replaced by a short string, and a short string of the start
//! is put around the rule. Recognisers then confirm that the grammar and the faulty grammar judge this
//! string differently. So the string detects the fault at any nesting depth.

use std::rc::Rc;

use urlbnf_language::{CharacterSet, Exceeded, Reserve, Work};

use super::UndecidedReason;
use super::fault::Fault;
use super::reader::InputHabit;
use crate::automaton::AutomatonError;
use crate::core::Core;
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};
use crate::local::contexts::Contexts;
use crate::local::letters::{Letter, MOST_TRIED, differences};

/// How many strings are kept from which those are made that detect habits of reading.
const MOST_VALID: usize = 200;

/// Looks for strings that detect the faults of one grammar.
pub(super) struct FaultSearch<'g> {
    grammar: &'g Grammar,
    start: ProductionId,
    own: EarleyRecogniser,
    contexts: Contexts,
    /// For each rule, the set of its strings if each is a single byte.
    classes: Vec<Option<CharacterSet>>,
    /// Strings that conform, from which those are made that detect habits of reading.
    valid: Vec<Vec<u8>>,
    /// The work of preparing the rules.
    rules: Reserve,
    /// The rule that was prepared last. The faults of a rule follow each other.
    prepared: Option<Rc<PreparedRule>>,
}

/// What all faults of a rule need.
struct PreparedRule {
    id: ProductionId,
    /// Its text. The names of rules that are one byte of a set are replaced by the set.
    text: Core,
    /// Contexts in which the rule does not occur a second time.
    once: Contexts,
    /// For each rule, whether it derives the empty string whatever the prepared rule derives.
    is_empty: Vec<bool>,
}

impl<'g> FaultSearch<'g> {
    /// A search for the faults of a start.
    ///
    /// # Errors
    /// If a recogniser of the start needs more than the limits allow.
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
        let (valid, prepared) = (Vec::new(), None);
        Ok(FaultSearch { grammar, start, own, contexts, classes, valid, rules, prepared })
    }

    /// Prepares a rule, unless it was the last one.
    fn rule(&mut self, id: ProductionId) -> Rc<PreparedRule> {
        if let Some(rule) = self.prepared.as_ref().filter(|rule| rule.id == id) {
            return Rc::clone(rule);
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
        let rule = Rc::new(PreparedRule { id, text, once, is_empty });
        self.prepared = Some(Rc::clone(&rule));
        rule
    }

    /// The set by which a name is replaced in the text of a rule. The rule itself is not replaced.
    fn class(&self, rule: ProductionId, name: ProductionId) -> Option<CharacterSet> {
        self.classes[name.index()].filter(|_| name != rule)
    }

    /// A string that detects a fault; `None` if there is none.
    ///
    /// # Errors
    /// If no string is found, and the texts differ.
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
        let rule = self.rule(fault.production);
        let [gained, lost] = self.differences(&rule, &changed, work).map_err(too_large)?;
        if gained.is_empty() && lost.is_empty() {
            return Ok(None);
        }
        let found = self.gained(&rule, &gained, work).map_err(too_large)?;
        if found.is_some() {
            return Ok(found);
        }
        // The other strings are asked of the faulty grammar too, a copy that is analysed again.
        fault.count_grammar(self.grammar, work).map_err(too_large)?;
        let faulty = fault.grammar(self.grammar).ok_or(UndecidedReason::NotFound)?;
        let faulty = self.own.with_text(&faulty, fault.production, work)?;
        let lost = lost.iter().map(|letters| (letters, true));
        let gained = gained.iter().map(|letters| (letters, false));
        for (letters, is_valid) in lost.chain(gained) {
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

    /// Strings over bytes and names that only the changed text has, and those that only the rule's own text
    /// has.
    fn differences(
        &self,
        rule: &PreparedRule,
        changed: &Core,
        work: &mut Work,
    ) -> Result<[Vec<Vec<Letter>>; 2], Exceeded> {
        let changed = &changed.with_bytes(&|name| self.class(rule.id, name));
        let empty = self.grammar.may_be_empty();
        let may_omit = |name: ProductionId| empty[name.index()];
        let gained = differences([changed, &rule.text], Some, may_omit, MOST_TRIED, work)?;
        // A rule that uses the changed one may not be empty any more.
        let may_omit = |name: ProductionId| rule.is_empty[name.index()];
        let lost = differences([&rule.text, changed], Some, may_omit, MOST_TRIED, work)?;
        Ok([gained, lost])
    }

    /// A string that only the faulty grammar derives. The faulty grammar is not asked: the string is built
    /// from a derivation that uses the changed rule once, with the changed text.
    fn gained(
        &self,
        rule: &PreparedRule,
        gained: &[Vec<Letter>],
        work: &mut Work,
    ) -> Result<Option<Vec<u8>>, Exceeded> {
        for string in gained.iter().flat_map(|letters| rule.once.strings(rule.id, letters)) {
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
