//! One kind of tree for every edition: which production, which bytes, which parts.
//!
//! A tree is a derivation with two things left out. Right recursion is
//! flattened (a `path` of five segments has them side by side, not one inside
//! the other), and what is one unit long is not shown, since the bytes say it.
//! [`derivation`](crate::derivation) puts both back on request, and verifies
//! that a tree is a derivation of the printed grammar.
//!
//! The nodes lie in one vector, in the order in which a reader meets them, so
//! that a tree a million levels deep is walked, and dropped, without recursion.

use std::fmt::{self, Write as _};
use std::ops::Range;

use crate::grammar::{Grammar, ProductionId};

/// A derivation of an input.
#[derive(Clone, PartialEq, Eq)]
pub struct Tree<'g, 'i> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) input: &'i [u8],
    pub(crate) nodes: Vec<NodeData>,
}

/// A node as it lies in the vector: what a parser hands over to make a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeData {
    /// Which production it is of.
    pub production: ProductionId,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How many nodes are below it: they follow it.
    pub below: usize,
}

/// One node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree<'t, 't>,
    index: usize,
}

impl PartialEq for Grammar {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Grammar {}

impl<'g, 'i> Tree<'g, 'i> {
    /// A tree of nodes in the order in which a reader meets them; `None` if there is none.
    ///
    /// Whether it is a derivation, [`verify`](crate::derivation::verify) says.
    pub fn of(grammar: &'g Grammar, input: &'i [u8], nodes: Vec<NodeData>) -> Option<Self> {
        (!nodes.is_empty()).then_some(Tree { grammar, input, nodes })
    }

    /// The node of the start.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, index: 0 }
    }

    /// All nodes, each before those below it.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|index| Node { tree: self, index })
    }

    /// The input that it derives.
    pub fn input(&self) -> &'i [u8] {
        self.input
    }

    /// The grammar that derives it.
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// The tree as an outline: a line for each node, its name and the text that it derives.
    pub fn outline(&self) -> String {
        let mut outline = String::new();
        let mut open: Vec<usize> = Vec::new();
        for (index, data) in self.nodes.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
            }
            let text = String::from_utf8_lossy(&self.input[data.start..data.end]);
            let name = self.grammar.name(data.production);
            // Writing to a string cannot fail.
            let _ = writeln!(outline, "{:indent$}{name} {text:?}", "", indent = 2 * open.len());
            open.push(index + 1 + data.below);
        }
        outline
    }

    /// The tree as JSON, a node an object: `production`, `start` and `end` in
    /// bytes, `text`, `children`. Written without recursion.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        let mut open: Vec<usize> = Vec::new();
        for (index, data) in self.nodes.iter().enumerate() {
            let mut sibling = false;
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
                json.push_str("]}");
                sibling = true;
            }
            if sibling {
                json.push(',');
            }
            let text = String::from_utf8_lossy(&self.input[data.start..data.end]);
            let name = self.grammar.name(data.production);
            let text = serde_json::Value::from(text);
            let name = serde_json::Value::from(name);
            let _ = write!(
                json,
                r#"{{"production":{name},"start":{},"end":{},"text":{text},"children":["#,
                data.start, data.end
            );
            open.push(index + 1 + data.below);
        }
        json.push_str(&"]}".repeat(open.len()));
        json
    }
}

impl<'t> Node<'t> {
    /// Which production it is of.
    pub fn production(self) -> ProductionId {
        self.data().production
    }

    /// The production's name, as printed.
    pub fn name(self) -> &'t str {
        self.tree.grammar.name(self.production())
    }

    /// Its bytes of the input.
    pub fn span(self) -> Range<usize> {
        self.data().start..self.data().end
    }

    /// The bytes themselves.
    pub fn text(self) -> &'t [u8] {
        &self.tree.input[self.span()]
    }

    /// The nodes directly below it.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let mut next = self.index + 1;
        let end = next + self.data().below;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(Node { tree: self.tree, index: next })?;
            next += 1 + child.data().below;
            Some(child)
        })
    }

    /// The first node of a production directly below it.
    pub fn child(self, name: &str) -> Option<Node<'t>> {
        self.children().find(|child| child.name() == name)
    }

    /// The first node of a production anywhere below it.
    pub fn descendant(self, name: &str) -> Option<Node<'t>> {
        (self.index + 1..=self.index + self.data().below)
            .map(|index| Node { tree: self.tree, index })
            .find(|node| node.name() == name)
    }

    /// How many nodes are below it.
    pub fn below(self) -> usize {
        self.data().below
    }

    fn data(self) -> &'t NodeData {
        &self.tree.nodes[self.index]
    }
}

impl fmt::Display for Tree<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.outline())
    }
}

impl fmt::Debug for Tree<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.outline())
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name(), String::from_utf8_lossy(self.text()))
    }
}
