//! The changes in a generated transcription are needed: each change is removed in turn.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use urlbnf::Grammar;
use urlbnf::automaton::Limits;
use urlbnf::proof::{PestExpression, Prover, RuleModifier, Transcription};
use urlbnf::transcribe::{RuleChange, RuleChangeKind, TranscribedGrammar, written};

use crate::support::{distinct_readings, side_by_side, transcribed, transcribed_rfcs};

/// The expression without one of its lookaheads, for each lookahead.
fn without_one(expression: &PestExpression) -> Vec<PestExpression> {
    let within = |body: &PestExpression, wrap: &dyn Fn(Box<PestExpression>) -> PestExpression| {
        without_one(body).into_iter().map(|it| wrap(Box::new(it))).collect()
    };
    let both = |one: &PestExpression, two: &PestExpression, join: fn(_, _) -> PestExpression| {
        let left = without_one(one).into_iter().map(|it| join(Box::new(it), Box::new(two.clone())));
        let right =
            without_one(two).into_iter().map(|it| join(Box::new(one.clone()), Box::new(it)));
        left.chain(right).collect()
    };
    match expression {
        PestExpression::Ahead(_) | PestExpression::NotAhead(_) => {
            vec![PestExpression::String(String::new())]
        }
        PestExpression::Sequence(one, two) => both(one, two, PestExpression::Sequence),
        PestExpression::Choice(one, two) => both(one, two, PestExpression::Choice),
        PestExpression::Optional(body) => within(body, &PestExpression::Optional),
        PestExpression::Repetition(body) => within(body, &PestExpression::Repetition),
        PestExpression::AtLeastOnce(body) => within(body, &PestExpression::AtLeastOnce),
        PestExpression::Times { body, at_least, at_most } => within(body, &|body| {
            PestExpression::Times { body, at_least: *at_least, at_most: *at_most }
        }),
        _ => Vec::new(),
    }
}

/// The expression with its alternatives in the printed order, and these alternatives.
fn as_printed(
    expression: &PestExpression,
    change: &RuleChange,
) -> Option<(PestExpression, Vec<PestExpression>)> {
    let mut row = expression.at(&change.place)?;
    let mut alternatives = Vec::new();
    for &printed in change.order[1..].iter().rev() {
        let PestExpression::Choice(before, last) = row else { return None };
        alternatives.push((printed, (**last).clone()));
        row = before;
    }
    alternatives.push((change.order[0], row.clone()));
    alternatives.sort_by_key(|it| it.0);
    let alternatives: Vec<PestExpression> = alternatives.into_iter().map(|it| it.1).collect();
    let printed = PestExpression::choice(alternatives.iter().cloned())?;
    Some((expression.clone().with(&change.place, &printed), alternatives))
}

/// Asserts that each order is that of a choice, and that each lookahead has its string, except
/// those that have none.
#[track_caller]
pub fn assert_places(name: &str, made: &TranscribedGrammar) {
    let looks =
        |it: &PestExpression| matches!(it, PestExpression::Ahead(_) | PestExpression::NotAhead(_));
    let never = PestExpression::NotAhead(Box::new(PestExpression::name("ANY")));
    for rule in &made.rules {
        let mut places: Vec<&[usize]> = Vec::new();
        for change in &rule.changes {
            let part = rule.expression.at(&change.place);
            match change.kind {
                RuleChangeKind::Order => assert!(as_printed(&rule.expression, change).is_some()),
                RuleChangeKind::Lookahead => assert!(part.is_some_and(looks), "{name}: {change:?}"),
                RuleChangeKind::Repetition | RuleChangeKind::Apart | RuleChangeKind::Copy => {
                    continue;
                }
            }
            assert!(!places.contains(&&*change.place), "{name}: {} twice", rule.name);
            places.push(&change.place);
        }
        let nothing = rule.expression.all().filter(|it| **it == never).count();
        let all = without_one(&rule.expression).len() - nothing;
        let told = rule.changes.iter().filter(|it| it.kind == RuleChangeKind::Lookahead).count();
        assert_eq!(told, all, "{name}: {}", rule.name);
    }
}

fn replaced(whole: &PestExpression, old: &PestExpression, new: &PestExpression) -> PestExpression {
    match whole == old {
        true => new.clone(),
        false => whole.clone().map_inner(|part| replaced(&part, old, new)),
    }
}

