//! Everything that is to be said of a production, as data.
//!
//! The command line and the pages say the same of a production, so it is
//! gathered here once: the text as printed, what it uses and what uses it, the
//! remarks on it, its rule, strings that it takes and strings that it just does
//! not, and what it was in the documents before and after. An [`Atlas`] keeps
//! what the productions of all editions share.

mod atlas;
mod edition;
mod facts;
mod printed;
mod rule;

use crate::bnf::{Grammar, ProductionId};
use crate::edition::{Edition, Reading};
use crate::remark::Remark;
use crate::sample::NearMiss;

pub use crate::diff::Step;
pub use atlas::Atlas;
pub use edition::EditionProfile;
pub use facts::Facts;
pub use printed::Printed;
pub use rule::RuleText;

/// A production.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Its edition.
    pub edition: Edition,
    /// The reading.
    pub reading: Reading,
    /// Its number in the grammar of the edition, in the reading.
    pub production: ProductionId,
    /// Its name.
    pub name: &'static str,
    /// Its definitions in this reading; none, where nothing defines it.
    pub definitions: Vec<Printed>,
    /// Those of the other reading, where they are not the same.
    pub otherwise: Vec<Printed>,
    /// The productions that it names, in the order in which it does.
    pub uses: Vec<ProductionId>,
    /// The productions that name it, in printed order.
    pub used_by: Vec<ProductionId>,
    /// The interpretations, errata and deviations that it is under.
    pub remarks: Vec<Remark>,
    /// The pest rules that transcribe it, its own first.
    pub rules: Vec<RuleText>,
    /// What kind of production it is, and what its strings are like.
    pub facts: Facts,
    /// A few readable strings of it, the most typical first.
    pub examples: Vec<Vec<u8>>,
    /// Strings one edit away from such a one, that it does not take.
    pub near_misses: Vec<NearMiss>,
    /// What it was and became, edition by edition, itself included.
    pub history: Vec<Generation>,
}

/// A production, or that there is none, in one edition of a line of editions.
#[derive(Debug, Clone)]
pub struct Generation {
    /// The edition.
    pub edition: Edition,
    /// What it is there; `None` where it has no counterpart.
    pub production: Option<ProductionId>,
    /// What changed from the edition before it in the line; `None` where one of the two is missing.
    pub change: Option<Step>,
}

impl Profile {
    /// The profile of one production. For many, an [`Atlas`] is quicker.
    pub fn of(edition: Edition, reading: Reading, production: ProductionId) -> Profile {
        Atlas::new(reading).profile(edition, production)
    }

    /// The grammar to which the numbers of productions belong.
    pub fn grammar(&self) -> &'static Grammar {
        self.edition.grammar(self.reading)
    }
}
