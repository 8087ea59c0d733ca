//! A cache of the results of judges.
//!
//! A result is found by everything that determines it. Callers can keep with it what is the
//! same in every report of it.

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::component::Measured;
use crate::bnf::ProductionId;
use crate::diagnose::{Code, Diagnostic, Examination};
use crate::product::Progress;
use crate::verdict::Verdict;

/// What determines a result, except for the parts that belong to the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// A string that conforms.
    Conforming {
        judge: usize,
        /// The state of all judges at the end.
        end: Progress,
    },
    /// A string that fails.
    Failing {
        judge: usize,
        verdict: Verdict,
        /// The state of the judge before the byte.
        before: Measured,
        byte: u8,
        /// Whether the string ended after the byte, which was accepted.
        at_end: bool,
        /// Whether the string fails at its first byte.
        at_begin: bool,
        code: Code,
        judged: Option<ProductionId>,
    },
}

/// All cached results.
pub(super) type Sayings<K> = IndexMap<Key, Said<K>, FixedState>;

/// A result that can be reused for other strings.
#[derive(Debug, Default)]
pub(super) struct Said<K> {
    /// Only for a string that fails; `None` while it is being reported.
    pub diagnostic: Option<Box<Diagnostic>>,
    pub kept: K,
}

/// The examinations of a string, and what the caller keeps with them.
#[derive(Debug)]
pub struct Examinations<'e, 'i, K> {
    pub(super) examined: &'e [Examined<'i>],
    pub(super) said: &'e Sayings<K>,
}

#[derive(Debug)]
pub(super) struct Examined<'i> {
    pub judge: usize,
    pub examination: Examination<'i>,
    /// The index of the cached result.
    pub place: Option<usize>,
}

impl<'e, 'i, K> Examinations<'e, 'i, K> {
    /// The examinations in the order of the judges: the index of the judge, its examination and, if
    /// the result is cached, the `K` of the caller.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (usize, &'e Examination<'i>, Option<&'e K>)> {
        let said = self.said;
        self.examined.iter().map(move |examined| {
            let said = examined.place.and_then(|place| said.get_index(place));
            (examined.judge, &examined.examination, said.map(|(_, said)| &said.kept))
        })
    }
}
