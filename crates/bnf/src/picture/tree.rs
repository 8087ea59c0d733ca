//! A picture of a derivation: a row for each node, with its name, indented by depth, and its
//! text.
//!
//! A short input is at the top, and the text of each node is a bar below the same bytes, which
//! shows what each production derived. A long input is too wide for that. It is folded, and each
//! row shows the beginning and the end of its text.

use maud::{Markup, html};

use super::frame::Picture;
use crate::text::visible;
use crate::tree::Tree;

/// The most nodes that are drawn: nobody reads more, and browsers become slow.
pub const MOST_NODES: usize = 2_000;

/// The width of a character. Every text is fitted to it, whatever the font.
pub(super) const CHARACTER: usize = 9;
pub(super) const LINE: usize = 26;
pub(super) const MARGIN: usize = 16;
/// The most characters of the input on a line.
pub(super) const MOST_COLUMNS: usize = 88;
/// The most lines of the input.
const MOST_LINES: usize = 12;
/// The indentation of each level, unless there are too many levels.
const INDENT: usize = 20;
const MOST_INDENT: usize = 800;
/// The label of a node that derives the empty string.
pub(super) const NOTHING: &str = "nothing";

/// Draws a tree. Of more than [`MOST_NODES`] nodes it draws the first, and shows how many are
/// left out.
pub fn svg(tree: &Tree<'_, '_>) -> String {
    several(std::slice::from_ref(tree))
}

/// Draws several derivations of the same input, one below the other.
pub fn several(trees: &[Tree<'_, '_>]) -> String {
    let drawings: Vec<TreeLayout> = trees.iter().map(TreeLayout::from_tree).collect();
    let titles: Vec<&str> = drawings.iter().map(|drawing| drawing.title.as_str()).collect();
    let title = match titles.as_slice() {
        [] => "No derivation".to_owned(),
        [one] => (*one).to_owned(),
        [first, ..] => format!("{first}: {} derivations", titles.len()),
    };
    let descriptions: Vec<&str> =
        drawings.iter().map(|drawing| drawing.description.as_str()).collect();
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
        width: drawings.iter().map(TreeLayout::width).max().unwrap_or(0),
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

/// The layout of one derivation.
struct TreeLayout {
    rows: Vec<TreeRow>,
    /// The input, folded.
    input: Vec<String>,
    left_out: usize,
    /// The horizontal position of the texts.
    texts: usize,
    indent: usize,
    title: String,
    description: String,
}

struct TreeRow {
    depth: usize,
    /// The row of its parent.
    parent: Option<usize>,
    name: String,
    /// The column of the input line at which its text starts.
    at: usize,
    text: String,
}

pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

impl TreeLayout {
    fn from_tree(tree: &Tree<'_, '_>) -> TreeLayout {
        let most = MOST_COLUMNS * MOST_LINES;
        let end = tree.input().len().min(most + 1);
        let mut input: Vec<char> = visible(&tree.input()[..end]).chars().collect();
        let fits = input.len() <= MOST_COLUMNS;
        if input.len() > most {
            input.truncate(most - 1);
            input.push('…');
        }
        let mut rows: Vec<TreeRow> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, node) in tree.nodes().take(MOST_NODES).enumerate() {
            while open.pop_if(|(_, end)| *end <= number).is_some() {}
            let before = if fits { &tree.input()[..node.span().start] } else { b"" };
            rows.push(TreeRow {
                depth: open.len(),
                parent: open.last().map(|&(parent, _)| parent),
                name: node.name().to_owned(),
                at: columns(&visible(before)),
                text: shortened(node.text()),
            });
            open.push((number, number + 1 + node.below()));
        }
        let (indent, texts) = indent(rows.iter().map(|row| (row.depth, row.name.as_str())));
        let parts = tree.root().children().take(MOST_COLUMNS);
        let parts = parts.map(|node| format!("{} {}", node.name(), shortened(node.text())));
        let (start, whole) = (tree.root().name(), shortened(tree.input()));
        TreeLayout {
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
        let shown = |row: &TreeRow| match columns(&row.text) {
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

    /// The vertical position of a row, relative to the drawing.
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
                @if let Some(parent) = row.parent {
                    @let tops = [parent, number].map(|index| top + self.top(index));
                    (rail(row.depth, self.indent, tops))
                }
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

    fn row(&self, top: usize, row: &TreeRow) -> Markup {
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

/// How far each level is indented, and where the texts begin, for rows with their depths and names.
pub(super) fn indent<'r>(rows: impl Iterator<Item = (usize, &'r str)> + Clone) -> (usize, usize) {
    let depth = rows.clone().map(|(depth, _)| depth).max().unwrap_or(0);
    let indent = INDENT.min(MOST_INDENT / depth.max(1)).max(1);
    let names = rows.map(|(depth, name)| depth * indent + columns(name) * CHARACTER);
    (indent, MARGIN + names.max().unwrap_or(0) + 3 * CHARACTER)
}

/// The line from a row to that of its parent, by where both begin.
pub(super) fn rail(depth: usize, indent: usize, [parent, row]: [usize; 2]) -> Markup {
    let left = MARGIN + depth * indent;
    let from = left - indent + indent.min(10) / 2;
    let (above, middle) = (parent + LINE - 5, row + LINE / 2);
    html! { path class="rail" d={ "M" (from) " " (above) "V" (middle) "H" (left - 2) } {} }
}

/// A text of fixed width, in the line that begins at `top`.
pub(super) fn set(left: usize, top: usize, class: &str, text: &str) -> Markup {
    html! {
        text class=(class) x=(left) y=(top + 18) textLength=(columns(text) * CHARACTER) { (text) }
    }
}

/// A text, or the beginning and the end of one that is too long for a line.
pub(super) fn shortened(text: &[u8]) -> String {
    if text.len() <= MOST_COLUMNS {
        return visible(text);
    }
    let (head, tail) = (MOST_COLUMNS * 2 / 3, MOST_COLUMNS / 3 - 1);
    format!("{}…{}", visible(&text[..head]), visible(&text[text.len() - tail..]))
}
