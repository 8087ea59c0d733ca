//! Whether the text of a production is ambiguous by itself.
//!
//! A production that names an ambiguous one is ambiguous too. That hides whether its own text
//! is: whether a string can be divided in two ways among the names of the text. So each name is
//! taken here as a language in which each string has one derivation, and only the names of the
//! text itself are marked.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{ByteClasses, CharacterSet, DEAD, Dfa, Exceeded, Limits, Measured, Meter};

use super::annotated::{Annotated, FAR, Mark, Marked, distances};
use super::search::{Written, places, two_derivations};
use crate::automaton::{Automaton, Graph, Node, NodeId, Position};
use crate::grammar::{Grammar, ProductionId};

/// A shortest string that the text of a production divides in two ways among its names, however
/// these derive their parts; `None` if there is none. `language` returns the language of a name.
/// A name without one is taken to derive no string.
///
/// ```
/// use urlbnf_bnf::ambiguity::own_ambiguity;
/// use urlbnf_bnf::automaton::{Automaton, Language};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "name = word word\nword = *ALPHA\n";
/// let grammar = Grammar::read("name.abnf", text, Reading::Printed)?;
/// let word = grammar.find("word").unwrap();
/// let word = Automaton::new(&grammar, &Language::of(word))?.determinise()?;
/// let found = own_ambiguity(&grammar, grammar.start(), |_| Some(&word), grammar.limits())?;
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
    limits: &Limits,
) -> Result<Option<Vec<u8>>, Exceeded> {
    Ok(own_derivations(grammar, id, language, limits)?.map(|(string, _)| string))
}

/// Like [`own_ambiguity`], and also whether some character is in different names.
pub(crate) fn own_derivations<'d>(
    grammar: &Grammar,
    id: ProductionId,
    language: impl Fn(ProductionId) -> Option<&'d Dfa>,
    limits: &Limits,
) -> Result<Option<(Vec<u8>, bool)>, Exceeded> {
    if grammar.derives_nothing(id) {
        return Ok(None);
    }
    let graph = Automaton::own_text(grammar, id, limits)?;
    let named = graph.positions.iter().filter_map(|position| position.child);
    let mut meter = Meter::new(&places(limits));
    let mut languages = HashMap::new();
    for name in named {
        if let Some(language) = language(name).filter(|_| !languages.contains_key(&name)) {
            meter.charge(language.size())?;
            languages.insert(name, Measured::new(language.clone()));
        }
    }
    let bytes = |position: &Position| match position.child {
        Some(name) => languages.get(&name).map_or(FAR, |it| it.distance(it.dfa().start())),
        None if position.characters.is_empty() => FAR,
        None => 1,
    };
    let distances = distances(&graph, bytes, &mut meter)?;
    let own = Own { graph: &graph, languages, distances };
    let classes = own.classes();
    let mut annotated = Annotated::of(own, &graph, classes, &mut meter)?;
    two_derivations(&mut annotated, &mut meter, |_, [one, two]| {
        Some(readers(&one) != readers(&two))
    })
}

/// By byte: the name that it is in, or `None` for a byte of the text itself.
fn readers(written: &[Written]) -> Vec<Option<ProductionId>> {
    let (mut reader, mut readers) = (None, Vec::new());
    for step in written {
        match step {
            Written::Mark(Mark::Enter(name)) => reader = Some(*name),
            Written::Mark(_) => reader = None,
            Written::Byte => readers.push(reader),
        }
    }
    readers
}

/// A node of the production's text; or, within one of its names, a state of the automaton of the
/// named production and the node after the name. The numbers are `u32` because a search keeps
/// millions of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Item {
    At(u32),
    Within { name: ProductionId, state: u32, next: u32 },
}

struct Own<'d> {
    graph: &'d Graph,
    languages: HashMap<ProductionId, Measured>,
    /// By node: the length in bytes of the shortest accepted continuation, or [`FAR`].
    distances: Vec<usize>,
}

impl Own<'_> {
    /// The classes of bytes that neither the text nor the languages of its names distinguish.
    fn classes(&self) -> ByteClasses {
        let sets = self.graph.positions.iter().map(|position| position.characters);
        let sets: BTreeSet<CharacterSet> = sets.collect();
        ByteClasses::of(|byte| {
            let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            // The iteration order of an unchanged map is stable.
            let named = self.languages.values().map(|it| it.dfa().classes()[usize::from(byte)]);
            let named: Vec<u8> = named.collect();
            (taken, named)
        })
    }

    /// The position of a node, and the node after it.
    fn position(&self, node: u32) -> Option<(&Position, NodeId)> {
        match self.graph.nodes[node as usize] {
            Node::Position { index, next } => Some((&self.graph.positions[index], next)),
            _ => None,
        }
    }
}

impl Marked for Own<'_> {
    type Item = Item;

    fn at(node: NodeId) -> Item {
        Item::At(node as u32)
    }

    fn epsilon_targets(&self, item: Item) -> Option<(NodeId, &[NodeId])> {
        let Item::At(node) = item else { return None };
        match &self.graph.nodes[node as usize] {
            Node::Position { .. } | Node::Accept => None,
            // The production itself begins and ends; it is not marked.
            other => Some((node as NodeId, other.epsilon_targets())),
        }
    }

    fn accepts(&self, item: Item) -> bool {
        matches!(item, Item::At(node) if matches!(self.graph.nodes[node as usize], Node::Accept))
    }

    fn marks(&self, item: Item) -> Vec<(Mark, Item)> {
        let mark = match item {
            Item::At(node) => self.position(node).and_then(|(position, next)| {
                let name = position.child?;
                let state = self.languages.get(&name)?.dfa().start() as u32;
                Some((Mark::Enter(name), Item::Within { name, state, next: next as u32 }))
            }),
            Item::Within { name, state, next } => {
                let ends = self
                    .languages
                    .get(&name)
                    .is_some_and(|it| it.dfa().is_accepting(state as usize));
                ends.then_some((Mark::Leave, Item::At(next)))
            }
        };
        mark.into_iter().collect()
    }

    fn distance(&self, item: Item) -> usize {
        match item {
            Item::At(node) => self.distances[node as usize],
            Item::Within { name, state, next } => {
                let within =
                    self.languages.get(&name).map_or(FAR, |it| it.distance(state as usize));
                within.saturating_add(self.distances[next as usize])
            }
        }
    }

    fn take(&self, item: Item, byte: u8) -> Option<Item> {
        match item {
            Item::At(node) => {
                let (position, next) = self.position(node)?;
                position.characters.contains(byte).then(|| Self::at(next))
            }
            Item::Within { name, state, next } => {
                let state = self.languages.get(&name)?.dfa().step(state as usize, byte);
                (state != DEAD).then_some(Item::Within { name, state: state as u32, next })
            }
        }
    }
}
