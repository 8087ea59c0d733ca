//! Reasons for the components of any reference, from RFC 2396 and later documents.
//!
//! The grammars of these documents do not distinguish schemes. If a host or a port fails, the
//! waiting production is often another: an invalid port may still be a password, and a segment
//! may still be a scheme. So some patterns name the production that was meant. The failing
//! production and its byte remain those of the grammar.

use super::GrammarExplanation;
use super::host::{drive, is_drive};
use super::path::{slashes, stands_for_slash};
use super::pattern::{FailurePattern, RepairHint, escape, put_in, reasons};
use crate::diagnose::intent::is_host_meant;
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::BYTE_ORDER_MARK;
use crate::octets;
use crate::text::visible;

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::BACKSLASH_GENERIC, stands_for_slash).hint(|shape| {
        match shape.scheme == "file" && is_drive(shape) {
            true => drive(shape, "/"),
            false => slashes(shape),
        }
    }),
    FailurePattern::new(reasons::PORT_DECIMAL_OR_USER, |shape| bad_digit(shape).is_some())
        .with_explanation(no_port),
    FailurePattern::new(reasons::PERCENT_TRIPLET, begins_no_triplet),
    FailurePattern::new(reasons::HOST_LETTERS, |shape| {
        let fails = shape.host.contains(&shape.offset) && !shape.input[shape.offset].is_ascii();
        fails && std::str::from_utf8(shape.input).is_ok()
    })
    .hint(|shape| match is_host_meant(&shape.input[shape.host.clone()]) {
        true => escape(shape, shape.host.clone().filter(|&at| !shape.input[at].is_ascii())),
        false => RepairHint::Never,
    }),
    FailurePattern::new(reasons::BRACKETS, |shape| {
        let behind =
            shape.host.contains(&shape.offset) && shape.input[..shape.offset].ends_with(b"]");
        behind || shape.found().is_some_and(|byte| b"[]".contains(&byte))
    }),
    FailurePattern::new(reasons::BRACKETS_PATH, |shape| {
        shape.found().is_some_and(|byte| b"[]".contains(&byte))
    }),
    FailurePattern::new(reasons::HOST_CHARACTER, |shape| {
        shape.host.contains(&shape.offset) && shape.found().is_some_and(is_excluded)
    })
    .with_explanation(|shape| {
        not_allowed(shape, "a host", &["host", "ihost"], ["reg-name", "ireg-name"])
    }),
    FailurePattern::new(reasons::SECOND_HASH, |shape| {
        shape.found() == Some(b'#') && shape.input[..shape.offset].contains(&b'#')
    }),
    FailurePattern::new(reasons::SECOND_AT, |shape| {
        let one = shape.authority.as_ref().is_some_and(|authority| {
            shape.input.get(authority.start..shape.offset).is_some_and(|text| text.contains(&b'@'))
        });
        let several = shape.login.clone().is_some_and(|login| shape.input[login].contains(&b'@'));
        (shape.found() == Some(b'@') && one || several) && shape.fails_in_authority()
    })
    .hint(|shape| {
        let login = shape.login.clone().unwrap_or_default();
        escape(shape, login.filter(|&at| shape.input[at] == b'@'))
    }),
    FailurePattern::new(reasons::PORT_DECIMAL_GENERIC, |shape| {
        let host = &shape.input[shape.host.clone()];
        let colon = host.iter().rposition(|&byte| byte == b':').map(|at| shape.host.start + at);
        shape.login.is_some()
            && colon.is_some_and(|colon| (colon + 1..shape.host.end).contains(&shape.offset))
    }),
    FailurePattern::new(reasons::LOGIN_CHARACTER, |shape| {
        let in_login = shape.login.as_ref().is_some_and(|login| login.contains(&shape.offset));
        in_login && shape.found().is_some_and(is_excluded)
    })
    .with_explanation(|shape| {
        let (production, parts) = (&["authority", "iauthority"], ["userinfo", "iuserinfo"]);
        not_allowed(shape, "a user name or a password", production, parts)
    }),
    FailurePattern::new(reasons::SUFFIX, |shape| {
        fails_at_first_colon(shape) && is_port(&shape.input[shape.offset + 1..])
    }),
    FailurePattern::new(reasons::COLON_FIRST, fails_at_first_colon).hint(|shape| {
        // A text that contains a triplet cannot have been meant as a scheme, a host or a user.
        let is_name =
            shape.input[..shape.offset].iter().any(|byte| *byte == b'%' || !byte.is_ascii());
        if is_name { put_in(0, "./") } else { RepairHint::Never }
    }),
    FailurePattern::new(reasons::EXCLUDED, |shape| shape.found().is_some_and(is_excluded)),
    FailurePattern::new(reasons::NOT_ASCII_TRIPLET, |shape| {
        let marked = shape.input.starts_with(BYTE_ORDER_MARK);
        !marked && shape.found().is_some_and(|byte| !byte.is_ascii())
    }),
];

