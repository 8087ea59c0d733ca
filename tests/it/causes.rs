//! Recomputes roots and their followers in a second way.
//!
//! `diff` leaves a change out by combining expressions, asks only where something below has
//! changed, and searches for witnesses. Here, the grammar without a change is written as text
//! and read again, every next root is asked, and languages are compared by their differences.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use urlbnf::automaton::{Automaton, Dfa, LanguageSpec, Work};
use urlbnf::bnf::{CharacterSet, Expression, ExpressionKind, Grammar, ProductionId};
use urlbnf::diff::{NamedGrammar, PairChange, ProductionPair, UrlGrammarDiff, side_of};
use urlbnf::report::diff::DiffRecord;
use urlbnf::{Edition, Reading};

use crate::support::side_by_side;

/// An expression in ABNF, with every byte by its number, and names as `named` writes them.
fn written(expression: &Expression, named: &dyn Fn(ProductionId) -> String) -> String {
    let all = |parts: &[Expression], between: &str| {
        let parts: Vec<String> = parts.iter().map(|part| written(part, named)).collect();
        parts.join(between)
    };
    match &expression.kind {
        ExpressionKind::Empty => "nothing".to_owned(),
        ExpressionKind::Literal(_) | ExpressionKind::AnyCase(_) | ExpressionKind::Value(_) => {
            let one = |set: &CharacterSet| {
                // Byte by byte, the characters of RFC 3987 would be too many to determinise.
                let mut ranges: Vec<(u8, u8)> = Vec::new();
                for byte in set.bytes() {
                    match ranges.last_mut() {
                        Some((_, last)) if *last + 1 == byte => *last = byte,
                        _ => ranges.push((byte, byte)),
                    }
                }
                let range = |(from, to): &(u8, u8)| format!("%x{from:02X}-{to:02X}");
                format!("( {} )", ranges.iter().map(range).collect::<Vec<_>>().join(" / "))
            };
            let bytes = expression.bytes().unwrap_or_default();
            bytes.iter().map(one).collect::<Vec<_>>().join(" ")
        }
        ExpressionKind::Reference(id) => named(*id),
        ExpressionKind::Sequence(parts) => all(parts, " "),
        ExpressionKind::Choice(parts) => format!("( {} )", all(parts, " / ")),
        ExpressionKind::Optional(body) => format!("[ {} ]", written(body, named)),
        ExpressionKind::Repetition { at_least, at_most, body } => {
            let at_most = at_most.map(|it| it.to_string()).unwrap_or_default();
            format!("{at_least}*{at_most}( {} )", written(body, named))
        }
    }
}

/// The definitions of a production as one text; `None` if it is undefined.
fn text(
    grammar: &Grammar,
    id: ProductionId,
    named: &dyn Fn(ProductionId) -> String,
) -> Option<String> {
    let production = grammar.production(id);
    let alternatives: Vec<String> =
        production.alternatives().map(|it| written(it, named)).collect();
    (!production.definitions().is_empty()).then(|| alternatives.join(" / "))
}

type LanguageIfRegular = Option<Dfa>;

/// A diff, and the languages of its new grammar when changes are left out.
struct PartialDiffLanguages<'d, 'g> {
    diff: &'d UrlGrammarDiff<'g>,
    grammars: RefCell<HashMap<Vec<usize>, Grammar>>,
    languages: RefCell<HashMap<(usize, Vec<usize>), LanguageIfRegular>>,
}

impl PartialDiffLanguages<'_, '_> {
    fn grammar(&self, left_out: &[usize]) -> Grammar {
        let (old, new) = (self.diff.old.grammar, self.diff.new.grammar);
        let partner =
            |id: ProductionId| self.diff.pairs.iter().find(|it| it.old.0 == id).map(|it| it.new.0);
        let of_new = |id: ProductionId| format!("n{}", id.index());
        let of_old =
            |id: ProductionId| partner(id).map_or_else(|| format!("o{}", id.index()), of_new);
        let mut productions = vec!["nothing = \"\"".to_owned()];
        for id in new.ids() {
            let pair = left_out.iter().map(|&at| &self.diff.pairs[at]).find(|it| it.new.0 == id);
            let body = match pair {
                Some(pair) => text(old, pair.old.0, &of_old),
                None => text(new, id, &of_new),
            };
            productions.extend(body.map(|body| format!("{} = {body}", of_new(id))));
        }
        for id in old.ids().filter(|&id| partner(id).is_none()) {
            let body = text(old, id, &of_old);
            productions.extend(body.map(|body| format!("{} = {body}", of_old(id))));
        }
        let page = productions.join("\n") + "\n";
        Grammar::read("without.abnf", &page, Reading::Printed)
            .unwrap_or_else(|it| panic!("{it}\n{page}"))
    }

