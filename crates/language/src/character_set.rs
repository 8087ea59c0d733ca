//! Sets of bytes.
//!
//! A grammar says which characters may occur at a position. Most grammars are ASCII; some have
//! octets or UTF-8, with bytes up to `0xFF`. There are 256 bytes, so a set is two `u128`.

/// The number of different bytes.
pub const BYTES: usize = 256;

/// A set of bytes. It takes 32 bytes and is [`Copy`].
///
/// ```
/// use urlbnf_language::CharacterSet;
///
/// let digits = CharacterSet::range(b'0', b'9');
/// let hex = digits.union(CharacterSet::range(b'A', b'F'));
/// assert!(hex.contains(b'C') && !digits.contains(b'C'));
/// assert_eq!(hex.without(digits).len(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CharacterSet([u128; 2]);

impl CharacterSet {
    /// The set without a byte.
    pub const EMPTY: CharacterSet = CharacterSet([0; 2]);

    /// The set of all bytes.
    pub const ALL: CharacterSet = CharacterSet([u128::MAX; 2]);

    /// The set of one byte.
    pub fn from_byte(byte: u8) -> Self {
        let bit = 1 << (byte & 0x7F);
        CharacterSet(if byte < 0x80 { [bit, 0] } else { [0, bit] })
    }

    /// The set of the bytes from `from` to `to`, both included; empty if `from` is greater.
    pub fn range(from: u8, to: u8) -> Self {
        let half = |least: u8| {
            let most = least + 0x7F;
            let (from, to) = (from.max(least), to.min(most));
            if from > to { 0 } else { (u128::MAX << (from - least)) & (u128::MAX >> (most - to)) }
        };
        CharacterSet([half(0), half(0x80)])
    }

    /// Whether the byte is in the set.
    #[inline]
    pub fn contains(self, byte: u8) -> bool {
        self.0[usize::from(byte >> 7)] & (1 << (byte & 0x7F)) != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == [0, 0]
    }

    /// Whether all bytes of the set are ASCII.
    pub fn is_ascii(self) -> bool {
        self.0[1] == 0
    }

    /// The bytes that are in either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        CharacterSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The bytes that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        CharacterSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The bytes of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        CharacterSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The smallest byte of the set; `None` if the set is empty.
    #[must_use]
    pub fn first(self) -> Option<u8> {
        let [low, high] = self.0;
        match (low, high) {
            (0, 0) => None,
            (0, _) => Some(0x80 + high.trailing_zeros() as u8),
            _ => Some(low.trailing_zeros() as u8),
        }
    }

    /// The number of bytes in the set.
    pub fn len(self) -> usize {
        self.0.iter().map(|half| half.count_ones() as usize).sum()
    }

    /// The bytes of the set in ascending order.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        let half = |least: u8, mut bits: u128| {
            std::iter::from_fn(move || {
                let next = u8::try_from(bits.trailing_zeros()).ok().filter(|_| bits != 0)?;
                bits &= bits - 1;
                Some(least + next)
            })
        };
        half(0, self.0[0]).chain(half(0x80, self.0[1]))
    }
}

impl FromIterator<u8> for CharacterSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        bytes
            .into_iter()
            .fold(CharacterSet::default(), |set, byte| set.union(CharacterSet::from_byte(byte)))
    }
}

impl std::fmt::Debug for CharacterSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.bytes().map(char::from)).finish()
    }
}
