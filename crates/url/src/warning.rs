//! Warnings: what the security considerations say about a URL.
//!
//! RFC 1738 has them in section 6, RFC 2396 and RFC 3986 in section 7. The drafts have some
//! sentences about users and passwords, RFC 1630 none. From RFC 2396 on almost any string is a
//! reference, so there are warnings of probable slips too. A warning quotes the document by
//! which the URL was read, or says that this document is silent and which one it quotes. A URL
//! with a warning still conforms. What RFC 3987 asks of an IRI in prose is a warning too
//! (`warning/iri.rs`).

mod code;
mod iri;
mod reference;

use std::fmt;

use serde::Serialize;

use crate::ast::{GopherSearch, Url, UrlWithFragment};
use crate::diagnose::{Examination, Note};
use crate::edition::{Document, Edition};
use crate::octets;
use crate::quotation::{Basis, Quotation};
use crate::registry;
use crate::text::{visible, visible_byte};
use crate::verdict::{Judge, Verdict};

pub use code::{Warning, WarningCode};

impl Warning {
    /// The basis of the warning in an edition.
    pub fn basis(&self, edition: Edition) -> Basis {
        self.code().statement().basis(edition.document())
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Password => {
                f.write_str("it contains a password, which everyone who sees the URL can read")
            }
            Warning::User => f.write_str("it contains a user name, which the document discourages"),
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
                "a file URL without a host: someone on a different system may follow it",
            ),
            Warning::HiddenHost { user, host } => {
                let [user, host] = [user, host].map(|text| visible(text.as_bytes()));
                write!(f, "`{user}` looks like a host, and the host is `{host}`")
            }
            Warning::Nul => {
                f.write_str("%00 is the octet zero, which ends a string in some programs")
            }
            Warning::RareIpv4 { host } => write!(
                f,
                "some programs take the host `{}` for an IPv4 address, but the grammar does not",
                visible(host.as_bytes())
            ),
            Warning::NoHost { scheme } => write!(f, "`{scheme}` needs a host, but there is none"),
            Warning::TwoSchemes { second } => {
                write!(f, "a second scheme, `{second}`, is read as part of the URL")
            }
            Warning::LostColon { scheme } => write!(
                f,
                "without a colon after `{scheme}` there is no scheme, so this is a relative reference"
            ),
            Warning::HostAsScheme { host } => write!(
                f,
                "`{}` is read as a scheme: a host and a port alone are not a URL",
                visible(host.as_bytes())
            ),
            Warning::Suffix => f.write_str(
                "it begins with a host, and is read as a relative reference: the scheme and `//` \
                 are missing",
            ),
            Warning::SchemeUpperCase => f.write_str(
                "the scheme is in upper case: programs should take it, the BNF does not",
            ),
            Warning::NotNormalized => f.write_str(
                "it is not in Normalization Form C: what looks the same may be another IRI",
            ),
            Warning::BidiFormatting { character } => write!(
                f,
                "it has U+{:04X}, which only changes the direction in which others are shown",
                u32::from(*character)
            ),
            Warning::BidiMixed { part } => write!(
                f,
                "`{}` is written from left to right and from right to left: it may be shown in \
                 another order",
                visible(part.as_bytes())
            ),
            Warning::BidiEnds { part } => write!(
                f,
                "`{}` is written from right to left, and begins or ends with something else: it \
                 may be shown in another order",
                visible(part.as_bytes())
            ),
        }
    }
}

/// A warning with its message and quotation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WarningRecord {
    /// The warning.
    #[serde(flatten)]
    pub warning: Warning,
    /// The message.
    pub message: String,
    /// The citation of the words.
    pub citation: String,
    /// The quotation, and whether the document is silent.
    #[serde(skip)]
    pub basis: Basis,
    /// The words that are cited; `None` where no document says so.
    pub words: Option<&'static str>,
    /// The document by which the URL was read, where it is silent; `None` where the words are its
    /// own.
    pub silent: Option<&'static str>,
}

