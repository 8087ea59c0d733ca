//! Reasons for news, mail and messages.

use super::pattern::{FailurePattern, RepairHint, edit, escape, reasons};
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::RepairEditKind;

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::NEWS_HOST, |shape| {
        shape.scheme == "news" && shape.authority.is_some()
    }),
    FailurePattern::new(reasons::NEWS_HOST_LOCAL, |shape| {
        shape.scheme == "news" && shape.authority.is_some()
    }),
    FailurePattern::new(reasons::PROSE_SERVER, |shape| {
        shape.scheme == "nntp" && shape.authority.is_some()
    }),
    FailurePattern::new(reasons::NEWS_BRACKETS, |shape| {
        shape.scheme == "news" && is_bracketed(shape)
    })
    .hint(without_brackets),
    FailurePattern::new(reasons::NEWS_BRACKETS_RFC1630, |shape| {
        shape.scheme == "news" && is_bracketed(shape)
    })
    .hint(without_brackets),
    FailurePattern::new(reasons::MAIL_BRACKETS, |shape| {
        shape.scheme == "mailto" && shape.rest().contains(&b'<') && shape.rest().ends_with(b">")
    })
    .hint(|shape| if is_bracketed(shape) { without_brackets(shape) } else { RepairHint::Never }),
    FailurePattern::new(reasons::MESSAGE_BRACKETS, |shape| {
        shape.scheme == "mid" && is_bracketed(shape)
    })
    .hint(without_brackets),
    FailurePattern::new(reasons::CONTENT_BRACKETS, |shape| {
        shape.scheme == "cid" && is_bracketed(shape)
    })
    .hint(without_brackets),
    FailurePattern::new(reasons::ANGLE_BRACKETS, |shape| {
        shape.is_one_of(&["news", "mailto", "mid", "cid"]) && shape.found() == Some(b'<')
    })
    .hint(|shape| if is_bracketed(shape) { without_brackets(shape) } else { RepairHint::Never }),
    FailurePattern::new(reasons::MAIL_SPACE, |shape| {
        shape.scheme == "mailto" && shape.found() == Some(b' ') && shape.rest().ends_with(b">")
    }),
    FailurePattern::new(reasons::HASH_ENCODED_ADDRESS, |shape| {
        shape.is_one_of(&["news", "mailto"]) && has_address_behind_hash(shape)
    })
    .hint(|shape| escape(shape, hashes(shape))),
    FailurePattern::new(reasons::HASH_ENCODED_PASSWORD, |shape| {
        shape.is_one_of(&["ftp", "telnet"]) && has_login_behind_hash(shape)
    })
    .hint(|shape| escape(shape, std::iter::once(shape.offset))),
    FailurePattern::new(reasons::HASH_DELIMITS, |shape| {
        shape.is_one_of(&["news", "mailto", "mid", "cid"]) && has_address_behind_hash(shape)
    }),
];

fn is_bracketed(shape: &LenientParse<'_>) -> bool {
    shape.rest().starts_with(b"<") && shape.rest().ends_with(b">")
}

fn without_brackets(shape: &LenientParse<'_>) -> RepairHint {
    let last = shape.input.len() - 1;
    RepairHint::Edits(vec![
        edit(shape.rest, b"<", "", RepairEditKind::Remove),
        edit(last, b">", "", RepairEditKind::Remove),
    ])
}

fn hashes<'s>(shape: &'s LenientParse<'_>) -> impl Iterator<Item = usize> + 's {
    (shape.rest..shape.input.len()).filter(|at| shape.input[*at] == b'#')
}

/// Whether the failure is at a `#` before the host, and the `@` of a login follows.
fn has_login_behind_hash(shape: &LenientParse<'_>) -> bool {
    let end = shape.authority.as_ref().map(|authority| authority.end);
    let behind = shape.input.get(shape.offset..).unwrap_or_default();
    let mut before_path = behind.split(|&byte| byte == b'/').take(1);
    let login = before_path.any(|part| part.contains(&b'@'));
    shape.found() == Some(b'#') && end == Some(shape.offset) && login
}

/// Whether the failure is at a `#`, and the `@` of an address follows the last `#`.
fn has_address_behind_hash(shape: &LenientParse<'_>) -> bool {
    let last = shape.input.iter().rposition(|&byte| byte == b'#');
    shape.found() == Some(b'#') && last.is_some_and(|last| shape.input[last..].contains(&b'@'))
}
