//! A derivation for Graphviz: `urlbnf tree --format dot URL | dot -Tsvg`.

use std::fmt::Write as _;

use crate::text::visible;
use crate::tree::Tree;

/// The tree as a graph in the DOT language. It grows downwards, and the children of a node are in
/// the order of the input.
pub fn graph(tree: &Tree<'_, '_>) -> String {
    let mut graph = String::from(
        "digraph derivation {\n  ordering=out\n  node [shape=box, fontname=monospace]\n",
    );
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (number, (node, below)) in tree.nodes().map(|node| (node, node.below())).enumerate() {
        while open.last().is_some_and(|&(_, end)| end <= number) {
            open.pop();
        }
        let text = quoted(&visible(node.text()));
        // Writing to a string cannot fail.
        let _ = writeln!(graph, "  n{number} [label=\"{}\\n{text}\"]", quoted(node.name()));
        if let Some((parent, _)) = open.last() {
            let _ = writeln!(graph, "  n{parent} -> n{number}");
        }
        open.push((number, number + 1 + below));
    }
    graph + "}\n"
}

/// Escapes a text for a DOT string, which escapes it for labels too.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
