//! The codes of warnings, each with what it means and the words on which it rests.

use std::fmt;
use std::str::FromStr;

use crate::quotation::{
    Quotation, rfc1630, rfc1738, rfc3987, url_00, url_01, url_02, url_03, url_06,
};

/// The stable name of a kind of warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarningCode {
    /// There is a password.
    Password,
    /// There is a user name.
    User,
    /// The port is not that of the scheme.
    Port,
    /// A decoded octet would be a delimiter of the protocol.
    EncodedDelimiter,
    /// A file without a host.
    FileWithoutHost,
    /// The scheme was in upper case.
    SchemeUpperCase,
    /// An IRI that is not in Normalization Form C.
    NotNormalized,
    /// An IRI with a character that only says which way others are written.
    BidiFormatting,
    /// A component that is written in both directions.
    BidiMixed,
    /// A component from right to left that begins or ends with something else.
    BidiEnds,
}

impl WarningCode {
    /// All of them.
    pub const ALL: [WarningCode; 10] = [
        WarningCode::Password,
        WarningCode::User,
        WarningCode::Port,
        WarningCode::EncodedDelimiter,
        WarningCode::FileWithoutHost,
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
            WarningCode::SchemeUpperCase => "scheme-upper-case",
            WarningCode::NotNormalized => "not-normalized",
            WarningCode::BidiFormatting => "bidi-formatting",
            WarningCode::BidiMixed => "bidi-mixed",
            WarningCode::BidiEnds => "bidi-ends",
        }
    }

    /// The documents' sentences on which it rests, in the order of the documents.
    pub fn quotations(self) -> &'static [Quotation] {
        match self {
            WarningCode::Password => &[
                url_00::PASSWORD_DISCOURAGED,
                url_01::PASSWORD_DISCOURAGED,
                url_02::WARN_PASSWORD,
                url_03::WARN_PASSWORD,
                url_06::WARN_PASSWORD,
                rfc1738::WARN_PASSWORD,
            ],
            WarningCode::User => &[
                url_00::USER_DISCOURAGED,
                url_01::USER_DISCOURAGED,
                url_02::USER_DISCOURAGED,
                url_03::USER_DISCOURAGED,
            ],
            WarningCode::Port => &[url_03::WARN_PORT, url_06::WARN_PORT, rfc1738::WARN_PORT],
            WarningCode::EncodedDelimiter => {
                &[url_03::WARN_DELIMITERS, url_06::WARN_DELIMITERS, rfc1738::WARN_DELIMITERS]
            }
            WarningCode::FileWithoutHost => &[rfc1630::FILE_DANGER],
            WarningCode::SchemeUpperCase => &[url_06::UPPER_CASE, rfc1738::UPPER_CASE],
            WarningCode::NotNormalized => &[rfc3987::NFC],
            WarningCode::BidiFormatting => &[rfc3987::BIDI_FORMATTING],
            WarningCode::BidiMixed => &[rfc3987::BIDI_MIXED],
            WarningCode::BidiEnds => &[rfc3987::BIDI_ENDS],
        }
    }

    /// What it means, and what to do about it.
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

    /// What it means, what to do about it, and the last document's words on it.
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

/// A name that is of no warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no warning has this name")]
pub struct UnknownWarning;

impl FromStr for WarningCode {
    type Err = UnknownWarning;

    fn from_str(name: &str) -> Result<WarningCode, UnknownWarning> {
        WarningCode::ALL.into_iter().find(|it| it.name() == name).ok_or(UnknownWarning)
    }
}
