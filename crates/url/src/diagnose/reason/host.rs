//! Reasons for users, hosts and ports.

use super::GrammarExplanation;
use super::path::slashes;
use super::pattern::{FailurePattern, RepairHint, edit, put_in, reasons, remove};
use super::slip::has_hidden_login;
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::RepairEditKind;
use crate::text::visible_byte;

/// The schemes whose URLs begin with `//` after the colon in every document that has them.
pub(super) const INTERNET: &[&str] = &["ftp", "gopher", "http", "telnet", "wais"];
/// The same schemes for draft 06 and RFC 1738.
pub(super) const COMMON: &[&str] = &["ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais"];

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::NO_LOGIN_HTTP, |shape| {
        shape.scheme == "http"
            && (shape.login.is_some() || has_hidden_login(shape))
            && shape.fails_in_authority()
    })
    .with_explanation(no_login),
    FailurePattern::new(reasons::NO_LOGIN_PROSPERO, |shape| {
        shape.scheme == "prospero" && shape.login.is_some() && shape.fails_in_authority()
    })
    .with_explanation(no_login),
    FailurePattern::new(reasons::PROSE_LOGIN_FTP, |shape| {
        shape.scheme == "ftp" && shape.login.is_some() && shape.fails_in_authority()
    }),
    FailurePattern::new(reasons::PROSE_LOGIN_OTHERS, |shape| {
        let without = shape.is_one_of(&["http", "gopher", "wais", "prospero"]);
        without && shape.login.is_some() && shape.fails_in_authority()
    }),
    FailurePattern::new(reasons::NO_PASSWORD, |shape| {
        let login = shape.login.clone().map(|login| &shape.input[login]);
        let password = login.is_some_and(|login| login.contains(&b':'));
        let is_one = shape.is_one_of(&["http", "gopher", "telnet", "wais"]);
        is_one && password && shape.fails_in_authority()
    }),
    FailurePattern::new(reasons::PROSE_ENCODING, |shape| {
        let in_login = shape.login.as_ref().is_some_and(|login| login.contains(&shape.offset));
        shape.is_one_of(&["ftp", "telnet"]) && in_login && shape.found() == Some(b'%')
    }),
    FailurePattern::new(reasons::DRIVE, |shape| shape.scheme == "file" && is_drive(shape))
        .hint(|shape| drive(shape, "/")),
    FailurePattern::new(reasons::DRIVE_LOCALHOST, |shape| {
        shape.scheme == "file" && is_drive(shape)
    })
    .hint(|shape| drive(shape, "localhost/")),
    FailurePattern::new(reasons::NO_PORT, |shape| {
        shape.scheme == "file" && is_port(shape.after_name())
    })
    .hint(|shape| remove(shape.name().end, shape.after_name())),
    FailurePattern::new(reasons::EMPTY_HOST, |shape| {
        shape.scheme == "file" && shape.authority.is_some() && shape.host.is_empty()
    })
    .hint(|shape| put_in(shape.host.start, "localhost")),
    FailurePattern::new(reasons::PROSE_PORT_FTP, |shape| {
        shape.scheme == "ftp" && fails_after_name(shape)
    }),
    FailurePattern::new(reasons::PROSE_PORT_PROSPERO, |shape| {
        shape.scheme == "prospero" && fails_after_name(shape)
    }),
    FailurePattern::new(reasons::HOST_NEEDED, |shape| shape.is_one_of(COMMON) && lacks_host(shape)),
    FailurePattern::new(reasons::HOST_NEEDED_INTERNET, |shape| {
        shape.is_one_of(INTERNET) && lacks_host(shape)
    }),
    FailurePattern::new(reasons::PORT_COLON, |shape| {
        shape.is_one_of(COMMON) && shape.after_name() == b":" && shape.offset == shape.host.end
    })
    .hint(|shape| remove(shape.name().end, b":")),
    FailurePattern::new(reasons::PORT_DECIMAL, |shape| {
        shape.is_one_of(COMMON) && shape.login.is_none() && fails_in_port(shape)
    }),
    FailurePattern::new(reasons::LAST_LABEL, |shape| {
        shape.offset >= shape.name().end && last_label_is_number(shape)
    })
    .with_explanation(last_label),
    FailurePattern::new(reasons::ADDRESS, |shape| {
        shape.is_one_of(COMMON) && begins_like_address(shape)
    }),
    FailurePattern::new(reasons::DOT_BEHIND_HOST, |shape| {
        let name = shape.name();
        shape.offset == name.end && name.len() > 1 && shape.input[name].ends_with(b".")
    })
    .hint(|shape| remove(shape.name().end - 1, b".")),
    FailurePattern::new(reasons::LABEL_LOGIN, |shape| {
        fails_in_label(shape) && may_have_login(shape) && fits_nowhere(shape)
    }),
    FailurePattern::new(reasons::LABEL, |shape| fails_in_label(shape) && !may_have_login(shape)),
];

/// The patterns that come last, if no other fits.
pub(super) const LAST: &[FailurePattern] = &[FailurePattern::new(reasons::NO_HOST, |shape| {
    let ends = ends_as_host(shape).is_some_and(|at| at < shape.offset);
    shape.is_one_of(&["ftp", "telnet"]) && shape.fails_in_authority() && ends
})];

/// Whether the failure is in a label, or after one that ends with a hyphen.
fn fails_in_label(shape: &LenientParse<'_>) -> bool {
    let name = shape.name();
    let within = (name.start..name.end).contains(&shape.offset);
    let hyphen = shape.offset == name.end && shape.input[name.clone()].ends_with(b"-");
    let parameter = shape.offset == name.end && shape.found() == Some(b';');
    shape.login.is_none() && shape.found() != Some(b'\\') && (within || hyphen || parameter)
}

