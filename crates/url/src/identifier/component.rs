//! The parts of an authority, and the segments of a path.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::text;
use crate::ast::UrlPart;
use crate::resolve::AuthorityComponents;

/// The authority of an identifier: the part between `//` and the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Authority<'i> {
    text: &'i str,
    userinfo: Option<&'i str>,
    host: &'i str,
    port: Option<&'i str>,
}

impl<'i> Authority<'i> {
    pub(super) fn from_bytes(authority: &'i [u8]) -> Authority<'i> {
        let AuthorityComponents { user, host, port } = AuthorityComponents::from_text(authority);
        Authority {
            text: text(authority),
            userinfo: user.strip_suffix(b"@").map(text),
            host: text(host),
            port: port.strip_prefix(b":").map(text),
        }
    }

    /// The text of the authority, without the `//`.
    pub fn as_str(self) -> &'i str {
        self.text
    }

    /// The user information: the part before the `@`. `None` if there is no `@`.
    pub fn userinfo(self) -> Option<UrlPart<'i>> {
        self.userinfo.map(UrlPart::new)
    }

    /// The host. It may be an empty name.
    pub fn host(self) -> Host<'i> {
        Host::from_text(self.host)
    }

    /// The text of the host, with the brackets of an IP literal.
    pub fn host_str(self) -> &'i str {
        self.host
    }

    /// The digits after the `:` that follows the host; `None` if there is no `:`. The text can be
    /// empty.
    pub fn port(self) -> Option<&'i str> {
        self.port
    }

    /// The port as a number. `None` if there is no port, if it has no digits, or if it is above
    /// 65535, which the grammar allows and no protocol does.
    pub fn port_number(self) -> Option<u16> {
        self.port?.parse().ok()
    }
}

impl fmt::Display for Authority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// The host of an authority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Host<'i> {
    /// A registered name, which may be empty: `reg-name` or `ireg-name`.
    Name(UrlPart<'i>),
    /// An IPv4 address: `IPv4address`.
    Ipv4(Ipv4Addr),
    /// An IPv6 address, which the text has in brackets: `IPv6address`.
    Ipv6(Ipv6Addr),
    /// An address of a later version, without its brackets: `IPvFuture`.
    IpvFuture(&'i str),
}

impl<'i> Host<'i> {
    /// Classifies a host. The addresses are those of the standard library, which reads the same
    /// texts as the productions.
    fn from_text(text: &'i str) -> Host<'i> {
        match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            Some(literal) => literal.parse().map_or(Host::IpvFuture(literal), Host::Ipv6),
            None => text.parse().map_or(Host::Name(UrlPart::new(text)), Host::Ipv4),
        }
    }
}

/// An IPv6 address is written in its shortest form.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Name(name) => f.pad(name.raw()),
            Host::Ipv4(address) => address.fmt(f),
            Host::Ipv6(address) => write!(f, "[{address}]"),
            Host::IpvFuture(address) => write!(f, "[{address}]"),
        }
    }
}

/// An iterator over the segments of a path.
#[derive(Debug, Clone)]
pub struct PathSegments<'i> {
    /// `None` after the last.
    rest: Option<&'i str>,
}

impl<'i> PathSegments<'i> {
    pub(super) fn from_path(path: &'i str) -> PathSegments<'i> {
        let rest = path.strip_prefix('/').or(Some(path).filter(|path| !path.is_empty()));
        PathSegments { rest }
    }
}

impl<'i> Iterator for PathSegments<'i> {
    type Item = UrlPart<'i>;

    fn next(&mut self) -> Option<UrlPart<'i>> {
        let rest = self.rest?;
        let (segment, rest) = match rest.split_once('/') {
            Some((segment, rest)) => (segment, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(UrlPart::new(segment))
    }
}

impl<'i> DoubleEndedIterator for PathSegments<'i> {
    fn next_back(&mut self) -> Option<UrlPart<'i>> {
        let rest = self.rest?;
        let (rest, segment) = match rest.rsplit_once('/') {
            Some((rest, segment)) => (Some(rest), segment),
            None => (None, rest),
        };
        self.rest = rest;
        Some(UrlPart::new(segment))
    }
}
