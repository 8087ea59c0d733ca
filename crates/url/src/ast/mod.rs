//! A typed view of a URL by its parts.
//!
//! A parse tree shows by which productions a string derives. This module converts it in one
//! pass to the terms of the documents: a host, a port, a user, a selector. It borrows from the
//! input and allocates only lists. Where editions differ, the types differ: RFC 1630 identifies
//! a WAIS document by numbered fields, RFC 1738 by an opaque text, draft 00 by a length and a
//! path, so [`WaisId`] has a variant for each. `Display` writes the URL from which the value
//! was read.

mod file;
mod generic;
mod gopher;
mod http;
mod login;
mod mail;
mod news;
mod reinterpretation;
mod outline;
mod part;
mod prospero;
mod reference;
mod source;
mod telnet;
mod wais;

use std::fmt;

use serde::Serialize;

use crate::edition::{Edition, Reading};
use crate::parser::parse;
use crate::tree::{Tree, TreeNode};
use source::AstSource;

pub use file::{AfsUrl, FileAddress, FileUrl, FtpType, FtpUrl};
pub use generic::{GenericUri, OtherUrl, SchemePart};
pub use gopher::{GopherItem, GopherSearch, GopherUrl};
pub use http::{HttpUrl, UrlSearch};
pub use login::{Login, Port, Server, UrlHost};
pub use mail::{AddrSpec, CidUrl, Mailbox, MailtoUrl, MidUrl};
pub use news::{ArticleId, NewsUrl, NntpUrl};
pub use part::{UrlPart, UrlPath};
pub use prospero::{ProsperoField, ProsperoUrl, ProsperoVersion};
pub use reference::{ReferenceServer, UrlReference};
pub use reinterpretation::PathReinterpretation;
pub use telnet::TelnetUrl;
pub use wais::{WaisField, WaisId, WaisTarget, WaisUrl};

/// A URL, with its optional prefix and fragment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UrlWithFragment<'i> {
    /// The scheme, as written; `None` for a relative reference.
    pub scheme: Option<&'i str>,
    /// Whether `url:` precedes the URL (prefixedurl of RFC 1630).
    pub prefixed: bool,
    /// The URL.
    pub url: Url<'i>,
    /// The part after `#`: anchorid, fragmentid, fragment. Draft 06 and RFC 1738 have none.
    pub fragment: Option<UrlPart<'i>>,
}

