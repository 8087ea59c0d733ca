//! Reasons for slips: text around a URL, and mistyped delimiters.
//!
//! These come before all other reasons. If the beginning of a URL is mistyped, later failures
//! only follow from that.

use super::GrammarExplanation;
use super::host::COMMON;
use super::pattern::{FailurePattern, RepairHint, edit, escape, put_in, reasons, remove};
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::{BYTE_ORDER_MARK, RepairEditKind};
use crate::diagnose::wrapper::{has_url, text_after};
use crate::registry;
use crate::scheme::is_scheme_byte;
use crate::text::visible;

/// Common schemes that are newer than the documents.
const LATER: &[&str] = &["https", "ftps", "sftp", "ws", "wss"];

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::TEXT_BEHIND, |shape| {
        text_after(shape.input, shape.offset).is_some()
    })
    .hint(|shape| match text_after(shape.input, shape.offset) {
        Some(at) => {
            RepairHint::Edits(vec![edit(at, &shape.input[at..], "", RepairEditKind::Unwrap)])
        }
        None => RepairHint::Never,
    }),
    FailurePattern::new(reasons::TWO_SCHEMES, |shape| {
        second_scheme(shape).is_some_and(|(_, end)| shape.offset <= end + 1)
    })
    .hint(|shape| match second_scheme(shape) {
        Some((start, _)) => remove(0, &shape.input[..start]),
        None => RepairHint::Never,
    }),
    FailurePattern::new(reasons::TWO_COLONS, |shape| {
        shape.is_one_of(COMMON) && shape.offset == shape.rest && shape.rest().starts_with(b"://")
    })
    .hint(|shape| remove(shape.rest, b":")),
    FailurePattern::new(reasons::LOST_COLON, |shape| scheme_without_colon(shape).is_some()).hint(
        |shape| match scheme_without_colon(shape) {
            Some((at, b"")) => put_in(at, ":"),
            Some((at, other)) => {
                RepairHint::Edits(vec![edit(at, other, ":", RepairEditKind::Replace)])
            }
            None => RepairHint::Never,
        },
    ),
    FailurePattern::new(reasons::NO_SCHEME_NAME, fails_before_scheme),
    FailurePattern::new(reasons::NO_SCHEME_NAME_LETTERS, fails_before_scheme)
        .with_explanation(no_scheme),
    FailurePattern::new(reasons::SLASH_ESCAPED, |shape| {
        shape.found() == Some(b'\\') && escaped_slashes(shape).next().is_some()
    })
    .hint(|shape| {
        let edits = escaped_slashes(shape).map(|at| edit(at, b"\\", "", RepairEditKind::Remove));
        RepairHint::Edits(edits.collect())
    }),
    FailurePattern::new(reasons::NO_ADDRESSES, |shape| {
        shape.fails_in_authority() && super::address::is_written(shape)
    }),
    FailurePattern::new(reasons::PORT_SEMICOLON, |shape| {
        shape.is_one_of(COMMON) && port_behind_semicolon(shape)
    })
    .hint(|shape| RepairHint::Edits(vec![edit(shape.offset, b";", ":", RepairEditKind::Replace)])),
    FailurePattern::new(reasons::TYPE_CASE, |shape| {
        shape.scheme == "ftp" && upper_case_type(shape).is_some()
    })
    .hint(|shape| match upper_case_type(shape) {
        Some((at, text)) => {
            RepairHint::Edits(vec![edit(at, text, ";type=", RepairEditKind::Lower)])
        }
        None => RepairHint::Never,
    }),
    FailurePattern::new(reasons::LOGIN_ENCODED, |shape| {
        shape.is_one_of(&["ftp", "telnet"]) && delimiters_in_login(shape).next().is_some()
    })
    .hint(|shape| escape(shape, delimiters_in_login(shape))),
    FailurePattern::new(reasons::LOGIN_ENCODED_DELIMITER, |shape| {
        shape.offset > shape.rest && hidden_in_login(shape).next().is_some()
    })
    .hint(|shape| escape(shape, hidden_in_login(shape))),
    FailurePattern::new(reasons::TWO_PORTS, |shape| {
        shape.fails_in_authority() && has_two_ports(shape)
    })
    .with_explanation(two_ports),
];

