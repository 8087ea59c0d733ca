//! Earley recognition of single strings, exact at any depth of recursion, with a tree or the
//! reason for a failure.
//!
//! A production with middle recursion has no automaton. Earley's recogniser ("An Efficient
//! Context-Free Parsing Algorithm", Communications of the ACM 13, 1970) decides one string at a
//! time. Here it runs on networks: only productions with middle recursion become items,
//! everything else is a step of an automaton. If the grammar is unambiguous and LR(k), time and
//! memory are linear in the length of the string; otherwise a limit on the number of steps
//! applies.

mod chart;
mod failure;
mod network;
mod states;
mod tree;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{LazyLock, Mutex, PoisonError};

use urlbnf_language::{Exceeded, Limits, Work};

use crate::automaton::{AutomatonError, LanguageSpec, ThompsonGraph, cycle};
use crate::derivation::{CallLayout, CallLayoutCache};
use crate::failure::Failure;
use crate::grammar::{Grammar, ProductionId};
use crate::tree::Tree;
use chart::EarleyChart;
use network::{CallPolicy, TransitionNetworks};
use states::NetworkStates;
use tree::ChartReader;

/// How many positions and transitions of states are kept from one string to the next.
const MOST_KEPT: usize = 1_000_000;

/// A recogniser for one language of a grammar, regular or not.
///
/// ```
/// use urlbnf_bnf::automaton::LanguageSpec;
/// use urlbnf_bnf::earley::EarleyRecogniser;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let grammar = Grammar::read("pairs.abnf", "pairs = \"(\" [ pairs ] \")\"\n", Reading::Printed)?;
/// let pairs = EarleyRecogniser::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
/// let deep = [vec![b'('; 1000], vec![b')'; 1000]].concat();
/// assert_eq!(pairs.tree(&grammar, &deep)?.unwrap().nodes().count(), 1000);
/// let failure = pairs.failure(&deep[..1999])?.unwrap();
/// assert_eq!((failure.offset, failure.chain.len()), (1999, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EarleyRecogniser {
    start: ProductionId,
    /// Whether the language has any string.
    derives: bool,
    networks: TransitionNetworks,
    /// By network: the layout by which its tree nodes are written.
    layouts: Vec<LazyCallLayout>,
    calls: CallPolicy,
    /// The work of one string is limited by these.
    limits: Limits,
    /// Caches for reuse. Each string takes one and puts it back.
    idle: Mutex<Vec<RecogniserCache>>,
}

/// A layout, computed for the first tree. Most recognisers only decide.
type LazyCallLayout = LazyLock<
    Result<CallLayout, Exceeded>,
    Box<dyn FnOnce() -> Result<CallLayout, Exceeded> + Send>,
>;

/// What previous strings have computed.
#[derive(Debug)]
struct RecogniserCache {
    states: NetworkStates,
    /// By network: what is known about its layout.
    layouts: Vec<Option<CallLayoutCache>>,
}

impl EarleyRecogniser {
    /// Builds a recogniser. Only productions with middle recursion become networks; if the
    /// layout of the others is too large, every production does.
    ///
    /// # Errors
    /// If the text of a single production is too large.
    pub fn new(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
    ) -> Result<EarleyRecogniser, AutomatonError> {
        EarleyRecogniser::within(grammar, language, &mut grammar.work())
    }

    /// Like [`new`](EarleyRecogniser::new), as a part of another computation.
    pub(crate) fn within(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        work: &mut Work,
    ) -> Result<EarleyRecogniser, AutomatonError> {
        let recursive = EarleyRecogniser::calling(grammar, language, CallPolicy::Recursive, work);
        recursive.or_else(|_| EarleyRecogniser::calling(grammar, language, CallPolicy::All, work))
    }

    /// Like [`within`](EarleyRecogniser::within), with a network for every production. That is less work
    /// to build, and more to read a string by.
    pub(crate) fn of_networks(
        grammar: &Grammar,
        start: ProductionId,
        work: &mut Work,
    ) -> Result<EarleyRecogniser, AutomatonError> {
        let language = LanguageSpec::from_production(start);
        EarleyRecogniser::calling(grammar, &language, CallPolicy::All, work)
    }