/// A URL, by its scheme.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "parts", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Url<'i> {
    Http(HttpUrl<'i>),
    Ftp(FtpUrl<'i>),
    /// ftp in drafts 00 and 01.
    FileAddress(FileAddress<'i>),
    File(FileUrl<'i>),
    Afs(AfsUrl<'i>),
    News(NewsUrl<'i>),
    Nntp(NntpUrl<'i>),
    Wais(WaisUrl<'i>),
    Prospero(ProsperoUrl<'i>),
    Telnet(TelnetUrl<'i>),
    Gopher(GopherUrl<'i>),
    Mailto(MailtoUrl<'i>),
    Mid(MidUrl<'i>),
    Cid(CidUrl<'i>),
    /// A scheme that the drafts or RFC 1630 leave open.
    Generic(GenericUri<'i>),
    /// A scheme that draft 06 or RFC 1738 leaves open.
    Other(OtherUrl<'i>),
    /// What RFC 1808 and later grammars derive; they do not distinguish schemes.
    Reference(UrlReference<'i>),
}

impl<'i> UrlWithFragment<'i> {
    /// Converts a tree to a URL; `None` if the tree is of something else, such as a host.
    pub fn from_tree(tree: &Tree<'_, 'i>) -> Option<UrlWithFragment<'i>> {
        let source = AstSource::from_tree(tree)?;
        let root = tree.root();
        let fragment = fragment(root).map(|fragment| source.part(fragment));
        let Some(node) = tree.nodes().find(|node| Url::is_address(*node)) else {
            let url = Url::Reference(UrlReference::empty());
            let empty = UrlWithFragment { scheme: None, prefixed: false, url, fragment };
            return (root.name() == "URI-reference").then_some(empty);
        };
        // An address inside something else is not a URL: only the start, the prefix and the
        // fragment may surround it.
        let around = ["url:", ""].contains(&source.text(root.span().start, node.span().start));
        // From RFC 3986 on, the fragment is a child of the URI or relative reference itself.
        let fragment =
            fragment.or_else(|| self::fragment(node).map(|fragment| source.part(fragment)));
        let text = source.part(node).raw();
        let url = Url::address(source, node)?;
        let scheme = match &url {
            Url::Reference(reference) => reference.scheme.map(UrlPart::raw),
            _ => Some(text.split_once(':').map_or(text, |(scheme, _)| scheme)),
        };
        let prefixed = node.span().start > root.span().start;
        around.then_some(UrlWithFragment { scheme, prefixed, url, fragment })
    }

    /// Parses a URL with the corrected grammar of an edition, scheme by scheme.
    pub fn parse(edition: Edition, input: &'i [u8]) -> Option<UrlWithFragment<'i>> {
        let start = edition.grammar(Reading::Corrected).start();
        let tree = parse(edition, Reading::Corrected, start, input).ok()?;
        UrlWithFragment::from_tree(&tree)
    }
}

/// The fragment after `#`: a child of the node.
fn fragment(of: TreeNode<'_>) -> Option<TreeNode<'_>> {
    ["fragmentid", "anchorid", "fragment", "ifragment"].iter().find_map(|name| of.child(name))
}

impl<'i> Url<'i> {
    fn is_address(node: TreeNode<'_>) -> bool {
        let name = node.name();
        match name {
            "generic" | "genericurl" => true,
            // In the generic syntax of RFC 1630, the parts are children of `uri`.
            "uri" => node.child("path").is_some(),
            "fragmentaddress" | "anchoraddress" | "docaddress" | "prefixedurl" => false,
            // In RFC 1738 it contains a genericurl; in draft 06 it contains the parts itself.
            "otherurl" => node.child("genericurl").is_none(),
            "absoluteURL" | "relativeURL" | "absoluteURI" | "relativeURI" => true,
            "URI" | "absolute-URI" | "relative-ref" => true,
            "IRI" | "absolute-IRI" | "irelative-ref" => true,
            _ => name.ends_with("address") || name.ends_with("url") && name != "url",
        }
    }

    fn address(source: AstSource<'i>, node: TreeNode<'_>) -> Option<Url<'i>> {
        Some(match node.name() {
            "httpaddress" | "httpurl" => Url::Http(HttpUrl::from_node(source, node)?),
            "ftpaddress" | "ftpurl" => Url::Ftp(FtpUrl::from_node(source, node)?),
            "fileaddress" => Url::FileAddress(FileAddress::from_node(source, node)?),
            "fileurl" => Url::File(FileUrl::from_node(source, node)?),
            "afsaddress" => Url::Afs(AfsUrl::from_node(source, node)?),
            "newsaddress" | "newsurl" => Url::News(NewsUrl::from_node(source, node)?),
            "nntpaddress" | "nntpurl" => Url::Nntp(NntpUrl::from_node(source, node)?),
            "waisaddress" | "waisurl" => Url::Wais(WaisUrl::from_node(source, node)?),
            "prosperoaddress" | "prosperourl" => {
                Url::Prospero(ProsperoUrl::from_node(source, node)?)
            }
            "telnetaddress" | "telneturl" => Url::Telnet(TelnetUrl::from_node(source, node)?),
            "gopheraddress" | "gopherurl" => Url::Gopher(GopherUrl::from_node(source, node)?),
            "mailtoaddress" | "mailtourl" => Url::Mailto(MailtoUrl::from_node(source, node)?),
            "midaddress" => Url::Mid(MidUrl::from_node(source, node)?),
            "cidaddress" => Url::Cid(CidUrl::from_node(source, node)?),
            "generic" | "uri" => Url::Generic(GenericUri::from_node(source, node)?),
            "genericurl" | "otherurl" => Url::Other(OtherUrl::genericurl(source, node)?),
            "absoluteURL" | "relativeURL" | "absoluteURI" | "relativeURI" | "URI"
            | "absolute-URI" | "relative-ref" | "IRI" | "absolute-IRI" | "irelative-ref" => {
                Url::Reference(UrlReference::from_node(source, node))
            }
            _ => return None,
        })
    }

    /// The host and port, if the scheme has them as separate parts.
    pub fn server(&self) -> Option<Server<'i>> {
        match self {
            Url::Http(http) => Some(http.server),
            Url::Ftp(ftp) => Some(ftp.login.server),
            Url::FileAddress(file) => Some(file.login().server),
            Url::File(file) => file.host.map(|host| Server { host, port: None }),
            Url::Nntp(nntp) => nntp.server,
            Url::Wais(wais) => Some(wais.server),
            Url::Prospero(
                ProsperoUrl::Link { server, .. } | ProsperoUrl::Fields { server, .. },
            ) => Some(*server),
            Url::Telnet(telnet) => Some(telnet.login.server),
            Url::Gopher(gopher) => Some(gopher.server),
            Url::Other(other) => match &other.schemepart {
                SchemePart::Internet { login, .. } => Some(login.server),
                SchemePart::Text(_) => None,
            },
            _ => None,
        }
    }

    /// The user, host and port, if the scheme has a login.
    pub fn login(&self) -> Option<Login<'i>> {
        match self {
            Url::Ftp(ftp) => Some(ftp.login),
            Url::FileAddress(file) => Some(file.login()),
            Url::Telnet(telnet) => Some(telnet.login),
            Url::Other(OtherUrl { schemepart: SchemePart::Internet { login, .. }, .. }) => {
                Some(*login)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Url::Http(url) => url.fmt(f),
            Url::Ftp(url) => url.fmt(f),
            Url::FileAddress(url) => url.fmt(f),
            Url::File(url) => url.fmt(f),
            Url::Afs(url) => url.fmt(f),
            Url::News(url) => url.fmt(f),
            Url::Nntp(url) => url.fmt(f),
            Url::Wais(url) => url.fmt(f),
            Url::Prospero(url) => url.fmt(f),
            Url::Telnet(url) => url.fmt(f),
            Url::Gopher(url) => url.fmt(f),
            Url::Mailto(url) => url.fmt(f),
            Url::Mid(url) => url.fmt(f),
            Url::Cid(url) => url.fmt(f),
            Url::Generic(url) => url.fmt(f),
            Url::Other(url) => url.fmt(f),
            Url::Reference(url) => url.fmt(f),
        }
    }
}

impl fmt::Display for UrlWithFragment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.prefixed { "url:" } else { "" }, self.url)?;
        self.fragment.map_or(Ok(()), |fragment| write!(f, "#{fragment}"))
    }
}
