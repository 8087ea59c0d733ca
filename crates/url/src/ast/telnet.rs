//! telnet: a service, not an object.

use std::fmt;

use serde::Serialize;

use super::login::Login;
use super::source::AstSource;
use crate::tree::TreeNode;

/// telnetaddress, telneturl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TelnetUrl<'i> {
    /// The host, the port and the user.
    #[serde(flatten)]
    pub login: Login<'i>,
    /// Whether a slash ends it: only in RFC 1738, where it has no meaning.
    pub slash: bool,
}

impl<'i> TelnetUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<TelnetUrl<'i>> {
        let slash = source.part(node).raw().ends_with('/');
        Some(TelnetUrl { login: Login::below(source, node)?, slash })
    }
}

impl fmt::Display for TelnetUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "telnet://{}{}", self.login, if self.slash { "/" } else { "" })
    }
}
