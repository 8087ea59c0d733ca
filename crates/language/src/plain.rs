//! The plainest string of a language.
//!
//! The first string in byte order is exact but hard to read: it is full of spaces and
//! exclamation marks. The plainest string prefers letters, then digits, then the characters that
//! a reader expects in a URL. It has other characters only where the language needs them.

use crate::BYTES;
use crate::Work;
use crate::dfa::{DEAD, Dfa};
use crate::shortest::shortest;

/// The printing characters, the plainest first.
const PRINTING: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789\
    ABCDEFGHIJKLMNOPQRSTUVWXYZ/.:-_~?=&@;+#,!$*'()%\"^|{}[]\\`<> ";

/// All bytes, the plainest first: the printing ones, then the others in numeric order.
pub const PLAINEST_FIRST: &[u8] = &plainest_first();

const fn plainest_first() -> [u8; BYTES] {
    let mut all = [0; BYTES];
    let mut at = 0;
    while at < PRINTING.len() {
        all[at] = PRINTING[at];
        at += 1;
    }
    let mut byte = 0;
    while byte < BYTES {
        if byte < 0x20 || byte >= 0x7F {
            all[at] = byte as u8;
            at += 1;
        }
        byte += 1;
    }
    all
}

/// The plainest byte of each class, the plainest first. `classes` has the class of each byte.
pub(crate) fn plainest_of_classes(classes: &[u8]) -> Vec<u8> {
    let mut met = [false; BYTES];
    let is_first =
        |byte: &u8| !std::mem::replace(&mut met[usize::from(classes[usize::from(*byte)])], true);
    PLAINEST_FIRST.iter().copied().filter(is_first).collect()
}

impl Dfa {
    /// The plainest of the shortest strings; `None` if the language is empty.
    pub fn plainest(&self) -> Option<Vec<u8>> {
        if self.is_empty() {
            return None;
        }
        let step = |&state: &usize, byte: u8| {
            let next = self.step(state, byte);
            Some(next).filter(|&next| next != DEAD)
        };
        let found = |&state: &usize| self.is_accepting(state);
        // Of the bytes that lead to the same states, only the plainest is tried.
        let plainest = plainest_of_classes(self.classes());
        // The search meets no more states than the automaton has, so no limit is needed.
        let mut work = Work::unlimited();
        shortest(self.start(), &plainest, step, found, &mut work).unwrap_or_default()
    }
}
