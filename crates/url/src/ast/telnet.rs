//! telnet: a service, not an object.

use std::fmt;

use serde::Serialize;

use super::login::Login;
use super::source::Source;
use crate::tree::Node;

/// telnetaddress, telneturl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Telnet<'i> {
    /// The host, the port and the user.
    #[serde(flatten)]
    pub login: Login<'i>,
    /// Whether a slash ends it: only in RFC 1738, where it has no meaning.
    pub slash: bool,
}

impl<'i> Telnet<'i> {
    pub(super) fn telneturl(source: Source<'i>, node: Node<'_>) -> Option<Telnet<'i>> {
        let slash = source.part(node).raw().ends_with('/');
        Some(Telnet { login: Login::below(source, node)?, slash })
    }
}

impl fmt::Display for Telnet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "telnet://{}{}", self.login, if self.slash { "/" } else { "" })
    }
}
