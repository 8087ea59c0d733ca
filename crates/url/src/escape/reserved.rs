//! The characters that the documents reserve, and where.
//!
//! A reserved character has different meanings when it is encoded and when it is not. Any other
//! character means the same either way. RFC 1738 reserves characters for each scheme, the older
//! documents for all schemes.

use crate::bnf::CharacterSet;
use crate::edition::{Document, Edition};
use crate::quotation::{Basis, Statement, rfc1738, statements, url_06};

/// A part of a URL with one set of reserved characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UrlRegion {
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
pub struct ReservedCharacters {
    document: Document,
    parts: &'static [(&'static str, Statement)],
}

const DRAFTS: &[(&str, Statement)] = &[
    ("/", statements::SIGNIFICANCE),
    ("#", statements::VOID_FRAGMENT),
    ("@", statements::USER),
    (":", statements::PORT),
    ("%", statements::PERCENT),
    // The drafts do not mention these, but their BNFs give them a meaning.
    ("?*+ ", statements::NEVER),
];

const PROSPERO: &[(&str, Statement)] = &[
    (";", Statement::new(&[url_06::PROSPERO_SEMICOLON, rfc1738::PROSPERO_SEMICOLON])),
    ("=", Statement::new(&[url_06::PROSPERO_EQUALS, rfc1738::PROSPERO_EQUALS])),
    // Not mentioned, but neither the name nor the value of a field can contain it.
    ("/", Statement::new(&[url_06::FIELD_VALUE, rfc1738::FIELD_VALUE])),
];

const FILE: &[(&str, Statement)] = &[
    ("/", Statement::new(&[url_06::FILE_PATH, rfc1738::FILE_PATH])),
    // Not mentioned for `file`, but one of the characters that may be reserved.
    (";", Statement::new(&[url_06::RESERVED, rfc1738::RESERVED])),
];

const NEWS: &[(&str, Statement)] =
    &[("@", Statement::new(&[url_06::NEWS_AT, rfc1738::NEWS_AT])), ("*", statements::NEWS_ALL)];

macro_rules! one {
    ($characters:literal, $words:ident) => {
        const { &[($characters, Statement::new(&[url_06::$words, rfc1738::$words]))] }
    };
}

impl ReservedCharacters {
    /// The characters that an edition reserves in a region of the URLs of a scheme.
    pub fn for_region(edition: Edition, scheme: &str, region: UrlRegion) -> ReservedCharacters {
        let document = edition.document();
        let parts: &[_] = match edition {
            Edition::Url06 | Edition::Rfc1738 => ReservedCharacters::in_schemes(scheme, region),
            Edition::Rfc1808 => &[(";/?:@&=", statements::RESERVED)],
            Edition::Rfc2396 => &[(";/?:@&=+$,", statements::RESERVED)],
            Edition::Rfc2732 => &[(";/?:@&=+$,[]", statements::RESERVED)],
            Edition::Rfc3986 | Edition::Rfc3987 | Edition::Rfc6874 => {
                &[(":/?#[]@!$&'()*+,;=", statements::RESERVED)]
            }
            Edition::Url03 | Edition::Rfc1630 | Edition::Rfc1630Generic => {
                &[("/#?*!+@=;: %", statements::NEVER)]
            }
            Edition::Url00 | Edition::Url01 | Edition::Url02 => DRAFTS,
        };
        ReservedCharacters { document, parts }
    }

    fn in_schemes(scheme: &str, region: UrlRegion) -> &'static [(&'static str, Statement)] {
        match (scheme, region) {
            ("ftp" | "telnet", UrlRegion::Login) => one!(":@/", LOGIN_RESERVED),
            ("ftp", UrlRegion::Path) => one!("/;", FTP_RESERVED),
            ("file", UrlRegion::Path) => FILE,
            ("http", UrlRegion::Path | UrlRegion::Search) => one!("/;?", HTTP_RESERVED),
            ("gopher", UrlRegion::Path) => one!("", GOPHER_RESERVED),
            // Not mentioned, but `search` can contain neither.
            ("gopher", UrlRegion::Search) => one!("/?", SEARCH),
            ("mailto", _) => one!("", MAILTO_RESERVED),
            ("news", _) => NEWS,
            ("prospero", UrlRegion::Path) => &PROSPERO[..2],
            ("prospero", UrlRegion::Fields) => PROSPERO,
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
