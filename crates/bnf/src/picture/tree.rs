//! A derivation as a picture: a line for each node, its name at its depth, and
//! what it derives.
//!
//! A short input is at the top, and below it each node's text is under the same bytes, as a bar:
//! one sees at once which production took what. A long input would be too wide for that; it is
//! folded, and each line shows the beginning and the end of its text.

use maud::{Markup, html};

use super::frame::Picture;
use crate::text::visible;
use crate::tree::Tree;

/// The most nodes that are drawn: nobody reads more, and no browser likes them.
pub const MOST_NODES: usize = 2_000;

/// The width of a character: every text is set to it, whatever the font.
pub(super) const CHARACTER: usize = 9;
pub(super) const LINE: usize = 26;
pub(super) const MARGIN: usize = 16;
/// The most characters of the input on a line.
pub(super) const MOST_COLUMNS: usize = 88;
/// The most lines of the input.
const MOST_LINES: usize = 12;
/// How far each level is indented, where there are not too many.
pub(super) const INDENT: usize = 20;
pub(super) const MOST_INDENT: usize = 800;
/// What is said of a node that derives the empty string.
pub(super) const NOTHING: &str = "nothing";

/// The tree as a picture. Of one with more than [`MOST_NODES`] nodes it shows the
/// first, and says how many are left out.
pub fn svg(tree: &Tree<'_, '_>) -> String {
    several(std::slice::from_ref(tree))
}

/// Several derivations of the same input in one picture, one below the other.
pub fn several(trees: &[Tree<'_, '_>]) -> String {
    let drawings: Vec<Drawing> = trees.iter().map(Drawing::of).collect();
    let titles: Vec<&str> = drawings.iter().map(|drawing| drawing.title.as_str()).collect();
    let title = match titles.as_slice() {
        [] => "No derivation".to_owned(),
        [one] => (*one).to_owned(),
        [first, ..] => format!("{first}: {} derivations", titles.len()),
    };
    let descriptions: Vec<&str> = drawings.iter().map(|it| it.description.as_str()).collect();
    let mut height = 0;
    let mut tops = Vec::new();
    for drawing in &drawings {
        tops.push(height);
        height += drawing.height();
    }
    Picture {
        kind: "tree",
        title: &title,
        description: &descriptions.join("\n"),
        width: drawings.iter().map(Drawing::width).max().unwrap_or(0),
        height,
        has_links: false,
        body: html! {
            @for (drawing, top) in drawings.iter().zip(tops) {
                (drawing.body(top))
            }
        },
    }
    .svg()
}

/// One derivation, measured.
struct Drawing {
    rows: Vec<Row>,
    /// The input, folded.
    input: Vec<String>,
    left_out: usize,
    /// Where the texts begin.
    texts: usize,
    indent: usize,
    title: String,
    description: String,
}

struct Row {
    depth: usize,
    /// The row of its parent.
    parent: Option<usize>,
    name: String,
    /// At which character of the input's line its text stands.
    at: usize,
    text: String,
}

pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

impl Drawing {
    fn of(tree: &Tree<'_, '_>) -> Drawing {
        let most = MOST_COLUMNS * MOST_LINES;
        let end = tree.input().len().min(most + 1);
        let mut input: Vec<char> = visible(&tree.input()[..end]).chars().collect();
        let fits = input.len() <= MOST_COLUMNS;
        if input.len() > most {
            input.truncate(most - 1);
            input.push('…');
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, node) in tree.nodes().take(MOST_NODES).enumerate() {
            while open.pop_if(|(_, end)| *end <= number).is_some() {}
            let before = if fits { &tree.input()[..node.span().start] } else { b"" };
            rows.push(Row {
                depth: open.len(),
                parent: open.last().map(|&(parent, _)| parent),
                name: node.name().to_owned(),
                at: columns(&visible(before)),
                text: shortened(node.text()),
            });
            open.push((number, number + 1 + node.below()));
        }
        let depth = rows.iter().map(|row| row.depth).max().unwrap_or(0);
        let indent = INDENT.min(MOST_INDENT / depth.max(1)).max(1);
        let names = rows.iter().map(|row| row.depth * indent + columns(&row.name) * CHARACTER);
        let texts = MARGIN + names.max().unwrap_or(0) + 3 * CHARACTER;
        let parts = tree.root().children().take(MOST_COLUMNS);
        let parts = parts.map(|node| format!("{} {}", node.name(), shortened(node.text())));
        let (start, whole) = (tree.root().name(), shortened(tree.input()));
        Drawing {
            left_out: tree.root().below() + 1 - rows.len(),
            rows,
            input: input.chunks(MOST_COLUMNS).map(|line| line.iter().collect()).collect(),
            texts,
            indent,
            title: format!("Derivation of {whole} from {start}"),
            description: format!("{start} has: {}", parts.collect::<Vec<_>>().join(", ")),
        }
    }

