//! Productions as finite automata.
//!
//! The grammars of the five documents are regular: a production names itself
//! only at its right end, or as a pure closure. (Left recursion is regular too.) So a production can be unrolled
//! into a position automaton (Glushkov's): its states are the places of the
//! printed text that wait for a byte, and each knows the chain of productions
//! in which it stands. That is what a parser's furthest failure cannot tell:
//! *all* the places at which a string could have gone on, from the page itself.

mod build;
mod determinise;
mod graph;
mod limit;
mod nesting;
mod recursion;
mod rest;
mod text;
mod variants;
mod walk;

use std::collections::HashSet;
use std::fmt;

use crate::grammar::{CharacterSet, Grammar, Place, ProductionId};
pub(crate) use build::Layout;

pub(crate) use graph::{Graph, Node, NodeId};
pub use limit::{NestingLimit, enclosed};
pub(crate) use limit::{enclosing, nesting_productions};
pub(crate) use recursion::Closure;
pub use rest::Rest;
pub(crate) use text::{TextNode, Texts};
pub use urlbnf_language::{
    Budget, ByteClasses, Census, Containment, DEAD, Dfa, Exceeded, Extent, Limit, Limits, Meter,
    Nfa, PLAINEST_FIRST, Relation, shortest,
};
pub use walk::{Stance, Thread, Unfinished, Walk};

/// The language of a production, unrolled; by default it has no string.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Automaton {
    positions: Vec<Position>,
    /// What may come after each position, preferred first.
    follow: Vec<Vec<Edge>>,
    /// Whether the string may end after it.
    last: Vec<bool>,
    first: Vec<Edge>,
    accepts_empty: bool,
    frames: Vec<Frame>,
    depth: usize,
    /// What may be taken to decide something of it.
    limits: Limits,
    /// Whether its bytes are those of characters, some of which take several.
    has_characters: bool,
}

/// A place of the printed grammar that waits for a byte, in one of the contexts in which it can
/// occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The bytes that it takes.
    pub characters: CharacterSet,
    /// What a reader would say that it waits for.
    pub symbol: Symbol,
    /// Where that is printed.
    pub place: Place,
    /// Whether it stands inside an escape, after the `%`.
    pub in_escape: bool,
    /// Whether it takes a further byte of a character of several.
    pub in_character: bool,
    /// The production that it takes whole, in an automaton over children.
    pub(crate) child: Option<ProductionId>,
    pub(crate) frame: usize,
}

/// What is expected at a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// What is left of a literal.
    Literal(Rest),
    /// A production that is one unit long, or, over children, any.
    Production(ProductionId),
    /// A value that is written by its number, as it is printed at its place.
    Value,
}

/// A step to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Edge {
    target: u32,
    /// How many productions of the chain, counted from the start, were entered before.
    kept: u32,
    /// How many of the chain began where the last of those did, or before: more than
    /// `kept` where productions begin with each other.
    begun: u32,
}

/// A production, in one chain of productions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The production.
    pub production: ProductionId,
    pub parent: Option<usize>,
    depth: usize,
    /// Where its parent names it.
    pub named_at: usize,
    /// Its number when children are counted before their parents.
    post_order: usize,
    /// Whether what recurs at its right end is not flat: where it is a closure too, its
    /// parts would not say which of the two they are.
    pub apart: bool,
}

/// That a grammar has no position automaton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotRegular {
    /// The production names itself, through the others, and not always at the same end:
    /// whether such a grammar is regular cannot be decided in general.
    #[error("a production recurs, and not at one end alone")]
    Cycle(Vec<ProductionId>, Place),
    /// What was asked of the production takes more than the limits allow.
    #[error("a production is too large to be decided: it needs {1}")]
    TooLarge(ProductionId, #[source] Exceeded),
}

