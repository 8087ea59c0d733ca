//! The five documents, the six grammars that they print, and how each is read.
//!
//! RFC 1630 prints two BNFs, so there is one edition more than there are
//! documents. An edition is read in one of two ways: as printed, misprints
//! included, or with its errata applied.

use std::fmt;
use std::str::FromStr;

/// One of the five texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Document {
    /// draft-ietf-uri-url-00, March 1993.
    Url00,
    /// draft-ietf-uri-url-01, July 1993.
    Url01,
    /// draft-ietf-uri-url-02, October 1993.
    Url02,
    /// RFC 1630, June 1994.
    Rfc1630,
    /// RFC 1738, December 1994.
    Rfc1738,
}

impl Document {
    /// How the document is cited: `RFC 1738`.
    pub fn citation(self) -> &'static str {
        match self {
            Document::Url00 => "draft-ietf-uri-url-00",
            Document::Url01 => "draft-ietf-uri-url-01",
            Document::Url02 => "draft-ietf-uri-url-02",
            Document::Rfc1630 => "RFC 1630",
            Document::Rfc1738 => "RFC 1738",
        }
    }

    /// The month in which it was published.
    pub fn date(self) -> &'static str {
        match self {
            Document::Url00 => "March 1993",
            Document::Url01 => "July 1993",
            Document::Url02 => "October 1993",
            Document::Rfc1630 => "June 1994",
            Document::Rfc1738 => "December 1994",
        }
    }
}

/// One grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edition {
    /// draft-ietf-uri-url-00, "BNF syntax".
    Url00,
    /// draft-ietf-uri-url-01, "BNF syntax".
    Url01,
    /// draft-ietf-uri-url-02, "BNF syntax".
    Url02,
    /// RFC 1630, "BNF of Generic URI Syntax".
    Rfc1630Generic,
    /// RFC 1630, "BNF for specific URL schemes".
    Rfc1630,
    /// RFC 1738, section 5.
    Rfc1738,
}

impl Edition {
    /// All editions, in the order of their documents.
    pub const ALL: [Edition; 6] = [
        Edition::Url00,
        Edition::Url01,
        Edition::Url02,
        Edition::Rfc1630Generic,
        Edition::Rfc1630,
        Edition::Rfc1738,
    ];

    /// The name by which it is called everywhere: `rfc1738`.
    pub fn name(self) -> &'static str {
        match self {
            Edition::Url00 => "url-00",
            Edition::Url01 => "url-01",
            Edition::Url02 => "url-02",
            Edition::Rfc1630Generic => "rfc1630-generic",
            Edition::Rfc1630 => "rfc1630",
            Edition::Rfc1738 => "rfc1738",
        }
    }

    /// The document that prints it.
    pub fn document(self) -> Document {
        match self {
            Edition::Url00 => Document::Url00,
            Edition::Url01 => Document::Url01,
            Edition::Url02 => Document::Url02,
            Edition::Rfc1630Generic | Edition::Rfc1630 => Document::Rfc1630,
            Edition::Rfc1738 => Document::Rfc1738,
        }
    }

    /// The section of the document, as a citation has it.
    pub fn section(self) -> &'static str {
        match self {
            Edition::Url00 | Edition::Url01 | Edition::Url02 => "\"BNF syntax\"",
            Edition::Rfc1630Generic => "\"BNF of Generic URI Syntax\"",
            Edition::Rfc1630 => "\"BNF for specific URL schemes\"",
            Edition::Rfc1738 => "section 5",
        }
    }

    /// The text of its `.bnf` file.
    pub fn bnf(self) -> &'static str {
        match self {
            Edition::Url00 => include_str!("../grammar/url-00.bnf"),
            Edition::Url01 => include_str!("../grammar/url-01.bnf"),
            Edition::Url02 => include_str!("../grammar/url-02.bnf"),
            Edition::Rfc1630Generic => include_str!("../grammar/rfc1630-generic.bnf"),
            Edition::Rfc1630 => include_str!("../grammar/rfc1630.bnf"),
            Edition::Rfc1738 => include_str!("../grammar/rfc1738.bnf"),
        }
    }

    /// Its number, from 0, in [`Edition::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Edition {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        (Edition::ALL.into_iter().find(|edition| edition.name() == name))
            .ok_or_else(|| UnknownName::new("edition", name, Edition::ALL.map(Edition::name)))
    }
}

/// How an edition is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// What the page says, misprints included.
    Printed,
    /// With the edition's errata applied.
    Corrected,
}

impl Reading {
    /// Both readings.
    pub const ALL: [Reading; 2] = [Reading::Printed, Reading::Corrected];

    /// `printed` or `corrected`.
    pub fn name(self) -> &'static str {
        match self {
            Reading::Printed => "printed",
            Reading::Corrected => "corrected",
        }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Reading {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        (Reading::ALL.into_iter().find(|reading| reading.name() == name))
            .ok_or_else(|| UnknownName::new("reading", name, Reading::ALL.map(Reading::name)))
    }
}

/// A name that is not among those there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    fn new<const N: usize>(what: &'static str, name: &str, known: [&'static str; N]) -> Self {
        UnknownName { what, name: name.to_owned(), known: known.to_vec() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} is called `{}`; there are {}", self.what, self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}