impl WarningRecord {
    /// The record of a warning in an edition.
    pub fn new(edition: Edition, warning: Warning) -> WarningRecord {
        let basis = warning.basis(edition);
        let quotation = basis.quotation();
        let silent = matches!(basis, Basis::Silent { .. });
        WarningRecord {
            message: warning.to_string(),
            citation: quotation.map_or(String::new(), |quotation| quotation.citation().to_string()),
            basis,
            words: quotation.map(Quotation::words),
            silent: silent.then_some(edition.document().citation()),
            warning,
        }
    }
}

/// Whether the warnings of an edition are its own rules for strings, and are given without
/// being requested: RFC 3987 has such rules in prose.
pub fn are_rules(edition: Edition) -> bool {
    edition.document() == Document::Rfc3987
}

/// The warnings about an examined URL: none, unless it conforms to an edition. Unless `all`,
/// only the document's own rules.
pub fn examined(judge: &Judge, examination: &Examination<'_>, all: bool) -> Vec<WarningRecord> {
    let Some(edition) = judge.edition() else { return Vec::new() };
    let judgement = &examination.judgement;
    // Only recognisers of grammar files can run out of work; an edition has a parser.
    let tree = judgement.tree().ok().flatten();
    let tree = tree.filter(|_| judgement.verdict == Verdict::Conforms);
    let Some(tree) = tree else { return Vec::new() };
    let mut found = Vec::new();
    if are_rules(edition) {
        found.extend(of_iri(tree.input()));
    }
    if all && judge.references().is_some() {
        found.extend(reference::warnings(edition, tree.input()));
    }
    if !all || judge.references().is_some() {
        return found.into_iter().map(|warning| WarningRecord::new(edition, warning)).collect();
    }
    let Some(address) = UrlWithFragment::from_tree(&tree) else { return Vec::new() };
    let lowered = examination.notes.iter().any(|note| matches!(note, Note::SchemeLowered(_)));
    let case = lowered.then_some(Warning::SchemeUpperCase);
    let warnings = warnings(edition, &address).into_iter().chain(case);
    warnings.map(|warning| WarningRecord::new(edition, warning)).collect()
}

/// The warnings about an IRI: what RFC 3987 asks of it in sections 4 and 5.3.2.2. Text that is
/// not UTF-8 has none.
pub fn of_iri(iri: &[u8]) -> Vec<Warning> {
    std::str::from_utf8(iri).map_or_else(|_| Vec::new(), iri::warnings)
}

/// The warnings about a URL, in the order of RFC 1738's section 6.
pub fn warnings(edition: Edition, address: &UrlWithFragment<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let url = &address.url;
    let port = url.server().and_then(|server| server.port);
    if let (Some(port), Some((default, _))) =
        (port, address.scheme.and_then(registry::default_port))
        && port.number() != Some(default)
    {
        let reserved = port.number().is_some_and(|number| number < 1024);
        warnings.push(Warning::Port { port: port.0.to_owned(), default, reserved });
    }
    for (part, text) in sent(url) {
        for octet in delimiters(edition, url).iter().filter(|octet| has(&text, **octet)) {
            warnings.push(Warning::EncodedDelimiter { octet: *octet, part: part.to_owned() });
        }
    }
    if url.login().is_some_and(|login| login.password.is_some()) {
        warnings.push(Warning::Password);
    }
    let user = url.login().is_some_and(|login| login.user.is_some());
    if user && WarningCode::User.statement().quotation_from(edition.document()).is_some() {
        warnings.push(Warning::User);
    }
    if matches!(url, Url::File(file) if file.host.is_none()) {
        warnings.push(Warning::FileWithoutHost);
    }
    warnings
}

/// The octets that end a line or a field in the protocol of a URL, and must not be in a part
/// of it. None for gopher in RFC 1630, where the command string encodes them.
pub(crate) fn delimiters(edition: Edition, url: &Url<'_>) -> &'static [u8] {
    match url {
        Url::Gopher(_) if edition.document() == Document::Rfc1630 => b"",
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
            // A Gopher+ string may contain them (RFC 1738, section 3.4.9).
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
