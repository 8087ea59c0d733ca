//! The leftmost derivation: from the start to the input, sentential form by
//! sentential form.
//!
//! A step replaces the leftmost name of the form by what one choice of its printed
//! text gives: an alternative is taken, an optional part stands or does not, a
//! repetition stands so many times. All that happens in the one step, since the
//! notations have no names for the parts of a production. The form holds what was
//! derived, as characters, then the leftmost name, then characters and names.
//!
//! A form is as long as the input, and there are more steps than characters. So
//! the forms are gone through one at a time, and none of them is kept.

use super::{NotDerived, complete};
use crate::grammar::ProductionId;
use crate::tree::Tree;

/// A leftmost derivation, some steps along.
///
/// ```
/// use urlbnf_bnf::automaton::Language;
/// use urlbnf_bnf::derivation::{Deriver, Leftmost};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let deriver = Deriver::new(&grammar, &Language::of(grammar.start()))?;
/// let tree = deriver.derive(&grammar, b"12:30").unwrap();
/// let mut derivation = Leftmost::brief(&tree)?;
/// let applied = std::iter::from_fn(|| derivation.step());
/// let names: Vec<&str> = applied.map(|it| grammar.name(it.production)).collect();
/// assert_eq!(names, ["time", "hour", "minute"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Leftmost<'g, 'i> {
    tree: Tree<'g, 'i>,
    /// In brief, whether a node comes to nothing but characters, which then replace it at once.
    at_once: Option<Vec<bool>>,
    derived: usize,
    /// What stands from the leftmost name on, that name last.
    pending: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
enum Part {
    Text(usize, usize),
    Node(usize),
}

/// A part of a sentential form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol<'i> {
    /// Characters of the input.
    Text(&'i [u8]),
    /// A production, not yet replaced.
    Name(ProductionId),
}

/// A step that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied<'i> {
    /// The production that was applied: the leftmost name of the form before.
    pub production: ProductionId,
    /// Where in the input its characters begin.
    pub offset: usize,
    /// By what its name was replaced.
    pub replacement: Vec<Symbol<'i>>,
    /// For how many steps it stands: more than one only in brief.
    pub steps: usize,
}

impl<'g, 'i> Leftmost<'g, 'i> {
    /// The derivation that a tree is, down to the characters. It is at its beginning: the start alone.
    ///
    /// # Errors
    /// If the tree is no derivation of the printed grammar.
    pub fn new(tree: &Tree<'g, 'i>) -> Result<Self, NotDerived> {
        let tree = complete(tree)?;
        Ok(Leftmost { tree, at_once: None, derived: 0, pending: vec![Part::Node(0)] })
    }

    /// The leftmost derivation of a tree, in brief: a character stands for its class, and a name that comes
    /// to nothing but characters is replaced by them at once.
    ///
    /// # Errors
    /// If the tree is no derivation of the printed grammar.
    pub fn brief(tree: &Tree<'g, 'i>) -> Result<Self, NotDerived> {
        let mut derivation = Leftmost::new(tree)?;
        let tree = &derivation.tree;
        let mut at_once = vec![true; tree.nodes.len()];
        for index in (0..tree.nodes.len()).rev() {
            let own = tree.nodes[index].production;
            at_once[index] = children(tree, index).all(|child| {
                let production = tree.nodes[child].production;
                tree.grammar.unit(production).is_some() || production == own && at_once[child]
            });
        }
        derivation.at_once = Some(at_once);
        Ok(derivation)
    }

    /// The tree that it goes through.
    pub fn tree(&self) -> &Tree<'g, 'i> {
        &self.tree
    }

    /// The characters before the leftmost name; in the end all.
    pub fn derived(&self) -> &'i [u8] {
        &self.tree.input[..self.derived]
    }

    /// The leftmost name, where there is still one.
    pub fn leftmost(&self) -> Option<ProductionId> {
        self.pending.last().and_then(|part| match self.symbol(part) {
            Symbol::Name(id) => Some(id),
            Symbol::Text(_) => None,
        })
    }

    /// What stands after the leftmost name, from left to right.
    pub fn rest(&self) -> impl ExactSizeIterator<Item = Symbol<'i>> + '_ {
        let (_, rest) = self.pending.split_last().unwrap_or((&Part::Node(0), &[]));
        rest.iter().rev().map(|part| self.symbol(part))
    }

    /// Makes the next step; `None` where the input is derived.
    pub fn step(&mut self) -> Option<Applied<'i>> {
        let Some(Part::Node(index)) = self.pending.pop() else { return None };
        let node = self.tree.nodes[index];
        let (parts, steps) = self.parts(index);
        let replacement = parts.iter().map(|part| self.symbol(part)).collect();
        self.pending.extend(parts.into_iter().rev());
        while let Some(Part::Text(_, end)) = self.pending.last() {
            self.derived = *end;
            self.pending.pop();
        }
        Some(Applied { production: node.production, offset: node.start, replacement, steps })
    }

    fn symbol(&self, part: &Part) -> Symbol<'i> {
        match *part {
            Part::Text(start, end) => Symbol::Text(&self.tree.input[start..end]),
            Part::Node(index) => Symbol::Name(self.tree.nodes[index].production),
        }
    }

    /// By what a node is replaced, and how many steps that is.
    fn parts(&self, index: usize) -> (Vec<Part>, usize) {
        let node = self.tree.nodes[index];
        if self.at_once.as_ref().is_some_and(|at_once| at_once[index]) {
            let text = (node.start < node.end).then_some(Part::Text(node.start, node.end));
            return (text.into_iter().collect(), 1 + node.below);
        }
        let (mut parts, mut steps, mut from) = (Vec::new(), 1, node.start);
        for child in children(&self.tree, index) {
            let data = self.tree.nodes[child];
            if self.at_once.is_some() && self.tree.grammar.unit(data.production).is_some() {
                steps += 1 + data.below;
                continue;
            }
            if from < data.start {
                parts.push(Part::Text(from, data.start));
            }
            parts.push(Part::Node(child));
            from = data.end;
        }
        if from < node.end {
            parts.push(Part::Text(from, node.end));
        }
        (parts, steps)
    }
}

/// The nodes directly below a node.
fn children(tree: &Tree<'_, '_>, index: usize) -> impl Iterator<Item = usize> {
    let end = index + 1 + tree.nodes[index].below;
    let next = move |child: usize| (child < end).then_some(child);
    std::iter::successors(next(index + 1), move |&child| next(child + 1 + tree.nodes[child].below))
}
