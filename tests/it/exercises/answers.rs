//! Random answers to exercises: the judgement of each answer holds by a second way.
//!
//! The judge compares languages as automata. Here Earley's recogniser, which uses no
//! automaton, is asked instead: each string that is said to be in one language and not in the
//! other is so, and languages that are said to be equal agree on every short string.

use urlbnf::bnf::ProductionId;
use urlbnf::bnf::earley::GrammarRecogniser;
use urlbnf::exercise::{AnswerOutcome, Exercise};
use urlbnf::{Grammar, Reading};

use crate::draw::{GrammarRng, RandomExpr, RandomGrammar, draw, edit, write, written};
use crate::matcher::{number, text};
use crate::support::side_by_side;

/// The number of random grammars, and of answers to each.
const GRAMMARS: u64 = 1_000;
const ANSWERS: usize = 20;

/// Writes the same language in another way.
fn otherwise(part: &RandomExpr) -> RandomExpr {
    let each = |parts: &[RandomExpr]| parts.iter().map(otherwise).collect::<Vec<RandomExpr>>();
    match part {
        RandomExpr::Sequence(parts) => RandomExpr::Sequence(each(parts)),
        RandomExpr::Choice(parts) => RandomExpr::Choice(each(parts).into_iter().rev().collect()),
        RandomExpr::Optional(part) => {
            let part = otherwise(part);
            RandomExpr::Optional(Box::new(RandomExpr::Choice(vec![part.clone(), part])))
        }
        RandomExpr::Repetition(0, part) => {
            let part = Box::new(otherwise(part));
            RandomExpr::Optional(Box::new(RandomExpr::Repetition(1, part)))
        }
        RandomExpr::Repetition(least, part) => {
            let part = otherwise(part);
            let rest = RandomExpr::Repetition(least - 1, Box::new(part.clone()));
            RandomExpr::Sequence(vec![part, rest])
        }
        other => other.clone(),
    }
}

/// A grammar of a seed, and the body of its start; `None` if it has none that can be written as an
/// answer.
fn drawn(numbers: &mut GrammarRng) -> Option<(RandomGrammar, RandomExpr)> {
    let drawn = draw(numbers);
    let starts: Vec<_> = drawn.definitions.iter().filter(|it| it.0 == 0).collect();
    let [(_, Some(body))] = starts[..] else { return None };
    let body = body.clone();
    (!drawn.spaced).then_some((drawn, body))
}

/// Every short string of the letters, shorter ones first.
fn strings() -> Vec<Vec<u8>> {
    (0..number(b"%%%%%").unwrap()).map(|it| text(it).into_bytes()).collect()
}

fn exercise(text: &str, production: &str) -> Option<Exercise> {
    let json = serde_json::json!({
        "name": "random", "kind": "write", "title": "Random",
        "grammar": "random.bnf", "text": text, "production": production,
    });
    Exercise::from_json(&json.to_string(), None).ok()
}

fn grammar(drawn: &RandomGrammar) -> (Grammar, ProductionId) {
    let grammar = Grammar::read("random.bnf", &written(drawn), Reading::Corrected).unwrap();
    let id = grammar.find("p0").unwrap();
    (grammar, id)
}

/// The strings that a wrong answer names: one of the answer alone, and one of the printed text
/// alone.
fn named(why: &str) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    let (mut gained, mut lost) = (None, None);
    for part in why.trim_end_matches('.').split("; ") {
        let string = match part.contains("the empty string") {
            true => Vec::new(),
            false => part.split('`').nth(1).unwrap().as_bytes().to_vec(),
        };
        match part.to_lowercase().starts_with("yours takes") {
            true => gained = Some(string),
            false => lost = Some(string),
        }
    }
    (gained, lost)
}

/// The counts of all answers.
#[derive(Debug, Default)]
struct AnswerCounts {
    equal: usize,
    different: usize,
    unreadable: usize,
}

