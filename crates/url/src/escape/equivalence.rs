//! Two ways of writing one URL: what the documents say of them.
//!
//! At one encoding level `http://a:80/` and `http://a/` are two strings. That
//! they are one URL follows from sentences of the document: that a port has a default, or
//! that a slash may be omitted. Where the document itself has no such sentence, and another
//! has one, its words are given, and the two are not called one.

use crate::ast::{Address, Login, Server, Url};
use crate::edition::{Document, Edition};
use crate::quotation::{Basis, Statement, rfc1630, rfc1738, url_01, url_02, url_06};
use crate::registry;

const GOPHER: Statement = Statement::of(&[
    url_01::GOPHER_DEFAULT,
    url_02::GOPHER_DEFAULT,
    rfc1630::GOPHER_DEFAULT,
    url_06::GOPHER_DEFAULT,
    rfc1738::GOPHER_DEFAULT,
]);
const LOCAL: Statement =
    Statement::of(&[rfc1630::FILE_VOID, url_06::FILE_LOCAL, rfc1738::FILE_LOCAL]);
const HTTP_SLASH: Statement = Statement::of(&[url_06::HTTP_SLASH, rfc1738::HTTP_SLASH]);
const TELNET_SLASH: Statement = Statement::of(&[url_06::TELNET_SLASH, rfc1738::TELNET_SLASH]);

/// What a URL was written with that the shortest way of writing it leaves out.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Omission {
    Port,
    GopherType,
    Localhost,
    HttpSlash,
    TelnetSlash,
}

/// The shortest way of writing a URL.
pub(super) struct Form {
    scheme: String,
    text: String,
    omitted: Vec<Omission>,
}

/// The words by which two URLs are one.
#[derive(Default)]
pub(super) struct Equivalence {
    /// Those that say so.
    pub stated: Vec<Basis>,
    /// Those from which it only follows.
    pub implied: Vec<Basis>,
}

impl Form {
    /// The form of a URL that is one of the edition.
    pub fn of(edition: Edition, url: &[u8]) -> Option<Form> {
        let address = Address::parse(edition, url)?;
        let scheme = address.scheme.unwrap_or_default().to_owned();
        let mut omitted = Vec::new();
        let mut url = address.url.clone();
        if let Some(server) = server(&mut url)
            && let Some(port) = server.port
            && registry::default_port(&scheme).is_some_and(|(it, _)| port.number() == Some(it))
        {
            server.port = None;
            omitted.push(Omission::Port);
        }
        match &mut url {
            Url::Gopher(gopher) if gopher.search.is_none() => {
                let item = gopher.item.as_ref();
                let default = item.is_none_or(|item| {
                    item.gtype.raw() == "1" && item.selector.is_none_or(|it| it.is_empty())
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
        let fragment = address.fragment.map_or(String::new(), |it| format!("#{it}"));
        Some(Form { scheme, text: format!("{url}{fragment}"), omitted })
    }

    /// Why two forms are one, if they are, in a document's words.
    pub fn equivalence(&self, other: &Form, document: Document) -> Equivalence {
        let mut found = Equivalence::default();
        if self.text != other.text {
            return found;
        }
        let both = |it: &&Omission| self.omitted.contains(it) != other.omitted.contains(it);
        for omission in self.omitted.iter().chain(&other.omitted).filter(both) {
            let (statement, says_so) = match omission {
                Omission::Port => match registry::default_port(&self.scheme) {
                    // RFC 1630 names a port in an example.
                    Some((_, statement)) => {
                        (statement, matches!(document, Document::Url06 | Document::Rfc1738))
                    }
                    None => continue,
                },
                Omission::GopherType => (GOPHER, true),
                Omission::Localhost => (LOCAL, true),
                Omission::HttpSlash => (HTTP_SLASH, true),
                Omission::TelnetSlash => (TELNET_SLASH, document == Document::Rfc1738),
            };
            let basis = statement.basis(document);
            match basis {
                Basis::Said(_) if says_so => found.stated.push(basis),
                _ => found.implied.push(basis),
            }
        }
        found
    }
}

/// Whether two URLs differ in no more than what a form leaves out: told from what
/// is between their common beginning and end, so that long ones are not parsed.
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

/// Host and port, to be changed.
fn server<'u, 'i>(url: &'u mut Url<'i>) -> Option<&'u mut Server<'i>> {
    match url {
        Url::Http(http) => Some(&mut http.server),
        Url::Gopher(gopher) => Some(&mut gopher.server),
        Url::Wais(wais) => Some(&mut wais.server),
        Url::Nntp(nntp) => nntp.server.as_mut(),
        Url::Ftp(ftp) => Some(own(&mut ftp.login)),
        Url::Telnet(telnet) => Some(own(&mut telnet.login)),
        Url::Prospero(
            crate::ast::Prospero::Link { server, .. } | crate::ast::Prospero::Fields { server, .. },
        ) => Some(server),
        _ => None,
    }
}

fn own<'u, 'i>(login: &'u mut Login<'i>) -> &'u mut Server<'i> {
    &mut login.server
}
