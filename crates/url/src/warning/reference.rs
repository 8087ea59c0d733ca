//! Warnings about references that conform, from RFC 2396 on: the security considerations of
//! RFC 3986 and RFC 2396, and strings that are probably mistakes.

use super::Warning;
use crate::edition::{Document, Edition};
use crate::octets;
use crate::registry;
use crate::resolve::{ReferenceComponents, ResolutionRule};

/// Schemes that are recognised before `//`.
const KNOWN: &[&str] = &["http", "https", "ftp", "ftps", "sftp", "ws", "wss"];
/// The scheme whose URLs need a host. RFC 3986 names `http`.
const WITH_HOST: &str = "http";
/// The protocols in which the end of a line ends a command.
const LINES: &[&str] = &["ftp", "gopher", "mailto", "news", "nntp", "telnet"];
/// The top-level labels that make a name look like a host.
const TOP_LABELS: &[&str] = &["com", "org", "net", "edu", "gov", "mil", "int", "info"];

/// The warnings about a reference.
pub(super) fn warnings(edition: Edition, text: &[u8]) -> Vec<Warning> {
    let rule = match edition.document() {
        Document::Rfc3987 => ResolutionRule::Rfc3987,
        _ => ResolutionRule::Rfc3986,
    };
    let found = ReferenceComponents::split(rule, text);
    let scheme = found.scheme.map(|scheme| String::from_utf8_lossy(scheme).to_ascii_lowercase());
    let scheme = scheme.as_deref();
    let (user, host, port) = authority(found.authority.unwrap_or_default());
    let mut warnings = Vec::new();
    if let Some((default, _)) = scheme.and_then(registry::default_port)
        && let Some(number) = port.and_then(|port| port.parse::<u32>().ok())
    {
        let reserved = number < 1024;
        // RFC 3986 mentions only the reserved ports.
        let is_mentioned = reserved || edition.document() < Document::Rfc3986;
        if number != u32::from(default) && is_mentioned {
            let port = number.to_string();
            warnings.push(Warning::Port { port, default, reserved });
        }
    }
    if scheme.is_some_and(|scheme| LINES.contains(&scheme)) {
        for octet in [b'\n', b'\r'].into_iter().filter(|&octet| has(text, octet)) {
            warnings.push(Warning::EncodedDelimiter { octet, part: "URI".to_owned() });
        }
    }
    if user.is_some_and(|user| user.contains(&b':')) {
        warnings.push(Warning::Password);
    }
    if let Some(user) = user.filter(|user| looks_like_host(user)) {
        let (user, host) = (lossy(user), lossy(host));
        warnings.push(Warning::HiddenHost { user, host });
    }
    if has(text, 0) {
        warnings.push(Warning::Nul);
    }
    if is_rare_ipv4(host) {
        warnings.push(Warning::RareIpv4 { host: lossy(host) });
    }
    if let Some(second) = second_scheme(&found) {
        warnings.push(Warning::TwoSchemes { second });
    } else if scheme == Some(WITH_HOST) && host.is_empty() {
        warnings.push(Warning::NoHost { scheme: WITH_HOST.to_owned() });
    }
    if scheme.is_none() && found.authority.is_none() {
        if let Some(scheme) = before_slashes(found.path) {
            warnings.push(Warning::LostColon { scheme });
        } else if found.path.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"www.")) {
            warnings.push(Warning::Suffix);
        }
    }
    if let Some(host) = scheme.filter(|scheme| scheme.contains('.') || *scheme == "localhost") {
        let digits = found.path.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let ends = found.path.get(digits).is_none_or(|&byte| byte == b'/');
        if found.authority.is_none() && digits > 0 && ends {
            warnings.push(Warning::HostAsScheme { host: host.to_owned() });
        }
    }
    warnings
}

/// The user information, the host and the port of an authority.
fn authority(authority: &[u8]) -> (Option<&[u8]>, &[u8], Option<&str>) {
    let at = authority.iter().rposition(|&byte| byte == b'@');
    let (user, rest) = match at {
        Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
        None => (None, authority),
    };
    let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    match rest[..rest.len() - digits].strip_suffix(b":") {
        Some(host) => (user, host, std::str::from_utf8(&rest[host.len() + 1..]).ok()),
        None => (user, rest, None),
    }
}

