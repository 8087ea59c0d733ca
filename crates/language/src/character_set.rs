//! Sets of ASCII characters.
//!
//! The smallest thing that a grammar says is which characters may stand at a
//! place. There are 128 of them: a set is one number.

/// A set of ASCII characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CharacterSet(u128);

impl CharacterSet {
    /// The set of one byte; of none, where the byte is not ASCII.
    pub fn of(byte: u8) -> Self {
        CharacterSet(if byte < 0x80 { 1 << byte } else { 0 })
    }

    /// Whether the byte is in it.
    pub fn contains(self, byte: u8) -> bool {
        byte < 0x80 && self.0 >> byte & 1 == 1
    }

    /// Whether there is none in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        CharacterSet(self.0 | other.0)
    }

    /// What is in this and not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        CharacterSet(self.0 & !other.0)
    }

    /// Its bytes, smallest first.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        (0..0x80).filter(move |&byte| self.contains(byte))
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