    fn width(&self) -> usize {
        let shown = |row: &Row| match columns(&row.text) {
            0 => columns(NOTHING) + 1,
            columns => columns,
        };
        let rows = self.rows.iter().map(|row| row.at + shown(row));
        let widest = rows.chain(self.input.iter().map(|line| columns(line))).max();
        self.texts + widest.unwrap_or(0) * CHARACTER + MARGIN
    }

    fn height(&self) -> usize {
        self.top(self.rows.len() + usize::from(self.left_out > 0)) + MARGIN
    }

    /// Where a row begins, below the top of the drawing.
    fn top(&self, row: usize) -> usize {
        MARGIN + self.input.len() * LINE + LINE / 3 + row * LINE
    }

    fn body(&self, top: usize) -> Markup {
        let last = self.rows.len();
        html! {
            @for (line, text) in self.input.iter().enumerate() {
                (set(self.texts, top + MARGIN + line * LINE, "input", text))
            }
            @for (number, row) in self.rows.iter().enumerate() {
                @if let Some(parent) = row.parent { (self.rail(top, number, row, parent)) }
            }
            @for (number, row) in self.rows.iter().enumerate() {
                (self.row(top + self.top(number), row))
            }
            @if self.left_out > 0 {
                (set(MARGIN, top + self.top(last), "faint",
                    &format!("and {} nodes more", self.left_out)))
            }
        }
    }

    /// The line from a node to the one above it.
    fn rail(&self, top: usize, number: usize, row: &Row, parent: usize) -> Markup {
        let left = MARGIN + row.depth * self.indent;
        let from = left - self.indent + self.indent.min(10) / 2;
        let above = top + self.top(parent) + LINE - 5;
        let middle = top + self.top(number) + LINE / 2;
        html! { path class="rail" d={ "M" (from) " " (above) "V" (middle) "H" (left - 2) } {} }
    }

    fn row(&self, top: usize, row: &Row) -> Markup {
        let left = MARGIN + row.depth * self.indent;
        let text = self.texts + row.at * CHARACTER;
        let width = columns(&row.text) * CHARACTER;
        html! {
            (set(left, top, "name", &row.name))
            @if width == 0 {
                path class="gap" d={ "M" (text) " " (top + 4) "v" (LINE - 8) } {}
                (set(text + CHARACTER, top, "faint", NOTHING))
            } @else {
                rect class="bar" x=(text) y=(top + 2) width=(width) height=(LINE - 4) {}
                (set(text, top, "text", &row.text))
            }
        }
    }
}

/// A text whose width is known, in the line that begins at `top`.
pub(super) fn set(left: usize, top: usize, class: &str, text: &str) -> Markup {
    html! {
        text class=(class) x=(left) y=(top + 18) textLength=(columns(text) * CHARACTER) { (text) }
    }
}

/// A text; of one that is too long for a line its beginning and its end.
pub(super) fn shortened(text: &[u8]) -> String {
    if text.len() <= MOST_COLUMNS {
        return visible(text);
    }
    let (head, tail) = (MOST_COLUMNS * 2 / 3, MOST_COLUMNS / 3 - 1);
    format!("{}…{}", visible(&text[..head]), visible(&text[text.len() - tail..]))
}
