//! Tests the proof itself: transcriptions get mistakes that a person could make, and pest's
//! interpreter says which strings the changed rules match.
//!
//! If pest tells a mutant from the printed production by some string, the proof must find a
//! difference, and the witness of the proof must also show the difference to pest.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use pest_meta::ast::{Expr, Rule};
use urlbnf::automaton::{Automaton, Census, Dfa, LanguageSpec, Limits, Work};
use urlbnf::bnf::ProductionId;
use urlbnf::parser::transcription_text;
use urlbnf::proof::{ProofResult, Transcription, prove_within, rule_name};
use urlbnf::{Edition, Grammar, Reading};

use crate::interpreter::{interpreter, pest_rules};
use crate::support::XorshiftRng;

/// The kinds of mistakes.
const KINDS: [&str; 4] = ["swapped", "lookahead dropped", "class widened", "alternative dropped"];

/// All ways to make one mistake of a kind in an expression.
fn slips(expr: &Expr, kind: &str) -> Vec<Expr> {
    let mut slips = match (kind, expr) {
        ("swapped", Expr::Choice(one, two)) => vec![Expr::Choice(two.clone(), one.clone())],
        ("lookahead dropped", Expr::Seq(one, two)) if is_lookahead(one) => vec![*two.clone()],
        ("lookahead dropped", Expr::Seq(one, two)) if is_lookahead(two) => vec![*one.clone()],
        ("class widened", Expr::Range(from, to)) => {
            let next = to.bytes().next().map(|byte| char::from(byte + 1));
            next.map(|to| Expr::Range(from.clone(), to.to_string())).into_iter().collect()
        }
        ("class widened", Expr::Str(text)) if text.len() == 1 => {
            let either = Box::new(Expr::Str("~".to_owned()));
            vec![Expr::Choice(Box::new(expr.clone()), either)]
        }
        ("alternative dropped", Expr::Choice(one, two)) => vec![*one.clone(), *two.clone()],
        _ => Vec::new(),
    };
    let both = |one: &Expr, two: &Expr, join: fn(Box<Expr>, Box<Expr>) -> Expr| -> Vec<Expr> {
        let left = slips_of(one, kind).map(|one| join(Box::new(one), Box::new(two.clone())));
        let right = slips_of(two, kind).map(|two| join(Box::new(one.clone()), Box::new(two)));
        left.chain(right).collect()
    };
    let within = |body: &Expr, wrap: fn(Box<Expr>) -> Expr| -> Vec<Expr> {
        slips_of(body, kind).map(|body| wrap(Box::new(body))).collect()
    };
    slips.extend(match expr {
        Expr::Choice(one, two) => both(one, two, Expr::Choice),
        Expr::Seq(one, two) => both(one, two, Expr::Seq),
        Expr::Opt(body) => within(body, Expr::Opt),
        Expr::Rep(body) => within(body, Expr::Rep),
        Expr::RepOnce(body) => within(body, Expr::RepOnce),
        Expr::PosPred(body) => within(body, Expr::PosPred),
        Expr::NegPred(body) => within(body, Expr::NegPred),
        _ => Vec::new(),
    });
    slips
}

fn slips_of(expr: &Expr, kind: &str) -> impl Iterator<Item = Expr> + use<> {
    slips(expr, kind).into_iter()
}

fn is_lookahead(expr: &Expr) -> bool {
    matches!(expr, Expr::PosPred(_) | Expr::NegPred(_))
}

/// The productions whose rules use a rule, directly or through helper rules.
fn productions_of(grammar: &Grammar, rules: &[Rule], name: &str) -> Vec<ProductionId> {
    let of = |name: &str| grammar.ids().find(|&id| rule_name(grammar.name(id)) == name);
    let mut found = BTreeSet::new();
    let mut pending = vec![name.to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if let Some(id) = of(&name) {
            found.insert(id);
            continue;
        }
        let uses = |expr: &Expr| {
            let mut uses = false;
            for part in expr.clone().iter_top_down() {
                uses |= part == Expr::Ident(name.clone());
            }
            uses
        };
        pending.extend(rules.iter().filter(|rule| uses(&rule.expr)).map(|rule| rule.name.clone()));
    }
    found.into_iter().collect()
}

