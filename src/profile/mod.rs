//! Everything that is to be said of a production, as data.
//!
//! The command line and the pages say the same of a production, so it is
//! gathered here once: the text as printed, what it uses and what uses it, the
//! remarks on it, its rule, strings that it takes and strings that it just does
//! not, and what it was in the documents before and after. An [`Atlas`] keeps
//! what the productions of all editions share.

mod edition;

use crate::automaton::Relation;
use crate::bnf::{Grammar, Place, ProductionId};
use crate::diff::PairedBy;
use crate::edition::{Edition, Reading};
use crate::remark::Remark;
use crate::sample::NearMiss;

pub use edition::EditionProfile;

/// All editions in one reading, and what is worked out of them but once.
#[derive(Debug)]
pub struct Atlas {
    reading: Reading,
}

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

/// A definition as the document prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Its lines in the `.bnf`, without our own.
    pub text: String,
    /// Its place there.
    pub place: Place,
    /// The line there, from 1.
    pub line: usize,
    /// The page of the document, where it is known.
    pub page: Option<u32>,
    /// Where it is printed: `RFC 1738, section 5, page 18`.
    pub citation: String,
    /// The number of the erratum that writes it so; then it is not printed.
    pub erratum: Option<String>,
}

/// A rule of a transcription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    /// Its name: that of the production, as pest writes it, or with `__` and the place.
    pub name: String,
    /// Its lines, without their indent.
    pub text: String,
}

/// What kind of production it is, and what its strings are like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Whether the strings of the edition derive from it.
    pub start: bool,
    /// Whether it is one unit long: a character or an escape.
    pub unit: bool,
    /// Whether nothing defines it.
    pub undefined: bool,
    /// Whether it has two definitions or more.
    pub doubly_defined: bool,
    /// Whether no string of the start needs it.
    pub unreachable: bool,
    /// Whether it has no string at all.
    pub derives_nothing: bool,
    /// Whether it names itself, directly or through others.
    pub recursive: bool,
    /// How many strings it has, in decimal; `None` where there is no end of them.
    pub count: Option<String>,
    /// Its shortest string, of those the plainest.
    pub shortest: Option<Vec<u8>>,
    /// How long its longest string is; `None` where there is no longest.
    pub longest: Option<usize>,
    /// The bytes that stand in its strings, in order.
    pub alphabet: Vec<u8>,
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

/// From a production to its counterpart in the next edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What makes them a pair.
    pub by: PairedBy,
    /// Whether the texts differ, in more than the names of pairs.
    pub reworded: bool,
    /// How the new language lies to the old, with shortest witnesses.
    pub relation: Relation,
    /// A plain string that only the new one has.
    pub gained: Option<Vec<u8>>,
    /// A plain string that only the old one has.
    pub lost: Option<Vec<u8>>,
}

impl Profile {
    /// The profile of one production. For many, an [`Atlas`] is quicker.
    pub fn of(edition: Edition, reading: Reading, production: ProductionId) -> Profile {
        Atlas::new(reading).profile(edition, production)
    }

    /// The grammar to which the numbers of productions belong.
    pub fn grammar(&self) -> &'static Grammar {
        Grammar::of(self.edition, self.reading)
    }
}

impl Atlas {
    /// All editions in a reading. Nothing is worked out before it is asked for.
    pub fn new(reading: Reading) -> Atlas {
        Atlas { reading }
    }

    /// The profile of a production.
    pub fn profile(&self, edition: Edition, production: ProductionId) -> Profile {
        let grammar = Grammar::of(edition, self.reading);
        let definitions = grammar.production(production).definitions();
        let mut uses: Vec<ProductionId> = Vec::new();
        for (used, _) in definitions.iter().flat_map(|it| it.body.references()) {
            if !uses.contains(&used) {
                uses.push(used);
            }
        }
        Profile {
            edition,
            reading: self.reading,
            production,
            name: grammar.name(production),
            definitions: Vec::new(),
            otherwise: Vec::new(),
            uses,
            used_by: grammar.users(production),
            remarks: Vec::new(),
            rules: Vec::new(),
            facts: Facts {
                start: production == grammar.start(),
                unit: grammar.unit(production).is_some(),
                undefined: definitions.is_empty(),
                doubly_defined: definitions.len() > 1,
                unreachable: grammar.unreachable_from(grammar.start()).contains(&production),
                derives_nothing: grammar.derives_nothing(production),
                recursive: false,
                count: None,
                shortest: None,
                longest: None,
                alphabet: Vec::new(),
            },
            examples: Vec::new(),
            near_misses: Vec::new(),
            history: Vec::new(),
        }
    }
}
