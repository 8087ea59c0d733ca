//! Tests the engine against the definition of what a grammar derives, on random grammars.
//!
//! Each grammar is written as text and read back, so the notations are tested too. Its strings
//! are computed once by the definition alone ([`matcher`]), and the engine's answers are
//! compared with them. `GRAMMARS` sets the number of grammars, `SEED` the first one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test fails by a panic"
)]

mod abnf;
mod draw;
mod earley;
mod every;
mod findings;
mod local;
#[allow(dead_code, reason = "the tests of urlbnf-peg use the rest")]
mod matcher;
mod matching;
mod nested;
mod one_pass;
mod ordered;
mod recursion;
mod replay;
mod steps;

use std::collections::BTreeMap;

use draw::{ALPHABET, GrammarRng, RandomGrammar, draw, edit, written};
use findings::{MismatchSummary, read, seeds};
use matcher::{DerivedStrings, LONGEST, LONGEST_COUNTED, number, text};
use urlbnf_bnf::ambiguity::{Ambiguity, EnumerationError, GrammarAmbiguity, ambiguity, every};
use urlbnf_bnf::automaton::{
    Automaton, AutomatonError, AutomatonRun, DEAD, Dfa, LanguageSpec, Relation, Work,
};
use urlbnf_bnf::derivation::{Deriver, abridge, complete, flatten, verify};
use urlbnf_bnf::suite::{self, FaultKind};
use urlbnf_bnf::{Grammar, Reading};

/// The random grammars to test, each with its seed.
fn cases(fewer: u64) -> impl Iterator<Item = (u64, RandomGrammar, Grammar)> {
    seeds(fewer).map(|seed| {
        let drawn = draw(&mut GrammarRng::new(seed));
        let grammar = read(&drawn);
        (seed, drawn, grammar)
    })
}

/// Grammars this small rarely exceed the limits.
#[track_caller]
fn few(large: &[u64], decided: u64) {
    assert!(large.len() as u64 <= 1 + decided / 5_000, "too large: {large:?}");
}

/// Compares a walk and a DFA with the right answer, on every short string.
fn compare(derived: &DerivedStrings<'_>, automaton: &Automaton, dfa: &Dfa) -> Option<String> {
    let (strings, beginnings) = (&derived.strings[0], &derived.beginnings[0]);
    if automaton.is_empty() != beginnings.is_empty() || dfa.is_empty() != beginnings.is_empty() {
        return Some("is it empty?".to_owned());
    }
    if beginnings.is_empty() {
        return None;
    }
    let mut pending = vec![(String::new(), AutomatonRun::new(automaton), dfa.start())];
    while let Some((before, walk, state)) = pending.pop() {
        let is = number(before.as_bytes()).is_some_and(|it| strings.contains(it));
        if walk.may_end() != is || dfa.is_accepting(state) != is {
            return Some(format!("{before:?}: it is {is} that it is derived"));
        }
        if before.len() == LONGEST {
            continue;
        }
        for character in ALPHABET {
            let longer = format!("{before}{character}");
            let goes_on = number(longer.as_bytes()).is_some_and(|it| beginnings.contains(it));
            let (mut walk, byte) = (walk.clone(), character as u8);
            let next = dfa.step(state, byte);
            if walk.step(byte) != goes_on || (next != DEAD) != goes_on {
                return Some(format!("{longer:?}: it is {goes_on} that a string begins so"));
            }
            if goes_on {
                pending.push((longer, walk, next));
            }
        }
    }
    None
}

