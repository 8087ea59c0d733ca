//! Whether a production derives a string, at whatever depth: exactly, with a tree or the
//! reason why not.
//!
//! A production that recurs in its middle has no automaton. This asks the grammar itself about
//! one string, by Earley's recogniser ("An Efficient Context-Free Parsing Algorithm",
//! Communications of the ACM 13, 1970) on networks: only what recurs in its middle
//! is an item, all else is a step of an automaton. A string of a grammar that is unambiguous
//! and LR(k) takes time and memory linear in its length; any other is read up to a number of
//! steps.

mod chart;
mod failure;
mod network;
mod states;
mod tree;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, PoisonError};

use urlbnf_language::{CharacterSet, Exceeded};

use crate::automaton::{Language, NotRegular, cycle};
use crate::derivation::{KnownParts, Parts};
use crate::failure::Failure;
use crate::grammar::{Grammar, ProductionId};
use crate::tree::Tree;
use chart::Chart;
use network::{Calls, Networks};
use states::States;
use tree::Reader;

/// How many states are kept from one string to the next.
const MOST_KEPT: usize = 10_000;

/// Of the steps that a grammar allows, one part in this many is for one string: five million
/// items by default, in 150 MB at most.
const SHARE: usize = 4;

/// Judges strings by one language of a grammar, regular or not.
///
/// ```
/// use urlbnf_bnf::automaton::Language;
/// use urlbnf_bnf::earley::Recogniser;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let grammar = Grammar::read("pairs.abnf", "pairs = \"(\" [ pairs ] \")\"\n", Reading::Printed)?;
/// let pairs = Recogniser::new(&grammar, &Language::of(grammar.start()))?;
/// let deep = [vec![b'('; 1000], vec![b')'; 1000]].concat();
/// assert_eq!(pairs.tree(&grammar, &deep)?.unwrap().nodes().count(), 1000);
/// let failure = pairs.failure(&deep[..1999])?.unwrap();
/// assert_eq!((failure.offset, failure.chain.len()), (1999, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recogniser {
    start: ProductionId,
    /// Whether the start derives any string.
    derives: bool,
    networks: Networks,
    /// By network: how its trees are written.
    layouts: Vec<Parts>,
    calls: Calls,
    /// The most steps for one string.
    most: usize,
    /// What was found out so far. Each string takes one and puts it back.
    idle: Mutex<Vec<Known>>,
}

/// What strings have asked for.
#[derive(Debug)]
struct Known {
    states: States,
    /// By network: what is known of its trees.
    layouts: Vec<Option<KnownParts>>,
}

impl Recogniser {
    /// Of a language. Only what recurs in its middle is called; where the layout of the rest is
    /// too large, every production is.
    ///
    /// # Errors
    /// If the text of some production is too large by itself.
    pub fn new(grammar: &Grammar, language: &Language<'_>) -> Result<Recogniser, NotRegular> {
        let recursive = Recogniser::calling(grammar, language, Calls::Recursive);
        recursive.or_else(|_| Recogniser::calling(grammar, language, Calls::All))
    }

    fn calling(
        grammar: &Grammar,
        language: &Language<'_>,
        calls: Calls,
    ) -> Result<Recogniser, NotRegular> {
        let (networks, graphs) = Networks::of(grammar, language, calls)?;
        Ok(Recogniser {
            start: language.start,
            derives: networks.derives(),
            networks,
            layouts: graphs.into_iter().map(Parts::new).collect(),
            calls,
            most: grammar.limits().steps / SHARE,
            idle: Mutex::default(),
        })
    }

    /// Whether a production has no automaton because it, or one that it needs, recurs in its
    /// middle.
    pub fn is_needed(grammar: &Grammar, start: ProductionId) -> bool {
        cycle(grammar, start).is_some()
    }

    /// Whether some string of the language may have a byte.
    pub fn uses(&self, byte: u8) -> bool {
        self.networks.all.iter().any(|network| network.automaton.uses(byte))
    }

