//! The steps that normalize a URI, one for each rung of the ladder.
//!
//! A step rewrites the text, and records the sentence that requires it if the text changed.
//! Each step parses the components again, by RFC 3986.

use super::ladder::{ComparisonLadder, ComparisonRung};
use super::{iri, is_unreserved};
use crate::document::Document;
use crate::octets;
use crate::quotation::{Basis, Quotation, rfc3986, rfc3987};
use crate::registry;
use crate::resolve::{
    AuthorityComponents, ReferenceComponents, ResolutionRule, remove_dot_segments,
};

/// A URI that is being normalized.
pub(super) struct UriNormalizer {
    ladder: ComparisonLadder,
    pub text: Vec<u8>,
    pub by: Vec<Basis>,
}

impl UriNormalizer {
    pub fn new(ladder: ComparisonLadder, text: &[u8]) -> UriNormalizer {
        UriNormalizer { ladder, text: text.to_vec(), by: Vec::new() }
    }

    fn becomes(&mut self, text: Vec<u8>, by: Basis) {
        if text != self.text {
            self.text = text;
            if !self.by.contains(&by) {
                self.by.push(by);
            }
        }
    }

    fn basis(&self, uri: Quotation, iri: Quotation) -> Basis {
        Basis::Stated(self.ladder.choose(uri, iri))
    }

    /// Goes from the rung below to this rung.
    pub fn step(&mut self, rung: ComparisonRung) {
        match rung {
            ComparisonRung::Simple => {}
            ComparisonRung::Case => {
                self.digits();
                self.case();
            }
            ComparisonRung::Percent => self.percent(),
            ComparisonRung::Dots => self.dots(),
            ComparisonRung::Scheme => self.scheme(),
        }
    }

    /// Writes the hexadecimal digits of triplets in upper case.
    fn digits(&mut self) {
        let text = each(&self.text, |text, octet, raw| match raw {
            [_] => text.extend(raw),
            _ => octets::push_triplet(text, octet),
        });
        let by = self.basis(rfc3986::RUNG_CASE_DIGITS, rfc3987::RUNG_CASE_DIGITS);
        self.becomes(text, by);
    }

