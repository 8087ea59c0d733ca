//! RFC 2396, section 6: equivalence rules for all schemes with the common syntax.
//!
//! "the scheme and hostname are case insensitive and a URL with an explicit ":port", where
//! the port is the default for the scheme, is equivalent to one where the port is elided".
//! So only a hostname is converted to lower case, not a registry-based name or an IPv6 address.
//! RFC 2732 changes the grammar of RFC 2396 and keeps the same rules.

use super::ladder::NormalizedUri;
use super::normalizer::{default_port, is_number};
use crate::edition::{Document, Edition, Reading};
use crate::parser::parse;
use crate::quotation::{Basis, Quotation, rfc2396};
use crate::resolve::{AuthorityComponents, ReferenceComponents, ResolutionRule};

/// Whether an edition has these rules.
pub(super) fn has(edition: Edition) -> bool {
    matches!(edition, Edition::Rfc2396 | Edition::Rfc2732)
}

/// Writes scheme and hostname of a URI in lower case, and removes the default port of its scheme.
pub(super) fn form(edition: Edition, uri: &[u8]) -> NormalizedUri {
    let mut form = NormalizedUri { text: uri.to_vec(), by: Vec::new() };
    let parts = ReferenceComponents::split(ResolutionRule::Rfc2396, uri);
    let Some(written) = parts.scheme else { return form };
    let scheme = written.to_ascii_lowercase();
    let mut by = Vec::new();
    if scheme != written {
        by.push(own(edition, rfc2396::COMMON_RULES));
    }
    let mut authority = parts.authority.map(<[u8]>::to_vec);
    if let Some(server) = parts.authority.filter(|authority| is_a(edition, "server", authority)) {
        let AuthorityComponents { user, host, port } = AuthorityComponents::from_text(server);
        let mut name = host.to_vec();
        if is_a(edition, "hostname", host) {
            name.make_ascii_lowercase();
        }
        if name != host {
            by.push(own(edition, rfc2396::EQUIVALENT));
        }
        let default = port.strip_prefix(b":").and_then(|digits| {
            let scheme = std::str::from_utf8(&scheme).ok()?;
            let (number, basis) = default_port(edition.document(), scheme)?;
            (!digits.is_empty() && is_number(digits, number)).then_some(basis)
        });
        let port = if default.is_some() { b"" } else { port };
        if let Some(basis) = default {
            by.extend([own(edition, rfc2396::COMMON_RULES), basis]);
        }
        authority = Some([user, &name, port].concat());
    }
    by.dedup();
    let (scheme, authority) = (Some(scheme.as_slice()), authority.as_deref());
    form.text = ReferenceComponents { scheme, authority, ..parts }.text();
    form.by = by;
    form
}

/// The sentences that imply that two URIs are equivalent, although none states it, because they
/// differ only in an empty port.
pub(super) fn implied(edition: Edition, one: &[u8], other: &[u8]) -> Vec<Basis> {
    let without = |uri: &[u8]| {
        let parts = ReferenceComponents::split(ResolutionRule::Rfc2396, uri);
        let server = parts.authority.filter(|authority| is_a(edition, "server", authority));
        let authority = server.and_then(|server| server.strip_suffix(b":")).or(parts.authority);
        ReferenceComponents { authority, ..parts }.text()
    };
    match without(one) == without(other) {
        true => vec![own(edition, rfc2396::DEFAULT_PORT)],
        false => Vec::new(),
    }
}

/// The basis of a rule of RFC 2396, on which RFC 2732 is silent.
fn own(edition: Edition, words: Quotation) -> Basis {
    match edition.document() {
        Document::Rfc2396 => Basis::Stated(words),
        document => Basis::Silent { document, taken_from: words },
    }
}

fn is_a(edition: Edition, name: &str, text: &[u8]) -> bool {
    let production = edition.grammar(Reading::Corrected).find(name);
    production.is_some_and(|id| parse(edition, Reading::Corrected, id, text).is_ok())
}
