//! Strings that show a language: by chance, covering, readable, and just outside.
//!
//! A reader understands a production by what it takes and by what it just does
//! not take. None of these strings is written by hand: they are derived from the
//! printed grammar. What lies just outside is made by one [`Slip`] of the pen.

mod layout;
mod random;
mod slip;
mod writer;

use std::sync::Arc;

use crate::automaton::Dfa;
use crate::grammar::{Grammar, ProductionId};
use layout::{Granularity, Layout};
use writer::{Style, Writer};

pub use layout::{Alternative, Branch};
pub use slip::Slip;

/// How long a string that covers much may get, in bytes, before another is begun.
const PACKED: usize = 60;

/// Fewer examples than this say little.
const FEW: usize = 3;
/// How long a string gets, in bytes, that only shows other characters.
const SHORT: usize = 10;

/// Takes strings from the language of a production, or from a part of it.
///
/// ```
/// use urlbnf_bnf::automaton::{Automaton, Language};
/// use urlbnf_bnf::sample::Sampler;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "# notation rfc822\nweek = year \"-W\" digit\nyear = 2*digit\ndigit = \"0\" | \"1\"\n";
/// let grammar = Grammar::read("week.bnf", text, Reading::Printed)?;
/// let language = Automaton::new(&grammar, &Language::of(grammar.start()))?.determinise().unwrap();
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
}

/// Strings that together use every alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The strings.
    pub strings: Vec<Vec<u8>>,
    /// What they use: alternatives, and parts that may be left out, written and left out.
    pub used: Vec<Alternative>,
    /// What no string can use, because it needs a name that nothing defines.
    pub unusable: Vec<Alternative>,
}

impl<'g> Sampler<'g> {
    /// Takes strings from languages that are each a part of a production's: of a
    /// language that has parts, each part is drawn from as often as any other.
    pub fn new(grammar: &'g Grammar, start: ProductionId, languages: Vec<Arc<Dfa>>) -> Self {
        Sampler { grammar, start, languages }
    }

    /// Few strings that together use every alternative of the start and of all
    /// that it reaches, down to the characters.
    pub fn cover(&self) -> Cover {
        let layout = Layout::of(self.grammar, self.start, Granularity::Characters);
        let mut writer = Writer::new(&layout, self.start, Style::Packed(PACKED));
        let mut strings: Vec<Vec<u8>> = Vec::new();
        for string in writer.by_ref() {
            // Another derivation of the same string may use other alternatives.
            if !strings.contains(&string) {
                strings.push(string);
            }
        }
        let (mut used, mut unusable) = (Vec::new(), Vec::new());
        for (alternative, unused) in layout.alternatives.iter().zip(writer.unused()) {
            if *unused { unusable.push(*alternative) } else { used.push(*alternative) }
        }
        Cover { strings, used, unusable }
    }

    /// A few readable strings, the most typical first: all that may be left out
    /// is written once, then what else there is to choose; letters and digits
    /// stand wherever they can, each after the one before it.
    pub fn examples(&self, most: usize) -> Vec<Vec<u8>> {
        let grammar = self.grammar;
        let start = self.start;
        let is_unit = grammar.unit(start).is_some();
        let granularity = if is_unit { Granularity::Characters } else { Granularity::Classes };
        let layout = Layout::of(grammar, start, granularity);
        let mut examples: Vec<Vec<u8>> = Vec::new();
        for string in Writer::new(&layout, start, Style::Readable) {
            if examples.len() >= most {
                return examples;
            }
            if !examples.contains(&string) {
                examples.push(string);
            }
        }
        // What the text lists beside letters and digits is worth a look too.
        let layout = Layout::of(grammar, start, Granularity::Marks);
        for string in Writer::new(&layout, start, Style::Readable) {
            let shown = |byte: &u8| examples.iter().any(|example| example.contains(byte));
            if !is_unit && examples.len() < most && !string.iter().all(shown) {
                examples.push(string);
            }
        }
        // Where there is little to choose, other characters show more.
        let layout = Layout::of(grammar, start, Granularity::Characters);
        let others = Writer::new(&layout, start, Style::Packed(SHORT));
        let few = FEW.min(most).saturating_sub(examples.len());
        let is_new = |string: &Vec<u8>| !examples.contains(string);
        let others: Vec<Vec<u8>> = others.filter(is_new).take(few).collect();
        examples.extend(others);
        examples
    }

    /// A shortest string, the plainest of those.
    pub fn shortest(&self) -> Option<Vec<u8>> {
        let plainest = self.languages.iter().filter_map(|language| language.plainest());
        plainest.min_by_key(Vec::len)
    }

    /// Whether a string is in one of the languages.
    pub fn accepts(&self, string: &[u8]) -> bool {
        self.languages.iter().any(|language| language.accepts(string))
    }

    /// The language in which a string is, and its number.
    fn language_of(&self, string: &[u8]) -> Option<(usize, &Dfa)> {
        let found = |(_, language): &(usize, &Arc<Dfa>)| language.accepts(string);
        self.languages.iter().enumerate().find(found).map(|(at, language)| (at, &**language))
    }
}
