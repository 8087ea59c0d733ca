//! Whether a string, or a beginning of one, is derived at whatever depth.
//!
//! A production that recurs in its middle is laid out only so deep as a grammar is asked
//! for, and what is nested deeper fails there. This asks the grammar itself, about one
//! string, and takes no limit of depth: Earley's recogniser ("An Efficient Context-Free
//! Parsing Algorithm", Communications of the ACM 13, 1970). At each byte it keeps all
//! productions that may be open there, each with the byte at which it began. It takes more
//! time than an automaton, so it is asked only where an automaton rejects a string and has
//! such a limit.

use std::collections::{HashMap, HashSet};

use urlbnf_language::{Exceeded, Limits, Meter};

use crate::automaton::{NodeId, TextNode, Texts};
use crate::grammar::{Grammar, ProductionId};

/// The steps that are taken for one string.
const MOST_STEPS: usize = 1 << 20;

/// A node at which a production stands, and the byte at which that began.
type Item = (NodeId, usize);

/// Asks a grammar about single strings, without a limit of depth.
///
/// ```
/// use urlbnf_bnf::failure::Earley;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "pairs = \"(\" [ pairs ] \")\"\n";
/// let grammar = Grammar::read("pairs.abnf", text, Reading::Printed)?;
/// let mut earley = Earley::of(&grammar);
/// assert_eq!(earley.derives(grammar.start(), b"(((())))"), Ok(true));
/// assert_eq!(earley.derives(grammar.start(), b"(((()))"), Ok(false));
/// assert_eq!(earley.begins(grammar.start(), b"(((()))"), Ok(true));
/// assert_eq!(earley.begins(grammar.start(), b"())"), Ok(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Earley<'g> {
    grammar: &'g Grammar,
    texts: Texts<'g>,
}

impl<'g> Earley<'g> {
    /// Of a grammar; productions are laid out when a string needs them.
    pub fn of(grammar: &'g Grammar) -> Earley<'g> {
        Earley { grammar, texts: Texts::of(grammar) }
    }

    /// Whether a production derives the input.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn derives(&mut self, start: ProductionId, input: &[u8]) -> Result<bool, Exceeded> {
        Ok(self.read(start, input)? == Some(true))
    }

    /// Whether a production derives a string that begins with the input.
    ///
    /// # Errors
    /// If that takes more steps than are taken for one string.
    pub fn begins(&mut self, start: ProductionId, input: &[u8]) -> Result<bool, Exceeded> {
        Ok(self.read(start, input)?.is_some())
    }

    /// Whether the whole input is derived; `None` where no string begins with it.
    fn read(&mut self, start: ProductionId, input: &[u8]) -> Result<Option<bool>, Exceeded> {
        if self.grammar.derives_nothing(start) {
            return Ok(None);
        }
        let mut meter = Meter::new(&Limits { steps: MOST_STEPS, ..Limits::NONE });
        // By byte: what goes on behind a production that began there.
        let mut waiting: Vec<HashMap<ProductionId, Vec<Item>>> = Vec::new();
        let mut items = vec![(self.texts.entry(start, &mut meter)?, 0)];
        let mut whole = false;
        for at in 0..=input.len() {
            if items.is_empty() {
                return Ok(None);
            }
            waiting.push(HashMap::new());
            whole = false;
            let mut next = Vec::new();
            let mut taken = HashSet::new();
            let mut seen: HashSet<Item> = items.iter().copied().collect();
            // What is complete without a byte.
            let mut empty = HashSet::new();
            while let Some((node, origin)) = items.pop() {
                meter.step(1)?;
                let mut found = Vec::new();
                match self.texts.node(node) {
                    TextNode::Takes(bytes, to) => {
                        let takes = input.get(at).is_some_and(|&byte| bytes.contains(byte));
                        if takes && taken.insert((*to, origin)) {
                            next.push((*to, origin));
                        }
                    }
                    TextNode::Splits(nodes) => found.extend(nodes.iter().map(|&to| (to, origin))),
                    &TextNode::Names(id, to) => {
                        waiting[at].entry(id).or_default().push((to, origin));
                        if empty.contains(&id) {
                            found.push((to, origin));
                        }
                        found.push((self.texts.entry(id, &mut meter)?, at));
                    }
                    &TextNode::Ends(id) => {
                        whole |= id == start && origin == 0;
                        if origin == at {
                            empty.insert(id);
                        }
                        found.extend(waiting[origin].get(&id).into_iter().flatten());
                    }
                }
                meter.step(found.len())?;
                items.extend(found.into_iter().filter(|&item| seen.insert(item)));
            }
            items = next;
        }
        Ok(Some(whole))
    }
}
