//! Sets of positions and of states: strings that need more sets than have a row of their own, and
//! a search over sets that is compared with one over single states.

use urlbnf_bnf::automaton::LanguageSpec;
use urlbnf_bnf::derivation::{Deriver, verify};
use urlbnf_bnf::{Grammar, Reading};
use urlbnf_language::{CharacterSet, Nfa, Work};

/// The mark is the thirteenth letter from the end. At each letter, any of the last thirteen
/// may be the mark, so there are 8,192 sets.
#[test]
fn the_mark_is_where_the_string_has_it() {
    let text = "a = *letter mark 12letter\nletter = \"x\" / \"y\"\nmark = \"x\" / \"zz\"\n";
    let grammar = Grammar::read("mark.abnf", text, Reading::Printed).unwrap();
    let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    let (mut seed, mut string) = (24_u32, Vec::new());
    for _ in 0..30_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        string.push(if seed >> 31 == 0 { b'x' } else { b'y' });
    }
    let mut derived = 0;
    // The sets are kept from one string to the next.
    for end in [30_000, 29_999, 29_998, 13, 12, 1_000, 0, 29_997, 20_000] {
        let string = &string[..end];
        let tree = deriver.derive(&grammar, string);
        let mark = end.checked_sub(13);
        assert_eq!(tree.is_some(), mark.is_some_and(|at| string[at] == b'x'), "{end}");
        if let (Some(tree), Some(mark)) = (tree, mark) {
            verify(&tree).unwrap();
            assert_eq!(tree.root().child("mark").unwrap().span(), mark..mark + 1);
            derived += 1;
        }
    }
    assert!(derived > 2, "{derived}");
}

/// Each byte leads to a state of its own, where only the same byte continues: 256 byte classes.
#[test]
fn every_byte_may_be_a_class_of_its_own() {
    let bytes = || (0..=u8::MAX).map(CharacterSet::from_byte);
    let end = 257;
    let mut steps = vec![bytes().zip(1..).collect()];
    steps.extend(bytes().map(|byte| vec![(byte, end)]));
    steps.push(Vec::new());
    let accepting = (0..=end).map(|state| state == end).collect();
    let dfa = Nfa { steps, accepting, starts: vec![0] }.determinise(&mut Work::default());
    let dfa = dfa.unwrap();
    for byte in 0..=u8::MAX {
        assert!(dfa.accepts(&[byte, byte]), "{byte}");
        assert!(!dfa.accepts(&[byte, byte.wrapping_add(1)]), "{byte}");
    }
}
