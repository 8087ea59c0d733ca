//! Characters as pest matches them: whole ones, in UTF-8.

use pest::unicode;
use regex_syntax::utf8::Utf8Sequences;
use urlbnf_language::{CharacterSet, DEAD, Dfa, Exceeded, LanguageId, LanguageInterner, Nfa};

/// The built-in rules of pest for ASCII characters and for any character, as ranges.
pub(super) const ASCII: [(&str, &[(char, char)]); 11] = [
    ("ANY", &[('\0', char::MAX)]),
    ("ASCII", &[('\0', '\x7F')]),
    ("ASCII_DIGIT", &[('0', '9')]),
    ("ASCII_NONZERO_DIGIT", &[('1', '9')]),
    ("ASCII_BIN_DIGIT", &[('0', '1')]),
    ("ASCII_OCT_DIGIT", &[('0', '7')]),
    ("ASCII_HEX_DIGIT", &[('0', '9'), ('a', 'f'), ('A', 'F')]),
    ("ASCII_ALPHA_LOWER", &[('a', 'z')]),
    ("ASCII_ALPHA_UPPER", &[('A', 'Z')]),
    ("ASCII_ALPHA", &[('a', 'z'), ('A', 'Z')]),
    ("ASCII_ALPHANUMERIC", &[('a', 'z'), ('A', 'Z'), ('0', '9')]),
];

/// The characters of a built-in rule of pest, as ranges; `None` if it is no such rule.
pub(super) fn built_in_ranges(name: &str) -> Option<Vec<(char, char)>> {
    if let Some((_, ranges)) = ASCII.iter().find(|it| it.0 == name) {
        return Some(ranges.to_vec());
    }
    // Unicode properties, from pest's own tables.
    let has = unicode::by_name(name)?;
    Some(runs(('\0'..=char::MAX).filter(|&character| has(character))))
}

/// Joins consecutive characters into ranges.
fn runs(characters: impl Iterator<Item = char>) -> Vec<(char, char)> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for character in characters {
        match ranges.last_mut() {
            Some((_, last)) if (*last..=character).nth(1) == Some(character) => *last = character,
            _ => ranges.push((character, character)),
        }
    }
    ranges
}

/// The language of the single characters in these ranges.
pub(crate) fn ranges(
    ranges: &[(char, char)],
    store: &mut LanguageInterner,
) -> Result<LanguageId, Exceeded> {
    store.characters(ranges, || nfa(ranges))
}

fn nfa(ranges: &[(char, char)]) -> Nfa {
    let mut nfa =
        Nfa { steps: vec![Vec::new(), Vec::new()], accepting: vec![false, true], starts: vec![0] };
    for sequence in ranges.iter().flat_map(|&(from, to)| Utf8Sequences::new(from, to)) {
        let mut at = 0;
        let bytes = sequence.as_slice();
        for (number, range) in bytes.iter().enumerate() {
            let next = if number + 1 == bytes.len() { 1 } else { nfa.steps.len() };
            if next > 1 {
                nfa.steps.push(Vec::new());
                nfa.accepting.push(false);
            }
            nfa.steps[at].push((CharacterSet::range(range.start, range.end), next));
            at = next;
        }
    }
    nfa
}

/// This many characters from a multiple of the number share all UTF-8 bytes but the last.
const BLOCK: u32 = 64;

/// The characters of a language, as ranges; `None` if one of its strings is not exactly one
/// character.
pub(crate) fn scalars(dfa: &Dfa) -> Option<Vec<(char, char)>> {
    // If no string begins with the common bytes of a block, its characters are skipped.
    let block = |number: u32| {
        let first = char::from_u32(number * BLOCK)?;
        let last = char::from_u32(number * BLOCK + BLOCK - 1)?;
        let mut bytes = [0; 4];
        let (_, prefix) = first.encode_utf8(&mut bytes).as_bytes().split_last()?;
        let state = dfa.state_after(prefix);
        let takes = move |character: &char| {
            let last = character.encode_utf8(&mut [0; 4]).bytes().last();
            last.is_some_and(|byte| dfa.is_accepting(dfa.step(state, byte)))
        };
        let characters = (first..=last).filter(takes);
        (state != DEAD).then_some(characters)
    };
    let blocks = 0..=u32::from(char::MAX) / BLOCK;
    let mut count = 0_u64;
    let ranges = runs(blocks.filter_map(block).flatten().inspect(|_| count += 1));
    // The language has no other strings.
    dfa.count().filter(|all| *all == count.into()).map(|_| ranges)
}
