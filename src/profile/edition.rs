//! Everything that is to be said of an edition, as data.

use crate::bnf::ProductionId;
use crate::edition::{Edition, Reading};
use crate::remark::{self, Remark};
use crate::scheme::Schemes;

/// An edition.
#[derive(Debug, Clone)]
pub struct EditionProfile {
    /// The edition.
    pub edition: Edition,
    /// The reading.
    pub reading: Reading,
    /// The production from which its strings derive.
    pub start: ProductionId,
    /// The names that the BNF defines, in printed order.
    pub productions: Vec<ProductionId>,
    /// The schemes that it gives productions of their own, with these.
    pub schemes: Vec<(String, ProductionId)>,
    /// The productions that take any scheme.
    pub generic: Vec<ProductionId>,
    /// Its interpretations and errata, then the deviations of its transcription.
    pub remarks: Vec<Remark>,
    /// Names that are used and nowhere defined.
    pub undefined: Vec<ProductionId>,
    /// Productions that no string of the start needs.
    pub unreachable: Vec<ProductionId>,
    /// Productions with two definitions or more.
    pub doubly_defined: Vec<ProductionId>,
}

impl EditionProfile {
    /// The profile of an edition in a reading.
    pub fn of(edition: Edition, reading: Reading) -> EditionProfile {
        let grammar = edition.grammar(reading);
        let schemes = Schemes::of(grammar, grammar.start());
        let own = schemes.alternatives.iter();
        let remarks = remark::remarks().into_iter();
        let stated = remarks.filter(|it| !it.number.starts_with('D'));
        let stated = stated.filter(|it| it.editions.contains(&edition));
        let is_defined = |id: &ProductionId| !grammar.production(*id).definitions().is_empty();
        EditionProfile {
            edition,
            reading,
            start: grammar.start(),
            productions: grammar.ids().filter(is_defined).collect(),
            schemes: own.filter_map(|it| Some((it.scheme.clone()?, it.production))).collect(),
            generic: schemes.generic(),
            remarks: stated.chain(remark::deviations(edition, reading)).collect(),
            undefined: grammar.undefined(),
            unreachable: grammar.unreachable_from(grammar.start()),
            doubly_defined: grammar.doubly_defined(),
        }
    }
}
