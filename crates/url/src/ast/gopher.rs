//! gopher: a type, which is not sent, and a selector, which is.

use std::fmt;

use serde::Serialize;

use super::http::UrlSearch;
use super::login::Server;
use super::part::UrlPart;
use super::source::AstSource;
use crate::tree::TreeNode;

/// gopheraddress, gopherurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GopherUrl<'i> {
    /// Host and port.
    #[serde(flatten)]
    pub server: Server<'i>,
    /// Whether a slash follows them. RFC 1738 allows the slash without an item.
    pub slash: bool,
    /// The item; if absent, the type is 1 and the selector is empty.
    pub item: Option<GopherItem<'i>>,
    /// The search.
    pub search: Option<GopherSearch<'i>>,
}

/// A type and a selector.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GopherItem<'i> {
    /// The type: one character, or an escape.
    pub gtype: UrlPart<'i>,
    /// The selector, including what RFC 1630 calls gcommand. In draft 00 it is optional and a
    /// slash precedes it.
    pub selector: Option<UrlPart<'i>>,
    /// Whether that slash is present: draft 00 only.
    pub slash: bool,
}

/// How an edition writes a search.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GopherSearch<'i> {
    /// The drafts: after `?`.
    Question(UrlSearch<'i>),
    /// RFC 1738: after `%09`, with an optional Gopher+ string after a second `%09`.
    Tab {
        /// What is searched for.
        search: UrlPart<'i>,
        /// The Gopher+ string.
        gopher_plus: Option<UrlPart<'i>>,
    },
}

impl<'i> GopherUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<GopherUrl<'i>> {
        let server = Server::below(source, node)?;
        let end = node.child("hostport")?.span().end;
        let slash = source.text(end, end + 1) == "/";
        let item = node.child("gtype").map(|gtype| GopherItem::gtype(source, node, gtype));
        let search = node.child("search").and_then(|search| {
            let before = search.span().start.checked_sub(1)?;
            if source.text(before, before + 1) == "?" {
                return UrlSearch::below(source, node).map(GopherSearch::Question);
            }
            let gopher_plus = source.child(node, "gopher+_string");
            Some(GopherSearch::Tab { search: source.part(search), gopher_plus })
        });
        Some(GopherUrl { server, slash, item, search })
    }
}

impl<'i> GopherItem<'i> {
    fn gtype(source: AstSource<'i>, node: TreeNode<'_>, gtype: TreeNode<'_>) -> GopherItem<'i> {
        let selector = node.child("selector").or_else(|| node.child("gcommand"));
        GopherItem {
            gtype: source.part(gtype),
            selector: selector.map(|selector| source.part(selector)),
            slash: selector.is_some_and(|selector| selector.span().start > gtype.span().end),
        }
    }
}

impl fmt::Display for GopherUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gopher://{}{}", self.server, if self.slash { "/" } else { "" })?;
        if let Some(item) = &self.item {
            write!(f, "{}{}", item.gtype, if item.slash { "/" } else { "" })?;
            if let Some(selector) = &item.selector {
                write!(f, "{selector}")?;
            }
        }
        match &self.search {
            None => Ok(()),
            Some(GopherSearch::Question(search)) => write!(f, "?{search}"),
            Some(GopherSearch::Tab { search, gopher_plus }) => {
                write!(f, "%09{search}")?;
                gopher_plus.map_or(Ok(()), |plus| write!(f, "%09{plus}"))
            }
        }
    }
}
