//! The grammars that the documents print, each in two readings.
//!
//! RFC 1630 prints two BNFs, so it has two editions. An edition can be read as printed, with
//! its misprints, or corrected by its errata. A single list holds the facts about all editions.
//! No copy was found of drafts 04, 05 and 07 to 09.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use urlbnf_bnf::grammar::{Grammar, Import, ImportedText};
use urlbnf_grammar::Bnf;

pub use urlbnf_bnf::grammar::{Reading, UnknownName};

pub use crate::document::Document;

use crate::bnf::Definition;

/// The list of editions, the source of all facts about them.
///
/// Each entry has the document, the section, what judges its strings, and the parsers of its
/// two readings. Its name is that of its files in `grammar/`.
macro_rules! editions {
    ($use:ident) => {
        $use! {
            Url00 Url00 "\"BNF syntax\"", Schemes,
                url_00_printed url_00_corrected;
            Url01 Url01 "\"BNF syntax\"", Schemes,
                url_01_printed url_01_corrected;
            Url02 Url02 "\"BNF syntax\"", Schemes,
                url_02_printed url_02_corrected;
            Url03 Url03 "\"BNF for specific URL schemes\"", Schemes,
                url_03_printed url_03_corrected;
            Rfc1630Generic Rfc1630 "\"BNF of Generic URI Syntax\"", Schemes,
                rfc1630_generic_printed rfc1630_generic_corrected;
            Rfc1630 Rfc1630 "\"BNF for specific URL schemes\"", Schemes,
                rfc1630_printed rfc1630_corrected;
            Url06 Url06 "section 5", Schemes, url_06 url_06;
            Rfc1738 Rfc1738 "section 5", Schemes, rfc1738 rfc1738;
            Rfc1808 Rfc1808 "section 2.2",
                References { absolute: "absoluteURL", relative: "relativeURL" }, rfc1808 rfc1808;
            Rfc2396 Rfc2396 "appendix A",
                References { absolute: "absoluteURI", relative: "relativeURI" }, rfc2396 rfc2396;
            /// The grammar is that of RFC 2396 with the changes that this section makes.
            Rfc2732 Rfc2732 "section 3",
                References { absolute: "absoluteURI", relative: "relativeURI" },
                rfc2732_printed rfc2732_corrected;
            Rfc3986 Rfc3986 "appendix A",
                References { absolute: "URI", relative: "relative-ref" }, rfc3986 rfc3986;
            Rfc3987 Rfc3987 "section 2.2",
                References { absolute: "IRI", relative: "irelative-ref" }, rfc3987 rfc3987;
            /// The grammar is that of RFC 3986 with these rules replaced.
            Rfc6874 Rfc6874 "its rules",
                References { absolute: "URI", relative: "relative-ref" }, rfc6874 rfc6874;
        }
    };
}
pub(crate) use editions;

macro_rules! edition {
    ($($(#[$doc:meta])* $edition:ident $document:ident $section:literal, $judged:ident $({ absolute: $absolute:literal, relative: $relative:literal })?,
       $printed:ident $corrected:ident;)+) => {
        /// An edition: one grammar of a document.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Edition {
            $(
                #[doc = concat!("[`Document::", stringify!($document), "`], ", $section, ".")]
                $(#[doc = ""] #[$doc])*
                $edition,
            )+
        }

        impl From<Bnf> for Edition {
            fn from(file: Bnf) -> Self {
                match file { $(Bnf::$edition => Edition::$edition),+ }
            }
        }

        /// The number of editions.
        const COUNT: usize = [$(Edition::$edition),+].len();

        impl Edition {
            /// All editions, in the order of their documents.
            pub const ALL: [Edition; COUNT] = [$(Edition::$edition),+];

            /// Its stable name: `rfc1738`.
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

            /// The section of the document, as in a citation.
            pub fn section(self) -> &'static str {
                match self { $(Edition::$edition => $section),+ }
            }

            /// The text of its `.bnf` file.
            pub fn bnf(self) -> &'static str {
                self.file().text()
            }

            /// What judges its strings.
            pub fn judged(self) -> JudgingProductions {
                match self {
                    $(Edition::$edition => JudgingProductions::$judged $({
                        absolute: $absolute, relative: $relative
                    })?),+
                }
            }
        }
    };
}

editions!(edition);

/// RFC 2373 is not an edition, but RFC 2732 imports from its grammar, which is printed there.
const RFC2373: (&str, Document, &str) = ("rfc2373.bnf", Document::Rfc2373, "appendix B");

/// What judges the strings of an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgingProductions {
    /// The productions of their schemes.
    Schemes,
    /// The start production alone. It derives references: the grammar has no productions for
    /// particular schemes.
    References {
        /// The production of a reference with a scheme.
        absolute: &'static str,
        /// The production of a reference without a scheme.
        relative: &'static str,
    },
}

impl Edition {
    /// The six editions of drafts 00 to 02, RFC 1630 and RFC 1738, the first definitions of URLs.
    pub const BORN: [Edition; 6] = [
        Edition::Url00,
        Edition::Url01,
        Edition::Url02,
        Edition::Rfc1630Generic,
        Edition::Rfc1630,
        Edition::Rfc1738,
    ];