    /// Like [`of_networks`](EarleyRecogniser::of_networks), without what trees are written from.
    pub(crate) fn without_trees(
        grammar: &Grammar,
        start: ProductionId,
        work: &mut Work,
    ) -> Result<EarleyRecogniser, AutomatonError> {
        let (language, calls) = (LanguageSpec::from_production(start), CallPolicy::All);
        let (networks, _) = TransitionNetworks::from_language(grammar, &language, calls, work)?;
        Ok(EarleyRecogniser::of_graphs(grammar, start, networks, Vec::new(), calls))
    }

    /// A recogniser for a grammar that differs from that of this recogniser in the text of one
    /// production. It has no trees.
    pub(crate) fn with_text(
        &self,
        grammar: &Grammar,
        changed: ProductionId,
        work: &mut Work,
    ) -> Result<EarleyRecogniser, AutomatonError> {
        match self.networks.with_text(grammar, changed, work)? {
            Some(networks) => Ok(EarleyRecogniser::of_graphs(
                grammar,
                self.start,
                networks,
                Vec::new(),
                self.calls,
            )),
            None => EarleyRecogniser::without_trees(grammar, self.start, work),
        }
    }

    fn calling(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        calls: CallPolicy,
        work: &mut Work,
    ) -> Result<EarleyRecogniser, AutomatonError> {
        let (networks, graphs) = TransitionNetworks::from_language(grammar, language, calls, work)?;
        Ok(EarleyRecogniser::of_graphs(grammar, language.start, networks, graphs, calls))
    }

    fn of_graphs(
        grammar: &Grammar,
        start: ProductionId,
        networks: TransitionNetworks,
        graphs: Vec<ThompsonGraph>,
        calls: CallPolicy,
    ) -> EarleyRecogniser {
        let layout = |graph| -> LazyCallLayout {
            let mut work = grammar.work();
            LazyLock::new(Box::new(move || CallLayout::new(graph, &mut work)))
        };
        EarleyRecogniser {
            start,
            derives: networks.derives(),
            networks,
            layouts: graphs.into_iter().map(layout).collect(),
            calls,
            limits: *grammar.limits(),
            idle: Mutex::default(),
        }
    }

    /// Whether a production has no automaton because it, or one that it needs, has middle
    /// recursion.
    pub fn is_needed(grammar: &Grammar, start: ProductionId) -> bool {
        cycle(grammar, start).is_some()
    }

    /// Whether a byte may occur in a string of the language.
    pub fn uses(&self, byte: u8) -> bool {
        self.networks.all.iter().any(|network| network.automaton.uses(byte))
    }

    /// Whether the input is in the language.
    ///
    /// # Errors
    /// If it takes more work than [`Limits::string`].
    pub fn derives(&self, input: &[u8]) -> Result<bool, Exceeded> {
        self.read(input, |reader, _| reader.chart.derives(input))
    }

    /// Like [`derives`](EarleyRecogniser::derives), as a part of another computation.
    ///
    /// # Errors
    /// If the work runs out, or [`Limits::string`] is exceeded.
    pub fn derives_within(&self, input: &[u8], work: &mut Work) -> Result<bool, Exceeded> {
        self.read_within(input, work, |reader| reader.chart.derives(input))
    }

    /// Whether some string of the language begins with the input.
    ///
    /// # Errors
    /// If it takes more work than [`Limits::string`].
    pub fn begins(&self, input: &[u8]) -> Result<bool, Exceeded> {
        Ok(self.derives && self.read(input, |reader, _| reader.chart.end() == input.len())?)
    }

    /// A derivation of the input; `None` if it is not in the language.
    ///
    /// # Errors
    /// If it takes more work than [`Limits::string`].
    pub fn tree<'g, 'i>(
        &self,
        grammar: &'g Grammar,
        input: &'i [u8],
    ) -> Result<Option<Tree<'g, 'i>>, Exceeded> {
        let nodes = self.read(input, |reader, known| {
            let is_whole = reader.chart.end() == input.len();
            is_whole.then(|| reader.nodes(&self.layouts, known)).transpose()
        })??;
        let tree = nodes.flatten().and_then(|nodes| Tree::from_nodes(grammar, input, nodes));
        Ok(match self.calls {
            CallPolicy::Recursive => tree,
            // Lists are flat, as in every tree.
            CallPolicy::All => tree.map(|tree| crate::derivation::flatten_lists(&tree)),
        })
    }