impl NotRegular {
    /// The error in words, with the names of its grammar.
    pub fn message(&self, grammar: &Grammar) -> String {
        match self {
            NotRegular::Cycle(cycle, _) => {
                let names: Vec<&str> = cycle.iter().map(|&id| grammar.name(id)).collect();
                let cycle = names.join(" > ");
                format!(
                    "{cycle} recurs, and neither at the left end alone nor at the right end alone: whether it is regular cannot be decided here"
                )
            }
            NotRegular::TooLarge(id, exceeded) => {
                format!("`{}` is too large to be decided: it needs {exceeded}", grammar.name(*id))
            }
        }
    }
}

/// Which strings: those of a production, less some of its alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language<'a> {
    /// From which production.
    pub start: ProductionId,
    /// Productions that count as undefined.
    pub without: &'a [ProductionId],
}

impl<'a> Language<'a> {
    /// All strings of a production.
    pub fn of(start: ProductionId) -> Self {
        Language { start, without: &[] }
    }
}

/// The productions that a production needs and that enclose themselves, with something on both
/// sides, as few as no such circle leaves out, in printed order: where a grammar is
/// [nested](Grammar::nested), it is counted how deep they are in themselves.
pub fn seeds(grammar: &Grammar, start: ProductionId) -> Vec<ProductionId> {
    let recursion = recursion::Recursion::anywhere(grammar, &Language::of(start));
    recursion.nesting().seeds().to_vec()
}

/// Where a production, or one that it needs, recurs in its middle.
pub fn cycle(grammar: &Grammar, start: ProductionId) -> Option<NotRegular> {
    let recursion = recursion::Recursion::anywhere(grammar, &Language::of(start));
    recursion.elsewhere().map(|it| NotRegular::Cycle(it.cycle.clone(), it.place))
}

impl Automaton {
    /// Unrolls a language of the grammar, within the limits of the grammar.
    ///
    /// # Errors
    ///
    /// If the grammar recurs elsewhere than at one end, or is too large.
    pub fn new(grammar: &Grammar, language: &Language<'_>) -> Result<Automaton, NotRegular> {
        Automaton::within(grammar, language, grammar.limits())
    }

    /// Unrolls a language of the grammar.
    ///
    /// # Errors
    ///
    /// If the grammar recurs elsewhere than at one end, or is too large.
    pub fn within(
        grammar: &Grammar,
        language: &Language<'_>,
        limits: &Limits,
    ) -> Result<Automaton, NotRegular> {
        Automaton::laid_out(grammar, language, Layout::Positions, limits)
    }

    /// The automaton of one production's own text, over bytes and over whole
    /// children: the productions that it names, unless they are units.
    pub(crate) fn over_children(
        grammar: &Grammar,
        id: ProductionId,
        limits: &Limits,
    ) -> Result<Automaton, NotRegular> {
        Automaton::laid_out(grammar, &Language::of(id), Layout::Children, limits)
    }

    /// A production over bytes and over calls of some productions: as an automaton, and as the
    /// graph from which trees are written.
    pub(crate) fn calling(
        grammar: &Grammar,
        language: &Language<'_>,
        called: &HashSet<ProductionId>,
        limits: &Limits,
    ) -> Result<(Automaton, Graph), NotRegular> {
        let graph = || {
            build::Builder::new(grammar, language, Layout::Calls, limits).calling(called).graph()
        };
        let (positions, meter) = graph()?;
        let automaton = positions.automaton(meter);
        let automaton = automaton.map_err(|it| NotRegular::TooLarge(language.start, it))?;
        Ok((automaton, graph()?.0))
    }

    fn laid_out(
        grammar: &Grammar,
        language: &Language<'_>,
        layout: Layout,
        limits: &Limits,
    ) -> Result<Automaton, NotRegular> {
        let (graph, meter) = build::Builder::new(grammar, language, layout, limits).graph()?;
        let automaton = graph.automaton(meter);
        let automaton = automaton.map_err(|it| NotRegular::TooLarge(language.start, it))?;
        let has_characters = grammar.listing().code_points && !automaton.is_ascii();
        Ok(Automaton { has_characters, ..automaton })
    }

