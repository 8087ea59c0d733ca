//! http, and the search part that several schemes share.

use std::fmt;

use serde::Serialize;

use super::login::Server;
use super::part::{UrlPart, UrlPath};
use super::source::AstSource;
use crate::tree::TreeNode;

/// The part that follows `?`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UrlSearch<'i> {
    /// Words with `+` between them: the drafts and RFC 1630.
    Words(Vec<UrlPart<'i>>),
    /// One text: RFC 1738.
    Text(UrlPart<'i>),
}

impl<'i> UrlSearch<'i> {
    /// The search of a node, if it has a `search` child.
    pub(super) fn below(source: AstSource<'i>, node: TreeNode<'_>) -> Option<UrlSearch<'i>> {
        node.child("search").map(|search| UrlSearch::from_node(source, search))
    }

    fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> UrlSearch<'i> {
        let words: Vec<UrlPart<'i>> = node
            .children()
            .filter(|word| word.name() == "xalphas")
            .map(|word| source.part(word))
            .collect();
        if words.is_empty() { UrlSearch::Text(source.part(node)) } else { UrlSearch::Words(words) }
    }
}

impl fmt::Display for UrlSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UrlSearch::Text(text) => write!(f, "{text}"),
            UrlSearch::Words(words) => {
                for (number, word) in words.iter().enumerate() {
                    write!(f, "{}{word}", if number == 0 { "" } else { "+" })?;
                }
                Ok(())
            }
        }
    }
}

/// httpaddress, httpurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct HttpUrl<'i> {
    /// Host and port.
    #[serde(flatten)]
    pub server: Server<'i>,
    /// The path. `http://a` has none; `http://a/` has an empty one.
    pub path: Option<UrlPath<'i>>,
    /// The search: in RFC 1738 only after a path.
    pub search: Option<UrlSearch<'i>>,
}

impl<'i> HttpUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<HttpUrl<'i>> {
        let path = source.child_path(node, "path").or_else(|| source.child_path(node, "hpath"));
        let (server, search) = (Server::below(source, node)?, UrlSearch::below(source, node));
        Some(HttpUrl { server, path, search })
    }
}

impl fmt::Display for HttpUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.server)?;
        if let Some(path) = &self.path {
            write!(f, "/{path}")?;
        }
        self.search.as_ref().map_or(Ok(()), |search| write!(f, "?{search}"))
    }
}