    /// The language of a pair's new production; `None` if it is not regular.
    fn language(&self, at: usize, left_out: &[usize]) -> LanguageIfRegular {
        let mut left_out = left_out.to_vec();
        left_out.sort_unstable();
        if let Some(made) = self.languages.borrow().get(&(at, left_out.clone())) {
            return made.clone();
        }
        let mut grammars = self.grammars.borrow_mut();
        let grammar = grammars.entry(left_out.clone()).or_insert_with(|| self.grammar(&left_out));
        let made =
            grammar.find(&format!("n{}", self.diff.pairs[at].new.0.index())).and_then(|id| {
                Automaton::new(grammar, &LanguageSpec::from_production(id))
                    .ok()?
                    .determinise(&mut Work::default())
                    .ok()
            });
        self.languages.borrow_mut().insert((at, left_out), made.clone());
        made
    }

    fn changes(&self, at: usize, left_out: &[usize]) -> bool {
        !same(&self.language(at, left_out), &self.language(at, &[]))
    }
}

fn same(one: &LanguageIfRegular, two: &LanguageIfRegular) -> bool {
    let (Some(one), Some(two)) = (one, two) else { return false };
    one.difference(two, &mut Work::default()).unwrap().is_empty()
        && two.difference(one, &mut Work::default()).unwrap().is_empty()
}

/// A production of either grammar, or a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum DiffNode {
    Pair(usize),
    Old(ProductionId),
    New(ProductionId),
}

/// The next roots that are reachable from the texts of a pair.
fn next_roots(diff: &UrlGrammarDiff<'_>, at: usize) -> Vec<usize> {
    let pairs = &diff.pairs;
    let named = |grammar: &Grammar, id: ProductionId| -> Vec<ProductionId> {
        let definitions = grammar.production(id).definitions();
        definitions.iter().flat_map(|it| it.body.references()).map(|(named, _)| named).collect()
    };
    let olds = |id| {
        named(diff.old.grammar, id).into_iter().map(|id| {
            pairs.iter().position(|it| it.old.0 == id).map_or(DiffNode::Old(id), DiffNode::Pair)
        })
    };
    let news = |id| {
        named(diff.new.grammar, id).into_iter().map(|id| {
            pairs.iter().position(|it| it.new.0 == id).map_or(DiffNode::New(id), DiffNode::Pair)
        })
    };
    let (mut roots, mut seen, mut pending) =
        (Vec::new(), HashSet::from([DiffNode::Pair(at)]), vec![DiffNode::Pair(at)]);
    while let Some(place) = pending.pop() {
        let below: Vec<DiffNode> = match place {
            DiffNode::Old(id) => olds(id).collect(),
            DiffNode::New(id) => news(id).collect(),
            DiffNode::Pair(pair)
                if pair != at && matches!(pairs[pair].change, PairChange::Same) =>
            {
                continue;
            }
            DiffNode::Pair(pair) if pair != at && is_root(&pairs[pair]) => {
                roots.push(pair);
                continue;
            }
            DiffNode::Pair(pair) => {
                olds(pairs[pair].old.0).chain(news(pairs[pair].new.0)).collect()
            }
        };
        pending.extend(below.into_iter().filter(|&it| seen.insert(it)));
    }
    roots.sort_unstable();
    roots
}

fn is_root(pair: &ProductionPair) -> bool {
    matches!(pair.change, PairChange::Root { .. })
}

/// A minimal subset that matters, found by removing each member in order if it is not needed.
fn least(of: &[usize], matters: impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
    if of.is_empty() || !matters(of) {
        return None;
    }
    let mut set = of.to_vec();
    for one in of {
        let fewer: Vec<usize> = set.iter().copied().filter(|it| it != one).collect();
        if !fewer.is_empty() && matters(&fewer) {
            set = fewer;
        }
    }
    Some(set)
}