/// Whether user information looks like a host.
fn looks_like_host(user: &[u8]) -> bool {
    let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"-.".contains(byte));
    let name = user.split(ends).next().unwrap_or_default();
    let labels: Vec<&[u8]> = name.split(|&byte| byte == b'.').collect();
    let is_label = |label: &&[u8]| !label.is_empty();
    let is_known = |label: &[u8]| {
        TOP_LABELS.iter().any(|domain| label.eq_ignore_ascii_case(domain.as_bytes()))
    };
    let last = labels.last().copied().unwrap_or_default();
    let is_name = labels.len() > 1 && labels.iter().all(is_label);
    is_name && (is_known(last) || labels[0].eq_ignore_ascii_case(b"www") || is_address(&labels))
}

fn is_address(labels: &[&[u8]]) -> bool {
    labels.len() == 4 && labels.iter().all(|label| label.iter().all(u8::is_ascii_digit))
}

/// Whether a host is an IPv4 address for `inet_aton`, but not in the form of the grammar.
fn is_rare_ipv4(host: &[u8]) -> bool {
    let Ok(host) = std::str::from_utf8(host) else { return false };
    let host = host.strip_suffix('.').unwrap_or(host);
    let parts: Vec<&str> = host.split('.').collect();
    let number = |part: &&str| -> Option<u64> {
        let digits = |text: &str, radix| {
            let is_one =
                !text.is_empty() && text.bytes().all(|byte| char::from(byte).is_digit(radix));
            is_one.then(|| u64::from_str_radix(text, radix).ok())?
        };
        let hexadecimal = part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"));
        match (hexadecimal, part.strip_prefix('0')) {
            (Some(rest), _) => digits(rest, 16),
            (None, Some(rest)) if !rest.is_empty() => digits(rest, 8),
            _ => digits(part, 10),
        }
    };
    let numbers: Option<Vec<u64>> = parts.iter().map(number).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() <= 4) else { return false };
    let (last, first) = (numbers[numbers.len() - 1], &numbers[..numbers.len() - 1]);
    let fits = first.iter().all(|number| *number < 256) && last < 1 << (8 * (5 - numbers.len()));
    fits && host.parse::<std::net::Ipv4Addr>().is_err()
}

/// The known scheme where the host or the path after another scheme should begin.
fn second_scheme(found: &ReferenceComponents<'_>) -> Option<String> {
    let known = |text: &[u8]| {
        let text = std::str::from_utf8(text).ok()?;
        KNOWN
            .iter()
            .find(|scheme| scheme.eq_ignore_ascii_case(text))
            .map(|scheme| (*scheme).to_owned())
    };
    known(found.scheme?)?;
    match found.authority {
        Some(authority) if found.path.starts_with(b"//") => {
            known(authority.strip_suffix(b":").unwrap_or(authority))
        }
        Some(_) => None,
        None => {
            let path = found.path.strip_prefix(b"/").unwrap_or(found.path);
            let end = path.iter().position(|&byte| byte == b':')?;
            known(&path[..end]).filter(|_| path[end + 1..].starts_with(b"/"))
        }
    }
}

/// A known scheme without its colon: the first segment of a path, before two slashes.
fn before_slashes(path: &[u8]) -> Option<String> {
    let end = path.windows(2).position(|window| window == b"//")?;
    let name = std::str::from_utf8(&path[..end]).ok()?;
    let name = name.strip_suffix(';').unwrap_or(name);
    KNOWN.iter().find(|scheme| scheme.eq_ignore_ascii_case(name)).map(|scheme| (*scheme).to_owned())
}

/// Whether a text contains an octet as a triplet.
fn has(text: &[u8], octet: u8) -> bool {
    memchr::memchr_iter(b'%', text).any(|at| octets::triplet(&text[at..]) == Some(octet))
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
