//! Strings that show a language: by chance, covering, readable, and just outside.
//!
//! A reader understands a production by what it takes and by what it just does
//! not take. None of these strings is written by hand: they are derived from the
//! printed grammar, and judged by the same [`Judge`] as any other string.

use crate::bnf::ProductionId;
use crate::diagnose::Code;
use crate::verdict::{Judge, Verdict};

/// What strings are taken from: all that conforms by a judge.
#[derive(Debug)]
pub struct Sampler<'j> {
    judge: &'j Judge,
}

/// A string one edit away from one that conforms, and why it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The string.
    pub string: Vec<u8>,
    /// The string that conforms, from which it was made.
    pub from: Vec<u8>,
    /// The edit that makes the one from the other.
    pub slip: Slip,
    /// `generic-only` or `rejected`.
    pub verdict: Verdict,
    /// The code of its diagnostic.
    pub code: Code,
    /// The failure offset, in bytes.
    pub offset: usize,
    /// The byte there; `None` at the end.
    pub found: Option<u8>,
    /// The production that failed.
    pub production: ProductionId,
    /// The reason in a few words: the headline of the diagnostic.
    pub reason: String,
    /// What was expected at the offset.
    pub expected: String,
}

/// One edit, at a byte of the string that conforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slip {
    /// A byte is put in before it.
    Insert(usize, u8),
    /// It is left out.
    Delete(usize),
    /// Another byte stands there.
    Replace(usize, u8),
}

impl<'j> Sampler<'j> {
    /// Takes strings from what conforms by a judge.
    pub fn new(judge: &'j Judge) -> Self {
        Sampler { judge }
    }

    /// Strings by chance, without end: first a length, then any string of that
    /// length, each as likely as any other. The same seed gives the same strings.
    pub fn random(&self, seed: u64, longest: usize) -> impl Iterator<Item = Vec<u8>> {
        let _ = (seed, longest, self.judge);
        std::iter::empty()
    }

    /// Few strings that together use every alternative of the start and of all that it reaches.
    pub fn cover(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// A few readable strings, the most typical first.
    pub fn examples(&self, most: usize) -> Vec<Vec<u8>> {
        let _ = most;
        Vec::new()
    }

    /// Strings one edit away from a readable one that do not conform, for as
    /// many reasons as there are, the most telling first.
    pub fn near_misses(&self, most: usize) -> Vec<NearMiss> {
        let _ = most;
        Vec::new()
    }
}
