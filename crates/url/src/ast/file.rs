//! Files: ftp, the drafts' fileaddress, file, afs.

use std::fmt;

use serde::Serialize;

use super::login::{Host, Login, Port, Server};
use super::part::{Part, Path};
use super::source::Source;
use crate::tree::Node;

/// ftpaddress, ftpurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Ftp<'i> {
    /// The host, the port and the user.
    #[serde(flatten)]
    pub login: Login<'i>,
    /// The path. It is optional only in draft 06 and RFC 1738.
    pub path: Option<Path<'i>>,
    /// The type that `;type=` gives.
    #[serde(rename = "type")]
    pub ftptype: Option<FtpType<'i>>,
}

/// A transfer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FtpType<'i> {
    /// Draft 06 and RFC 1738: one of `A`, `I`, `D`, in either case.
    Code(&'i str),
    /// RFC 1630: what follows TYPE in RFC 959, without the space.
    Type {
        /// `A`, `E`, `I` or `L`.
        code: &'i str,
        /// `N`, `T` or `C`, with `A` and `E`.
        form: Option<&'i str>,
        /// The byte size, with `L`.
        size: Option<&'i str>,
    },
}

impl<'i> FtpType<'i> {
    fn of(source: Source<'i>, node: Node<'_>, url: &str) -> FtpType<'i> {
        if url == "ftpurl" {
            return FtpType::Code(source.part(node).raw());
        }
        let start = node.span().start;
        let form = source.child(node, "formcode").map(Part::raw);
        let size = source.child(node, "digits").map(Part::raw);
        FtpType::Type { code: source.text(start, start + 1), form, size }
    }
}

impl fmt::Display for FtpType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FtpType::Code(code) => f.write_str(code),
            FtpType::Type { code, form, size } => {
                write!(f, "{code}{}{}", form.unwrap_or_default(), size.unwrap_or_default())
            }
        }
    }
}

impl<'i> Ftp<'i> {
    pub(super) fn ftpurl(source: Source<'i>, node: Node<'_>) -> Option<Ftp<'i>> {
        let path = source.child_path(node, "path").or_else(|| source.child_path(node, "fpath"));
        let ftptype = node.child("ftptype");
        let ftptype = ftptype.map(|ftptype| FtpType::of(source, ftptype, node.name()));
        Some(Ftp { login: Login::below(source, node)?, path, ftptype })
    }
}

impl fmt::Display for Ftp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ftp://{}", self.login)?;
        if let Some(path) = &self.path {
            write!(f, "/{path}")?;
        }
        self.ftptype.map_or(Ok(()), |ftptype| write!(f, ";type={ftptype}"))
    }
}

/// fileaddress of drafts 00 and 01: in the BNF, an ftp URL with only a host.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FileAddress<'i> {
    /// The host.
    pub host: Host<'i>,
    /// The path.
    pub path: Path<'i>,
}

impl<'i> FileAddress<'i> {
    pub(super) fn of(source: Source<'i>, node: Node<'_>) -> Option<FileAddress<'i>> {
        let host = Host::of(source, node.child("host")?);
        Some(FileAddress { host, path: source.child_path(node, "path")? })
    }

    /// The host, port, user and password by the prose of drafts 00 and 01. Their BNF has only a
    /// host: where it accepts `@` or `:`, they are part of the host.
    pub fn login(&self) -> Login<'i> {
        let whole = self.host.part().raw();
        let (login, rest) = match whole.rsplit_once('@') {
            Some((login, rest)) => (Some(login), rest),
            None => (None, whole),
        };
        let digits = |port: &&str| !port.is_empty() && port.bytes().all(|it| it.is_ascii_digit());
        let (host, port) = match rest.rsplit_once(':').filter(|(_, port)| digits(port)) {
            Some((host, port)) => (host, Some(Port(port))),
            None => (rest, None),
        };
        let (user, password) = match login.map(|login| login.split_once(':')) {
            Some(Some((user, password))) => (Some(user), Some(password)),
            Some(None) => (login, None),
            None => (None, None),
        };
        let host = match self.host {
            Host::Number(_) => self.host,
            Host::Name(_) => Host::Name(Part::new(host)),
        };
        let server = Server { host, port };
        Login { user: user.map(Part::new), password: password.map(Part::new), server }
    }
}

impl fmt::Display for FileAddress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ftp://{}/{}", self.host.part(), self.path)
    }
}

/// fileurl: draft 06 and RFC 1738.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct File<'i> {
    /// The host; `None` means the machine that interprets the URL.
    pub host: Option<Host<'i>>,
    /// The path; in draft 06 it may be absent, together with its slash.
    pub path: Option<Path<'i>>,
}

impl<'i> File<'i> {
    pub(super) fn fileurl(source: Source<'i>, node: Node<'_>) -> Option<File<'i>> {
        let host = node.child("host").map(|host| Host::of(source, host));
        Some(File { host, path: source.child_path(node, "fpath") })
    }

    /// Whether the file is on the machine that interprets the URL (RFC 1738, section 3.10).
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host.part().raw() == "localhost")
    }
}

impl fmt::Display for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("file://")?;
        if let Some(host) = &self.host {
            write!(f, "{}", host.part())?;
        }
        self.path.map_or(Ok(()), |path| write!(f, "/{path}"))
    }
}

/// afsaddress: in drafts 00 and 01, and later only in a historical note.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Afs<'i> {
    /// The cell.
    pub cellname: Part<'i>,
    /// The path.
    pub path: Path<'i>,
}

impl<'i> Afs<'i> {
    pub(super) fn afsaddress(source: Source<'i>, node: Node<'_>) -> Option<Afs<'i>> {
        let cellname = source.child(node, "cellname")?;
        Some(Afs { cellname, path: source.child_path(node, "path")? })
    }
}

impl fmt::Display for Afs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "afs://{}/{}", self.cellname, self.path)
    }
}
