//! Host, port, user and password: the common part of the schemes that name a host.

use std::fmt;

use serde::Serialize;

use super::part::UrlPart;
use super::source::AstSource;
use crate::tree::TreeNode;

/// A network host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UrlHost<'i> {
    /// A domain name.
    Name(UrlPart<'i>),
    /// Four groups of digits.
    Number(UrlPart<'i>),
}

impl<'i> UrlHost<'i> {
    /// The text of the host, whether a name or a number.
    pub fn part(self) -> UrlPart<'i> {
        match self {
            UrlHost::Name(part) | UrlHost::Number(part) => part,
        }
    }

    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> UrlHost<'i> {
        let part = source.part(node);
        match node.child("hostnumber") {
            Some(_) => UrlHost::Number(part),
            None => UrlHost::Name(part),
        }
    }
}

/// The digits of a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Port<'i>(pub &'i str);

impl Port<'_> {
    /// The number; `None` above 65535, which the grammars allow and no protocol does.
    pub fn number(self) -> Option<u16> {
        self.0.parse().ok()
    }
}

/// A host and a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Server<'i> {
    /// The host.
    pub host: UrlHost<'i>,
    /// The port, where one is written.
    pub port: Option<Port<'i>>,
}

impl<'i> Server<'i> {
    /// The server of a node that has a `hostport` child.
    pub(super) fn below(source: AstSource<'i>, node: TreeNode<'_>) -> Option<Server<'i>> {
        Server::hostport(source, node.child("hostport")?)
    }

    fn hostport(source: AstSource<'i>, node: TreeNode<'_>) -> Option<Server<'i>> {
        let host = UrlHost::from_node(source, node.child("host")?);
        Some(Server { host, port: source.child(node, "port").map(|port| Port(port.raw())) })
    }
}

impl fmt::Display for Server<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.host.part())?;
        self.port.map_or(Ok(()), |port| write!(f, ":{}", port.0))
    }
}

/// A server, with the user to log in as. An empty user differs from no user, and an empty
/// password from no password (RFC 1738, section 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Login<'i> {
    /// The user.
    pub user: Option<UrlPart<'i>>,
    /// The password: only together with a user, and not in drafts 00 and 01.
    pub password: Option<UrlPart<'i>>,
    /// Host and port.
    #[serde(flatten)]
    pub server: Server<'i>,
}

impl<'i> Login<'i> {
    /// The login of a node that has a `login` child, or a `user` and a `hostport` child.
    pub(super) fn below(source: AstSource<'i>, node: TreeNode<'_>) -> Option<Login<'i>> {
        let login = node.child("login").unwrap_or(node);
        Some(Login {
            user: source.child(login, "user"),
            password: source.child(login, "password"),
            server: Server::below(source, login)?,
        })
    }
}

impl fmt::Display for Login<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(user) = self.user {
            write!(f, "{user}")?;
            if let Some(password) = self.password {
                write!(f, ":{password}")?;
            }
            f.write_str("@")?;
        }
        write!(f, "{}", self.server)
    }
}
