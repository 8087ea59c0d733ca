//! Strings that illustrate a language: random, covering, readable, and just outside of it.
//!
//! A reader understands a production by what it accepts and by what it narrowly rejects. All
//! strings are derived from the printed grammar. A string just outside the language is a string
//! inside it with one edit, a [`ByteEdit`].

mod derived;
mod layout;
mod random;
mod byte_edit;
mod writer;

use std::sync::Arc;

use indexmap::IndexSet;

use crate::automaton::{AutomatonError, Dfa};
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};
use crate::local::shortest::ShortestStrings;
use layout::{CharacterGranularity, GeneratorLayout};
use writer::{CoverageWriter, WritingStyle};

pub use byte_edit::ByteEdit;
pub use layout::{BranchKind, CoverageBranch};

/// The length, in bytes, at which a covering string ends and another begins.
const PACKED: usize = 60;

/// With fewer examples than this, more are added.
const LEAST_EXAMPLES: usize = 3;
/// The length, in bytes, of a string that is added to show other characters.
const SHORT: usize = 10;

/// Samples strings from the language of a production, or from a part of it.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
/// use urlbnf_bnf::sample::Sampler;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "# notation rfc822\nweek = year \"-W\" digit\nyear = 2*digit\ndigit = \"0\" | \"1\"\n";
/// let grammar = Grammar::read("week.bnf", text, Reading::Printed)?;
/// let automaton = Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
/// let language = automaton.determinise(&mut grammar.work())?;
///
/// let sampler = Sampler::new(&grammar, grammar.start(), vec![language.into()]);
/// assert_eq!(sampler.shortest().unwrap(), b"00-W0");
/// assert!(sampler.random(7, 8)?.take(3).all(|string| sampler.accepts(&string)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sampler<'g> {
    grammar: &'g Grammar,
    start: ProductionId,
    languages: Vec<Arc<Dfa>>,
    /// For strings from derivations, which need no language.
    recogniser: Option<Arc<EarleyRecogniser>>,
}

/// Strings that together use every alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveringSample {
    /// The strings.
    pub strings: Vec<Vec<u8>>,
    /// What they use: alternatives, and optional parts both written and omitted.
    pub used: Vec<CoverageBranch>,
    /// What no string can use, because it needs an undefined name.
    pub unusable: Vec<CoverageBranch>,
}

impl<'g> Sampler<'g> {
    /// Samples from languages that are each a part of a production's language. Random strings are
    /// drawn from each part equally often.
    pub fn new(grammar: &'g Grammar, start: ProductionId, languages: Vec<Arc<Dfa>>) -> Self {
        Sampler { grammar, start, languages, recogniser: None }
    }

    /// Samples by derivations. This needs no automaton of the language, so it works for grammars of any
    /// size, and for strings that are nested at any depth.
    ///
    /// # Errors
    /// If a recogniser of the production needs more than the limits allow.
    pub fn of_derivations(
        grammar: &'g Grammar,
        start: ProductionId,
    ) -> Result<Self, AutomatonError> {
        let recogniser = EarleyRecogniser::of_networks(grammar, start, &mut grammar.work())?;
        let recogniser = Some(Arc::new(recogniser));
        Ok(Sampler { grammar, start, languages: Vec::new(), recogniser })
    }

    /// Few strings that together use every alternative of the start and of all
    /// that it reaches, down to the characters.
    ///
    /// # Errors
    /// If that takes more than the limits of the grammar allow.
    pub fn cover(&self) -> Result<CoveringSample, AutomatonError> {
        let layout =
            GeneratorLayout::new(self.grammar, self.start, CharacterGranularity::Characters);
        let mut writer = CoverageWriter::new(
            &layout,
            self.start,
            WritingStyle::Packed(PACKED),
            self.grammar.work(),
        );
        // Another derivation of the same string may use other alternatives.
        let strings: IndexSet<Vec<u8>> = writer.by_ref().collect();
        if let Some(exceeded) = writer.exceeded() {
            return Err(AutomatonError::TooLarge(self.start, exceeded));
        }
        let (mut used, mut unusable) = (Vec::new(), Vec::new());
        for (alternative, unused) in layout.alternatives.iter().zip(writer.unused()) {
            if *unused { unusable.push(*alternative) } else { used.push(*alternative) }
        }
        Ok(CoveringSample { strings: strings.into_iter().collect(), used, unusable })
    }

    /// A few readable strings, the most typical first. The first ones write each optional part
    /// once, and later ones take the other alternatives. Classes prefer letters, then digits, in
    /// ascending order.
    pub fn examples(&self, most: usize) -> Vec<Vec<u8>> {
        let grammar = self.grammar;
        let start = self.start;
        let is_unit = grammar.unit(start).is_some();
        let granularity =
            if is_unit { CharacterGranularity::Characters } else { CharacterGranularity::Classes };
        let layout = GeneratorLayout::new(grammar, start, granularity);
        let mut examples: Vec<Vec<u8>> = Vec::new();
        for string in CoverageWriter::new(&layout, start, WritingStyle::Readable, grammar.share()) {
            if examples.len() >= most {
                return examples;
            }
            if !examples.contains(&string) {
                examples.push(string);
            }
        }
        // Characters that the text lists beside letters and digits are shown as well.
        let layout = GeneratorLayout::new(grammar, start, CharacterGranularity::Marks);
        for string in CoverageWriter::new(&layout, start, WritingStyle::Readable, grammar.share()) {
            let shown = |byte: &u8| examples.iter().any(|example| example.contains(byte));
            if !is_unit && examples.len() < most && !string.iter().all(shown) {
                examples.push(string);
            }
        }
        // If there are few alternatives, other characters are more informative.
        let layout = GeneratorLayout::new(grammar, start, CharacterGranularity::Characters);
        let others =
            CoverageWriter::new(&layout, start, WritingStyle::Packed(SHORT), grammar.share());
        let missing = LEAST_EXAMPLES.min(most).saturating_sub(examples.len());
        let is_new = |string: &Vec<u8>| !examples.contains(string);
        let others: Vec<Vec<u8>> = others.filter(is_new).take(missing).collect();
        examples.extend(others);
        examples
    }

    /// The plainest of the shortest strings.
    pub fn shortest(&self) -> Option<Vec<u8>> {
        if self.recogniser.is_some() {
            return shortest_derived(self.grammar, self.start);
        }
        let plainest = self.languages.iter().filter_map(|language| language.plainest());
        plainest.min_by_key(Vec::len)
    }

    /// Whether a string is in one of the languages. Of a string that takes too much work to judge, this
    /// is assumed.
    pub fn accepts(&self, string: &[u8]) -> bool {
        if let Some(recogniser) = &self.recogniser {
            return recogniser.derives(string).unwrap_or(true);
        }
        self.languages.iter().any(|language| language.accepts(string))
    }

    /// The first language that contains a string, with its index.
    fn language_of(&self, string: &[u8]) -> Option<(usize, &Dfa)> {
        let found = |(_, language): &(usize, &Arc<Dfa>)| language.accepts(string);
        self.languages.iter().enumerate().find(found).map(|(at, language)| (at, &**language))
    }
}

/// A short string of a production, by its derivations; `None` if none is known.
fn shortest_derived(grammar: &Grammar, start: ProductionId) -> Option<Vec<u8>> {
    ShortestStrings::of_grammar(grammar, &mut grammar.work()).of(grammar.core(start))
}
