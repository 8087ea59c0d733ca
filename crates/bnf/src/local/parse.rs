//! How the text of one rule reads one string, with the names in it read by the exact recogniser.
//!
//! This confirms what the analysis of a text only suspects. It is computed from the end of the string
//! to its beginning: what a part and everything after it can be is computed from what everything after
//! it can be, for all offsets at once.

use std::collections::HashMap;
use std::rc::Rc;

use urlbnf_language::{CharacterSet, DEAD, Exceeded, Limit, Work};

use super::DEEPEST;
use super::languages::NameLanguages;
use crate::automaton::AutomatonError;
use crate::core::{Core, CoreKind};
use crate::derivation::complete;
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};
use crate::tree::NodeData;

/// A name in the text, with the part of the string that it derives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Child {
    name: ProductionId,
    start: usize,
    end: usize,
}

/// The children of a derivation from some offset on, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Children(Option<Rc<(Child, Children)>>);

impl Drop for Children {
    /// Without recursion, however long the list is.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(Ok((_, mut rest))) = next.map(Rc::try_unwrap) {
            next = rest.0.take();
        }
    }
}

impl Children {
    fn iter(&self) -> impl Iterator<Item = Child> {
        let mut next = self;
        std::iter::from_fn(move || {
            let (child, rest) = &**next.0.as_ref()?;
            next = rest;
            Some(*child)
        })
    }
}

/// By offset: up to two different derivations of the rest of the string. Two are enough to know that
/// there are several.
type Derivations = Vec<Vec<Children>>;

/// How many derivations of one string by a text are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derived {
    /// The text does not derive the string.
    Not,
    /// In one way.
    Once,
    /// In several ways.
    Several {
        /// Whether two of them have some byte in different names.
        is_read_differently: bool,
    },
}

/// Reads strings by the texts of a grammar's rules.
pub(crate) struct TextReader<'g> {
    grammar: &'g Grammar,
    recognisers: HashMap<ProductionId, EarleyRecogniser>,
    /// The work of building them.
    kept: u64,
    /// The work of building all that were needed so far.
    built: u64,
}

/// How much the recognisers may take that are kept, in bytes of work.
const MOST_KEPT: u64 = 100_000_000;

impl<'g> TextReader<'g> {
    pub fn new(grammar: &'g Grammar) -> TextReader<'g> {
        TextReader { grammar, recognisers: HashMap::new(), kept: 0, built: 0 }
    }

    /// In how many ways a text derives a string, as far as its names show it.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn derived(
        &mut self,
        names: &NameLanguages<'_>,
        text: &Core,
        string: &[u8],
        work: &mut Work,
    ) -> Result<Derived, Exceeded> {
        let derivations = self.derivations(names, text, string, work)?;
        Ok(match &derivations[..] {
            [] => Derived::Not,
            [_] => Derived::Once,
            [one, other, ..] => {
                let readers = |children: &Children| {
                    let mut readers = vec![None; string.len()];
                    for child in children.iter() {
                        readers[child.start..child.end].fill(Some(child.name));
                    }
                    readers
                };
                Derived::Several { is_read_differently: readers(one) != readers(other) }
            }
        })
    }

    /// Up to two derivations of a string by a text.
    fn derivations(
        &mut self,
        names: &NameLanguages<'_>,
        text: &Core,
        string: &[u8],
        work: &mut Work,
    ) -> Result<Vec<Children>, Exceeded> {
        let mut reading =
            StringReading { reader: self, names, string, ends: HashMap::new(), depth: 0, work };
        let mut end: Derivations = vec![Vec::new(); string.len() + 1];
        end[string.len()].push(Children(None));
        Ok(reading.derivations(text, &end)?.swap_remove(0))
    }

