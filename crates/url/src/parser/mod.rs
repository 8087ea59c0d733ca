//! Parsing with the transcriptions, from any production as the start.
//!
//! A pest rule name consists of letters, digits and `_`, so `gopher+_string` is the rule
//! `gopher_plus_string`. If a deviation needs a second rule for a production, that rule is
//! named after the production, `__`, and the place. A tree shows the printed names only.

mod transcription;

use std::marker::PhantomData;
use std::sync::OnceLock;

use pest::{Parser, RuleType, Token};

pub use transcription::transcription_text;

use crate::bnf::{Grammar, ProductionId};
use crate::edition::{Edition, Reading};
use crate::proof::rule_name;
use crate::tree::{NodeData, Tree};

/// The error that the production does not derive the input. [`diagnose`](crate::diagnose) says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no string of the production")]
pub struct ParseError;

/// Derives an input from a production of an edition, in a reading. Returns the derivation, a tree.
/// The input can be any bytes; most grammars derive only ASCII.
///
/// # Errors
/// If the production does not derive the input.
///
/// ```
/// use urlbnf_url::{Edition, Grammar, Reading, parse};
///
/// let rfc1738 = Edition::Rfc1738.grammar(Reading::Printed);
/// let tree = parse(Edition::Rfc1738, Reading::Printed, rfc1738.start(), b"news:comp.infosystems")?;
/// assert_eq!(tree.root().descendant("group").unwrap().text(), b"comp.infosystems");
/// # Ok::<(), urlbnf_url::ParseError>(())
/// ```
pub fn parse(
    edition: Edition,
    reading: Reading,
    start: ProductionId,
    input: &[u8],
) -> Result<Tree<'static, '_>, ParseError> {
    static PARSERS: [[OnceLock<Box<dyn ErasedParser>>; 2]; Edition::ALL.len()] =
        [const { [const { OnceLock::new() }; 2] }; Edition::ALL.len()];
    let parser = PARSERS[edition.index()][reading.index()]
        .get_or_init(|| transcription::parser(edition, reading));
    let grammar = edition.grammar(reading);
    // Only a grammar of code points derives anything outside ASCII, and pest reads text.
    let is_of_it = |text: &&str| text.is_ascii() || grammar.listing().code_points;
    let text = std::str::from_utf8(input).ok().filter(is_of_it).ok_or(ParseError)?;
    let nodes = parser.nodes(start, text).ok_or(ParseError)?;
    Tree::from_nodes(grammar, input, nodes).ok_or(ParseError)
}

/// A parser, independent of the type of its rules.
trait ErasedParser: Send + Sync {
    /// The nodes of a derivation of the whole of `text`, in preorder; `None` if there is none.
    fn nodes(&self, start: ProductionId, text: &str) -> Option<Vec<NodeData>>;
}

struct TranscriptionParser<P, R> {
    grammar: &'static Grammar,
    /// The rule of each production.
    rules: Vec<Option<R>>,
    /// The production of each rule, by its index.
    productions: Vec<Option<ProductionId>>,
    /// The index of a rule. The end of the input has one too.
    index: fn(R) -> usize,
    parser: PhantomData<fn() -> P>,
}

impl<P: Parser<R>, R: RuleType + Send + Sync> TranscriptionParser<P, R> {
    /// The parser of an edition in a reading, from its rules and the index of each.
    fn new(edition: Edition, reading: Reading, all: &[R], index: fn(R) -> usize) -> Self {
        let grammar = edition.grammar(reading);
        let mut rules = vec![None; grammar.len()];
        let names: Vec<String> = grammar.ids().map(|id| rule_name(grammar.name(id))).collect();
        let mut productions = Vec::new();
        for &rule in all {
            let name = format!("{rule:?}");
            let stem = name.split("__").next().unwrap_or(&name);
            let id = grammar.ids().zip(&names).find(|(_, of)| *of == stem).map(|(id, _)| id);
            if let Some(id) = id.filter(|_| stem == name) {
                rules[id.index()] = Some(rule);
            }
            let place = index(rule);
            productions.resize(productions.len().max(place + 1), None);
            productions[place] = id;
        }
        TranscriptionParser { grammar, rules, productions, index, parser: PhantomData }
    }
}

impl<P: Parser<R>, R: RuleType + Send + Sync> ErasedParser for TranscriptionParser<P, R> {
    fn nodes(&self, start: ProductionId, text: &str) -> Option<Vec<NodeData>> {
        let tokens = P::parse(self.rules[start.index()]?, text).ok()?.tokens();
        let mut nodes: Vec<NodeData> = Vec::with_capacity(tokens.len() / 2);
        // The index of the innermost open node. Until a node is closed, its `end` holds the
        // index of the node around it.
        let mut around = 0;
        for token in tokens {
            match token {
                Token::Start { rule, pos } => {
                    let production = self.productions.get((self.index)(rule)).copied().flatten()?;
                    let node = NodeData { production, start: pos.pos(), end: around, below: 0 };
                    around = nodes.len();
                    nodes.push(node);
                }
                Token::End { pos, .. } => {
                    let below = nodes.len() - around - 1;
                    let node = nodes.get_mut(around)?;
                    (around, node.end, node.below) = (node.end, pos.pos(), below);
                }
            }
        }
        if nodes.is_empty() {
            // A unit is a silent rule: pest reports only the match. The unit gives the length.
            let hex = |id| self.grammar.characters(id);
            let end = self.grammar.unit(start)?.length(text.as_bytes(), hex)?;
            nodes.push(NodeData { production: start, start: 0, end, below: 0 });
        }
        (nodes[0].end == text.len()).then_some(nodes)
    }
}
