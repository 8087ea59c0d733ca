//! Why a string fails, in a sentence of the document.
//!
//! The failing production is what the grammar says, and it is exact. A person who
//! knows the document would often say more: `http://user:pw@h/` fails where a port
//! should have digits, because "No user name or password is allowed." Such pairs
//! of a failure and a sentence stand in one table. A pair holds for a document
//! that has the sentence, and for no other; where the sentence says how the string
//! must be written, the pair has the edits too.

use super::Code;
use super::repair::{BYTE_ORDER_MARK, Edit, EditKind};
use super::shape::Shape;
use crate::edition::{Document, Edition};
use crate::quotation::{Basis, Quotation, Statement, rfc1630, rfc1738, url_00, url_01, url_02};
use crate::registry::{self, Standing};
use crate::text::visible_byte;

/// A sentence that says why a string fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The name of the pair.
    pub name: &'static str,
    /// The reason in a few words.
    pub text: String,
    /// The sentence.
    pub quotation: Quotation,
    /// The headline, where another production than the one that failed says more.
    pub headline: Option<String>,
}

impl Reason {
    /// The sentence, and where it stands: `RFC 1738, section 3.3, page 9: "…"`.
    pub fn words(&self) -> String {
        Basis::Said(self.quotation).to_string()
    }
}

