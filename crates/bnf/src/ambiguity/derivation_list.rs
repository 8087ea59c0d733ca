//! Every derivation of one string.
//!
//! Each derivation is a path through the marked strings (see [`marked`](super::marked)). First the
//! configurations from which the rest of the string can be taken are computed, from the end of the
//! string. Then the paths are followed in order, and none is a dead end.

use std::collections::{HashMap, HashSet};

use urlbnf_language::{Exceeded, Work};

use super::closures::TreeGroupings;
use super::cyclic::CyclicProductions;
use super::marked::{DerivationMark, MarkedDfa, MarkedSymbol, START};
use super::marked_tree::nodes;
use crate::automaton::{Automaton, AutomatonError, LanguageSpec, LayoutKind, enclosing};
use crate::derivation::{NotDerived, as_shown, complete};
use crate::grammar::ProductionId;
use crate::tree::Tree;

/// The most derivations that are looked at. If the characters derive from two classes each, most
/// derivations differ in nothing else.
const MOST_PATHS: usize = 10_000;
/// The most pairs of offset and state that are visited: enough for some thousands of characters.
const MOST_PLACES: usize = 1_000_000;

/// The derivations of a string, up to the number requested.
#[derive(Debug, Clone)]
pub struct DerivationList<'g, 'i> {
    /// The derivations, the parser's own first.
    pub trees: Vec<Tree<'g, 'i>>,
    /// Whether there are more, or may be.
    pub more: bool,
    /// The production because of which there are infinitely many derivations, if there are.
    /// `trees` then has only the parser's own.
    pub endless: Option<ProductionId>,
}

/// Why the derivations of a string cannot be enumerated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnumerationError {
    /// The grammar is not regular.
    #[error(transparent)]
    NotRegular(AutomatonError),
    /// The tree is not a derivation.
    #[error(transparent)]
    NotDerived(NotDerived),
    /// The string is too long for the search.
    #[error("the string is too long to look for all of its derivations")]
    TooLong,
}

impl From<AutomatonError> for EnumerationError {
    fn from(error: AutomatonError) -> Self {
        EnumerationError::NotRegular(error)
    }
}

impl From<NotDerived> for EnumerationError {
    fn from(error: NotDerived) -> Self {
        EnumerationError::NotDerived(error)
    }
}

/// The derivations of a tree's input from the production of its root: the tree itself, then
/// others, at most `limit` in all. If `full`, deriving a character from another class makes
/// another derivation. If not, derivations are compared and given as the parser's trees show
/// them.
///
/// # Errors
/// If the tree is not a derivation, or its derivations take more than the limits allow.
pub fn every<'g, 'i>(
    tree: &Tree<'g, 'i>,
    full: bool,
    limit: usize,
) -> Result<DerivationList<'g, 'i>, EnumerationError> {
    // The parser shows some units: a gtype is one character, but a node of its own.
    let units: HashSet<ProductionId> = tree.nodes().map(|node| node.production()).collect();
    let start = tree.root().production();
    let enclosing = enclosing(tree.grammar, start);
    let shown = |tree: &Tree<'g, 'i>| match full {
        true => tree.clone(),
        false => as_shown(tree, &units, &enclosing),
    };
    let whole = complete(tree)?;
    let own = if full || !enclosing.is_empty() { shown(&whole) } else { tree.clone() };
    let mut found = DerivationList { trees: vec![own], more: false, endless: None };
    let mut work = tree.grammar.work();
    let graph = Automaton::graph(
        tree.grammar,
        &LanguageSpec::from_production(start),
        LayoutKind::Parts,
        &mut work,
    )?;
    let too_large = |exceeded| AutomatonError::TooLarge(start, exceeded);
    let annotated = MarkedDfa::new(tree.grammar, &graph, &mut work).map_err(too_large)?;
    let paths = MarkedPaths::new(annotated, tree.input, full, &mut work).map_err(too_large)?;
    let mut paths = paths.ok_or(EnumerationError::TooLong)?;
    let cyclic = CyclicProductions::reached_from(tree.grammar, &[start]);
    let itself = whole.nodes().map(|node| node.production()).find(|&id| cyclic.is(id));
    found.endless = itself.or_else(|| paths.endless());
    found.more = found.endless.is_some();
    // Each path is at least as long as the string.
    let mut shapes: Option<TreeGroupings> = None;
    for _ in 0..MOST_PATHS {
        if found.more {
            return Ok(found);
        }
        let next = match shapes.as_mut().and_then(Iterator::next) {
            Some(nodes) => nodes,
            None => {
                let Some(written) = paths.next() else { return Ok(found) };
                if work.ticks(written.len()).is_err() {
                    found.more = true;
                    return Ok(found);
                }
                let nodes = nodes(tree.grammar, tree.input, &written);
                let Some(first) =
                    shapes.insert(TreeGroupings::from_nodes(tree.grammar, nodes)).next()
                else {
                    continue;
                };
                first
            }
        };
        if work.ticks(next.len()).is_err() {
            found.more = true;
            return Ok(found);
        }
        let next = shown(&Tree { grammar: tree.grammar, input: tree.input, nodes: next });
        if !found.trees.contains(&next) {
            if found.trees.len() >= limit {
                found.more = true;
            } else {
                found.trees.push(next);
            }
        }
    }
    found.more = shapes.and_then(|mut it| it.next()).is_some() || paths.next().is_some();
    Ok(found)
}