    /// Whether the language has a string.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn derives(&self, input: &[u8]) -> Result<bool, Exceeded> {
        self.read(input, |reader, _| {
            reader.chart.end() == input.len() && reader.chart.whole.is_some()
        })
    }

    /// Whether some string of the language begins with the input.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn begins(&self, input: &[u8]) -> Result<bool, Exceeded> {
        Ok(self.derives && self.read(input, |reader, _| reader.chart.end() == input.len())?)
    }

    /// A derivation of a string; `None` where it has none.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn tree<'g, 'i>(
        &self,
        grammar: &'g Grammar,
        input: &'i [u8],
    ) -> Result<Option<Tree<'g, 'i>>, Exceeded> {
        let nodes = self.read(input, |reader, known| {
            (reader.chart.end() == input.len()).then(|| reader.nodes(&self.layouts, known))?
        })?;
        let tree = nodes.and_then(|nodes| Tree::of(grammar, input, nodes));
        Ok(match self.calls {
            Calls::Recursive => tree,
            // Lists are flat, as in every tree.
            Calls::All => tree.map(|tree| crate::derivation::flatten_lists(&tree)),
        })
    }

    /// Why a string is not of the language; `None` where it is.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn failure(&self, input: &[u8]) -> Result<Option<Failure>, Exceeded> {
        self.read(input, |reader, _| reader.failure(self.start))
    }

    /// How a string of the language goes on after the input: the sets of bytes of which one may
    /// come next, and whether it may end. `None` where no string begins so.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn next(&self, input: &[u8]) -> Result<Option<(Vec<CharacterSet>, bool)>, Exceeded> {
        self.read(input, |reader, _| {
            let end = reader.chart.end();
            (end == input.len()).then(|| (reader.next_bytes(end), reader.may_end(end)))
        })
    }

    fn read<T>(
        &self,
        input: &[u8],
        ask: impl FnOnce(&Reader<'_>, &mut Vec<Option<KnownParts>>) -> T,
    ) -> Result<T, Exceeded> {
        let mut known = self.take();
        let chart = Chart::of(&self.networks, &mut known.states, input, self.most);
        let Known { states, layouts } = &mut known;
        let answer =
            chart.map(|chart| ask(&Reader::new(&self.networks, states, &chart, input), layouts));
        if known.states.len() <= MOST_KEPT {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(known);
        }
        answer
    }

    fn take(&self) -> Known {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| Known {
            states: States::of(&self.networks),
            layouts: self.networks.all.iter().map(|_| None).collect(),
        })
    }
}

/// Asks a grammar about single strings of any of its productions.
///
/// ```
/// use urlbnf_bnf::earley::Earley;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "pairs = \"(\" [ pairs ] \")\"\n";
/// let grammar = Grammar::read("pairs.abnf", text, Reading::Printed)?;
/// let mut earley = Earley::of(&grammar);
/// assert_eq!(earley.derives(grammar.start(), b"(((())))"), Ok(true));
/// assert_eq!(earley.derives(grammar.start(), b"(((()))"), Ok(false));
/// assert_eq!(earley.begins(grammar.start(), b"(((()))"), Ok(true));
/// assert_eq!(earley.begins(grammar.start(), b"())"), Ok(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Earley<'g> {
    grammar: &'g Grammar,
    recognisers: HashMap<ProductionId, Recogniser>,
}

impl<'g> Earley<'g> {
    /// Of a grammar; productions are laid out when a string needs them.
    pub fn of(grammar: &'g Grammar) -> Earley<'g> {
        Earley { grammar, recognisers: HashMap::new() }
    }

    /// Whether a production derives the input.
    ///
    /// # Errors
    /// If that takes more than the limits of the grammar.
    pub fn derives(&mut self, start: ProductionId, input: &[u8]) -> Result<bool, Exceeded> {
        self.recogniser(start)?.derives(input)
    }

    /// Whether a production derives a string that begins with the input.
    ///
    /// # Errors
    /// If that takes more than the limits of the grammar.
    pub fn begins(&mut self, start: ProductionId, input: &[u8]) -> Result<bool, Exceeded> {
        self.recogniser(start)?.begins(input)
    }

    fn recogniser(&mut self, start: ProductionId) -> Result<&Recogniser, Exceeded> {
        match self.recognisers.entry(start) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                match Recogniser::new(self.grammar, &Language::of(start)) {
                    Ok(recogniser) => Ok(place.insert(recogniser)),
                    Err(NotRegular::TooLarge(_, exceeded)) => Err(exceeded),
                    // Of a production that recurs each circle is called.
                    Err(NotRegular::Cycle(..)) => {
                        Err(Exceeded { limit: urlbnf_language::Limit::Depth, most: 0 })
                    }
                }
            }
        }
    }
}