/// A failure, and what the documents say of it.
struct Pair {
    name: &'static str,
    /// In a few words; `{scheme}` is the scheme, `{found}` what stands at the offset.
    text: &'static str,
    sentences: Statement,
    fits: fn(&Shape<'_>) -> bool,
    mend: fn(&Shape<'_>) -> Vec<Edit>,
}

/// The schemes of RFC 1738 whose specific part begins with `//`.
const INTERNET: &[&str] = &["ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais"];

/// All of them; the first that fits is given.
const PAIRS: &[Pair] = &[
    Pair {
        name: "no-login",
        text: "`{scheme}` has no user name and no password",
        sentences: Statement::of(&[rfc1738::HTTP_NO_LOGIN]),
        fits: |it| it.scheme == "http" && it.login.is_some() && it.fails_in_authority(),
        mend: none,
    },
    Pair {
        name: "no-login",
        text: "`{scheme}` has no user name and no password",
        sentences: Statement::of(&[rfc1738::PROSPERO_NO_LOGIN]),
        fits: |it| it.scheme == "prospero" && it.login.is_some() && it.fails_in_authority(),
        mend: none,
    },
    Pair {
        name: "drive",
        text: "a drive is part of the path, and no host",
        sentences: Statement::of(&[rfc1738::FILE_LOCAL]),
        fits: |it| it.scheme == "file" && is_drive(it),
        mend: |it| vec![edit(it.host.start, b"", "/", EditKind::Slash)],
    },
    Pair {
        name: "no-port",
        text: "`file` names no protocol, so there is no port to connect to",
        sentences: Statement::of(&[rfc1738::FILE_METHOD]),
        fits: |it| it.scheme == "file" && is_port(it.behind_name()),
        mend: |it| vec![edit(it.name().end, it.behind_name(), "", EditKind::Remove)],
    },
    Pair {
        name: "file-form",
        text: "`file:` has `//` and a host behind it, which may be empty",
        sentences: Statement::of(&[rfc1738::FILE_FORM]),
        fits: |it| it.scheme == "file" && it.authority.is_none(),
        mend: |it| match it.rest().first() {
            Some(b'/') => vec![edit(it.rest, b"", "//", EditKind::Slash)],
            _ => Vec::new(),
        },
    },
    Pair {
        name: "double-slash",
        text: "without `//` it names no host; a partial form is for `urlbnf resolve`",
        sentences: Statement::of(&[
            url_00::DOUBLE_SLASH,
            url_01::DOUBLE_SLASH,
            url_02::DOUBLE_SLASH,
            rfc1738::DOUBLE_SLASH,
        ]),
        fits: |it| it.is_one_of(INTERNET) && it.authority.is_none() && it.offset <= it.rest + 1,
        mend: none,
    },
    Pair {
        name: "login-encoded",
        text: "`:`, `@` and `/` must be encoded in a user name and a password",
        sentences: Statement::of(&[rfc1738::LOGIN_RESERVED]),
        fits: |it| it.is_one_of(&["ftp", "telnet"]) && !encoded_login(it).is_empty(),
        mend: encoded_login,
    },
    Pair {
        name: "type-in-path",
        text: "`;type=` ends a path, which begins with `/`",
        sentences: Statement::of(&[rfc1738::FTP_NO_PATH]),
        fits: |it| it.scheme == "ftp" && type_in_host(it).is_some(),
        mend: |it| {
            type_in_host(it).map(|at| edit(at, b"", "/", EditKind::Slash)).into_iter().collect()
        },
    },
    Pair {
        name: "slash-before-search",
        text: "only without a search may the `/` be left out",
        sentences: Statement::of(&[rfc1738::HTTP_SLASH]),
        fits: |it| {
            let end = it.authority.as_ref().map(|it| it.end);
            it.scheme == "http" && end == Some(it.offset) && it.input.get(it.offset) == Some(&b'?')
        },
        mend: |it| vec![edit(it.offset, b"", "/", EditKind::Slash)],
    },
    Pair {
        name: "news-host",
        text: "`news` names no host; `nntp` does",
        sentences: Statement::of(&[url_02::NEWS_LOCAL, rfc1630::NEWS_LOCAL, rfc1738::NEWS_WHERE]),
        fits: |it| it.scheme == "news" && it.authority.is_some(),
        mend: none,
    },
    Pair {
        name: "news-brackets",
        text: "a message identifier stands without its `<` and `>`",
        sentences: Statement::of(&[rfc1738::NEWS_BRACKETS]),
        fits: |it| it.scheme == "news" && it.rest().starts_with(b"<") && it.rest().ends_with(b">"),
        mend: |it| {
            let last = it.input.len() - 1;
            vec![edit(it.rest, b"<", "", EditKind::Remove), edit(last, b">", "", EditKind::Remove)]
        },
    },
    Pair {
        name: "hash-encoded",
        text: "`#` must be encoded, and what follows is part of the message identifier",
        sentences: Statement::of(&[rfc1738::HASH_ENCODED]),
        fits: |it| it.scheme == "news" && hashes(it).next().is_some() && behind_hash_is_at(it),
        mend: |it| hashes(it).map(|at| edit(at, b"#", "%23", EditKind::Escape)).collect(),
    },
    Pair {
        name: "host-needed",
        text: "the host cannot be left out",
        sentences: Statement::of(&[rfc1738::EXCLUDED]),
        fits: |it| {
            it.is_one_of(INTERNET)
                && it.name().is_empty()
                && it.authority.is_some()
                && it.fails_in_authority()
        },
        mend: none,
    },
    Pair {
        name: "last-label",
        text: "the last label of a host name never starts with a digit",
        sentences: Statement::of(&[rfc1738::LAST_LABEL]),
        fits: |it| it.offset >= it.name().end && last_label_is_number(it),
        mend: none,
    },
    Pair {
        name: "dot-behind-host",
        text: "a dot separates two labels, and here none follows",
        sentences: Statement::of(&[rfc1738::LABELS]),
        fits: |it| {
            let name = it.name();
            it.offset == name.end && name.len() > 1 && it.input[name].ends_with(b".")
        },
        mend: |it| vec![edit(it.name().end - 1, b".", "", EditKind::Remove)],
    },
    Pair {
        name: "fragment",
        text: "`#` delimits a URL from a fragment, which is no part of it",
        sentences: Statement::of(&[rfc1630::HASH, rfc1738::HASH]),
        fits: |it| it.input.get(it.offset) == Some(&b'#'),
        mend: none,
    },
    Pair {
        name: "no-scheme",
        text: "it has no scheme; a partial form is for `urlbnf resolve`",
        sentences: Statement::of(&[
            url_00::SCHEME,
            url_01::SCHEME,
            url_02::SCHEME,
            rfc1630::ABSOLUTE,
            rfc1738::FORM,
        ]),
        fits: |it| !it.input.is_empty() && is_partial(it.input),
        mend: none,
    },
    Pair {
        name: "reserved",
        text: "{found} is reserved: encoded, it would mean something else",
        sentences: Statement::of(&[rfc1630::RESERVED]),
        fits: |it| {
            let found = it.input.get(it.offset);
            !it.fails_in_authority() && found.is_some_and(|byte| b"?*!+@=;:".contains(byte))
        },
        mend: none,
    },
    Pair {
        name: "not-ascii",
        text: "an octet that is no US-ASCII character must be encoded",
        sentences: Statement::of(&[rfc1738::NO_GRAPHIC]),
        fits: |it| {
            let marked = [BYTE_ORDER_MARK, b"\xFF\xFE", b"\xFE\xFF"];
            let marked = marked.iter().any(|mark| it.input.starts_with(mark));
            !marked && it.input.get(it.offset).is_some_and(|byte| !byte.is_ascii())
        },
        mend: none,
    },
];

/// A reason, and the edits that the sentence asks for.
pub(super) struct Found {
    pub reason: Reason,
    pub edits: Vec<Edit>,
}

/// The reason why a string of an edition fails at an offset.
pub(super) fn find(edition: Edition, code: Code, shape: &Shape<'_>) -> Option<Found> {
    let document = edition.document();
    if code == Code::UnknownScheme {
        let reason = without_production(document, shape.scheme)?;
        return Some(Found { reason, edits: Vec::new() });
    }
    let (pair, quotation) = PAIRS.iter().find_map(|pair| {
        let quotation = pair.sentences.said_by(document)?;
        (pair.fits)(shape).then_some((pair, quotation))
    })?;
    let found = shape.input.get(shape.offset).map_or(String::new(), |&it| visible_byte(it));
    let text = pair.text.replace("{scheme}", shape.scheme).replace("{found}", &found);
    let headline = (pair.name == "last-label").then(|| last_label(shape)).flatten();
    let reason = Reason { name: pair.name, text, quotation, headline };
    Some(Found { reason, edits: (pair.mend)(shape) })
}

/// The names of all pairs, and the sentences of each.
pub fn pairs() -> impl Iterator<Item = (&'static str, Statement)> {
    PAIRS.iter().map(|pair| (pair.name, pair.sentences))
}

/// What a document says of a scheme for which it has no production.
fn without_production(document: Document, scheme: &str) -> Option<Reason> {
    let entry = registry::find(scheme)?.entry(document)?;
    let text = match entry.standing {
        Standing::Described => "the document describes it in prose, without a production",
        Standing::Historical => "its production is a historical note",
        Standing::Reserved => "its name is reserved, without a production",
        Standing::ForStudy => "it is left for further study",
        Standing::Experimental => "it is experimental: what it means is agreed upon elsewhere",
        Standing::Defined | Standing::Prefix => return None,
    };
    let (name, text) = ("no-production", text.to_owned());
    Some(Reason { name, text, quotation: entry.quotation, headline: None })
}

fn none(_: &Shape<'_>) -> Vec<Edit> {
    Vec::new()
}

fn edit(start: usize, removed: &[u8], text: &str, kind: EditKind) -> Edit {
    Edit { start, end: start + removed.len(), text: text.to_owned(), kind }
}

/// `c:` before a slash.
fn is_drive(shape: &Shape<'_>) -> bool {
    let host = &shape.input[shape.host.clone()];
    matches!(host, [letter, b':'] if letter.is_ascii_alphabetic())
}

fn is_port(text: &[u8]) -> bool {
    matches!(text, [b':', digits @ ..] if digits.iter().all(u8::is_ascii_digit))
}

/// Every `@` of a login, and every `:` but the first, as triplets.
fn encoded_login(shape: &Shape<'_>) -> Vec<Edit> {
    let Some(login) = shape.login.clone() else { return Vec::new() };
    let text = &shape.input[login.clone()];
    let first = text.iter().position(|&byte| byte == b':').unwrap_or(text.len());
    let reserved = |(at, byte): &(usize, &u8)| **byte == b'@' || **byte == b':' && *at > first;
    let places = text.iter().enumerate().filter(reserved);
    places
        .map(|(at, &byte)| {
            edit(login.start + at, &[byte], &format!("%{byte:02X}"), EditKind::Escape)
        })
        .collect()
}

/// Where `;type=` stands behind a host.
fn type_in_host(shape: &Shape<'_>) -> Option<usize> {
    let host = &shape.input[shape.host.clone()];
    let at = host.windows(6).position(|window| window == b";type=")?;
    Some(shape.host.start + at)
}

fn hashes<'s>(shape: &'s Shape<'_>) -> impl Iterator<Item = usize> + 's {
    let hash = |at: &usize| shape.input[*at] == b'#';
    (shape.rest..shape.input.len()).filter(hash)
}

fn behind_hash_is_at(shape: &Shape<'_>) -> bool {
    let last = shape.input.iter().rposition(|&byte| byte == b'#');
    last.is_some_and(|last| shape.input[last..].contains(&b'@'))
}

/// Whether the last of several labels begins with a digit, and they are no address.
fn last_label_is_number(shape: &Shape<'_>) -> bool {
    let labels: Vec<&[u8]> = shape.labels().take(256).collect();
    let is_number = |label: &&[u8]| !label.is_empty() && label.iter().all(u8::is_ascii_digit);
    let is_address = labels.len() == 4 && labels.iter().all(is_number);
    let fits = |label: &&[u8]| label.iter().all(|it| it.is_ascii_alphanumeric() || *it == b'-');
    let begins = labels.last().is_some_and(|label| label.first().is_some_and(u8::is_ascii_digit));
    begins && !is_address && labels.iter().all(fits)
}

fn last_label(shape: &Shape<'_>) -> Option<String> {
    let first = *shape.labels().last()?.first()?;
    Some(format!("{} cannot begin `toplabel`", visible_byte(first)))
}

/// Whether there is no colon, or a slash before it.
fn is_partial(input: &[u8]) -> bool {
    input.iter().find(|byte| b":/".contains(byte)) != Some(&b':')
}
