//! Schemes whose syntax a document leaves open.

use std::fmt;

use serde::Serialize;

use super::http::UrlSearch;
use super::login::Login;
use super::part::{UrlPart, UrlPath};
use super::source::AstSource;
use crate::tree::TreeNode;

/// generic of the drafts, uri of RFC 1630's generic syntax.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GenericUri<'i> {
    /// The scheme.
    pub scheme: UrlPart<'i>,
    /// The path.
    pub path: UrlPath<'i>,
    /// The search.
    pub search: Option<UrlSearch<'i>>,
}

impl<'i> GenericUri<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<GenericUri<'i>> {
        Some(GenericUri {
            scheme: source.child(node, "scheme")?,
            path: source.child_path(node, "path")?,
            search: UrlSearch::below(source, node),
        })
    }
}

impl fmt::Display for GenericUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.scheme, self.path)?;
        self.search.as_ref().map_or(Ok(()), |search| write!(f, "?{search}"))
    }
}

/// otherurl and genericurl of draft 06 and RFC 1738.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OtherUrl<'i> {
    /// The scheme.
    pub scheme: UrlPart<'i>,
    /// What follows the colon.
    pub schemepart: SchemePart<'i>,
}

/// What follows the scheme.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SchemePart<'i> {
    /// It has the common Internet scheme syntax (section 3.1).
    Internet {
        /// The host, the port and the user.
        #[serde(flatten)]
        login: Login<'i>,
        /// The url-path, without the slash before it.
        urlpath: Option<UrlPart<'i>>,
    },
    /// It has some other syntax.
    Text(UrlPart<'i>),
}

impl<'i> OtherUrl<'i> {
    pub(super) fn genericurl(source: AstSource<'i>, node: TreeNode<'_>) -> Option<OtherUrl<'i>> {
        let part = node.child("schemepart")?;
        let schemepart = match part.child("ip-schemepart") {
            Some(internet) => SchemePart::Internet {
                login: Login::below(source, internet)?,
                urlpath: source.child(internet, "urlpath"),
            },
            None => SchemePart::Text(source.part(part)),
        };
        Some(OtherUrl { scheme: source.child(node, "scheme")?, schemepart })
    }
}

impl fmt::Display for OtherUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.scheme)?;
        match &self.schemepart {
            SchemePart::Text(text) => write!(f, "{text}"),
            SchemePart::Internet { login, urlpath } => {
                write!(f, "//{login}")?;
                urlpath.map_or(Ok(()), |path| write!(f, "/{path}"))
            }
        }
    }
}
