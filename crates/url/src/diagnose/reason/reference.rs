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
    FailurePattern::new(reasons::BACKSLASH_GENERIC, stands_for_slash).hint(|it| {
        match it.scheme == "file" && is_drive(it) {
            true => drive(it, "/"),
            false => slashes(it),
        }
    }),
    FailurePattern::new(reasons::PORT_DECIMAL_OR_USER, |it| bad_digit(it).is_some())
        .with_explanation(no_port),
    FailurePattern::new(reasons::PERCENT_TRIPLET, begins_no_triplet),
    FailurePattern::new(reasons::HOST_LETTERS, |it| {
        let fails = it.host.contains(&it.offset) && !it.input[it.offset].is_ascii();
        fails && std::str::from_utf8(it.input).is_ok()
    })
    .hint(|it| match is_host_meant(&it.input[it.host.clone()]) {
        true => escape(it, it.host.clone().filter(|&at| !it.input[at].is_ascii())),
        false => RepairHint::Never,
    }),
    FailurePattern::new(reasons::BRACKETS, |it| {
        let behind = it.host.contains(&it.offset) && it.input[..it.offset].ends_with(b"]");
        behind || it.found().is_some_and(|byte| b"[]".contains(&byte))
    }),
    FailurePattern::new(reasons::BRACKETS_PATH, |it| {
        it.found().is_some_and(|byte| b"[]".contains(&byte))
    }),
    FailurePattern::new(reasons::HOST_CHARACTER, |it| {
        it.host.contains(&it.offset) && it.found().is_some_and(is_excluded)
    })
    .with_explanation(|it| {
        not_allowed(it, "a host", &["host", "ihost"], ["reg-name", "ireg-name"])
    }),
    FailurePattern::new(reasons::SECOND_HASH, |it| {
        it.found() == Some(b'#') && it.input[..it.offset].contains(&b'#')
    }),
    FailurePattern::new(reasons::SECOND_AT, |it| {
        let one = it.authority.as_ref().is_some_and(|authority| {
            it.input.get(authority.start..it.offset).is_some_and(|it| it.contains(&b'@'))
        });
        let several = it.login.clone().is_some_and(|login| it.input[login].contains(&b'@'));
        (it.found() == Some(b'@') && one || several) && it.fails_in_authority()
    })
    .hint(|it| {
        let login = it.login.clone().unwrap_or_default();
        escape(it, login.filter(|&at| it.input[at] == b'@'))
    }),
    FailurePattern::new(reasons::PORT_DECIMAL_GENERIC, |it| {
        let host = &it.input[it.host.clone()];
        let colon = host.iter().rposition(|&byte| byte == b':').map(|at| it.host.start + at);
        it.login.is_some()
            && colon.is_some_and(|colon| (colon + 1..it.host.end).contains(&it.offset))
    }),
    FailurePattern::new(reasons::LOGIN_CHARACTER, |it| {
        let in_login = it.login.as_ref().is_some_and(|login| login.contains(&it.offset));
        in_login && it.found().is_some_and(is_excluded)
    })
    .with_explanation(|it| {
        let (production, parts) = (&["authority", "iauthority"], ["userinfo", "iuserinfo"]);
        not_allowed(it, "a user name or a password", production, parts)
    }),
    FailurePattern::new(reasons::SUFFIX, |it| {
        fails_at_first_colon(it) && is_port(&it.input[it.offset + 1..])
    }),
    FailurePattern::new(reasons::COLON_FIRST, fails_at_first_colon).hint(|it| {
        // A text that contains a triplet cannot have been meant as a scheme, a host or a user.
        let is_name = it.input[..it.offset].iter().any(|byte| *byte == b'%' || !byte.is_ascii());
        if is_name { put_in(0, "./") } else { RepairHint::Never }
    }),
    FailurePattern::new(reasons::EXCLUDED, |it| it.found().is_some_and(is_excluded)),
    FailurePattern::new(reasons::NOT_ASCII_TRIPLET, |it| {
        let marked = it.input.starts_with(BYTE_ORDER_MARK);
        !marked && it.found().is_some_and(|byte| !byte.is_ascii())
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
