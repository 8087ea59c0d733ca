//! The input that nodes point into.

use super::part::{UrlPart, UrlPath};
use crate::tree::{Tree, TreeNode};

/// The text of a parsed input; it must be UTF-8.
#[derive(Debug, Clone, Copy)]
pub(super) struct AstSource<'i>(&'i str);

impl<'i> AstSource<'i> {
    pub fn from_tree(tree: &Tree<'_, 'i>) -> Option<AstSource<'i>> {
        std::str::from_utf8(tree.input()).ok().map(AstSource)
    }

    pub fn text(self, start: usize, end: usize) -> &'i str {
        self.0.get(start..end).unwrap_or_default()
    }

    pub fn part(self, node: TreeNode<'_>) -> UrlPart<'i> {
        UrlPart::new(self.text(node.span().start, node.span().end))
    }

    pub fn path(self, node: TreeNode<'_>) -> UrlPath<'i> {
        UrlPath::new(self.part(node).raw())
    }

    /// The part that a child spans.
    pub fn child(self, node: TreeNode<'_>, name: &str) -> Option<UrlPart<'i>> {
        node.child(name).map(|child| self.part(child))
    }

    /// The path that a child spans.
    pub fn child_path(self, node: TreeNode<'_>, name: &str) -> Option<UrlPath<'i>> {
        node.child(name).map(|child| self.path(child))
    }
}
