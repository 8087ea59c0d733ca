//! Pictures are read back: they are well-formed, have a title, work on light and dark
//! backgrounds, and no parts overlap.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roxmltree::{Document, Node};
use urlbnf::bnf::{Expression, ExpressionKind, ProductionId};
use urlbnf::derivation::complete;
use urlbnf::diff::{NamedGrammar, PairChange, UrlGrammarDiff, side_of};
use urlbnf::report::picture::{dot, railroad, tree};
use urlbnf::{Edition, Grammar, Reading, parse};

use crate::support::{production, readings};

/// The width of a character in `em`, for the fonts that the pictures request.
pub const CHARACTER: f64 = 0.602;
/// The width that a page has between its margins.
const WIDEST: f64 = 1000.0;

pub fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let number: f64 = node.attribute(name).unwrap_or("0").parse().unwrap();
    assert!(number.is_finite() && number >= 0.0);
    number
}

pub fn elements<'a>(picture: &'a Document<'a>, name: &str) -> Vec<Node<'a, 'a>> {
    picture.descendants().filter(|node| node.has_tag_name((SVG, name))).collect()
}

pub const SVG: &str = "http://www.w3.org/2000/svg";

fn text<'a>(node: Node<'a, 'a>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

/// The area of a part of the picture, from left to right and from top to bottom.
pub struct PictureArea {
    what: String,
    across: Range<f64>,
    down: Range<f64>,
}

impl PictureArea {
    pub fn from_rect(rect: Node<'_, '_>, what: &str) -> PictureArea {
        let (x, y) = (number(rect, "x"), number(rect, "y"));
        let (width, height) = (number(rect, "width"), number(rect, "height"));
        PictureArea { what: what.to_owned(), across: x..x + width, down: y..y + height }
    }

    fn meets(&self, other: &PictureArea) -> bool {
        let meets = |one: &Range<f64>, two: &Range<f64>| one.start < two.end && two.start < one.end;
        meets(&self.across, &other.across) && meets(&self.down, &other.down)
    }
}

/// Asserts what every picture must fulfil. Its parts must not overlap, and must be inside.
#[track_caller]
fn holds(picture: &Document<'_>, areas: &[PictureArea]) {
    let root = picture.root_element();
    let id = |name| elements(picture, name)[0].attribute("id").unwrap();
    assert!(!text(elements(picture, "title")[0]).is_empty());
    assert!(!text(elements(picture, "desc")[0]).is_empty());
    assert_eq!(root.attribute("aria-labelledby"), Some(id("title")));
    assert_eq!(root.attribute("aria-describedby"), Some(id("desc")));
    let links = elements(picture, "a").len();
    assert_eq!(root.attribute("role"), Some(if links > 0 { "group" } else { "img" }));
    let style = text(elements(picture, "style")[0]);
    let (light, dark) = style.split_once("@media screen and (prefers-color-scheme: dark)").unwrap();
    for rule in light
        .lines()
        .chain(dark.lines())
        .filter(|line| line.contains(':') && !line.starts_with("@media"))
    {
        assert!(rule.starts_with(".urlbnf-"), "a rule for other parts of the page: {rule}");
    }
    assert!(number(root, "width") > 0.0 && number(root, "height") > 0.0);
    are_apart(picture, areas);
}

/// Asserts that areas are inside the picture and do not overlap.
#[track_caller]
pub fn are_apart(picture: &Document<'_>, areas: &[PictureArea]) {
    let root = picture.root_element();
    let (width, height) = (number(root, "width"), number(root, "height"));
    for (at, area) in areas.iter().enumerate() {
        let what = &area.what;
        assert!(area.across.end <= width && area.down.end <= height, "{what} is cut");
        for other in &areas[..at] {
            assert!(!area.meets(other), "{what} and {} meet", other.what);
        }
    }
}

