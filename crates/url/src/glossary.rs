//! The terms of urlbnf, each explained in one sentence.
//!
//! The README, the guide and the book contain this table. A test compares them.

use std::sync::LazyLock;

/// A term and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlossaryTerm {
    /// The term.
    pub word: &'static str,
    /// Its meaning, with names in backticks.
    pub meaning: &'static str,
}

/// All terms, each after the terms that its meaning uses.
pub static WORDS: LazyLock<Vec<GlossaryTerm>> = LazyLock::new(|| {
    let rows = include_str!("glossary.tsv").lines().filter_map(|row| row.split_once('\t'));
    rows.map(|(word, meaning)| GlossaryTerm { word, meaning }).collect()
});

impl GlossaryTerm {
    /// Finds a term by its name, or by a related word: `corrected` is explained under `reading`.
    pub fn find(name: &str) -> Option<&'static GlossaryTerm> {
        let name =
            BESIDE.iter().find(|(beside, _)| *beside == name).map_or(name, |(_, word)| *word);
        WORDS.iter().find(|term| term.word == name)
    }
}

/// Related words, and the terms under which they are explained.
const BESIDE: &[(&str, &str)] = &[
    ("derivation", "derive"),
    ("printed", "reading"),
    ("corrected", "reading"),
    ("errata", "erratum"),
    ("narrower", "wider"),
    ("lost", "gained"),
    ("near misses", "near miss"),
    ("near-miss", "near miss"),
];

/// The table in Markdown, as the README and the guides contain it.
pub fn markdown() -> String {
    let mut table = String::from("| word | meaning |\n|---|---|\n");
    for GlossaryTerm { word, meaning } in WORDS.iter() {
        table += &format!("| {word} | {meaning} |\n");
    }
    table
}
