//! The strings that are tried: those of the tables of the repository, random strings of the
//! grammars, and both with random edits.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};
use urlbnf_url::rfc3987::IdentifierError;
use urlbnf_url::sample::conforming;
use urlbnf_url::{Edition, Judge, Reading};

/// The tables whose cells are strings.
const TABLES: [&str; 5] = [
    include_str!("../../../../tests/corpus/failures.tsv"),
    include_str!("../../../../tests/corpus/reasons.tsv"),
    include_str!("../../../../tests/corpus/relative-libwww.tsv"),
    include_str!("../../../../tests/cases/hostile.tsv"),
    include_str!("../../../../grammar/documents/urls.tsv"),
];
/// What is inserted or replaces something.
const PIECES: [&str; 32] = [
    ":", "/", "//", "?", "#", "[", "]", "@", "%", "%4", "%41", " ", "a", "1", "255", "256", ".",
    "..", "1.2.3.4", "[::1]", "[v1.a]", "::", "user@", ":80", "\u{E9}", "\u{F8FF}", "\u{FFFF}",
    "~", "<", "+", "-", "a:",
];
/// The number of random strings of each grammar.
const DRAWN: usize = 1_500;
/// The length of the longest of them.
const LONGEST: usize = 24;

/// A random generator with the same numbers on every machine.
pub struct PcgNumbers(Pcg64Mcg);

impl PcgNumbers {
    pub fn from_seed(seed: u64) -> PcgNumbers {
        PcgNumbers(Pcg64Mcg::seed_from_u64(seed))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 32) as usize % bound
    }
}

/// The string with one random edit.
fn edited(string: &str, numbers: &mut PcgNumbers) -> String {
    let places: Vec<usize> =
        string.char_indices().map(|(at, _)| at).chain([string.len()]).collect();
    let from = numbers.below(places.len());
    let to = (from + numbers.below(3)).min(places.len() - 1);
    let piece = PIECES[numbers.below(PIECES.len())];
    [&string[..places[from]], piece, &string[places[to]..]].concat()
}

/// All strings, each once.
pub fn strings() -> Vec<String> {
    let mut numbers = PcgNumbers::from_seed(3986);
    let cells = TABLES.iter().flat_map(|table| table.split(['\t', '\n']));
    let mut strings: Vec<String> = cells.map(str::to_owned).collect();
    for edition in [Edition::Rfc3986, Edition::Rfc3987] {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let sampler = conforming(&judge).unwrap();
        let drawn = sampler.random(3986, LONGEST).unwrap().take(DRAWN);
        strings.extend(drawn.filter_map(|it| String::from_utf8(it).ok()));
    }
    for _ in 0..DRAWN {
        let count = 1 + numbers.below(9);
        strings.push((0..count).map(|_| PIECES[numbers.below(PIECES.len())]).collect());
    }
    let edits: Vec<String> = strings.iter().map(|it| edited(it, &mut numbers)).collect();
    let again: Vec<String> = edits.iter().map(|it| edited(it, &mut numbers)).collect();
    strings.extend(edits);
    strings.extend(again);
    strings.sort();
    strings.dedup();
    strings
}

/// That a text is no identifier, without the rest of the error.
pub fn offset<T>(result: Result<T, IdentifierError>) -> Option<usize> {
    result.err().map(|error| error.offset())
}
