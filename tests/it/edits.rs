//! One random edit of each of many small random grammars: the answers of `diff` are compared
//! with all short strings of both grammars.
//!
//! `URLBNF_EDITS=100000 cargo test --test it edits` sets the number of edits.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use urlbnf::automaton::Relation;
use urlbnf::diff::{Diff, DiffError, Side};
use urlbnf::{Grammar, Reading};

use crate::causes;
use crate::support::Numbers;

/// The length of the longest strings that are compared.
const LONGEST: usize = 4;
const CHARACTERS: &[char] = &['a', 'b', 'c', 'd'];

/// A part of a production.
#[derive(Debug, Clone)]
enum Part {
    Character(char),
    Name(usize),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Optional(Box<Part>),
    Repetition(usize, Box<Part>),
}

/// Bodies by number. A name refers to a later production, or to its own at the right end.
type Draft = Vec<Part>;

fn part(numbers: &mut Numbers, own: usize, of: usize, deep: usize) -> Part {
    let parts = |numbers: &mut Numbers| {
        let count = 2 + numbers.below(2);
        (0..count).map(|_| part(numbers, own, of, deep - 1)).collect()
    };
    let names = of - own - 1;
    match numbers.below(if deep == 0 { 4 } else { 9 }) {
        0 | 1 if names > 0 => Part::Name(own + 1 + numbers.below(names)),
        0..=3 => Part::Character(CHARACTERS[numbers.below(CHARACTERS.len())]),
        4 | 5 => Part::Sequence(parts(numbers)),
        6 => Part::Choice(parts(numbers)),
        7 => Part::Optional(Box::new(part(numbers, own, of, deep - 1))),
        _ => Part::Repetition(numbers.below(3), Box::new(part(numbers, own, of, deep - 1))),
    }
}

fn body(numbers: &mut Numbers, own: usize, of: usize) -> Part {
    let body = part(numbers, own, of, 2);
    match numbers.below(6) {
        0 => Part::Sequence(vec![body, Part::Optional(Box::new(Part::Name(own)))]),
        _ => body,
    }
}

fn draft(numbers: &mut Numbers) -> Draft {
    let of = 2 + numbers.below(4);
    (0..of).map(|own| body(numbers, own, of)).collect()
}

/// One edit: a new text, a mutation of a text, or a renaming.
fn edit(numbers: &mut Numbers, draft: &Draft) -> (Draft, Option<usize>) {
    let (mut edited, own) = (draft.clone(), numbers.below(draft.len()));
    let old = edited[own].clone();
    let other = |numbers: &mut Numbers| part(numbers, own, draft.len(), 1);
    edited[own] = match numbers.below(7) {
        0 => body(numbers, own, draft.len()),
        1 => Part::Choice(vec![old, other(numbers)]),
        2 => Part::Sequence(vec![other(numbers), old]),
        3 => Part::Optional(Box::new(old)),
        4 => match old {
            Part::Sequence(mut parts) | Part::Choice(mut parts) => {
                parts.swap_remove(numbers.below(parts.len()))
            }
            Part::Optional(body) | Part::Repetition(_, body) => *body,
            _ => other(numbers),
        },
        5 => Part::Choice(vec![old.clone(), old]),
        _ => return (edited, Some(own)),
    };
    (edited, None)
}

fn text(draft: &Draft, renamed: Option<usize>) -> String {
    fn write(part: &Part, name: &dyn Fn(usize) -> String) -> String {
        let all = |parts: &[Part], between: &str| {
            parts.iter().map(|part| write(part, name)).collect::<Vec<_>>().join(between)
        };
        match part {
            Part::Character(character) => format!("\"{character}\""),
            Part::Name(number) => name(*number),
            Part::Sequence(parts) => format!("( {} )", all(parts, " ")),
            Part::Choice(parts) => format!("( {} )", all(parts, " | ")),
            Part::Optional(body) => format!("[ {} ]", write(body, name)),
            Part::Repetition(at_least, body) => format!("{at_least}*( {} )", write(body, name)),
        }
    }
    let name = |number: usize| match renamed {
        Some(renamed) if renamed == number => "other".to_owned(),
        _ => format!("p{number}"),
    };
    let mut text = "# notation rfc822\n".to_owned();
    for (number, body) in draft.iter().enumerate() {
        let _ = writeln!(text, "{} = {}", name(number), write(body, &name));
    }
    text
}