/// The start of the second of two schemes, and the offset after its colon.
fn second_scheme(shape: &LenientParse<'_>) -> Option<(usize, usize)> {
    if !is_known(shape.scheme.as_bytes()) {
        return None;
    }
    let slashes = shape.rest().iter().take_while(|&&byte| byte == b'/').count();
    let start = shape.rest + slashes;
    let length = shape.input[start..].iter().position(|&byte| byte == b':')?;
    let second = &shape.input[start..start + length];
    let end = start + length + 1;
    (is_known(second) && shape.input[end..].starts_with(b"/")).then_some((start, end))
}

/// Whether a name is a scheme of the documents or of [`LATER`].
fn is_known(name: &[u8]) -> bool {
    let name = std::str::from_utf8(name).unwrap_or_default();
    LATER.contains(&name) || registry::find(name).is_some_and(|scheme| scheme.name == name)
}

/// The end of a known scheme that is followed by `//` or `;//`, and what is in place of the colon:
/// nothing, or `;`.
fn scheme_without_colon<'i>(shape: &LenientParse<'i>) -> Option<(usize, &'i [u8])> {
    let end = shape.input.windows(2).position(|window| window == b"//")?;
    let before = &shape.input[..end];
    let name = before.strip_suffix(b";").unwrap_or(before);
    is_known(name).then_some((name.len(), &before[name.len()..]))
}

/// Whether the text before the first `://` is not a scheme.
fn is_no_scheme(shape: &LenientParse<'_>) -> bool {
    let colon = shape.input.iter().position(|byte| b":/?#".contains(byte));
    colon.is_some_and(|colon| {
        let name = &shape.input[..colon];
        let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
        let is_scheme = begins && name.iter().copied().all(is_scheme_byte);
        shape.input[colon..].starts_with(b"://") && !is_scheme
    })
}

/// Whether the failure is in the text before the colon, or at the colon, and that text is not a
/// scheme.
fn fails_before_scheme(shape: &LenientParse<'_>) -> bool {
    let colon = shape.input.iter().position(|&byte| byte == b':');
    let is_around = shape.input.first().is_some_and(u8::is_ascii_whitespace)
        || shape.input.starts_with(BYTE_ORDER_MARK);
    is_no_scheme(shape) && !is_around && colon.is_some_and(|colon| shape.offset <= colon)
}

fn no_scheme(shape: &LenientParse<'_>) -> Option<GrammarExplanation> {
    let colon = shape.input.iter().position(|&byte| byte == b':')?;
    let name = visible(&shape.input[..colon]);
    let headline = match name.is_empty() {
        true => "no scheme stands before `:`".to_owned(),
        false => format!("`{name}` is no `scheme`"),
    };
    let letter = "one begins it".to_owned();
    let remarks = vec![("ALPHA", letter.clone()), ("alpha", letter)];
    Some(GrammarExplanation { headline, production: &["scheme"], remarks })
}

/// The offset of every `\`, if each is followed by a slash.
fn escaped_slashes<'s>(shape: &'s LenientParse<'_>) -> impl Iterator<Item = usize> + 's {
    let text = shape.input;
    let is_before_slash = |at: &usize| text.get(at + 1) == Some(&b'/');
    let places = move || (0..text.len()).filter(|&at| text[at] == b'\\');
    let all = places().all(|at| is_before_slash(&at));
    places().filter(move |_| all)
}

/// Whether the failure is at a `;` that is followed by a port.
fn port_behind_semicolon(shape: &LenientParse<'_>) -> bool {
    let port = shape.input.get(shape.offset + 1..shape.host.end).unwrap_or_default();
    let is_port = !port.is_empty() && port.iter().all(u8::is_ascii_digit);
    shape.found() == Some(b';') && shape.host.contains(&shape.offset) && is_port
}

/// The last `;type=`, if it has upper-case letters and is followed by a type code.
fn upper_case_type<'i>(shape: &LenientParse<'i>) -> Option<(usize, &'i [u8])> {
    let at = shape.rest().windows(6).rposition(|window| window.eq_ignore_ascii_case(b";type="))?;
    let at = shape.rest + at;
    let (text, code) = shape.input[at..].split_at(6);
    let is_code = matches!(code, [letter] if b"aidAID".contains(letter));
    (is_code && text != b";type=").then_some((at, text))
}

