//! A string that shows something: exact in every form in which it is told.
//!
//! A grammar of octets has strings that are no text. For people they are shown with `\xNN`
//! for each byte that is none; as data, with one U+FFFD for each, and beside that, under
//! the same key with `_base64`, the bytes themselves.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use urlbnf_bnf::text::replaced;

use super::excerpt::string;

/// The bytes of a string that shows something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness(Vec<u8>);

impl Witness {
    /// The witness of some bytes.
    pub fn of(bytes: &[u8]) -> Witness {
        Witness(bytes.to_vec())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// As text, with one U+FFFD for each byte that is not UTF-8.
    pub fn text(&self) -> Cow<'_, str> {
        text(&self.0)
    }

    /// What a text and, where that has not all of them, its bytes were told of; `None` where
    /// they are not told so.
    pub fn read(text: &str, base64: Option<&str>) -> Option<Witness> {
        let bytes = match base64 {
            Some(base64) => STANDARD.decode(base64).ok()?,
            None => text.as_bytes().to_vec(),
        };
        let told = Witness(bytes);
        (told.text() == text && told.base64().as_deref() == base64).then_some(told)
    }

    /// The bytes, where the text has not all of them.
    pub fn base64(&self) -> Option<String> {
        base64(&self.0)
    }
}

/// For people: nobody would see a space at its end, or that there is nothing.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&string(&self.0))
    }
}

/// Bytes as text, with one U+FFFD for each that is not UTF-8.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    replaced(bytes, char::REPLACEMENT_CHARACTER)
}

/// The exact bytes of what is not UTF-8.
pub fn base64(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).is_err().then(|| STANDARD.encode(bytes))
}

/// An object in which a key has bytes, and the key with `_base64` has them exactly where
/// they are no text.
pub fn keys(key: &str, bytes: Option<&[u8]>) -> Value {
    let mut keys = Map::new();
    keys.insert(key.to_owned(), bytes.map(text).into());
    keys.insert(format!("{key}_base64"), bytes.and_then(base64).into());
    Value::Object(keys)
}
