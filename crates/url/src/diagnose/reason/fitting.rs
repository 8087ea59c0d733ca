//! A cache of which pairs fit a string at a failure.
//!
//! Whether a pair fits depends only on the string, not on a document. So if several judges fail
//! at the same offset, it is computed once for all of them.

use std::cell::RefCell;

use super::{PAIRS, Pair};
use crate::diagnose::shape::Shape;

/// The cached answers for one string and one failure offset. Call [`begin`](Fitting::begin)
/// before the next string.
#[derive(Debug, Default)]
pub(crate) struct Fitting(RefCell<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The offset in bytes; `None` before the first query.
    offset: Option<usize>,
    /// The answers, by the number of the pair.
    fits: Vec<Option<bool>>,
}

impl Fitting {
    /// Clears the cache for another string.
    pub fn begin(&mut self) {
        self.0.get_mut().offset = None;
    }

    /// Whether the pair with this number fits.
    pub(super) fn fits(&self, number: usize, pair: &Pair, shape: &Shape<'_>) -> bool {
        let Known { offset, fits } = &mut *self.0.borrow_mut();
        if *offset != Some(shape.offset) {
            *offset = Some(shape.offset);
            fits.clear();
            fits.resize(PAIRS, None);
        }
        *fits[number].get_or_insert_with(|| (pair.fits)(shape))
    }
}
