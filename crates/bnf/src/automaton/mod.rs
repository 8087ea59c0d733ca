//! Productions as finite automata.
//!
//! A grammar is regular if each production names itself only at its right end, only at its left
//! end, or in a pure closure. The printed grammars of URLs are. So a production can be unrolled
//! into a position automaton (Glushkov's). Its positions are the places of the printed text that
//! take a byte, each with the chain of productions that leads to it. The furthest failure of a
//! parser is one such place; the automaton gives *all* the places where a string could have
//! continued.

mod build;
mod dfa;
mod graph;
mod nesting;
mod nesting_limit;
mod recursion;
mod literal_suffix;
mod variants;
mod run;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use crate::grammar::{CharacterSet, Grammar, ProductionId, Span};
pub(crate) use build::LayoutKind;

pub(crate) use graph::{
    EdgeSearch, FrameEvent, ThompsonGraph, ThompsonNode, ThompsonNodeId, VisitedNodes,
};
pub use literal_suffix::LiteralSuffix;
pub use nesting_limit::{NestingLimit, enclosed};
pub(crate) use nesting_limit::{enclosing, nesting_productions};
pub(crate) use recursion::{RecursionAnalysis, has_closure};
pub use run::{AutomatonRun, RunConfiguration, UnfinishedProduction, WaitingPosition};
#[cfg(counted_work)]
pub use urlbnf_language::COUNTED_WORK;
pub use urlbnf_language::{
    ByteClasses, Census, Classifier, ContainmentOrder, DEAD, Dfa, Exceeded, IsOutOfWork,
    LanguageExtent, Limit, Limits, Nfa, PLAINEST_FIRST, Relation, Reserve, Work, shortest,
};

/// The language of a production as a position automaton.
#[derive(Debug, PartialEq, Eq)]
pub struct Automaton {
    positions: Vec<Position>,
    /// By position: the edges to the positions that may follow, preferred first.
    follow: Vec<Vec<PositionEdge>>,
    /// By position: whether the string may end after it.
    last: Vec<bool>,
    first: Vec<PositionEdge>,
    accepts_empty: bool,
    frames: Vec<ProductionFrame>,
    depth: usize,
    /// Whether it takes characters that are several bytes long.
    has_characters: bool,
    /// The bytes that can occur in a string of the language.
    used: CharacterSet,
}

/// A place of the printed grammar that takes a byte, in one of the contexts in which it can
/// occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The bytes that it takes.
    pub characters: CharacterSet,
    /// What a reader would say is expected here.
    pub symbol: PositionSymbol,
    /// The place in the printed grammar.
    pub place: Span,
    /// Whether it is inside an escape, after the `%`.
    pub in_escape: bool,
    /// Whether it takes the second or a later byte of a character.
    pub in_character: bool,
    /// The production that it takes as a whole, in an automaton over children.
    pub(crate) child: Option<ProductionId>,
    pub(crate) frame: usize,
}

/// What is expected at a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PositionSymbol {
    /// The rest of a literal.
    Literal(LiteralSuffix),
    /// A production that is a unit, or, in an automaton over children, any production.
    Production(ProductionId),
    /// A value given by its number, as it is printed.
    Value,
}

/// An edge to a position.
///
/// An edge may leave productions and enter others. With `url = scheme ":" path` and `path = segment`, a
/// position in `segment` is inside the chain `url`, `path`, `segment`. An edge to it from the `:` enters
/// `path` and `segment` and stays in `url`: its target depth is 3, and its common depth is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PositionEdge {
    target: u32,
    /// How many productions the target's chain has.
    target_depth: u32,
    /// How many of these, from the start, were already open before the edge and stay open.
    common_depth: u32,
    /// How many productions of the chain start no later than the last of those. In left recursion this is
    /// more than `common_depth`, because a production and the first one inside it start together.
    shared_start_depth: u32,
}

/// A production in one chain of productions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProductionFrame {
    pub production: ProductionId,
    pub parent: Option<usize>,
    depth: usize,
    /// Where its parent's text names it.
    pub named_at: usize,
    /// The number in post-order: children before their parents.
    post_order: usize,
    /// Whether its right recursion is not flattened: it is also a closure, and a flat list of
    /// parts would not tell the two apart.
    pub apart: bool,
}

/// The reason that a grammar has no position automaton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AutomatonError {
    /// The production names itself, directly or through others, and not always at the same end.
    /// Whether such a grammar is regular is undecidable in general.
    #[error("a production recurs, and not at one end alone")]
    Cycle(Arc<[ProductionId]>, Span),
    /// What was asked of the production takes more than the limits allow.
    #[error("a production is too large to be decided: it needs {1}")]
    TooLarge(ProductionId, #[source] Exceeded),
}

