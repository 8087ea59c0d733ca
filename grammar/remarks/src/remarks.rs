//! All remarks on the grammars: the errata, interpretations, notes and deviations.
//!
//! They are written down here alone. The tables of `grammar/README.md` are made of them;
//! where each applies is marked in the grammar files.

use crate::remark::Remark;
use crate::rules::RULES;
use crate::texts::TEXTS;

/// All remarks, kind by kind, in the order of their numbers.
pub const REMARKS: &[Remark] = &{
    let mut all = [TEXTS[0]; TEXTS.len() + RULES.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < TEXTS.len() { TEXTS[at] } else { RULES[at - TEXTS.len()] };
        at += 1;
    }
    all
};