type Strings = BTreeSet<Vec<u8>>;

fn concatenated(one: &Strings, two: &Strings) -> Strings {
    let mut all = Strings::new();
    for first in one {
        let fits = two.iter().filter(|second| first.len() + second.len() <= LONGEST);
        all.extend(fits.map(|second| [&first[..], second].concat()));
    }
    all
}

/// The short strings of a part, given those of the names so far.
fn strings(part: &Part, known: &[Strings]) -> Strings {
    let empty = || Strings::from([Vec::new()]);
    match part {
        Part::Character(character) => Strings::from([character.to_string().into_bytes()]),
        Part::Name(number) => known[*number].clone(),
        Part::Sequence(parts) => {
            parts.iter().fold(empty(), |before, part| concatenated(&before, &strings(part, known)))
        }
        Part::Choice(parts) => parts.iter().flat_map(|part| strings(part, known)).collect(),
        Part::Optional(body) => &strings(body, known) | &empty(),
        Part::Repetition(at_least, body) => {
            let once = strings(body, known);
            let mut all = (0..*at_least).fold(empty(), |before, _| concatenated(&before, &once));
            loop {
                let more = &all | &concatenated(&all, &once);
                if more == all {
                    return all;
                }
                all = more;
            }
        }
    }
}

/// By production: its strings of at most four characters, from the last production up.
fn languages(draft: &Draft) -> Vec<Strings> {
    let mut known = vec![Strings::new(); draft.len()];
    for (number, body) in draft.iter().enumerate().rev() {
        loop {
            let found = strings(body, &known);
            if known[number] == found {
                break;
            }
            known[number] = found;
        }
    }
    known
}

/// The least string that only the second has: by length, then by bytes.
fn gained(one: &Strings, two: &Strings) -> Option<Vec<u8>> {
    two.difference(one).min_by_key(|it| (it.len(), (*it).clone())).cloned()
}

#[track_caller]
fn holds(witness: Option<&[u8]>, least: Option<Vec<u8>>, said: &str) {
    let short = witness.filter(|it| it.len() <= LONGEST);
    assert_eq!(short, least.as_deref(), "{said}");
}

/// Tests one random edit. Returns whether the two drafts could be compared.
fn try_one(seed: u64) -> bool {
    let mut numbers = Numbers::from_seed(seed);
    let old = draft(&mut numbers);
    let (new, renamed) = edit(&mut numbers, &old);
    let texts = [text(&old, None), text(&new, renamed)];
    let said = format!("seed {seed}\n{}{}", texts[0], texts[1]);
    let grammars = texts.each_ref().map(|text| {
        let read = Grammar::read("draft.bnf", text, Reading::Printed);
        read.unwrap_or_else(|error| panic!("{error}\n{said}"))
    });
    let side = |name: &str, grammar| Side { name: name.to_owned(), grammar };
    let diff = match Diff::new(side("old", &grammars[0]), side("new", &grammars[1])) {
        Err(DiffError::Undecided(..)) => return false,
        diff => diff.unwrap_or_else(|error| panic!("{error}\n{said}")),
    };
    let (one, two) = (languages(&old), languages(&new));
    for pair in &diff.pairs {
        let (one, two) = (&one[pair.old.0.index()], &two[pair.new.0.index()]);
        let relation: &Relation = pair.change.relation();
        holds(relation.gained(), gained(one, two), &said);
        holds(relation.lost(), gained(two, one), &said);
    }
    causes::check(&diff);
    true
}

#[test]
fn a_diff_says_of_random_edits_what_their_strings_say() {
    let asked = std::env::var("URLBNF_EDITS").ok().and_then(|it| it.parse().ok());
    let count = asked.unwrap_or(60);
    let compared = (0..count).filter(|&seed| try_one(seed)).count();
    assert!(compared * 10 > count as usize * 8, "{compared} of {count}");
}
