//! Random strings from derivations, for languages that no small automaton has.
//!
//! A derivation is written from the start: at each choice one of the alternatives is drawn that have a
//! string which is short enough. Short strings are more likely than long ones, and the strings of one
//! length are not equally likely.

use rand_pcg::Pcg64;

use super::random::below;
use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId};
use crate::local::shortest::ShortestStrings;

/// How deeply names are nested before the shortest string of a name is taken.
const DEEPEST: usize = 100;

/// How many parts of a string are drawn before the shortest strings of the others are taken.
const MOST_PARTS: usize = 10_000;

/// Draws derivations.
pub(super) struct DerivationSampler<'g> {
    grammar: &'g Grammar,
    shortest: ShortestStrings,
    start: ProductionId,
    numbers: Pcg64,
    /// How many parts of the string may still be drawn.
    left: usize,
}

impl<'g> DerivationSampler<'g> {
    pub fn new(grammar: &'g Grammar, start: ProductionId, numbers: Pcg64) -> Self {
        let shortest = ShortestStrings::of_grammar(grammar, &mut grammar.work());
        DerivationSampler { grammar, shortest, start, numbers, left: 0 }
    }

    /// The length of a short string of the start, in bytes; `None` if none is known.
    pub fn least(&self) -> Option<usize> {
        self.length(self.grammar.core(self.start))
    }

    fn length(&self, text: &Core) -> Option<usize> {
        self.shortest.of(text).map(|string| string.len())
    }

    /// Draws a string of at most `longest` bytes; `None` if none is known that is so short.
    pub fn string(&mut self, longest: usize) -> Option<Vec<u8>> {
        self.least().filter(|&least| least <= longest)?;
        let mut string = Vec::new();
        self.left = MOST_PARTS;
        self.write(self.grammar.core(self.start), longest, 0, &mut string);
        Some(string)
    }

    /// Writes a string of a part, of at most `longest` bytes. The part must have one.
    fn write(&mut self, part: &Core, longest: usize, depth: usize, string: &mut Vec<u8>) {
        self.left = self.left.saturating_sub(1);
        match &part.kind {
            _ if self.left == 0 => string.extend(self.shortest.of(part).unwrap_or_default()),
            CoreKind::Text(sets) => {
                for set in sets {
                    let count = set.len();
                    let chosen = below(&mut self.numbers, count);
                    string.extend(set.bytes().nth(chosen));
                }
            }
            CoreKind::Name(_) if depth >= DEEPEST => {
                string.extend(self.shortest.of(part).unwrap_or_default());
            }
            CoreKind::Name(id) => {
                self.write(self.grammar.core(*id), longest, depth + 1, string);
            }
            CoreKind::Concatenation(parts) => {
                let lengths: Vec<usize> =
                    parts.iter().map(|part| self.length(part).unwrap_or(0)).collect();
                let mut spare = longest.saturating_sub(lengths.iter().sum());
                for (part, least) in parts.iter().zip(lengths) {
                    let before = string.len();
                    let more = below(&mut self.numbers, spare + 1);
                    self.write(part, least + more, depth, string);
                    spare = (spare + least + before).saturating_sub(string.len());
                }
            }
            CoreKind::Alternation(parts) => {
                let fits = |part: &&Core| self.length(part).is_some_and(|length| length <= longest);
                let fitting: Vec<&Core> = parts.iter().filter(fits).collect();
                let chosen = below(&mut self.numbers, fitting.len());
                if let Some(part) = fitting.get(chosen) {
                    self.write(part, longest, depth, string);
                }
            }
            CoreKind::Repetition { least, most, body } => {
                let length = self.length(body);
                let mut spare = longest.saturating_sub(length.unwrap_or(0).saturating_mul(*least));
                let mut rounds = 0;
                while rounds < *least
                    || most.is_none_or(|most| rounds < most)
                        && length.is_some_and(|length| length <= spare)
                        && rounds <= longest
                        && below(&mut self.numbers, 2) == 0
                {
                    if self.left == 0 {
                        let body = self.shortest.of(body).unwrap_or_default();
                        let due = if body.is_empty() { 0 } else { least.saturating_sub(rounds) };
                        string.extend(body.repeat(due));
                        break;
                    }
                    let before = string.len();
                    let own = length.unwrap_or(0);
                    // Rounds that are due have their shortest length set aside.
                    let (own, taken) = if rounds < *least { (own, own) } else { (0, 0) };
                    let more = below(&mut self.numbers, spare + 1);
                    let most = (own + more).max(length.unwrap_or(0));
                    self.write(body, most, depth, string);
                    spare = (spare + taken + before).saturating_sub(string.len());
                    rounds += 1;
                }
            }
        }
    }
}
