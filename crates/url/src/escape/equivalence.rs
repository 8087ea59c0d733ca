//! Different spellings of one URL, and what the documents say about them.
//!
//! At one encoding level, `http://a:80/` and `http://a/` are different strings. That they are
//! the same URL follows from sentences of the document: that a port has a default, or that a
//! slash may be omitted. If only another document has such a sentence, it is quoted, and the
//! two are not called the same.

use crate::ast::{Login, Server, Url, UrlWithFragment};
use crate::edition::{Document, Edition};
use crate::quotation::{Basis, statements};
use crate::registry;

/// A part of a URL that its shortest form omits.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Omission {
    Port,
    GopherType,
    Localhost,
    HttpSlash,
    TelnetSlash,
}

/// The shortest form of a URL.
pub(super) struct ShortestForm {
    scheme: String,
    text: String,
    omitted: Vec<Omission>,
}

/// The sentences by which two URLs are the same.
#[derive(Default)]
pub(super) struct EquivalenceGrounds {
    /// The sentences that state it.
    pub stated: Vec<Basis>,
    /// The sentences that only imply it.
    pub implied: Vec<Basis>,
}

impl ShortestForm {
    /// The form of a URL; `None` if the text is not a URL of the edition.
    pub fn from_url(edition: Edition, url: &[u8]) -> Option<ShortestForm> {
        let address = UrlWithFragment::parse(edition, url)?;
        let scheme = address.scheme.unwrap_or_default().to_owned();
        let mut omitted = Vec::new();
        let mut url = address.url.clone();
        if let Some(server) = server(&mut url)
            && let Some(port) = server.port
            && registry::default_port(&scheme)
                .is_some_and(|(number, _)| port.number() == Some(number))
        {
            server.port = None;
            omitted.push(Omission::Port);
        }
        match &mut url {
            Url::Gopher(gopher) if gopher.search.is_none() => {
                let item = gopher.item.as_ref();
                let default = item.is_none_or(|item| {
                    item.gtype.raw() == "1"
                        && item.selector.is_none_or(|selector| selector.is_empty())
                });
                if default && gopher.slash {
                    (gopher.item, gopher.slash) = (None, false);
                    omitted.push(Omission::GopherType);
                }
            }
            Url::File(file) if file.host.is_some() && file.is_local() => {
                file.host = None;
                omitted.push(Omission::Localhost);
            }
            Url::Http(http)
                if http.search.is_none() && http.path.is_some_and(|path| path.raw().is_empty()) =>
            {
                http.path = None;
                omitted.push(Omission::HttpSlash);
            }
            Url::Telnet(telnet) if telnet.slash => {
                telnet.slash = false;
                omitted.push(Omission::TelnetSlash);
            }
            _ => {}
        }
        let fragment = address.fragment.map_or(String::new(), |fragment| format!("#{fragment}"));
        Some(ShortestForm { scheme, text: format!("{url}{fragment}"), omitted })
    }

    /// The sentences of a document by which two forms are the same, if they are.
    pub fn equivalence(&self, other: &ShortestForm, document: Document) -> EquivalenceGrounds {
        let mut found = EquivalenceGrounds::default();
        if self.text != other.text {
            return found;
        }
        let both = |omission: &&Omission| {
            self.omitted.contains(omission) != other.omitted.contains(omission)
        };
        for omission in self.omitted.iter().chain(&other.omitted).filter(both) {
            let (statement, is_stated) = match omission {
                Omission::Port => match registry::default_port(&self.scheme) {
                    // RFC 1630 names a port in an example.
                    Some((_, statement)) => {
                        (statement, matches!(document, Document::Url06 | Document::Rfc1738))
                    }
                    None => continue,
                },
                Omission::GopherType => (statements::GOPHER_DEFAULT, true),
                Omission::Localhost => (statements::LOCALHOST, true),
                Omission::HttpSlash => (statements::HTTP_SLASH, true),
                Omission::TelnetSlash => (statements::TELNET_SLASH, document == Document::Rfc1738),
            };
            let basis = statement.basis(document);
            match basis {
                Basis::Stated(_) if is_stated => found.stated.push(basis),
                _ => found.implied.push(basis),
            }
        }
        found
    }
}

/// Whether two URLs may differ only in what a form omits. Looks only at the text between their
/// common prefix and suffix, so that most long URLs need not be parsed.
pub(super) fn may_be(one: &[u8], other: &[u8]) -> bool {
    let alike = |(a, b): &(&u8, &u8)| a == b;
    let before = one.iter().zip(other).take_while(alike).count();
    let (one, other) = (&one[before..], &other[before..]);
    let after = one.iter().rev().zip(other.iter().rev()).take_while(alike).count();
    let rest = |text: &[u8]| {
        let rest = &text[..text.len() - after];
        rest.len() <= "localhost:65535/1".len()
            && rest.iter().all(|byte| byte.is_ascii_digit() || b":/localhost".contains(byte))
    };
    rest(one) && rest(other)
}

/// The host and the port, mutable.
fn server<'u, 'i>(url: &'u mut Url<'i>) -> Option<&'u mut Server<'i>> {
    match url {
        Url::Http(http) => Some(&mut http.server),
        Url::Gopher(gopher) => Some(&mut gopher.server),
        Url::Wais(wais) => Some(&mut wais.server),
        Url::Nntp(nntp) => nntp.server.as_mut(),
        Url::Ftp(ftp) => Some(own(&mut ftp.login)),
        Url::Telnet(telnet) => Some(own(&mut telnet.login)),
        Url::Prospero(
            crate::ast::ProsperoUrl::Link { server, .. }
            | crate::ast::ProsperoUrl::Fields { server, .. },
        ) => Some(server),
        _ => None,
    }
}

fn own<'u, 'i>(login: &'u mut Login<'i>) -> &'u mut Server<'i> {
    &mut login.server
}
