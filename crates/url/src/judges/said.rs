//! What judges said, to be recalled of other strings.
//!
//! It is found by all from which it follows. Beside it whoever reports it keeps what is the
//! same in every report of it.

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::component::Measured;
use crate::bnf::ProductionId;
use crate::diagnose::{Code, Diagnostic, Examination, Stop};
use crate::product::Progress;
use crate::verdict::{Judgement, Verdict};

/// From what follows what a judge says, but for what belongs to the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// Of what conforms.
    Conforming {
        judge: usize,
        /// Where all of them were at the end.
        end: Progress,
    },
    /// Of a failure.
    Failing {
        judge: usize,
        verdict: Verdict,
        /// Where it was before the byte.
        before: Measured,
        byte: u8,
        /// Whether the string ended after the byte, which was taken.
        at_end: bool,
        /// Whether the string fails at its first byte.
        at_begin: bool,
        code: Code,
        judged: Option<ProductionId>,
    },
}

/// All that was said.
pub(super) type Sayings<K> = IndexMap<Key, Said<K>, FixedState>;

/// What was said of a string, and can be recalled of another.
#[derive(Debug, Default)]
pub(super) struct Said<K> {
    /// Of what conforms.
    pub judgement: Option<Judgement<'static>>,
    /// Of a failure; `None` while it is told of a string.
    pub diagnostic: Option<Box<Diagnostic>>,
    /// Where a failure leaves the judge by itself, once that was found.
    pub stop: Option<Stop>,
    pub kept: K,
}

/// What judges say of a string, and what is kept beside it.
#[derive(Debug)]
pub struct Examinations<'e, 'i, K> {
    pub(super) examined: &'e [Examined<'i>],
    pub(super) said: &'e Sayings<K>,
}

#[derive(Debug)]
pub(super) struct Examined<'i> {
    pub judge: usize,
    pub examination: Examination<'i>,
    /// Where it is in what was said.
    pub place: Option<usize>,
}

impl<'e, 'i, K> Examinations<'e, 'i, K> {
    /// The number of each judge, what it says, and what is kept beside that, where it may be
    /// said again: in the order of the judges.
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
