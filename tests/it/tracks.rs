//! Railroad diagrams with the track of a step: the highlighted track is one line from the
//! start to the end, or to the point where a string fails, and leads through the parts that
//! were taken.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};
use urlbnf::bnf::ExpressionKind;
use urlbnf::derivation::{DerivationOrder, DerivationSteps, ProductionRoute};
use urlbnf::diagnose::examine;
use urlbnf::report::picture::{growth, railroad};
use urlbnf::{Grammar, Judge};

use crate::support::readings;

const URLS: &[&str] = &[
    "http://info.cern.ch:80/hypertext/a%20b.html?find+it",
    "ftp://anonymous@ftp.uu.net/pub/x;type=a",
    "mailto:a@b@c",
    "gopher://gopher.micro.umn.edu:70/00/a/b",
    "wais://a.b/c/TEXT/1/d=2;",
    "http://[::1]/a/../b?c#d",
    "x-foo:bar/b",
    "http://info.cern.ch/~timbl/",
    "http://a.b/%4",
    "ht",
];

type SvgPoint = (i64, i64);

/// The start and the end of a path.
fn ends(path: &str) -> [SvgPoint; 2] {
    let mut words = path.split_whitespace();
    let number = |words: &mut std::str::SplitWhitespace<'_>| -> i64 {
        words.next().unwrap().parse().unwrap()
    };
    let (mut first, mut at) = (None, (0, 0));
    while let Some(command) = words.next() {
        let (x, y) = match command {
            "M" => {
                at = (number(&mut words), number(&mut words));
                first.get_or_insert(at);
                (0, 0)
            }
            "v" => (0, number(&mut words)),
            "h" => (number(&mut words), 0),
            "l" | "m" => (number(&mut words), number(&mut words)),
            "a" => {
                for _ in 0..5 {
                    number(&mut words);
                }
                (number(&mut words), number(&mut words))
            }
            other => panic!("{other} in {path}"),
        };
        at = (at.0 + x, at.1 + y);
    }
    [first.unwrap(), at]
}

fn is(node: Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|all| all.split(' ').any(|it| it == class))
}

fn number(node: Node<'_, '_>, name: &str) -> i64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The points where the rail enters and leaves a box.
fn through(group: Node<'_, '_>) -> [SvgPoint; 2] {
    let rect = group.children().find(|it| it.has_tag_name("rect")).unwrap();
    let y = number(rect, "y") + number(rect, "height") / 2;
    let x = number(rect, "x");
    [(x, y), (x + number(rect, "width"), y)]
}

/// The number of connected lines that the highlighted rails and boxes form.
fn lines(picture: &Document<'_>) -> usize {
    let taken = |it: &Node<'_, '_>| {
        it.attribute("data-way").is_some_and(|way| way.split(' ').any(|it| it == "taken"))
    };
    let rails = picture.descendants().filter(|it| is(*it, "taken") && it.has_tag_name("path"));
    let boxes = picture.descendants().filter(taken).map(through);
    let all: Vec<[SvgPoint; 2]> =
        rails.map(|it| ends(it.attribute("d").unwrap())).chain(boxes).collect();
    let mut sets: BTreeMap<SvgPoint, SvgPoint> = BTreeMap::new();
    fn root(sets: &BTreeMap<SvgPoint, SvgPoint>, mut at: SvgPoint) -> SvgPoint {
        while let Some(&above) = sets.get(&at).filter(|&&above| above != at) {
            at = above;
        }
        at
    }
    for [one, two] in all {
        sets.entry(one).or_insert(one);
        sets.entry(two).or_insert(two);
        let (one, two) = (root(&sets, one), root(&sets, two));
        sets.insert(one, two);
    }
    sets.keys().map(|&at| root(&sets, at)).collect::<BTreeSet<_>>().len()
}

/// The labels of the boxes that were taken.
fn labels(picture: &Document<'_>) -> BTreeSet<String> {
    let taken = picture.descendants().filter(|it| {
        it.attribute("data-way").is_some_and(|way| way.split(' ').any(|it| it == "taken"))
    });
    let text = |group: Node<'_, '_>| {
        let text = group.children().find(|it| it.has_tag_name("text")).unwrap();
        text.text().unwrap_or_default().trim().to_owned()
    };
    taken.map(text).collect()
}

/// The labels of the parts that were taken.
fn parts(grammar: &Grammar, route: &ProductionRoute<'_>) -> BTreeSet<String> {
    let open = route.stop.map(|stop| stop.part);
    let taken = route.taken.iter().map(|it| it.part);
    let label = |part: usize| {
        let expression = route.parts[part].expression;
        match &expression.kind {
            ExpressionKind::Reference(id) => grammar.name(*id).to_owned(),
            ExpressionKind::Literal(text) => text.replace(' ', "␣"),
            ExpressionKind::AnyCase(text) => format!("{text}ⁱ"),
            _ => grammar.listing().printed(expression.place).to_owned(),
        }
    };
    taken.filter(|it| Some(*it) != open || route.parts[*it].left > 0).map(label).collect()
}

#[test]
fn a_track_is_one_line_through_what_was_taken() {
    let (mut drawn, mut stopped) = (0, 0);
    for (edition, reading) in readings() {
        let judge = Judge::by_scheme(edition, reading);
        let grammar = judge.grammar();
        for url in URLS {
            let what = format!("{edition}, {reading}: {url}");
            let examination = examine(&judge, url.as_bytes());
            let partial = judge.partial(url.as_bytes());
            let mut steps =
                match (&examination.diagnostic, &partial, &examination.judgement.tree().unwrap()) {
                    (Some(_), Some(partial), _) => {
                        DerivationSteps::of_partial(partial, false).unwrap()
                    }
                    (None, _, Some(tree)) => {
                        DerivationSteps::new(tree, DerivationOrder::Rightmost).unwrap()
                    }
                    _ => continue,
                };
            while let Some(applied) = steps.step() {
                let route = steps.route(applied.node).unwrap();
                let last = steps.innermost() == Some(applied.node);
                let failing = examination.diagnostic.as_ref().and_then(|it| it.failing.first());
                let waits = failing.filter(|_| last).map_or(&[][..], |it| &it.places);
                let svg = railroad::taken(grammar, &route, waits, &|_| None);
                let picture = Document::parse(&svg).unwrap();
                let name = grammar.name(route.production);
                assert!(lines(&picture) <= 1, "{what}: {name}: {} lines", lines(&picture));
                let open = route.stop.is_some();
                if !open {
                    assert_eq!(labels(&picture), parts(grammar, &route), "{what}: {name}");
                }
                let points = picture.descendants().filter(|it| is(*it, "reached")).count();
                assert!(points <= usize::from(open && last), "{what}: {name}");
                stopped += points;
                drawn += 1;
            }
            let grown = growth::svg(&steps, url.as_bytes());
            assert_eq!(Document::parse(&grown).unwrap().root_element().tag_name().name(), "svg");
        }
    }
    assert!(drawn > 2_000 && stopped > 50, "{drawn} drawn, {stopped} stopped");
}