    /// The editions in a sequence in which each follows from the previous one. Of RFC 1630, the
    /// BNF for specific schemes.
    pub const LINE: [Edition; COUNT - 1] = {
        let mut line = [Edition::ALL[0]; COUNT - 1];
        let (mut from, mut to) = (0, 0);
        while from < COUNT {
            if !matches!(Edition::ALL[from], Edition::Rfc1630Generic) {
                line[to] = Edition::ALL[from];
                to += 1;
            }
            from += 1;
        }
        line
    };

    /// The indices, in a list of editions, of the predecessors of the second and later ones.
    pub fn numbers_before(editions: &[Edition]) -> Vec<usize> {
        let at = |edition| editions.iter().position(|other| *other == edition);
        editions.iter().filter_map(|edition| edition.before().and_then(at)).collect()
    }

    /// The edition that it follows in the sequence. RFCs 3987 and 6874 both follow RFC 3986.
    /// RFC 1630's generic BNF follows the same edition as its other one; it is a side branch,
    /// which no other edition follows.
    pub fn before(self) -> Option<Edition> {
        match self {
            Edition::Rfc3987 | Edition::Rfc6874 => Some(Edition::Rfc3986),
            Edition::Rfc1630Generic => Edition::Rfc1630.before(),
            _ => {
                let at = Edition::LINE.into_iter().position(|edition| edition == self)?;
                Edition::LINE.get(at.checked_sub(1)?).copied()
            }
        }
    }

    /// The pairs that skip editions in between, and the side branch. Drafts 04, 05 and 07 to 09
    /// would come between some of them.
    const FARTHER: [(Edition, Edition); 5] = [
        (Edition::Rfc2396, Edition::Rfc3986),
        (Edition::Url02, Edition::Rfc1630),
        (Edition::Rfc1630, Edition::Rfc1738),
        (Edition::Url02, Edition::Rfc1738),
        (Edition::Rfc1630Generic, Edition::Rfc1630),
    ];

    /// The pairs that are compared: each edition with its predecessor, and some others.
    pub fn pairs() -> impl Iterator<Item = (Edition, Edition)> {
        let near =
            Edition::LINE.into_iter().filter_map(|edition| Some((edition.before()?, edition)));
        near.chain(Edition::FARTHER)
    }

    /// The document and section that print a definition of its grammar; `None` for a core rule
    /// of the notation. An edition that changes another takes most of its productions from the
    /// document of that one.
    pub fn printed_in(self, definition: &Definition) -> Option<(Document, &'static str)> {
        let listing = self.grammar(Reading::Printed).listing();
        let (source, _) = listing.source(definition.place.start);
        let named = Edition::ALL.into_iter().find(|edition| edition.file().file() == source.name);
        let part = (source.name == RFC2373.0).then_some((RFC2373.1, RFC2373.2));
        named.map(|edition| (edition.document(), edition.section())).or(part)
    }

    /// The lines of the document, from 0, on which a definition is printed; `None` for the text
    /// of an erratum or an interpretation.
    pub fn printed_lines(self, definition: &Definition) -> Option<Range<usize>> {
        let (document, section) = self.printed_in(definition)?;
        let (text, printed) = (document.text(), self.text(definition));
        let section = section.trim_start_matches("section ").trim_matches('"');
        // A text that consists only of rules has no sections.
        let from = if text.sections().is_empty() { 0 } else { text.section(section)? };
        let alone = printed.split_whitespace().count() == 1;
        let found = match alone {
            // A name without a body is found as a line of its own.
            true => text.line(printed.trim(), from).map(|line| line..line + 1),
            false => text.find_signs(&printed, from),
        };
        found.filter(|_| definition.erratum.is_none())
    }

    /// A definition as in its file, line by line, without the marks between the lines.
    pub fn text(self, definition: &Definition) -> String {
        let listing = self.grammar(Reading::Printed).listing();
        listing.printed_lines(definition.place).collect::<Vec<&str>>().join("\n")
    }

    /// Its grammar in a reading.
    pub fn grammar(self, reading: Reading) -> &'static Grammar {
        self.shared_grammar(reading)
    }

    /// The same grammar as a shared pointer, for callers that also hold user grammars.
    #[expect(clippy::unreachable, reason = "the tests of the exhibit read every reading")]
    pub fn shared_grammar(self, reading: Reading) -> &'static Arc<Grammar> {
        static GRAMMARS: [[OnceLock<Arc<Grammar>>; 2]; COUNT] =
            [const { [const { OnceLock::new() }; 2] }; COUNT];
        GRAMMARS[self.index()][reading.index()].get_or_init(|| {
            let name = self.file().file();
            let mut load = |import: &Import, _: Option<&ImportedText>| {
                let name = import.source.clone();
                let text = urlbnf_grammar::file(&name).unwrap_or_default().to_owned();
                Ok(ImportedText { name, text, folder: None })
            };
            let grammar = Grammar::read_importing(name, self.bnf().as_bytes(), reading, &mut load)
                .unwrap_or_else(|error| unreachable!("{name} is tested to be readable: {error}"));
            Arc::new(grammar)
        })
    }

    /// Its index in [`Edition::ALL`].
    pub fn index(self) -> usize {
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

urlbnf_bnf::serde_by_name! { Serialize, Deserialize for Edition }