/// A configuration of a path: the number of bytes taken, and the state.
type PathConfiguration = (usize, usize);

/// The paths through the marked strings that have the bytes of one string.
struct MarkedPaths<'a> {
    annotated: MarkedDfa<'a>,
    input: &'a [u8],
    /// Whether another class for the same character is another path.
    full: bool,
    /// The configurations from which the rest of the string can be taken.
    alive: HashSet<PathConfiguration>,
    /// The current path: its configurations, each with the steps still to be tried.
    marked_path: Vec<(PathConfiguration, Vec<(MarkedSymbol, PathConfiguration)>)>,
    /// The configurations of the current path.
    on_path: HashSet<PathConfiguration>,
    written: Vec<MarkedSymbol>,
}

impl<'a> MarkedPaths<'a> {
    /// `None` if the string is too long.
    fn new(
        annotated: MarkedDfa<'a>,
        input: &'a [u8],
        full: bool,
        work: &mut Work,
    ) -> Result<Option<Self>, Exceeded> {
        let mut paths = MarkedPaths {
            annotated,
            input,
            full,
            alive: HashSet::new(),
            marked_path: Vec::new(),
            on_path: HashSet::new(),
            written: Vec::new(),
        };
        let mut before: HashMap<PathConfiguration, Vec<PathConfiguration>> = HashMap::new();
        let mut pending = vec![(0, START)];
        let mut seen: HashSet<PathConfiguration> = HashSet::from([pending[0]]);
        let mut ends: Vec<PathConfiguration> = Vec::new();
        while let Some(at) = pending.pop() {
            if seen.len() > MOST_PLACES {
                return Ok(None);
            }
            paths.annotated.compute_marks(at.1, work)?;
            paths.annotated.compute_bytes(at.1, work)?;
            if paths.ends(at) {
                ends.push(at);
            }
            for (_, next) in paths.steps(at) {
                before.entry(next).or_default().push(at);
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        while let Some(at) = ends.pop() {
            if paths.alive.insert(at) {
                ends.extend(before.get(&at).into_iter().flatten());
            }
        }
        if paths.alive.contains(&(0, START)) {
            paths.enter((0, START));
        }
        Ok(Some(paths))
    }

    fn ends(&self, (offset, state): PathConfiguration) -> bool {
        offset == self.input.len() && self.annotated.is_accepting(state)
    }

    /// The steps that are possible from a configuration, in order.
    fn steps(&self, (offset, state): PathConfiguration) -> Vec<(MarkedSymbol, PathConfiguration)> {
        let byte = self.input.get(offset).map(|&byte| self.annotated.classes.class(byte));
        let byte = byte.and_then(|class| self.annotated.step(state, class));
        let other_class =
            |mark: &DerivationMark| matches!(mark, DerivationMark::Unit(_, number) if *number > 0);
        let marks =
            self.annotated.marks(state).iter().filter(|(mark, _)| self.full || !other_class(mark));
        let byte = byte.map(|next| (MarkedSymbol::Byte, (offset + 1, next)));
        marks
            .map(|&(mark, next)| (MarkedSymbol::Mark(mark), (offset, next as usize)))
            .chain(byte)
            .collect()
    }

    /// The first production that can occur any number of times on a path to the end.
    fn endless(&self) -> Option<ProductionId> {
        let endless = self.annotated.endless();
        let endless = |at: &PathConfiguration| endless[at.1].map(|id| (*at, id));
        self.alive.iter().filter_map(endless).min().map(|(_, id)| id)
    }

    fn enter(&mut self, at: PathConfiguration) {
        let mut steps = self.steps(at);
        // A path visits no configuration twice. After a byte it cannot, since the offset differs.
        self.on_path.insert(at);
        steps.retain(|(_, next)| self.alive.contains(next) && !self.on_path.contains(next));
        steps.reverse();
        self.marked_path.push((at, steps));
    }
}

impl Iterator for MarkedPaths<'_> {
    type Item = Vec<MarkedSymbol>;

    fn next(&mut self) -> Option<Vec<MarkedSymbol>> {
        while let Some((at, left)) = self.marked_path.last_mut() {
            let Some((step, next)) = left.pop() else {
                self.on_path.remove(at);
                self.marked_path.pop();
                self.written.pop();
                continue;
            };
            self.written.push(step);
            self.enter(next);
            if self.ends(next) {
                return Some(self.written.clone());
            }
        }
        None
    }
}
