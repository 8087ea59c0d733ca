//! A picture of languages by containment, the larger ones above the smaller.
//!
//! The nodes are in layers, each above all that it contains. A line that passes a layer gets a
//! slot in it, so that no line crosses a box. The nodes and slots of a layer are sorted by the
//! positions of their neighbours. Lines are numbered, for a list beside the picture; a number is
//! placed where there is room.

use maud::{Markup, html};

use super::frame::Picture;
use crate::text::visible;

const MARGIN: usize = 16;
const CHARACTER: usize = 9;
const LINE: usize = 20;
/// The padding around the names of a box.
const PADDING: usize = 10;
/// The gaps between two items of a layer, and between two layers.
const BESIDE: usize = 30;
const BETWEEN: usize = 70;
/// The radius of a number.
const RADIUS: i64 = 11;
/// How many passes sort the layers.
const SWEEPS: usize = 8;

/// The diagram: nodes with their names, and lines from a smaller node to a larger one.
#[derive(Debug, Clone)]
pub struct ContainmentDiagram<'a> {
    /// The title.
    pub title: &'a str,
    /// The full description in words.
    pub description: &'a str,
    /// The names of each node.
    pub nodes: Vec<Vec<&'a str>>,
    /// The lines, the smaller node first. They must not form a cycle.
    pub edges: Vec<(usize, usize)>,
}

/// A node, or a slot where a line passes a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LayerItem {
    Node(usize),
    /// The slot of the line with this number.
    Passing(usize),
}

/// Draws the diagram. `links` returns the link target of a name.
pub fn svg(diagram: &ContainmentDiagram<'_>, links: &dyn Fn(&str) -> Option<String>) -> String {
    let layout = ContainmentLayout::from_diagram(diagram);
    let numbers = layout.numbers();
    Picture {
        kind: "railroad",
        title: diagram.title,
        description: diagram.description,
        width: layout.width,
        height: layout.height,
        has_links: diagram.nodes.iter().flatten().any(|name| links(name).is_some()),
        body: html! {
            @for line in &layout.lines {
                path d=(line.windows(2).map(drawn).collect::<String>()) {}
            }
            @for (number, (x, y)) in numbers.iter().enumerate() {
                g.terminal {
                    rect x=(x - RADIUS) y=(y - RADIUS) width=(2 * RADIUS) height=(2 * RADIUS) rx=(RADIUS) {}
                    text x=(x) y=(y + 5) { (number + 1) }
                }
            }
            @for (names, place) in diagram.nodes.iter().zip(&layout.boxes) {
                (node(names, *place, links))
            }
        },
    }
    .svg()
}

type DiagramPoint = (i64, i64);

fn drawn(points: &[DiagramPoint]) -> String {
    let [(x1, y1), (x2, y2)] = points else { return String::new() };
    format!("M{x1} {y1}L{x2} {y2}")
}

/// The position and the size of a box.
#[derive(Debug, Clone, Copy, Default)]
struct BoxBounds {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

fn node(names: &[&str], bounds: BoxBounds, links: &dyn Fn(&str) -> Option<String>) -> Markup {
    let BoxBounds { left: x, top: y, width, height } = bounds;
    html! {
        g.nonterminal {
            rect x=(x) y=(y) width=(width) height=(height) {}
            @for (number, name) in names.iter().enumerate() {
                @let text = html! {
                    text x=(x + width / 2) y=(y + PADDING + number * LINE + 14) { (visible(name.as_bytes())) }
                };
                @match links(name) {
                    Some(link) => a xlink:href=(link) { (text) },
                    None => (text),
                }
            }
        }
    }
}

/// The coordinates of all elements.
struct ContainmentLayout {
    width: usize,
    height: usize,
    boxes: Vec<BoxBounds>,
    lines: Vec<Vec<DiagramPoint>>,
}

impl ContainmentLayout {
    fn from_diagram(diagram: &ContainmentDiagram<'_>) -> ContainmentLayout {
        let layers = layers(diagram);
        let size = |item: &LayerItem| match *item {
            LayerItem::Node(node) => {
                let names = &diagram.nodes[node];
                let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
                (longest * CHARACTER + 2 * PADDING, names.len() * LINE + 2 * PADDING)
            }
            LayerItem::Passing(_) => (2 * PADDING, 0),
        };
        let across = |layer: &Vec<LayerItem>| {
            let widths: usize = layer.iter().map(|item| size(item).0).sum();
            widths + BESIDE * layer.len().saturating_sub(1)
        };
        let width = layers.iter().map(across).max().unwrap_or(0) + 2 * MARGIN;
        let mut boxes = vec![BoxBounds::default(); diagram.nodes.len()];
        let mut passed: Vec<Vec<DiagramPoint>> = vec![Vec::new(); diagram.edges.len()];
        let mut top = MARGIN;
        // The largest are at the top.
        for layer in layers.iter().rev() {
            let height = layer.iter().map(|item| size(item).1).max().unwrap_or(0);
            let mut left = (width - across(layer)) / 2;
            for item in layer {
                let (wide, high) = size(item);
                match *item {
                    LayerItem::Node(node) => {
                        let top = top + (height - high) / 2;
                        boxes[node] = BoxBounds { left, top, width: wide, height: high };
                    }
                    LayerItem::Passing(line) => {
                        let x = signed(left + wide / 2);
                        passed[line].extend([(x, signed(top)), (x, signed(top + height))]);
                    }
                }
                left += wide + BESIDE;
            }
            top += height + BETWEEN;
        }
        let lines = diagram.edges.iter().zip(passed).map(|(&(inner, outer), passed)| {
            let BoxBounds { left: x, top: y, width: wide, height: high } = boxes[outer];
            let from = (signed(x + wide / 2), signed(y + high));
            let BoxBounds { left: x, top: y, width: wide, .. } = boxes[inner];
            let to = (signed(x + wide / 2), signed(y));
            std::iter::once(from).chain(passed).chain([to]).collect()
        });
        let lines = lines.collect();
        ContainmentLayout { width, height: (top + MARGIN).saturating_sub(BETWEEN), boxes, lines }
    }

