//! Conversions to and from the types of other crates.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::{Identifier, IdentifierKind};

impl<K, T: AsRef<str>> Serialize for Identifier<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, K: IdentifierKind> Deserialize<'de> for Identifier<K, String> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

impl<'de, K: IdentifierKind> Deserialize<'de> for Identifier<K, &'de str> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Identifier::parse(<&str>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(feature = "http")]
mod http {
    use super::super::{Identifier, IdentifierError, UriKind, UriReferenceKind};

    /// `http::Uri` has no fragment, and drops the one of a URI.
    impl<T: AsRef<str>> TryFrom<&Identifier<UriKind, T>> for http::Uri {
        type Error = http::uri::InvalidUri;

        fn try_from(uri: &Identifier<UriKind, T>) -> Result<http::Uri, http::uri::InvalidUri> {
            uri.as_str().parse()
        }
    }

    /// A request target is a reference, where it is not `*` or an authority alone.
    impl TryFrom<&http::Uri> for Identifier<UriReferenceKind, String> {
        type Error = IdentifierError;

        fn try_from(uri: &http::Uri) -> Result<Self, IdentifierError> {
            uri.to_string().try_into()
        }
    }
}

#[cfg(feature = "url")]
mod url {
    use super::super::{Identifier, IdentifierError, UriKind};

    impl<T: AsRef<str>> TryFrom<&Identifier<UriKind, T>> for url::Url {
        type Error = url::ParseError;

        fn try_from(uri: &Identifier<UriKind, T>) -> Result<url::Url, url::ParseError> {
            url::Url::parse(uri.as_str())
        }
    }

    /// The URL Standard allows some characters, such as `|` in a query, that no URI has.
    impl TryFrom<&url::Url> for Identifier<UriKind, String> {
        type Error = IdentifierError;

        fn try_from(url: &url::Url) -> Result<Self, IdentifierError> {
            url.as_str().parse()
        }
    }
}
