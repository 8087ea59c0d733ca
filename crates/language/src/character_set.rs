//! Sets of bytes.
//!
//! The smallest thing that a grammar says is which characters may occur at a place. Most grammars
//! are ASCII; some have octets or UTF-8, whose bytes go on to FF. There are 256 bytes: a set is
//! two numbers.

/// How many bytes there are.
pub const BYTES: usize = 256;

/// A set of bytes.
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
    /// The set of one byte.
    pub fn of(byte: u8) -> Self {
        let bit = 1 << (byte & 0x7F);
        CharacterSet(if byte < 0x80 { [bit, 0] } else { [0, bit] })
    }

    /// The set of the bytes from one to another, both included.
    pub fn range(from: u8, to: u8) -> Self {
        (from..=to).collect()
    }

    /// Whether the byte is in it.
    pub fn contains(self, byte: u8) -> bool {
        self.0[usize::from(byte >> 7)] >> (byte & 0x7F) & 1 == 1
    }

    /// Whether there is none in it.
    pub fn is_empty(self) -> bool {
        self.0 == [0, 0]
    }

    /// Whether all of it is ASCII.
    pub fn is_ascii(self) -> bool {
        self.0[1] == 0
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        CharacterSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        CharacterSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// What is in this and not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        CharacterSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// How many bytes are in it.
    pub fn len(self) -> usize {
        self.0.iter().map(|half| half.count_ones() as usize).sum()
    }

    /// Its bytes, smallest first.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&byte| self.contains(byte))
    }
}

impl FromIterator<u8> for CharacterSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        bytes
            .into_iter()
            .fold(CharacterSet::default(), |set, byte| set.union(CharacterSet::of(byte)))
    }
}

impl std::fmt::Debug for CharacterSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.bytes().map(char::from)).finish()
    }
}
