//! The five documents, the six grammars that they print, and how each is read.
//!
//! RFC 1630 prints two BNFs, so there is one edition more than there are
//! documents. An edition is read in one of two ways: as printed, misprints
//! included, or with its errata applied.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use urlbnf_bnf::grammar::Grammar;
use urlbnf_grammar::bnf;

pub use urlbnf_bnf::grammar::{Reading, UnknownName};

pub use crate::document::Document;

use crate::bnf::Definition;

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

    /// The six editions of the five documents in which the URL was born.
    pub const BORN: [Edition; 6] = [
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

    /// The lines of the document, from 0, on which a definition is printed; `None`
    /// of what an erratum writes, or an interpretation.
    pub fn printed_lines(self, definition: &Definition) -> Option<Range<usize>> {
        let text = self.document().text();
        let section = self.section().trim_start_matches("section ").trim_matches('"');
        let printed = self.bnf().get(definition.place.range())?;
        let lines: Vec<&str> = printed.lines().filter(|line| !line.starts_with('#')).collect();
        let printed = lines.join("\n");
        let from = text.section(section)?;
        let alone = printed.split_whitespace().count() == 1;
        let found = match alone {
            // A name without a body is found as a line of its own.
            true => text.line(printed.trim(), from).map(|line| line..line + 1),
            false => text.find_signs(&printed, from),
        };
        found.filter(|_| definition.erratum.is_none())
    }

    /// A definition as its `.bnf` has it, line by line, without the marks between them.
    pub fn text(self, definition: &Definition) -> String {
        let text = self.bnf().get(definition.place.range()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        lines.join("\n")
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
            Edition::Url00 => bnf::URL_00,
            Edition::Url01 => bnf::URL_01,
            Edition::Url02 => bnf::URL_02,
            Edition::Rfc1630Generic => bnf::RFC1630_GENERIC,
            Edition::Rfc1630 => bnf::RFC1630,
            Edition::Rfc1738 => bnf::RFC1738,
        }
    }

    /// Its grammar, in a reading.
    pub fn grammar(self, reading: Reading) -> &'static Grammar {
        self.shared_grammar(reading)
    }

    /// The same grammar, for those who hold grammars of anybody's.
    #[expect(clippy::unreachable, reason = "the tests of the exhibit read every reading")]
    pub(crate) fn shared_grammar(self, reading: Reading) -> &'static Arc<Grammar> {
        static GRAMMARS: [[OnceLock<Arc<Grammar>>; 2]; 6] =
            [const { [const { OnceLock::new() }; 2] }; 6];
        GRAMMARS[self.index()][reading.index()].get_or_init(|| {
            let name = format!("{self}.bnf");
            let grammar = Grammar::read(&name, self.bnf(), reading)
                .unwrap_or_else(|error| unreachable!("{name} is tested to be readable: {error}"));
            Arc::new(grammar)
        })
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
