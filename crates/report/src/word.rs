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
        match self {
            Word::Verdict(Verdict::Conforms) => {
                "A verdict. The grammar derives the string: from the productions of its own scheme, \
                 where it has some; else from the production for any scheme, or as a relative \
                 reference, where the grammar has these."
            }
            Word::Verdict(Verdict::GenericOnly) => {
                "A verdict. The grammar has productions for the scheme of the URL, and they reject \
                 it; only the production that takes any scheme accepts it, `otherurl` in RFC 1738. \
                 What the document says of the scheme is not kept, though to the letter the string \
                 is a `url`. The report says where the scheme's own productions fail.\n\n\
                 `check` exits with 1 for it; --fail-on rejected lets it pass."
            }
            Word::Verdict(Verdict::Rejected) => {
                "A verdict. No production that could be meant derives the string. The report says \
                 how far it could be read, and why no further."
            }
            Word::Relative => {
                "The string conforms, as a relative reference: it has no scheme, and what it names \
                 follows from the context in which it stands. From RFC 1808 on the grammars have a \
                 production for such references. Counts and the matrix tell these strings from \
                 those with a scheme.\n\n\
                 `urlbnf resolve` puts one into its context; --absolute counts it as no better \
                 than generic-only."
            }
            Word::RegisteredName => {
                "The string conforms, and its host has the look of an IPv4 address, but is none: a \
                 number is larger than 255, or has a zero before it, or there are not four. The \
                 grammar takes it as a registered name, which any name may be. Other programs read \
                 some of these as addresses, and not all as the same."
            }
            Word::SchemeNotDefined => {
                "The string conforms, by the production that takes any scheme; the document has no \
                 production for this one. So nothing was asked of what stands behind the scheme \
                 but that it has the characters of a URL. The note names the nearest scheme that \
                 has a production, where one is near: it may be a slip.\n\n\
                 `urlbnf schemes` lists the schemes of each document."
            }
            Word::BeginsAnother => {
                "The string is rejected, and a production that begins with its scheme is in the \
                 grammar, but the start does not use it. --start names that production, if it is \
                 the one that you mean."
            }
            Word::Corrected => {
                "The string is rejected by the grammar as it is printed, and conforms to the same \
                 grammar with its errata applied. The note names the errata that make the \
                 difference; `urlbnf explain E1` explains one.\n\n\
                 --reading corrected judges with all of them."
            }
            Word::FirstColon => {
                "In this grammar a scheme may have a `:` in it, so the grammar reads on for a \
                 scheme where a reader has seen its end. The place that is told is exact, and of \
                 little help; the note says where the string fails if its scheme ends at the first \
                 `:`."
            }
            Word::SchemeLowered => {
                "The scheme is in upper case, and --ignore-scheme-case has it read in lower case: \
                 the grammars spell their schemes in lower case."
            }
            Word::Nested => {
                "The grammar has brackets in brackets, without an end, and no automaton follows \
                 them all. What is said of all its strings together is exact for those that are \
                 nested no deeper than the answer says; --nesting takes more. A single string is \
                 judged at any depth."
            }
        }
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
