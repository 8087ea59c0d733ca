//! Random strings, reproducible by their seed.

use num_bigint::BigUint;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::derived::DerivationSampler;
use super::{ByteEdit, Sampler};
use crate::automaton::{AutomatonError, Census};

/// How many edits of a string are tried before another string is drawn.
const MOST_TRIES: usize = 100;
/// How many strings are drawn before the search for an edit is given up.
const MOST_STRINGS: usize = 100;

/// Draws strings: first a language, then a length, then a string.
struct RandomSampler<'d> {
    languages: Vec<(Census<'d>, Vec<usize>)>,
    /// Instead of the languages: derivations, and the length of the longest string.
    derivations: Option<(DerivationSampler<'d>, usize)>,
    numbers: Pcg64,
}

/// A uniformly random number below a bound.
pub(super) fn below(numbers: &mut Pcg64, bound: usize) -> usize {
    let bound = bound as u64;
    if bound == 0 {
        return 0;
    }
    // Numbers above the last whole multiple would favour small results.
    let whole = u64::MAX - u64::MAX % bound;
    loop {
        let number = numbers.next_u64();
        if number < whole {
            return (number % bound) as usize;
        }
    }
}

impl RandomSampler<'_> {
    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.numbers, bound)
    }

    fn string(&mut self) -> Option<Vec<u8>> {
        if let Some((derivations, longest)) = &mut self.derivations {
            return derivations.string(*longest);
        }
        let language = self.below(self.languages.len());
        let length = self.below(self.languages.get(language)?.1.len());
        let (census, lengths) = &self.languages[language];
        let numbers = &mut self.numbers;
        census.draw(lengths[length], |bytes| numbers.fill_bytes(bytes))
    }
}

impl Sampler<'_> {
    fn draw(&self, seed: u64, longest: usize) -> Result<RandomSampler<'_>, AutomatonError> {
        let numbers = || Pcg64::seed_from_u64(seed);
        if self.recogniser.is_some() {
            let derivations = DerivationSampler::new(self.grammar, self.start, numbers());
            return Ok(RandomSampler {
                languages: Vec::new(),
                derivations: Some((derivations, longest)),
                numbers: numbers(),
            });
        }
        let mut work = self.grammar.work();
        let censuses =
            self.languages.iter().map(|language| Census::within(language, longest, &mut work));
        let censuses: Vec<Census<'_>> = censuses
            .collect::<Result<_, _>>()
            .map_err(|exceeded| AutomatonError::TooLarge(self.start, exceeded))?;
        let languages = censuses.into_iter().map(|census| {
            let has = |length: &usize| census.count(*length) != BigUint::ZERO;
            let lengths: Vec<usize> = (0..=longest).filter(has).collect();
            (census, lengths)
        });
        let languages = languages.filter(|(_, lengths)| !lengths.is_empty()).collect();
        Ok(RandomSampler { languages, derivations: None, numbers: numbers() })
    }

    /// Endless random strings. A length up to `longest`, in bytes, is drawn first, and then a
    /// string of that length, both uniformly. If there are several languages, one is drawn before
    /// that. Strings from derivations are drawn choice by choice instead. The same seed gives the
    /// same strings. The iterator is empty if no string is short enough.
    ///
    /// # Errors
    /// If counting the strings up to that length exceeds the limits.
    pub fn random(
        &self,
        seed: u64,
        longest: usize,
    ) -> Result<impl Iterator<Item = Vec<u8>>, AutomatonError> {
        let mut draw = self.draw(seed, longest)?;
        Ok(std::iter::from_fn(move || draw.string()))
    }

    /// Random strings, each with a random edit that leads out of the language.
    ///
    /// # Errors
    /// If counting the strings up to that length exceeds the limits.
    pub fn random_slips(
        &self,
        seed: u64,
        longest: usize,
    ) -> Result<impl Iterator<Item = (Vec<u8>, ByteEdit)>, AutomatonError> {
        let mut draw = self.draw(seed, longest)?;
        Ok(std::iter::from_fn(move || {
            for _ in 0..MOST_STRINGS {
                let from = draw.string()?;
                for _ in 0..MOST_TRIES {
                    let byte = b' ' + draw.below(95) as u8;
                    let at = draw.below(from.len() + 1);
                    let slip = match draw.below(3) {
                        0 => ByteEdit::Insert(at, byte),
                        1 if at < from.len() => ByteEdit::Delete(at),
                        2 if at < from.len() && from[at] != byte => ByteEdit::Replace(at, byte),
                        _ => continue,
                    };
                    if !self.accepts(&slip.apply(&from)) {
                        return Some((from, slip));
                    }
                }
            }
            None
        }))
    }
}
