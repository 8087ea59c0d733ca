//! The codes of warnings, with their meanings and quotations.

use std::fmt;
use std::str::FromStr;

use crate::quotation::{
    Quotation, rfc1630, rfc1738, rfc2396, rfc3986, rfc3987, url_00, url_01, url_02, url_03, url_06,
};

/// The stable name of a kind of warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarningCode {
    /// There is a password.
    Password,
    /// There is a user name.
    User,
    /// The port is not the default of the scheme.
    Port,
    /// A decoded octet would be a delimiter of the protocol.
    EncodedDelimiter,
    /// A file without a host.
    FileWithoutHost,
    /// User information that looks like a host.
    HiddenHost,
    /// The octet zero.
    Nul,
    /// An IPv4 address in another form than the grammar's.
    RareIpv4,
    /// A scheme that needs a host, but has none.
    NoHost,
    /// Two schemes in a row.
    TwoSchemes,
    /// A scheme without its colon.
    LostColon,
    /// A host and a port, read as a scheme and a path.
    HostAsScheme,
    /// A host, read as a path.
    Suffix,
    /// The scheme is in upper case.
    SchemeUpperCase,
    /// An IRI that is not in Normalization Form C.
    NotNormalized,
    /// An IRI with a character that only sets the direction of others.
    BidiFormatting,
    /// A component that is written in both directions.
    BidiMixed,
    /// A right-to-left component that begins or ends with another character.
    BidiEnds,
}

