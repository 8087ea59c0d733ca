//! Which random grammars are tested, and the errors found.

use std::collections::BTreeMap;

use urlbnf_bnf::{Grammar, Reading};

use super::draw::{RandomGrammar, written};

/// A number from the environment, or a default.
fn told(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The seeds of the grammars to test. Each seed reproduces one grammar.
pub fn seeds(fewer: u64) -> impl Iterator<Item = u64> {
    let from = told("SEED", 1);
    from..from + told("GRAMMARS", 1_000) / fewer
}

pub fn read(drawn: &RandomGrammar) -> Grammar {
    let text = written(drawn);
    Grammar::read("drawn.bnf", &text, Reading::Printed)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The errors found: the first few of each kind.
#[derive(Default)]
pub struct MismatchSummary(BTreeMap<&'static str, (usize, Vec<String>)>);

impl MismatchSummary {
    pub fn add(&mut self, kind: &'static str, seed: u64, drawn: &RandomGrammar, what: String) {
        let (count, shown) = self.0.entry(kind).or_default();
        *count += 1;
        if shown.len() < 2 {
            shown.push(format!("SEED={seed} {what}\n{}", written(drawn)));
        }
    }

    #[track_caller]
    pub fn none(self) {
        let all = self
            .0
            .iter()
            .map(|(kind, (count, shown))| format!("{kind}: {count} times\n{}", shown.join("\n")));
        assert!(self.0.is_empty(), "{}", all.collect::<Vec<_>>().join("\n"));
    }
}
