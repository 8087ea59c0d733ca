//! What tells one edit from another, whatever moves around it.
//!
//! It is made of the kind of a finding, of the names and the texts of its rule before and
//! after, without comments and with one space between words. Lines, files and revisions are
//! no part of it, and neither are strings, which an edit elsewhere may change.

/// The offset and the prime of FNV-1a with 64 bits: a hash that is the same for ever, on
/// which nothing depends but that two edits are told apart.
const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01B3;

/// The fingerprint of some parts.
pub(super) fn fingerprint(parts: &[Option<&str>]) -> String {
    let mut hash = OFFSET;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    for part in parts {
        part.unwrap_or_default().bytes().for_each(&mut add);
        // No byte of UTF-8.
        add(if part.is_some() { 0xFF } else { 0xFE });
    }
    format!("{hash:016x}")
}
