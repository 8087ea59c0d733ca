//! The description of a production, as data.
//!
//! The command line and the web pages describe productions in the same way, so the data are
//! collected here: the printed text, the productions it uses and those that use it, the
//! remarks, its rule, examples and near misses, and its history in the earlier and later
//! documents. [`EditionDescriptions`] keeps the results that the productions of all editions share.

mod descriptions;
mod facts;
mod grammar;
mod lineage;
mod printed;
mod rule;

use std::sync::Arc;

use indexmap::IndexSet;

use crate::automaton::{AutomatonError, Dfa, LanguageExtent};
use crate::bnf::languages::{ProductionLanguages, unrolled};
use crate::bnf::{Grammar, ProductionId};
use crate::edition::{Edition, Reading};
use crate::remark::Remark;
use crate::sample::{NearMiss, Sampler, near_misses};
use crate::verdict::Judge;

pub use crate::diff::PartnerComparison;
pub use descriptions::EditionDescriptions;
pub use facts::ProductionProperties;
pub use grammar::GrammarDescription;
pub use printed::PrintedDefinition;
pub use rule::RuleText;

/// The maximum numbers of examples and of near misses in a description.
const MOST_EXAMPLES: usize = 6;
const MOST_NEAR_MISSES: usize = 10;

/// The description of a production.
#[derive(Debug, Clone)]
pub struct ProductionDescription {
    grammar: Arc<Grammar>,
    /// Its edition; `None` for a user's grammar.
    pub edition: Option<Edition>,
    /// The reading.
    pub reading: Reading,
    /// Its id in the grammar.
    pub production: ProductionId,
    /// Its definitions in this reading; empty if it has none.
    pub definitions: Vec<PrintedDefinition>,
    /// Its definitions in the other reading, if they differ.
    pub otherwise: Vec<PrintedDefinition>,
    /// The productions that it refers to, in order of first use.
    pub uses: Vec<ProductionId>,
    /// The productions that refer to it, in printed order.
    pub used_by: Vec<ProductionId>,
    /// The interpretations, errata and deviations that apply to it.
    pub remarks: Vec<&'static Remark>,
    /// The pest rules that transcribe it.
    pub rules: Vec<RuleText>,
    /// Properties of the production and its strings.
    pub facts: ProductionProperties,
    /// A few readable strings that it accepts, the most typical first.
    pub examples: Vec<Vec<u8>>,
    /// Strings that it rejects, each one edit away from a string that it accepts.
    pub near_misses: Vec<NearMiss>,
    /// What its name stands for, edition by edition.
    pub history: Vec<LineageEntry>,
}

/// What a name stands for in one edition.
#[derive(Debug, Clone)]
pub struct LineageEntry {
    /// The edition.
    pub edition: Edition,
    /// The production of that name. In an edition that lacks the name, its counterparts: none,
    /// one, or several that together take its place.
    pub productions: Vec<ProductionId>,
    /// Whether the edition defines the name.
    pub named: bool,
    /// Other productions that replace the previous one, if the one of that name does not.
    pub instead: Vec<ProductionId>,
    /// The reason for the replacement, if a grammar file states one.
    pub reason: Option<&'static str>,
    /// The earlier edition that it is compared with; `None` if there is nothing to compare.
    pub before: Option<Edition>,
    /// What changed since that edition.
    pub change: Option<PartnerComparison>,
}

