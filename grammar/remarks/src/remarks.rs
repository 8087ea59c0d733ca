//! All remarks on the grammars: the errata, interpretations, notes and deviations.
//!
//! This is the only place where they are written. The tables of `grammar/README.md` are
//! generated from them. The grammar files mark where each applies.

use crate::deviations::DEVIATIONS;
use crate::errata::ERRATA;
use crate::remark::Remark;

/// All remarks, by kind and number.
pub const REMARKS: &[Remark] = &{
    let mut all = [ERRATA[0]; ERRATA.len() + DEVIATIONS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < ERRATA.len() { ERRATA[at] } else { DEVIATIONS[at - ERRATA.len()] };
        at += 1;
    }
    all
};
