//! A hash of a text that is the same in every version and on every machine.
//!
//! It is FNV-1a with 64 bits. It only serves to tell two texts apart.

use std::fmt;

const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01B3;

/// The fingerprint of the bytes so far, displayed as sixteen hexadecimal digits.
///
/// ```
/// use urlbnf_bnf::fingerprint::Fingerprint;
///
/// assert_eq!(Fingerprint::default().with(*b"foobar").to_string(), "85944171f73967e8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(OFFSET)
    }
}

impl Fingerprint {
    /// The fingerprint with more bytes appended.
    #[must_use]
    pub fn with(self, bytes: impl IntoIterator<Item = u8>) -> Fingerprint {
        let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        Fingerprint(bytes.into_iter().fold(self.0, add))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
