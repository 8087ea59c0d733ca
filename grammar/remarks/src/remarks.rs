//! All remarks on the grammars: the errata, interpretations, notes and deviations.
//!
//! They are written down here alone. The tables of `grammar/README.md` are made of them;
//! where each applies is marked in the grammar files.

use crate::deviations::DEVIATIONS;
use crate::errata::ERRATA;
use crate::remark::Remark;

/// All remarks, kind by kind, in the order of their numbers.
pub const REMARKS: &[Remark] = &{
    let mut all = [ERRATA[0]; ERRATA.len() + DEVIATIONS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < ERRATA.len() { ERRATA[at] } else { DEVIATIONS[at - ERRATA.len()] };
        at += 1;
    }
    all
};