/// Checks every cause that a diff names against the definition. Returns the number of causes.
#[track_caller]
pub fn check(diff: &UrlGrammarDiff<'_>) -> usize {
    let without =
        PartialDiffLanguages { diff, grammars: RefCell::default(), languages: RefCell::default() };
    let pairs = &diff.pairs;
    let roots: Vec<usize> = (0..pairs.len()).filter(|&at| is_root(&pairs[at])).collect();
    let reworded: Vec<usize> =
        (0..pairs.len()).filter(|&at| pairs[at].reworded && !is_root(&pairs[at])).collect();
    let mut links = 0;
    for (at, pair) in pairs.iter().enumerate() {
        let said = format!(
            "{} → {}: {} → {}",
            diff.old.name,
            diff.new.name,
            diff.old_name(pair.old),
            diff.new_name(pair.new)
        );
        let next = || next_roots(diff, at);
        let each = |matters: &dyn Fn(&[usize]) -> bool| -> Option<Vec<usize>> {
            let each: Vec<usize> = next().into_iter().filter(|&root| matters(&[root])).collect();
            (!each.is_empty()).then_some(each)
        };
        match &pair.change {
            PairChange::Same => {}
            PairChange::Follows { roots: named, .. } => {
                assert!(!pair.reworded || !without.changes(at, &[at]), "{said} is a root");
                let changes = |set: &[usize]| without.changes(at, set);
                let in_old_words = |set: &[usize]| without.changes(at, &[set, &reworded].concat());
                let expected = each(&changes)
                    .or_else(|| least(&next(), changes))
                    .or_else(|| least(&roots, changes))
                    .or_else(|| each(&in_old_words))
                    .or_else(|| least(&next(), in_old_words))
                    .or_else(|| least(&roots, in_old_words));
                assert_eq!(Some(named), expected.as_ref(), "{said}");
                links += named.len();
            }
            PairChange::Root { alone, also, followers, .. } => {
                assert!(pair.reworded && without.changes(at, &[at]), "{said} is no root");
                assert_eq!(alone.is_some(), !also.is_empty(), "{said}");
                for (other, pair) in pairs.iter().enumerate() {
                    let follows = match &pair.change {
                        PairChange::Follows { roots, .. } => roots.contains(&at),
                        _ => false,
                    };
                    assert_eq!(followers.contains(&other), follows, "{said}");
                }
                links += also.len();
                let own = without.language(at, &[at]);
                let old =
                    Automaton::new(diff.old.grammar, &LanguageSpec::from_production(pair.old.0))
                        .unwrap();
                if own.is_none() || same(&own, &old.determinise(&mut Work::default()).ok()) {
                    assert!(also.is_empty(), "{said}: nothing is left");
                    continue;
                }
                let has_part = |set: &[usize]| {
                    without.changes(at, set)
                        && !same(&own, &without.language(at, &[set, &[at]].concat()))
                };
                let others: Vec<usize> = roots.iter().copied().filter(|&it| it != at).collect();
                let expected = each(&has_part)
                    .or_else(|| least(&next(), has_part))
                    .or_else(|| least(&others, has_part));
                assert_eq!(*also, expected.unwrap_or_default(), "{said}");
            }
        }
    }
    links
}

#[test]
fn a_root_is_named_only_where_leaving_it_out_makes_a_difference() {
    let links = side_by_side(Edition::pairs(), |(old, new)| {
        let side = |edition| side_of(edition, Reading::Corrected);
        check(&UrlGrammarDiff::new(side(old), side(new)).unwrap())
    });
    let links: usize = links.into_iter().sum();
    assert!(links > 100, "{links}");
}

fn drafts(old: &str, new: &str) -> [Grammar; 2] {
    [old, new].map(|text| {
        let text = format!("# notation rfc822\n{text}");
        Grammar::read("draft.bnf", &text, Reading::Printed).unwrap()
    })
}

fn compared([old, new]: &[Grammar; 2]) -> UrlGrammarDiff<'_> {
    let side = |grammar| NamedGrammar { name: "draft".to_owned(), grammar };
    UrlGrammarDiff::new(side(old), side(new)).unwrap()
}

/// A root that a follower reaches, but that changes nothing in it.
const WITHOUT_EFFECT: [&str; 2] = [
    "s = t \"+\"\nt = u | v\nu = \"a\"\nv = \"b\"\n",
    "s = t \"+\"\nt = u | v\nu = \"a\" | \"b\"\nv = \"b\" | \"c\"\n",
];

