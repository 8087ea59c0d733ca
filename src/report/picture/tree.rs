//! A derivation as a picture: a line for each node, its name at its depth, and
//! what it derives.
//!
//! A short input stands at the top, and below it each node's text stands under
//! the same bytes, as a bar: one sees at once which production took what. A long
//! input would be too wide for that; it is folded, and each line shows the
//! beginning and the end of its text.

use maud::{Markup, html};

use super::frame::Picture;
use crate::diagnose::visible;
use crate::tree::Tree;

/// The most nodes that are drawn: nobody reads more, and no browser likes them.
pub const MOST_NODES: usize = 2_000;

/// The width of a character: every text is set to it, whatever the font.
const CHARACTER: usize = 8;
const LINE: usize = 24;
const MARGIN: usize = 16;
/// The most characters of the input on a line.
const MOST_COLUMNS: usize = 88;
/// How far each level is indented, where there are not too many.
const INDENT: usize = 20;
const MOST_INDENT: usize = 800;

/// The tree as a picture. Of one with more than [`MOST_NODES`] nodes it shows the
/// first, and says how many are left out.
pub fn svg(tree: &Tree<'_, '_>) -> String {
    Drawing::of(tree).svg()
}

struct Row {
    depth: usize,
    /// The row of its parent.
    parent: Option<usize>,
    name: String,
    text: Text,
}

struct Text {
    /// At which character of the input's line it stands.
    at: usize,
    shown: String,
    whole: String,
}

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

fn columns(text: &str) -> usize {
    text.chars().count()
}

impl Drawing {
    fn of(tree: &Tree<'_, '_>) -> Drawing {
        let input = visible(tree.input());
        let fits = columns(&input) <= MOST_COLUMNS;
        let mut rows: Vec<Row> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, node) in tree.nodes().take(MOST_NODES).enumerate() {
            while open.last().is_some_and(|&(_, end)| end <= number) {
                open.pop();
            }
            let whole = visible(node.text());
            let at = if fits { columns(&visible(&tree.input()[..node.span().start])) } else { 0 };
            let text = Text { at, shown: shortened(&whole), whole };
            let parent = open.last().map(|&(parent, _)| parent);
            rows.push(Row { depth: open.len(), parent, name: node.name().to_owned(), text });
            open.push((number, number + 1 + node.below()));
        }
        let depth = rows.iter().map(|row| row.depth).max().unwrap_or(0);
        let indent = INDENT.min(MOST_INDENT / depth.max(1)).max(1);
        let names = rows.iter().map(|row| row.depth * indent + columns(&row.name) * CHARACTER);
        let texts = MARGIN + names.max().unwrap_or(0) + 3 * CHARACTER;
        let start = tree.root().name();
        let characters: Vec<char> = input.chars().collect();
        let lines = characters.chunks(MOST_COLUMNS).map(|line| line.iter().collect());
        Drawing {
            left_out: tree.nodes().count() - rows.len(),
            rows,
            input: lines.collect(),
            texts,
            indent,
            title: format!("Derivation of {} from {start}", shortened(&input)),
            description: tree.root().children().fold(String::new(), |mut text, node| {
                text.push_str(&format!("{} {}. ", node.name(), shortened(&visible(node.text()))));
                text
            }),
        }
    }

    fn svg(&self) -> String {
        let widest = self.rows.iter().map(|row| row.text.at + columns(&row.text.shown).max(7));
        let lines = self.input.iter().map(|line| columns(line));
        let widest = widest.chain(lines).max().unwrap_or(0);
        let rows = self.input.len() + self.rows.len() + usize::from(self.left_out > 0);
        Picture {
            kind: "tree",
            title: &self.title,
            description: &self.description,
            width: self.texts + widest * CHARACTER + MARGIN,
            height: 2 * MARGIN + (rows + 1) * LINE,
            has_links: false,
            body: html! {
                @for (line, text) in self.input.iter().enumerate() {
                    (set(self.texts, MARGIN + line * LINE, "input", text))
                }
                @for (number, row) in self.rows.iter().enumerate() { (self.row(number, row)) }
                @if self.left_out > 0 {
                    (set(MARGIN, self.top(self.rows.len()), "faint",
                        &format!("and {} nodes more", self.left_out)))
                }
            },
        }
        .svg()
    }

    /// Where a row begins, from the top.
    fn top(&self, row: usize) -> usize {
        MARGIN + self.input.len() * LINE + LINE / 2 + row * LINE
    }

    fn row(&self, number: usize, row: &Row) -> Markup {
        let (top, left) = (self.top(number), MARGIN + row.depth * self.indent);
        let text = self.texts + row.text.at * CHARACTER;
        let width = columns(&row.text.shown) * CHARACTER;
        html! {
            g {
                title { (row.name) " " (row.text.whole) }
                @if let Some(parent) = row.parent {
                    @let from = left - self.indent + self.indent.min(8) / 2;
                    @let (down, right) = (self.top(parent) + LINE - 4, left.saturating_sub(2));
                    path class="rail" d={ "M" (from) " " (down) "V" (top + LINE / 2) "H" (right) } {}
                }
                (set(left, top, "name", &row.name))
                @if width == 0 {
                    path class="nothing" d={ "M" (text) " " (top + 3) "v" (LINE - 6) } {}
                    (set(text + CHARACTER / 2, top, "faint", "nothing"))
                } @else {
                    rect class="bar" x=(text) y=(top + 2) width=(width) height=(LINE - 4) {}
                    (set(text, top, "text", &row.text.shown))
                }
            }
        }
    }
}

/// A text whose width is known, in the line that begins at `top`.
fn set(left: usize, top: usize, class: &str, text: &str) -> Markup {
    html! {
        text class=(class) x=(left) y=(top + 17) textLength=(columns(text) * CHARACTER) { (text) }
    }
}

/// The beginning and the end of a text that is too long for a line.
fn shortened(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= MOST_COLUMNS {
        return text.to_owned();
    }
    let (head, tail) = (MOST_COLUMNS * 2 / 3, MOST_COLUMNS / 3 - 1);
    let beginning = characters[..head].iter();
    beginning.chain(&['…']).chain(&characters[characters.len() - tail..]).collect()
}