fn one(seed: u64, strings: &[Vec<u8>], found: &mut AnswerCounts) {
    let mut numbers = GrammarRng::new(seed);
    let Some((start, body)) = drawn(&mut numbers) else { return };
    let Some(exercise) = exercise(&written(&start), "p0") else { return };
    let (printed, own) = grammar(&start);
    let mut earley = GrammarRecogniser::new(&printed);
    let is: Vec<bool> = strings.iter().map(|it| earley.derives(own, it).unwrap()).collect();
    let at = start.definitions.iter().position(|it| it.0 == 0).unwrap();
    for number in 0..ANSWERS {
        let mut answered = start.clone();
        answered.definitions = vec![(0, Some(body.clone()))];
        let answer = match number % 4 {
            0 => otherwise(&body),
            _ => edit(&answered, &mut numbers).definitions.swap_remove(0).1.unwrap(),
        };
        answered.definitions.clone_from(&start.definitions);
        answered.definitions[at].1 = Some(answer.clone());
        let answer = write(&answer, false, false);
        // Unlike the judge, this reads the whole grammar again.
        let (other, theirs) = grammar(&answered);
        let mut theirs_of = GrammarRecogniser::new(&other);
        let mut derives = |string: &[u8]| theirs_of.derives(theirs, string).unwrap();
        let what = format!("seed {seed}: {}answer {answer}", written(&start));
        match exercise.judge(&answer) {
            AnswerOutcome::Right(_) => {
                found.equal += 1;
                for (string, &is) in strings.iter().zip(&is) {
                    assert_eq!(derives(string), is, "{what}: {string:?}");
                }
            }
            AnswerOutcome::Wrong(why) => {
                found.different += 1;
                assert!(number % 4 != 0, "{what}: {why}");
                let (gained, lost) = named(&why);
                assert!(gained.is_some() || lost.is_some(), "{what}: {why}");
                for (string, theirs) in [(&gained, true), (&lost, false)] {
                    let Some(string) = string else { continue };
                    assert_eq!(derives(string), theirs, "{what}: {why}");
                    assert_eq!(earley.derives(own, string).unwrap(), !theirs, "{what}: {why}");
                    // No shorter string shows the difference.
                    let shorter = strings.iter().zip(&is).filter(|(it, _)| it.len() < string.len());
                    for (shorter, &is) in shorter {
                        assert!(is == theirs || derives(shorter) != theirs, "{what}: {shorter:?}");
                    }
                }
            }
            AnswerOutcome::Unreadable(_) => found.unreadable += 1,
        }
    }
}

#[test]
fn answers_to_grammars_at_random_are_judged_as_earley_judges() {
    let strings = strings();
    let found = side_by_side(0..2, |thread| {
        let mut found = AnswerCounts::default();
        for seed in (0..GRAMMARS).filter(|it| it % 2 == thread) {
            one(seed, &strings, &mut found);
        }
        found
    });
    let total = found.into_iter().fold(AnswerCounts::default(), |total, it| AnswerCounts {
        equal: total.equal + it.equal,
        different: total.different + it.different,
        unreadable: total.unreadable + it.unreadable,
    });
    assert!(total.equal + total.different >= 10_000, "{total:?}");
    assert!(total.equal >= 2_000 && total.different >= 2_000, "{total:?}");
}

/// The printed texts of the book's own exercises, with random mistakes.
#[test]
fn slips_in_printed_productions_are_judged_as_earley_judges() {
    let mut judged = 0;
    for exercise in super::set().exercises {
        let urlbnf::exercise::ExerciseTask::Write { of } = &exercise.task else { continue };
        let grammar = &of.source.grammar;
        let mut earley = GrammarRecogniser::new(grammar);
        let printed = of.text();
        let words: Vec<&str> = printed.split_whitespace().collect();
        let mut random = GrammarRng::new(words.len() as u64);
        for _ in 0..60 {
            let mut slipped = words.clone();
            let (at, other) = (random.below(words.len()), random.below(words.len()));
            match random.below(3) {
                0 => drop(slipped.remove(at)),
                1 => slipped.swap(at, other),
                _ => slipped.insert(at, words[other]),
            }
            let answer = slipped.join(" ");
            let AnswerOutcome::Wrong(why) = exercise.judge(&answer) else { continue };
            let theirs = grammar.rewritten(of.id, &answer).unwrap();
            let mut theirs = GrammarRecogniser::new(&theirs);
            let (gained, lost) = named(&why);
            for (string, is_theirs) in [(gained, true), (lost, false)] {
                // A character of several bytes is shown by its number.
                let Some(string) = string.filter(|it| it.is_ascii() && !it.contains(&b'\\')) else {
                    continue;
                };
                let what = format!("{}: {answer}: {why}", exercise.name);
                assert_eq!(theirs.derives(of.id, &string).unwrap(), is_theirs, "{what}");
                assert_eq!(earley.derives(of.id, &string).unwrap(), !is_theirs, "{what}");
                judged += 1;
            }
        }
    }
    assert!(judged > 100, "{judged}");
}
