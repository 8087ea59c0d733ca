//! The tree that every parser returns: productions, their bytes and their parts.
//!
//! A tree is a derivation with two simplifications. Right recursion is flattened: the five
//! segments of a `path` are siblings, not nested in each other. And the inside of a unit is not
//! shown, since its bytes show it. [`derivation`](crate::derivation) adds both back on request,
//! and verifies that a tree is a derivation of the printed grammar.
//!
//! The nodes are in one vector, in preorder, so that a tree of a million levels is walked and
//! dropped without recursion.

use std::fmt::{self, Write as _};
use std::ops::Range;

use crate::grammar::{Grammar, ProductionId};
use crate::text::replaced;

/// A derivation of an input.
#[derive(Clone, PartialEq, Eq)]
pub struct Tree<'g, 'i> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) input: &'i [u8],
    pub(crate) nodes: Vec<NodeData>,
}

/// A node as it is stored in the vector. A parser hands these over to make a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeData {
    /// Its production.
    pub production: ProductionId,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// The number of its descendants, which follow it in the vector.
    pub below: usize,
}

/// One node of a tree.
#[derive(Clone, Copy)]
pub struct TreeNode<'t> {
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
    /// A tree of nodes in preorder; `None` if there are no nodes.
    ///
    /// Does not check that it is a derivation: [`verify`](crate::derivation::verify) does.
    pub fn from_nodes(grammar: &'g Grammar, input: &'i [u8], nodes: Vec<NodeData>) -> Option<Self> {
        (!nodes.is_empty()).then_some(Tree { grammar, input, nodes })
    }

    /// Returns the nodes in preorder. [`Tree::from_nodes`] takes them.
    pub fn into_nodes(self) -> Vec<NodeData> {
        self.nodes
    }

    /// The root node, which is of the start production.
    pub fn root(&self) -> TreeNode<'_> {
        TreeNode { tree: self, index: 0 }
    }

    /// All nodes, in preorder.
    pub fn nodes(&self) -> impl Iterator<Item = TreeNode<'_>> {
        (0..self.nodes.len()).map(|index| TreeNode { tree: self, index })
    }

    /// The input that it derives.
    pub fn input(&self) -> &'i [u8] {
        self.input
    }

    /// The grammar that derives it.
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// The tree as an outline: a line for each node, with its name and its text.
    pub fn outline(&self) -> String {
        let mut outline = String::new();
        let mut open: Vec<usize> = Vec::new();
        for (index, data) in self.nodes.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
            }
            let text = replaced(&self.input[data.start..data.end], char::REPLACEMENT_CHARACTER);
            let name = self.grammar.name(data.production);
            // Writing to a string cannot fail.
            let _ = writeln!(outline, "{}{name} {text:?}", " ".repeat(2 * open.len()));
            open.push(index + 1 + data.below);
        }
        outline
    }

    /// The tree as JSON. Each node is an object with `production`, `start` and `end` in bytes,
    /// `text` and `children`. Written without recursion.
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
            let text = replaced(&self.input[data.start..data.end], char::REPLACEMENT_CHARACTER);
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

impl<'t> TreeNode<'t> {
    /// Its production.
    pub fn production(self) -> ProductionId {
        self.data().production
    }

    /// The production's name, as printed.
    pub fn name(self) -> &'t str {
        self.tree.grammar.name(self.production())
    }

    /// Its range of the input, in bytes.
    pub fn span(self) -> Range<usize> {
        self.data().start..self.data().end
    }

    /// Its bytes of the input.
    pub fn text(self) -> &'t [u8] {
        &self.tree.input[self.span()]
    }

    /// Its children.
    pub fn children(self) -> impl Iterator<Item = TreeNode<'t>> {
        let mut next = self.index + 1;
        let end = next + self.data().below;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(TreeNode { tree: self.tree, index: next })?;
            next += 1 + child.data().below;
            Some(child)
        })
    }

    /// The first child of the named production.
    pub fn child(self, name: &str) -> Option<TreeNode<'t>> {
        self.children().find(|child| child.name() == name)
    }

    /// The first descendant of the named production.
    pub fn descendant(self, name: &str) -> Option<TreeNode<'t>> {
        (self.index + 1..=self.index + self.data().below)
            .map(|index| TreeNode { tree: self.tree, index })
            .find(|node| node.name() == name)
    }

    /// The number of its descendants.
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

impl fmt::Debug for TreeNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name(), String::from_utf8_lossy(self.text()))
    }
}
