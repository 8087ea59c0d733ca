//! Witnesses: strings that show a claim, exact in every form.
//!
//! A grammar of octets can have strings that are not text. For people each byte that is not
//! text is shown as `\xNN`. As data it is U+FFFD, and the exact bytes are in another key,
//! which ends with `_base64`.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use urlbnf_bnf::text::replaced;

use super::excerpt::string;

/// The bytes of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness(Vec<u8>);

impl Witness {
    /// The witness of some bytes.
    pub fn from_bytes(bytes: &[u8]) -> Witness {
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

    /// The witness with this text and, if the text is not exact, these bytes; `None` if the
    /// two do not match.
    pub fn read(text: &str, base64: Option<&str>) -> Option<Witness> {
        let bytes = match base64 {
            Some(base64) => STANDARD.decode(base64).ok()?,
            None => text.as_bytes().to_vec(),
        };
        let witness = Witness(bytes);
        (witness.text() == text && witness.base64().as_deref() == base64).then_some(witness)
    }

    /// The exact bytes, if the text is not exact.
    pub fn base64(&self) -> Option<String> {
        base64(&self.0)
    }
}

/// For people: spaces and the empty string are made visible.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&string(&self.0))
    }
}

/// Bytes as text, with U+FFFD for each byte that is not UTF-8.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    replaced(bytes, char::REPLACEMENT_CHARACTER)
}

/// The bytes in base64, if they are not UTF-8.
pub fn base64(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).is_err().then(|| STANDARD.encode(bytes))
}