/// The boxes of a railroad diagram, each with its text.
fn boxes(picture: &Document<'_>) -> Vec<PictureArea> {
    let classes = ["terminal", "nonterminal"];
    let groups = picture
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| classes.contains(&class)));
    let area = |group: Node<'_, '_>| {
        let part = |name| group.children().find(|it| it.has_tag_name((SVG, name))).unwrap();
        let (rect, label) = (part("rect"), text(part("text")));
        let needed = label.chars().count() as f64 * CHARACTER * 14.0;
        assert!(needed <= number(rect, "width"), "{label} is wider than its box");
        PictureArea::from_rect(rect, label)
    };
    groups.map(area).collect()
}

/// The names and characters of a printed text, sorted.
fn printed(grammar: &Grammar, id: ProductionId) -> Vec<String> {
    let (mut found, mut values) = (Vec::new(), BTreeSet::new());
    let mut pending: Vec<&Expression> = grammar.production(id).alternatives().collect();
    while let Some(part) = pending.pop() {
        match &part.kind {
            ExpressionKind::Reference(id) => found.push(format!("<{}>", grammar.name(*id))),
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => {
                found.extend(text.replace(' ', "␣").chars().map(String::from));
                let any_case = matches!(part.kind, ExpressionKind::AnyCase(_))
                    && text.contains(|it: char| it.is_ascii_alphabetic());
                found.extend(any_case.then(|| "ⁱ".to_owned()));
            }
            // A value of several bytes is printed once.
            ExpressionKind::Value(_) if values.insert(part.place) => {
                let text = &grammar.listing().text[part.place.range()];
                found.extend(text.chars().map(String::from));
            }
            // A part that is repeated at most zero times is not drawn.
            ExpressionKind::Repetition { at_most: Some(0), .. } => {}
            _ => pending.extend(part.parts()),
        }
    }
    found.sort();
    found
}

/// The names and characters of a diagram, without the parts whose change is `without`.
fn drawn(picture: &Document<'_>, without: &str, renamed: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut found = Vec::new();
    for group in picture.descendants() {
        let left_out = |it: Node<'_, '_>| it.attribute("data-change") == Some(without);
        let Some(class) = group.attribute("class").filter(|_| !group.ancestors().any(left_out))
        else {
            continue;
        };
        let kept = !group.ancestors().any(|it| it.has_attribute("data-change"));
        let label = || text(group.children().find(|it| it.has_tag_name((SVG, "text"))).unwrap());
        match class {
            "nonterminal" => {
                let name = label();
                let name = renamed.get(name).filter(|_| kept).unwrap_or(&name);
                found.push(format!("<{name}>"));
            }
            "terminal" => found.extend(label().chars().map(String::from)),
            _ => {}
        }
    }
    found.sort();
    found
}

#[test]
fn every_production_has_a_diagram_with_all_that_is_printed() {
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        for id in grammar.ids() {
            let svg = railroad::svg(grammar, id, &|_| None);
            let picture = Document::parse(&svg).unwrap();
            holds(&picture, &boxes(&picture));
            let name = grammar.name(id);
            assert_eq!(drawn(&picture, "", &BTreeMap::new()), printed(grammar, id), "{name}");
            assert!(number(picture.root_element(), "width") <= WIDEST, "{edition}: {name}");
        }
    }
}

#[test]
fn a_literal_has_forty_lines_at_most() {
    let cases = [("%s", 3_200, false), ("%s", 3_201, true), ("", 3_200, true), ("", 100_000, true)];
    for (case, length, cut) in cases {
        let text = format!("s = {case}\"{}\"\n", "a".repeat(length));
        let grammar = Grammar::read("s.abnf", &text, Reading::Printed).unwrap();
        let svg = railroad::svg(&grammar, grammar.start(), &|_| None);
        let picture = Document::parse(&svg).unwrap();
        let boxes = boxes(&picture);
        holds(&picture, &boxes);
        assert_eq!(boxes.len(), 40, "{length}");
        assert_eq!(svg.contains('…'), cut, "{length}");
    }
}

