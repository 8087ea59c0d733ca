//! The characters that the documents reserve, and where.
//!
//! A reserved character has different meanings when it is encoded and when it is not. Any other
//! character means the same either way. RFC 1738 reserves characters for each scheme, the older
//! documents for all schemes.

use crate::bnf::CharacterSet;
use crate::edition::{Document, Edition};
use crate::quotation::{
    Basis, Statement, rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, url_00, url_01, url_02, url_03,
    url_06,
};

/// A part of a URL with one set of reserved characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Region {
    /// User, password, host and port: between `//` and the next `/`.
    Login,
    /// The path, after the login.
    Path,
    /// After `?`; in gopher URLs of RFC 1738, after `%09`.
    Search,
    /// After the first `;` of a prospero URL in RFC 1738.
    Fields,
    /// After `#`.
    Fragment,
}

/// Reserved characters, and the sentences that reserve them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reserved {
    document: Document,
    parts: &'static [(&'static str, Statement)],
}

const NEVER: Statement = Statement::of(&[url_03::RESERVED, rfc1630::RESERVED]);
const SIGNIFICANCE: Statement = Statement::of(&[
    url_00::SIGNIFICANCE,
    url_01::SIGNIFICANCE,
    url_02::SIGNIFICANCE,
    url_03::SIGNIFICANCE,
]);
const USER: Statement = Statement::of(&[
    url_00::USER_DISCOURAGED,
    url_01::USER_DISCOURAGED,
    url_02::USER_DISCOURAGED,
    url_03::USER_DISCOURAGED,
]);
const PORT: Statement = Statement::of(&[url_00::PORT, url_01::PORT, url_02::PORT, url_03::PORT]);
const PERCENT: Statement = Statement::of(&[url_00::ESCAPE, url_01::LATIN_1, url_02::LATIN_1]);
const FRAGMENT: Statement =
    Statement::of(&[url_00::VOID_ANCHOR, url_01::VOID_FRAGMENT, url_02::VOID_FRAGMENT]);

const DRAFTS: &[(&str, Statement)] = &[
    ("/", SIGNIFICANCE),
    ("#", FRAGMENT),
    ("@", USER),
    (":", PORT),
    ("%", PERCENT),
    // The drafts do not mention these, but their BNFs give them a meaning.
    ("?*+ ", NEVER),
];

const PROSPERO: &[(&str, Statement)] = &[
    (";", Statement::of(&[url_06::PROSPERO_SEMICOLON, rfc1738::PROSPERO_SEMICOLON])),
    ("=", Statement::of(&[url_06::PROSPERO_EQUALS, rfc1738::PROSPERO_EQUALS])),
    // Not mentioned, but neither the name nor the value of a field can contain it.
    ("/", Statement::of(&[url_06::FIELD_VALUE, rfc1738::FIELD_VALUE])),
];

const FILE: &[(&str, Statement)] = &[
    ("/", Statement::of(&[url_06::FILE_PATH, rfc1738::FILE_PATH])),
    // Not mentioned for `file`, but one of the characters that may be reserved.
    (";", Statement::of(&[url_06::RESERVED, rfc1738::RESERVED])),
];

const NEWS: &[(&str, Statement)] = &[
    ("@", Statement::of(&[url_06::NEWS_AT, rfc1738::NEWS_AT])),
    ("*", Statement::of(&[url_06::NEWS_ALL, rfc1738::NEWS_ALL])),
];

macro_rules! one {
    ($characters:literal, $words:ident) => {
        const { &[($characters, Statement::of(&[url_06::$words, rfc1738::$words]))] }
    };
}

const GENERIC: Statement =
    Statement::of(&[rfc1808::RESERVED, rfc2396::RESERVED, rfc3986::RESERVED]);

impl Reserved {
    /// The characters that an edition reserves in a region of the URLs of a scheme.
    pub fn of(edition: Edition, scheme: &str, region: Region) -> Reserved {
        let document = edition.document();
        let parts: &[_] = match edition {
            Edition::Url06 | Edition::Rfc1738 => Reserved::in_schemes(scheme, region),
            Edition::Rfc1808 => &[(";/?:@&=", GENERIC)],
            Edition::Rfc2396 => &[(";/?:@&=+$,", GENERIC)],
            Edition::Rfc2732 => &[(";/?:@&=+$,[]", GENERIC)],
            Edition::Rfc3986 | Edition::Rfc3987 | Edition::Rfc6874 => {
                &[(":/?#[]@!$&'()*+,;=", GENERIC)]
            }
            Edition::Url03 | Edition::Rfc1630 | Edition::Rfc1630Generic => {
                &[("/#?*!+@=;: %", NEVER)]
            }
            Edition::Url00 | Edition::Url01 | Edition::Url02 => DRAFTS,
        };
        Reserved { document, parts }
    }

    fn in_schemes(scheme: &str, region: Region) -> &'static [(&'static str, Statement)] {
        match (scheme, region) {
            ("ftp" | "telnet", Region::Login) => one!(":@/", LOGIN_RESERVED),
            ("ftp", Region::Path) => one!("/;", FTP_RESERVED),
            ("file", Region::Path) => FILE,
            ("http", Region::Path | Region::Search) => one!("/;?", HTTP_RESERVED),
            ("gopher", Region::Path) => one!("", GOPHER_RESERVED),
            // Not mentioned, but `search` can contain neither.
            ("gopher", Region::Search) => one!("/?", SEARCH),
            ("mailto", _) => one!("", MAILTO_RESERVED),
            ("news", _) => NEWS,
            ("prospero", Region::Path) => &PROSPERO[..2],
            ("prospero", Region::Fields) => PROSPERO,
            _ => one!(";/?:@=&", RESERVED),
        }
    }

    /// The characters, in the order of the document.
    pub fn characters(&self) -> String {
        self.parts.iter().map(|(characters, _)| *characters).collect()
    }

    /// The sentence that reserves a character.
    pub fn basis(&self, byte: u8) -> Option<Basis> {
        let own = |part: &&(&str, Statement)| part.0.as_bytes().contains(&byte);
        self.parts.iter().find(own).map(|(_, statement)| statement.basis(self.document))
    }

    /// The characters as a set.
    pub fn set(&self) -> CharacterSet {
        self.characters().bytes().collect()
    }

    /// Whether encoding this byte may change what a URL means.
    pub fn contains(&self, byte: u8) -> bool {
        self.parts.iter().any(|(characters, _)| characters.as_bytes().contains(&byte))
    }
}
