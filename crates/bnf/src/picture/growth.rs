//! A picture of a derivation after some steps: the tree as far as it has grown.
//!
//! The input is at the top. Each replaced name has a row, with a bar under the characters that it
//! derives: solid for derived characters, dashed for those to come. The names of the sentential
//! form are placed where they will grow. The name that the next step replaces is underlined, and
//! the last one that was replaced is bold. If the string fails, a line runs down through the open
//! productions before the offending byte.

use maud::{Markup, html};

use super::frame::{Picture, STEPS};
use super::tree::{
    CHARACTER, LINE, MARGIN, MOST_COLUMNS, MOST_NODES, NOTHING, columns, indent, rail, set,
    shortened,
};
use crate::derivation::{DerivationOrder, DerivationSteps};
use crate::text::visible;

/// Draws the tree of a derivation after some steps. `input` is the whole string, of which the
/// derivation may only have a prefix. At most [`MOST_NODES`] names are drawn.
pub fn svg(steps: &DerivationSteps<'_, '_>, input: &[u8]) -> String {
    let growth = PartialTreeLayout::from_steps(steps, input);
    let start = steps.tree().root().name();
    let count = growth.rows.iter().filter(|row| row.state != ExpansionState::Due).count();
    let shown = shortened(input);
    let rows = growth.rows.iter().map(|row| {
        let state = match row.state {
            ExpansionState::Due => "not yet replaced",
            ExpansionState::Open => "not complete",
            ExpansionState::Grown => "derived",
        };
        format!("{}{} {}: {state}", "  ".repeat(row.depth), row.name, row.text)
    });
    Picture {
        kind: &format!("tree {STEPS}"),
        title: &format!("Derivation of {shown} from {start}, with {count} names replaced"),
        description: &rows.collect::<Vec<_>>().join("\n"),
        width: growth.width(),
        height: growth.height(),
        has_links: false,
        body: growth.body(),
    }
    .svg()
}

/// The state of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpansionState {
    /// Not replaced yet.
    Due,
    /// Replaced.
    Grown,
    /// Replaced, and the string fails within it.
    Open,
}

struct PartialTreeRow {
    depth: usize,
    /// The row of its parent.
    parent: Option<usize>,
    name: String,
    state: ExpansionState,
    class: &'static str,
    /// In characters of the input: where its text begins, where the derived characters begin and
    /// how many they are, and how many there are in total.
    at: usize,
    derived: (usize, usize),
    length: usize,
    text: String,
}

struct PartialTreeLayout {
    rows: Vec<PartialTreeRow>,
    /// The input, shortened if it does not fit.
    input: String,
    /// The character before which the string fails.
    stop: Option<usize>,
    left_out: usize,
    texts: usize,
    indent: usize,
}

