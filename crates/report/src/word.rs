//! The words of a report that are not codes of failures: the verdicts, and the names of notes.
//!
//! A summary counts notes by name, and many lines begin with a verdict. Readers look these
//! words up like codes, so each has an explanation, and an input that shows it.

use urlbnf_url::diagnose::Note;
use urlbnf_url::edition::{Edition, Reading};

urlbnf_bnf::named! {
    "word";
    /// A verdict, or the name of a note.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ReportWord {
        /// The verdict on a string that conforms.
        Conforms = "conforms": None,
        /// The verdict on a string that only the productions for any scheme accept.
        GenericOnly = "generic-only": Some((Edition::Rfc1738, b"http://a_b/")),
        /// The verdict on a string that no production accepts.
        Rejected = "rejected": Some((Edition::Rfc1738, b"http://info.cern.ch/a b")),
        /// It conforms as a relative reference.
        Relative = "relative": Some((Edition::Rfc3986, b"../hypertext/WWW")),
        /// The host looks like an IPv4 address but is a registered name.
        RegisteredName = "registered-name": Some((Edition::Rfc3986, b"http://1.2.3.256/")),
        /// The grammar has no productions for the scheme.
        SchemeNotDefined = "scheme-not-defined":
            Some((Edition::Rfc1738, b"gohper://info.cern.ch/")),
        /// A production that the start does not reach begins with this scheme.
        BeginsAnother = "begins-another": Some((Edition::Rfc1630, b"afs://info.cern.ch/pub")),
        /// The corrected reading accepts the string.
        Corrected = "corrected": Some((Edition::Url02, b"http://info.cern.ch/pub")),
        /// If the first `:` ends the scheme, the string fails elsewhere.
        FirstColon = "first-colon": Some((Edition::Url02, b"x-foo:bar")),
        /// A scheme in upper case was lowered before judging.
        SchemeLowered = "scheme-lowered": None,
        /// The answer holds only up to a nesting depth.
        Nested = "nested": None,
    }
    /// An input that shows it, with an edition.
    fn shown(self) -> Option<(Edition, &'static [u8])>;
}

impl ReportWord {
    /// The word of a note.
    pub fn of_note(note: &Note) -> ReportWord {
        match note {
            Note::Relative => ReportWord::Relative,
            Note::RegisteredName { .. } => ReportWord::RegisteredName,
            Note::SchemeNotDefined { .. } => ReportWord::SchemeNotDefined,
            Note::BeginsAnother(_) => ReportWord::BeginsAnother,
            Note::Corrected { .. } => ReportWord::Corrected,
            Note::FirstColon { .. } => ReportWord::FirstColon,
            Note::SchemeLowered(_) => ReportWord::SchemeLowered,
        }
    }

    /// The meaning of the word.
    pub fn explanation(self) -> &'static str {
        urlbnf_bnf::text::below(include_str!("words.txt"), self.name())
    }

    /// An input that shows the word, with an edition and a reading; `None` if that needs an
    /// option or a user's grammar.
    pub fn example(self) -> Option<(Edition, Reading, &'static [u8])> {
        let (edition, input) = self.shown()?;
        let printed = matches!(self, ReportWord::Corrected | ReportWord::FirstColon);
        Some((edition, if printed { Reading::Printed } else { Reading::Corrected }, input))
    }
}