impl WarningCode {
    /// All codes.
    pub const ALL: [WarningCode; 18] = [
        WarningCode::Password,
        WarningCode::User,
        WarningCode::Port,
        WarningCode::EncodedDelimiter,
        WarningCode::FileWithoutHost,
        WarningCode::HiddenHost,
        WarningCode::Nul,
        WarningCode::RareIpv4,
        WarningCode::NoHost,
        WarningCode::TwoSchemes,
        WarningCode::LostColon,
        WarningCode::HostAsScheme,
        WarningCode::Suffix,
        WarningCode::SchemeUpperCase,
        WarningCode::NotNormalized,
        WarningCode::BidiFormatting,
        WarningCode::BidiMixed,
        WarningCode::BidiEnds,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            WarningCode::Password => "password",
            WarningCode::User => "user",
            WarningCode::Port => "port",
            WarningCode::EncodedDelimiter => "encoded-delimiter",
            WarningCode::FileWithoutHost => "file-without-host",
            WarningCode::HiddenHost => "hidden-host",
            WarningCode::Nul => "nul",
            WarningCode::RareIpv4 => "rare-ipv4",
            WarningCode::NoHost => "no-host",
            WarningCode::TwoSchemes => "two-schemes",
            WarningCode::LostColon => "lost-colon",
            WarningCode::HostAsScheme => "host-as-scheme",
            WarningCode::Suffix => "suffix",
            WarningCode::SchemeUpperCase => "scheme-upper-case",
            WarningCode::NotNormalized => "not-normalized",
            WarningCode::BidiFormatting => "bidi-formatting",
            WarningCode::BidiMixed => "bidi-mixed",
            WarningCode::BidiEnds => "bidi-ends",
        }
    }

    /// The sentences of the documents about it, in the order of the documents. RFC 3986 is
    /// last: RFC 3987 refers to it, and RFC 6874 changes none of them.
    pub fn quotations(self) -> &'static [Quotation] {
        match self {
            WarningCode::Password => &[
                url_00::PASSWORD_DISCOURAGED,
                url_01::PASSWORD_DISCOURAGED,
                url_02::WARN_PASSWORD,
                url_03::WARN_PASSWORD,
                url_06::WARN_PASSWORD,
                rfc1738::WARN_PASSWORD,
                rfc2396::WARN_PASSWORD,
                rfc3987::SECURITY,
                rfc3986::PASSWORD,
            ],
            WarningCode::User => &[
                url_00::USER_DISCOURAGED,
                url_01::USER_DISCOURAGED,
                url_02::USER_DISCOURAGED,
                url_03::USER_DISCOURAGED,
            ],
            WarningCode::Port => &[
                url_03::WARN_PORT,
                url_06::WARN_PORT,
                rfc1738::WARN_PORT,
                rfc2396::WARN_PORT,
                rfc3987::SECURITY,
                rfc3986::WELL_KNOWN_PORT,
            ],
            WarningCode::EncodedDelimiter => &[
                url_03::WARN_DELIMITERS,
                url_06::WARN_DELIMITERS,
                rfc1738::WARN_DELIMITERS,
                rfc2396::WARN_DELIMITERS,
                rfc3986::NOT_DECODED,
                rfc3987::SECURITY,
            ],
            WarningCode::FileWithoutHost => &[rfc1630::FILE_DANGER],
            WarningCode::HiddenHost => &[rfc3987::SECURITY, rfc3986::MISLEADING],
            WarningCode::Nul => &[rfc3987::SECURITY, rfc3986::NUL],
            WarningCode::RareIpv4 => &[rfc3987::SECURITY, rfc3986::RARE_IPV4],
            WarningCode::NoHost => &[rfc3986::LOCALHOST],
            WarningCode::TwoSchemes => &[rfc3986::EMPTY_PORT],
            WarningCode::LostColon => &[rfc3986::RELATIVE],
            WarningCode::HostAsScheme => &[rfc2396::SCHEME_LOWER, rfc3986::SCHEME],
            WarningCode::Suffix => &[rfc3986::SUFFIX],
            WarningCode::SchemeUpperCase => &[url_06::UPPER_CASE, rfc1738::UPPER_CASE],
            WarningCode::NotNormalized => &[rfc3987::NFC],
            WarningCode::BidiFormatting => &[rfc3987::BIDI_FORMATTING],
            WarningCode::BidiMixed => &[rfc3987::BIDI_MIXED],
            WarningCode::BidiEnds => &[rfc3987::BIDI_ENDS],
        }
    }

    /// The meaning, and what to do about it.
    fn meaning(self) -> &'static str {
        match self {
            WarningCode::Password => {
                "The URL has a password, and everyone who sees the URL can read it."
            }
            WarningCode::User => "The URL has a user name, which the drafts discourage.",
            WarningCode::Port => {
                "The port is not that of the scheme, so a server of another protocol may answer."
            }
            WarningCode::EncodedDelimiter => {
                "Decoded, an octet would end a line or a field of the protocol. It must not be \
                 sent so."
            }
            WarningCode::FileWithoutHost => {
                "A file URL without a host means another file on every system."
            }
            WarningCode::HiddenHost => {
                "What stands before the `@` looks like a host, and the host is another one. A \
                 reader may trust the wrong one."
            }
            WarningCode::Nul => {
                "The URI has the octet zero. Some programs take it for the end of a text, so \
                 what is checked and what is used may differ."
            }
            WarningCode::RareIpv4 => {
                "The host is a number, or numbers with dots, in a form that some programs take for \
                 an IPv4 address. By the grammar it is a name. A filter of addresses may miss it."
            }
            WarningCode::NoHost => {
                "The scheme is that of URLs with a host, and the host is empty or missing. By the \
                 grammar that is allowed, and by the scheme it is not."
            }
            WarningCode::TwoSchemes => {
                "Two schemes stand before the URL, one behind the other. The second is read as a \
                 host without a port, or as a part of the path."
            }
            WarningCode::LostColon => {
                "The name of a scheme stands before `//`, and no colon between them. So it is a \
                 relative reference, whose path begins with that name."
            }
            WarningCode::HostAsScheme => {
                "A host and a port stand alone, without a scheme and `//`. The host has no \
                 character that a scheme has not, so it is read as one."
            }
            WarningCode::Suffix => {
                "A host stands alone, without a scheme and `//`. It is read as the path of a \
                 relative reference."
            }
            WarningCode::SchemeUpperCase => {
                "The scheme is in upper case. Programs should take it, and the BNF does not."
            }
            WarningCode::NotNormalized => {
                "The IRI is not in Normalization Form C. It conforms, but what looks the same may \
                 be another IRI. Write it in that form where you create it; whoever only passes it \
                 on leaves it as it is."
            }
            WarningCode::BidiFormatting => {
                "The IRI has a character that only says which way others are written, and is not \
                 seen itself. The grammar takes it, and the prose does not. Leave it out."
            }
            WarningCode::BidiMixed => {
                "A component has letters that are written from left to right and from right to \
                 left, so that it may be shown in another order. A component can be written with \
                 triplets instead, all of it."
            }
            WarningCode::BidiEnds => {
                "A component is written from right to left and begins or ends with something \
                 else, a digit for example, so that it may be shown in another order. A component \
                 can be written with triplets instead, all of it."
            }
        }
    }

    /// The meaning, what to do about it, and the words of the last document.
    pub fn explanation(self) -> String {
        let words = self.quotations().last();
        let words = words.map(|it| format!("\n\n“{}” ({})", it.words(), it.citation()));
        format!("{}{}", self.meaning(), words.unwrap_or_default())
    }
}

impl fmt::Display for WarningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name belongs to no warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no warning has this name")]
pub struct UnknownWarning;

impl FromStr for WarningCode {
    type Err = UnknownWarning;

    fn from_str(name: &str) -> Result<WarningCode, UnknownWarning> {
        WarningCode::ALL.into_iter().find(|it| it.name() == name).ok_or(UnknownWarning)
    }
}
