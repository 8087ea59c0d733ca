//! A derivation step by step: the sentential forms from the start to the input.
//!
//! A step replaces one name of the form by the result of one set of choices in its printed text: an
//! alternative is taken, an optional part is there or not, a repetition has some number of rounds.
//! All of this is one step, because the notations have no names for the parts of a production.
//! [`DerivationOrder`] says which name is replaced: the leftmost, so that characters are derived
//! from left to right, or the rightmost. Both orders give the same tree.
//!
//! A form is as long as the input, and there are more steps than characters. So only the current
//! form is kept.

use super::complete::with_empty_ends;
use super::partial::PartialDerivation;
use super::route::{ProductionRoute, tokens};
use super::{NotDerived, children, complete};
use crate::automaton::enclosing;
use crate::grammar::ProductionId;
use crate::tree::Tree;

crate::named! {
    /// Which name of a form is replaced next.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum DerivationOrder {
        /// The first from the left.
        #[default]
        Leftmost = "leftmost",
        /// The first from the right.
        Rightmost = "rightmost",
    }
}

crate::serde_by_name! { Serialize for DerivationOrder }

/// A derivation after some steps.
///
/// ```
/// use urlbnf_bnf::automaton::LanguageSpec;
/// use urlbnf_bnf::derivation::{DerivationOrder, DerivationSteps, Deriver};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
/// let tree = deriver.derive(&grammar, b"12:30").unwrap();
/// for (order, expected) in [
///     (DerivationOrder::Leftmost, ["time", "hour", "minute"]),
///     (DerivationOrder::Rightmost, ["time", "minute", "hour"]),
/// ] {
///     let mut steps = DerivationSteps::brief(&tree, order)?;
///     let applied = std::iter::from_fn(|| steps.step());
///     let names: Vec<&str> = applied.map(|step| grammar.name(step.production)).collect();
///     assert_eq!(names, expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct DerivationSteps<'g, 'i> {
    partial: PartialDerivation<'g, 'i>,
    order: DerivationOrder,
    /// By node, in brief: whether it derives only characters, which replace it at once.
    at_once: Option<Vec<bool>>,
    /// By open node: whether something may follow what it has.
    more: Vec<bool>,
    /// The offset in the input where the derived characters end (leftmost) or begin (rightmost).
    derived: usize,
    /// The marked name, last, and before it the parts of the form on its other side.
    pending: Vec<PendingSymbol>,
    /// The nodes whose names were replaced, in the order of the steps.
    grown: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
enum PendingSymbol {
    Text(usize, usize),
    Node(usize),
    More,
}

/// A part of a sentential form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SententialSymbol<'i> {
    /// Characters of the input.
    Text(&'i [u8]),
    /// A production that is not replaced yet.
    Name(ProductionId),
    /// Whatever else an open production would derive if the string continued.
    More,
}

/// A step that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivationStep<'i> {
    /// The production that was applied: the marked name of the previous form.
    pub production: ProductionId,
    /// The number of the node of the tree that was expanded; in brief, the last of these.
    pub node: usize,
    /// The byte offset in the input where its characters begin.
    pub offset: usize,
    /// What its name was replaced by.
    pub replacement: Vec<SententialSymbol<'i>>,
    /// How many full steps this one stands for; more than one only in brief derivations.
    pub steps: usize,
}

impl<'g, 'i> DerivationSteps<'g, 'i> {
    /// The full derivation of a tree. It begins with the start production alone.
    ///
    /// # Errors
    /// If the tree is not a derivation of the printed grammar.
    pub fn new(tree: &Tree<'g, 'i>, order: DerivationOrder) -> Result<Self, NotDerived> {
        let partial = PartialDerivation { tree: complete(tree)?, open: Vec::new(), begun: 0 };
        DerivationSteps::with_order(partial, order, false)
    }

    /// The brief derivation of a tree: a character stands for its class, and a name that derives
    /// only characters is replaced by them at once.
    ///
    /// # Errors
    /// If the tree is not a derivation of the printed grammar.
    pub fn brief(tree: &Tree<'g, 'i>, order: DerivationOrder) -> Result<Self, NotDerived> {
        let partial = PartialDerivation { tree: complete(tree)?, open: Vec::new(), begun: 0 };
        DerivationSteps::with_order(partial, order, true)
    }

    /// The leftmost derivation of a prefix, as far as it goes, brief or full.
    ///
    /// A rightmost one would begin at the end of the string, which a string that fails lacks.
    ///
    /// # Errors
    /// If it is not a derivation of the printed grammar.
    pub fn of_partial(
        partial: &PartialDerivation<'g, 'i>,
        brief: bool,
    ) -> Result<Self, NotDerived> {
        DerivationSteps::with_order(
            with_empty_ends(partial.clone()),
            DerivationOrder::Leftmost,
            brief,
        )
    }

