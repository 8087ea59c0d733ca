//! Bytes that are alike.
//!
//! Of two hundred and fifty-six bytes an automaton tells a few dozen kinds apart. Bytes
//! that have the same signature, whatever a caller takes for one, are a class, and a
//! table needs one column for it.

use std::collections::HashMap;
use std::hash::Hash;

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
        let mut numbers: HashMap<S, u8> = HashMap::new();
        let mut representatives = Vec::new();
        let classes = (0..=u8::MAX)
            .map(|byte| {
                *numbers.entry(signature(byte)).or_insert_with(|| {
                    representatives.push(byte);
                    // There are no more classes than bytes.
                    (representatives.len() - 1) as u8
                })
            })
            .collect();
        ByteClasses { classes, representatives }
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