/// Rules by their names.
type RulesByName = BTreeMap<String, PestExpression>;

fn names_any(expression: &PestExpression, names: &BTreeSet<String>) -> bool {
    expression.all().any(|it| matches!(it, PestExpression::Name(name) if names.contains(name)))
}

/// These rules, and all that depend on one of them.
fn touched(rules: &RulesByName, changed: impl Iterator<Item = String>) -> BTreeSet<String> {
    let mut touched: BTreeSet<String> = changed.collect();
    loop {
        let more = rules.iter().filter(|it| names_any(it.1, &touched));
        let more: Vec<String> = more.map(|it| it.0.clone()).collect();
        let before = touched.len();
        touched.extend(more);
        if touched.len() == before {
            return touched;
        }
    }
}

/// Rules with variants beside them under other names, so that shared rules are computed once.
struct RuleVariants {
    rules: RulesByName,
    transcription: Transcription,
    count: usize,
}

impl RuleVariants {
    fn from_transcribed(made: &TranscribedGrammar) -> RuleVariants {
        let rules = made.rules.iter().map(|it| (it.name.clone(), it.expression.clone())).collect();
        let transcription = Transcription::read(&made.text).unwrap();
        RuleVariants { rules, transcription, count: 0 }
    }

    /// Adds the current versions of some rules, and of all rules that depend on them. Returns
    /// their new names.
    fn add(&mut self, rules: &RulesByName, changed: &[String]) -> BTreeMap<String, String> {
        self.count += 1;
        let touched = touched(rules, changed.iter().cloned());
        let called = |name: &str| format!("changed{}_{name}", self.count);
        let named: BTreeMap<String, String> =
            touched.into_iter().map(|it| (it.clone(), called(&it))).collect();
        for (name, new) in &named {
            let expression = renamed(rules[name].clone(), &named);
            self.transcription.define(new, RuleModifier::CompoundAtomic, expression).unwrap();
        }
        named
    }
}

fn renamed(expression: PestExpression, names: &BTreeMap<String, String>) -> PestExpression {
    match &expression {
        PestExpression::Name(name) => {
            names.get(name).map_or(expression.clone(), |it| PestExpression::name(it))
        }
        _ => expression.map_inner(|part| renamed(part, names)),
    }
}

/// The expression without one of its optional parts, for each of them.
fn without_a_part(whole: &PestExpression) -> Vec<PestExpression> {
    let parts = whole.all().filter_map(|part| match part {
        PestExpression::Optional(body) | PestExpression::Repetition(body) => Some((part, body)),
        _ => None,
    });
    parts
        .map(|(part, body)| {
            let never = PestExpression::NotAhead(body.clone());
            replaced(whole, part, &never)
        })
        .collect()
}

/// The results for a grammar whose changes are removed, each in turn.
#[derive(Default)]
struct RemovalResults {
    lookaheads: usize,
    orders: usize,
    copies: usize,
    /// Changes whose removal loses no string, and makes no part be used by other strings.
    idle: Vec<String>,
}

/// Whether, after a removal, other strings use a part of a touched rule: the rule without that
/// part differs.
fn uses_others(rules: &RulesByName, changed: &RulesByName, names: &[String]) -> bool {
    let text: String = rules.iter().map(|(name, it)| format!("{name} = ${{ {it} }}\n")).collect();
    let transcription = Transcription::read(&text).unwrap();
    let mut beside = RuleVariants { rules: rules.clone(), transcription, count: 0 };
    let mut tries = Vec::new();
    for name in touched(changed, names.iter().cloned()) {
        let (old, new) = (without_a_part(&rules[&name]), without_a_part(&changed[&name]));
        for (old, new) in old.into_iter().zip(new) {
            let mut called = |rules: &RulesByName, never: PestExpression, own: &[String]| {
                let mut rules = rules.clone();
                rules.insert(name.clone(), never);
                let changed = own.iter().chain([&name]).cloned().collect::<Vec<_>>();
                beside.add(&rules, &changed)
            };
            tries.push((called(rules, old, names), called(changed, new, names)));
        }
    }
    let mut prover = Prover::new(&beside.transcription, &Limits::default());
    tries.into_iter().any(|(old, new)| {
        old.values()
            .zip(new.values())
            .any(|(old, new)| prover.language(old).unwrap() != prover.language(new).unwrap())
    })
}

