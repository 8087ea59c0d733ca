//! Random answers to exercises: the judgement of each answer holds by a second way.
//!
//! The judge compares languages as automata. Here Earley's recogniser, which uses no
//! automaton, is asked instead: each string that is said to be in one language and not in the
//! other is so, and languages that are said to be equal agree on every short string.

use std::fmt::Write as _;
use std::sync::Mutex;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};
use urlbnf::bnf::ProductionId;
use urlbnf::bnf::earley::Earley;
use urlbnf::exercise::{Exercise, Outcome};
use urlbnf::{Grammar, Reading};

/// The number of random grammars, and of answers to each.
const GRAMMARS: u64 = 520;
const ANSWERS: usize = 20;
/// The letters of these grammars, and the length of the longest strings that are tried.
const LETTERS: &[u8] = b"abc";
const LONGEST: usize = 5;

struct Random(Pcg64);

impl Random {
    fn of(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    fn below(&mut self, most: usize) -> usize {
        self.0.next_u32() as usize % most
    }
}

/// An expression of a random grammar.
#[derive(Clone)]
enum Text {
    Letter(u8),
    Name(&'static str),
    Sequence(Vec<Text>),
    Choice(Vec<Text>),
    Optional(Box<Text>),
    Repeated(usize, Box<Text>),
}

impl Text {
    fn random(random: &mut Random, depth: usize, names: &[&'static str]) -> Text {
        let leaf = |random: &mut Random| match random.below(3 + names.len()) {
            at if at < 3 => Text::Letter(LETTERS[at]),
            at => Text::Name(names[at - 3]),
        };
        if depth == 0 {
            return leaf(random);
        }
        let part = |random: &mut Random| Text::random(random, depth - 1, names);
        let parts = |random: &mut Random| (0..2 + random.below(2)).map(|_| part(random)).collect();
        match random.below(7) {
            0 | 1 => Text::Sequence(parts(random)),
            2 | 3 => Text::Choice(parts(random)),
            4 => Text::Optional(Box::new(part(random))),
            5 => Text::Repeated(random.below(2), Box::new(part(random))),
            _ => leaf(random),
        }
    }

    /// Writes the same language in another way.
    fn otherwise(&self, random: &mut Random) -> Text {
        let each = |parts: &[Text], random: &mut Random| {
            parts.iter().map(|it| it.otherwise(random)).collect::<Vec<_>>()
        };
        match self {
            Text::Sequence(parts) => Text::Sequence(each(parts, random)),
            Text::Choice(parts) => {
                let mut parts = each(parts, random);
                parts.reverse();
                Text::Choice(parts)
            }
            Text::Optional(part) if random.below(2) == 0 => {
                let part = part.otherwise(random);
                Text::Optional(Box::new(Text::Choice(vec![part.clone(), part])))
            }
            Text::Repeated(1, part) => {
                let part = part.otherwise(random);
                Text::Sequence(vec![part.clone(), Text::Repeated(0, Box::new(part))])
            }
            Text::Repeated(_, part) => {
                let part = part.otherwise(random);
                Text::Optional(Box::new(Text::Repeated(1, Box::new(part))))
            }
            other => other.clone(),
        }
    }

    /// The same expression with one random mistake.
    fn slipped(&self, random: &mut Random) -> Text {
        let mut parts = match self {
            Text::Sequence(parts) | Text::Choice(parts) => parts.clone(),
            Text::Optional(part) | Text::Repeated(_, part) if random.below(2) == 0 => {
                return part.slipped(random);
            }
            Text::Optional(part) => return Text::Repeated(0, part.clone()),
            Text::Repeated(least, part) => return Text::Repeated(1 - least, part.clone()),
            Text::Letter(_) | Text::Name(_) => return Text::Letter(LETTERS[random.below(3)]),
        };
        let at = random.below(parts.len());
        match random.below(3) {
            0 if parts.len() > 2 => drop(parts.remove(at)),
            1 => parts.swap(0, at),
            _ => parts[at] = parts[at].slipped(random),
        }
        match self {
            Text::Choice(_) => Text::Choice(parts),
            _ => Text::Sequence(parts),
        }
    }

    fn write(&self, into: &mut String) {
        let list = |parts: &[Text], sign: &str, into: &mut String| {
            into.push_str("( ");
            for (number, part) in parts.iter().enumerate() {
                if number > 0 {
                    into.push_str(sign);
                }
                part.write(into);
            }
            into.push_str(" )");
        };
        match self {
            Text::Letter(letter) => {
                let _ = write!(into, "%x{letter:X}");
            }
            Text::Name(name) => into.push_str(name),
            Text::Sequence(parts) => list(parts, " ", into),
            Text::Choice(parts) => list(parts, " / ", into),
            Text::Optional(part) => {
                into.push_str("[ ");
                part.write(into);
                into.push_str(" ]");
            }
            Text::Repeated(least, part) => {
                let _ = write!(into, "{least}*( ");
                part.write(into);
                into.push_str(" )");
            }
        }
    }

    fn written(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

/// Every string of the letters, shorter ones first.
fn strings() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..LONGEST {
        let end = all.len();
        for at in from..end {
            for &letter in LETTERS {
                let mut longer = all[at].clone();
                longer.push(letter);
                all.push(longer);
            }
        }
        from = end;
    }
    all
}

fn exercise(text: &str, production: &str) -> Exercise {
    let json = serde_json::json!({
        "name": "random", "kind": "write", "title": "Random",
        "grammar": "random.abnf", "text": text, "production": production,
    });
    Exercise::from_json(&json.to_string(), None).unwrap()
}

fn grammar(text: &str) -> (Grammar, ProductionId) {
    let grammar = Grammar::read("random.abnf", text, Reading::Printed).unwrap();
    let id = grammar.find("s").unwrap();
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
struct Found {
    equal: usize,
    different: usize,
    unreadable: usize,
}

fn one(seed: u64, strings: &[Vec<u8>], found: &mut Found) {
    let mut random = Random::of(seed);
    let x = Text::random(&mut random, 1, &[]);
    let y = Text::random(&mut random, 2, &["x"]);
    let s = Text::random(&mut random, 3, &["x", "y"]);
    let rest = format!("x = {}\ny = {}\n", x.written(), y.written());
    let text = format!("s = {}\n{rest}", s.written());
    let exercise = exercise(&text, "s");
    let (printed, own) = grammar(&text);
    let mut earley = Earley::of(&printed);
    let is: Vec<bool> = strings.iter().map(|it| earley.derives(own, it).unwrap()).collect();
    for number in 0..ANSWERS {
        let answer = match number % 4 {
            0 => s.otherwise(&mut random),
            1 => Text::random(&mut random, 3, &["x", "y"]),
            _ => s.slipped(&mut random),
        }
        .written();
        // Unlike the judge, this reads the whole grammar again.
        let (other, theirs) = grammar(&format!("s = {answer}\n{rest}"));
        let mut theirs_of = Earley::of(&other);
        let mut derives = |string: &[u8]| theirs_of.derives(theirs, string).unwrap();
        let what = format!("seed {seed}: {text}answer {answer}");
        match exercise.judge(&answer) {
            Outcome::Right(_) => {
                found.equal += 1;
                for (string, &is) in strings.iter().zip(&is) {
                    assert_eq!(derives(string), is, "{what}: {string:?}");
                }
            }
            Outcome::Wrong(why) => {
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
            Outcome::Unreadable(_) => found.unreadable += 1,
        }
    }
}

#[test]
fn answers_to_grammars_at_random_are_judged_as_earley_judges() {
    let strings = strings();
    let total = Mutex::new(Found::default());
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (strings, total) = (&strings, &total);
            scope.spawn(move || {
                let mut found = Found::default();
                for seed in (0..GRAMMARS).filter(|it| it % 2 == thread) {
                    one(seed, strings, &mut found);
                }
                let mut total = total.lock().unwrap();
                total.equal += found.equal;
                total.different += found.different;
                total.unreadable += found.unreadable;
            });
        }
    });
    let total = total.into_inner().unwrap();
    assert!(total.equal + total.different >= 10_000, "{total:?}");
    assert!(total.equal >= 2_000 && total.different >= 2_000, "{total:?}");
}

/// The printed texts of the book's own exercises, with random mistakes.
#[test]
fn slips_in_printed_productions_are_judged_as_earley_judges() {
    let mut judged = 0;
    for exercise in super::set().exercises {
        let urlbnf::exercise::Task::Write { of } = &exercise.task else { continue };
        let grammar = &of.source.grammar;
        let mut earley = Earley::of(grammar);
        let printed = of.text();
        let words: Vec<&str> = printed.split_whitespace().collect();
        let mut random = Random::of(words.len() as u64);
        for _ in 0..60 {
            let mut slipped = words.clone();
            let (at, other) = (random.below(words.len()), random.below(words.len()));
            match random.below(3) {
                0 => drop(slipped.remove(at)),
                1 => slipped.swap(at, other),
                _ => slipped.insert(at, words[other]),
            }
            let answer = slipped.join(" ");
            let Outcome::Wrong(why) = exercise.judge(&answer) else { continue };
            let theirs = grammar.rewritten(of.id, &answer).unwrap();
            let mut theirs = Earley::of(&theirs);
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
