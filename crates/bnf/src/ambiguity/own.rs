//! Whether the text of a production is ambiguous by itself.
//!
//! A production that names an ambiguous one is ambiguous too. That hides whether its own text
//! is: whether a string can be divided in two ways among the names of the text. So each name is
//! taken here as a language in which each string has one derivation, and only the names of the
//! text itself are marked.

use std::collections::{BTreeSet, HashMap};

use urlbnf_language::{ByteClasses, CharacterSet, DEAD, Dfa, Exceeded, Limits, Meter};

use super::annotated::{Annotated, Mark, Marked};
use super::search::{Written, places, two_derivations};
use crate::automaton::{NodeId, TextNode, Texts};
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
    let mut meter = Meter::new(&places(limits));
    let mut own = Own { texts: Texts::of(grammar), languages: HashMap::new() };
    let entry = own.texts.entry(id, &mut meter)?;
    let nodes = own.reached(entry, &mut meter)?;
    for &node in &nodes {
        if let &TextNode::Names(name, _) = own.texts.node(node) {
            own.languages.extend(language(name).map(|it| (name, it)));
        }
    }
    let annotated = Annotated::of(&own, entry, own.classes(&nodes), &mut meter)?;
    two_derivations(&annotated, &mut meter, |_, [one, two]| Some(readers(&one) != readers(&two)))
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

/// A place in the text, or in a string of one of its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Item {
    At(NodeId),
    Within { name: ProductionId, state: usize, next: NodeId },
}

struct Own<'g, 'd> {
    texts: Texts<'g>,
    languages: HashMap<ProductionId, &'d Dfa>,
}

impl Own<'_, '_> {
    /// The nodes that are reached in the text.
    fn reached(&self, entry: NodeId, meter: &mut Meter) -> Result<BTreeSet<NodeId>, Exceeded> {
        let (mut nodes, mut pending) = (BTreeSet::from([entry]), vec![entry]);
        while let Some(node) = pending.pop() {
            let nexts = match self.texts.node(node) {
                TextNode::Takes(_, next) | TextNode::Names(_, next) => std::slice::from_ref(next),
                TextNode::Splits(nexts) => nexts,
                TextNode::Ends => &[],
            };
            meter.step(1 + nexts.len())?;
            pending.extend(nexts.iter().copied().filter(|&next| nodes.insert(next)));
        }
        Ok(nodes)
    }

    /// The classes of bytes that neither the text nor the languages of its names distinguish.
    fn classes(&self, nodes: &BTreeSet<NodeId>) -> ByteClasses {
        let sets: BTreeSet<CharacterSet> = nodes
            .iter()
            .filter_map(|&node| match self.texts.node(node) {
                TextNode::Takes(bytes, _) => Some(*bytes),
                _ => None,
            })
            .collect();
        ByteClasses::of(|byte| {
            let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            // The iteration order of an unchanged map is stable.
            let named = self.languages.values().map(|it| it.classes()[usize::from(byte)]);
            let named: Vec<u8> = named.collect();
            (taken, named)
        })
    }
}

impl Marked for Own<'_, '_> {
    type Item = Item;

    fn at(node: NodeId) -> Item {
        Item::At(node)
    }

    fn silent(&self, item: Item) -> Option<&[NodeId]> {
        let Item::At(node) = item else { return None };
        let TextNode::Splits(nexts) = self.texts.node(node) else { return None };
        Some(nexts)
    }

    fn accepts(&self, item: Item) -> bool {
        matches!(item, Item::At(node) if matches!(self.texts.node(node), TextNode::Ends))
    }

    fn marks(&self, item: Item) -> Vec<(Mark, Item)> {
        let mark = match item {
            Item::At(node) => match *self.texts.node(node) {
                TextNode::Names(name, next) => self.languages.get(&name).map(|language| {
                    let state = language.start();
                    (Mark::Enter(name), Item::Within { name, state, next })
                }),
                _ => None,
            },
            Item::Within { name, state, next } => {
                let ends = self.languages.get(&name).is_some_and(|it| it.is_accepting(state));
                ends.then_some((Mark::Leave, Item::At(next)))
            }
        };
        mark.into_iter().collect()
    }

    fn take(&self, item: Item, byte: u8) -> Option<Item> {
        match item {
            Item::At(node) => match *self.texts.node(node) {
                TextNode::Takes(bytes, next) if bytes.contains(byte) => Some(Item::At(next)),
                _ => None,
            },
            Item::Within { name, state, next } => {
                let state = self.languages.get(&name)?.step(state, byte);
                (state != DEAD).then_some(Item::Within { name, state, next })
            }
        }
    }
}