#[test]
fn languages_are_those_that_are_derived() {
    let (mut findings, mut decided, mut refused) = (MismatchSummary::default(), 0, 0);
    let mut large = Vec::new();
    for (seed, drawn, grammar) in cases(1) {
        match Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start())) {
            Ok(automaton) => {
                let dfa = match automaton.determinise(&mut Work::default()) {
                    Ok(dfa) => dfa,
                    Err(exceeded) => {
                        println!("SEED={seed} takes {exceeded}\n{}", written(&drawn));
                        large.push(seed);
                        continue;
                    }
                };
                decided += 1;
                if let Some(what) = compare(&DerivedStrings::from_grammar(&drawn), &automaton, &dfa)
                {
                    findings.add("another language", seed, &drawn, what);
                }
                if dfa.minimise().len() != dfa.len() {
                    findings.add("not minimal", seed, &drawn, String::new());
                }
            }
            Err(error) => {
                refused += 1;
                if matches!(error, AutomatonError::Cycle(..)) && recursion::is_linear(&drawn) {
                    findings.add("refused", seed, &drawn, error.message(&grammar));
                }
            }
        }
    }
    println!("{decided} decided, {refused} refused, too large: {large:?}");
    findings.none();
    few(&large, decided);
    assert!(decided > 3 * refused, "{decided} decided, {refused} refused");
}

#[test]
fn the_language_with_a_fault_is_that_of_the_faulty_grammar() {
    let (mut findings, mut compared) = (MismatchSummary::default(), 0);
    for (seed, drawn, grammar) in cases(23) {
        let start = grammar.start();
        let Ok(faults) = suite::faults_of(&grammar, start, &FaultKind::ALL) else { continue };
        for fault in &faults {
            let Some(faulty) = fault.grammar(&grammar) else { continue };
            let expected = Automaton::new(&faulty, &LanguageSpec::from_production(start))
                .map(|it| it.determinise(&mut Work::default()));
            let (Ok(Ok(expected)), Ok(found)) = (expected, fault.language(&grammar, start)) else {
                continue;
            };
            compared += 1;
            if found != expected {
                findings.add("another language", seed, &drawn, fault.id(&grammar));
            }
        }
    }
    findings.none();
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn the_derivation_found_for_a_string_is_valid() {
    let (mut findings, mut derived) = (MismatchSummary::default(), 0);
    for (seed, drawn, grammar) in cases(4) {
        let Ok(deriver) = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()))
        else {
            continue;
        };
        let strings = &DerivedStrings::from_grammar(&drawn).strings[0];
        for (number, string) in (0..).map(text).take_while(|it| it.len() < LONGEST).enumerate() {
            let tree = deriver.derive(&grammar, string.as_bytes());
            if tree.is_some() != strings.contains(number) {
                findings.add("derived or not", seed, &drawn, format!("{string:?}"));
            }
            let Some(tree) = tree else { continue };
            derived += 1;
            let whole = complete(&tree).and_then(|whole| verify(&whole));
            if let Err(error) = verify(&tree).and(whole) {
                findings.add("no derivation", seed, &drawn, format!("{string:?}: {error}\n{tree}"));
            }
        }
    }
    println!("{derived} derived");
    findings.none();
    assert!(derived > 0);
}

#[test]
fn the_relation_of_two_grammars_is_right_and_its_witnesses_are_shortest() {
    let (mut findings, mut compared) = (MismatchSummary::default(), BTreeMap::new());
    let mut large = Vec::new();
    for seed in seeds(1) {
        let mut numbers = GrammarRng::new(seed);
        let old = draw(&mut numbers);
        let new = edit(&old, &mut numbers);
        let dfa = |drawn: &RandomGrammar| {
            let grammar = read(drawn);
            let automaton =
                Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start()));
            automaton.map(|automaton| automaton.determinise(&mut Work::default()))
        };
        let (Ok(one), Ok(two)) = (dfa(&old), dfa(&new)) else { continue };
        let both = one.and_then(|one| Ok((one, two?)));
        let related =
            both.and_then(|(one, two)| Ok((one.relation(&two, &mut Work::default())?, one, two)));
        let (relation, one, two) = match related {
            Ok(related) => related,
            Err(exceeded) => {
                println!("SEED={seed} takes {exceeded}\n{}\n{}", written(&old), written(&new));
                large.push(seed);
                continue;
            }
        };
        *compared.entry(relation.name()).or_insert(0) += 1;
        let (before, after) =
            (DerivedStrings::from_grammar(&old), DerivedStrings::from_grammar(&new));
        let (before, after) = (&before.strings[0], &after.strings[0]);
        // If a witness exceeds the matcher's limit, no string within the limit may be one.
        let short = |witness: Option<&[u8]>| {
            witness.filter(|it| it.len() <= LONGEST).map(|it| number(it).unwrap_or(usize::MAX))
        };
        let (gained, lost) = (short(relation.gained()), short(relation.lost()));
        if gained != after.least_without(before) || lost != before.least_without(after) {
            let what = format!("{relation:?}, and now\n{}", written(&new));
            findings.add("another relation", seed, &old, what);
        }
        if (relation == Relation::Equal) != (one == two) {
            findings.add("two tables of one language", seed, &old, written(&new));
        }
    }
    println!("{compared:?}, too large: {large:?}");
    findings.none();
    few(&large, compared.values().sum());
    assert!(compared.len() == 4, "{compared:?}");
}