#[test]
fn names_lead_to_where_they_are_told() {
    let grammar = Edition::Rfc1738.grammar(Reading::Printed);
    let id = production(Edition::Rfc1738, Reading::Printed, "httpurl");
    let link = |id| Some(format!("{}.html?a&\"b\"", grammar.name(id)));
    let svg = railroad::svg(grammar, id, &link);
    let picture = Document::parse(&svg).unwrap();
    holds(&picture, &boxes(&picture));
    let links = elements(&picture, "a");
    let target = |link: &Node<'_, '_>| {
        link.attribute(("http://www.w3.org/1999/xlink", "href")).map(str::to_owned)
    };
    let targets: Vec<_> = links.iter().filter_map(target).collect();
    assert_eq!(targets, ["hostport", "hpath", "search"].map(|it| format!("{it}.html?a&\"b\"")));
}

#[test]
fn a_diagram_of_a_diff_has_both_texts() {
    let mut marked = 0;
    let successive = Edition::ALL.windows(2).map(|it| (it[0], it[1]));
    for (old, new) in successive.chain([(Edition::Url02, Edition::Rfc1738)]) {
        let side = |edition| side_of(edition, Reading::Corrected);
        let diff = UrlGrammarDiff::new(side(old), side(new)).unwrap();
        let (was, is) = (diff.old.grammar, diff.new.grammar);
        for pair in &diff.pairs {
            let svg = railroad::diff(&diff, Some(pair.old), Some(pair.new), &|_| None);
            let picture = Document::parse(&svg).unwrap();
            holds(&picture, &boxes(&picture));
            let names = |it: &urlbnf::diff::ProductionPair| (is.name(it.new.0), was.name(it.old.0));
            let renamed: BTreeMap<&str, &str> = diff.pairs.iter().map(names).collect();
            let name = is.name(pair.new.0);
            let new_side = drawn(&picture, "removed", &BTreeMap::new());
            assert_eq!(new_side, printed(is, pair.new.0), "{old}, {new}: {name}");
            let old_side = drawn(&picture, "added", &renamed);
            assert_eq!(old_side, printed(was, pair.old.0), "{old}, {new}: {name}");
            let marks = svg.contains(" data-change=");
            assert!(pair.reworded || !marks, "{old}, {new}: {name}");
            assert!(
                marks || !matches!(pair.change, PairChange::Root { .. }),
                "{old}, {new}: {name}"
            );
            let through = matches!(pair.change, PairChange::Follows { .. });
            assert!(!through || svg.contains("its strings changed through "), "{new}: {name}");
            marked += usize::from(marks);
            // Two texts side by side may be wider than a page.
            assert!(number(picture.root_element(), "width") <= 1.2 * WIDEST, "{new}: {name}");
        }
        for id in &diff.removed {
            let svg = railroad::diff(&diff, Some(*id), None, &|_| None);
            let picture = Document::parse(&svg).unwrap();
            assert_eq!(drawn(&picture, "removed", &BTreeMap::new()), [""; 0]);
        }
    }
    assert!(marked > 50, "only {marked}");
}

#[test]
fn nothing_that_a_grammar_holds_breaks_a_diagram() {
    let hostile = r#"# notation  rfc822
a = "<script>" | "&amp;" | "'" | "]]>" | b-c | <"> | "</style>"
b-c = "--" " " "\x" 3*[ a-very-long-name ]
"#;
    let text = format!("{hostile}a-very-long-name = \"{}\"\n", "<&".repeat(2000));
    let grammar = Grammar::read("</title>&.bnf", &text, Reading::Printed).unwrap();
    for id in grammar.ids() {
        let svg = railroad::svg(&grammar, id, &|_| Some("javascript:\"<".to_owned()));
        let picture = Document::parse(&svg).unwrap();
        assert!(number(picture.root_element(), "width") <= WIDEST);
        assert_eq!(elements(&picture, "script").len(), 0);
    }
    let side = |name: &str| NamedGrammar { name: name.to_owned(), grammar: &grammar };
    let diff = UrlGrammarDiff::new(side("<old>\u{0}"), side("&new")).unwrap();
    let (old, new) = diff.start;
    let svg = railroad::diff(&diff, Some(old), Some(new), &|_| None);
    Document::parse(&svg).unwrap();
}

