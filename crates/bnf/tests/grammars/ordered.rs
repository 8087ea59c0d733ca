//! A first-match parser, simulated: it is given a continuation for the text after each part,
//! and never returns to an alternative that it has left.

use std::collections::BTreeSet;

use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity};
use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
use urlbnf_bnf::lint::{FindingDetails, lint};
use urlbnf_bnf::{Grammar, Reading};

use super::draw::{GrammarRng, RandomExpr, RandomGrammar, draw};
use super::matcher::{DerivedStrings, number, text};
use super::{MismatchSummary, abnf, seeds};

/// The length of the longest strings that are tried.
const LONGEST: usize = 4;

/// A first-match parser on one string.
struct FirstMatchSimulator<'d> {
    drawn: &'d RandomGrammar,
    derived: &'d DerivedStrings<'d>,
    /// The names that it reads by their texts. For the others it tries all of their strings.
    plain: &'d [bool],
    string: &'d [u8],
}

impl FirstMatchSimulator<'_> {
    /// Whether the part matches at a position, and the continuation after it.
    fn part(&self, part: &RandomExpr, at: usize, after: &dyn Fn(usize) -> bool) -> bool {
        match part {
            RandomExpr::Literal(text) => {
                self.string[at..].starts_with(text.as_bytes()) && after(at + text.len())
            }
            RandomExpr::Name(name) if self.plain[*name] => {
                self.choice(&bodies(self.drawn, *name), at, after)
            }
            RandomExpr::Name(name) => (at..=self.string.len()).any(|end| {
                let taken = number(&self.string[at..end]);
                taken.is_some_and(|it| self.derived.strings[*name].contains(it)) && after(end)
            }),
            RandomExpr::Sequence(parts) => self.sequence(parts, at, after),
            RandomExpr::Choice(parts) => {
                self.choice(&parts.iter().map(Some).collect::<Vec<_>>(), at, after)
            }
            RandomExpr::Optional(body) => self.if_it_can(body, at, after, &|| after(at)),
            RandomExpr::Repetition(0, body) => {
                self.if_it_can(body, at, &|end| self.part(part, end, after), &|| after(at))
            }
            RandomExpr::Repetition(least, body) => {
                let rest = RandomExpr::Repetition(least - 1, body.clone());
                self.part(body, at, &|end| self.part(&rest, end, after))
            }
        }
    }

    fn sequence(&self, parts: &[RandomExpr], at: usize, after: &dyn Fn(usize) -> bool) -> bool {
        match parts {
            [] => after(at),
            [first, rest @ ..] => self.part(first, at, &|end| self.sequence(rest, end, after)),
        }
    }

    /// Takes the first alternative that matches. `None` is the empty alternative.
    fn choice(
        &self,
        all: &[Option<&RandomExpr>],
        at: usize,
        after: &dyn Fn(usize) -> bool,
    ) -> bool {
        match all {
            [] => false,
            [None, ..] => after(at),
            [Some(first), rest @ ..] => {
                self.if_it_can(first, at, after, &|| self.choice(rest, at, after))
            }
        }
    }

    fn if_it_can(
        &self,
        part: &RandomExpr,
        at: usize,
        after: &dyn Fn(usize) -> bool,
        otherwise: &dyn Fn() -> bool,
    ) -> bool {
        self.part(part, at, after) || !self.part(part, at, &|_| true) && otherwise()
    }
}

fn bodies(drawn: &RandomGrammar, name: usize) -> Vec<Option<&RandomExpr>> {
    drawn.definitions.iter().filter(|it| it.0 == name).map(|it| it.1.as_ref()).collect()
}

/// A shortest string of a production that a first-match parser rejects.
fn least(
    drawn: &RandomGrammar,
    derived: &DerivedStrings<'_>,
    plain: &[bool],
    name: usize,
) -> Option<String> {
    let all = (0..).map(text).take_while(|it| it.len() <= LONGEST);
    let mut all =
        all.filter(|it| number(it.as_bytes()).is_some_and(|it| derived.strings[name].contains(it)));
    all.find(|it| {
        let parser = FirstMatchSimulator { drawn, derived, plain, string: it.as_bytes() };
        !parser.choice(&bodies(drawn, name), 0, &|end| end == it.len())
    })
}

