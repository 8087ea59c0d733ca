//! prospero, in its three forms.

use std::fmt;

use serde::Serialize;

use super::login::Server;
use super::part::{UrlPart, UrlPath};
use super::source::AstSource;
use crate::tree::TreeNode;

/// prosperoaddress, prosperourl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProsperoUrl<'i> {
    /// Draft 00: a path that begins with the host.
    Path(UrlPath<'i>),
    /// Drafts 01 and 02, RFC 1630.
    Link {
        /// Host and port.
        server: Server<'i>,
        /// The host-specific object name.
        hsoname: UrlPath<'i>,
        /// The part after `%00`.
        version: Option<ProsperoVersion<'i>>,
    },
    /// RFC 1738.
    Fields {
        /// Host and port.
        server: Server<'i>,
        /// The host-specific object name: opaque, its slashes have no meaning.
        hsoname: UrlPart<'i>,
        /// Names and values.
        fields: Vec<ProsperoField<'i>>,
    },
}

/// A version of an object, and its attributes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProsperoVersion<'i> {
    /// The digits.
    pub number: &'i str,
    /// The attributes; the BNF has no separator between them, nor before the first.
    pub attributes: Option<UrlPart<'i>>,
}

/// fieldspec.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProsperoField<'i> {
    /// The part before `=`.
    pub name: UrlPart<'i>,
    /// The part after it.
    pub value: UrlPart<'i>,
}

impl<'i> ProsperoUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<ProsperoUrl<'i>> {
        if let Some(path) = source.child_path(node, "path") {
            return Some(ProsperoUrl::Path(path));
        }
        if let Some(link) = node.child("prosperolink") {
            return ProsperoUrl::prosperolink(source, link);
        }
        let fields = node.children().filter(|child| child.name() == "fieldspec");
        let fields: Option<Vec<ProsperoField<'i>>> =
            fields.map(|child| ProsperoField::fieldspec(source, child)).collect();
        Some(ProsperoUrl::Fields {
            server: Server::below(source, node)?,
            hsoname: source.child(node, "ppath")?,
            fields: fields?,
        })
    }

    fn prosperolink(source: AstSource<'i>, node: TreeNode<'_>) -> Option<ProsperoUrl<'i>> {
        let attributes = source.child(node, "attributes");
        let version = source.child(node, "version");
        Some(ProsperoUrl::Link {
            server: Server::below(source, node)?,
            hsoname: source.child_path(node, "hsoname")?,
            version: version.map(|version| ProsperoVersion { number: version.raw(), attributes }),
        })
    }
}

impl<'i> ProsperoField<'i> {
    fn fieldspec(source: AstSource<'i>, node: TreeNode<'_>) -> Option<ProsperoField<'i>> {
        let name = source.child(node, "fieldname")?;
        Some(ProsperoField { name, value: source.child(node, "fieldvalue")? })
    }
}

impl fmt::Display for ProsperoUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("prospero://")?;
        match self {
            ProsperoUrl::Path(path) => write!(f, "{path}"),
            ProsperoUrl::Link { server, hsoname, version } => {
                write!(f, "{server}/{hsoname}")?;
                let Some(version) = version else { return Ok(()) };
                write!(f, "%00{}", version.number)?;
                version.attributes.map_or(Ok(()), |attributes| write!(f, "{attributes}"))
            }
            ProsperoUrl::Fields { server, hsoname, fields } => {
                write!(f, "{server}/{hsoname}")?;
                fields.iter().try_for_each(|field| write!(f, ";{}={}", field.name, field.value))
            }
        }
    }
}