    /// Two derivations of a string by the text of a rule, each as nodes in preorder; `None` if there are
    /// no two.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn two_trees(
        &mut self,
        names: &NameLanguages<'_>,
        id: ProductionId,
        string: &[u8],
        work: &mut Work,
    ) -> Result<Option<[Vec<NodeData>; 2]>, Exceeded> {
        let derivations = self.derivations(names, names.text(id), string, work)?;
        let [one, other] = &derivations[..] else { return Ok(None) };
        let mut trees = Vec::new();
        for children in [one, other] {
            let root = NodeData { production: id, start: 0, end: string.len(), below: 0 };
            let mut nodes = vec![root];
            for Child { name, start, end } in children.iter() {
                let Some(own) = self.tree(name, &string[start..end], work)? else {
                    return Ok(None);
                };
                work.grow::<NodeData>(own.len())?;
                let moved = |node: NodeData| NodeData {
                    start: start + node.start,
                    end: start + node.end,
                    ..node
                };
                nodes.extend(own.into_iter().map(moved));
            }
            nodes[0].below = nodes.len() - 1;
            trees.push(nodes);
        }
        Ok(trees.try_into().ok())
    }

    /// The nodes of a derivation of a string by a name.
    fn tree(
        &mut self,
        name: ProductionId,
        string: &[u8],
        work: &mut Work,
    ) -> Result<Option<Vec<NodeData>>, Exceeded> {
        let grammar = self.grammar;
        let tree = self.recogniser(name)?.tree(grammar, string)?;
        work.tick()?;
        Ok(tree.and_then(|tree| complete(&tree).ok()).map(|tree| tree.nodes))
    }

    /// Whether a first-match parser accepts a string by a text. It reads the names for which `expands`
    /// holds by first match too, and the others as the document does.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn takes_first_match(
        &mut self,
        names: &NameLanguages<'_>,
        text: &Core,
        string: &[u8],
        expands: &dyn Fn(ProductionId) -> bool,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let mut reading =
            StringReading { reader: self, names, string, ends: HashMap::new(), depth: 0, work };
        let mut end = vec![false; string.len() + 1];
        end[string.len()] = true;
        Ok(reading.first_match(text, &end, expands)?[0])
    }

    /// Whether a rule derives a string.
    fn derives(
        &mut self,
        name: ProductionId,
        string: &[u8],
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        self.recogniser(name)?.derives_within(string, work)
    }

    fn recogniser(&mut self, name: ProductionId) -> Result<&EarleyRecogniser, Exceeded> {
        let grammar = self.grammar;
        if !self.recognisers.contains_key(&name) {
            // All recognisers together may take as much as all questions.
            let limits = grammar.limits();
            let left = (limits.total / 2).saturating_sub(self.built);
            let mut building = Work::of(left.min(limits.question), limits);
            let built = match building.enter::<ProductionId>(grammar.len()) {
                Ok(()) => EarleyRecogniser::of_networks(grammar, name, &mut building),
                Err(exceeded) => Err(AutomatonError::TooLarge(name, exceeded)),
            };
            self.built += building.spent();
            let built = built.map_err(|error| match error {
                AutomatonError::TooLarge(_, exceeded) => exceeded,
                AutomatonError::Cycle(..) => Exceeded { limit: Limit::Depth, most: 0 },
            })?;
            self.kept += building.spent();
            if self.kept > MOST_KEPT {
                self.recognisers.clear();
                self.kept = 0;
            }
            self.recognisers.insert(name, built);
        }
        Ok(&self.recognisers[&name])
    }
}

/// One string that is read.
struct StringReading<'r, 'g> {
    reader: &'r mut TextReader<'g>,
    names: &'r NameLanguages<'r>,
    string: &'r [u8],
    /// By name and offset: where a string of the name that begins there ends.
    ends: HashMap<(ProductionId, usize), Rc<[usize]>>,
    /// How many names are expanded in each other. Names that are deeper than [`DEEPEST`] are read as the
    /// document reads them.
    depth: usize,
    work: &'r mut Work,
}

impl StringReading<'_, '_> {
    /// Where the strings of a name that begin at an offset end.
    fn ends(&mut self, name: ProductionId, start: usize) -> Result<Rc<[usize]>, Exceeded> {
        if let Some(known) = self.ends.get(&(name, start)) {
            return Ok(Rc::clone(known));
        }
        let mut ends = Vec::new();
        if let Some(language) = self.names.of(name) {
            let (above, is_exact) = (language.above(), language.exact().is_some());
            let mut state = above.start();
            for end in start..=self.string.len() {
                self.work.tick()?;
                if state == DEAD {
                    break;
                }
                let string = &self.string[start..end];
                if above.is_accepting(state)
                    && (is_exact
                        || language.below().accepts(string)
                        || self.reader.derives(name, string, self.work)?)
                {
                    ends.push(end);
                }
                if let Some(&byte) = self.string.get(end) {
                    state = above.step(state, byte);
                }
            }
        }
        let ends: Rc<[usize]> = ends.into();
        self.work.enter::<(ProductionId, usize)>(1)?;
        self.work.grow::<usize>(ends.len())?;
        self.ends.insert((name, start), Rc::clone(&ends));
        Ok(ends)
    }

