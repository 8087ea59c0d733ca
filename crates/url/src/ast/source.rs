//! The input that nodes point into.

use super::part::{Part, Path};
use crate::tree::{Node, Tree};

/// The text of a parsed input; it must be UTF-8.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'i>(&'i str);

impl<'i> Source<'i> {
    pub fn of(tree: &Tree<'_, 'i>) -> Option<Source<'i>> {
        std::str::from_utf8(tree.input()).ok().map(Source)
    }

    pub fn text(self, start: usize, end: usize) -> &'i str {
        self.0.get(start..end).unwrap_or_default()
    }

    pub fn part(self, node: Node<'_>) -> Part<'i> {
        Part::new(self.text(node.span().start, node.span().end))
    }

    pub fn path(self, node: Node<'_>) -> Path<'i> {
        Path::new(self.part(node).raw())
    }

    /// The part that a child spans.
    pub fn child(self, node: Node<'_>, name: &str) -> Option<Part<'i>> {
        node.child(name).map(|child| self.part(child))
    }

    /// The path that a child spans.
    pub fn child_path(self, node: Node<'_>, name: &str) -> Option<Path<'i>> {
        node.child(name).map(|child| self.path(child))
    }
}
