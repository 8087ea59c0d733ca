//! Electronic mail: mailto, mid, cid.

use std::fmt;

use serde::Serialize;

use super::part::UrlPart;
use super::source::AstSource;
use crate::tree::TreeNode;

/// mailtoaddress, mailtourl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MailtoUrl<'i> {
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
    Encoded(UrlPart<'i>),
    /// Draft 02 and RFC 1630: the parts before and after the last `@`.
    AddrSpec(AddrSpec<'i>),
}

/// `xalphas @ hostname`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AddrSpec<'i> {
    /// The part before the last `@`.
    pub local: UrlPart<'i>,
    /// The part after it.
    pub domain: UrlPart<'i>,
}

impl<'i> AddrSpec<'i> {
    fn below(source: AstSource<'i>, node: TreeNode<'_>) -> Option<AddrSpec<'i>> {
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

impl<'i> MailtoUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<MailtoUrl<'i>> {
        if let Some(address) = source.child(node, "encoded822addr") {
            return Some(MailtoUrl { second_colon: false, address: Mailbox::Encoded(address) });
        }
        let start = node.span().start + "mailto:".len();
        let local = node.child("xalphas")?;
        let address = Mailbox::AddrSpec(AddrSpec::below(source, node)?);
        Some(MailtoUrl { second_colon: local.span().start > start, address })
    }
}

impl fmt::Display for MailtoUrl<'_> {
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
pub struct MidUrl<'i> {
    /// The Message-Id without its angle brackets.
    pub message: AddrSpec<'i>,
}

impl<'i> MidUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<MidUrl<'i>> {
        Some(MidUrl { message: AddrSpec::below(source, node.child("addr-spec")?)? })
    }
}

impl fmt::Display for MidUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mid:{}", self.message)
    }
}

/// cidaddress: RFC 1630.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CidUrl<'i> {
    /// The Content-Id of a body part of the same message.
    pub content: AddrSpec<'i>,
}

impl<'i> CidUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<CidUrl<'i>> {
        Some(CidUrl { content: AddrSpec::below(source, node.child("content-identifier")?)? })
    }
}

impl fmt::Display for CidUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cid:{}", self.content)
    }
}
