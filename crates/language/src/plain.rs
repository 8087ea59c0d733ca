//! The plainest string of a language.
//!
//! The first string in the order of bytes is exact and hard to read: it is full of spaces and
//! exclamation marks. The plainest one prefers letters, then digits, then the characters that a
//! reader expects in a URL; what is neither letter nor digit in it is there because the language
//! needs it.

use crate::BYTES;
use crate::dfa::{DEAD, Dfa};
use crate::shortest::shortest;
use crate::{Limits, Meter};

/// The characters that print, the plainest first.
const PRINTING: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789\
    ABCDEFGHIJKLMNOPQRSTUVWXYZ/.:-_~?=&@;+#,!$*'()%\"^|{}[]\\`<> ";

/// All bytes, the plainest first: those that print, then the others in their order.
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

impl Dfa {
    /// A shortest string, of those the one with the plainest characters from the left.
    pub fn plainest(&self) -> Option<Vec<u8>> {
        if self.is_empty() {
            return None;
        }
        let step = |&state: &usize, byte: u8| {
            let next = self.step(state, byte);
            Some(next).filter(|&next| next != DEAD)
        };
        let found = |&state: &usize| self.is_accepting(state);
        // Of bytes that lead to the same states the plainest stands for all.
        let mut met = [false; BYTES];
        let first = |byte: &u8| {
            !std::mem::replace(&mut met[usize::from(self.classes()[usize::from(*byte)])], true)
        };
        let plainest: Vec<u8> = PLAINEST_FIRST.iter().copied().filter(first).collect();
        // As many states as it has: what could be made can be looked through.
        let mut meter = Meter::new(&Limits::NONE);
        shortest(self.start(), &plainest, step, found, &mut meter).unwrap_or_default()
    }
}
