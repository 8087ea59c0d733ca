//! Which pairs fit a string where it fails.
//!
//! Whether a pair fits is asked of the string alone, and not of a document. So where several
//! judges fail at one place, it is asked once for all of them.

use std::cell::RefCell;

use super::Pair;
use crate::diagnose::shape::Shape;

/// What is known of the pairs, for one string and one place of failure. Before the next string
/// it has to be [begun](Fitting::begin) again.
#[derive(Debug, Default)]
pub(crate) struct Fitting(RefCell<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The place, in bytes; `None` before any was asked for.
    offset: Option<usize>,
    /// By the number of a pair.
    fits: Vec<Option<bool>>,
}

impl Fitting {
    /// Forgets what was known: another string comes.
    pub fn begin(&mut self) {
        self.0.get_mut().offset = None;
    }

    /// Whether the pair of a number fits.
    pub(super) fn fits(&self, number: usize, pair: &Pair, shape: &Shape<'_>) -> bool {
        let Known { offset, fits } = &mut *self.0.borrow_mut();
        if *offset != Some(shape.offset) {
            *offset = Some(shape.offset);
            fits.fill(None);
        }
        if fits.len() <= number {
            fits.resize(number + 1, None);
        }
        *fits[number].get_or_insert_with(|| (pair.fits)(shape))
    }
}
