//! Compares what `lint` decides of each rule by its own text with the definition, on all short strings
//! and on grammars that recur anywhere.
//!
//! Nothing that is proved may be refuted by a string, and each string that is shown must show what it
//! is said to show.

use std::collections::BTreeSet;

use urlbnf_bnf::diff::{GrammarComparison, NamedGrammar, PairingHints};
use urlbnf_bnf::lint::{FindingDetails, LintCode, Question, linted};
use urlbnf_bnf::{Grammar, Reading};

use super::draw::{GrammarRng, RandomExpr, RandomGrammar, draw, edit, written};
use super::matcher::{DerivedStrings, StringSet, number, text};
use super::ordered::refused;
use super::{MismatchSummary, abnf, read, seeds};

/// The length of the longest strings that are tried.
const LONGEST: usize = 4;

/// The names in a derivation, each with the part of the string that it derives.
type Children = Vec<(usize, usize, usize)>;

/// Where derivations of a part from an offset on end, and the names in them. A repetition of nothing
/// is not repeated.
fn derivations(
    derived: &DerivedStrings<'_>,
    part: &RandomExpr,
    string: &[u8],
    start: usize,
) -> BTreeSet<(usize, Children)> {
    let all = |part: &RandomExpr, start: usize| derivations(derived, part, string, start);
    let then = |firsts: BTreeSet<(usize, Children)>, part: &RandomExpr| {
        let mut both = BTreeSet::new();
        for (middle, children) in firsts {
            for (end, more) in all(part, middle) {
                both.insert((end, [children.clone(), more].concat()));
            }
        }
        both
    };
    let nothing = BTreeSet::from([(start, Vec::new())]);
    match part {
        RandomExpr::Literal(text) => {
            let is_here = string[start..].starts_with(text.as_bytes());
            is_here.then(|| (start + text.len(), Vec::new())).into_iter().collect()
        }
        RandomExpr::Name(name) => {
            let is = |end: &usize| {
                let number = number(&string[start..*end]);
                number.is_some_and(|number| derived.strings[*name].contains(number))
            };
            let ends = (start..=string.len()).filter(is);
            ends.map(|end| (end, vec![(*name, start, end)])).collect()
        }
        RandomExpr::Sequence(parts) => parts.iter().fold(nothing, then),
        RandomExpr::Choice(parts) => parts.iter().flat_map(|part| all(part, start)).collect(),
        RandomExpr::Optional(body) => &nothing | &all(body, start),
        RandomExpr::Repetition(least, body) => {
            let mut rounds = nothing;
            for _ in 0..*least {
                rounds = then(rounds, body);
            }
            let mut found = rounds.clone();
            while !rounds.is_empty() {
                rounds = then(rounds, body);
                rounds
                    .retain(|(end, _)| found.iter().all(|(known, _)| known != end) || *end > start);
                let more: BTreeSet<_> = rounds.difference(&found).cloned().collect();
                // Longer lists for the same bytes come from empty rounds.
                let is_short = |it: &(usize, Children)| it.1.len() <= 3 * (string.len() + 1);
                rounds = more.into_iter().filter(is_short).collect();
                found.extend(rounds.iter().cloned());
            }
            found
        }
    }
}

/// In how many ways the text of a rule derives a string.
fn ways(drawn: &RandomGrammar, derived: &DerivedStrings<'_>, name: usize, string: &str) -> usize {
    let bodies = drawn.definitions.iter().filter(|(own, _)| *own == name);
    let mut ways: BTreeSet<Children> = BTreeSet::new();
    for (_, body) in bodies {
        match body {
            None if string.is_empty() => _ = ways.insert(Vec::new()),
            None => {}
            Some(body) => {
                let found = derivations(derived, body, string.as_bytes(), 0);
                let whole = found.into_iter().filter(|(end, _)| *end == string.len());
                ways.extend(whole.map(|(_, children)| children));
            }
        }
    }
    ways.len()
}

#[test]
fn what_is_proved_is_not_refuted_and_what_is_found_is_shown() {
    agrees(seeds(1));
}

#[test]
#[ignore = "takes minutes"]
fn what_is_proved_is_not_refuted_in_thousands_of_grammars() {
    agrees(1_000_000..1_020_000);
}