/// The byte is not allowed in a part of a production, whatever the part is called there.
fn not_allowed(
    shape: &LenientParse<'_>,
    what: &str,
    production: &'static [&'static str],
    parts: [&'static str; 2],
) -> Option<GrammarExplanation> {
    let found = shape.found_shown()?;
    let headline = format!("{found} is not allowed in {what}");
    let remarks = parts.map(|part| (part, format!("{found} is not allowed in this")));
    Some(GrammarExplanation { headline, production, remarks: remarks.to_vec() })
}

/// Whether an ASCII character occurs in no URI, or in none before RFC 2732 allowed brackets.
fn is_excluded(byte: u8) -> bool {
    let of_a_uri = byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=%".contains(&byte);
    byte.is_ascii() && !of_a_uri
}

/// Whether the failure is in the two characters after a `%`.
pub(super) fn begins_no_triplet(shape: &LenientParse<'_>) -> bool {
    let mut percents =
        (shape.offset.saturating_sub(2)..shape.offset).filter(|&at| shape.input[at] == b'%');
    percents.any(|at| octets::triplet(&shape.input[at..]).is_none())
}

/// Explains why the text after the colon is not a port. Names the character at which it fails
/// or, if an earlier character is not a digit, the text that is not a port.
fn no_port(shape: &LenientParse<'_>) -> Option<GrammarExplanation> {
    let at = bad_digit(shape)?;
    let found = shape.found_shown();
    let port = shape.input[..at].iter().rposition(|&byte| byte == b':')? + 1;
    let text = visible(&shape.input[port..shape.offset]);
    let (headline, what) = match found {
        Some(found) if shape.offset == at => {
            let headline = format!("{found} is not allowed in `port`, and no `@` follows");
            (headline, format!("{found} is not allowed in this"))
        }
        Some(found) => {
            let headline =
                format!("{found} is not allowed here: `{text}` is no `port`, and no `@` follows");
            (headline, format!("`{text}` is none"))
        }
        None => {
            let headline =
                format!("the input stops here: `{text}` is no `port`, and no `@` follows");
            (headline, format!("`{text}` is none"))
        }
    };
    Some(GrammarExplanation {
        headline,
        production: &["authority", "iauthority"],
        remarks: vec![
            ("userinfo", "`@` would follow this".to_owned()),
            ("iuserinfo", "`@` would follow this".to_owned()),
            ("port", what),
        ],
    })
}

/// The first byte after the colon of a host that is no digit, if the failure is not before it.
fn bad_digit(shape: &LenientParse<'_>) -> Option<usize> {
    let host = &shape.input[shape.host.clone()];
    let literal = host.iter().rposition(|&byte| byte == b']').unwrap_or(0);
    let mut colons = (literal..host.len()).filter(|&at| host[at] == b':');
    let (colon, None) = (colons.next()?, colons.next()) else { return None };
    let length = host[colon + 1..].iter().position(|byte| !byte.is_ascii_digit())?;
    let at = shape.host.start + colon + 1 + length;
    let alone = shape.login.is_none() && shape.fails_in_authority();
    (alone && shape.offset >= at).then_some(at)
}

/// Whether the failure is at a colon before which there is no delimiter.
fn fails_at_first_colon(shape: &LenientParse<'_>) -> bool {
    let mut before = shape.input[..shape.offset].iter();
    shape.found() == Some(b':') && !before.any(|byte| b":/?#".contains(byte))
}

/// Whether a text begins with digits, followed by a path or the end.
fn is_port(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.get(digits).is_none_or(|byte| b"/?#".contains(byte))
}
