//! Judges and samples of random grammars, compared with what the grammars derive by the
//! definition alone, computed by a matcher that uses no automaton.

use std::collections::BTreeMap;

use urlbnf::bnf::Grammar;
use urlbnf::diagnose::examine;
use urlbnf::judges::{Judges, Ruling};
use urlbnf::sample::{conforming, near_misses, random_near_misses};
use urlbnf::{Judge, Reading, Verdict};

use crate::draw::{GrammarRng, draw, written};
use crate::matcher::{DerivedStrings, LONGEST, number, text};

/// The number of grammars, without `GRAMMARS` in the environment.
const GRAMMARS: u64 = 1_000;
/// The length of the longest strings that every judge also judges alone.
const SHORT: usize = 3;
/// The number of judges that judge together.
const TOGETHER: usize = 3;

/// Calls `look` for each grammar that has a judge, with its seed.
fn each(mut look: impl FnMut(u64, Judge, &DerivedStrings<'_>, &str)) {
    let told = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let from = told("SEED", 1);
    for seed in from..from + told("GRAMMARS", GRAMMARS) {
        let drawn = draw(&mut GrammarRng::new(seed));
        let text = written(&drawn);
        let grammar = Grammar::read("drawn.bnf", &text, Reading::Printed).unwrap();
        if let Ok(judge) = Judge::of_grammar(grammar) {
            look(
                seed,
                judge,
                &DerivedStrings::from_grammar(&drawn),
                &format!("SEED={seed}\n{text}"),
            );
        }
    }
}

#[test]
fn judges_in_one_pass_give_the_same_answers_as_each_alone() {
    let strings: Vec<String> = (0..).map(text).take_while(|it| it.len() <= SHORT).collect();
    let (mut judges, mut compared) = (Vec::new(), 0);
    each(|_, judge, derived, context| {
        for (number, string) in strings.iter().enumerate() {
            let conforms = judge.judge(string.as_bytes()).verdict == Verdict::Conforms;
            let is = derived.strings[0].contains(number);
            assert_eq!(conforms, is, "{string:?} of {context}");
        }
        // A judge that has no automaton cannot take part in one pass.
        if judge.is_one_by_one() {
            return;
        }
        judges.push(judge);
        if judges.len() < TOGETHER {
            return;
        }
        let group = std::mem::take(&mut judges);
        let mut together = Judges::new(&group);
        for string in strings.iter().map(String::as_bytes) {
            let answer = together.judge(string);
            for (judge, ruling) in group.iter().zip(together.rulings(answer)) {
                let alone = Ruling::from_examination(judge, &examine(judge, string));
                assert_eq!(*ruling, alone, "{string:?} of\n{}", judge.grammar().listing().text);
                compared += 1;
            }
        }
    });
    assert!(compared > 1_000, "only {compared}");
}

/// Generated strings are derived. Near misses are not, and fail at the given offset.
#[test]
fn samples_are_derived_and_near_misses_are_not() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    each(|_, judge, derived, context| {
        let (strings, beginnings) = (&derived.strings[0], &derived.beginnings[0]);
        let short = |string: &[u8]| number(string).filter(|_| string.len() <= LONGEST);
        let derives = |string: &[u8]| match short(string) {
            Some(number) => strings.contains(number),
            None if string.len() <= LONGEST => false,
            // Strings that are too long for the matcher are left to the judge.
            None => judge.judge(string).verdict == Verdict::Conforms,
        };
        let Ok(sampler) = conforming(&judge) else { return };
        let shortest = sampler.shortest();
        let least = strings.least().map(|least| text(least).len());
        let length = shortest.as_ref().map(Vec::len).filter(|&length| length <= LONGEST);
        assert_eq!(length, least, "the shortest of {context}");
        let cover = sampler.cover().map_or_else(|_| Vec::new(), |cover| cover.strings);
        let examples = sampler.examples(6);
        let Ok(random) = sampler.random(1, LONGEST) else { return };
        let random = random.take(8).collect();
        for (kind, all) in [("examples", examples), ("covering", cover), ("random", random)] {
            for string in all {
                assert!(derives(&string), "{kind}: {:?} of {context}", String::from_utf8(string));
                *counts.entry(kind).or_default() += 1;
            }
        }
        let Ok(by_chance) = random_near_misses(&judge, &sampler, 1, LONGEST) else { return };
        for miss in near_misses(&judge, &sampler, 8).into_iter().chain(by_chance.take(4)) {
            let shown = String::from_utf8_lossy(&miss.string).into_owned();
            assert!(!derives(&miss.string), "a near miss: {shown:?} of {context}");
            assert!(derives(&miss.from), "{shown:?} is made from none: {context}");
            assert_eq!(miss.slip.apply(&miss.from), miss.string, "{shown:?} of {context}");
            let begins = |length: usize| {
                let beginning = number(&miss.string[..length]);
                beginning.is_some_and(|it| beginnings.contains(it))
            };
            // The longest prefix that some string begins with.
            if miss.string.len() <= LONGEST {
                let longest = (0..=miss.string.len()).take_while(|&length| begins(length)).last();
                assert_eq!(longest, Some(miss.offset), "where {shown:?} stops: {context}");
                *counts.entry("offsets").or_default() += 1;
            }
            *counts.entry("near misses").or_default() += 1;
        }
    });
    println!("{counts:?}");
    assert!(counts.len() == 5 && counts.values().all(|&count| count > 500), "{counts:?}");
}
