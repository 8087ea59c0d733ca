//! The plainest string of a language.
//!
//! The first string in the order of bytes is exact and hard to read: it is full
//! of spaces and exclamation marks. The plainest one prefers letters, then
//! digits, then the characters that a reader expects in a URL; what is neither
//! letter nor digit in it stands there because the language needs it.

use std::collections::VecDeque;

use crate::dfa::{DEAD, Dfa};

/// The characters of the grammars, the plainest first.
pub const PLAINEST_FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789\
    ABCDEFGHIJKLMNOPQRSTUVWXYZ/.:-_~?=&@;+#,!$*'()%\"^|{}[]\\`<> ";

impl Dfa {
    /// A shortest string, of those the one with the plainest characters from the left.
    pub fn plainest(&self) -> Option<Vec<u8>> {
        if self.is_empty() {
            return None;
        }
        // Breadth first, plain bytes first; beside each state, where it was come from.
        let mut before: Vec<Option<(usize, u8)>> = vec![None; self.len()];
        let start = self.start();
        let mut pending = VecDeque::from([start]);
        while let Some(state) = pending.pop_front() {
            if self.is_accepting(state) {
                let (mut string, mut at) = (Vec::new(), state);
                while at != start {
                    let (earlier, byte) = before[at]?;
                    string.push(byte);
                    at = earlier;
                }
                string.reverse();
                return Some(string);
            }
            for &byte in PLAINEST_FIRST {
                let next = self.step(state, byte);
                if next != DEAD && next != start && before[next].is_none() {
                    before[next] = Some((state, byte));
                    pending.push_back(next);
                }
            }
        }
        None
    }
}