/// What is wrong with an ambiguity verdict.
fn wrong(grammar: &Grammar, found: &Ambiguity, drawn: &RandomGrammar) -> Option<String> {
    let endless = DerivedStrings::from_grammar(drawn).endless();
    let counted = matcher::ambiguous(drawn);
    // The string of the start around one of a rule that is used.
    let string = |by: urlbnf_bnf::ProductionId, string: &[u8]| {
        GrammarAmbiguity::new(grammar).in_context(grammar.start(), by, string)
    };
    match found {
        Ambiguity::Infinite { by, string: inner, .. } => {
            let Some(string) = string(*by, inner) else { return Some("no context".to_owned()) };
            let number = number(&string);
            let is_wrong = number.is_some_and(|number| !endless.contains(number));
            is_wrong.then(|| format!("{:?} is not endless", String::from_utf8_lossy(&string)))
        }
        _ if !endless.is_empty() => Some(format!("{:?} is endless", endless.least().map(text))),
        Ambiguity::Unambiguous => counted.first().map(|it| format!("{:?} has two", text(*it))),
        Ambiguity::Ambiguous(two) => {
            let Some(string) = string(two.by, &two.string) else {
                return Some("no context".to_owned());
            };
            let number = number(&string).filter(|_| string.len() <= LONGEST_COUNTED);
            if number.is_some_and(|number| !counted.contains(&number)) {
                return Some(format!("{:?} has one", String::from_utf8_lossy(&string)));
            }
            let trees = two.trees(grammar);
            if trees[0] == trees[1] {
                return Some(format!("one derivation twice: {}", trees[0]));
            }
            trees.iter().find_map(|tree| {
                let brief = flatten(&abridge(tree));
                let again = complete(tree);
                if let Err(error) = verify(tree).and_then(|()| verify(&brief)) {
                    return Some(format!("{error}: {tree}"));
                }
                if let Err(error) = complete(&brief).and_then(|whole| verify(&whole)) {
                    return Some(format!("completed, {error}: {tree}"));
                }
                if !matches!(&again, Ok(again) if verify(again).is_ok()) {
                    return Some(format!("completed, {again:?}: {tree}"));
                }
                match every(tree, true, 5) {
                    Ok(every) if every.trees.len() > 1 => {
                        every.trees.iter().find_map(|it| Some(verify(it).err()?.to_string()))
                    }
                    Err(EnumerationError::TooLarge(_)) => None,
                    every => Some(format!("it has more: {every:?}")),
                }
            })
        }
    }
}

/// The number of a kind of ambiguity: unambiguous, ambiguous, endless.
fn kind(found: &Ambiguity) -> usize {
    match found {
        Ambiguity::Unambiguous => 0,
        Ambiguity::Ambiguous(_) => 1,
        Ambiguity::Infinite { .. } => 2,
    }
}