#[track_caller]
fn take_away(grammar: &Grammar, made: &TranscribedGrammar) -> RemovalResults {
    let mut told = RemovalResults::default();
    if made.rules.is_empty() {
        return told;
    }
    let mut beside = RuleVariants::from_transcribed(made);
    let rules = beside.rules.clone();
    let mut tries: Vec<(String, RulesByName, Vec<String>)> = Vec::new();
    for rule in &made.rules {
        for change in rule.changes.iter().filter(|it| it.kind == RuleChangeKind::Order) {
            let (printed, alternatives) = as_printed(&rule.expression, change).unwrap();
            let mut text = format!("{}printed = ${{ {printed} }}\n", made.text);
            for (at, alternative) in alternatives.iter().enumerate() {
                writeln!(text, "alternative{at} = ${{ {alternative} }}").unwrap();
            }
            // A string is lost, or an earlier alternative takes all of it, or pest rejects the
            // rule because an alternative is unreachable.
            if let Ok(read) = Transcription::read(&text) {
                let takes = |name: &str| {
                    read.language_within(name, &Limits::default()).unwrap().accepts(&change.string)
                };
                let several =
                    (0..alternatives.len()).filter(|at| takes(&format!("alternative{at}"))).count();
                if takes("printed") && several < 2 {
                    told.idle.push(format!("{}: {change:?}", rule.name));
                }
            }
            told.orders += 1;
        }
        for changed in without_one(&rule.expression) {
            told.lookaheads += 1;
            let what = format!("{}: {}", rule.name, written(&changed));
            let mut rules = rules.clone();
            rules.insert(rule.name.clone(), changed);
            tries.push((what, rules, vec![rule.name.clone()]));
        }
        if rule.is_copy() {
            told.copies += 1;
            let base = rule.name.split("__").next().unwrap();
            let (old, new) = (PestExpression::name(&rule.name), PestExpression::name(base));
            let users = rules.iter().filter(|it| it.1.all().any(|part| *part == old));
            let users: Vec<String> = users.map(|it| it.0.clone()).collect();
            let all = rules.iter().map(|it| (it.0.clone(), replaced(it.1, &old, &new)));
            tries.push((format!("copy {}", rule.name), all.collect(), users));
        }
    }
    let named: Vec<_> = tries.iter().map(|it| beside.add(&it.1, &it.2)).collect();
    let mut prover = Prover::new(&beside.transcription, grammar.limits());
    for ((what, changed, names), called) in tries.into_iter().zip(named) {
        let differs = called.iter().filter(|it| !it.0.contains("__")).any(|(old, new)| {
            match (prover.language(old), prover.language(new)) {
                (Ok(old), Ok(new)) => old != new,
                // A repetition of nothing has no language.
                _ => true,
            }
        });
        let text = changed.iter().map(|(name, it)| format!("{name} = ${{ {it} }}\n"));
        let refused = || Transcription::read(&text.collect::<String>()).is_err();
        if differs || refused() || uses_others(&rules, &changed, &names) {
            continue;
        }
        told.idle.push(format!("{}: {what}", grammar.listing().name));
    }
    told
}

/// Without any one change, a rule differs or is rejected, or other strings use a part of it.
#[test]
fn need_each_of_their_changes() {
    let editions = distinct_readings().map(|it| (it.0.grammar(it.1), transcribed(it.0, it.1)));
    let rfcs = transcribed_rfcs().iter().map(|(_, grammar, made)| (grammar, made));
    let told = side_by_side(editions.chain(rfcs), |(grammar, made)| take_away(grammar, made));
    let sum = |count: fn(&RemovalResults) -> usize| told.iter().map(count).sum::<usize>();
    let (lookaheads, orders, copies) =
        (sum(|it| it.lookaheads), sum(|it| it.orders), sum(|it| it.copies));
    let idle: Vec<&String> = told.iter().flat_map(|it| &it.idle).collect();
    assert_eq!(idle, [""; 0], "{lookaheads}, {orders}, {copies}");
    assert!(lookaheads > 100 && orders > 30 && copies > 20, "{lookaheads}, {orders}, {copies}");
}
