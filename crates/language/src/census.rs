//! Counting, listing and sampling the strings of a language.
//!
//! The number of strings of each length follows from the table, state by state. With the counts,
//! strings can be listed in order and drawn at random, all of a length with the same
//! probability.

use num_bigint::BigUint;

use crate::dfa::{DEAD, Dfa};
use crate::{BYTES, Exceeded, Work};

/// The number of strings of each length, up to some length.
///
/// ```
/// use urlbnf_language::{Census, Dfa, Limits, Work};
///
/// let census_of = Dfa::beginning_with("ab");
/// let census = Census::within(&census_of, 3, &mut Work::new(&Limits::default()))?;
/// assert_eq!(census.count(2).to_string(), "1");
/// assert_eq!(census.count(3).to_string(), "256");
/// assert_eq!(census.strings().next().as_deref(), Some(&b"ab"[..]));
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone)]
pub struct Census<'d> {
    dfa: &'d Dfa,
    /// By length in bytes, then by state: how many strings of that length it accepts.
    counts: Vec<Vec<BigUint>>,
}

impl<'d> Census<'d> {
    /// Counts the strings of a language up to a length in bytes.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn within(dfa: &'d Dfa, length: usize, work: &mut Work) -> Result<Self, Exceeded> {
        // By state: each successor, and how many bytes lead to it.
        work.ticks(dfa.len().saturating_mul(BYTES))?;
        let nexts: Vec<Vec<(usize, u16)>> = (0..dfa.len())
            .map(|state| {
                let mut nexts: Vec<usize> =
                    (0..=u8::MAX).map(|byte| dfa.step(state, byte)).collect();
                nexts.retain(|&next| next != DEAD);
                nexts.sort_unstable();
                let same = nexts.chunk_by(|one, two| one == two);
                same.map(|same| (same[0], same.len() as u16)).collect()
            })
            .collect();
        let one = |state: usize| BigUint::from(u8::from(dfa.is_accepting(state)));
        let mut counts: Vec<Vec<BigUint>> = vec![(0..dfa.len()).map(one).collect()];
        for shorter in 0..length {
            let mut longer = Vec::with_capacity(dfa.len());
            for nexts in &nexts {
                let mut count = BigUint::ZERO;
                for &(next, bytes) in nexts {
                    let of = &counts[shorter][next];
                    work.ticks(1 + of.bits() as usize / 64)?;
                    count += of * bytes;
                }
                work.grow::<BigUint>(1)?;
                work.grow::<u64>(1 + count.bits() as usize / 64)?;
                longer.push(count);
            }
            counts.push(longer);
        }
        Ok(Census { dfa, counts })
    }

    /// The number of strings of this length in bytes; 0 for lengths that were not counted.
    pub fn count(&self, length: usize) -> BigUint {
        self.counts.get(length).map(|counts| counts[self.dfa.start()].clone()).unwrap_or_default()
    }

    /// The string at an index (from 0) among the strings of a length, in byte order.
    pub fn nth(&self, length: usize, mut index: BigUint) -> Option<Vec<u8>> {
        if index >= self.count(length) {
            return None;
        }
        let mut string = Vec::with_capacity(length);
        let mut state = self.dfa.start();
        for left in (0..length).rev() {
            for byte in 0..=u8::MAX {
                let next = self.dfa.step(state, byte);
                if next == DEAD {
                    continue;
                }
                let count = &self.counts[left][next];
                if index < *count {
                    string.push(byte);
                    state = next;
                    break;
                }
                index -= count;
            }
        }
        Some(string)
    }

    /// All strings that were counted: shorter strings first, strings of a length in byte order.
    pub fn strings(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        (0..self.counts.len()).flat_map(move |length| {
            let mut index = BigUint::ZERO;
            std::iter::from_fn(move || {
                let string = self.nth(length, index.clone())?;
                index += 1u8;
                Some(string)
            })
        })
    }

    /// Draws a string of a length, each with the same probability if `bits` yields fair random
    /// bytes. `None` if there is no string of that length.
    pub fn draw(&self, length: usize, mut bits: impl FnMut(&mut [u8])) -> Option<Vec<u8>> {
        let count = self.count(length);
        if count == BigUint::ZERO {
            return None;
        }
        // Draw as many bits as the count has, and again while the number is too large.
        let wanted = count.bits();
        let mut bytes = vec![0; wanted.div_ceil(8) as usize];
        loop {
            bits(&mut bytes);
            if let Some(last) = bytes.last_mut().filter(|_| !wanted.is_multiple_of(8)) {
                *last &= (1 << (wanted % 8)) - 1;
            }
            let index = BigUint::from_bytes_le(&bytes);
            if index < count {
                return self.nth(length, index);
            }
        }
    }
}