    fn with_order(
        partial: PartialDerivation<'g, 'i>,
        order: DerivationOrder,
        brief: bool,
    ) -> Result<Self, NotDerived> {
        let derived = if order == DerivationOrder::Leftmost { 0 } else { partial.tree.input.len() };
        let mut steps = DerivationSteps {
            partial,
            order,
            at_once: None,
            more: Vec::new(),
            derived,
            pending: vec![PendingSymbol::Node(0)],
            grown: Vec::new(),
        };
        for level in 0..steps.partial.open.len() {
            let node = steps.partial.open[level].0;
            let offset = steps.partial.tree.nodes[node].start;
            let route = steps.route(node).ok_or(NotDerived { node, offset })?;
            let innermost = level + 1 == steps.partial.open.len();
            steps.more.push(innermost || route.stop.is_some_and(|stop| stop.more));
        }
        if brief {
            steps.at_once = Some(steps.at_once());
        }
        Ok(steps)
    }

    /// By node: whether it derives only characters.
    fn at_once(&self) -> Vec<bool> {
        let tree = self.tree();
        let enclosing = enclosing(tree.grammar, tree.nodes[0].production);
        let mut at_once = vec![true; tree.nodes.len()];
        for index in (0..tree.nodes.len()).rev() {
            let own = tree.nodes[index].production;
            let comes_to_characters = |child: usize| {
                let production = tree.nodes[child].production;
                let is_list = production == own && !enclosing.contains(&own);
                tree.grammar.unit(production).is_some() || is_list && at_once[child]
            };
            let open = self.level(index).is_some();
            at_once[index] = !open && children(tree, index).all(comes_to_characters);
        }
        at_once
    }

    /// The tree of the derivation, down to the characters.
    pub fn tree(&self) -> &Tree<'g, 'i> {
        &self.partial.tree
    }

    /// Which name is replaced in each form.
    pub fn order(&self) -> DerivationOrder {
        self.order
    }

