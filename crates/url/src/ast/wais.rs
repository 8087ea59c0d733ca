//! wais: databases, searches, documents.

use std::fmt;

use serde::Serialize;

use super::http::UrlSearch;
use super::login::Server;
use super::part::{UrlPart, UrlPath};
use super::source::AstSource;
use crate::tree::TreeNode;

/// waisaddress, waisurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WaisUrl<'i> {
    /// Host and port.
    #[serde(flatten)]
    pub server: Server<'i>,
    /// The database.
    pub database: UrlPart<'i>,
    /// What the URL addresses in the database.
    pub target: WaisTarget<'i>,
}

/// What a wais URL addresses in a database.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WaisTarget<'i> {
    /// The whole database, for the user to search.
    Database,
    /// A search.
    Index(UrlSearch<'i>),
    /// A document.
    Document {
        /// The type of the document in WAIS.
        wtype: UrlPart<'i>,
        /// The identifier of the document.
        id: WaisId<'i>,
    },
}

/// How an edition identifies a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WaisId<'i> {
    /// Drafts 00 and 01: the length and a path.
    LengthAndPath {
        /// The digits of the length.
        length: &'i str,
        /// The path.
        path: UrlPath<'i>,
    },
    /// Draft 02: a path.
    Path(UrlPath<'i>),
    /// RFC 1630: the fields of the identifier.
    Fields(Vec<WaisField<'i>>),
    /// RFC 1738: an opaque text.
    Opaque(UrlPart<'i>),
}

/// A field of a wpath of RFC 1630.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WaisField<'i> {
    /// The number of the field: the digits before `=`.
    pub number: &'i str,
    /// The value: the text between `=` and `;`.
    pub value: UrlPath<'i>,
}

impl<'i> WaisUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<WaisUrl<'i>> {
        let node = node.children().next()?;
        let (server, database) = (Server::below(source, node)?, source.child(node, "database")?);
        let target = match source.child(node, "wtype") {
            Some(wtype) => WaisTarget::Document { wtype, id: WaisId::waisdoc(source, node)? },
            None => UrlSearch::below(source, node).map_or(WaisTarget::Database, WaisTarget::Index),
        };
        Some(WaisUrl { server, database, target })
    }
}

impl<'i> WaisId<'i> {
    fn waisdoc(source: AstSource<'i>, node: TreeNode<'_>) -> Option<WaisId<'i>> {
        if let Some(path) = source.child_path(node, "path") {
            let length = source.child(node, "digits").map(UrlPart::raw);
            return Some(match length {
                Some(length) => WaisId::LengthAndPath { length, path },
                None => WaisId::Path(path),
            });
        }
        let wpath = node.child("wpath")?;
        let fields = WaisField::wpath(source, wpath);
        Some(if fields.is_empty() {
            WaisId::Opaque(source.part(wpath))
        } else {
            WaisId::Fields(fields)
        })
    }
}

impl<'i> WaisField<'i> {
    fn wpath(source: AstSource<'i>, node: TreeNode<'_>) -> Vec<WaisField<'i>> {
        let mut fields = Vec::new();
        let mut number = None;
        for child in node.children() {
            match (child.name(), number) {
                ("digits", _) => number = Some(source.part(child).raw()),
                ("path", Some(number)) => {
                    fields.push(WaisField { number, value: source.path(child) });
                }
                _ => {}
            }
        }
        fields
    }
}

impl fmt::Display for WaisUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wais://{}/{}", self.server, self.database)?;
        match &self.target {
            WaisTarget::Database => Ok(()),
            WaisTarget::Index(search) => write!(f, "?{search}"),
            WaisTarget::Document { wtype, id } => write!(f, "/{wtype}/{id}"),
        }
    }
}

impl fmt::Display for WaisId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WaisId::LengthAndPath { length, path } => write!(f, "{length}/{path}"),
            WaisId::Path(path) => write!(f, "{path}"),
            WaisId::Opaque(id) => write!(f, "{id}"),
            WaisId::Fields(fields) => {
                fields.iter().try_for_each(|field| write!(f, "{}={};", field.number, field.value))
            }
        }
    }
}
