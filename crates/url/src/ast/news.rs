//! Usenet news: news and nntp.

use std::fmt;

use serde::Serialize;

use super::login::{Host, Server};
use super::part::Part;
use super::source::Source;
use crate::tree::Node;

/// newsaddress, newsurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum News<'i> {
    /// `*`: all available groups.
    All,
    /// One group.
    Group(Part<'i>),
    /// One article.
    Article(Article<'i>),
}

/// A message identifier without its angle brackets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Article<'i> {
    /// The part before the last `@`.
    pub unique: Part<'i>,
    /// The host that assigned the identifier.
    pub host: Host<'i>,
}

impl<'i> News<'i> {
    pub(super) fn newsurl(source: Source<'i>, node: Node<'_>) -> Option<News<'i>> {
        let part = node.child("groupart").or_else(|| node.child("grouppart"))?;
        if let Some(article) = part.child("article") {
            return Article::of(source, article).map(News::Article);
        }
        Some(source.child(part, "group").map_or(News::All, News::Group))
    }
}

impl<'i> Article<'i> {
    fn of(source: Source<'i>, node: Node<'_>) -> Option<Article<'i>> {
        let host = node.child("host")?;
        let unique = source.text(node.span().start, host.span().start);
        let unique = Part::new(unique.strip_suffix('@')?);
        Some(Article { unique, host: Host::of(source, host) })
    }
}

impl fmt::Display for News<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::All => write!(f, "news:*"),
            News::Group(group) => write!(f, "news:{group}"),
            News::Article(article) => write!(f, "news:{article}"),
        }
    }
}

impl fmt::Display for Article<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.unique, self.host.part())
    }
}

/// nntpaddress, nntpurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Nntp<'i> {
    /// Host and port: required in draft 06 and RFC 1738, absent in all others.
    pub server: Option<Server<'i>>,
    /// The group.
    pub group: Part<'i>,
    /// The number of the article in the group. It is optional only in draft 06 and RFC 1738.
    pub article: Option<&'i str>,
}

impl<'i> Nntp<'i> {
    pub(super) fn nntpurl(source: Source<'i>, node: Node<'_>) -> Option<Nntp<'i>> {
        let server = Server::below(source, node);
        let article = source.child(node, "digits").map(Part::raw);
        Some(Nntp { server, group: source.child(node, "group")?, article })
    }
}

impl fmt::Display for Nntp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nntp:")?;
        if let Some(server) = &self.server {
            write!(f, "//{server}/")?;
        }
        write!(f, "{}", self.group)?;
        self.article.map_or(Ok(()), |article| write!(f, "/{article}"))
    }
}
