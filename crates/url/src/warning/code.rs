//! The codes of warnings, with their meanings and quotations.

use crate::quotation::{Quotation, Statement, said};

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
        self.statement().quotations()
    }

    /// What the documents say about it.
    pub(super) fn statement(self) -> Statement {
        match self {
            WarningCode::Password => said::WARN_PASSWORD,
            WarningCode::User => said::WARN_USER,
            WarningCode::Port => said::WARN_PORT,
            WarningCode::EncodedDelimiter => said::WARN_ENCODED_DELIMITER,
            WarningCode::FileWithoutHost => said::WARN_FILE_WITHOUT_HOST,
            WarningCode::HiddenHost => said::WARN_HIDDEN_HOST,
            WarningCode::Nul => said::WARN_NUL,
            WarningCode::RareIpv4 => said::WARN_RARE_IPV4,
            WarningCode::NoHost => said::WARN_NO_HOST,
            WarningCode::TwoSchemes => said::WARN_TWO_SCHEMES,
            WarningCode::LostColon => said::WARN_LOST_COLON,
            WarningCode::HostAsScheme => said::WARN_HOST_AS_SCHEME,
            WarningCode::Suffix => said::WARN_SUFFIX,
            WarningCode::SchemeUpperCase => said::WARN_SCHEME_UPPER_CASE,
            WarningCode::NotNormalized => said::WARN_NOT_NORMALIZED,
            WarningCode::BidiFormatting => said::WARN_BIDI_FORMATTING,
            WarningCode::BidiMixed => said::WARN_BIDI_MIXED,
            WarningCode::BidiEnds => said::WARN_BIDI_ENDS,
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
