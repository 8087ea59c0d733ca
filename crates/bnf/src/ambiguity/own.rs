//! Whether the text of a production is ambiguous by itself.
//!
//! A production that names an ambiguous one is ambiguous too. That hides whether its own text
//! is: whether a string can be divided in two ways among the names of the text. So each name is
//! taken here as a language in which each string has one derivation, and only the names of the
//! text itself are marked.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{ByteClasses, CharacterSet, DEAD, Dfa, DfaWithDistances, Exceeded, Work};

use super::marked::{DerivationMark, FAR, MarkedDfa, MarkedNfa, distances};
use super::search::{MarkedSymbol, two_derivations};
use crate::automaton::{Automaton, Position, ThompsonGraph, ThompsonNode, ThompsonNodeId};
use crate::grammar::{Grammar, ProductionId};

/// A shortest string that the text of a production divides in two ways among its names, however
/// these derive their parts; `None` if there is none. `language` returns the language of a name.
/// A name without one is taken to derive no string.
///
/// ```
/// use urlbnf_bnf::ambiguity::own_ambiguity;
/// use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "name = word word\nword = *ALPHA\n";
/// let grammar = Grammar::read("name.abnf", text, Reading::Printed)?;
/// let word = grammar.find("word").unwrap();
/// let word = Automaton::new(&grammar, &LanguageSpec::from_production(word))?.determinise(&mut grammar.work())?;
/// let found = own_ambiguity(&grammar, grammar.start(), |_| Some(&word), &mut grammar.work())?;
/// assert_eq!(found.as_deref(), Some(&b"A"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it takes more than the limits allow.
pub fn own_ambiguity<'d>(
    grammar: &Grammar,
    id: ProductionId,
    language: impl Fn(ProductionId) -> Option<&'d Dfa>,
    work: &mut Work,
) -> Result<Option<Vec<u8>>, Exceeded> {
    Ok(own_derivations(grammar, id, language, work)?.map(|(string, _)| string))
}

/// Like [`own_ambiguity`], and also whether some character is in different names.
pub(crate) fn own_derivations<'d>(
    grammar: &Grammar,
    id: ProductionId,
    language: impl Fn(ProductionId) -> Option<&'d Dfa>,
    work: &mut Work,
) -> Result<Option<(Vec<u8>, bool)>, Exceeded> {
    if grammar.derives_nothing(id) {
        return Ok(None);
    }
    let graph = Automaton::own_text(grammar, id, work)?;
    let named = graph.positions.iter().filter_map(|position| position.child);
    let mut languages = HashMap::new();
    for name in named {
        if let Some(language) = language(name).filter(|_| !languages.contains_key(&name)) {
            work.ticks(language.size())?;
            work.grow::<u32>(language.size())?;
            languages.insert(name, DfaWithDistances::new(language.clone()));
        }
    }
    let bytes = |position: &Position| match position.child {
        Some(name) => languages.get(&name).map_or(FAR, |it| it.distance(it.dfa().start())),
        None if position.characters.is_empty() => FAR,
        None => 1,
    };
    let distances = distances(&graph, bytes, work)?;
    let own = BodyNfa { graph: &graph, languages, distances };
    let classes = own.classes();
    let mut annotated = MarkedDfa::from_nfa(own, &graph, classes, work)?;
    two_derivations(&mut annotated, work, |_, [one, two]| Some(readers(&one) != readers(&two)))
}

/// By byte: the name that it is in, or `None` for a byte of the text itself.
fn readers(written: &[MarkedSymbol]) -> Vec<Option<ProductionId>> {
    let (mut reader, mut readers) = (None, Vec::new());
    for step in written {
        match step {
            MarkedSymbol::Mark(DerivationMark::Enter(name)) => reader = Some(*name),
            MarkedSymbol::Mark(_) => reader = None,
            MarkedSymbol::Byte => readers.push(reader),
        }
    }
    readers
}