impl IsOutOfWork for AutomatonError {
    fn is_out_of_work(&self) -> bool {
        matches!(self, AutomatonError::TooLarge(_, exceeded) if exceeded.is_out_of_work())
    }
}

impl AutomatonError {
    /// The error in words, with the names of its grammar.
    pub fn message(&self, grammar: &Grammar) -> String {
        match self {
            AutomatonError::Cycle(cycle, _) => {
                let names: Vec<&str> = grammar.names(cycle);
                let cycle = names.join(" > ");
                format!(
                    "{cycle} recurs, and neither at the left end alone nor at the right end alone: whether it is regular cannot be decided here"
                )
            }
            AutomatonError::TooLarge(id, exceeded) => {
                format!("`{}` is too large to be decided: it needs {exceeded}", grammar.name(*id))
            }
        }
    }
}

/// A set of strings: those of a production, with some productions left undefined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageSpec<'a> {
    /// The production.
    pub start: ProductionId,
    /// The productions that count as undefined.
    pub without: &'a [ProductionId],
}

impl<'a> LanguageSpec<'a> {
    /// All strings of a production.
    pub fn from_production(start: ProductionId) -> Self {
        LanguageSpec { start, without: &[] }
    }
}

/// The productions that `start` needs and that enclose themselves with something on both sides,
/// in printed order: a minimal set that meets every such cycle. In a [nested](Grammar::nested)
/// grammar their nesting is counted.
pub fn seeds(grammar: &Grammar, start: ProductionId) -> Vec<ProductionId> {
    grammar.recursion().seeds().needed_by(start)
}

/// By production: where it, or one that it needs, recurs in its middle.
pub fn cycles(grammar: &Grammar) -> HashMap<ProductionId, AutomatonError> {
    let found = recursion::RecursionAnalysis::of_each(grammar);
    found
        .into_iter()
        .map(|(id, middle)| (id, AutomatonError::Cycle(middle.cycle, middle.place)))
        .collect()
}

/// Where a production, or one that it needs, recurs in its middle.
pub fn cycle(grammar: &Grammar, start: ProductionId) -> Option<AutomatonError> {
    let recursion =
        recursion::RecursionAnalysis::anywhere(grammar, &LanguageSpec::from_production(start));
    recursion
        .elsewhere()
        .map(|middle| AutomatonError::Cycle(Arc::clone(&middle.cycle), middle.place))
}

impl Automaton {
    /// The automaton of the empty language.
    pub fn none() -> Automaton {
        Automaton {
            positions: Vec::new(),
            follow: Vec::new(),
            last: Vec::new(),
            first: Vec::new(),
            accepts_empty: false,
            frames: Vec::new(),
            depth: 0,
            has_characters: false,
            used: CharacterSet::default(),
        }
    }

    /// Unrolls a language of the grammar, with the work of one question.
    ///
    /// # Errors
    /// If the grammar recurs in the middle, or is too large.
    pub fn new(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
    ) -> Result<Automaton, AutomatonError> {
        Automaton::within(grammar, language, &mut grammar.work())
    }

    /// Unrolls a language of the grammar.
    ///
    /// # Errors
    /// If the grammar recurs in the middle, or is too large.
    pub fn within(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        work: &mut Work,
    ) -> Result<Automaton, AutomatonError> {
        Automaton::laid_out(grammar, language, LayoutKind::Positions, work)
    }

    /// The automaton of a production over bytes and calls of some productions, and the graph
    /// from which its trees are written.
    pub(crate) fn calling(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        called: &HashSet<ProductionId>,
        work: &mut Work,
    ) -> Result<(Automaton, ThompsonGraph), AutomatonError> {
        let builder = build::ThompsonBuilder::new(grammar, language, LayoutKind::Calls, work);
        let graph = builder.calling(called);
        let both = graph.and_then(|graph| Ok((graph.to_automaton(work)?, graph)));
        both.map_err(|exceeded| AutomatonError::TooLarge(language.start, exceeded))
    }

    /// The automaton of a layout.
    pub(crate) fn laid_out(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        layout: LayoutKind,
        work: &mut Work,
    ) -> Result<Automaton, AutomatonError> {
        let graph = Automaton::graph(grammar, language, layout, work)?;
        let automaton = graph.automaton(work);
        let automaton =
            automaton.map_err(|exceeded| AutomatonError::TooLarge(language.start, exceeded))?;
        let has_characters = grammar.listing().code_points && !automaton.is_ascii();
        Ok(Automaton { has_characters, ..automaton })
    }

