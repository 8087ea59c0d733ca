//! The checks for which pest refuses a grammar whose notation is correct.
//!
//! A file that pest refuses is no transcription, whatever its rules mean. So the checks of pest
//! (`pest_meta::validator`) are repeated here: reserved, duplicate and missing names; repetitions
//! that never end; alternatives that are never reached; and left recursion, even in rules that no
//! production needs. Whether a repetition ends because of the stack is not checked: nothing is
//! proved of a rule that uses the stack.

use std::collections::{BTreeSet, HashMap};

use pest::unicode;

use super::expression::Expression;
use super::notation::Written;
use super::refused::{Mistake, MistakeKind};
use super::transcription::RESERVED;

/// Names that are not Rust identifiers, not even in their raw form.
pub(crate) const NO_RUST: [&str; 5] = ["crate", "self", "super", "Self", "_"];

/// All mistakes for which pest refuses the rules of a text.
pub(super) fn mistakes(text: &str, rules: &[Written]) -> Vec<Mistake> {
    let mut numbers = HashMap::new();
    let mut found = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let at = |kind| Mistake::at(text, rule.name_place, kind);
        let name = rule.name.as_str();
        if RESERVED.contains(&name) || NO_RUST.contains(&name) {
            found.push(at(MistakeKind::Reserved(name.to_owned())));
        }
        if numbers.insert(name, number).is_some() {
            found.push(at(MistakeKind::Twice(name.to_owned())));
        }
    }
    for rule in rules {
        for (part, place) in rule.parts() {
            let Expression::Name(name) = part else { continue };
            if !numbers.contains_key(name.as_str()) && !is_own(name) {
                found.push(Mistake::at(text, place, MistakeKind::NoRule(name.clone())));
            }
        }
    }
    if found.is_empty() {
        let rules = Rules { rules, numbers, facts: vec![Facts::default(); rules.len()] };
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
struct Facts {
    /// Whether it always matches, as far as these checks can tell.
    never_fails: bool,
    /// Whether it can match without taking a character.
    may_take_nothing: bool,
}

struct Rules<'w> {
    rules: &'w [Written],
    numbers: HashMap<&'w str, usize>,
    /// By rule.
    facts: Vec<Facts>,
}

impl Rules<'_> {
    /// Computes the facts of every rule. Callees come first; for recursive rules, the results are
    /// updated until nothing changes.
    fn known(mut self) -> Self {
        let names = |number: usize| {
            let of = self.rules[number].expression.all().filter_map(|part| match part {
                Expression::Name(name) => self.numbers.get(name.as_str()).copied(),
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

    fn facts_of(&self, expression: &Expression) -> Facts {
        let of = |part| self.facts_of(part);
        let both = |it: bool| Facts { never_fails: it, may_take_nothing: it };
        match expression {
            Expression::String(text) | Expression::AnyCase(text) => both(text.is_empty()),
            Expression::Name(name) => match self.numbers.get(name.as_str()) {
                Some(&number) => self.facts[number],
                None => Facts {
                    never_fails: false,
                    may_take_nothing: matches!(name.as_str(), "SOI" | "EOI"),
                },
            },
            Expression::Sequence(..) => {
                let all = expression.parts().into_iter().map(of);
                all.fold(both(true), |one, two| Facts {
                    never_fails: one.never_fails && two.never_fails,
                    may_take_nothing: one.may_take_nothing && two.may_take_nothing,
                })
            }
            Expression::Choice(..) => {
                let all = expression.alternatives().into_iter().map(of);
                all.fold(both(false), |one, two| Facts {
                    never_fails: one.never_fails || two.never_fails,
                    may_take_nothing: one.may_take_nothing || two.may_take_nothing,
                })
            }
            Expression::Optional(_) | Expression::Repetition(_) => both(true),
            Expression::Times { at_least: 0, .. } => both(true),
            Expression::AtLeastOnce(body)
            | Expression::Times { body, .. }
            | Expression::Push(body) => of(body),
            Expression::Ahead(body) => Facts { may_take_nothing: true, ..of(body) },
            Expression::NotAhead(_) => Facts { never_fails: false, may_take_nothing: true },
            Expression::Stack(_) | Expression::Range(..) => both(false),
        }
    }

    fn look(&self, text: &str, found: &mut Vec<Mistake>) {
        for rule in self.rules {
            let own = self.facts_of(&rule.expression);
            if ["WHITESPACE", "COMMENT"].contains(&rule.name.as_str()) && own.may_take_nothing {
                found.push(Mistake::at(text, rule.name_place, MistakeKind::Endless));
            }
            for (part, place) in rule.parts() {
                match part {
                    Expression::Repetition(body)
                    | Expression::AtLeastOnce(body)
                    | Expression::Times { body, at_most: None, .. }
                        if self.facts_of(body).may_take_nothing =>
                    {
                        found.push(Mistake::at(text, place, MistakeKind::Endless));
                    }
                    Expression::Choice(before, _) => {
                        // Earlier alternatives are checked as choices of their own.
                        let alternatives = before.alternatives();
                        let last = alternatives.last().filter(|it| self.facts_of(it).never_fails);
                        let here = |last: &&Expression| {
                            rule.parts().find(|it| std::ptr::eq(it.0, *last)).map(|it| it.1)
                        };
                        if let Some(place) = last.and_then(here) {
                            found.push(Mistake::at(text, place, MistakeKind::Unreached));
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
            let kind = MistakeKind::Recurs(names.collect());
            found.push(Mistake::at(text, self.rules[first].name_place, kind));
        }
    }

    /// The rules that may be tried before a character is taken.
    fn begins(&self, expression: &Expression, found: &mut BTreeSet<usize>) {
        match expression {
            Expression::Name(name) => found.extend(self.numbers.get(name.as_str())),
            Expression::Sequence(..) => {
                for part in expression.parts() {
                    self.begins(part, found);
                    if !self.facts_of(part).may_take_nothing {
                        break;
                    }
                }
            }
            Expression::Choice(..) => {
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
    let (mut way, mut at) = (Vec::new(), vec![None; next.len()]);
    for root in 0..next.len() {
        let mut pending = vec![(root, false)];
        while let Some((number, is_left)) = pending.pop() {
            if is_left {
                way.pop();
                at[number] = None;
            } else if let Some(at) = at[number] {
                cycles.push(way[at..].to_vec());
            } else if !std::mem::replace(&mut seen[number], true) {
                at[number] = Some(way.len());
                way.push(number);
                pending.push((number, true));
                pending.extend(next[number].iter().rev().map(|&it| (it, false)));
            }
        }
    }
    cycles
}