/// The bars and the texts of a tree, separately.
fn tree_areas(picture: &Document<'_>) -> (Vec<PictureArea>, Vec<PictureArea>) {
    let bars = elements(picture, "rect").into_iter();
    let bars = bars.filter(|it| it.attribute("class") == Some("bar"));
    let bars = bars.map(|it| PictureArea::from_rect(it, "a bar")).collect();
    let texts = elements(picture, "text").into_iter().map(|element| {
        let (x, y) = (number(element, "x"), number(element, "y"));
        let what = text(element);
        let width = number(element, "textLength");
        let natural = what.chars().count() as f64 * CHARACTER * 15.0;
        assert!((width - natural).abs() <= 0.02 * natural, "{what} is stretched");
        PictureArea { what: what.to_owned(), across: x..x + width, down: y - 12.0..y + 4.0 }
    });
    (bars, texts.collect())
}

#[track_caller]
fn tree_of(edition: Edition, start: &str, input: &str, rows: usize) -> String {
    let id = production(edition, Reading::Corrected, start);
    let tree = parse(edition, Reading::Corrected, id, input.as_bytes()).unwrap();
    let svg = tree::svg(&tree);
    let picture = Document::parse(&svg).unwrap();
    let (bars, texts) = tree_areas(&picture);
    let names = texts.len();
    holds(&picture, &texts);
    holds(&picture, &bars);
    let class = |it: &Node<'_, '_>, class| it.attribute("class") == Some(class);
    let count = |of| elements(&picture, "text").iter().filter(|it| class(it, of)).count();
    assert_eq!(count("name"), rows, "{tree}");
    assert!(names >= 2 * rows);
    assert!(number(picture.root_element(), "width") <= 2.0 * WIDEST);
    svg
}

#[test]
fn trees_are_drawn() {
    tree_of(Edition::Rfc1738, "url", "http://info.cern.ch/hypertext/WWW/TheProject.html", 12);
    tree_of(Edition::Rfc1738, "url", "http://a/", 8);
    tree_of(Edition::Rfc1738, "fsegment", "", 1);
    tree_of(Edition::Rfc1738, "punctuation", "<", 1);
    let long = format!("http://info.cern.ch:80/{}?{}", "segment/".repeat(30), "q".repeat(40));
    assert!(long.len() > 300);
    tree_of(Edition::Rfc1738, "url", &long, 43);
    let svg = tree_of(Edition::Rfc1738, "url", &format!("http://a/{}", "/".repeat(5000)), 2000);
    assert!(svg.contains("and 3008 nodes more"));
}

#[test]
fn deep_trees_and_long_inputs_stay_on_the_page() {
    let id = production(Edition::Url02, Reading::Corrected, "digits");
    for length in [300, 10_000, 100_000] {
        let input = "7".repeat(length);
        let tree = parse(Edition::Url02, Reading::Corrected, id, input.as_bytes()).unwrap();
        let full = complete(&tree).unwrap();
        assert!(full.nodes().count() >= 2 * length);
        let svg = tree::svg(&full);
        let picture = Document::parse(&svg).unwrap();
        let root = picture.root_element();
        assert!(number(root, "width") <= 3.0 * WIDEST && svg.len() < 2_000_000);
        // A graph has the whole text of each node, and half of these are nested.
        if length < 100_000 {
            assert_eq!(dot::graph(&full).lines().count(), 4 + 2 * full.nodes().count() - 1);
        }
    }
}

#[test]
fn graphs_are_quoted() {
    let id = production(Edition::Rfc1738, Reading::Printed, "national");
    let tree = parse(Edition::Rfc1738, Reading::Printed, id, b"\\").unwrap();
    assert_eq!(
        dot::graph(&tree),
        "digraph derivation {\n  ordering=out\n  node [shape=box, fontname=monospace]\n  \
         n0 [label=\"national\\n\\\\\"]\n}\n"
    );
    let id = production(Edition::Rfc1738, Reading::Printed, "punctuation");
    let tree = parse(Edition::Rfc1738, Reading::Printed, id, b"\"").unwrap();
    assert!(dot::graph(&tree).contains("label=\"punctuation\\n\\\"\""));
}