/// Strings of the language, and strings that differ from them in one byte.
fn samples(dfa: &Dfa, numbers: &mut XorshiftRng) -> Vec<String> {
    let census = Census::within(dfa, 14, &mut Work::default()).unwrap();
    let mut samples = vec![String::new()];
    for _ in 0..20 {
        let length = numbers.below(15);
        let mut bits = |bytes: &mut [u8]| bytes.fill_with(|| numbers.below(256) as u8);
        if let Some(mut string) = census.draw(length, &mut bits) {
            samples.push(String::from_utf8_lossy(&string).into_owned());
            if !string.is_empty() {
                let at = numbers.below(string.len());
                string[at] = b"a1.@:/?%~{["[numbers.below(11)];
                samples.push(String::from_utf8_lossy(&string).into_owned());
            }
        }
    }
    samples
}

#[derive(Default)]
struct MutantCounts {
    mutants: usize,
    equal: usize,
    caught: usize,
}

fn tally(
    edition: Edition,
    reading: Reading,
    kind: &str,
    numbers: &mut XorshiftRng,
) -> MutantCounts {
    let grammar = edition.grammar(reading);
    let rules = pest_rules(transcription_text(edition, reading));
    let mut tally = MutantCounts::default();
    for (at, rule) in rules.iter().enumerate() {
        // Of many mistakes in one rule, such as an alphabet, three are tried.
        for expr in slips(&rule.expr, kind).into_iter().take(3) {
            let mut mutated = rules.clone();
            mutated[at].expr = expr;
            let transcription = Transcription::from_rules(mutated.clone());
            let affected = productions_of(grammar, &rules, &rule.name);
            for id in affected.into_iter().filter(|&id| id != grammar.start()).take(2) {
                let name = rule_name(grammar.name(id));
                let vm = interpreter(&mutated, &name);
                let automaton =
                    Automaton::new(grammar, &LanguageSpec::from_production(id)).unwrap();
                let differs = |string: &str| {
                    vm.parse("WHOLE", string).is_ok() != automaton.accepts(string.as_bytes())
                };
                tally.mutants += 1;
                let context = format!("{edition}, {reading}, {}: {kind}", rule.name);
                match prove_within(grammar, &transcription, id, &Limits::default().times(10)) {
                    ProofResult::Equal => {
                        tally.equal += 1;
                        let samples =
                            samples(&automaton.determinise(&mut Work::default()).unwrap(), numbers);
                        let missed = samples.iter().find(|string| differs(string));
                        assert_eq!(missed, None, "{context}");
                    }
                    ProofResult::Differ { witness, .. } => {
                        tally.caught += 1;
                        let witness = String::from_utf8(witness).unwrap();
                        assert!(differs(&witness), "{context}: {witness:?} shows nothing");
                    }
                    ProofResult::Undecided(error) => panic!("{context}: {error}"),
                }
            }
        }
    }
    tally
}

#[test]
fn every_slip_that_changes_the_language_is_caught() {
    let mut numbers = XorshiftRng::new(1738);
    let mut table = String::new();
    for (edition, reading) in [
        (Edition::Url02, Reading::Printed),
        (Edition::Rfc1630, Reading::Corrected),
        (Edition::Rfc1738, Reading::Printed),
    ] {
        writeln!(table, "{edition}, {reading}").unwrap();
        for kind in KINDS {
            let MutantCounts { mutants, equal, caught } =
                tally(edition, reading, kind, &mut numbers);
            assert!(caught > 0, "{edition}: no mutant with {kind} changes anything");
            assert_eq!(mutants, equal + caught);
            writeln!(
                table,
                "  {kind:<20} {mutants:>4} mutants {caught:>4} caught {equal:>4} equal"
            )
            .unwrap();
        }
    }
    crate::support::snapshot("mutants", &table);
}
