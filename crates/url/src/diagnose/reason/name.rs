//! Reasons for news, mail and messages.

use super::pattern::{FailurePattern, RepairHint, edit, escape, reasons};
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::RepairEditKind;

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::NEWS_HOST, |it| it.scheme == "news" && it.authority.is_some()),
    FailurePattern::new(reasons::NEWS_HOST_LOCAL, |it| {
        it.scheme == "news" && it.authority.is_some()
    }),
    FailurePattern::new(reasons::PROSE_SERVER, |it| it.scheme == "nntp" && it.authority.is_some()),
    FailurePattern::new(reasons::NEWS_BRACKETS, |it| it.scheme == "news" && is_bracketed(it))
        .hint(without_brackets),
    FailurePattern::new(reasons::NEWS_BRACKETS_RFC1630, |it| {
        it.scheme == "news" && is_bracketed(it)
    })
    .hint(without_brackets),
    FailurePattern::new(reasons::MAIL_BRACKETS, |it| {
        it.scheme == "mailto" && it.rest().contains(&b'<') && it.rest().ends_with(b">")
    })
    .hint(|it| if is_bracketed(it) { without_brackets(it) } else { RepairHint::Never }),
    FailurePattern::new(reasons::MESSAGE_BRACKETS, |it| it.scheme == "mid" && is_bracketed(it))
        .hint(without_brackets),
    FailurePattern::new(reasons::CONTENT_BRACKETS, |it| it.scheme == "cid" && is_bracketed(it))
        .hint(without_brackets),
    FailurePattern::new(reasons::ANGLE_BRACKETS, |it| {
        it.is_one_of(&["news", "mailto", "mid", "cid"]) && it.found() == Some(b'<')
    })
    .hint(|it| if is_bracketed(it) { without_brackets(it) } else { RepairHint::Never }),
    FailurePattern::new(reasons::MAIL_SPACE, |it| {
        it.scheme == "mailto" && it.found() == Some(b' ') && it.rest().ends_with(b">")
    }),
    FailurePattern::new(reasons::HASH_ENCODED_ADDRESS, |it| {
        it.is_one_of(&["news", "mailto"]) && has_address_behind_hash(it)
    })
    .hint(|it| escape(it, hashes(it))),
    FailurePattern::new(reasons::HASH_ENCODED_PASSWORD, |it| {
        it.is_one_of(&["ftp", "telnet"]) && has_login_behind_hash(it)
    })
    .hint(|it| escape(it, std::iter::once(it.offset))),
    FailurePattern::new(reasons::HASH_DELIMITS, |it| {
        it.is_one_of(&["news", "mailto", "mid", "cid"]) && has_address_behind_hash(it)
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
    let end = shape.authority.as_ref().map(|it| it.end);
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
