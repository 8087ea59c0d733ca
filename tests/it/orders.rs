//! Which grammar allows more of a scheme: the containment orders on the pages are compared
//! with judges, and the pictures are read back.

use roxmltree::Document;
use urlbnf::automaton::{Census, ContainmentOrder, Dfa, Work};
use urlbnf::diff::language_of_scheme;
use urlbnf::report::picture::containment::{ContainmentDiagram, svg};
use urlbnf::timeline::TimelineSubject;
use urlbnf::{Edition, Judge, Reading};

use crate::pictures::{CHARACTER, PictureArea, SVG, are_apart, elements, number};

/// The number of strings that are tried per language, and the bytes by which they may exceed
/// the shortest.
const STRINGS: usize = 40;
const LONGER: usize = 3;

/// The judges and the language of a scheme, for each grammar that covers it.
fn languages(scheme: &str) -> Vec<(Vec<Judge>, Dfa)> {
    let of = |edition: Edition| {
        let grammar = edition.grammar(Reading::Corrected);
        let (covered, language) = language_of_scheme(grammar, scheme).unwrap();
        let judge = |&id| Judge::by_start(edition, Reading::Corrected, id);
        (covered.productions().iter().map(judge).collect(), language)
    };
    Edition::LINE.map(of).into_iter().filter(|(_, language)| !language.is_empty()).collect()
}

fn takes(judges: &[Judge], string: &[u8]) -> bool {
    judges.iter().any(|judge| judge.judge(string).verdict == urlbnf::Verdict::Conforms)
}

/// The nodes that contain a node, including itself.
fn above(order: &ContainmentOrder, node: usize) -> Vec<usize> {
    let mut found = vec![node];
    let mut at = 0;
    while at < found.len() {
        let next = order.edges.iter().filter(|edge| edge.inner == found[at]);
        let new: Vec<usize> = next.map(|edge| edge.outer).collect();
        let new: Vec<usize> = new.into_iter().filter(|it| !found.contains(it)).collect();
        found.extend(new);
        at += 1;
    }
    found
}

#[test]
fn a_containing_language_accepts_the_strings_and_others_have_a_witness() {
    let mut edges = 0;
    for what in TimelineSubject::all() {
        let TimelineSubject::Scheme(scheme) = what else { continue };
        let (judges, languages): (Vec<Vec<Judge>>, Vec<Dfa>) =
            self::languages(&scheme).into_iter().unzip();
        let order = ContainmentOrder::within(&languages, &mut Work::default()).unwrap();
        for (node, members) in order.nodes.iter().enumerate() {
            let language = &languages[members[0]];
            let length = language.shortest().unwrap().len() + LONGER;
            let census = Census::within(language, length, &mut Work::default()).unwrap();
            let above = above(&order, node);
            for string in census.strings().take(STRINGS) {
                for &number in above.iter().flat_map(|&outer| &order.nodes[outer]) {
                    assert!(takes(&judges[number], &string), "{scheme}: {string:?}");
                }
            }
        }
        let only = |string: &[u8], has: usize, has_not: usize| {
            for (node, wanted) in [(has, true), (has_not, false)] {
                for &number in &order.nodes[node] {
                    assert_eq!(takes(&judges[number], string), wanted, "{scheme}: {string:?}");
                }
            }
        };
        for edge in &order.edges {
            only(&edge.witness, edge.outer, edge.inner);
            edges += 1;
        }
        for apart in &order.apart {
            let [one, two] = apart.nodes;
            only(&apart.witnesses[0], one, two);
            only(&apart.witnesses[1], two, one);
        }
        // Of any two nodes, one contains the other, or they are incomparable.
        let count = order.nodes.len();
        let ordered: usize = (0..count).map(|node| above(&order, node).len() - 1).sum();
        assert_eq!(ordered + order.apart.len(), count * (count - 1) / 2, "{scheme}");
    }
    assert!(edges > 50, "only {edges} lines");
}

/// Asserts that boxes and labels do not overlap, are inside the picture, and fit their words.
#[track_caller]
fn is_readable(text: &str) {
    let picture = Document::parse(text).unwrap();
    let mut areas = Vec::new();
    for group in elements(&picture, "g") {
        let rect = group.children().find(|it| it.has_tag_name((SVG, "rect"))).unwrap();
        let area = PictureArea::from_rect(rect, "a box");
        for label in group.descendants().filter(|it| it.has_tag_name((SVG, "text"))) {
            let needed = label.text().unwrap().chars().count() as f64 * CHARACTER * 14.0;
            assert!(needed <= number(rect, "width"), "{label:?} is wider than its box");
        }
        areas.push(area);
    }
    are_apart(&picture, &areas);
}

#[test]
fn the_pictures_can_be_read() {
    for what in TimelineSubject::all() {
        let TimelineSubject::Scheme(scheme) = what else { continue };
        let languages: Vec<Dfa> = self::languages(&scheme).into_iter().map(|it| it.1).collect();
        let order = ContainmentOrder::within(&languages, &mut Work::default()).unwrap();
        let names: Vec<String> = (0..languages.len()).map(|it| format!("grammar{it}")).collect();
        let of = |node: &Vec<usize>| node.iter().map(|&it| names[it].as_str()).collect();
        let diagram = ContainmentDiagram {
            title: "Which allows more",
            description: &scheme,
            nodes: order.nodes.iter().map(of).collect(),
            edges: order.edges.iter().map(|it| (it.inner, it.outer)).collect(),
        };
        is_readable(&svg(&diagram, &|_| None));
    }
    // A line that passes two layers, and a node without lines.
    let diagram = ContainmentDiagram {
        title: "<all>",
        description: "&",
        nodes: vec![vec!["<a>"], vec!["b", "a longer name"], vec!["c"], vec!["d"], vec!["alone"]],
        edges: vec![(0, 1), (1, 2), (2, 3), (0, 3)],
    };
    is_readable(&svg(&diagram, &|name| Some(format!("{name}.html"))));
    is_readable(&svg(
        &ContainmentDiagram {
            title: "none",
            description: "",
            nodes: Vec::new(),
            edges: Vec::new(),
        },
        &|_| None,
    ));
}