#[test]
fn a_string_with_two_derivations_is_found() {
    let (mut findings, mut kinds, mut undecided) = (MismatchSummary::default(), [0; 3], 0);
    for (seed, drawn, grammar) in cases(1) {
        let Ok(found) = ambiguity(&grammar, grammar.start()) else {
            undecided += 1;
            continue;
        };
        kinds[kind(&found)] += 1;
        if let Some(what) = wrong(&grammar, &found, &drawn) {
            let said = match &found {
                Ambiguity::Unambiguous => "unambiguous".to_owned(),
                Ambiguity::Ambiguous(two) => format!("{:?}", String::from_utf8_lossy(&two.string)),
                Ambiguity::Infinite { string, production, .. } => {
                    format!(
                        "{:?} endless by {}",
                        String::from_utf8_lossy(string),
                        grammar.name(*production)
                    )
                }
            };
            findings.add("another ambiguity", seed, &drawn, format!("said: {said}; but {what}"));
        }
    }
    println!("unambiguous, ambiguous, endless: {kinds:?}; undecided: {undecided}");
    findings.none();
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn both_notations_of_a_grammar_give_the_same_answers() {
    let (mut findings, mut compared) = (MismatchSummary::default(), 0);
    let mut used = [0; SIGNS.len()];
    for seed in seeds(2) {
        let mut numbers = GrammarRng::new(seed);
        let drawn = draw(&mut numbers);
        let one = read(&drawn);
        let text = abnf::written(&drawn, &mut numbers);
        let two = match Grammar::read("drawn.abnf", &text, Reading::Printed) {
            Ok(two) => two,
            Err(error) => {
                findings.add("not read", seed, &drawn, format!("{error}\n{text}"));
                continue;
            }
        };
        compared += 1;
        for (count, sign) in used.iter_mut().zip(SIGNS) {
            *count += usize::from(text.contains(sign));
        }
        for (name, answer) in ANSWERS {
            let (one, two) = (answer(&one), answer(&two));
            if one != two {
                findings.add(name, seed, &drawn, format!("{one}\n{two}\n{text}"));
            }
        }
    }
    println!("{compared} compared; {:?}", SIGNS.iter().zip(used).collect::<Vec<_>>());
    findings.none();
    assert!(compared > 0 && used.iter().all(|&count| count > 0), "{used:?}");
}

/// The constructs of ABNF, as they are written. Each of them is used.
const SIGNS: [&str; 22] = [
    "=/", " / ", " | ", "[", "(", "*(", "1*", "1*2(", "*1(", "2(", "%s\"", "%S\"", "%i\"", "%I\"",
    "\"\"", "%x", "%x61.", "%D", "%b", "%b1100010-1100011", "%x61-6", "<p",
];

type GrammarQuery = fn(&Grammar) -> String;

/// The questions asked of a grammar, whatever its notation.
const ANSWERS: [(&str, GrammarQuery); 3] = [
    ("another language", |grammar| {
        let start = grammar.start();
        match Automaton::new(grammar, &LanguageSpec::from_production(start))
            .map(|it| it.determinise(&mut Work::default()))
        {
            Ok(Ok(dfa)) => format!("{dfa:?}"),
            Ok(Err(error)) => error.to_string(),
            Err(AutomatonError::Cycle(cycle, _)) => format!("{cycle:?}"),
            Err(AutomatonError::TooLarge(_, error)) => error.to_string(),
        }
    }),
    ("another ambiguity", |grammar| match ambiguity(grammar, grammar.start()) {
        Ok(Ambiguity::Unambiguous) => "unambiguous".to_owned(),
        Ok(Ambiguity::Ambiguous(two)) => String::from_utf8_lossy(&two.string).into_owned(),
        Ok(Ambiguity::Infinite { string, production, .. }) => {
            format!("endless {} {production:?}", String::from_utf8_lossy(&string))
        }
        Err(_) => "undecided".to_owned(),
    }),
    ("another tree", |grammar| {
        let Ok(deriver) = Deriver::new(grammar, &LanguageSpec::from_production(grammar.start()))
        else {
            return String::new();
        };
        let strings = (0..).map(text).take_while(|it| it.len() < 4);
        let tree = |it: String| deriver.derive(grammar, it.as_bytes()).map(|it| it.to_string());
        strings.filter_map(tree).collect::<Vec<_>>().join("\n").to_lowercase()
    }),
];