impl LineageEntry {
    /// The production, if there is exactly one.
    pub fn production(&self) -> Option<ProductionId> {
        match self.productions[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

impl ProductionDescription {
    /// Describes one production of an edition. To describe many, use [`EditionDescriptions`].
    ///
    /// # Errors
    /// If its language exceeds the limits.
    pub fn for_production(
        edition: Edition,
        reading: Reading,
        production: ProductionId,
    ) -> Result<ProductionDescription, AutomatonError> {
        EditionDescriptions::new(reading).description(edition, production)
    }

    /// Describes a production of any grammar. Only editions have remarks, rules and history.
    ///
    /// # Errors
    /// If a recogniser of the production needs more than the limits allow.
    pub fn of_grammar(
        grammar: impl Into<Arc<Grammar>>,
        production: ProductionId,
    ) -> Result<ProductionDescription, AutomatonError> {
        let grammar = grammar.into();
        let language = || unrolled(&grammar, production).ok().map(Arc::new);
        ProductionDescription::with_language(&grammar, production, language)
    }

    /// Like [`of_grammar`](ProductionDescription::of_grammar), for a grammar of which many
    /// productions are described.
    ///
    /// # Errors
    /// As [`of_grammar`](ProductionDescription::of_grammar).
    pub fn of_languages(
        languages: &ProductionLanguages<Arc<Grammar>>,
        production: ProductionId,
    ) -> Result<ProductionDescription, AutomatonError> {
        let language = || languages.language(production).ok();
        ProductionDescription::with_language(languages.grammar(), production, language)
    }

    fn with_language(
        grammar: &Arc<Grammar>,
        production: ProductionId,
        language: impl FnOnce() -> Option<Arc<Dfa>>,
    ) -> Result<ProductionDescription, AutomatonError> {
        let judge = Judge::of_production(Arc::clone(grammar), production)?;
        let is_small = |language: &Arc<Dfa>| match language.extent() {
            // Its strings are counted, length by length.
            LanguageExtent::Finite(longest) => {
                grammar.work().ticks(language.len().saturating_mul(longest)).is_ok()
            }
            LanguageExtent::Empty | LanguageExtent::Infinite => true,
        };
        let is_nested = judge.nesting().is_some();
        let language = if is_nested { None } else { language().filter(is_small) };
        let definitions = printed::definitions(None, grammar, grammar.name(production));
        ProductionDescription::new(&judge, language.as_ref(), definitions)
    }

    /// Describes what follows from the grammar alone.
    fn new(
        judge: &Judge,
        language: Option<&Arc<Dfa>>,
        definitions: Vec<PrintedDefinition>,
    ) -> Result<ProductionDescription, AutomatonError> {
        let (grammar, production) = (judge.shared_grammar(), judge.start());
        let uses: IndexSet<ProductionId> = grammar.named_by(production).collect();
        let sampler = match language {
            Some(language) => Sampler::new(grammar, production, vec![Arc::clone(language)]),
            None => Sampler::of_derivations(grammar, production)?,
        };
        let language = language.map(|language| &**language);
        Ok(ProductionDescription {
            edition: judge.edition(),
            reading: judge.reading(),
            production,
            definitions,
            otherwise: Vec::new(),
            uses: uses.into_iter().collect(),
            used_by: grammar.users(production).to_vec(),
            remarks: Vec::new(),
            rules: Vec::new(),
            facts: ProductionProperties::for_production(grammar, production, language, &sampler),
            examples: sampler.examples(MOST_EXAMPLES),
            near_misses: near_misses(judge, &sampler, MOST_NEAR_MISSES),
            history: Vec::new(),
            grammar: Arc::clone(grammar),
        })
    }

    /// Its name, as printed.
    pub fn name(&self) -> &str {
        self.grammar.name(self.production)
    }

    /// The grammar and its reading: `rfc1738, corrected`. A grammar file without errata has
    /// only one reading, so its title omits the reading.
    pub fn title(&self) -> String {
        match self.edition.is_some() || self.grammar.listing().has_errata() {
            true => format!("{}, {}", self.grammar_name(), self.reading),
            false => self.grammar_name().to_owned(),
        }
    }

    /// The grammar to which the production ids belong.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The name of the edition or of the file.
    pub fn grammar_name(&self) -> &str {
        match self.edition {
            Some(edition) => edition.name(),
            None => &self.grammar.listing().name,
        }
    }
}
