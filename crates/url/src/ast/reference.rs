//! A reference by its components, which are the same for every scheme: RFC 1808 and later.

use std::fmt;

use serde::Serialize;

use super::part::{UrlPart, UrlPath};
use super::source::AstSource;
use crate::tree::TreeNode;

/// absoluteURL and relativeURL of RFC 1808, absoluteURI and relativeURI of RFC 2396, URI and
/// relative-ref of RFC 3986.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UrlReference<'i> {
    /// The scheme; `None` for a relative reference.
    pub scheme: Option<UrlPart<'i>>,
    /// The part after `//`: net_loc, authority.
    pub authority: Option<UrlPart<'i>>,
    /// The parts of the authority, if the grammar divides it.
    pub server: Option<ReferenceServer<'i>>,
    /// The path, with the slash before it. An opaque part is all path.
    pub path: UrlPath<'i>,
    /// The part after the first `;`. Only RFC 1808 separates it from the path.
    pub params: Option<UrlPart<'i>>,
    /// The part after the first `?`.
    pub query: Option<UrlPart<'i>>,
}

/// server of RFC 2396; from RFC 3986 on, the parts of the authority itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReferenceServer<'i> {
    /// The part before `@`.
    pub userinfo: Option<UrlPart<'i>>,
    /// hostname or IPv4address; from RFC 2732 on, also an address in brackets.
    pub host: UrlPart<'i>,
    /// The part after `:`.
    pub port: Option<UrlPart<'i>>,
}

impl<'i> UrlReference<'i> {
    /// The empty reference, for which RFC 2396 has no production.
    pub(super) fn empty() -> UrlReference<'i> {
        let path = UrlPath::new("");
        UrlReference {
            scheme: None,
            authority: None,
            server: None,
            path,
            params: None,
            query: None,
        }
    }

    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> UrlReference<'i> {
        let scheme = node.descendant("scheme");
        let named = |name| node.descendant(name);
        let authority = ["net_loc", "authority", "iauthority"].into_iter().find_map(named);
        let (params, query) = (named("params"), named("query").or_else(|| named("iquery")));
        let fragment = node.child("fragment").or_else(|| node.child("ifragment"));
        let begin = scheme.map_or(node.span().start, |scheme| scheme.span().end + 1);
        let begin = authority.map_or(begin, |authority| authority.span().end);
        // The params, query or fragment follows a one-byte delimiter: `;`, `?` or `#`.
        let end =
            params.or(query).or(fragment).map_or(node.span().end, |part| part.span().start - 1);
        let server = authority.and_then(|authority| {
            let server = authority.child("server").or_else(|| {
                ["host", "ihost"].iter().find_map(|name| authority.child(name)).map(|_| authority)
            })?;
            let hostport = server.child("hostport").unwrap_or(server);
            Some(ReferenceServer {
                userinfo: source
                    .child(server, "userinfo")
                    .or_else(|| source.child(server, "iuserinfo")),
                host: source.child(hostport, "host").or_else(|| source.child(hostport, "ihost"))?,
                port: source.child(hostport, "port"),
            })
        });
        let part = |node| source.part(node);
        UrlReference {
            scheme: scheme.map(part),
            authority: authority.map(part),
            server,
            path: UrlPath::new(source.text(begin, end)),
            params: params.map(part),
            query: query.map(part),
        }
    }
}

impl fmt::Display for UrlReference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UrlReference { scheme, authority, path, params, query, .. } = self;
        scheme.map_or(Ok(()), |scheme| write!(f, "{scheme}:"))?;
        authority.map_or(Ok(()), |authority| write!(f, "//{authority}"))?;
        write!(f, "{}", path.raw())?;
        params.map_or(Ok(()), |params| write!(f, ";{params}"))?;
        query.map_or(Ok(()), |query| write!(f, "?{query}"))
    }
}
