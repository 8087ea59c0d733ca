//! The codes of diagnostics. They are stable and never reused, and each has an explanation.

use crate::edition::{Edition, Reading};

urlbnf_bnf::named! {
    "code";
    /// The kind of a failure.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum DiagnosticCode {
        /// Only an undefined name could match.
        EmptyProduction = "empty-production": Some((Edition::Rfc1630, b"mid:9212@info.cern.ch")),
        /// `<URL:...>` surrounds the URL.
        Wrapper = "wrapper": Some((Edition::Rfc1738, b"<URL:http://info.cern.ch/>")),
        /// The scheme has productions of its own, but only in lower case.
        SchemeUpperCase = "scheme-upper-case": Some((Edition::Rfc1738, b"HTTP://info.cern.ch/")),
        /// The document has no production for the scheme, and no generic one.
        UnknownScheme = "unknown-scheme": Some((Edition::Rfc1630, b"whois://info.cern.ch/")),
        /// A byte of 0x80 or more.
        NotAscii = "not-ascii":
            Some((Edition::Rfc1738, "http://info.cern.ch/caf\u{E9}".as_bytes())),
        /// Bytes that are not UTF-8, where the grammar is of characters.
        NotUtf8 = "not-utf-8": Some((Edition::Rfc3987, b"http://info.cern.ch/caf\xE9")),
        /// The string is nested too deeply to be judged.
        Undecided = "undecided": None,
        /// `%` without two hexadecimal digits.
        BadEscape = "bad-escape": Some((Edition::Rfc1738, b"http://info.cern.ch/100%")),
        /// `#`, where the grammar has no fragments.
        FragmentNotAllowed = "fragment-not-allowed":
            Some((Edition::Rfc1738, b"http://info.cern.ch/#top")),
        /// A character that is not allowed where it occurs.
        CharNotAllowed = "char-not-allowed":
            Some((Edition::Rfc1738, b"http://info.cern.ch/~timbl/")),
        /// The string is only a prefix of strings of the language.
        EndsTooEarly = "ends-too-early": Some((Edition::Rfc1738, b"http://")),
    }
    /// An input that shows it, with an edition.
    fn shown(self) -> Option<(Edition, &'static [u8])>;
}

urlbnf_bnf::serde_by_name! { Serialize, Deserialize for DiagnosticCode }

impl DiagnosticCode {
    /// Explains what it means and what to do about it.
    pub fn explanation(self) -> &'static str {
        crate::text::below(include_str!("explanations.txt"), self.name())
    }

    /// A short input to which it applies, with the edition and the reading; `None` if it
    /// applies only to user grammars.
    pub fn example(self) -> Option<(Edition, Reading, &'static [u8])> {
        let (edition, input) = self.shown()?;
        // Only the printed readings contain undefined names.
        let printed = self == DiagnosticCode::EmptyProduction;
        Some((edition, if printed { Reading::Printed } else { Reading::Corrected }, input))
    }
}
