//! The codes of warnings, with their meanings and quotations.

use crate::quotation::{
    Quotation, rfc1630, rfc1738, rfc2396, rfc3986, rfc3987, url_00, url_01, url_02, url_03, url_06,
};

urlbnf_bnf::named! {
    "warning";
    /// The stable name of a kind of warning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum WarningCode {
        /// There is a password.
        Password = "password",
        /// There is a user name.
        User = "user",
        /// The port is not the default of the scheme.
        Port = "port",
        /// A decoded octet would be a delimiter of the protocol.
        EncodedDelimiter = "encoded-delimiter",
        /// A file without a host.
        FileWithoutHost = "file-without-host",
        /// User information that looks like a host.
        HiddenHost = "hidden-host",
        /// The octet zero.
        Nul = "nul",
        /// An IPv4 address in another form than the grammar's.
        RareIpv4 = "rare-ipv4",
        /// A scheme that needs a host, but has none.
        NoHost = "no-host",
        /// Two schemes in a row.
        TwoSchemes = "two-schemes",
        /// A scheme without its colon.
        LostColon = "lost-colon",
        /// A host and a port, read as a scheme and a path.
        HostAsScheme = "host-as-scheme",
        /// A host, read as a path.
        Suffix = "suffix",
        /// The scheme is in upper case.
        SchemeUpperCase = "scheme-upper-case",
        /// An IRI that is not in Normalization Form C.
        NotNormalized = "not-normalized",
        /// An IRI with a character that only sets the direction of others.
        BidiFormatting = "bidi-formatting",
        /// A component that is written in both directions.
        BidiMixed = "bidi-mixed",
        /// A right-to-left component that begins or ends with another character.
        BidiEnds = "bidi-ends",
    }
}

impl WarningCode {
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
        crate::text::below(include_str!("meanings.txt"), self.name())
    }

    /// The meaning, what to do about it, and the words of the last document.
    pub fn explanation(self) -> String {
        let words = self.quotations().last();
        let words = words.map(|it| format!("\n\n“{}” ({})", it.words(), it.citation()));
        format!("{}{}", self.meaning(), words.unwrap_or_default())
    }
}
