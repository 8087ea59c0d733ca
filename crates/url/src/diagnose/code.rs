//! The codes of diagnostics. They are stable and never reused, and each has an explanation.

use std::fmt;
use std::str::FromStr;

use crate::edition::{Edition, Reading, UnknownName};

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// Only an undefined name could match.
    EmptyProduction,
    /// `<URL:...>` surrounds the URL.
    Wrapper,
    /// The scheme has productions of its own, but only in lower case.
    SchemeUpperCase,
    /// The document has no production for the scheme, and no generic one.
    UnknownScheme,
    /// A byte of 0x80 or more.
    NotAscii,
    /// Bytes that are not UTF-8, where the grammar is of characters.
    NotUtf8,
    /// The string is nested too deeply to be judged.
    NestedTooDeep,
    /// `%` without two hexadecimal digits.
    BadEscape,
    /// `#`, where the grammar has no fragments.
    FragmentNotAllowed,
    /// A character that is not allowed where it occurs.
    CharNotAllowed,
    /// The string is only a prefix of strings of the language.
    EndsTooEarly,
}

impl Code {
    /// All codes, in order of precedence: the first one that applies is reported.
    pub const ALL: [Code; 11] = [
        Code::EmptyProduction,
        Code::Wrapper,
        Code::SchemeUpperCase,
        Code::UnknownScheme,
        Code::NotAscii,
        Code::NotUtf8,
        Code::NestedTooDeep,
        Code::BadEscape,
        Code::FragmentNotAllowed,
        Code::CharNotAllowed,
        Code::EndsTooEarly,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Code::EmptyProduction => "empty-production",
            Code::Wrapper => "wrapper",
            Code::SchemeUpperCase => "scheme-upper-case",
            Code::UnknownScheme => "unknown-scheme",
            Code::NotAscii => "not-ascii",
            Code::NotUtf8 => "not-utf-8",
            Code::NestedTooDeep => "nested-too-deep",
            Code::BadEscape => "bad-escape",
            Code::FragmentNotAllowed => "fragment-not-allowed",
            Code::CharNotAllowed => "char-not-allowed",
            Code::EndsTooEarly => "ends-too-early",
        }
    }

    /// Explains what it means and what to do about it.
    pub fn explanation(self) -> &'static str {
        match self {
            Code::EmptyProduction => {
                "The production that would have to match derives no string at all, because it needs \
                 a name that the document defines nowhere. In RFC 1630 as printed, midaddress needs \
                 addr-spec, which is RFC 822's, so no `mid:` URL exists.\n\n\
                 Try --reading corrected: the errata supply the definitions that were meant."
            }
            Code::Wrapper => {
                "URLs in plain text are put between `<URL:` and `>` (RFC 1738, appendix; draft 02, \
                 \"Wrappers for URIs in plain text\"), so that a reader sees where they begin and end. \
                 The wrapper is not part of the URL, and no production allows it.\n\n\
                 Quotation marks are wrappers too (RFC 2396, appendix E; RFC 3986, appendix C), and in \
                 practice parentheses. What follows the wrapper is not part of the URL either.\n\n\
                 Remove it."
            }
            Code::SchemeUpperCase => {
                "The grammars spell their schemes in lower case, and literals are matched to the \
                 letter. RFC 1738, section 2.1, adds that programs should treat upper case as \
                 equivalent (\"HTTP\" as \"http\"), \"for resiliency\".\n\n\
                 Write the scheme in lower case, or check with --ignore-scheme-case, which does so \
                 and warns."
            }
            Code::UnknownScheme => {
                "The grammar lists its schemes one by one, this is none of them, and there is no \
                 generic production that would take any other. RFC 1630's BNF for \
                 specific URL schemes is such a grammar.\n\n\
                 `urlbnf explain EDITION` lists the schemes that it has."
            }
            Code::NotAscii => {
                "All grammars but RFC 3987's are written over printable ASCII characters (some with the \
                 space). A byte of 0x80 or more is not allowed in a URL, whatever its encoding; RFC 1738, \
                 section 2.2, has octets without a US-ASCII character written as `%` and two \
                 hexadecimal digits. A byte order mark (EF BB BF) at the beginning of a file is not \
                 part of the first URL either."
            }
            Code::NotUtf8 => {
                "The bytes are not a character of UTF-8, and RFC 3987 judges characters: “Terminals in \
                 the ABNF are characters, not bytes.” (RFC 3987, page 7)\n\n\
                 A character is cut short, or the text is in another encoding. Convert it to \
                 UTF-8, or write the octets as `%` and two hexadecimal digits."
            }
            Code::NestedTooDeep => {
                "The grammar is one of your own in which a production recurs in its middle, as \
                 brackets in brackets do, and it is so ambiguous that this string takes more steps \
                 to judge than are allowed. It is not known whether the string is wrong.\n\n\
                 Judge it again with --raise-limits."
            }
            Code::BadEscape => {
                "`%` begins an escape: two hexadecimal digits must follow. A `%` that is meant \
                 literally is written `%25`. (In draft 00, `%` is an ordinary xalpha, and this code \
                 does not occur.)"
            }
            Code::FragmentNotAllowed => {
                "`#` and what follows it identify a part of an object. The drafts and RFC 1630's \
                 generic BNF have a production for a URL with a fragment and start from it; RFC \
                 1630's `url` and RFC 1738's do not, and RFC 1738, section 2.2, says that `#` is \
                 unsafe and must be encoded.\n\n\
                 Remove the fragment, or write `#` as %23 if it is meant as a character."
            }
            Code::CharNotAllowed => {
                "Before this character the input could still become a URL; with it, it cannot. The \
                 report names the production that failed and lists what was expected.\n\n\
                 A character that is not allowed can often be written as an escape: `~` as %7E."
            }
            Code::EndsTooEarly => {
                "The whole input is the beginning of some URL, but something must still follow. The \
                 report names the production that is not complete and lists what was expected."
            }
        }
    }

    /// A short input to which it applies, with the edition and the reading; `None` if it
    /// applies only to user grammars.
    pub fn example(self) -> Option<(Edition, Reading, &'static [u8])> {
        let (edition, input): (_, &[u8]) = match self {
            Code::EmptyProduction => (Edition::Rfc1630, b"mid:9212@info.cern.ch"),
            Code::Wrapper => (Edition::Rfc1738, b"<URL:http://info.cern.ch/>"),
            Code::SchemeUpperCase => (Edition::Rfc1738, b"HTTP://info.cern.ch/"),
            Code::UnknownScheme => (Edition::Rfc1630, b"whois://info.cern.ch/"),
            Code::NotAscii => (Edition::Rfc1738, "http://info.cern.ch/caf\u{E9}".as_bytes()),
            Code::NotUtf8 => (Edition::Rfc3987, b"http://info.cern.ch/caf\xE9"),
            Code::NestedTooDeep => return None,
            Code::BadEscape => (Edition::Rfc1738, b"http://info.cern.ch/100%"),
            Code::FragmentNotAllowed => (Edition::Rfc1738, b"http://info.cern.ch/#top"),
            Code::CharNotAllowed => (Edition::Rfc1738, b"http://info.cern.ch/~timbl/"),
            Code::EndsTooEarly => (Edition::Rfc1738, b"http://"),
        };
        // Only the printed readings contain undefined names.
        let printed = self == Code::EmptyProduction;
        Some((edition, if printed { Reading::Printed } else { Reading::Corrected }, input))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Code {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let code = Code::ALL.into_iter().find(|code| code.name() == name);
        code.ok_or_else(|| UnknownName::new("code", name, Code::ALL.map(Code::name)))
    }
}