/// A node of the production's text; or, within one of its names, a state of the automaton of the
/// named production and the node after the name. The numbers are `u32` because a search keeps
/// millions of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum BodyNfaState {
    At(u32),
    Within { name: ProductionId, state: u32, next: u32 },
}

struct BodyNfa<'d> {
    graph: &'d ThompsonGraph,
    languages: HashMap<ProductionId, DfaWithDistances>,
    /// By node: the length in bytes of the shortest accepted continuation, or [`FAR`].
    distances: Vec<usize>,
}

impl BodyNfa<'_> {
    /// The classes of bytes that neither the text nor the languages of its names distinguish.
    fn classes(&self) -> ByteClasses {
        let sets = self.graph.positions.iter().map(|position| position.characters);
        let sets: BTreeSet<CharacterSet> = sets.collect();
        ByteClasses::from_signature(|byte| {
            let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            // The iteration order of an unchanged map is stable.
            let named = self.languages.values().map(|it| it.dfa().classes()[usize::from(byte)]);
            let named: Vec<u8> = named.collect();
            (taken, named)
        })
    }

    /// The position of a node, and the node after it.
    fn position(&self, node: u32) -> Option<(&Position, ThompsonNodeId)> {
        match self.graph.nodes[node as usize] {
            ThompsonNode::Position { index, next } => Some((&self.graph.positions[index], next)),
            _ => None,
        }
    }
}

impl MarkedNfa for BodyNfa<'_> {
    type Item = BodyNfaState;

    fn at(node: ThompsonNodeId) -> BodyNfaState {
        BodyNfaState::At(node as u32)
    }

    fn epsilon_targets(&self, item: BodyNfaState) -> Option<(ThompsonNodeId, &[ThompsonNodeId])> {
        let BodyNfaState::At(node) = item else { return None };
        match &self.graph.nodes[node as usize] {
            ThompsonNode::Position { .. } | ThompsonNode::Accept => None,
            // The production itself begins and ends; it is not marked.
            other => Some((node as ThompsonNodeId, other.epsilon_targets())),
        }
    }

    fn accepts(&self, item: BodyNfaState) -> bool {
        matches!(item, BodyNfaState::At(node) if matches!(self.graph.nodes[node as usize], ThompsonNode::Accept))
    }

    fn marks(&self, item: BodyNfaState) -> Vec<(DerivationMark, BodyNfaState)> {
        let mark = match item {
            BodyNfaState::At(node) => self.position(node).and_then(|(position, next)| {
                let name = position.child?;
                let state = self.languages.get(&name)?.dfa().start() as u32;
                Some((
                    DerivationMark::Enter(name),
                    BodyNfaState::Within { name, state, next: next as u32 },
                ))
            }),
            BodyNfaState::Within { name, state, next } => {
                let ends = self
                    .languages
                    .get(&name)
                    .is_some_and(|it| it.dfa().is_accepting(state as usize));
                ends.then_some((DerivationMark::Leave, BodyNfaState::At(next)))
            }
        };
        mark.into_iter().collect()
    }

    fn distance(&self, item: BodyNfaState) -> usize {
        match item {
            BodyNfaState::At(node) => self.distances[node as usize],
            BodyNfaState::Within { name, state, next } => {
                let within =
                    self.languages.get(&name).map_or(FAR, |it| it.distance(state as usize));
                within.saturating_add(self.distances[next as usize])
            }
        }
    }

    fn take(&self, item: BodyNfaState, byte: u8) -> Option<BodyNfaState> {
        match item {
            BodyNfaState::At(node) => {
                let (position, next) = self.position(node)?;
                position.characters.contains(byte).then(|| Self::at(next))
            }
            BodyNfaState::Within { name, state, next } => {
                let state = self.languages.get(&name)?.dfa().step(state as usize, byte);
                (state != DEAD).then_some(BodyNfaState::Within { name, state: state as u32, next })
            }
        }
    }
}
