//! The checks for which pest refuses a grammar whose notation is correct.
//!
//! A file that pest refuses is no transcription, whatever its rules mean. So the checks of pest
//! (`pest_meta::validator`) are repeated here: reserved, duplicate and missing names; repetitions
//! that never end; alternatives that are never reached; and left recursion, even in rules that no
//! production needs. Whether a repetition ends because of the stack is not checked: nothing is
//! proved of a rule that uses the stack.

use std::collections::{BTreeSet, HashMap};

use pest::unicode;

use super::expression::PestExpression;
use super::notation::PestRule;
use super::refused::{PestMistake, PestMistakeKind};
use super::transcription::RESERVED;

/// Names that are not Rust identifiers, not even in their raw form.
pub(crate) const NO_RUST: [&str; 5] = ["crate", "self", "super", "Self", "_"];

/// All mistakes for which pest refuses the rules of a text.
pub(super) fn mistakes(text: &str, rules: &[PestRule]) -> Vec<PestMistake> {
    let mut numbers = HashMap::new();
    let mut found = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let at = |kind| PestMistake::at(text, rule.name_place, kind);
        let name = rule.name.as_str();
        if RESERVED.contains(&name) || NO_RUST.contains(&name) {
            found.push(at(PestMistakeKind::Reserved(name.to_owned())));
        }
        if numbers.insert(name, number).is_some() {
            found.push(at(PestMistakeKind::Twice(name.to_owned())));
        }
    }
    for rule in rules {
        for (part, place) in rule.parts() {
            let PestExpression::Name(name) = part else { continue };
            if !numbers.contains_key(name.as_str()) && !is_own(name) {
                found.push(PestMistake::at(text, place, PestMistakeKind::NoRule(name.clone())));
            }
        }
    }
    if found.is_empty() {
        let rules = PestRuleValidator {
            rules,
            numbers,
            facts: vec![MatchProperties::default(); rules.len()],
        };
        rules.known().look(text, &mut found);
    }
    found
}

/// Whether pest has a built-in rule of this name.
fn is_own(name: &str) -> bool {
    super::characters::ASCII.iter().any(|it| it.0 == name)
        || name == "NEWLINE"
        || (RESERVED.contains(&name) && name != "PUSH")
        || unicode::by_name(name).is_some()
}

/// The properties of a rule or a part that the checks need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct MatchProperties {
    /// Whether it always matches, as far as these checks can tell.
    never_fails: bool,
    /// Whether it can match without taking a character.
    may_take_nothing: bool,
}

struct PestRuleValidator<'w> {
    rules: &'w [PestRule],
    numbers: HashMap<&'w str, usize>,
    /// By rule.
    facts: Vec<MatchProperties>,
}

