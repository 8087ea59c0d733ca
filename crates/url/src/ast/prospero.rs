//! prospero, in its three forms.

use std::fmt;

use serde::Serialize;

use super::login::Server;
use super::part::{Part, Path};
use super::source::Source;
use crate::tree::Node;

/// prosperoaddress, prosperourl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Prospero<'i> {
    /// Draft 00: a path that begins with the host.
    Path(Path<'i>),
    /// Drafts 01 and 02, RFC 1630.
    Link {
        /// Host and port.
        server: Server<'i>,
        /// The host-specific object name.
        hsoname: Path<'i>,
        /// The part after `%00`.
        version: Option<Version<'i>>,
    },
    /// RFC 1738.
    Fields {
        /// Host and port.
        server: Server<'i>,
        /// The host-specific object name: opaque, its slashes have no meaning.
        hsoname: Part<'i>,
        /// Names and values.
        fields: Vec<Field<'i>>,
    },
}

/// A version of an object, and its attributes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Version<'i> {
    /// The digits.
    pub number: &'i str,
    /// The attributes; the BNF has no separator between them, nor before the first.
    pub attributes: Option<Part<'i>>,
}

/// fieldspec.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Field<'i> {
    /// The part before `=`.
    pub name: Part<'i>,
    /// The part after it.
    pub value: Part<'i>,
}

impl<'i> Prospero<'i> {
    pub(super) fn prosperourl(source: Source<'i>, node: Node<'_>) -> Option<Prospero<'i>> {
        if let Some(path) = source.child_path(node, "path") {
            return Some(Prospero::Path(path));
        }
        if let Some(link) = node.child("prosperolink") {
            return Prospero::prosperolink(source, link);
        }
        let fields = node.children().filter(|child| child.name() == "fieldspec");
        let fields: Option<Vec<Field<'i>>> =
            fields.map(|child| Field::fieldspec(source, child)).collect();
        Some(Prospero::Fields {
            server: Server::below(source, node)?,
            hsoname: source.child(node, "ppath")?,
            fields: fields?,
        })
    }

    fn prosperolink(source: Source<'i>, node: Node<'_>) -> Option<Prospero<'i>> {
        let attributes = source.child(node, "attributes");
        let version = source.child(node, "version");
        Some(Prospero::Link {
            server: Server::below(source, node)?,
            hsoname: source.child_path(node, "hsoname")?,
            version: version.map(|version| Version { number: version.raw(), attributes }),
        })
    }
}

impl<'i> Field<'i> {
    fn fieldspec(source: Source<'i>, node: Node<'_>) -> Option<Field<'i>> {
        let name = source.child(node, "fieldname")?;
        Some(Field { name, value: source.child(node, "fieldvalue")? })
    }
}

impl fmt::Display for Prospero<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("prospero://")?;
        match self {
            Prospero::Path(path) => write!(f, "{path}"),
            Prospero::Link { server, hsoname, version } => {
                write!(f, "{server}/{hsoname}")?;
                let Some(version) = version else { return Ok(()) };
                write!(f, "%00{}", version.number)?;
                version.attributes.map_or(Ok(()), |attributes| write!(f, "{attributes}"))
            }
            Prospero::Fields { server, hsoname, fields } => {
                write!(f, "{server}/{hsoname}")?;
                fields.iter().try_for_each(|field| write!(f, ";{}={}", field.name, field.value))
            }
        }
    }
}