    /// The layout of a language: every step of a derivation is a step in it.
    pub(crate) fn graph(
        grammar: &Grammar,
        language: &Language<'_>,
        layout: Layout,
        limits: &Limits,
    ) -> Result<Graph, NotRegular> {
        Ok(build::Builder::new(grammar, language, layout, limits).graph()?.0)
    }

    /// Whether no string at all is in the language.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && !self.accepts_empty
    }

    /// Whether the string is in the language.
    pub fn accepts(&self, input: &[u8]) -> bool {
        let mut walk = Walk::new(self);
        input.iter().all(|&byte| walk.step(byte)) && walk.may_end()
    }

    /// A position by its number.
    pub fn position(&self, number: usize) -> &Position {
        &self.positions[number]
    }

    /// The production in which a position stands.
    pub fn production(&self, position: usize) -> ProductionId {
        self.frames[self.positions[position].frame].production
    }

    /// The productions from the start to the one in which the position stands.
    pub fn chain(&self, position: usize) -> Vec<ProductionId> {
        let mut chain = Vec::new();
        let mut frame = Some(self.positions[position].frame);
        while let Some(index) = frame {
            chain.push(self.frames[index].production);
            frame = self.frames[index].parent;
        }
        chain.reverse();
        chain
    }

    /// A number for the chain of a position: the same for the same chain, and
    /// smaller for a production than for the one that names it.
    pub fn chain_order(&self, position: usize) -> usize {
        self.frames[self.positions[position].frame].post_order
    }

    /// Where the productions of the chain of a position are named, from the start down.
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

    /// How many positions it has.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The positions that come first, preferred first, and whether the string may be empty.
    pub(crate) fn beginning(&self) -> (impl Iterator<Item = usize> + '_, bool) {
        (self.first.iter().map(|edge| edge.target as usize), self.accepts_empty)
    }

    /// The positions that may come after a position, preferred first.
    pub(crate) fn after(&self, position: usize) -> impl Iterator<Item = usize> + '_ {
        self.follow[position].iter().map(|edge| edge.target as usize)
    }

    /// Whether one position can follow another.
    pub(crate) fn leads(&self, from: usize, to: usize) -> bool {
        self.follow[from].iter().any(|edge| edge.target as usize == to)
    }

    /// Whether a string may end after a position.
    pub(crate) fn may_end_after(&self, position: usize) -> bool {
        self.last[position]
    }

    /// Whether the start is entered again between two positions.
    pub(crate) fn reenters(&self, from: usize, to: usize) -> bool {
        self.follow[from].iter().any(|edge| edge.target as usize == to && edge.kept == 0)
    }

    /// The bytes that each position takes.
    pub fn character_sets(&self) -> impl Iterator<Item = CharacterSet> + '_ {
        self.positions.iter().map(|position| position.characters)
    }

    /// Whether a byte can be taken by some position that a string reaches.
    pub fn uses(&self, byte: u8) -> bool {
        let edges = self.first.iter().chain(self.follow.iter().flatten());
        edges.into_iter().any(|edge| self.positions[edge.target as usize].characters.contains(byte))
    }

    /// Whether all that it takes is ASCII.
    pub fn is_ascii(&self) -> bool {
        self.positions.iter().all(|position| position.characters.is_ascii())
    }

    /// Whether it is of a grammar of code points and takes some that are not ASCII: then
    /// what fails is a whole character.
    pub fn has_characters(&self) -> bool {
        self.has_characters
    }

    /// The positions that some string reaches and that take a byte, in their order.
    pub fn takers(&self, byte: u8) -> Vec<usize> {
        let edges = self.first.iter().chain(self.follow.iter().flatten());
        let targets = edges.map(|edge| edge.target as usize);
        let mut takers: Vec<usize> =
            targets.filter(|&it| self.positions[it].characters.contains(byte)).collect();
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
