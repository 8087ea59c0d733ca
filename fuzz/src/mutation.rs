//! Reproducible random numbers, and the mutations of an input.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The random numbers of one case.
pub struct CaseRng(Pcg64Mcg);

impl CaseRng {
    /// The numbers of a case.
    pub fn for_case(seed: u64, number: u64) -> CaseRng {
        let state = u128::from(seed) << 64 | u128::from(number);
        CaseRng(Pcg64Mcg::from_seed((state.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1).to_le_bytes()))
    }

    /// A number below a bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let random = self.0.next_u64() >> 11;
        usize::try_from(random).unwrap_or_default().checked_rem(bound).unwrap_or_default()
    }

    /// A random element; `None` if there are none.
    pub fn one_of<'s, T>(&mut self, of: &'s [T]) -> Option<&'s T> {
        of.get(self.below(of.len()))
    }

    /// A seed for another generator.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// Bytes with a meaning in some syntax.
const ODD: &[u8] = b":/?#@%+;=&<>~*.-_!'(),[]{}|\\^`\" \t\r\n\0\x1b\x7f\x80\xc3\xff0aAxF";

/// The maximum length of an input, in bytes.
const LONGEST: usize = 4_096;

/// Mutates an input one to four times. `others` are inputs to splice with, `words` are
/// inserted.
pub fn mutate(input: &mut Vec<u8>, others: &[Vec<u8>], words: &[Vec<u8>], chance: &mut CaseRng) {
    for _ in 0..=chance.below(4) {
        let at = chance.below(input.len() + 1);
        let to = at + chance.below(input.len() - at + 1);
        match chance.below(8) {
            0 => {
                // A prefix of this input and a suffix of another.
                let other = chance.one_of(others).cloned().unwrap_or_default();
                let from = chance.below(other.len() + 1);
                input.truncate(at);
                input.extend(&other[from..]);
            }
            1 if at < input.len() => input[at] ^= 1 << chance.below(8),
            2 if at < input.len() => input[at] = ODD[chance.below(ODD.len())],
            3 => input.insert(at, ODD[chance.below(ODD.len())]),
            4 => drop(input.drain(at..to.min(at + 8))),
            5 | 6 => {
                let word = chance.one_of(words).cloned().unwrap_or_default();
                drop(input.splice(at..at, word));
            }
            7 => {
                let part = input[at..to.min(at + 40)].repeat(chance.below(4) + 1);
                drop(input.splice(at..at, part));
            }
            _ => input.truncate(at),
        }
        input.truncate(LONGEST);
    }
}
