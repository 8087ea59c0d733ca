//! Strings that show a language: by chance, covering, readable, and just outside.
//!
//! A reader understands a production by what it takes and by what it just does
//! not take. None of these strings is written by hand: they are derived from the
//! printed grammar, and judged by the same [`Judge`] as any other string.

mod layout;
mod near;
mod random;
mod writer;

use std::sync::Arc;

use crate::automaton::{Automaton, Dfa, Exceeded, Language, NotRegular};
use crate::bnf::ProductionId;
use crate::verdict::{Judge, JudgedBy};
use layout::{Grain, Layout};
use writer::{Style, Writer};

pub use layout::{Alternative, Way};
pub use near::{NearMiss, Slip};

/// How long a string that covers much may get, in bytes, before another is begun.
const PACKED: usize = 60;

/// Fewer examples than this say little.
const FEW: usize = 3;
/// How long a string gets, in bytes, that only shows other characters.
const SHORT: usize = 10;

/// What strings are taken from: all that conforms by a judge.
#[derive(Debug)]
pub struct Sampler<'j> {
    judge: &'j Judge,
    /// What conforms: scheme by scheme, or all at once.
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

impl<'j> Sampler<'j> {
    /// Takes strings from what conforms by a judge.
    ///
    /// # Errors
    /// If it cannot be decided what conforms: it takes more than the limits allow.
    pub fn new(judge: &'j Judge) -> Result<Self, NotRegular> {
        let languages = match judge.judged_by() {
            JudgedBy::Start => vec![language(judge, &[])?],
            JudgedBy::Scheme => by_scheme(judge)?,
        };
        Ok(Sampler { judge, languages: languages.into_iter().map(Arc::new).collect() })
    }

    /// The same, where the language is known.
    pub(crate) fn with_language(judge: &'j Judge, language: Arc<Dfa>) -> Self {
        Sampler { judge, languages: vec![language] }
    }

    /// Few strings that together use every alternative of the start and of all
    /// that it reaches, down to the characters.
    pub fn cover(&self) -> Cover {
        let layout = Layout::of(self.judge.grammar(), self.judge.start(), Grain::Characters);
        let mut writer = Writer::new(&layout, self.judge.start(), Style::Packed(PACKED));
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
        let grammar = self.judge.grammar();
        let start = self.judge.start();
        let is_unit = grammar.unit(start).is_some();
        let grain = if is_unit { Grain::Characters } else { Grain::Classes };
        let layout = Layout::of(grammar, start, grain);
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
        let layout = Layout::of(grammar, start, Grain::Marks);
        for string in Writer::new(&layout, start, Style::Readable) {
            let shown = |byte: &u8| examples.iter().any(|example| example.contains(byte));
            if !is_unit && examples.len() < most && !string.iter().all(shown) {
                examples.push(string);
            }
        }
        // Where there is little to choose, other characters show more.
        let layout = Layout::of(grammar, start, Grain::Characters);
        let others = Writer::new(&layout, start, Style::Packed(SHORT));
        let few = FEW.min(most).saturating_sub(examples.len());
        let is_new = |string: &Vec<u8>| !examples.contains(string);
        let others: Vec<Vec<u8>> = others.filter(is_new).take(few).collect();
        examples.extend(others);
        examples
    }

    /// A shortest string that conforms, the plainest of those.
    pub fn shortest(&self) -> Option<Vec<u8>> {
        let plainest = self.languages.iter().filter_map(|language| language.plainest());
        plainest.min_by_key(Vec::len)
    }

    /// Whether a string conforms.
    fn accepts(&self, string: &[u8]) -> bool {
        self.languages.iter().any(|language| language.accepts(string))
    }

    /// The language in which a string is.
    fn language_of(&self, string: &[u8]) -> Option<(usize, &Dfa)> {
        let found = |(_, language): &(usize, &Arc<Dfa>)| language.accepts(string);
        self.languages.iter().enumerate().find(found).map(|(at, language)| (at, &**language))
    }
}

/// What conforms: of each scheme that has productions of its own their
/// strings, and of the others all.
fn by_scheme(judge: &Judge) -> Result<Vec<Dfa>, NotRegular> {
    let schemes = judge.schemes();
    let specific = language(judge, &schemes.generic())?;
    let beginnings = schemes.defined().map(|it| Dfa::beginning_with(&format!("{it}:")));
    let beginnings: Vec<Dfa> = beginnings.collect();
    let whole = language(judge, &[])?;
    let split = move || -> Result<(Vec<Dfa>, Dfa), Exceeded> {
        let of_scheme = beginnings.iter().map(|beginning| specific.intersection(beginning));
        let of_schemes = of_scheme.collect::<Result<_, _>>()?;
        let open = beginnings.iter().try_fold(whole, |it, own| it.difference(own))?;
        Ok((of_schemes, open))
    };
    let too_large = |exceeded| NotRegular::TooLarge(judge.start(), exceeded);
    let (mut languages, open) = split().map_err(too_large)?;
    if !open.is_empty() {
        languages.push(open.minimise());
    }
    Ok(languages)
}

fn language(judge: &Judge, without: &[ProductionId]) -> Result<Dfa, NotRegular> {
    let start = judge.start();
    let dfa = Automaton::new(judge.grammar(), &Language { start, without })?.determinise();
    dfa.map_err(|exceeded| NotRegular::TooLarge(start, exceeded))
}
