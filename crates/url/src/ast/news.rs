//! Usenet news: news and nntp.

use std::fmt;

use serde::Serialize;

use super::login::{Server, UrlHost};
use super::part::UrlPart;
use super::source::AstSource;
use crate::tree::TreeNode;

/// newsaddress, newsurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NewsUrl<'i> {
    /// `*`: all available groups.
    All,
    /// One group.
    Group(UrlPart<'i>),
    /// One article.
    Article(ArticleId<'i>),
}

/// A message identifier without its angle brackets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ArticleId<'i> {
    /// The part before the last `@`.
    pub unique: UrlPart<'i>,
    /// The host that assigned the identifier.
    pub host: UrlHost<'i>,
}

impl<'i> NewsUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<NewsUrl<'i>> {
        let part = node.child("groupart").or_else(|| node.child("grouppart"))?;
        if let Some(article) = part.child("article") {
            return ArticleId::from_node(source, article).map(NewsUrl::Article);
        }
        Some(source.child(part, "group").map_or(NewsUrl::All, NewsUrl::Group))
    }
}

impl<'i> ArticleId<'i> {
    fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<ArticleId<'i>> {
        let host = node.child("host")?;
        let unique = source.text(node.span().start, host.span().start);
        let unique = UrlPart::new(unique.strip_suffix('@')?);
        Some(ArticleId { unique, host: UrlHost::from_node(source, host) })
    }
}

impl fmt::Display for NewsUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewsUrl::All => write!(f, "news:*"),
            NewsUrl::Group(group) => write!(f, "news:{group}"),
            NewsUrl::Article(article) => write!(f, "news:{article}"),
        }
    }
}

impl fmt::Display for ArticleId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.unique, self.host.part())
    }
}

/// nntpaddress, nntpurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NntpUrl<'i> {
    /// Host and port: required in draft 06 and RFC 1738, absent in all others.
    pub server: Option<Server<'i>>,
    /// The group.
    pub group: UrlPart<'i>,
    /// The number of the article in the group. It is optional only in draft 06 and RFC 1738.
    pub article: Option<&'i str>,
}

impl<'i> NntpUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<NntpUrl<'i>> {
        let server = Server::below(source, node);
        let article = source.child(node, "digits").map(UrlPart::raw);
        Some(NntpUrl { server, group: source.child(node, "group")?, article })
    }
}

impl fmt::Display for NntpUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nntp:")?;
        if let Some(server) = &self.server {
            write!(f, "//{server}/")?;
        }
        write!(f, "{}", self.group)?;
        self.article.map_or(Ok(()), |article| write!(f, "/{article}"))
    }
}
