//! The components of a reference: scheme, authority, path, query and fragment.
//!
//! RFC 2396 and RFC 3986 split any text with one regular expression ("breaking-down a URI reference
//! into its components", RFC 2396, appendix B), and RFC 3987 has the same components. However, if
//! RFC 3986 does not allow a scheme, there is none: then "the URI-reference is a relative
//! reference" (section 4.1). RFC 1808 has parameters after the path, and treats an empty component
//! as absent. The other rules lose nothing when the components are joined again.

use super::{ResolutionRule, until};

/// The components of a reference or a base.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ReferenceComponents<'u> {
    pub scheme: Option<&'u [u8]>,
    pub authority: Option<&'u [u8]>,
    pub path: &'u [u8],
    pub params: Option<&'u [u8]>,
    pub query: Option<&'u [u8]>,
    pub fragment: Option<&'u [u8]>,
}

impl<'u> ReferenceComponents<'u> {
    /// Splits a text into components by a rule.
    pub fn split(rule: ResolutionRule, mut text: &'u [u8]) -> ReferenceComponents<'u> {
        let fragment = cut(&mut text, b'#');
        let mut components = ReferenceComponents { fragment, ..ReferenceComponents::default() };
        if let Some(length) = scheme_length(rule, text) {
            components.scheme = Some(&text[..length]);
            text = &text[length + 1..];
        }
        if let Some(rest) = text.strip_prefix(b"//") {
            // A net_loc extends to the next slash, whatever it contains.
            let ends: &[u8] = if rule == ResolutionRule::Rfc1808 { b"/" } else { b"/?" };
            let (authority, rest) = rest.split_at(until(rest, ends));
            components.authority = Some(authority);
            text = rest;
        }
        components.query = cut(&mut text, b'?');
        if rule == ResolutionRule::Rfc1808 {
            components.params = cut(&mut text, b';');
        }
        components.path = text;
        if rule == ResolutionRule::Rfc1808 { components.without_empty() } else { components }
    }

    /// By RFC 1808 an empty component is absent. The `//` of an empty net_loc stays: without
    /// it, the path itself could begin with `//`.
    fn without_empty(self) -> ReferenceComponents<'u> {
        let there = |part: Option<&'u [u8]>| part.filter(|part| !part.is_empty());
        ReferenceComponents {
            params: there(self.params),
            query: there(self.query),
            fragment: there(self.fragment),
            ..self
        }
    }

    /// The components joined.
    pub fn text(&self) -> Vec<u8> {
        let ReferenceComponents { scheme, authority, path, params, query, fragment } = *self;
        let mut text = Vec::new();
        if let Some(scheme) = scheme {
            text.extend([scheme, b":"].concat());
        }
        for (mark, part) in [
            (&b"//"[..], authority),
            (b"", Some(path)),
            (b";", params),
            (b"?", query),
            (b"#", fragment),
        ] {
            if let Some(part) = part {
                text.extend([mark, part].concat());
            }
        }
        text
    }
}

/// An authority: the user with its `@`, the host, and the port with its colon.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AuthorityComponents<'u> {
    pub user: &'u [u8],
    pub host: &'u [u8],
    pub port: &'u [u8],
}

impl<'u> AuthorityComponents<'u> {
    pub fn from_text(text: &'u [u8]) -> AuthorityComponents<'u> {
        let at = text.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
        let (user, rest) = text.split_at(at);
        let literal = rest.iter().rposition(|&byte| byte == b']').map_or(0, |end| end + 1);
        let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let colon = rest.len().saturating_sub(digits + 1);
        // Only a host in brackets contains a colon.
        let has_port = rest.get(colon) == Some(&b':')
            && rest.get(literal..colon).is_some_and(|host| !host.contains(&b':'));
        let (host, port) = rest.split_at(if has_port { colon } else { rest.len() });
        AuthorityComponents { user, host, port }
    }
}

/// Cuts a text before the first occurrence of a mark, and returns what follows the mark.
fn cut<'u>(text: &mut &'u [u8], mark: u8) -> Option<&'u [u8]> {
    let at = memchr::memchr(mark, text)?;
    let behind = &text[at + 1..];
    *text = &text[..at];
    Some(behind)
}

/// The length of the scheme: RFC 1808, section 2.4.2; RFC 2396, appendix B; RFC 3986, section
/// 4.1, whose grammar requires a letter first.
fn scheme_length(rule: ResolutionRule, text: &[u8]) -> Option<usize> {
    let allowed = |byte: u8| match rule {
        ResolutionRule::Rfc2396 => !matches!(byte, b':' | b'/' | b'?' | b'#'),
        _ => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'),
    };
    let length = text.iter().take_while(|&&byte| allowed(byte)).count();
    let begins = !rule.has_buffers() || text.first().is_some_and(u8::is_ascii_alphabetic);
    (length > 0 && begins && text.get(length) == Some(&b':')).then_some(length)
}

/// Whether a reference has a scheme.
pub(super) fn is_absolute(rule: ResolutionRule, reference: &[u8]) -> bool {
    let fragment = until(reference, b"#");
    scheme_length(rule, &reference[..fragment]).is_some()
}
