//! The warnings and their codes, with their meanings and quotations.

use serde::Serialize;

use crate::quotation::{Quotation, Statement, statements};

/// Defines the warnings: each with what it is of, the name of its code, and what the documents say.
macro_rules! warnings {
    ($(
        $(#[$doc:meta])+
        $Warning:ident $({ $($(#[$of:meta])+ $field:ident: $type:ty,)+ })? = $name:literal, $statement:ident;
    )+) => {
        /// A warning about a URL.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[serde(tag = "code", rename_all = "kebab-case")]
        pub enum Warning {
            $(
                $(#[$doc])+
                $Warning $({ $($(#[$of])+ $field: $type,)+ })?,
            )+
        }

        urlbnf_bnf::named! {
            "warning";
            /// The stable name of a kind of warning.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            pub enum WarningCode { $($(#[$doc])+ $Warning = $name: statements::$statement,)+ }
            /// What the documents say about it.
            pub(super) fn statement(self) -> Statement;
        }

        impl Warning {
            /// The code of the warning.
            pub fn code(&self) -> WarningCode {
                match self { $(Warning::$Warning { .. } => WarningCode::$Warning,)+ }
            }
        }
    };
}

warnings! {
    /// The URL has a password, which anyone who sees the URL can read.
    Password = "password", WARN_PASSWORD;
    /// The URL has a user name, which the drafts discourage.
    User = "user", WARN_USER;
    /// The port is not the default port of the scheme.
    Port {
        /// The port, as written.
        port: String,
        /// The default port of the scheme.
        default: u16,
        /// Whether it is below 1024, "within the reserved space".
        reserved: bool,
    } = "port", WARN_PORT;
    /// A decoded octet would be a delimiter of the protocol.
    EncodedDelimiter {
        /// The octet.
        octet: u8,
        /// The part that contains it.
        part: String,
    } = "encoded-delimiter", WARN_ENCODED_DELIMITER;
    /// The URL names a file but no host.
    FileWithoutHost = "file-without-host", WARN_FILE_WITHOUT_HOST;
    /// The user information looks like a host.
    HiddenHost {
        /// The user information.
        user: String,
        /// The host.
        host: String,
    } = "hidden-host", WARN_HIDDEN_HOST;
    /// The URL contains the octet zero.
    Nul = "nul", WARN_NUL;
    /// The host is an IPv4 address, but not in the form of the grammar.
    RareIpv4 {
        /// The host.
        host: String,
    } = "rare-ipv4", WARN_RARE_IPV4;
    /// The scheme needs a host, and there is none.
    NoHost {
        /// The scheme.
        scheme: String,
    } = "no-host", WARN_NO_HOST;
    /// The URL begins with two schemes.
    TwoSchemes {
        /// The second scheme.
        second: String,
    } = "two-schemes", WARN_TWO_SCHEMES;
    /// The colon after the scheme is missing, so the string is a relative reference.
    LostColon {
        /// The probable scheme.
        scheme: String,
    } = "lost-colon", WARN_LOST_COLON;
    /// The string begins with a host and a port, so the host is read as a scheme.
    HostAsScheme {
        /// The host.
        host: String,
    } = "host-as-scheme", WARN_HOST_AS_SCHEME;
    /// The string begins with a host, and is a relative reference.
    Suffix = "suffix", WARN_SUFFIX;
    /// The scheme is in upper case.
    SchemeUpperCase = "scheme-upper-case", WARN_SCHEME_UPPER_CASE;
    /// The IRI is not in Normalization Form C.
    NotNormalized = "not-normalized", WARN_NOT_NORMALIZED;
    /// The IRI has a character that only sets the direction of others.
    BidiFormatting {
        /// The first such character.
        character: char,
    } = "bidi-formatting", WARN_BIDI_FORMATTING;
    /// A component mixes letters that are written left to right and right to left.
    BidiMixed {
        /// The component.
        part: String,
    } = "bidi-mixed", WARN_BIDI_MIXED;
    /// A component that is written right to left begins or ends with another character.
    BidiEnds {
        /// The component.
        part: String,
    } = "bidi-ends", WARN_BIDI_ENDS;
}

impl WarningCode {
    /// The sentences of the documents about it, in the order of the documents. RFC 3986 is
    /// last: RFC 3987 refers to it, and RFC 6874 changes none of them.
    pub fn quotations(self) -> &'static [Quotation] {
        self.statement().quotations()
    }

    /// The meaning, and what to do about it.
    fn meaning(self) -> &'static str {
        crate::text::below(include_str!("meanings.txt"), self.name())
    }

    /// The meaning, what to do about it, and the words of the last document.
    pub fn explanation(self) -> String {
        let words = self.quotations().last();
        let words = words
            .map(|quotation| format!("\n\n“{}” ({})", quotation.words(), quotation.citation()));
        format!("{}{}", self.meaning(), words.unwrap_or_default())
    }
}