/// The short strings of a production that a first-match parser rejects, if it reads the names as the
/// document does; `None` if it may never end.
pub fn refused(
    drawn: &RandomGrammar,
    derived: &DerivedStrings<'_>,
    name: usize,
) -> Option<Vec<String>> {
    let texts = bodies(drawn, name);
    let begins_itself = reached(drawn, derived, true)[name].contains(&name);
    if begins_itself || texts.iter().flatten().any(|body| has_empty_rounds(body, derived)) {
        return None;
    }
    let plain = vec![false; drawn.names];
    let all = (0..).map(text).take_while(|it| it.len() <= LONGEST);
    let derives =
        |it: &String| number(it.as_bytes()).is_some_and(|it| derived.strings[name].contains(it));
    let refused = all.filter(derives).filter(|it| {
        let parser = FirstMatchSimulator { drawn, derived, plain: &plain, string: it.as_bytes() };
        !parser.choice(&texts, 0, &|end| end == it.len())
    });
    Some(refused.collect())
}

fn is_empty(part: &RandomExpr, derived: &DerivedStrings<'_>) -> bool {
    match part {
        RandomExpr::Literal(_) => false,
        RandomExpr::Name(name) => derived.strings[*name].contains(0),
        RandomExpr::Sequence(parts) => parts.iter().all(|it| is_empty(it, derived)),
        RandomExpr::Choice(parts) => parts.iter().any(|it| is_empty(it, derived)),
        RandomExpr::Optional(_) | RandomExpr::Repetition(0, _) => true,
        RandomExpr::Repetition(_, body) => is_empty(body, derived),
    }
}

/// Whether a part contains an unbounded repetition of something nullable.
fn has_empty_rounds(part: &RandomExpr, derived: &DerivedStrings<'_>) -> bool {
    match part {
        RandomExpr::Literal(_) | RandomExpr::Name(_) => false,
        RandomExpr::Sequence(all) | RandomExpr::Choice(all) => {
            all.iter().any(|it| has_empty_rounds(it, derived))
        }
        RandomExpr::Optional(body) => has_empty_rounds(body, derived),
        RandomExpr::Repetition(_, body) => {
            is_empty(body, derived) || has_empty_rounds(body, derived)
        }
    }
}

/// The names in a part; with `first`, only those with which it can begin.
fn names(
    part: &RandomExpr,
    derived: &DerivedStrings<'_>,
    first: bool,
    found: &mut BTreeSet<usize>,
) {
    match part {
        RandomExpr::Literal(_) => {}
        RandomExpr::Name(name) => drop(found.insert(*name)),
        RandomExpr::Sequence(parts) => {
            for part in parts {
                names(part, derived, first, found);
                if first && !is_empty(part, derived) {
                    break;
                }
            }
        }
        RandomExpr::Choice(parts) => parts.iter().for_each(|it| names(it, derived, first, found)),
        RandomExpr::Optional(body) | RandomExpr::Repetition(_, body) => {
            names(body, derived, first, found)
        }
    }
}

/// By name: the names that are reachable from it.
fn reached(
    drawn: &RandomGrammar,
    derived: &DerivedStrings<'_>,
    first: bool,
) -> Vec<BTreeSet<usize>> {
    let direct = |name: usize| {
        let mut found = BTreeSet::new();
        for body in bodies(drawn, name).into_iter().flatten() {
            names(body, derived, first, &mut found);
        }
        found
    };
    let mut all: Vec<BTreeSet<usize>> = (0..drawn.names).map(direct).collect();
    for _ in 0..drawn.names {
        for name in 0..drawn.names {
            let more: Vec<usize> = all[name].iter().flat_map(|it| all[*it].clone()).collect();
            all[name].extend(more);
        }
    }
    all
}

/// Replaces the names that are not after `behind`.
fn forwards(part: &mut RandomExpr, behind: usize) {
    match part {
        RandomExpr::Literal(_) => {}
        RandomExpr::Name(name) if *name > behind => {}
        RandomExpr::Name(_) => *part = RandomExpr::Literal("a".to_owned()),
        RandomExpr::Sequence(parts) | RandomExpr::Choice(parts) => {
            parts.iter_mut().for_each(|it| forwards(it, behind));
        }
        RandomExpr::Optional(body) | RandomExpr::Repetition(_, body) => forwards(body, behind),
    }
}

