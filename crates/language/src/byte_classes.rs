//! Bytes that are alike.
//!
//! Of two hundred and fifty-six bytes an automaton tells a few dozen kinds apart. Bytes
//! that have the same signature, whatever a caller takes for one, are a class, and a
//! table needs one column for it.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{BYTES, CharacterSet};

/// The classes of bytes that nothing tells apart, numbered by their least bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteClasses {
    /// By byte: its class.
    classes: Vec<u8>,
    /// By class: its least byte.
    representatives: Vec<u8>,
}

impl ByteClasses {
    /// The classes of all bytes: those are alike that have the same signature.
    ///
    /// ```
    /// use urlbnf_language::ByteClasses;
    ///
    /// let classes = ByteClasses::of(|byte| byte.is_ascii_digit());
    /// assert_eq!(classes.representatives(), [0, b'0']);
    /// assert_eq!(classes.class(b'7'), 1);
    /// ```
    pub fn of<S: Eq + Hash>(signature: impl Fn(u8) -> S) -> ByteClasses {
        let mut numbers: HashMap<S, usize> = HashMap::new();
        let numbered: Vec<usize> = (0..=u8::MAX)
            .map(|byte| {
                let next = numbers.len();
                *numbers.entry(signature(byte)).or_insert(next)
            })
            .collect();
        ByteClasses::numbered(numbers.len(), |byte| numbered[usize::from(byte)])
    }

    /// The classes of all bytes: those are alike that have the same number. Every number is
    /// less than `most`.
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

    /// The classes of the bytes that none of these sets tells apart.
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
        for set in sets {
            if all.count() == BYTES {
                break;
            }
            let number = |byte| all.class(byte) * 2 + usize::from(set.contains(byte));
            all = ByteClasses::numbered(all.count() * 2, number);
        }
        all
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a byte.
    pub fn class(&self, byte: u8) -> usize {
        self.classes.get(usize::from(byte)).copied().map_or(0, usize::from)
    }

    /// The least byte that is like this one.
    pub fn least(&self, byte: u8) -> u8 {
        self.representatives[self.class(byte)]
    }

    /// All bytes that are like this one.
    pub fn alike(&self, byte: u8) -> impl Iterator<Item = u8> + '_ {
        let class = self.class(byte);
        (0..=u8::MAX)
            .zip(&self.classes)
            .filter(move |(_, other)| usize::from(**other) == class)
            .map(|(byte, _)| byte)
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
