//! Bytes that are alike.

use std::collections::HashMap;
use std::hash::Hash;

/// The classes of bytes that nothing tells apart.
#[derive(Debug)]
pub(super) struct Classes {
    /// The class of each byte.
    classes: Vec<u8>,
    /// The least byte of each class.
    representatives: Vec<u8>,
}

impl Classes {
    /// Bytes are alike that have the same signature.
    pub fn of<S: Eq + Hash>(signature: impl Fn(u8) -> S) -> Classes {
        let mut numbers: HashMap<S, u8> = HashMap::new();
        let mut representatives = Vec::new();
        let classes = (0..=u8::MAX)
            .map(|byte| {
                *numbers.entry(signature(byte)).or_insert_with(|| {
                    representatives.push(byte);
                    representatives.len() as u8 - 1
                })
            })
            .collect();
        Classes { classes, representatives }
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a byte.
    pub fn class(&self, byte: u8) -> usize {
        usize::from(self.classes[usize::from(byte)])
    }

    /// The least byte that is like this one.
    pub fn least(&self, byte: u8) -> u8 {
        self.representatives[self.class(byte)]
    }

    /// All bytes that are like this one.
    pub fn alike(&self, byte: u8) -> impl Iterator<Item = u8> + '_ {
        let class = self.class(byte);
        (0..=u8::MAX).filter(move |&other| self.class(other) == class)
    }

    /// The least byte of each class.
    pub fn representatives(&self) -> &[u8] {
        &self.representatives
    }
}
