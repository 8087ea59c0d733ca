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
mod otherwise;
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
use crate::tree::{Node, Tree};
use source::Source;

pub use file::{Afs, File, FileAddress, Ftp, FtpType};
pub use generic::{Generic, Other, SchemePart};
pub use gopher::{Gopher, GopherSearch, Item};
pub use http::{Http, Search};
pub use login::{Host, Login, Port, Server};
pub use mail::{AddrSpec, Cid, Mailbox, Mailto, Mid};
pub use news::{Article, News, Nntp};
pub use otherwise::ReadOtherwise;
pub use part::{Part, Path};
pub use prospero::{Field, Prospero, Version};
pub use reference::{Reference, ReferenceServer};
pub use telnet::Telnet;
pub use wais::{Wais, WaisField, WaisId, WaisTarget};

/// A URL, with its optional prefix and fragment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Address<'i> {
    /// The scheme, as written; `None` for a relative reference.
    pub scheme: Option<&'i str>,
    /// Whether `url:` precedes the URL (prefixedurl of RFC 1630).
    pub prefixed: bool,
    /// The URL.
    pub url: Url<'i>,
    /// The part after `#`: anchorid, fragmentid, fragment. Draft 06 and RFC 1738 have none.
    pub fragment: Option<Part<'i>>,
}

/// A URL, by its scheme.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "parts", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Url<'i> {
    Http(Http<'i>),
    Ftp(Ftp<'i>),
    /// ftp in drafts 00 and 01.
    FileAddress(FileAddress<'i>),
    File(File<'i>),
    Afs(Afs<'i>),
    News(News<'i>),
    Nntp(Nntp<'i>),
    Wais(Wais<'i>),
    Prospero(Prospero<'i>),
    Telnet(Telnet<'i>),
    Gopher(Gopher<'i>),
    Mailto(Mailto<'i>),
    Mid(Mid<'i>),
    Cid(Cid<'i>),
    /// A scheme that the drafts or RFC 1630 leave open.
    Generic(Generic<'i>),
    /// A scheme that draft 06 or RFC 1738 leaves open.
    Other(Other<'i>),
    /// What RFC 1808 and later grammars derive; they do not distinguish schemes.
    Reference(Reference<'i>),
}

impl<'i> Address<'i> {
    /// Converts a tree to a URL; `None` if the tree is of something else, such as a host.
    pub fn of(tree: &Tree<'_, 'i>) -> Option<Address<'i>> {
        let source = Source::of(tree)?;
        let root = tree.root();
        let fragment = fragment(root).map(|fragment| source.part(fragment));
        let Some(node) = tree.nodes().find(|node| Url::is_address(*node)) else {
            let url = Url::Reference(Reference::empty());
            let empty = Address { scheme: None, prefixed: false, url, fragment };
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
            Url::Reference(reference) => reference.scheme.map(Part::raw),
            _ => Some(text.split_once(':').map_or(text, |(scheme, _)| scheme)),
        };
        let prefixed = node.span().start > root.span().start;
        around.then_some(Address { scheme, prefixed, url, fragment })
    }

    /// Parses a URL with the corrected grammar of an edition, scheme by scheme.
    pub fn parse(edition: Edition, input: &'i [u8]) -> Option<Address<'i>> {
        let start = edition.grammar(Reading::Corrected).start();
        let tree = parse(edition, Reading::Corrected, start, input).ok()?;
        Address::of(&tree)
    }
}

/// The fragment after `#`: a child of the node.
fn fragment(of: Node<'_>) -> Option<Node<'_>> {
    ["fragmentid", "anchorid", "fragment", "ifragment"].iter().find_map(|name| of.child(name))
}

impl<'i> Url<'i> {
    fn is_address(node: Node<'_>) -> bool {
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

    fn address(source: Source<'i>, node: Node<'_>) -> Option<Url<'i>> {
        Some(match node.name() {
            "httpaddress" | "httpurl" => Url::Http(Http::httpurl(source, node)?),
            "ftpaddress" | "ftpurl" => Url::Ftp(Ftp::ftpurl(source, node)?),
            "fileaddress" => Url::FileAddress(FileAddress::of(source, node)?),
            "fileurl" => Url::File(File::fileurl(source, node)?),
            "afsaddress" => Url::Afs(Afs::afsaddress(source, node)?),
            "newsaddress" | "newsurl" => Url::News(News::newsurl(source, node)?),
            "nntpaddress" | "nntpurl" => Url::Nntp(Nntp::nntpurl(source, node)?),
            "waisaddress" | "waisurl" => Url::Wais(Wais::waisurl(source, node)?),
            "prosperoaddress" | "prosperourl" => {
                Url::Prospero(Prospero::prosperourl(source, node)?)
            }
            "telnetaddress" | "telneturl" => Url::Telnet(Telnet::telneturl(source, node)?),
            "gopheraddress" | "gopherurl" => Url::Gopher(Gopher::gopherurl(source, node)?),
            "mailtoaddress" | "mailtourl" => Url::Mailto(Mailto::mailtourl(source, node)?),
            "midaddress" => Url::Mid(Mid::midaddress(source, node)?),
            "cidaddress" => Url::Cid(Cid::cidaddress(source, node)?),
            "generic" | "uri" => Url::Generic(Generic::of(source, node)?),
            "genericurl" | "otherurl" => Url::Other(Other::genericurl(source, node)?),
            "absoluteURL" | "relativeURL" | "absoluteURI" | "relativeURI" | "URI"
            | "absolute-URI" | "relative-ref" | "IRI" | "absolute-IRI" | "irelative-ref" => {
                Url::Reference(Reference::of(source, node))
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
            Url::Prospero(Prospero::Link { server, .. } | Prospero::Fields { server, .. }) => {
                Some(*server)
            }
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
            Url::Other(Other { schemepart: SchemePart::Internet { login, .. }, .. }) => {
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

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.prefixed { "url:" } else { "" }, self.url)?;
        self.fragment.map_or(Ok(()), |fragment| write!(f, "#{fragment}"))
    }
}