/// Whether a user name may precede the host. No `@` has shown yet that one does.
fn may_have_login(shape: &LenientParse<'_>) -> bool {
    const WITHOUT: &[&str] = &["file", "gopher", "http", "nntp", "prospero", "wais"];
    !shape.is_one_of(WITHOUT)
}

/// Whether the failure is at the character or the triplet that cannot occur in a host.
fn fits_nowhere(shape: &LenientParse<'_>) -> bool {
    let Some(at) = ends_as_host(shape) else { return false };
    let triplet = shape.input.get(at) == Some(&b'%') && (at..at + 3).contains(&shape.offset);
    at == shape.offset || triplet
}

/// The offset at which the text after `//` stops being a possible host. `None` if it may be a
/// host, up to its last label, and if an `@` shows that it is not.
fn ends_as_host(shape: &LenientParse<'_>) -> Option<usize> {
    let host = &shape.input[shape.host.clone()];
    let length = host.iter().position(|&byte| byte == b':').unwrap_or(host.len());
    let labels = &host[..length];
    let fits = |at: usize| {
        let before = at.checked_sub(1).map_or(b'.', |before| labels[before]);
        match labels.get(at) {
            None | Some(b'.') => !b".-".contains(&before),
            Some(b'-') => before != b'.',
            Some(byte) => byte.is_ascii_alphanumeric(),
        }
    };
    // A name may continue at the end of the input, but not after a hyphen.
    let open = length == host.len() && !labels.ends_with(b"-");
    let end = if open { length } else { length + 1 };
    let at = (0..end).find(|&at| !fits(at));
    at.filter(|_| shape.login.is_none()).map(|at| shape.host.start + at)
}

/// Whether the host is a drive letter, such as `c:`.
pub(super) fn is_drive(shape: &LenientParse<'_>) -> bool {
    let host = &shape.input[shape.host.clone()];
    match host {
        [letter, b':' | b'|', behind @ ..] if letter.is_ascii_alphabetic() => {
            behind.first().is_none_or(|&byte| byte == b'\\')
        }
        _ => false,
    }
}

/// Inserts `host` before a drive, and replaces the backslashes in its path with slashes.
pub(super) fn drive(shape: &LenientParse<'_>, host: &str) -> RepairHint {
    let mut edits = vec![edit(shape.host.start, b"", host, RepairEditKind::PutIn)];
    if let RepairHint::Edits(slashes) = slashes(shape) {
        edits.extend(slashes);
    }
    RepairHint::Edits(edits)
}

fn is_port(text: &[u8]) -> bool {
    matches!(text, [b':', digits @ ..] if digits.iter().all(u8::is_ascii_digit))
}

/// Whether the failure is where a port begins, without a user.
fn fails_after_name(shape: &LenientParse<'_>) -> bool {
    let colon = shape.found() == Some(b':') && shape.offset == shape.name().end;
    shape.authority.is_some() && shape.login.is_none() && colon
}

/// Whether the failure is in a port that is not a number.
fn fails_in_port(shape: &LenientParse<'_>) -> bool {
    let port = shape.after_name();
    let within = (shape.name().end + 1..shape.host.end).contains(&shape.offset);
    port.starts_with(b":") && !is_port(port) && within
}

fn lacks_host(shape: &LenientParse<'_>) -> bool {
    shape.name().is_empty() && shape.authority.is_some() && shape.fails_in_authority()
}

fn begins_with_digit(label: &[u8]) -> bool {
    label.first().is_some_and(u8::is_ascii_digit)
}

fn is_number(label: &&[u8]) -> bool {
    !label.is_empty() && label.iter().all(u8::is_ascii_digit)
}

/// Whether the labels are the numbers of an address.
fn is_address(labels: &[&[u8]]) -> bool {
    labels.len() == 4 && labels.iter().all(is_number)
}

/// Whether the last label begins with a digit and the labels are not an address.
fn last_label_is_number(shape: &LenientParse<'_>) -> bool {
    if !shape.labels().take(256).last().is_some_and(begins_with_digit) {
        return false;
    }
    let labels: Vec<&[u8]> = shape.labels().take(256).collect();
    let fits =
        |label: &&[u8]| label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    !is_address(&labels) && labels.iter().all(fits)
}

/// Whether the failure is in a name that begins with a digit and is not an address.
fn begins_like_address(shape: &LenientParse<'_>) -> bool {
    let name = shape.name();
    let begins = shape.labels().next().is_some_and(begins_with_digit);
    if !begins || !(name.start..=name.end).contains(&shape.offset) {
        return false;
    }
    let labels: Vec<&[u8]> = shape.labels().take(5).collect();
    !is_address(&labels)
}

fn no_login(_: &LenientParse<'_>) -> Option<GrammarExplanation> {
    Some(GrammarExplanation {
        headline: "a user name is not allowed in `hostport`".to_owned(),
        production: &["hostport"],
        remarks: vec![("host", "no `@` stands before this".to_owned())],
    })
}

fn last_label(shape: &LenientParse<'_>) -> Option<GrammarExplanation> {
    let first = visible_byte(*shape.labels().last()?.first()?);
    Some(GrammarExplanation {
        headline: format!("{first} cannot begin `toplabel`"),
        production: &["hostname"],
        remarks: vec![
            ("domainlabel", format!("{first} can begin this, and another label must follow")),
            ("toplabel", format!("{first} cannot begin this")),
        ],
    })
}
