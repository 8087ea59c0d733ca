//! Everything that is to be said of a production, as data.
//!
//! The command line and the pages say the same of a production, so it is
//! gathered here once: the text as printed, what it uses and what uses it, the
//! remarks on it, its rule, strings that it takes and strings that it just does
//! not, and what it was in the documents before and after. An [`Descriptions`] keeps
//! what the productions of all editions share.

mod descriptions;
mod facts;
mod grammar;
mod lineage;
mod printed;
mod rule;

use std::sync::Arc;

use crate::automaton::{Automaton, Dfa, Language, NestingLimit, NotRegular};
use crate::bnf::{Grammar, ProductionId};
use crate::edition::{Edition, Reading};
use crate::remark::Remark;
use crate::sample::{NearMiss, Sampler, near_misses};
use crate::verdict::Judge;

pub use crate::diff::Step;
pub use descriptions::Descriptions;
pub use facts::Facts;
pub use grammar::GrammarDescription;
pub use printed::Printed;
pub use rule::RuleText;

/// The most examples, and the most near misses, of a description.
const MOST_EXAMPLES: usize = 6;
const MOST_NEAR_MISSES: usize = 10;

/// A production.
#[derive(Debug, Clone)]
pub struct Description {
    grammar: Arc<Grammar>,
    /// Its edition; `None` in a user's grammar.
    pub edition: Option<Edition>,
    /// The reading.
    pub reading: Reading,
    /// Its number in the grammar.
    pub production: ProductionId,
    /// Its definitions in this reading; none, where nothing defines it.
    pub definitions: Vec<Printed>,
    /// Those of the other reading, where they are not the same.
    pub otherwise: Vec<Printed>,
    /// The productions that it names, in the order in which it does.
    pub uses: Vec<ProductionId>,
    /// The productions that name it, in printed order.
    pub used_by: Vec<ProductionId>,
    /// The interpretations, errata and deviations that it is under.
    pub remarks: Vec<&'static Remark>,
    /// The pest rules that transcribe it, its own first.
    pub rules: Vec<RuleText>,
    /// What kind of production it is, and what its strings are like.
    pub facts: Facts,
    /// How deep that holds, where it is not regular.
    pub nesting: Option<NestingLimit>,
    /// A few readable strings of it, the most typical first.
    pub examples: Vec<Vec<u8>>,
    /// Strings one edit away from such a one, that it does not take.
    pub near_misses: Vec<NearMiss>,
    /// What is under its name, edition by edition.
    pub history: Vec<Generation>,
}

/// What is under a name in one edition.
#[derive(Debug, Clone)]
pub struct Generation {
    /// The edition.
    pub edition: Edition,
    /// The production of that name; in an edition without one, its counterparts there: none,
    /// one, or several that together take its place.
    pub productions: Vec<ProductionId>,
    /// Whether the edition itself has the name.
    pub named: bool,
    /// What takes the place of the production before, where the one of that name does not.
    pub instead: Vec<ProductionId>,
    /// How that is known, where a document says so.
    pub reason: Option<&'static str>,
    /// The edition before that it is compared with; `None` where there is nothing to compare.
    pub before: Option<Edition>,
    /// What changed from there.
    pub change: Option<Step>,
}

impl Generation {
    /// The production, where there is only one.
    pub fn production(&self) -> Option<ProductionId> {
        match self.productions[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

impl Description {
    /// The description of one production of an edition. For many, an [`Descriptions`] is quicker.
    ///
    /// # Errors
    /// If its language takes more than the limits allow.
    pub fn of(
        edition: Edition,
        reading: Reading,
        production: ProductionId,
    ) -> Result<Description, NotRegular> {
        Descriptions::new(reading).description(edition, production)
    }

    /// The description of a production of any grammar: without remarks, rules and history,
    /// which only the editions have.
    ///
    /// # Errors
    /// If the production, or one that it names, cannot be unrolled into positions.
    pub fn of_grammar(
        grammar: impl Into<Arc<Grammar>>,
        production: ProductionId,
    ) -> Result<Description, NotRegular> {
        let grammar = grammar.into();
        let judge = Judge::of_production(Arc::clone(&grammar), production)?;
        let automaton = Automaton::new(&grammar, &Language::of(production))?;
        let language = automaton
            .determinise()
            .map_err(|exceeded| NotRegular::TooLarge(production, exceeded))?;
        let definitions = printed::definitions(None, &grammar, grammar.name(production));
        Ok(Description::new(&judge, &Arc::new(language), definitions))
    }

    /// What follows from the grammar alone.
    fn new(judge: &Judge, language: &Arc<Dfa>, definitions: Vec<Printed>) -> Description {
        let (grammar, production) = (judge.shared_grammar(), judge.start());
        let mut uses: Vec<ProductionId> = Vec::new();
        let bodies = grammar.production(production).definitions().iter();
        for (used, _) in bodies.flat_map(|it| it.body.references()) {
            if !uses.contains(&used) {
                uses.push(used);
            }
        }
        let sampler = Sampler::new(grammar, production, vec![Arc::clone(language)]);
        Description {
            edition: judge.edition(),
            reading: judge.reading(),
            production,
            definitions,
            otherwise: Vec::new(),
            uses,
            used_by: grammar.users(production),
            remarks: Vec::new(),
            rules: Vec::new(),
            facts: Facts::of(grammar, production, language),
            nesting: judge.nesting().cloned(),
            examples: sampler.examples(MOST_EXAMPLES),
            near_misses: near_misses(judge, &sampler, MOST_NEAR_MISSES),
            history: Vec::new(),
            grammar: Arc::clone(grammar),
        }
    }

    /// Its name, as printed.
    pub fn name(&self) -> &str {
        self.grammar.name(self.production)
    }

    /// The grammar and its reading: `rfc1738, corrected`. A grammar file without errata has
    /// but one reading.
    pub fn title(&self) -> String {
        match self.edition.is_some() || self.grammar.listing().has_errata() {
            true => format!("{}, {}", self.grammar_name(), self.reading),
            false => self.grammar_name().to_owned(),
        }
    }

    /// The grammar to which the numbers of productions belong.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The name of the grammar: of the edition, or of the file.
    pub fn grammar_name(&self) -> &str {
        match self.edition {
            Some(edition) => edition.name(),
            None => &self.grammar.listing().name,
        }
    }
}