    /// The positions of the line numbers. Each is on its line, with as much distance as needed,
    /// or as possible, from the other lines, numbers and boxes.
    fn numbers(&self) -> Vec<DiagramPoint> {
        let mut numbers: Vec<DiagramPoint> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let steps = line.windows(2).flat_map(|step| {
                [8, 6, 10, 4, 12].map(|part| {
                    let between = |from: i64, to: i64| from + (to - from) * part / 16;
                    (between(step[0].0, step[1].0), between(step[0].1, step[1].1))
                })
            });
            let room = |point: &DiagramPoint| {
                let others = self.lines.iter().enumerate().filter(|(other, _)| *other != at);
                let steps = others.flat_map(|(_, line)| line.windows(2));
                let to_lines = steps.map(|step| distance(*point, step[0], step[1]) - RADIUS);
                let to_numbers =
                    numbers.iter().map(|number| distance(*point, *number, *number) - 2 * RADIUS);
                let to_boxes = self.boxes.iter().map(|place| outside(*point, *place) - RADIUS);
                to_lines.chain(to_numbers).chain(to_boxes).min().unwrap_or(i64::MAX).min(4)
            };
            // Of equally good points, the first one.
            let best = steps.rev().max_by_key(room);
            numbers.push(best.unwrap_or_default());
        }
        numbers
    }
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The distance of a point from a line segment, rounded down.
fn distance(point: DiagramPoint, from: DiagramPoint, to: DiagramPoint) -> i64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (px, py) = (point.0 - from.0, point.1 - from.1);
    let whole = dx * dx + dy * dy;
    let along = (px * dx + py * dy).clamp(0, whole);
    let (ax, ay) = match whole {
        0 => (px, py),
        _ => (px - dx * along / whole, py - dy * along / whole),
    };
    (ax * ax + ay * ay).isqrt()
}

/// The distance of a point from a box; 0 inside it.
fn outside((x, y): DiagramPoint, bounds: BoxBounds) -> i64 {
    let (left, top) = (signed(bounds.left), signed(bounds.top));
    let (right, bottom) = (left + signed(bounds.width), top + signed(bounds.height));
    let (dx, dy) = ((left - x).max(x - right).max(0), (top - y).max(y - bottom).max(0));
    (dx * dx + dy * dy).isqrt()
}

/// The layers from the bottom: each node above all that it contains, and slots for the lines.
fn layers(diagram: &ContainmentDiagram<'_>) -> Vec<Vec<LayerItem>> {
    let count = diagram.nodes.len();
    let mut layer: Vec<usize> = vec![0; count];
    // One pass per node is enough for the longest chain.
    for _ in 0..count {
        for &(inner, outer) in &diagram.edges {
            layer[outer] = layer[outer].max(layer[inner] + 1);
        }
    }
    // A node that contains nothing moves up, to the layer below its smallest container.
    for node in 0..count {
        let above = diagram.edges.iter().filter(|(inner, _)| *inner == node);
        let contains = diagram.edges.iter().any(|(_, outer)| *outer == node);
        if let Some(lowest) = above.map(|(_, outer)| layer[*outer]).min().filter(|_| !contains) {
            layer[node] = lowest.saturating_sub(1);
        }
    }
    let mut layers: Vec<Vec<LayerItem>> =
        vec![Vec::new(); layer.iter().max().map_or(0, |most| most + 1)];
    for (node, &at) in layer.iter().enumerate() {
        layers[at].push(LayerItem::Node(node));
    }
    for (number, &(inner, outer)) in diagram.edges.iter().enumerate() {
        for passed in layers.iter_mut().take(layer[outer]).skip(layer[inner] + 1) {
            passed.push(LayerItem::Passing(number));
        }
    }
    for sweep in 0..SWEEPS {
        let order: Vec<usize> = match sweep % 2 {
            0 => (1..layers.len()).collect(),
            _ => (0..layers.len().saturating_sub(1)).rev().collect(),
        };
        for at in order {
            let beside = if sweep % 2 == 0 { at - 1 } else { at + 1 };
            let beside = layers[beside].clone();
            layers[at].sort_by_key(|item| middle(diagram, *item, &beside));
        }
    }
    layers
}

/// The mean position of an item's neighbours in an adjacent layer, in thousandths.
fn middle(diagram: &ContainmentDiagram<'_>, item: LayerItem, beside: &[LayerItem]) -> usize {
    let joins = |number: usize, other: LayerItem| {
        let (inner, outer) = diagram.edges[number];
        [LayerItem::Node(inner), LayerItem::Node(outer), LayerItem::Passing(number)]
            .contains(&other)
    };
    let of = |number: &usize| joins(*number, item);
    let lines: Vec<usize> = (0..diagram.edges.len()).filter(of).collect();
    let is_near = |other: &LayerItem| lines.iter().any(|&number| joins(number, *other));
    let near = beside.iter().enumerate().filter(|(_, other)| is_near(other));
    let near: Vec<usize> = near.map(|(at, _)| 1000 * at).collect();
    near.iter().sum::<usize>().checked_div(near.len()).unwrap_or(0)
}
