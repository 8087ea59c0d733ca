//! http, and the search part that several schemes share.

use std::fmt;

use serde::Serialize;

use super::login::Server;
use super::part::{Part, Path};
use super::source::Source;
use crate::tree::Node;

/// The part that follows `?`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Search<'i> {
    /// Words with `+` between them: the drafts and RFC 1630.
    Words(Vec<Part<'i>>),
    /// One text: RFC 1738.
    Text(Part<'i>),
}

impl<'i> Search<'i> {
    /// The search of a node, if it has a `search` child.
    pub(super) fn below(source: Source<'i>, node: Node<'_>) -> Option<Search<'i>> {
        node.child("search").map(|search| Search::of(source, search))
    }

    fn of(source: Source<'i>, node: Node<'_>) -> Search<'i> {
        let words: Vec<Part<'i>> = node
            .children()
            .filter(|word| word.name() == "xalphas")
            .map(|word| source.part(word))
            .collect();
        if words.is_empty() { Search::Text(source.part(node)) } else { Search::Words(words) }
    }
}

impl fmt::Display for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Search::Text(text) => write!(f, "{text}"),
            Search::Words(words) => {
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
pub struct Http<'i> {
    /// Host and port.
    #[serde(flatten)]
    pub server: Server<'i>,
    /// The path. `http://a` has none; `http://a/` has an empty one.
    pub path: Option<Path<'i>>,
    /// The search: in RFC 1738 only after a path.
    pub search: Option<Search<'i>>,
}

impl<'i> Http<'i> {
    pub(super) fn httpurl(source: Source<'i>, node: Node<'_>) -> Option<Http<'i>> {
        let path = source.child_path(node, "path").or_else(|| source.child_path(node, "hpath"));
        let (server, search) = (Server::below(source, node)?, Search::below(source, node));
        Some(Http { server, path, search })
    }
}

impl fmt::Display for Http<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.server)?;
        if let Some(path) = &self.path {
            write!(f, "/{path}")?;
        }
        self.search.as_ref().map_or(Ok(()), |search| write!(f, "?{search}"))
    }
}