    /// The layout of a language: each step of a derivation is a node in it.
    pub(crate) fn graph(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        layout: LayoutKind,
        work: &mut Work,
    ) -> Result<ThompsonGraph, AutomatonError> {
        build::ThompsonBuilder::new(grammar, language, layout, work).graph()
    }

    /// Whether the language has no strings.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && !self.accepts_empty
    }

    /// Whether the string is in the language.
    pub fn accepts(&self, input: &[u8]) -> bool {
        let mut run = AutomatonRun::new(self);
        input.iter().all(|&byte| run.step(byte)) && run.may_end()
    }

    /// The position with a number.
    pub fn position(&self, number: usize) -> &Position {
        &self.positions[number]
    }

    /// The production of a position.
    pub fn production(&self, position: usize) -> ProductionId {
        self.frames[self.positions[position].frame].production
    }

    /// The productions from the start to the production of a position.
    pub fn chain(&self, position: usize) -> Vec<ProductionId> {
        let mut frame = Some(self.positions[position].frame);
        let depth = frame.map_or(0, |index| self.frames[index].depth);
        let mut chain = Vec::with_capacity(depth + 1);
        while let Some(index) = frame {
            chain.push(self.frames[index].production);
            frame = self.frames[index].parent;
        }
        chain.reverse();
        chain
    }

    /// A number for the chain of a position: equal for equal chains, and smaller for a
    /// production than for the production that names it.
    pub fn chain_order(&self, position: usize) -> usize {
        self.frames[self.positions[position].frame].post_order
    }

    /// The places where the productions of a position's chain are named, from the start down.
    pub(crate) fn chain_places(&self, position: usize) -> Vec<usize> {
        let mut places = Vec::new();
        let mut frame = Some(self.positions[position].frame);
        while let Some(index) = frame {
            places.push(self.frames[index].named_at);
            frame = self.frames[index].parent;
        }
        places.reverse();
        places
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The first positions, preferred first, and whether the string may be empty.
    pub(crate) fn beginning(&self) -> (impl Iterator<Item = usize> + '_, bool) {
        (self.first.iter().map(|edge| edge.target as usize), self.accepts_empty)
    }

    /// The positions that may follow a position, preferred first.
    pub(crate) fn after(
        &self,
        position: usize,
    ) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.follow[position].iter().map(|edge| edge.target as usize)
    }

    /// Whether `to` may follow `from`.
    pub(crate) fn leads(&self, from: usize, to: usize) -> bool {
        self.follow[from].iter().any(|edge| edge.target as usize == to)
    }

    /// Whether a string may end after a position.
    pub(crate) fn may_end_after(&self, position: usize) -> bool {
        self.last[position]
    }

    /// Whether the start production is entered again between two positions.
    pub(crate) fn reenters(&self, from: usize, to: usize) -> bool {
        self.follow[from].iter().any(|edge| edge.target as usize == to && edge.common_depth == 0)
    }

    /// The bytes that each position takes, by position.
    pub fn character_sets(&self) -> impl Iterator<Item = CharacterSet> + '_ {
        self.positions.iter().map(|position| position.characters)
    }

    /// Whether some reachable position takes a byte.
    pub fn uses(&self, byte: u8) -> bool {
        self.used.contains(byte)
    }

    /// The bytes that some position takes to which an edge leads.
    fn taken(&self) -> CharacterSet {
        let edges = self.first.iter().chain(self.follow.iter().flatten());
        let sets = edges.map(|edge| self.positions[edge.target as usize].characters);
        sets.fold(CharacterSet::default(), CharacterSet::union)
    }

    /// The edges to the positions that may follow a position and take a byte.
    fn edges_with(&self, position: usize, byte: u8) -> impl Iterator<Item = &PositionEdge> {
        let takes = move |edge: &&PositionEdge| {
            self.positions[edge.target as usize].characters.contains(byte)
        };
        self.follow[position].iter().filter(takes)
    }

    /// Whether all bytes that it takes are ASCII.
    pub fn is_ascii(&self) -> bool {
        self.used.is_ascii()
    }

    /// Whether the grammar is one of code points and some position takes a byte that is not
    /// ASCII. A failure is then at a whole character.
    pub fn has_characters(&self) -> bool {
        self.has_characters
    }

    /// The reachable positions that take a byte, in ascending order.
    pub fn takers(&self, byte: u8) -> Vec<usize> {
        let edges = self.first.iter().chain(self.follow.iter().flatten());
        let targets = edges.map(|edge| edge.target as usize);
        let mut takers: Vec<usize> = targets
            .filter(|&position| self.positions[position].characters.contains(byte))
            .collect();
        takers.sort_unstable();
        takers.dedup();
        takers
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions in {} chains", self.positions.len(), self.frames.len())
    }
}