impl PestRuleValidator<'_> {
    /// Computes the properties of every rule. Callees come first; for recursive rules, the results
    /// are updated until nothing changes.
    fn known(mut self) -> Self {
        let names = |number: usize| {
            let of = self.rules[number].expression.all().filter_map(|part| match part {
                PestExpression::Name(name) => self.numbers.get(name.as_str()).copied(),
                _ => None,
            });
            of.collect::<BTreeSet<usize>>()
        };
        let named: Vec<BTreeSet<usize>> = (0..self.rules.len()).map(names).collect();
        let mut users = vec![Vec::new(); self.rules.len()];
        for (number, named) in named.iter().enumerate() {
            for &name in named {
                users[name].push(number);
            }
        }
        let mut pending = bottom_up(&named);
        pending.reverse();
        while let Some(number) = pending.pop() {
            let facts = self.facts_of(&self.rules[number].expression);
            if facts != self.facts[number] {
                self.facts[number] = facts;
                pending.extend(&users[number]);
            }
        }
        self
    }

    fn facts_of(&self, expression: &PestExpression) -> MatchProperties {
        let of = |part| self.facts_of(part);
        let both = |it: bool| MatchProperties { never_fails: it, may_take_nothing: it };
        match expression {
            PestExpression::String(text) | PestExpression::AnyCase(text) => both(text.is_empty()),
            PestExpression::Name(name) => match self.numbers.get(name.as_str()) {
                Some(&number) => self.facts[number],
                None => MatchProperties {
                    never_fails: false,
                    may_take_nothing: matches!(name.as_str(), "SOI" | "EOI"),
                },
            },
            PestExpression::Sequence(..) => {
                let all = expression.parts().into_iter().map(of);
                all.fold(both(true), |one, two| MatchProperties {
                    never_fails: one.never_fails && two.never_fails,
                    may_take_nothing: one.may_take_nothing && two.may_take_nothing,
                })
            }
            PestExpression::Choice(..) => {
                let all = expression.alternatives().into_iter().map(of);
                all.fold(both(false), |one, two| MatchProperties {
                    never_fails: one.never_fails || two.never_fails,
                    may_take_nothing: one.may_take_nothing || two.may_take_nothing,
                })
            }
            PestExpression::Optional(_) | PestExpression::Repetition(_) => both(true),
            PestExpression::Times { at_least: 0, .. } => both(true),
            PestExpression::AtLeastOnce(body)
            | PestExpression::Times { body, .. }
            | PestExpression::Push(body) => of(body),
            PestExpression::Ahead(body) => MatchProperties { may_take_nothing: true, ..of(body) },
            PestExpression::NotAhead(_) => {
                MatchProperties { never_fails: false, may_take_nothing: true }
            }
            PestExpression::Stack(_) | PestExpression::Range(..) => both(false),
        }
    }

    fn look(&self, text: &str, found: &mut Vec<PestMistake>) {
        for rule in self.rules {
            let own = self.facts_of(&rule.expression);
            if ["WHITESPACE", "COMMENT"].contains(&rule.name.as_str()) && own.may_take_nothing {
                found.push(PestMistake::at(text, rule.name_place, PestMistakeKind::Endless));
            }
            for (part, place) in rule.parts() {
                match part {
                    PestExpression::Repetition(body)
                    | PestExpression::AtLeastOnce(body)
                    | PestExpression::Times { body, at_most: None, .. }
                        if self.facts_of(body).may_take_nothing =>
                    {
                        found.push(PestMistake::at(text, place, PestMistakeKind::Endless));
                    }
                    PestExpression::Choice(before, _) => {
                        // Earlier alternatives are checked as choices of their own.
                        let alternatives = before.alternatives();
                        let last = alternatives.last().filter(|it| self.facts_of(it).never_fails);
                        let here = |last: &&PestExpression| {
                            rule.parts().find(|it| std::ptr::eq(it.0, *last)).map(|it| it.1)
                        };
                        if let Some(place) = last.and_then(here) {
                            found.push(PestMistake::at(text, place, PestMistakeKind::Unreached));
                        }
                    }
                    _ => {}
                }
            }
        }
        let begins: Vec<BTreeSet<usize>> = (self.rules.iter())
            .map(|rule| {
                let mut begins = BTreeSet::new();
                self.begins(&rule.expression, &mut begins);
                begins
            })
            .collect();
        for cycle in cycles(&begins) {
            let Some(&first) = cycle.first() else { continue };
            let names = cycle.iter().chain([&first]).map(|&it| self.rules[it].name.clone());
            let kind = PestMistakeKind::Recurs(names.collect());
            found.push(PestMistake::at(text, self.rules[first].name_place, kind));
        }
    }

    /// The rules that may be tried before a character is taken.
    fn begins(&self, expression: &PestExpression, found: &mut BTreeSet<usize>) {
        match expression {
            PestExpression::Name(name) => found.extend(self.numbers.get(name.as_str())),
            PestExpression::Sequence(..) => {
                for part in expression.parts() {
                    self.begins(part, found);
                    if !self.facts_of(part).may_take_nothing {
                        break;
                    }
                }
            }
            PestExpression::Choice(..) => {
                expression.alternatives().into_iter().for_each(|it| self.begins(it, found));
            }
            other => other.inner().into_iter().for_each(|it| self.begins(it, found)),
        }
    }
}

/// The numbers in postorder: those that lead nowhere else come first, as far as there are no
/// cycles.
fn bottom_up(next: &[BTreeSet<usize>]) -> Vec<usize> {
    let (mut order, mut seen) = (Vec::new(), vec![false; next.len()]);
    for root in 0..next.len() {
        let mut pending = vec![(root, false)];
        while let Some((number, is_left)) = pending.pop() {
            if is_left {
                order.push(number);
            } else if !std::mem::replace(&mut seen[number], true) {
                pending.push((number, true));
                pending.extend(next[number].iter().map(|&it| (it, false)));
            }
        }
    }
    order
}

/// Cycles of the graph: at least one if there is any.
fn cycles(next: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let (mut cycles, mut seen) = (Vec::new(), vec![false; next.len()]);
    // The path from the root, and by number its index on the path.
    let (mut path, mut at) = (Vec::new(), vec![None; next.len()]);
    for root in 0..next.len() {
        let mut pending = vec![(root, false)];
        while let Some((number, is_left)) = pending.pop() {
            if is_left {
                path.pop();
                at[number] = None;
            } else if let Some(at) = at[number] {
                cycles.push(path[at..].to_vec());
            } else if !std::mem::replace(&mut seen[number], true) {
                at[number] = Some(path.len());
                path.push(number);
                pending.push((number, true));
                pending.extend(next[number].iter().rev().map(|&it| (it, false)));
            }
        }
    }
    cycles
}
