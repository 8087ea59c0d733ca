//! The words of a report that are not codes of failures: the verdicts, and the names of notes.
//!
//! A summary counts notes by name, and many lines begin with a verdict. Readers look these
//! words up like codes, so each has an explanation, and an input that shows it.

use std::str::FromStr;

use urlbnf_url::diagnose::Note;
use urlbnf_url::edition::{Edition, Reading, UnknownName};
use urlbnf_url::verdict::Verdict;

/// A verdict, or the name of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// A verdict.
    Verdict(Verdict),
    /// It conforms as a relative reference.
    Relative,
    /// The host looks like an IPv4 address but is a registered name.
    RegisteredName,
    /// The grammar has no productions for the scheme.
    SchemeNotDefined,
    /// A production that the start does not reach begins with this scheme.
    BeginsAnother,
    /// The corrected reading accepts the string.
    Corrected,
    /// If the first `:` ends the scheme, the string fails elsewhere.
    FirstColon,
    /// A scheme in upper case was lowered before judging.
    SchemeLowered,
    /// The answer holds only up to a nesting depth.
    Nested,
}

impl Word {
    /// All words.
    pub const ALL: [Word; 11] = [
        Word::Verdict(Verdict::Conforms),
        Word::Verdict(Verdict::GenericOnly),
        Word::Verdict(Verdict::Rejected),
        Word::Relative,
        Word::RegisteredName,
        Word::SchemeNotDefined,
        Word::BeginsAnother,
        Word::Corrected,
        Word::FirstColon,
        Word::SchemeLowered,
        Word::Nested,
    ];

    /// The word of a note.
    pub fn of_note(note: &Note) -> Word {
        match note {
            Note::Relative => Word::Relative,
            Note::RegisteredName { .. } => Word::RegisteredName,
            Note::SchemeNotDefined { .. } => Word::SchemeNotDefined,
            Note::BeginsAnother(_) => Word::BeginsAnother,
            Note::Corrected { .. } => Word::Corrected,
            Note::FirstColon { .. } => Word::FirstColon,
            Note::SchemeLowered(_) => Word::SchemeLowered,
        }
    }

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Word::Verdict(verdict) => verdict.name(),
            Word::Relative => "relative",
            Word::RegisteredName => "registered-name",
            Word::SchemeNotDefined => "scheme-not-defined",
            Word::BeginsAnother => "begins-another",
            Word::Corrected => "corrected",
            Word::FirstColon => "first-colon",
            Word::SchemeLowered => "scheme-lowered",
            Word::Nested => "nested",
        }
    }

    /// The meaning of the word.
    pub fn explanation(self) -> &'static str {
        urlbnf_bnf::text::below(include_str!("words.txt"), self.name())
    }

    /// An input that shows the word, with an edition and a reading; `None` if that needs an
    /// option or a user's grammar.
    pub fn example(self) -> Option<(Edition, Reading, &'static [u8])> {
        let (edition, input): (_, &[u8]) = match self {
            Word::Verdict(Verdict::Conforms) | Word::SchemeLowered | Word::Nested => return None,
            Word::Verdict(Verdict::GenericOnly) => (Edition::Rfc1738, b"http://a_b/"),
            Word::Verdict(Verdict::Rejected) => (Edition::Rfc1738, b"http://info.cern.ch/a b"),
            Word::Relative => (Edition::Rfc3986, b"../hypertext/WWW"),
            Word::RegisteredName => (Edition::Rfc3986, b"http://1.2.3.256/"),
            Word::SchemeNotDefined => (Edition::Rfc1738, b"gohper://info.cern.ch/"),
            Word::BeginsAnother => (Edition::Rfc1630, b"afs://info.cern.ch/pub"),
            Word::Corrected => (Edition::Url02, b"http://info.cern.ch/pub"),
            Word::FirstColon => (Edition::Url02, b"x-foo:bar"),
        };
        let printed = matches!(self, Word::Corrected | Word::FirstColon);
        Some((edition, if printed { Reading::Printed } else { Reading::Corrected }, input))
    }
}

impl FromStr for Word {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let word = Word::ALL.into_iter().find(|word| word.name() == name);
        word.ok_or_else(|| UnknownName::new("word", name, Word::ALL.map(Word::name)))
    }
}
