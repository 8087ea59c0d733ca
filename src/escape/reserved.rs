//! What is reserved where, in the words of the documents.
//!
//! A reserved character means one thing as it is and another when it is
//! encoded; every other character means the same either way. RFC 1738 reserves
//! for each scheme, the older documents for all.

use crate::bnf::CharacterSet;
use crate::edition::Edition;

/// A stretch of a URL in which one set of characters is reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Region {
    /// User, password, host and port: between `//` and the next `/`.
    Login,
    /// What follows.
    Path,
    /// Behind `?`; of gopher in RFC 1738, behind `%09`.
    Search,
    /// Behind `#`.
    Fragment,
}

/// Reserved characters, and the document's word for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reserved {
    /// The characters.
    pub characters: &'static str,
    /// The sentence.
    pub sentence: &'static str,
    /// Where it is printed.
    pub citation: &'static str,
}

impl Reserved {
    /// What an edition reserves in a region of the URLs of a scheme.
    pub fn of(edition: Edition, scheme: &str, region: Region) -> Reserved {
        match edition {
            Edition::Rfc1738 => Reserved::in_rfc1738(scheme, region),
            Edition::Rfc1630 | Edition::Rfc1630Generic => Reserved {
                characters: "/#?*!+@=;: %",
                sentence: "However, the reserved characters mentioned above have a quite different \
                           significance when encoded, and so may NEVER be encoded and unencoded in \
                           this way.",
                citation: "RFC 1630, \"Encoding reserved characters\", page 8",
            },
            Edition::Url00 | Edition::Url01 | Edition::Url02 => Reserved {
                characters: "/#?*+@: %",
                sentence: "The partial form relies on a property of the URL syntax that certain \
                           characters (\"/\") and certain path elements (\"..\", \".\") have a \
                           significance reserved for representing a hierarchical space, and must \
                           be recognised as such by both clients and servers.",
                citation: "draft-ietf-uri-url-02, \"Partial form\", page 11",
            },
        }
    }

    fn in_rfc1738(scheme: &str, region: Region) -> Reserved {
        let (characters, sentence, citation) = match (scheme, region) {
            ("ftp" | "telnet", Region::Login) => (
                ":@/",
                "Within the user and password field, any \":\", \"@\", or \"/\" must be encoded.",
                "RFC 1738, section 3.1, page 5",
            ),
            ("ftp", Region::Path) => (
                "/;",
                "Within a name or CWD component, the characters \"/\" and \";\" are reserved and \
                 must be encoded.",
                "RFC 1738, section 3.2.2, page 7",
            ),
            ("file", Region::Path) => (
                "/;",
                "<path> is a hierarchical directory path of the form \
                 <directory>/<directory>/.../<name>.",
                "RFC 1738, section 3.10, page 15",
            ),
            ("http", Region::Path | Region::Search) => (
                "/;?",
                "Within the <path> and <searchpart> components, \"/\", \";\", \"?\" are reserved.",
                "RFC 1738, section 3.3, page 9",
            ),
            ("gopher", Region::Path) => (
                "",
                "Within the <gopher-path>, no characters are reserved.",
                "RFC 1738, section 3.4.1, page 10",
            ),
            // No word of it, but `search` takes neither.
            ("gopher", Region::Search) => (
                "/?",
                "search = *[ uchar | \";\" | \":\" | \"@\" | \"&\" | \"=\" ]",
                "RFC 1738, section 5, page 18",
            ),
            ("mailto", _) => (
                "",
                "Within mailto URLs, there are no reserved characters.",
                "RFC 1738, section 3.5, page 12",
            ),
            ("news", _) => (
                "@*",
                "A message identifier may be distinguished from a news group name by the presence \
                 of the commercial at \"@\" character. No additional characters are reserved \
                 within the components of a news URL.",
                "RFC 1738, section 3.6, page 13",
            ),
            ("prospero", Region::Path) => (
                ";=/",
                "The semicolon \";\" is reserved and may not appear without quoting in the \
                 <hsoname>.",
                "RFC 1738, section 3.11, page 16",
            ),
            _ => (
                ";/?:@=&",
                "The characters \";\", \"/\", \"?\", \":\", \"@\", \"=\" and \"&\" are the \
                 characters which may be reserved for special meaning within a scheme.",
                "RFC 1738, section 2.2, page 4",
            ),
        };
        Reserved { characters, sentence, citation }
    }

    /// The characters as a set.
    pub fn set(self) -> CharacterSet {
        self.characters.bytes().collect()
    }

    /// Whether encoding this byte may change what a URL means.
    pub fn contains(self, byte: u8) -> bool {
        self.characters.as_bytes().contains(&byte)
    }
}