/// The delimiters in a user name and a password that must be encoded.
fn delimiters_in_login<'s>(shape: &'s LenientParse<'_>) -> impl Iterator<Item = usize> + 's {
    // Only one of the two yields anything: the first needs a login, the second needs none.
    reserved_in_login(shape).chain(hidden_in_login(shape))
}

/// Every `@` in the login, and every `:` but the first.
fn reserved_in_login<'s>(shape: &'s LenientParse<'_>) -> impl Iterator<Item = usize> + 's {
    let login = shape.login.clone().unwrap_or_default();
    let text = &shape.input[login.clone()];
    let first = text.iter().position(|&byte| byte == b':').unwrap_or(text.len());
    let reserved = move |(at, byte): &(usize, &u8)| **byte == b'@' || **byte == b':' && *at > first;
    text.iter().enumerate().filter(reserved).map(move |(at, _)| login.start + at)
}

/// The delimiters of a password that end the authority too early: the `@` and the host follow
/// only after them.
fn hidden_in_login<'s>(shape: &'s LenientParse<'_>) -> impl Iterator<Item = usize> + 's {
    let login = hidden_login(shape).unwrap_or_default();
    let text = shape.input;
    let colon = text[login.clone()].iter().position(|&byte| byte == b':').unwrap_or(0);
    let first = login.start + colon + 1;
    let hidden = move |at: &usize| b"/?#".contains(&text[*at]) || text[*at] == b':' && *at > first;
    (first.min(login.end)..login.end).filter(hidden)
}

/// Whether a delimiter in the password ends the authority too early.
pub(super) fn has_hidden_login(shape: &LenientParse<'_>) -> bool {
    hidden_login(shape).is_some()
}

/// The login that such a delimiter cuts, from after `//` to its `@`.
fn hidden_login(shape: &LenientParse<'_>) -> Option<std::ops::Range<usize>> {
    let authority = shape.authority.clone().filter(|_| shape.login.is_none())?;
    let text = &shape.input[authority.clone()];
    let colon = text.iter().position(|&byte| byte == b':')?;
    let (user, password) = (&text[..colon], &text[colon + 1..]);
    let is_host_and_port = user.contains(&b'.') && password.first().is_none_or(u8::is_ascii_digit);
    let is_port = password.iter().all(u8::is_ascii_digit);
    if user.is_empty() || is_host_and_port || is_port {
        return None;
    }
    let behind = &shape.input[authority.end..];
    let length = behind.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(behind.len());
    let at = behind[..length].iter().rposition(|&byte| byte == b'@')?;
    let host = &behind[at + 1..length];
    let end = host.iter().position(|byte| b":/?#".contains(byte)).unwrap_or(host.len());
    let is_host = end > 0
        && host[..end].iter().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(byte));
    let is_login = is_host && !behind[..at].ends_with(b"/") && !has_url(&behind[..at]);
    is_login.then(|| authority.start..authority.end + at)
}

/// Whether several colons with digits follow the host, without an `@`.
fn has_two_ports(shape: &LenientParse<'_>) -> bool {
    let host = &shape.input[shape.host.clone()];
    let behind = host.iter().rposition(|&byte| byte == b']').map_or(host, |at| &host[at..]);
    let colons = behind.iter().filter(|&&byte| byte == b':').count();
    let digits = behind
        .iter()
        .skip_while(|&&byte| byte != b':')
        .all(|byte| byte.is_ascii_digit() || *byte == b':');
    shape.login.is_none() && colons > 1 && digits && !super::address::is_written(shape)
}

fn two_ports(shape: &LenientParse<'_>) -> Option<GrammarExplanation> {
    let ports = visible(shape.after_name());
    Some(GrammarExplanation {
        headline: format!("`{ports}` is no `port`, and no `@` follows"),
        production: &["authority", "iauthority"],
        remarks: vec![("port", format!("`{ports}` is none"))],
    })
}