    /// The characters before the leftmost name, or after the rightmost; in the end all.
    pub fn derived(&self) -> &'i [u8] {
        match self.order {
            DerivationOrder::Leftmost => &self.tree().input[..self.derived],
            DerivationOrder::Rightmost => &self.tree().input[self.derived..],
        }
    }

    /// The name that the next step replaces; `None` after the last step.
    pub fn marked(&self) -> Option<ProductionId> {
        self.marked_node().map(|node| self.tree().nodes[node].production)
    }

    /// The node of the name that the next step replaces.
    pub fn marked_node(&self) -> Option<usize> {
        match self.pending.last() {
            Some(PendingSymbol::Node(node)) => Some(*node),
            _ => None,
        }
    }

    /// The parts on the other side of the marked name, from left to right.
    pub fn rest(&self) -> impl ExactSizeIterator<Item = SententialSymbol<'i>> + '_ {
        let beside = self.pending.len() - usize::from(self.marked_node().is_some());
        let leftmost = self.order == DerivationOrder::Leftmost;
        (0..beside).map(move |at| {
            let at = if leftmost { beside - 1 - at } else { at };
            self.symbol(&self.pending[at])
        })
    }

    /// The form from left to right, and the index of the marked name in it.
    pub fn form(&self) -> (Vec<SententialSymbol<'i>>, Option<usize>) {
        let derived =
            Some(SententialSymbol::Text(self.derived())).filter(|_| !self.derived().is_empty());
        let marked = self.marked().map(SententialSymbol::Name);
        let mut form = Vec::new();
        let place = match self.order {
            DerivationOrder::Leftmost => {
                form.extend(derived);
                form.extend(marked);
                let place = form.len();
                form.extend(self.rest());
                place
            }
            DerivationOrder::Rightmost => {
                form.extend(self.rest());
                form.extend(marked);
                let place = form.len();
                form.extend(derived);
                place
            }
        };
        (form, marked.map(|_| place - 1))
    }

    /// The nodes whose names were replaced, in the order of the steps.
    pub fn grown(&self) -> &[usize] {
        &self.grown
    }

    /// The nodes whose names are in the form, the marked one last.
    pub fn waiting(&self) -> impl Iterator<Item = usize> + '_ {
        self.pending.iter().filter_map(|piece| match piece {
            PendingSymbol::Node(node) => Some(*node),
            _ => None,
        })
    }

    /// Whether a node is open, so that the string fails in it.
    pub fn is_open(&self, node: usize) -> bool {
        self.level(node).is_some()
    }

    /// The innermost open node, in which the string fails; `None` if nothing is open.
    pub fn innermost(&self) -> Option<usize> {
        self.partial.open.last().map(|&(node, _)| node)
    }

    fn level(&self, node: usize) -> Option<usize> {
        // Open nodes are nested, so their numbers ascend.
        self.partial.open.binary_search_by_key(&node, |&(open, _)| open).ok()
    }

    /// Takes the next step; `None` if the whole input, or all that there is of it, is derived.
    pub fn step(&mut self) -> Option<DerivationStep<'i>> {
        let index = self.marked_node()?;
        self.pending.pop();
        let (parts, steps, node) = self.parts(index);
        let replacement = parts.iter().map(|part| self.symbol(part)).collect();
        self.grown.push(index);
        let production = self.tree().nodes[index].production;
        let offset = self.tree().nodes[index].start;
        match self.order {
            DerivationOrder::Leftmost => {
                self.pending.extend(parts.into_iter().rev());
                while let Some(PendingSymbol::Text(_, end)) = self.pending.last() {
                    self.derived = *end;
                    self.pending.pop();
                }
            }
            DerivationOrder::Rightmost => {
                self.pending.extend(parts);
                while let Some(PendingSymbol::Text(start, _)) = self.pending.last() {
                    self.derived = *start;
                    self.pending.pop();
                }
            }
        }
        Some(DerivationStep { production, node, offset, replacement, steps })
    }

    /// The path of a node through the printed text of its production; `None` if that text is too
    /// large or does not derive the node.
    pub fn route(&self, node: usize) -> Option<ProductionRoute<'g>> {
        let PartialDerivation { tree, open, begun } = &self.partial;
        let data = tree.nodes[node];
        let level = self.level(node);
        let expected = level.map(|level| &open[level].1);
        let below = level.and_then(|level| open.get(level + 1)).map(|&(below, _)| below);
        let own_end = match level {
            Some(level) if level + 1 == open.len() => {
                data.end - begun.min(&(data.end - data.start))
            }
            _ => data.end,
        };
        let end = below.map_or(own_end, |below| tree.nodes[below].start);
        let tokens = tokens(tree, node, below, end);
        ProductionRoute::from_tokens(tree.grammar, data.production, &tokens, expected)
            .ok()
            .flatten()
    }

    fn symbol(&self, part: &PendingSymbol) -> SententialSymbol<'i> {
        match *part {
            PendingSymbol::Text(start, end) => {
                SententialSymbol::Text(&self.tree().input[start..end])
            }
            PendingSymbol::Node(index) => {
                SententialSymbol::Name(self.tree().nodes[index].production)
            }
            PendingSymbol::More => SententialSymbol::More,
        }
    }

    /// What a node is replaced by, how many steps that is, and the last node that they expand.
    fn parts(&self, index: usize) -> (Vec<PendingSymbol>, usize, usize) {
        let tree = self.tree();
        let node = tree.nodes[index];
        if self.at_once.as_ref().is_some_and(|at_once| at_once[index]) {
            let text = (node.start < node.end).then_some(PendingSymbol::Text(node.start, node.end));
            return (text.into_iter().collect(), 1 + node.below, index);
        }
        let brief = self.at_once.is_some();
        let is_unit = |child: usize| tree.grammar.unit(tree.nodes[child].production).is_some();
        let (mut parts, mut steps, mut from) = (Vec::new(), 0, node.start);
        let mut innermost = index;
        loop {
            steps += 1;
            let mut deeper = None;
            let only_units =
                children(tree, innermost).all(|child| is_unit(child) || self.is_open(child));
            for child in children(tree, innermost) {
                let data = tree.nodes[child];
                if brief && is_unit(child) {
                    steps += 1 + data.below;
                    continue;
                }
                // In brief, right recursion of an open node is one step.
                if brief && only_units && self.is_open(child) && data.production == node.production
                {
                    deeper = Some(child);
                    continue;
                }
                if from < data.start {
                    parts.push(PendingSymbol::Text(from, data.start));
                }
                parts.push(PendingSymbol::Node(child));
                from = data.end;
            }
            match deeper {
                Some(child) => innermost = child,
                None => break,
            }
        }
        if from < node.end {
            parts.push(PendingSymbol::Text(from, node.end));
        }
        if self.level(innermost).is_some_and(|level| self.more[level]) {
            parts.push(PendingSymbol::More);
        }
        (parts, steps, innermost)
    }
}
