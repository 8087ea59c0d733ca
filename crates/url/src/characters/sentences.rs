//! The sentences that reserve a character, forbid it, or call it unsafe.
//!
//! A sentence counts only for the document that prints it: where a document is silent, no later
//! one is consulted. RFC 1738 names characters that "may be reserved" by a scheme. That
//! reserves none, so only what RFC 1738 says about a particular scheme counts for that scheme.

use crate::document::Document;
use crate::quotation::{
    Quotation, rfc1630, rfc1738, rfc1808, rfc2396, rfc2732, rfc3986, url_00, url_01, url_02,
    url_03, url_06,
};

/// The characters, the schemes to which the words apply (empty: all), and the words.
type Sentence = (&'static str, &'static [&'static str], Quotation);

const SENTENCES: &[Sentence] = &[
    (" ", &[], url_00::SPACES),
    ("/", &[], url_00::SIGNIFICANCE),
    ("#", &[], url_00::VOID_ANCHOR),
    ("@", &[], url_00::USER),
    (":", &[], url_00::PORT),
    ("%", &[], url_00::ESCAPE),
    (" ", &[], url_01::SPACES),
    ("/", &[], url_01::SIGNIFICANCE),
    ("#", &[], url_01::VOID_FRAGMENT),
    ("@", &[], url_01::USER),
    (":", &[], url_01::PORT),
    ("%", &[], url_01::ALWAYS),
    (" ", &["http"], url_02::HTTP_SPACES),
    ("/", &[], url_02::SIGNIFICANCE),
    ("#", &[], url_02::VOID_FRAGMENT),
    ("@", &[], url_02::USER),
    (":", &[], url_02::PORT),
    ("%", &[], url_02::ALWAYS),
    ("{}|[]\\^~<>", &[], url_02::NATIONAL),
    ("/#?*!+@=;: %", &[], url_03::RESERVED),
    ("%", &[], rfc1630::PERCENT),
    ("/", &[], rfc1630::SLASH),
    ("#", &[], rfc1630::HASH),
    ("?", &[], rfc1630::QUERY),
    ("+", &[], rfc1630::QUERY_PLUS),
    ("*!", &[], rfc1630::OTHER_RESERVED),
    (" ", &[], rfc1630::UNSAFE),
    ("=;:", &[], rfc1630::CLASS),
    ("{}|[]\\^~<>", &[], rfc1630::NATIONAL),
    (":@/", &["ftp", "telnet"], url_06::LOGIN_RESERVED),
    ("/;", &["ftp"], url_06::FTP_RESERVED),
    ("/;?", &["http"], url_06::HTTP_RESERVED),
    ("@", &["news"], url_06::NEWS_AT),
    ("*", &["news"], url_06::NEWS_ALL),
    ("/", &["file"], url_06::FILE_PATH),
    (";", &["prospero"], url_06::PROSPERO_SEMICOLON),
    ("=", &["prospero"], url_06::PROSPERO_EQUALS),
    (" ", &[], rfc1738::SPACE),
    ("#", &[], rfc1738::HASH),
    ("%", &[], rfc1738::PERCENT),
    ("<>", &[], rfc1738::ANGLE_BRACKETS),
    ("\"", &[], rfc1738::QUOTE),
    ("{}|\\^~[]`", &[], rfc1738::MODIFIED),
    (":@/", &["ftp", "telnet"], rfc1738::LOGIN_RESERVED),
    ("/;", &["ftp"], rfc1738::FTP_RESERVED),
    ("/;?", &["http"], rfc1738::HTTP_RESERVED),
    ("@", &["news"], rfc1738::NEWS_AT),
    ("*", &["news"], rfc1738::NEWS_ALL),
    ("/", &["file"], rfc1738::FILE_PATH),
    (";", &["prospero"], rfc1738::PROSPERO_SEMICOLON),
    ("=", &["prospero"], rfc1738::PROSPERO_EQUALS),
    (";/?:@&=", &[], rfc1808::RESERVED),
    (";/?:@&=+$,", &[], rfc2396::RESERVED),
    (" ", &[], rfc2396::SPACE),
    ("#", &[], rfc2396::HASH),
    ("%", &[], rfc2396::PERCENT),
    ("<>\"", &[], rfc2396::ANGLE_BRACKETS),
];

/// Sentences that neither reserve nor forbid: which characters are safe, and which were added
/// or moved, and why.
const OTHERS: &[(&str, Quotation)] = &[
    ("~{}|\\^[]", url_06::SAFE),
    ("~{}|\\^[]`", rfc1738::UNENCODED),
    ("~", rfc2396::TILDE_ADDED),
    ("+$,", rfc2396::PLUS_ADDED),
    ("?", rfc2396::QUESTION_REMOVED),
    (";", rfc2396::SEMICOLON_ADDED),
    ("[]", rfc2732::PURPOSE),
    ("~", rfc3986::UNRESERVED_THESE),
    ("!*'()", rfc3986::MARKS_MOVED),
    ("#", rfc3986::HASH_MOVED),
    ("[]", rfc3986::BRACKETS_RESERVED),
];

/// The other sentences of a document that concern a character.
pub(super) fn others(document: Document, byte: u8) -> impl Iterator<Item = Quotation> {
    let about = move |it: &&(&str, Quotation)| {
        it.1.document() == document && it.0.as_bytes().contains(&byte)
    };
    OTHERS.iter().filter(about).map(|it| it.1)
}

/// The sentences of a document that concern a character.
pub(super) fn of(document: Document, byte: u8) -> impl Iterator<Item = &'static Sentence> {
    let about =
        move |it: &&Sentence| it.2.document() == document && it.0.as_bytes().contains(&byte);
    SENTENCES.iter().filter(about)
}
