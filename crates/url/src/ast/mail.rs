//! Electronic mail: mailto, mid, cid.

use std::fmt;

use serde::Serialize;

use super::part::Part;
use super::source::Source;
use crate::tree::Node;

/// mailtoaddress, mailtourl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Mailto<'i> {
    /// Whether the second colon is present that draft 02 prints.
    pub second_colon: bool,
    /// The address.
    pub address: Mailbox<'i>,
}

/// An addr-spec of RFC 822, as far as the grammar of an edition divides it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mailbox<'i> {
    /// RFC 1738: one encoded text, "further defined in RFC822".
    Encoded(Part<'i>),
    /// Draft 02 and RFC 1630: the parts before and after the last `@`.
    AddrSpec(AddrSpec<'i>),
}

/// `xalphas @ hostname`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AddrSpec<'i> {
    /// The part before the last `@`.
    pub local: Part<'i>,
    /// The part after it.
    pub domain: Part<'i>,
}

impl<'i> AddrSpec<'i> {
    fn below(source: Source<'i>, node: Node<'_>) -> Option<AddrSpec<'i>> {
        Some(AddrSpec {
            local: source.child(node, "xalphas")?,
            domain: source.child(node, "hostname")?,
        })
    }
}

impl fmt::Display for AddrSpec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.local, self.domain)
    }
}

impl<'i> Mailto<'i> {
    pub(super) fn mailtourl(source: Source<'i>, node: Node<'_>) -> Option<Mailto<'i>> {
        if let Some(address) = source.child(node, "encoded822addr") {
            return Some(Mailto { second_colon: false, address: Mailbox::Encoded(address) });
        }
        let start = node.span().start + "mailto:".len();
        let local = node.child("xalphas")?;
        let address = Mailbox::AddrSpec(AddrSpec::below(source, node)?);
        Some(Mailto { second_colon: local.span().start > start, address })
    }
}

impl fmt::Display for Mailto<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.second_colon { "mailto::" } else { "mailto:" })?;
        match &self.address {
            Mailbox::Encoded(address) => write!(f, "{address}"),
            Mailbox::AddrSpec(address) => write!(f, "{address}"),
        }
    }
}

/// midaddress: RFC 1630.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Mid<'i> {
    /// The Message-Id without its angle brackets.
    pub message: AddrSpec<'i>,
}

impl<'i> Mid<'i> {
    pub(super) fn midaddress(source: Source<'i>, node: Node<'_>) -> Option<Mid<'i>> {
        Some(Mid { message: AddrSpec::below(source, node.child("addr-spec")?)? })
    }
}

impl fmt::Display for Mid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mid:{}", self.message)
    }
}

/// cidaddress: RFC 1630.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Cid<'i> {
    /// The Content-Id of a body part of the same message.
    pub content: AddrSpec<'i>,
}

impl<'i> Cid<'i> {
    pub(super) fn cidaddress(source: Source<'i>, node: Node<'_>) -> Option<Cid<'i>> {
        Some(Cid { content: AddrSpec::below(source, node.child("content-identifier")?)? })
    }
}

impl fmt::Display for Cid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cid:{}", self.content)
    }
}
