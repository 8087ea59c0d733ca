//! Warnings: what the security considerations have to say about a URL.
//!
//! RFC 1738 has them in section 6, the drafts a sentence about passwords, RFC
//! 1630 none. A URL that earns a warning conforms all the same.

use std::fmt;

use serde::Serialize;

use crate::ast::{Address, GopherSearch, Url};
use crate::diagnose::{Examination, Note, visible_byte};
use crate::octets;
use crate::registry;
use crate::verdict::Verdict;

/// What to beware of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Warning {
    /// It has a password, which anyone who sees the URL can read.
    Password,
    /// Its port is not the one of its scheme.
    Port {
        /// The port, as written.
        port: String,
        /// That of the scheme.
        default: u16,
        /// Whether it is below 1024, "within the reserved space".
        reserved: bool,
    },
    /// Decoded, an octet would be a delimiter of the protocol.
    EncodedDelimiter {
        /// The octet.
        octet: u8,
        /// In what.
        part: String,
    },
    /// It names a file, and not whose.
    FileWithoutHost,
    /// Its scheme was in upper case.
    SchemeUpperCase,
}

impl Warning {
    /// Its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Warning::Password => "password",
            Warning::Port { .. } => "port",
            Warning::EncodedDelimiter { .. } => "encoded-delimiter",
            Warning::FileWithoutHost => "file-without-host",
            Warning::SchemeUpperCase => "scheme-upper-case",
        }
    }

    /// The document and the section that it comes from.
    pub fn citation(&self) -> &'static str {
        match self {
            Warning::Password => "RFC 1738, section 6, page 21",
            Warning::Port { .. } | Warning::EncodedDelimiter { .. } => {
                "RFC 1738, section 6, page 20"
            }
            Warning::FileWithoutHost => "RFC 1630, \"file\", page 19",
            Warning::SchemeUpperCase => "RFC 1738, section 2.1, page 2",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Password => f.write_str(
                "\"The use of URLs containing passwords that should be secret is clearly unwise\"",
            ),
            Warning::Port { port, default, reserved } => {
                write!(f, "port {port} is not that of the scheme, {default}")?;
                f.write_str(", so a server of another protocol may answer")?;
                f.write_str(if *reserved { "; it is within the reserved space" } else { "" })
            }
            Warning::EncodedDelimiter { octet, part } => write!(
                f,
                "%{octet:02X} in `{part}` stands for {}, a delimiter of the protocol: it must not \
                 be sent decoded",
                visible_byte(*octet)
            ),
            Warning::FileWithoutHost => f.write_str(
                "a file URL without a host: someone on a different system may follow it, \"with \
                 unexpected and possibly harmful results\"",
            ),
            Warning::SchemeUpperCase => f.write_str(
                "the scheme is in upper case: programs \"should\" take it, the BNF does not",
            ),
        }
    }
}

/// A warning with its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warned {
    /// The warning.
    #[serde(flatten)]
    pub warning: Warning,
    /// In words.
    pub message: String,
    /// Where the document says so.
    pub citation: &'static str,
}

impl From<Warning> for Warned {
    fn from(warning: Warning) -> Self {
        Warned { message: warning.to_string(), citation: warning.citation(), warning }
    }
}

/// The warnings that an examined URL earns: none, unless it conforms.
pub fn examined(examination: &Examination<'_>) -> Vec<Warned> {
    let judgement = &examination.judgement;
    let tree = judgement.tree.as_ref().filter(|_| judgement.verdict == Verdict::Conforms);
    let Some(address) = tree.and_then(Address::of) else { return Vec::new() };
    let lowered = examination.notes.iter().any(|note| matches!(note, Note::SchemeLowered(_)));
    let case = lowered.then_some(Warning::SchemeUpperCase);
    warnings(&address).into_iter().chain(case).map(Warned::from).collect()
}

/// The warnings that a URL earns, in the order of RFC 1738's section 6.
pub fn warnings(address: &Address<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let url = &address.url;
    let port = url.server().and_then(|server| server.port);
    if let (Some(port), Some((default, _))) = (port, registry::default_port(address.scheme))
        && port.number() != Some(default)
    {
        let reserved = port.number().is_some_and(|number| number < 1024);
        warnings.push(Warning::Port { port: port.0.to_owned(), default, reserved });
    }
    for (part, text) in sent(url) {
        for octet in delimiters(url).iter().filter(|octet| has(&text, **octet)) {
            warnings.push(Warning::EncodedDelimiter { octet: *octet, part: part.to_owned() });
        }
    }
    if url.login().is_some_and(|login| login.password.is_some()) {
        warnings.push(Warning::Password);
    }
    if matches!(url, Url::File(file) if file.host.is_none()) {
        warnings.push(Warning::FileWithoutHost);
    }
    warnings
}

/// What ends a line or a field in the protocol of a URL.
pub(crate) fn delimiters(url: &Url<'_>) -> &'static [u8] {
    match url {
        Url::Gopher(_) => b"\t\n\r",
        Url::Ftp(_) | Url::FileAddress(_) | Url::News(_) | Url::Nntp(_) | Url::Telnet(_) => b"\n\r",
        Url::Mailto(_) => b"\n\r",
        _ => b"",
    }
}

/// The parts that a client decodes before it sends them.
fn sent(url: &Url<'_>) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    if let Some(login) = url.login() {
        parts.extend(login.user.map(|user| ("user", user.raw().to_owned())));
        parts.extend(login.password.map(|password| ("password", password.raw().to_owned())));
    }
    match url {
        Url::Ftp(ftp) => parts.extend(ftp.path.map(|path| ("path", path.raw().to_owned()))),
        Url::FileAddress(file) => parts.push(("path", file.path.raw().to_owned())),
        Url::Gopher(gopher) => {
            let selector = gopher.item.as_ref().and_then(|item| item.selector);
            parts.extend(selector.map(|selector| ("selector", selector.raw().to_owned())));
            // A Gopher+ string is meant to have them (RFC 1738, section 3.4.9).
            if let Some(GopherSearch::Tab { search, .. }) = gopher.search {
                parts.push(("search", search.raw().to_owned()));
            }
        }
        Url::News(_) => parts.push(("article", url.to_string())),
        Url::Nntp(nntp) => parts.push(("group", nntp.group.raw().to_owned())),
        Url::Mailto(_) => parts.push(("address", url.to_string())),
        _ => {}
    }
    parts
}

fn has(text: &str, octet: u8) -> bool {
    let mut at = text.as_bytes();
    while let Some(percent) = at.iter().position(|&byte| byte == b'%') {
        at = &at[percent..];
        if octets::triplet(at) == Some(octet) {
            return true;
        }
        at = &at[1..];
    }
    false
}