    /// The derivations of a part followed by what `next` has.
    fn derivations(&mut self, part: &Core, next: &Derivations) -> Result<Derivations, Exceeded> {
        let mut all: Derivations = vec![Vec::new(); next.len()];
        self.work.ticks(next.len())?;
        match &part.kind {
            CoreKind::Text(sets) => {
                for (start, own) in all.iter_mut().enumerate() {
                    self.work.tick()?;
                    if self.is_text(sets, start) {
                        own.clone_from(&next[start + sets.len()]);
                    }
                }
            }
            CoreKind::Name(name) => {
                for (start, own) in all.iter_mut().enumerate() {
                    for &end in &*self.ends(*name, start)? {
                        let child = Child { name: *name, start, end };
                        for rest in &next[end] {
                            self.work.tick()?;
                            let children = Children(Some(Rc::new((child, rest.clone()))));
                            self.add(own, children)?;
                        }
                    }
                }
            }
            CoreKind::Concatenation(parts) => {
                let mut parts = parts.iter().rev();
                if let Some(last) = parts.next() {
                    all = self.derivations(last, next)?;
                    for part in parts {
                        all = self.derivations(part, &all)?;
                    }
                }
            }
            CoreKind::Alternation(parts) => {
                for part in parts {
                    let more = self.derivations(part, next)?;
                    self.merge(&mut all, more)?;
                }
            }
            CoreKind::Repetition { least, most, body } => {
                all.clone_from(next);
                let mut rounds = *least;
                while most.is_none_or(|most| rounds < most) {
                    let more = self.derivations(body, &all)?;
                    if !self.merge(&mut all, more)? {
                        break;
                    }
                    rounds += 1;
                }
                for _ in 0..*least {
                    let more = self.derivations(body, &all)?;
                    if more == all {
                        break;
                    }
                    all = more;
                }
            }
        }
        Ok(all)
    }

    /// Adds a derivation, unless it is known or there are two already. Returns whether it was added.
    fn add(&mut self, to: &mut Vec<Children>, children: Children) -> Result<bool, Exceeded> {
        for known in to.iter() {
            self.work.ticks(self.string.len())?;
            if *known == children {
                return Ok(false);
            }
        }
        let is_new = to.len() < 2;
        if is_new {
            self.work.grow::<(Child, Children)>(1)?;
            to.push(children);
        }
        Ok(is_new)
    }

    /// Adds derivations, and returns whether one of them is new.
    fn merge(&mut self, all: &mut Derivations, more: Derivations) -> Result<bool, Exceeded> {
        let mut is_changed = false;
        for (all, more) in all.iter_mut().zip(more) {
            for children in more {
                is_changed |= self.add(all, children)?;
            }
        }
        Ok(is_changed)
    }

    fn is_text(&self, sets: &[CharacterSet], start: usize) -> bool {
        let text = self.string.get(start..start.saturating_add(sets.len()));
        text.is_some_and(|text| sets.iter().zip(text).all(|(set, &byte)| set.contains(byte)))
    }

    /// By offset: whether a first-match parser accepts a part there, followed by what `next` accepts.
    fn first_match(
        &mut self,
        part: &Core,
        next: &[bool],
        expands: &dyn Fn(ProductionId) -> bool,
    ) -> Result<Vec<bool>, Exceeded> {
        self.work.ticks(next.len())?;
        self.work.grow::<bool>(next.len())?;
        Ok(match &part.kind {
            CoreKind::Text(sets) => (0..next.len())
                .map(|start| self.is_text(sets, start) && next[start + sets.len()])
                .collect(),
            CoreKind::Name(name) if expands(*name) && self.depth < DEEPEST => {
                let text = self.names.text(*name);
                self.depth += 1;
                let is = self.first_match(text, next, expands)?;
                self.depth -= 1;
                is
            }
            CoreKind::Name(name) => {
                let mut is = vec![false; next.len()];
                for (start, is) in is.iter_mut().enumerate() {
                    *is = self.ends(*name, start)?.iter().any(|&end| next[end]);
                }
                is
            }
            CoreKind::Concatenation(parts) => {
                let mut is = next.to_vec();
                for part in parts.iter().rev() {
                    is = self.first_match(part, &is, expands)?;
                }
                is
            }
            CoreKind::Alternation(parts) => {
                let mut is = vec![false; next.len()];
                for part in parts.iter().rev() {
                    is = self.first_or(part, next, &is, expands)?;
                }
                is
            }
            CoreKind::Repetition { least, most, body } => {
                let (mut is, mut rounds) = (next.to_vec(), *least);
                while most.is_none_or(|most| rounds < most) {
                    let more = self.first_or(body, &is, next, expands)?;
                    if more == is {
                        break;
                    }
                    is = more;
                    rounds += 1;
                    // An unbounded repetition reads a byte in each round, or none.
                    if most.is_none() && rounds - least > next.len() {
                        break;
                    }
                }
                for _ in 0..*least {
                    let more = self.first_match(body, &is, expands)?;
                    if more == is {
                        break;
                    }
                    is = more;
                }
                is
            }
        })
    }

    /// A part and then `next` where the part matches, and `otherwise` where it does not.
    fn first_or(
        &mut self,
        part: &Core,
        next: &[bool],
        otherwise: &[bool],
        expands: &dyn Fn(ProductionId) -> bool,
    ) -> Result<Vec<bool>, Exceeded> {
        let matches = self.first_match(part, &vec![true; next.len()], expands)?;
        let taken = self.first_match(part, next, expands)?;
        let both = matches.into_iter().zip(taken).zip(otherwise);
        Ok(both.map(|((matches, taken), &not)| if matches { taken } else { not }).collect())
    }
}