impl PartialTreeLayout {
    fn from_steps(steps: &DerivationSteps<'_, '_>, input: &[u8]) -> PartialTreeLayout {
        let tree = steps.tree();
        let nodes: Vec<_> = tree.nodes().collect();
        let mut states: Vec<Option<ExpansionState>> = vec![None; nodes.len()];
        for &node in steps.grown() {
            let open = steps.is_open(node);
            states[node] = Some(if open { ExpansionState::Open } else { ExpansionState::Grown });
        }
        for node in steps.waiting() {
            states[node] = Some(ExpansionState::Due);
        }
        let (last, marked) = (steps.grown().last().copied(), steps.marked_node());
        let shown = visible(input);
        let fits = columns(&shown) <= MOST_COLUMNS;
        let place = |offset: usize| if fits { columns(&visible(&input[..offset])) } else { 0 };
        let derived = match steps.order() {
            DerivationOrder::Leftmost => 0..steps.derived().len(),
            DerivationOrder::Rightmost => {
                tree.input().len() - steps.derived().len()..tree.input().len()
            }
        };
        let mut rows: Vec<PartialTreeRow> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut left_out = 0;
        for (number, node) in nodes.iter().enumerate() {
            while open.pop_if(|(_, end)| *end <= number).is_some() {}
            let Some(state) = states[number] else { continue };
            if rows.len() == MOST_NODES {
                left_out += 1;
                continue;
            }
            let span = node.span();
            let (from, to) = (span.start.max(derived.start), span.end.min(derived.end));
            let (from, to) = if from < to { (from, to) } else { (span.start, span.start) };
            let text = shortened(node.text());
            let length = if fits { place(span.end) - place(span.start) } else { columns(&text) };
            let done = if fits { (place(from), place(to) - place(from)) } else { (0, length) };
            rows.push(PartialTreeRow {
                depth: open.len(),
                parent: open.last().map(|&(parent, _)| parent),
                name: node.name().to_owned(),
                state,
                class: match (Some(number) == marked, Some(number) == last, state) {
                    (true, _, _) => "name marked",
                    (_, true, _) => "name grown",
                    (_, _, ExpansionState::Due) => "due",
                    _ => "name",
                },
                at: place(span.start),
                derived: if state == ExpansionState::Due { (place(span.start), 0) } else { done },
                length,
                text,
            });
            open.push((rows.len() - 1, number + 1 + node.below()));
        }
        let (indent, texts) = indent(rows.iter().map(|row| (row.depth, row.name.as_str())));
        let end = tree.input().len();
        let fails = end < input.len() || (0..nodes.len()).any(|node| steps.is_open(node));
        PartialTreeLayout {
            rows,
            input: if fits { shown } else { shortened(input) },
            stop: (fails && fits).then(|| place(end)),
            left_out,
            texts,
            indent,
        }
    }

    fn width(&self) -> usize {
        let rows = self.rows.iter().map(|row| row.at + row.length.max(columns(NOTHING) + 1));
        let widest = rows.chain([columns(&self.input) + 1]).max();
        self.texts + widest.unwrap_or(0) * CHARACTER + MARGIN
    }

    fn height(&self) -> usize {
        self.top(self.rows.len() + usize::from(self.left_out > 0)) + MARGIN
    }

    /// The vertical position of a row.
    fn top(&self, row: usize) -> usize {
        MARGIN + LINE + LINE / 3 + row * LINE
    }

    fn body(&self) -> Markup {
        html! {
            (set(self.texts, MARGIN, "input", &self.input))
            @for (number, row) in self.rows.iter().enumerate() {
                @if let Some(parent) = row.parent {
                    (rail(row.depth, self.indent, [parent, number].map(|index| self.top(index))))
                }
            }
            @for (number, row) in self.rows.iter().enumerate() {
                (self.row(self.top(number), row))
            }
            @if let Some(stop) = self.stop {
                @let x = self.texts + stop * CHARACTER;
                path class="here" d={ "M" (x) " " (MARGIN) "V" (self.top(self.rows.len())) } {}
            }
            @if self.left_out > 0 {
                (set(MARGIN, self.top(self.rows.len()), "faint",
                    &format!("and {} names more", self.left_out)))
            }
        }
    }

    fn row(&self, top: usize, row: &PartialTreeRow) -> Markup {
        let left = MARGIN + row.depth * self.indent;
        let x = |at: usize| self.texts + at * CHARACTER;
        let (from, done) = row.derived;
        let class = if row.state == ExpansionState::Open { "bar stops" } else { "bar" };
        let due = row.state == ExpansionState::Due;
        html! {
            (set(left, top, row.class, &row.name))
            @if row.length == 0 {
                path class="gap" d={ "M" (x(row.at)) " " (top + 4) "v" (LINE - 8) } {}
                @if !due && row.state != ExpansionState::Open { (set(x(row.at) + CHARACTER, top, "faint", NOTHING)) }
            } @else {
                @if done < row.length {
                    rect class="bar due" x=(x(row.at)) y=(top + 2) width=(row.length * CHARACTER) height=(LINE - 4) {}
                }
                @if done > 0 {
                    rect class=(class) x=(x(from)) y=(top + 2) width=(done * CHARACTER) height=(LINE - 4) {}
                }
                (set(x(row.at), top, if due { "due" } else { "text" }, &row.text))
            }
        }
    }
}