fn agrees(seeds: impl Iterator<Item = u64>) {
    let mut wrong = MismatchSummary::default();
    let mut counts = [0_usize; 6];
    let [proved, found, open, ordered, refusals, open_orders] = &mut counts;
    for seed in seeds {
        let drawn = draw(&mut GrammarRng::new(seed));
        let written = abnf::written(&drawn, &mut GrammarRng::new(seed));
        let grammar = Grammar::read("a.abnf", &written, Reading::Printed).unwrap();
        let derived = DerivedStrings::from_grammar(&drawn);
        let all: Vec<String> = (0..).map(text).take_while(|it| it.len() <= LONGEST).collect();
        let linted = linted(&grammar);
        for name in 0..drawn.names {
            let Some(id) = grammar.find(&format!("P{name}")) else { continue };
            let is_open = |question: Question| {
                let mut open = linted.undecided.iter();
                open.any(|open| open.production == id && open.question == question)
            };
            let own = || linted.findings.iter().filter(|finding| finding.production == id);
            let told = |what: String| format!("P{name}: {what}\n{written}");
            let shown = own().find_map(|finding| match &finding.fault {
                FindingDetails::Ambiguous { string, endless, .. } => Some((string, endless)),
                _ => None,
            });
            match shown {
                Some((string, endless)) => {
                    *found += 1;
                    let string = String::from_utf8_lossy(string);
                    if endless.is_none() && string.len() <= LONGEST {
                        let ways = ways(&drawn, &derived, name, &string);
                        if ways < 2 {
                            wrong.add("ambiguous", seed, &drawn, told(format!("{string}, {ways}")));
                        }
                    }
                }
                None if is_open(Question::Ambiguity) => *open += 1,
                None => {
                    *proved += 1;
                    let ambiguous = |it: &&String| ways(&drawn, &derived, name, it) > 1;
                    if let Some(string) = all.iter().find(ambiguous) {
                        wrong.add("not ambiguous", seed, &drawn, told(string.clone()));
                    }
                }
            }
            let order = own().find(|finding| finding.code == LintCode::OrderMatters);
            // The names are read as the document reads them.
            let refused = refused(&drawn, &derived, name);
            match order.map(|finding| &finding.fault) {
                Some(FindingDetails::OrderMatters { string, by_names: false }) => {
                    *refusals += 1;
                    let string = String::from_utf8_lossy(string).into_owned();
                    let is_short = string.len() <= LONGEST;
                    if is_short && !refused.is_some_and(|refused| refused.contains(&string)) {
                        wrong.add("order", seed, &drawn, told(string));
                    }
                }
                None if is_open(Question::Order) => *open_orders += 1,
                None => {
                    let is_unit = grammar.unit(id).is_some();
                    if let Some(string) = refused.iter().flatten().next().filter(|_| !is_unit) {
                        wrong.add("no order", seed, &drawn, told(string.clone()));
                    }
                    *ordered += 1;
                }
                Some(_) => {}
            }
        }
    }
    println!("{proved} proved, {found} found, {open} open; {ordered}, {refusals}, {open_orders}");
    wrong.none();
    let few = |open: usize, decided: usize| open * 10 < decided;
    assert!(few(*open, *proved + *found) && few(*open_orders, *ordered + *refusals), "{counts:?}");
    assert!(counts[..2].iter().chain(&counts[3..5]).all(|&count| count > 50), "{counts:?}");
}

/// Compares the relation that follows from the texts of two grammars, one of them an edit of the other,
/// with all short strings.
#[test]
fn the_texts_of_two_grammars_relate_their_languages() {
    let (mut wrong, mut equal, mut decided) = (MismatchSummary::default(), 0, 0);
    for seed in seeds(1) {
        let mut numbers = GrammarRng::new(seed);
        let old = draw(&mut numbers);
        let new = edit(&old, &mut numbers);
        let (one, two) = (read(&old), read(&new));
        let sides = (NamedGrammar::new("old", &one), NamedGrammar::new("new", &two));
        let comparison = GrammarComparison::new(sides.0, sides.1, &PairingHints::default());
        let Ok(start) = comparison.named(one.name(one.start())) else { continue };
        let Some(relation) = comparison.relation_by_texts(start.0, start.1) else { continue };
        let (before, after) =
            (DerivedStrings::from_grammar(&old), DerivedStrings::from_grammar(&new));
        let (before, after) = (&before.strings[0], &after.strings[0]);
        let is_shown = |shown: Option<&[u8]>, has: &StringSet, lacks: &StringSet| match shown {
            None => has.least_without(lacks).is_none(),
            Some(string) => number(string).is_none_or(|it| has.contains(it) && !lacks.contains(it)),
        };
        if !is_shown(relation.gained(), after, before) || !is_shown(relation.lost(), before, after)
        {
            wrong.add("relation", seed, &old, format!("{relation:?}, and now\n{}", written(&new)));
        }
        match relation.name() {
            "equal" => equal += 1,
            _ => decided += 1,
        }
    }
    println!("{equal} equal, {decided} different");
    wrong.none();
    assert!(equal > 50 && decided > 50, "{equal}, {decided}");
}
