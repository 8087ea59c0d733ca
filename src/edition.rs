//! The grammars that the documents print, and how each is read.
//!
//! RFC 1630 prints two BNFs, so there is one edition more than there are
//! documents. An edition is read in one of two ways: as printed, misprints
//! included, or with its errata applied. All that is said of one stands in one
//! list; of the drafts 04, 05 and 07 to 09 no copy was to be found.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use urlbnf_bnf::grammar::Grammar;
use urlbnf_grammar::Bnf;

pub use urlbnf_bnf::grammar::{Reading, UnknownName};

pub use crate::document::Document;

use crate::bnf::Definition;

/// The editions: one list, from which everything that is to be known of them comes.
///
/// The document, the section, what it is judged by, and the parsers of its two readings.
/// Each has the name that its files have in `grammar/`.
macro_rules! editions {
    ($use:ident) => {
        $use! {
            /// draft-ietf-uri-url-00, "BNF syntax".
            Url00 Url00 "\"BNF syntax\"", Schemes,
                url_00_printed url_00_corrected;
            /// draft-ietf-uri-url-01, "BNF syntax".
            Url01 Url01 "\"BNF syntax\"", Schemes,
                url_01_printed url_01_corrected;
            /// draft-ietf-uri-url-02, "BNF syntax".
            Url02 Url02 "\"BNF syntax\"", Schemes,
                url_02_printed url_02_corrected;
            /// draft-ietf-uri-url-03, "BNF for specific URL schemes".
            Url03 Url03 "\"BNF for specific URL schemes\"", Schemes,
                url_03_printed url_03_corrected;
            /// RFC 1630, "BNF of Generic URI Syntax".
            Rfc1630Generic Rfc1630 "\"BNF of Generic URI Syntax\"", Schemes,
                rfc1630_generic_printed rfc1630_generic_corrected;
            /// RFC 1630, "BNF for specific URL schemes".
            Rfc1630 Rfc1630 "\"BNF for specific URL schemes\"", Schemes,
                rfc1630_printed rfc1630_corrected;
            /// draft-ietf-uri-url-06, section 5.
            Url06 Url06 "section 5", Schemes, url_06 url_06;
            /// RFC 1738, section 5.
            Rfc1738 Rfc1738 "section 5", Schemes, rfc1738 rfc1738;
            /// RFC 1808, section 2.2.
            Rfc1808 Rfc1808 "section 2.2",
                Letter { absolute: "absoluteURL", relative: "relativeURL" }, rfc1808 rfc1808;
            /// RFC 2396, appendix A.
            Rfc2396 Rfc2396 "appendix A",
                Letter { absolute: "absoluteURI", relative: "relativeURI" }, rfc2396 rfc2396;
        }
    };
}
pub(crate) use editions;

macro_rules! edition {
    ($($(#[$doc:meta])+ $edition:ident $document:ident $section:literal, $judged:ident $({ absolute: $absolute:literal, relative: $relative:literal })?,
       $printed:ident $corrected:ident;)+) => {
        /// One grammar.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Edition {
            $($(#[$doc])+ $edition),+
        }

        impl From<Bnf> for Edition {
            fn from(file: Bnf) -> Self {
                match file { $(Bnf::$edition => Edition::$edition),+ }
            }
        }

        /// How many there are.
        const COUNT: usize = [$(Edition::$edition),+].len();

        impl Edition {
            /// All editions, in the order of their documents.
            pub const ALL: [Edition; COUNT] = [$(Edition::$edition),+];

            /// The name by which it is called everywhere: `rfc1738`.
            pub fn name(self) -> &'static str {
                self.file().name()
            }

            /// Its files in `grammar/`.
            pub fn file(self) -> Bnf {
                match self { $(Edition::$edition => Bnf::$edition),+ }
            }

            /// The document that prints it.
            pub fn document(self) -> Document {
                match self { $(Edition::$edition => Document::$document),+ }
            }

            /// The section of the document, as a citation has it.
            pub fn section(self) -> &'static str {
                match self { $(Edition::$edition => $section),+ }
            }

            /// The text of its `.bnf` file.
            pub fn bnf(self) -> &'static str {
                self.file().text()
            }

            /// By what its strings are judged.
            pub fn judged(self) -> Judged {
                match self {
                    $(Edition::$edition => Judged::$judged $({
                        absolute: $absolute, relative: $relative
                    })?),+
                }
            }
        }
    };
}

editions!(edition);

/// By what the strings of an edition are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// By the productions of their schemes.
    Schemes,
    /// By the start alone, which derives references: its grammar gives no scheme
    /// productions of its own.
    Letter {
        /// The production of a reference with a scheme.
        absolute: &'static str,
        /// The production of one without.
        relative: &'static str,
    },
}

impl Edition {
    /// The six editions of the five documents in which the URL was born.
    pub const BORN: [Edition; 6] = [
        Edition::Url00,
        Edition::Url01,
        Edition::Url02,
        Edition::Rfc1630Generic,
        Edition::Rfc1630,
        Edition::Rfc1738,
    ];

    /// Those in a row in which each follows from the one before it: of RFC 1630 the
    /// BNF for specific schemes.
    pub const LINE: [Edition; COUNT - 1] = [
        Edition::Url00,
        Edition::Url01,
        Edition::Url02,
        Edition::Url03,
        Edition::Rfc1630,
        Edition::Url06,
        Edition::Rfc1738,
        Edition::Rfc1808,
        Edition::Rfc2396,
    ];

    /// Those that are compared: each of the line with the one before it, and those that
    /// look past a draft in between. Drafts 04, 05 and 07 to 09 would stand between some
    /// of them.
    pub const PAIRS: [(Edition, Edition); 12] = [
        (Edition::Url00, Edition::Url01),
        (Edition::Url01, Edition::Url02),
        (Edition::Url02, Edition::Url03),
        (Edition::Url03, Edition::Rfc1630),
        (Edition::Rfc1630, Edition::Url06),
        (Edition::Url06, Edition::Rfc1738),
        (Edition::Rfc1738, Edition::Rfc1808),
        (Edition::Rfc1808, Edition::Rfc2396),
        (Edition::Url02, Edition::Rfc1630),
        (Edition::Rfc1630, Edition::Rfc1738),
        (Edition::Url02, Edition::Rfc1738),
        (Edition::Rfc1630Generic, Edition::Rfc1630),
    ];

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

    /// Its grammar, in a reading.
    pub fn grammar(self, reading: Reading) -> &'static Grammar {
        self.shared_grammar(reading)
    }

    /// The same grammar, for those who hold grammars of anybody's.
    #[expect(clippy::unreachable, reason = "the tests of the exhibit read every reading")]
    pub(crate) fn shared_grammar(self, reading: Reading) -> &'static Arc<Grammar> {
        static GRAMMARS: [[OnceLock<Arc<Grammar>>; 2]; COUNT] =
            [const { [const { OnceLock::new() }; 2] }; COUNT];
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
