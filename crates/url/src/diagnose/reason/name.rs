//! Reasons for news, mail and messages.

use super::pair::{Mend, Pair, edit, escape};
use crate::diagnose::repair::EditKind;
use crate::diagnose::shape::Shape;
use crate::edition::Document;
use crate::quotation::{rfc1630, rfc1738, rfc2396, url_02, url_03, url_06};

/// The documents in whose grammars the same holds, although only RFC 1630 says it.
const ALL_BUT_RFC1630: &[Document] = &[
    Document::Url00,
    Document::Url01,
    Document::Url02,
    Document::Url03,
    Document::Url06,
    Document::Rfc1738,
    Document::Rfc1808,
];

pub(super) const PAIRS: &[Pair] = &[
    Pair::new(
        "news-host",
        "`news` names no host; `nntp` does",
        &[url_06::NEWS_WHERE, rfc1738::NEWS_WHERE],
        |it| it.scheme == "news" && it.authority.is_some(),
    )
    .never_mended(),
    Pair::new(
        "news-host",
        "`news` names no host",
        &[url_02::NEWS_LOCAL, url_03::NEWS_LOCAL, rfc1630::NEWS_LOCAL],
        |it| it.scheme == "news" && it.authority.is_some(),
    )
    .silent(&[Document::Url00, Document::Url01])
    .never_mended(),
    Pair::new(
        "prose-server",
        "the prose names the server, but the grammar does not allow it",
        &[url_02::NNTP_SERVER, url_03::NNTP_SERVER, rfc1630::NNTP_SERVER],
        |it| it.scheme == "nntp" && it.authority.is_some(),
    )
    .never_mended(),
    Pair::new(
        "news-brackets",
        "a message identifier is written without its `<` and `>`",
        &[url_06::NEWS_BRACKETS, rfc1738::NEWS_BRACKETS],
        |it| it.scheme == "news" && is_bracketed(it),
    )
    .silent(&[
        Document::Url00,
        Document::Url01,
        Document::Url02,
        Document::Url03,
        Document::Rfc1808,
    ])
    .mend(without_brackets),
    Pair::new(
        "news-brackets",
        "a message identifier is written without its `<` and `>`",
        &[rfc1630::MID_BRACKETS],
        |it| it.scheme == "news" && is_bracketed(it),
    )
    .mend(without_brackets),
    Pair::new(
        "mail-brackets",
        "an address is written alone, without a name, `<` and `>`",
        &[url_02::MAILTO, url_03::MAILTO, rfc1630::MAILTO, url_06::ADDR_SPEC, rfc1738::ADDR_SPEC],
        |it| it.scheme == "mailto" && it.rest().contains(&b'<') && it.rest().ends_with(b">"),
    )
    .silent(&[Document::Url00, Document::Url01, Document::Rfc1808])
    .mend(|it| if is_bracketed(it) { without_brackets(it) } else { Mend::Never }),
    Pair::new(
        "message-brackets",
        "a message identifier is written without its `<` and `>`",
        &[rfc1630::MID_BRACKETS],
        |it| it.scheme == "mid" && is_bracketed(it),
    )
    .silent(ALL_BUT_RFC1630)
    .mend(without_brackets),
    Pair::new(
        "content-brackets",
        "a content identifier is written without its `<` and `>`, like a message identifier",
        &[rfc1630::CID],
        |it| it.scheme == "cid" && is_bracketed(it),
    )
    .silent(ALL_BUT_RFC1630)
    .mend(without_brackets),
    Pair::new(
        "angle-brackets",
        "`<` and `>` delimit a URI and are not part of it",
        &[rfc2396::ANGLE_BRACKETS],
        |it| it.is_one_of(&["news", "mailto", "mid", "cid"]) && it.found() == Some(b'<'),
    )
    .mend(|it| if is_bracketed(it) { without_brackets(it) } else { Mend::Never }),
    Pair::new("mail-space", "the space is not part of the URI", &[rfc2396::SPACE], |it| {
        it.scheme == "mailto" && it.found() == Some(b' ') && it.rest().ends_with(b">")
    })
    .never_mended(),
    Pair::new(
        "hash-encoded",
        "`#` must be encoded, and what follows is part of the address",
        &[url_06::HASH_ENCODED, rfc1738::HASH_ENCODED],
        |it| it.is_one_of(&["news", "mailto"]) && has_address_behind_hash(it),
    )
    .mend(|it| escape(it, hashes(it))),
    Pair::new(
        "hash-encoded",
        "`#` must be encoded, and what follows is part of the password",
        &[url_06::HASH_ENCODED, rfc1738::HASH_ENCODED],
        |it| it.is_one_of(&["ftp", "telnet"]) && has_login_behind_hash(it),
    )
    .mend(|it| escape(it, std::iter::once(it.offset))),
    Pair::new(
        "hash-delimits",
        "`#` separates a URL from a fragment, but what follows it here is part of an address",
        &[url_03::FRAGMENT, rfc1630::HASH],
        |it| it.is_one_of(&["news", "mailto", "mid", "cid"]) && has_address_behind_hash(it),
    )
    .never_mended(),
];

fn is_bracketed(shape: &Shape<'_>) -> bool {
    shape.rest().starts_with(b"<") && shape.rest().ends_with(b">")
}

fn without_brackets(shape: &Shape<'_>) -> Mend {
    let last = shape.input.len() - 1;
    Mend::Edits(vec![
        edit(shape.rest, b"<", "", EditKind::Remove),
        edit(last, b">", "", EditKind::Remove),
    ])
}

fn hashes<'s>(shape: &'s Shape<'_>) -> impl Iterator<Item = usize> + 's {
    (shape.rest..shape.input.len()).filter(|at| shape.input[*at] == b'#')
}

/// Whether the failure is at a `#` before the host, and the `@` of a login follows.
fn has_login_behind_hash(shape: &Shape<'_>) -> bool {
    let end = shape.authority.as_ref().map(|it| it.end);
    let behind = shape.input.get(shape.offset..).unwrap_or_default();
    let mut before_path = behind.split(|&byte| byte == b'/').take(1);
    let login = before_path.any(|part| part.contains(&b'@'));
    shape.found() == Some(b'#') && end == Some(shape.offset) && login
}

/// Whether the failure is at a `#`, and the `@` of an address follows the last `#`.
fn has_address_behind_hash(shape: &Shape<'_>) -> bool {
    let last = shape.input.iter().rposition(|&byte| byte == b'#');
    shape.found() == Some(b'#') && last.is_some_and(|last| shape.input[last..].contains(&b'@'))
}