/// Adds a cause to a diff, or removes one, and checks the diff.
#[track_caller]
fn tampered(tamper: impl Fn(&mut Vec<usize>)) {
    let grammars = drafts(WITHOUT_EFFECT[0], WITHOUT_EFFECT[1]);
    let mut diff = compared(&grammars);
    check(&diff);
    if let PairChange::Follows { roots, .. } = &mut diff.compared.pairs[1].change {
        tamper(roots);
    }
    check(&diff);
}

#[test]
#[should_panic(expected = "draft → draft: t → t")]
fn a_cause_too_many_is_found() {
    tampered(|roots| roots.insert(0, 2));
}

#[test]
#[should_panic(expected = "draft → draft")]
fn a_cause_too_few_is_found() {
    tampered(Vec::clear);
}

/// Asserts the changes of two drafts: `NAME itself ALSO` for a root, `NAME: ROOTS` for a
/// follower.
#[track_caller]
fn causes(old: &str, new: &str, expected: &[&str]) {
    let grammars = drafts(old, new);
    let diff = compared(&grammars);
    check(&diff);
    let names = |numbers: &[usize]| {
        let names: Vec<&str> =
            numbers.iter().map(|&at| diff.new_name(diff.pairs[at].new)).collect();
        names.join(", ")
    };
    let found = diff.pairs.iter().filter_map(|pair| match &pair.change {
        PairChange::Same => None,
        PairChange::Root { also, .. } => {
            Some(format!("{} itself {}", diff.new_name(pair.new), names(also)))
        }
        PairChange::Follows { roots, .. } => {
            Some(format!("{}: {}", diff.new_name(pair.new), names(roots)))
        }
    });
    assert_eq!(found.map(|it| it.trim().to_owned()).collect::<Vec<_>>(), expected);
}

#[test]
fn causes_that_can_be_argued() {
    let [old, new] = WITHOUT_EFFECT;
    causes(old, new, &["s: v", "t: v", "u itself", "v itself"]);
    // Either change suffices alone: a minimal set is named, and not the empty set.
    causes(
        "s = u | v\nu = \"a\"\nv = \"b\"\n",
        "s = u | v\nu = \"a\" | \"c\"\nv = \"b\" | \"c\"\n",
        &["s: u, v", "u itself", "v itself"],
    );
    // The new text no longer names the changed production, and has the same strings.
    causes(
        "s = \"a\" | q\nq = \"b\"\nr = q\n",
        "s = \"a\" | \"c\"\nq = \"c\"\nr = q\n",
        &["s: q", "q itself", "r: q"],
    );
    // First, another production causes the rest of the change; then there is no rest.
    causes("s = q\nq = \"b\"\n", "s = [ q ]\nq = \"b\" | \"c\"\n", &["s itself q", "q itself"]);
    causes("s = \"a\"\nq = \"b\"\n", "s = q\nq = \"c\"\n", &["s itself", "q itself"]);
    // Old and new texts together are mutually recursive, unlike those of either draft.
    causes("a = b \"y\"\nb = \"c\"\n", "a = \"c\"\nb = \"z\" a\n", &["a itself", "b itself"]);
}

#[test]
fn the_rest_is_by_what_has_a_part_in_it() {
    let of = |name: &str| side_of(name.parse().unwrap(), Reading::Corrected);
    for (old, new, production) in [("rfc1630", "rfc1738", "user"), ("url-02", "rfc1630", "user")] {
        let diff = UrlGrammarDiff::of_production(of(old), of(new), production).unwrap();
        let changes = DiffRecord::from_diff(&diff);
        let user = changes.changed.iter().find(|it| it.texts.new.production == "user").unwrap();
        assert_eq!((user.alone.is_none(), &user.also[..]), (true, &[][..]), "{old} to {new}");
    }
    let diff = UrlGrammarDiff::of_production(of("url-02"), of("rfc1630"), "path").unwrap();
    let changes = DiffRecord::from_diff(&diff);
    let safe = changes.changed.iter().find(|it| it.texts.new.production == "safe").unwrap();
    for name in ["path", "xpalpha", "xpalphas"] {
        assert!(!safe.followers.contains(&name), "{name}");
    }
}