    /// Writes the scheme and the host in lower case; in an IRI, only a host of ASCII.
    fn case(&mut self) {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text);
        let scheme = parts.scheme.map(<[u8]>::to_ascii_lowercase);
        let authority = parts.authority.map(|authority| {
            let AuthorityComponents { user, host, port } =
                AuthorityComponents::from_text(authority);
            let keeps = self.ladder == ComparisonLadder::Iri && !host.is_ascii();
            let host = if keeps { host.to_vec() } else { lower(host) };
            [user, &host, port].concat()
        });
        let (scheme, authority) = (scheme.as_deref(), authority.as_deref());
        let text = ReferenceComponents { scheme, authority, ..parts }.text();
        let by = self.basis(rfc3986::RUNG_CASE, rfc3987::RUNG_CASE);
        self.becomes(text, by);
    }

    /// Decodes the triplets of unreserved characters.
    fn percent(&mut self) {
        if self.ladder == ComparisonLadder::Iri {
            let uri = iri::encoded(&self.text);
            self.becomes(uri, Basis::Stated(rfc3987::ALIGNED));
        }
        let (scheme, rest) = self.text.split_at(schemelike(&self.text));
        let decoded = each(rest, |text, octet, raw| match is_unreserved(octet) {
            true => text.push(octet),
            false => text.extend(raw),
        });
        let text = [scheme, decoded.as_slice()].concat();
        let by = self.basis(rfc3986::RUNG_PERCENT, rfc3987::RUNG_PERCENT);
        self.becomes(text, by);
        // A decoded letter may be in the host.
        let ladder = std::mem::replace(&mut self.ladder, ComparisonLadder::Uri);
        self.case();
        self.ladder = ladder;
    }

    /// Removes dot segments.
    fn dots(&mut self) {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text);
        if parts.scheme.is_none() {
            return;
        }
        let mut path = remove_dot_segments(parts.path);
        let guarded = parts.authority.is_none() && path.starts_with(b"//");
        if guarded {
            // The path that the algorithm leaves would be read as an authority.
            path = [b"/.", path.as_slice()].concat();
        }
        let text = ReferenceComponents { path: &path, ..parts }.text();
        let by = self.basis(rfc3986::RUNG_DOTS, rfc3987::RUNG_DOTS);
        let changes = text != self.text;
        self.becomes(text, by);
        if guarded && changes {
            self.by.push(self.foreign(rfc3986::PATH_TWO_SLASHES));
        }
    }

    /// Removes what the scheme makes optional.
    fn scheme(&mut self) {
        let scheme = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text).scheme;
        let scheme = scheme.map(|scheme| String::from_utf8_lossy(scheme).into_owned());
        self.port(scheme.as_deref());
        // The optional parts of a relative reference depend on the scheme of its base.
        let Some(scheme) = scheme else { return };
        self.empty_path();
        match scheme.as_str() {
            "file" => self.local_file(),
            "mailto" => self.mail_host(),
            _ => {}
        }
    }

    /// Removes a port that is empty, or the default of the scheme.
    fn port(&mut self, scheme: Option<&str>) {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text);
        let Some(authority) = parts.authority else { return };
        let AuthorityComponents { user, host, port } = AuthorityComponents::from_text(authority);
        let Some(digits) = port.strip_prefix(b":") else { return };
        let stated = self.basis(rfc3986::RUNG_PORT, rfc3987::RUNG_PORT);
        let document = match self.ladder {
            ComparisonLadder::Uri => Document::Rfc3986,
            ComparisonLadder::Iri => Document::Rfc3987,
        };
        let default = scheme.and_then(|scheme| default_port(document, scheme));
        let default = default.filter(|(default, _)| is_number(digits, *default));
        let bases = match default {
            _ if digits.is_empty() && scheme.is_none() => vec![self.foreign(rfc3986::OMIT_PORT)],
            _ if digits.is_empty() => vec![stated],
            Some((_, basis)) => vec![stated, basis],
            None => return,
        };
        let authority = [user, host].concat();
        self.text = ReferenceComponents { authority: Some(&authority), ..parts }.text();
        self.by.extend(bases);
    }

    /// Adds a slash if the path is empty after an authority.
    fn empty_path(&mut self) {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text);
        if parts.authority.is_some() && parts.path.is_empty() {
            let text = ReferenceComponents { path: b"/", ..parts }.text();
            let by = self.basis(rfc3986::RUNG_EMPTY_PATH, rfc3987::RUNG_EMPTY_PATH);
            self.becomes(text, by);
        }
    }

    /// Empties the authority of a file on this machine.
    fn local_file(&mut self) {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text);
        let local = match parts.authority {
            Some(authority) => authority == b"localhost",
            None => parts.path.starts_with(b"/") && !parts.path.starts_with(b"//"),
        };
        if local {
            self.text = ReferenceComponents { authority: Some(b""), ..parts }.text();
            self.by.push(self.foreign(rfc3986::LOCALHOST));
        }
    }

    /// Writes the host of a mail address in lower case, if there is exactly one address.
    fn mail_host(&mut self) {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc3986, &self.text);
        let mut halves = parts.path.split(|&byte| byte == b'@');
        if let (Some(user), Some(host), None) = (halves.next(), halves.next(), halves.next()) {
            let path = [user, b"@", &lower(host)].concat();
            let text = ReferenceComponents { path: &path, ..parts }.text();
            let by = self.foreign(rfc3986::MAIL_HOST);
            self.becomes(text, by);
        }
    }

    /// The basis of a rule that RFC 3986 states and RFC 3987 does not.
    fn foreign(&self, taken_from: Quotation) -> Basis {
        match self.ladder {
            ComparisonLadder::Uri => Basis::Stated(taken_from),
            ComparisonLadder::Iri => Basis::Silent { document: Document::Rfc3987, taken_from },
        }
    }
}

/// The default port of a scheme, and the basis for it in a document.
pub(super) fn default_port(document: Document, scheme: &str) -> Option<(u16, Basis)> {
    const ELSEWHERE: Basis = Basis::Unstated {
        reason: "the specification of the scheme, which is not among them, does",
    };
    match (scheme, document) {
        ("http", Document::Rfc3986) => Some((80, Basis::Stated(rfc3986::HTTP_PORT))),
        ("http", Document::Rfc3987) => {
            Some((80, Basis::Silent { document, taken_from: rfc3986::HTTP_PORT }))
        }
        ("https" | "wss", _) => Some((443, ELSEWHERE)),
        ("ws", _) => Some((80, ELSEWHERE)),
        _ => {
            let (port, statement) = registry::default_port(scheme)?;
            Some((port, statement.basis(document)))
        }
    }
}

pub(super) fn is_number(digits: &[u8], number: u16) -> bool {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits[zeros..] == *number.to_string().as_bytes()
}

/// The length of a scheme, or of what could become one if its triplets were decoded.
fn schemelike(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| b":/?#".contains(byte));
    end.filter(|&end| text[end] == b':').unwrap_or(0)
}

/// Converts letters to lower case, except the digits of triplets.
fn lower(text: &[u8]) -> Vec<u8> {
    each(text, |text, octet, raw| match raw {
        [_] => text.push(octet.to_ascii_lowercase()),
        _ => text.extend(raw),
    })
}

/// Rewrites a text one character or triplet at a time, given its octet and its bytes.
fn each(text: &[u8], mut write: impl FnMut(&mut Vec<u8>, u8, &[u8])) -> Vec<u8> {
    let mut written = Vec::with_capacity(text.len());
    octets::units(text).for_each(|(octet, raw)| write(&mut written, octet, raw));
    written
}