    /// Why the input is not in the language; `None` if it is.
    ///
    /// # Errors
    /// If it takes more work than [`Limits::string`].
    pub fn failure(&self, input: &[u8]) -> Result<Option<Failure>, Exceeded> {
        self.read(input, |reader, _| reader.failure(self.start))
    }

    fn read_within<T>(
        &self,
        input: &[u8],
        work: &mut Work,
        ask: impl FnOnce(&ChartReader<'_>) -> T,
    ) -> Result<T, Exceeded> {
        let mut own = Work::of(work.left().min(self.limits.string), &self.limits);
        let answer = self.read_with(input, &mut own, |reader, _| ask(reader));
        work.spend(own.spent())?;
        answer
    }

    fn read<T>(
        &self,
        input: &[u8],
        ask: impl FnOnce(&ChartReader<'_>, &mut Vec<Option<CallLayoutCache>>) -> T,
    ) -> Result<T, Exceeded> {
        self.read_with(input, &mut Work::for_string(&self.limits), ask)
    }

    fn read_with<T>(
        &self,
        input: &[u8],
        work: &mut Work,
        ask: impl FnOnce(&ChartReader<'_>, &mut Vec<Option<CallLayoutCache>>) -> T,
    ) -> Result<T, Exceeded> {
        let mut known = self.take();
        let chart = EarleyChart::from_input(&self.networks, &mut known.states, input, work);
        let RecogniserCache { states, layouts } = &mut known;
        let answer = chart.map(|chart| {
            ask(&ChartReader::new(&self.networks, states, &chart, input, work), layouts)
        });
        if known.states.size() <= MOST_KEPT {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(known);
        }
        answer
    }

    fn take(&self) -> RecogniserCache {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| RecogniserCache {
            states: NetworkStates::new(&self.networks),
            layouts: self.networks.all.iter().map(|_| None).collect(),
        })
    }
}

/// Recognisers for all productions of a grammar.
///
/// ```
/// use urlbnf_bnf::earley::GrammarRecogniser;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "pairs = \"(\" [ pairs ] \")\"\n";
/// let grammar = Grammar::read("pairs.abnf", text, Reading::Printed)?;
/// let mut earley = GrammarRecogniser::new(&grammar);
/// assert_eq!(earley.derives(grammar.start(), b"(((())))"), Ok(true));
/// assert_eq!(earley.derives(grammar.start(), b"(((()))"), Ok(false));
/// assert_eq!(earley.begins(grammar.start(), b"(((()))"), Ok(true));
/// assert_eq!(earley.begins(grammar.start(), b"())"), Ok(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrammarRecogniser<'g> {
    grammar: &'g Grammar,
    recognisers: HashMap<ProductionId, EarleyRecogniser>,
}

impl<'g> GrammarRecogniser<'g> {
    /// The recognisers of a grammar. Each is built when a string needs it.
    pub fn new(grammar: &'g Grammar) -> GrammarRecogniser<'g> {
        GrammarRecogniser { grammar, recognisers: HashMap::new() }
    }

    /// Whether a production derives the input.
    ///
    /// # Errors
    /// If that exceeds the limits of the grammar.
    pub fn derives(&mut self, start: ProductionId, input: &[u8]) -> Result<bool, Exceeded> {
        self.recogniser(start)?.derives(input)
    }

    /// Whether a production derives a string that begins with the input.
    ///
    /// # Errors
    /// If that exceeds the limits of the grammar.
    pub fn begins(&mut self, start: ProductionId, input: &[u8]) -> Result<bool, Exceeded> {
        self.recogniser(start)?.begins(input)
    }

    fn recogniser(&mut self, start: ProductionId) -> Result<&EarleyRecogniser, Exceeded> {
        match self.recognisers.entry(start) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                match EarleyRecogniser::new(self.grammar, &LanguageSpec::from_production(start)) {
                    Ok(recogniser) => Ok(place.insert(recogniser)),
                    Err(AutomatonError::TooLarge(_, exceeded)) => Err(exceeded),
                    // Does not occur: middle recursion always goes through a call.
                    Err(AutomatonError::Cycle(..)) => {
                        Err(Exceeded { limit: urlbnf_language::Limit::Depth, most: 0 })
                    }
                }
            }
        }
    }
}
