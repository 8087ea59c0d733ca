//! Strings by chance, the same for the same seed.

use num_bigint::BigUint;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::{Sampler, Slip};
use crate::automaton::{Census, NotRegular};

/// How many edits of a string are tried before another is drawn.
const MOST_TRIES: usize = 100;
/// How many strings are drawn before there seems to be no near miss.
const MOST_STRINGS: usize = 100;

/// Draws strings: first a language, then a length, then a string.
struct Draw<'d> {
    languages: Vec<(Census<'d>, Vec<usize>)>,
    numbers: Pcg64,
}

impl Draw<'_> {
    /// A number below a bound, each as likely as any other.
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound == 0 {
            return 0;
        }
        // Numbers beyond the last whole multiple would favour the small ones.
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.numbers.next_u64();
            if number < whole {
                return (number % bound) as usize;
            }
        }
    }

    fn string(&mut self) -> Option<Vec<u8>> {
        let language = self.below(self.languages.len());
        let length = self.below(self.languages.get(language)?.1.len());
        let (census, lengths) = &self.languages[language];
        let numbers = &mut self.numbers;
        census.draw(lengths[length], |bytes| numbers.fill_bytes(bytes))
    }
}

impl Sampler<'_> {
    fn draw(&self, seed: u64, longest: usize) -> Result<Draw<'_>, NotRegular> {
        let limits = self.grammar.limits();
        let censuses =
            self.languages.iter().map(|language| Census::within(language, longest, limits));
        let censuses: Vec<Census<'_>> = censuses
            .collect::<Result<_, _>>()
            .map_err(|exceeded| NotRegular::TooLarge(self.start, exceeded))?;
        let languages = censuses.into_iter().map(|census| {
            let has = |length: &usize| census.count(*length) != BigUint::ZERO;
            let lengths: Vec<usize> = (0..=longest).filter(has).collect();
            (census, lengths)
        });
        let languages = languages.filter(|(_, lengths)| !lengths.is_empty()).collect();
        Ok(Draw { languages, numbers: Pcg64::seed_from_u64(seed) })
    }

    /// Strings by chance, without end: first a length, up to the longest, then
    /// any string of that length, each as likely as any other. Of several languages
    /// one comes first. The same seed gives the same strings. There are none, if no
    /// string is so short.
    ///
    /// # Errors
    /// If to count the strings up to that length takes more than the limits allow.
    pub fn random(
        &self,
        seed: u64,
        longest: usize,
    ) -> Result<impl Iterator<Item = Vec<u8>>, NotRegular> {
        let mut draw = self.draw(seed, longest)?;
        Ok(std::iter::from_fn(move || draw.string()))
    }

    /// Strings by chance, each with a slip by chance that leads out of the language.
    ///
    /// # Errors
    /// If to count the strings up to that length takes more than the limits allow.
    pub fn random_slips(
        &self,
        seed: u64,
        longest: usize,
    ) -> Result<impl Iterator<Item = (Vec<u8>, Slip)>, NotRegular> {
        let mut draw = self.draw(seed, longest)?;
        Ok(std::iter::from_fn(move || {
            for _ in 0..MOST_STRINGS {
                let from = draw.string()?;
                for _ in 0..MOST_TRIES {
                    let byte = b' ' + draw.below(95) as u8;
                    let at = draw.below(from.len() + 1);
                    let slip = match draw.below(3) {
                        0 => Slip::Insert(at, byte),
                        1 if at < from.len() => Slip::Delete(at),
                        2 if at < from.len() && from[at] != byte => Slip::Replace(at, byte),
                        _ => continue,
                    };
                    if !self.accepts(&slip.of(&from)) {
                        return Some((from, slip));
                    }
                }
            }
            None
        }))
    }
}
