//! Files: ftp, the drafts' fileaddress, file, afs.

use std::fmt;

use serde::Serialize;

use super::login::{Login, Port, Server, UrlHost};
use super::part::{UrlPart, UrlPath};
use super::source::AstSource;
use crate::tree::TreeNode;

/// ftpaddress, ftpurl.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FtpUrl<'i> {
    /// The host, the port and the user.
    #[serde(flatten)]
    pub login: Login<'i>,
    /// The path. It is optional only in draft 06 and RFC 1738.
    pub path: Option<UrlPath<'i>>,
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
    fn from_node(source: AstSource<'i>, node: TreeNode<'_>, url: &str) -> FtpType<'i> {
        if url == "ftpurl" {
            return FtpType::Code(source.part(node).raw());
        }
        let start = node.span().start;
        let form = source.child(node, "formcode").map(UrlPart::raw);
        let size = source.child(node, "digits").map(UrlPart::raw);
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

impl<'i> FtpUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<FtpUrl<'i>> {
        let path = source.child_path(node, "path").or_else(|| source.child_path(node, "fpath"));
        let ftptype = node.child("ftptype");
        let ftptype = ftptype.map(|ftptype| FtpType::from_node(source, ftptype, node.name()));
        Some(FtpUrl { login: Login::below(source, node)?, path, ftptype })
    }
}

impl fmt::Display for FtpUrl<'_> {
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
    pub host: UrlHost<'i>,
    /// The path.
    pub path: UrlPath<'i>,
}

impl<'i> FileAddress<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<FileAddress<'i>> {
        let host = UrlHost::from_node(source, node.child("host")?);
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
        let digits =
            |port: &&str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
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
            UrlHost::Number(_) => self.host,
            UrlHost::Name(_) => UrlHost::Name(UrlPart::new(host)),
        };
        let server = Server { host, port };
        Login { user: user.map(UrlPart::new), password: password.map(UrlPart::new), server }
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
pub struct FileUrl<'i> {
    /// The host; `None` means the machine that interprets the URL.
    pub host: Option<UrlHost<'i>>,
    /// The path; in draft 06 it may be absent, together with its slash.
    pub path: Option<UrlPath<'i>>,
}

impl<'i> FileUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<FileUrl<'i>> {
        let host = node.child("host").map(|host| UrlHost::from_node(source, host));
        Some(FileUrl { host, path: source.child_path(node, "fpath") })
    }

    /// Whether the file is on the machine that interprets the URL (RFC 1738, section 3.10).
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host.part().raw() == "localhost")
    }
}

impl fmt::Display for FileUrl<'_> {
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
pub struct AfsUrl<'i> {
    /// The cell.
    pub cellname: UrlPart<'i>,
    /// The path.
    pub path: UrlPath<'i>,
}

impl<'i> AfsUrl<'i> {
    pub(super) fn from_node(source: AstSource<'i>, node: TreeNode<'_>) -> Option<AfsUrl<'i>> {
        let cellname = source.child(node, "cellname")?;
        Some(AfsUrl { cellname, path: source.child_path(node, "path")? })
    }
}

impl fmt::Display for AfsUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "afs://{}/{}", self.cellname, self.path)
    }
}