/// Compares what `lint` says about the order of alternatives with the simulated parser.
#[test]
fn lint_agrees_with_a_simulated_first_match_parser() {
    let (mut wrong, mut told, mut by_names, mut left) = (MismatchSummary::default(), 0, 0, 0);
    for seed in seeds(1) {
        let mut drawn = draw(&mut GrammarRng::new(seed));
        if seed % 4 != 0 {
            // Most grammars name only later productions, so that names are read by their
            // texts.
            for (name, body) in &mut drawn.definitions {
                body.iter_mut().for_each(|body| forwards(body, *name));
            }
        }
        let written = abnf::written(&drawn, &mut GrammarRng::new(seed));
        let grammar = Grammar::read("a.abnf", &written, Reading::Printed).unwrap();
        if grammar
            .defined()
            .any(|id| Automaton::new(&grammar, &LanguageSpec::from_production(id)).is_err())
        {
            continue;
        }
        let derived = DerivedStrings::from_grammar(&drawn);
        let findings = lint(&grammar);
        let id = |name: usize| grammar.find(&format!("P{name}"));
        let found = |name: usize| {
            findings.iter().find_map(|it| match &it.fault {
                FindingDetails::OrderMatters { string, by_names }
                    if Some(it.production) == id(name) =>
                {
                    Some((String::from_utf8_lossy(string).into_owned(), *by_names))
                }
                _ => None,
            })
        };
        let (all, first) = (reached(&drawn, &derived, false), reached(&drawn, &derived, true));
        let begins_itself: Vec<usize> =
            (0..drawn.names).filter(|name| first[*name].contains(name)).collect();
        // Each production is decided alone.
        for production in grammar.defined() {
            let is_told = findings.iter().any(|it| match &it.fault {
                FindingDetails::Ambiguous { inherited_by, .. } => {
                    it.production == production || inherited_by.contains(&production)
                }
                _ => false,
            });
            let decided = ambiguity(&grammar, production);
            if decided.is_ok_and(|it| (it != Ambiguity::Unambiguous) != is_told) {
                wrong.add("ambiguous", seed, &drawn, grammar.name(production).to_owned());
            }
        }
        for &name in &begins_itself {
            let is_told = findings.iter().any(|finding| {
                let with =
                    |other: &usize| first[name].contains(other) && first[*other].contains(&name);
                finding.fault == FindingDetails::LeftRecursion
                    && (0..drawn.names)
                        .filter(with)
                        .any(|other| id(other) == Some(finding.production))
            });
            left += usize::from(is_told);
            if !is_told {
                wrong.add("begins with itself", seed, &drawn, format!("P{name}"));
            }
        }
        let rounds = |name: usize| {
            bodies(&drawn, name).into_iter().flatten().any(|it| has_empty_rounds(it, &derived))
        };
        let is_looked_at = |name: usize| {
            let is_one = id(name).is_some_and(|id| grammar.unit(id).is_some());
            !is_one && !rounds(name) && !first[name].contains(&name)
        };
        let plain: Vec<bool> = (0..drawn.names)
            .map(|name| {
                let defined = !bodies(&drawn, name).is_empty();
                defined && is_looked_at(name) && !all[name].contains(&name) && found(name).is_none()
            })
            .collect();
        let none = vec![false; drawn.names];
        for name in (0..drawn.names).filter(|&it| !bodies(&drawn, it).is_empty()) {
            let expected = match is_looked_at(name) {
                false => None,
                true => least(&drawn, &derived, &none, name)
                    .map(|it| (it, false))
                    .or_else(|| least(&drawn, &derived, &plain, name).map(|it| (it, true))),
            };
            let found = found(name);
            let is_long = found.as_ref().is_some_and(|it| it.0.len() > LONGEST);
            told += usize::from(found.is_some());
            by_names += usize::from(found.as_ref().is_some_and(|it| it.1));
            let same = found == expected
                || is_long
                    && expected
                        .as_ref()
                        .is_none_or(|it| it.1 && found.as_ref().is_some_and(|it| !it.1));
            if !same {
                let what = format!("P{name}: {found:?}, and not {expected:?}\n{written}");
                wrong.add("order", seed, &drawn, what);
            }
        }
    }
    println!("{told} told, {by_names} by names, {left} that begin with themselves");
    assert!(std::env::var("SEED").is_ok() || told > 100 && by_names > 10 && left > 10);
    wrong.none();
}
