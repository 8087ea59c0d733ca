//! Classes of equivalent bytes.
//!
//! An automaton distinguishes a few dozen kinds of the 256 bytes. Bytes with the same signature,
//! whatever the caller uses as one, form a class, and a table needs one column for each class.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{BYTES, CharacterSet, FastSet};

/// A partition of all bytes into classes, numbered in the order of their least bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteClasses {
    /// By byte: its class.
    classes: Vec<u8>,
    /// By class: its least byte.
    representatives: Vec<u8>,
}

impl ByteClasses {
    /// Puts bytes with the same signature into one class.
    ///
    /// ```
    /// use urlbnf_language::ByteClasses;
    ///
    /// let classes = ByteClasses::from_signature(|byte| byte.is_ascii_digit());
    /// assert_eq!(classes.representatives(), [0, b'0']);
    /// assert_eq!(classes.class(b'7'), 1);
    /// ```
    pub fn from_signature<S: Eq + Hash>(signature: impl Fn(u8) -> S) -> ByteClasses {
        let mut numbers: HashMap<S, usize> = HashMap::new();
        let numbered: Vec<usize> = (0..=u8::MAX)
            .map(|byte| {
                let next = numbers.len();
                *numbers.entry(signature(byte)).or_insert(next)
            })
            .collect();
        ByteClasses::numbered(numbers.len(), |byte| numbered[usize::from(byte)])
    }

    /// Puts bytes with the same number into one class. Every number must be less than `most`.
    pub(crate) fn numbered(most: usize, number: impl Fn(u8) -> usize) -> ByteClasses {
        let mut known: Vec<Option<u8>> = vec![None; most];
        let mut representatives = Vec::new();
        let classes = (0..=u8::MAX)
            .map(|byte| {
                *known[number(byte)].get_or_insert_with(|| {
                    representatives.push(byte);
                    // There are no more classes than bytes.
                    (representatives.len() - 1) as u8
                })
            })
            .collect();
        ByteClasses { classes, representatives }
    }

    /// Puts bytes into one class if each of the sets contains all of them or none.
    ///
    /// ```
    /// use urlbnf_language::{ByteClasses, CharacterSet};
    ///
    /// let [digits, letters] = [(b'0', b'9'), (b'a', b'z')].map(|(a, z)| CharacterSet::range(a, z));
    /// let classes = ByteClasses::of_sets([digits, letters]);
    /// assert_eq!(classes.representatives(), [0, b'0', b'a']);
    /// ```
    pub fn of_sets(sets: impl IntoIterator<Item = CharacterSet>) -> ByteClasses {
        let mut all = ByteClasses::numbered(1, |_| 0);
        let mut met = FastSet::default();
        for set in sets {
            if all.count() == BYTES {
                break;
            }
            if !met.insert(set) {
                continue;
            }
            let number = |byte| all.class(byte) * 2 + usize::from(set.contains(byte));
            all = ByteClasses::numbered(all.count() * 2, number);
        }
        all
    }

    /// The number of classes.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a byte.
    #[inline]
    pub fn class(&self, byte: u8) -> usize {
        self.classes.get(usize::from(byte)).copied().map_or(0, usize::from)
    }

    /// The least byte in the class of a byte.
    pub fn least(&self, byte: u8) -> u8 {
        self.representatives[self.class(byte)]
    }

    /// All bytes in the class of a byte.
    pub fn alike(&self, byte: u8) -> impl Iterator<Item = u8> + '_ {
        let class = self.class(byte);
        (0..=u8::MAX)
            .zip(&self.classes)
            .filter(move |(_, other)| usize::from(**other) == class)
            .map(|(byte, _)| byte)
    }

    /// The bytes of each class.
    pub fn sets(&self) -> Vec<CharacterSet> {
        let mut sets = vec![CharacterSet::default(); self.count()];
        let mut from = 0;
        for alike in self.classes.chunk_by(|one, other| one == other) {
            let set = &mut sets[usize::from(alike[0])];
            // There are 256 bytes.
            let last = (from + alike.len() - 1) as u8;
            *set = set.union(CharacterSet::range(from as u8, last));
            from += alike.len();
        }
        sets
    }

    /// The least byte of each class.
    pub fn representatives(&self) -> &[u8] {
        &self.representatives
    }

    /// The class of each byte.
    pub fn numbers(&self) -> &[u8] {
        &self.classes
    }
}
